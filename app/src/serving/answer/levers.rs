//! Levers: single changes that make the answer cheaper, each with its saving, its
//! risk, and a button that makes it.

use super::phrase::gpus;
use super::ways::at;
use super::words::engine_name;
use crate::control::lever;
use crate::i18n::{self, Msg, dollars, percent, say, seconds_chosen, t, text};
use crate::serving::draft::Draft;
use crate::serving::simulated::Levers;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use crate::worker::message::LeverOutcome;
use estimator::choice::PriceBasis;
use estimator::serving::lever::{Lever, PREFIX_HITS, levers};
use estimator::serving::options::Speculation;
use estimator::serving::question::Question;
use leptos::prelude::*;

/// Less than this share of one is no saving.
const LEAST: f64 = 0.01;

/// A lever that is worth showing.
#[derive(Clone, PartialEq)]
pub(super) struct Saving {
    pub(super) lever: Lever,
    pub(super) question: Question,
    /// Share of the cost; `None` where there is no answer without it.
    pub(super) share: Option<f64>,
    pub(super) outcome: LeverOutcome,
}

/// The lever that saves most, once all are known; reactive.
pub(super) fn leading(state: State) -> Option<Saving> {
    let rows = state.simulations.levers.with(|found| rows(state, found));
    rows.into_iter().next()
}

/// The change that was made last.
#[derive(Clone)]
struct Made {
    lever: Lever,
    before: Question,
    after: Question,
}

/// The card.
#[component]
pub(super) fn LeversCard() -> impl IntoView {
    let state = State::of_page();
    let made = RwSignal::new(None::<Made>);
    let rows = Memo::new(move |_| state.simulations.levers.with(|found| rows(state, found)));
    let note = move || {
        state
            .simulations
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
            .map(|row| item(state, made, row))
            .collect_view()
    };
    // Only as long as nothing else was changed.
    let undo = move || {
        let now = state.simulations.bound.get()?;
        let change = made.get().filter(|change| change.after == now.question)?;
        let label = say::lever_undo(&change_name(change.lever, &change.after));
        let back = move |_| {
            put(state, &change.before);
            made.set(None);
        };
        Some(view! { <button type="button" class="chip" on:click=back>{label}</button> })
    };
    // It keeps its place while a question is worked on.
    let shown = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) || state.simulations.levers.with(|found| found.of.is_some())
    });
    view! {
        <section class="card levers" hidden=move || !shown.get() aria-labelledby="levers-title">
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

/// The levers that save something, the most first; nothing before all is known.
fn rows(state: State, found: &Levers) -> Vec<Saving> {
    let Some(asked) = found.of.as_ref().filter(|_| found.complete) else {
        return Vec::new();
    };
    let shown = state.answer.get();
    // The savings were simulated, as the answer on the page was.
    let saving = match standing(shown.as_deref()) {
        Standing::Costs(simulated) => Some(simulated),
        Standing::Nothing => None,
        Standing::Unpriced => return Vec::new(),
    };
    let all = levers(&asked.question);
    let row = |outcome: &LeverOutcome| {
        let (lever, question) = all.get(outcome.index)?.clone();
        let then = outcome.cost?;
        let saving = match saving {
            Some(now) if then > (1.0 - LEAST) * now => return None,
            Some(now) => Some(1.0 - then / now),
            None => None,
        };
        Some(Saving {
            lever,
            question,
            share: saving,
            outcome: outcome.clone(),
        })
    };
    let mut rows: Vec<Saving> = found.outcomes.iter().filter_map(row).collect();
    let dollars = |row: &Saving| row.outcome.cost.unwrap_or(f64::INFINITY);
    rows.sort_by(|one, other| dollars(one).total_cmp(&dollars(other)));
    rows
}

/// The cost of an answer.
enum Standing {
    /// Nothing keeps the demands.
    Nothing,
    /// Something does, at no known price.
    Unpriced,
    /// Dollars an hour.
    Costs(f64),
}

fn standing(answer: Option<&Answer>) -> Standing {
    let Some(candidate) = answer.and_then(|answer| answer.report.recommended()) else {
        return Standing::Nothing;
    };
    let cost = candidate.best.as_ref().and_then(|sizing| sizing.cost);
    cost.map_or(Standing::Unpriced, |cost| {
        Standing::Costs(cost.per_hour.get())
    })
}

fn item(state: State, made: RwSignal<Option<Made>>, row: Saving) -> AnyView {
    let Saving {
        lever: change,
        question,
        share,
        outcome,
    } = row;
    let saved = share.map_or_else(
        || text(Msg::LeverEnables).to_owned(),
        |saving| say::lever_saves(&percent(saving)),
    );
    let then = afterwards(&outcome);
    let risk = risk(change);
    let label = change_name(change, &question);
    let apply = move || {
        let now = state.simulations.bound.get_untracked();
        // Growth may have changed since the levers were asked.
        let question = Question {
            growth: untrack(|| state.growth()),
            ..question.clone()
        };
        made.set(now.map(|now| Made {
            lever: change,
            before: now.question.clone(),
            after: question.clone(),
        }));
        put(state, &question);
    };
    lever(label, saved, format!("{then} {risk}"), apply)
}

/// What is paid after a change, for what, and at whose price of which day.
pub(super) fn afterwards(outcome: &LeverOutcome) -> String {
    say::lever_then(
        &dollars(outcome.cost.unwrap_or_default()),
        &at(
            &gpus(outcome.accelerators, &outcome.name),
            &outcome.label,
            &outcome.as_of,
        ),
    )
}

/// Puts a question on the page, as a step that Back undoes.
pub(super) fn put(state: State, question: &Question) {
    let question = Question {
        growth: untrack(|| state.growth()),
        ..question.clone()
    };
    let marks = i18n::marks();
    state.choose(|draft| *draft = Draft::new(question, marks));
}

/// The name of a lever; `question` is the one it leads to.
pub(crate) fn change_name(lever: Lever, question: &Question) -> String {
    let limit = |limit: Option<estimator::quantity::Seconds>| limit.map(seconds_chosen);
    match lever {
        Lever::Weights(format) => say::lever_weights(format.id()),
        Lever::Cache(format) => say::lever_cache(format.id()),
        Lever::Engine(engine) => say::lever_engine(engine_name(engine)),
        Lever::PrefixCaching => text(Msg::LeverPrefix).to_owned(),
        Lever::Speculation => text(Msg::LeverSpeculation).to_owned(),
        Lever::Disaggregation => text(Msg::LeverDisaggregation).to_owned(),
        Lever::AnyParallelism => text(Msg::LeverParallelism).to_owned(),
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

/// Its cost beside money.
pub(super) fn risk(lever: Lever) -> String {
    match lever {
        Lever::Weights(_) => text(Msg::RiskWeights).to_owned(),
        Lever::Cache(_) => text(Msg::RiskCache).to_owned(),
        Lever::Engine(_) => text(Msg::RiskEngine).to_owned(),
        Lever::PrefixCaching => say::risk_prefix(&percent(PREFIX_HITS)),
        Lever::Speculation => {
            let Speculation {
                draft_tokens,
                acceptance,
            } = Speculation::TYPICAL;
            say::risk_speculation(&draft_tokens.to_string(), &percent(acceptance))
        }
        Lever::Disaggregation => text(Msg::RiskDisaggregation).to_owned(),
        Lever::LaterFirstToken | Lever::SlowerTokens => text(Msg::RiskWait).to_owned(),
        Lever::Basis(PriceBasis::Spot) => text(Msg::RiskSpot).to_owned(),
        Lever::Basis(_) => text(Msg::RiskReserved).to_owned(),
        Lever::AnyArea => text(Msg::RiskArea).to_owned(),
        Lever::AnySeller | Lever::AnyAccelerator | Lever::LargerNodes | Lever::AnyParallelism => {
            text(Msg::RiskLifted).to_owned()
        }
    }
}
