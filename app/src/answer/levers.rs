//! Levers: single changes that make the answer cheaper, each with what it saves, what it
//! costs beside money, and a button that makes it.

use super::words::engine_name;
use crate::browser::LeverOutcome;
use crate::draft::Draft;
use crate::i18n::{self, Msg, dollars, integer, percent, say, seconds_chosen, t, text};
use crate::solve::Answer;
use crate::state::State;
use estimator::lever::{Lever, PREFIX_HITS, levers};
use estimator::question::{PriceBasis, Question};
use leptos::prelude::*;

/// Less than this is no saving.
const LEAST: f64 = 0.01;

/// A lever that is worth showing.
#[derive(Clone, PartialEq)]
struct Row {
    lever: Lever,
    question: Question,
    /// Share of the cost; `None` where there is no answer without it.
    saving: Option<f64>,
    outcome: LeverOutcome,
}

/// The card.
#[component]
pub(super) fn LeversCard() -> impl IntoView {
    let state = State::of_page();
    // The change that was made last, and the question before it.
    let before = RwSignal::new(None::<(Lever, Question)>);
    let rows = Memo::new(move |_| state.levers.with(|found| rows(state, found)));
    let note = move || {
        state
            .levers
            .with(|found| match (found.complete, rows.with(Vec::is_empty)) {
                (false, _) if found.of.is_some() => text(Msg::LeversRunning),
                (true, true) => text(Msg::LeversNone),
                _ => "",
            })
    };
    let items = move || {
        rows.get()
            .into_iter()
            .map(|row| item(state, before, row))
            .collect_view()
    };
    let undo = move || {
        before.get().map(|(lever, question)| {
            view! {
                <button type="button" class="chip" on:click=move |_| {
                    put(state, &question);
                    before.set(None);
                }>{say::lever_undo(&name(lever, &question))}</button>
            }
        })
    };
    let shown = move || state.levers.with(|found| found.of.is_some());
    view! {
        <section class="card levers" hidden=move || !shown() aria-labelledby="levers-title">
            <header class="card-head">
                <h2 id="levers-title">{t(Msg::LeversTitle)}</h2>
                <p class="aside" role="status">{note}</p>
            </header>
            {undo}
            <ul>{items}</ul>
        </section>
    }
    .into_any()
}

/// What saves something, the most first.
fn rows(state: State, found: &crate::simulated::Levers) -> Vec<Row> {
    let current = state.bound.get();
    let Some(answer) = found.of.as_ref().filter(|of| {
        current
            .as_ref()
            .is_some_and(|now| std::sync::Arc::ptr_eq(now, of))
    }) else {
        return Vec::new();
    };
    let now = cost(answer);
    let all = levers(&answer.question);
    let row = |outcome: &LeverOutcome| {
        let (lever, question) = all.get(outcome.index)?.clone();
        let saving = match (now, outcome.cost?) {
            (Some(now), then) => Some(1.0 - then / now).filter(|saving| *saving >= LEAST)?,
            (None, _) => 1.0,
        };
        Some(Row {
            lever,
            question,
            saving: now.map(|_| saving),
            outcome: outcome.clone(),
        })
    };
    let mut rows: Vec<Row> = found.outcomes.iter().filter_map(row).collect();
    let dollars = |row: &Row| row.outcome.cost.unwrap_or(f64::INFINITY);
    rows.sort_by(|one, other| dollars(one).total_cmp(&dollars(other)));
    rows
}

/// Dollars an hour of the recommendation, by the closed form, as for the changed ones.
fn cost(answer: &Answer) -> Option<f64> {
    let sizing = answer.report.recommended()?.best.as_ref()?;
    sizing.cost.map(|cost| cost.per_hour.get())
}

fn item(state: State, before: RwSignal<Option<(Lever, Question)>>, row: Row) -> AnyView {
    let Row {
        lever,
        question,
        saving,
        outcome,
    } = row;
    let saved = saving.map_or_else(
        || text(Msg::LeverEnables).to_owned(),
        |saving| say::lever_saves(&percent(saving)),
    );
    let accelerators = integer(f64::from(outcome.accelerators));
    let then = say::lever_then(
        &dollars(outcome.cost.unwrap_or_default()),
        &say::gpus_of(&accelerators, &outcome.name),
    );
    let risk = risk(lever);
    let label = name(lever, &question);
    let apply = move |_| {
        let now = state
            .bound
            .with_untracked(|bound| bound.as_ref().map(|answer| answer.question.clone()));
        before.set(now.map(|now| (lever, now)));
        put(state, &question);
    };
    view! {
        <li>
            <button type="button" class="lever" on:click=apply>
                <b>{label}</b>
                <strong>{saved}</strong>
                <span>{then} " " {risk}</span>
            </button>
        </li>
    }
    .into_any()
}

/// Puts a question on the page, as a step that Back undoes.
fn put(state: State, question: &Question) {
    let question = question.clone();
    let marks = i18n::marks();
    state.choose(|draft| *draft = Draft::new(question, marks));
}

/// What a lever is called; `question` is the one it leads to, or came from.
fn name(lever: Lever, question: &Question) -> String {
    let limit = |limit: Option<estimator::quantity::Seconds>| limit.map(seconds_chosen);
    match lever {
        Lever::Weights(format) => say::lever_weights(format.id()),
        Lever::Cache(format) => say::lever_cache(format.id()),
        Lever::Engine(engine) => say::lever_engine(engine_name(engine)),
        Lever::PrefixCaching => text(Msg::LeverPrefix).to_owned(),
        Lever::LaterFirstToken => say::lever_ttft(&limit(question.sla.ttft).unwrap_or_default()),
        Lever::SlowerTokens => say::lever_tpot(&limit(question.sla.tpot).unwrap_or_default()),
        Lever::Basis(PriceBasis::Spot) => text(Msg::LeverSpot).to_owned(),
        Lever::Basis(PriceBasis::Reserved1y) => text(Msg::LeverYear).to_owned(),
        Lever::Basis(_) => text(Msg::LeverYears).to_owned(),
        Lever::AnyArea => text(Msg::LeverArea).to_owned(),
        Lever::AnySeller => text(Msg::LeverSeller).to_owned(),
        Lever::AnyAccelerator => text(Msg::LeverAccelerator).to_owned(),
        Lever::LargerNodes => text(Msg::LeverNodes).to_owned(),
    }
}

/// What it costs beside money.
fn risk(lever: Lever) -> String {
    match lever {
        Lever::Weights(_) => text(Msg::RiskWeights).to_owned(),
        Lever::Cache(_) => text(Msg::RiskCache).to_owned(),
        Lever::Engine(_) => text(Msg::RiskEngine).to_owned(),
        Lever::PrefixCaching => say::risk_prefix(&percent(PREFIX_HITS)),
        Lever::LaterFirstToken | Lever::SlowerTokens => text(Msg::RiskWait).to_owned(),
        Lever::Basis(PriceBasis::Spot) => text(Msg::RiskSpot).to_owned(),
        Lever::Basis(_) => text(Msg::RiskReserved).to_owned(),
        Lever::AnyArea => text(Msg::RiskArea).to_owned(),
        Lever::AnySeller | Lever::AnyAccelerator | Lever::LargerNodes => {
            text(Msg::RiskLifted).to_owned()
        }
    }
}
