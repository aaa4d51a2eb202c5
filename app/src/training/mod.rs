//! Training and fine-tuning: how many of what, done when, at what cost. A program of its
//! own beside the calculator, with the same parts of a page.

mod address;
mod answer;
mod draft;
mod fields;
mod question;
mod solve;
mod state;
mod words;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::carried::departing;
use crate::page::footer::Footer;
use crate::page::header::{Header, Page, Tools};
use crate::page::notices::Notices;
use crate::page::paced::{Pace, Paced};
use crate::page::share::save;
use crate::serving::question::import::DropModel;
use answer::{Details, Verdict};
use estimator::export::Format;
use estimator::link::Theme;
use leptos::prelude::*;
use question::QuestionForm;
use solve::seconds_left;
use state::State;
use std::time::Duration;

/// Everything below `#app`. The verdict stands before the question, so that a phone shows
/// it first; wide screens put the question beside it.
#[component]
pub(crate) fn Training() -> impl IntoView {
    let (link, notices) = address::opening();
    let (draft, moved) = address::drafted(link.question);
    let state = State::provide(draft);
    state.moved.set(moved);
    state.selected.set(link.selected);
    state.notices.set(notices);
    let remembered = browser::recall("theme").and_then(|id| Theme::from_id(&id));
    state.theme.set(link.theme.or(remembered));
    state
        .language_chosen
        .set(link.language.is_some() || browser::recall("language").is_some());
    let history = address::follow(state);
    let pace = Pace::provide();
    let begin = move || state.begin(move || pace.run(crate::show_page));
    set_timeout(begin, Duration::ZERO);
    Effect::new(|_| browser::set_title(text(Msg::TrainingTitle)));
    let fragment = move || address::fragment_of(state).unwrap_or_default();
    view! {
        <a class="skip" href="#answer" on:click=|event| {
            event.prevent_default();
            browser::focus("answer");
        }>{t(Msg::SkipToAnswer)}</a>
        <Header
            tools=tools(state)
            page=Page::Training
            fragment=Signal::derive(move || address::carried(&fragment()))
        />
        <Notices notices=state.notices/>
        <MovedByLink/>
        <main class="page training">
            <h1 class="unseen">{t(Msg::TrainingHeading)}</h1>
            <Verdict/>
            <Paced><QuestionForm history/></Paced>
            <Details/>
        </main>
        <Footer/>
        <DropModel/>
    }
    .into_any()
}

/// The software that a link's own gave way to, until it is dismissed or changed.
#[component]
fn MovedByLink() -> impl IntoView {
    let state = State::of_page();
    let notice = move || {
        let (moved, _) = state.moved_now().filter(|(_, by_link)| *by_link)?;
        let dismiss = move |_| state.moved.set(None);
        Some(view! {
            <div class="notice">
                <div><p>{words::moved(moved)}</p></div>
                <button type="button" class="quiet" on:click=dismiss>{t(Msg::Dismiss)}</button>
            </div>
        })
    };
    view! { <div class="notices" role="status">{notice}</div> }.into_any()
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
            let asked = untrack(|| Some((address::fragment_of(state)?, state.asked()?)));
            let Some((fragment, question)) = asked else {
                return;
            };
            let left = seconds_left(&question);
            let address = link();
            leptos::task::spawn_local(async move {
                let id = format.id();
                match browser::write_in_worker(id, &fragment, &address, left).await {
                    Some(text) => save(format, &text),
                    None => failed.run(()),
                }
            });
        }),
    }
}
