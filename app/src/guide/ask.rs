//! One question: its answers as cards, one of which can be chosen.

use super::state::{HEADING, State};
use super::words;
use crate::browser;
use crate::i18n::{Msg, integer, say, t};
use catalog::guide::QUESTIONS;
use leptos::prelude::*;

/// Where it is said that nothing is chosen.
const PROBLEM: &str = "guide-problem";
/// The first card.
const FIRST: &str = "guide-first";

/// The question at a place.
#[component]
pub(super) fn Ask(
    /// The state of the page.
    state: State,
    /// Which question.
    at: usize,
) -> impl IntoView {
    let task = move || state.asked.with(|asked| asked.answers.task());
    let offered = state
        .asked
        .with_untracked(|asked| asked.answers.offered(at));
    let problem = RwSignal::new(false);
    let next = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let open = state
            .asked
            .with_untracked(|asked| asked.answers.get(at).is_none());
        problem.set(open);
        if open {
            browser::focus(FIRST);
        } else {
            state.go(at + 1);
        }
    };
    let progress = move || {
        let (number, total) = ((at + 1) as f64, QUESTIONS as f64);
        say::guide_progress(&integer(number), &integer(total))
    };
    let cards = offered.into_iter().enumerate().map(|(place, id)| {
        let words = move || words::answer(at, task(), id);
        let chosen = move || state.asked.with(|asked| asked.answers.id(at) == Some(id));
        let choose = move |_| {
            problem.set(false);
            state.choose(id);
        };
        view! {
            <label class="option">
                <input
                    type="radio"
                    name="answer"
                    id=(place == 0).then_some(FIRST)
                    value=id
                    prop:checked=chosen
                    on:change=choose
                />
                <span>
                    <b>{move || words().0}</b>
                    <small>{move || words().1}</small>
                </span>
            </label>
        }
    });
    view! {
        <form class="card ask" on:submit=next>
            <p class="aside">{progress}</p>
            <fieldset aria-describedby=PROBLEM>
                <legend>
                    <h2 id=HEADING tabindex="-1">{move || words::question(at, task())}</h2>
                </legend>
                {move || words::hint(at, task()).map(|hint| view! { <p class="aside">{hint}</p> })}
                <div class="options">{cards.collect_view()}</div>
            </fieldset>
            <p class="problem" id=PROBLEM role="alert">
                {move || problem.get().then(|| t(Msg::GuidePick))}
            </p>
            <div class="ways">
                <button type="button" hidden=at == 0 on:click=move |_| state.go(at.saturating_sub(1))>
                    {t(Msg::GuideBack)}
                </button>
                <button class="main">{t(Msg::GuideNext)}</button>
            </div>
        </form>
    }
    .into_any()
}
