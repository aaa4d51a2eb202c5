//! Two to four scenarios side by side: what differs in their questions, and what their
//! answers come to. A program of its own beside the calculator; the scenarios stand behind
//! its `#`, and every answer is simulated as the calculator's is.

mod address;
mod chooser;
mod facts;
mod figures;
mod file;
mod head;
mod import;
mod outcome;
mod sheet;
mod state;
mod table;
mod work;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::footer::Footer;
use crate::page::header::{Header, Page, Tools};
use crate::page::notices::Notices;
use chooser::Chooser;
use estimator::export::Format;
use estimator::link::Theme;
use leptos::prelude::*;
use state::State;
use table::Comparison;

/// Everything below `#app`.
#[component]
pub(crate) fn Compare() -> impl IntoView {
    let state = opened();
    Effect::new(|_| browser::set_title(text(Msg::CompareTitle)));
    let first = move || {
        let first = state.scenarios.with(|all| all.first().cloned());
        first.map_or_else(String::new, |first| first.fragment().to_owned())
    };
    view! {
        <a class="skip" href="#answer" on:click=|event| {
            event.prevent_default();
            browser::focus("answer");
        }>{t(Msg::SkipToAnswer)}</a>
        <Header tools=tools(state) page=Page::Compare fragment=Signal::derive(first)/>
        <Notices notices=state.notices/>
        <main class="page compare">
            <h1>{t(Msg::CompareHeading)}</h1>
            <p class="unseen" role="status">{state.said}</p>
            <Comparison/>
            <Chooser/>
        </main>
        <Footer/>
    }
    .into_any()
}

/// What the address asks, answered from now on; the page is shown with its first answer.
fn opened() -> State {
    let (link, notices) = address::opening();
    let state = State::provide(link.scenarios);
    state.notices.set(notices);
    let remembered = browser::recall("theme").and_then(|id| Theme::from_id(&id));
    state.theme.set(link.theme.or(remembered));
    state
        .language_chosen
        .set(link.language.is_some() || browser::recall("language").is_some());
    address::follow(state);
    work::begin(state);
    state
}

/// What the buttons of the bar do.
fn tools(state: State) -> Tools {
    Tools {
        theme: state.theme,
        choose: Callback::new(move |(language, failed)| state.set_language(language, failed)),
        // Nothing of this page comes later.
        complete: Callback::new(|()| {}),
        link: Callback::new(move |()| address::whole(state)),
        save: Callback::new(move |(format, _): (Format, Callback<()>)| file::save(state, format)),
    }
}
