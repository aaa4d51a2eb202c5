//! Costs: owning against renting and an API, for what the calculator answers. A program of
//! its own beside it, with the calculator's whole question behind its `#`.

mod address;
mod answer;
mod draft;
mod fields;
mod names;
mod proposal;
mod question;
mod simulate;
mod solve;
mod state;

use crate::browser;
use crate::i18n::{self, Msg, t, text};
use crate::page::carried::departing;
use crate::page::footer::Footer;
use crate::page::header::{Header, Page, Tools};
use crate::page::notices::Notices;
use crate::page::paced::{Pace, Paced};
use crate::page::share::save;
use crate::serving::address::History;
pub(crate) use proposal::Proposal;

use answer::{Details, Verdict};
use draft::Draft;
use estimator::export::Format;
use estimator::link::Theme;
use leptos::prelude::*;
use state::State;
use std::time::Duration;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Costs() -> impl IntoView {
    let (state, history) = opened();
    Effect::new(|_| browser::set_title(text(Msg::CostsTitle)));
    view! {
        <a class="skip" href="#answer" on:click=|event| {
            event.prevent_default();
            browser::focus("answer");
        }>{t(Msg::SkipToAnswer)}</a>
        <Header
            tools=tools(state)
            page=Page::Costs
            fragment=Signal::derive(move || address::whole(state))
        />
        <Notices notices=state.notices/>
        <main class="page costs">
            <h1 class="unseen">{t(Msg::CostsHeading)}</h1>
            <Verdict/>
            <Paced><question::QuestionForm history/></Paced>
            <Details/>
        </main>
        <Footer/>
    }
    .into_any()
}

/// What the address asks, answered from now on; the page is shown once it is there.
fn opened() -> (State, History) {
    let (link, notices) = address::opening();
    let currency = link.page.question.fleet.currency;
    let draft = Draft::new(&link.question, i18n::marks(), currency);
    let state = State::provide(link.page.question, draft);
    state.selected.set(link.page.selected);
    state.notices.set(notices);
    let remembered = browser::recall("theme").and_then(|id| Theme::from_id(&id));
    state.theme.set(link.page.theme.or(remembered));
    state
        .language_chosen
        .set(link.page.language.is_some() || browser::recall("language").is_some());
    let history = address::follow(state);
    simulate::begin(state);
    let pace = Pace::provide();
    let begin = move || state.begin(move || pace.run(crate::show_page));
    set_timeout(begin, Duration::ZERO);
    (state, history)
}

/// What the buttons of the bar do.
fn tools(state: State) -> Tools {
    let link = move || {
        let fragment = untrack(|| address::fragment_of(state)).unwrap_or_default();
        browser::address_with(&untrack(|| departing(&fragment)))
    };
    Tools {
        theme: state.theme,
        choose: Callback::new(move |(language, failed)| state.set_language(language, failed)),
        // Nothing of this page comes later.
        complete: Callback::new(|()| {}),
        link: Callback::new(move |()| link()),
        save: Callback::new(move |(format, failed): (Format, Callback<()>)| {
            let Some(fragment) = untrack(|| address::fragment_of(state)) else {
                return;
            };
            let address = link();
            leptos::task::spawn_local(async move {
                match browser::costs_in_worker(format.id(), &fragment, &address).await {
                    Some(text) => save(format, &text),
                    None => failed.run(()),
                }
            });
        }),
    }
}
