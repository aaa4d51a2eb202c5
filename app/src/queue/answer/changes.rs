//! Changes of the question and what each would bring, to take over by a button.

use super::team;
use crate::i18n::{self, Msg, t, text};
use crate::queue::draft::Draft;
use crate::queue::state::{Answer, State};
use crate::queue::words::{hours, mean, time, way};
use estimator::kubernetes::teams::{Figures, Outcome, Way};
use leptos::prelude::*;
use std::sync::Arc;

/// The card; none where nothing was tried.
#[component]
pub(super) fn Changes() -> impl IntoView {
    let state = State::of_page();
    let none = move || {
        let any = |answer: &Arc<Answer>| !answer.report.changed.is_empty();
        !state
            .details
            .with(|answer| answer.as_ref().is_some_and(any))
    };
    let heads = [
        (Msg::QueueChange, ""),
        (Msg::QueueMean, "figure"),
        (Msg::QueueMeanOut, "figure"),
        (Msg::QueueLongestOut, "figure"),
        (Msg::QueueNever, "figure"),
        (Msg::QueueLost, "figure"),
        (Msg::QueueEnd, "figure"),
    ];
    let heads = heads.map(|(name, class)| view! { <th scope="col" class=class>{t(name)}</th> });
    let rows = move || state.details.get().map(|answer| rows(state, &answer));
    view! {
        <section class="card" aria-labelledby="queue-changes" hidden=none>
            <h2 id="queue-changes">{t(Msg::QueueChanges)}</h2>
            <div class="scroll wrapping" tabindex="0" role="group" aria-labelledby="queue-changes">
                <table class="fleet-table">
                    <thead><tr>{heads.collect_view()} <td></td></tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

/// The question as it is, and its changes.
fn rows(state: State, answer: &Arc<Answer>) -> AnyView {
    let own = match &answer.report.outcome {
        Outcome::Played(played) => Outcome::Played(played.figures),
        Outcome::Endless { at, jobs } => Outcome::Endless {
            at: *at,
            jobs: jobs.clone(),
        },
        Outcome::TooLong => Outcome::TooLong,
    };
    let changed = answer.report.changed.iter().map(|changed| {
        let name = way(changed.way, |place| team(answer, place).to_owned());
        row(
            name,
            &changed.outcome,
            Some(take(state, answer, changed.way)),
        )
    });
    let changed = changed.collect_view();
    view! {
        {row(text(Msg::QueueAsIs).to_owned(), &own, None)}
        {changed}
    }
    .into_any()
}

fn row(name: String, outcome: &Outcome<Figures>, take: Option<AnyView>) -> AnyView {
    let cells = match outcome {
        Outcome::Played(figures) => {
            let cells = [
                mean(figures.mean_wait),
                mean(figures.mean_out),
                figures.longest_out.map_or_else(String::new, time),
                i18n::integer(figures.never as f64),
                hours(figures.lost),
                figures.last_end.map_or_else(String::new, time),
            ];
            let cells = cells.map(|cell| view! { <td class="figure">{cell}</td> });
            cells.collect_view().into_any()
        }
        Outcome::Endless { .. } => {
            view! { <td colspan="6">{text(Msg::QueueIsEndless)}</td> }.into_any()
        }
        Outcome::TooLong => view! { <td colspan="6">{text(Msg::QueueTooLong)}</td> }.into_any(),
    };
    view! { <tr><th scope="row">{name}</th> {cells} <td>{take}</td></tr> }.into_any()
}

/// The button that takes a change over.
fn take(state: State, answer: &Arc<Answer>, way: Way) -> AnyView {
    let answer = Arc::clone(answer);
    let press = move |_| {
        let changed = way.of(&answer.question);
        let marks = i18n::marks();
        state.choose(|draft| *draft = Draft::new(&changed, marks));
    };
    view! {
        <button type="button" class="chip action" on:click=press>{t(Msg::QueueTake)}</button>
    }
    .into_any()
}
