//! Beside the ways: one thing to watch, and the change that saves most.

use super::findings::{gravest, words};
use super::levers::{Saving, afterwards, change_name, leading, put};
use super::load::{nodes, on_failure};
use super::window::FullWindow;
use crate::i18n::{Msg, percent, say, t, text};
use crate::page::tabs::{self, Tab};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use leptos::prelude::*;

/// The card; nothing where nothing is recommended.
#[component]
pub(super) fn NextSteps() -> impl IntoView {
    let state = State::of_page();
    let risk = move || watch(state, state.details.get()?.as_ref());
    let saving = Memo::new(move |_| leading(state));
    let save = move || saving.get().map(|saving| save(state, saving));
    let none = move || {
        state.details.with(|answer| {
            answer
                .as_ref()
                .is_none_or(|answer| answer.report.best.is_none())
        })
    };
    view! {
        <section class="card next" hidden=none>
            <div>{risk}</div>
            <div>{save}</div>
            <FullWindow/>
        </section>
    }
    .into_any()
}

/// What to watch: a node that fails where what remains is too little, or the gravest finding.
fn watch(state: State, answer: &Answer) -> Option<AnyView> {
    let candidate = answer.report.recommended()?;
    let sizing = candidate.best.as_ref()?;
    let survives = nodes(answer, candidate, sizing).is_some_and(|fleet| fleet.survives());
    if sizing.spare_replicas > 0 || survives {
        let finding = gravest(&answer.report.findings)?;
        return Some(
            view! {
                <h3 class="risk">{t(Msg::WatchTitle)}</h3>
                <p>{words(finding)}</p>
            }
            .into_any(),
        );
    }
    let said = on_failure(answer, candidate, sizing)?;
    let mut question = answer.question.clone();
    question.limits.spare_replicas = 1;
    Some(
        view! {
            <h3 class="risk">{t(Msg::WatchSpare)}</h3>
            <p>{said}</p>
            <button type="button" class="plain" on:click=move |_| put(state, &question)>
                {t(Msg::WatchAdd)}
            </button>
        }
        .into_any(),
    )
}

/// The change that saves most, tried by a simulation.
fn save(state: State, saving: Saving) -> AnyView {
    let name = change_name(saving.lever, &saving.question);
    let title = match saving.share {
        Some(share) => say::save_title(&name, &percent(share)),
        None => say::save_enables(&name),
    };
    let then = afterwards(&saving.outcome);
    let question = saving.question;
    view! {
        <h3 class="saving">{title}</h3>
        <p>{then}</p>
        <button type="button" class="plain" on:click=move |_| put(state, &question)>
            {t(Msg::SaveTry)}
        </button>
        " "
        <button type="button" class="plain" on:click=move |_| tabs::reveal(Tab::Details)>
            {text(Msg::SaveAll)}
        </button>
    }
    .into_any()
}
