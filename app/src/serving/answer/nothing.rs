//! Where nothing keeps the limits: the nearest candidate, the limits to relax, and the last answer
//! that kept others.

use super::phrase::{in_short, missed, name};
use crate::control::emphasised;
use crate::i18n::{self, Msg, gib, percent, say, seconds_chosen, t, text};
use crate::serving::draft::{Draft, Pace};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use crate::serving::surest::Surest;
use estimator::error::Field;
use estimator::precision::WeightFormat;
use estimator::quantity::Seconds;
use estimator::serving::lever;
use estimator::serving::report::{Candidate, Demand, Miss, Sizing, Verdict};
use estimator::workload::Certainty;
use leptos::prelude::*;

/// The verdict's content; `last` is the last answer that recommended something, in a line.
pub(super) fn nothing(state: State, answer: &Answer, last: Option<String>) -> AnyView {
    let nearest = answer.report.candidates.first();
    let buttons = nearest.map(|candidate| relaxations(state, answer, candidate));
    let last = last.map(|last| {
        view! { <p class="aside last-answer">{emphasised(&say::none_last(&last))}</p> }
    });
    view! {
        <h2 class="headline">{t(Msg::NoneHeading)}</h2>
        <p class="lead">{nearest.map(|candidate| reason(answer, candidate))}</p>
        <div class="chips">{buttons}</div>
        {last}
    }
    .into_any()
}

/// The nearest candidate, and its misses; nothing where that is no limit.
pub(crate) fn reason(answer: &Answer, candidate: &Candidate) -> String {
    let name = name(answer, candidate);
    match (&candidate.verdict, &candidate.best) {
        (Verdict::TooLittleMemory { short, .. }, _) => say::none_memory(name, &gib(*short)),
        // A sizing that does not keep up is near nothing.
        (_, Some(sizing)) if sizing.is_overrun() => String::new(),
        (_, Some(sizing)) => say::none_nearest(
            &missed(sizing).join(text(Msg::ListComma)),
            &in_short(sizing, name),
        ),
        _ => text(Msg::NoneOther).to_owned(),
    }
}

/// A change that brings the nearest candidate nearer.
type Change = Box<dyn Fn(&mut Draft) + Send + Sync>;

fn relaxations(state: State, answer: &Answer, candidate: &Candidate) -> AnyView {
    let mut offered: Vec<(String, Change)> = Vec::new();
    let misses = candidate.best.iter().flat_map(|sizing| &sizing.misses);
    offered.extend(misses.map(relax));
    let goodput = candidate.best.as_ref().and_then(Sizing::goodput_missed);
    offered.extend(goodput.map(less_good));
    offered.extend(readable(answer));
    if matches!(candidate.verdict, Verdict::TooLittleMemory { .. })
        && let Some(narrower) = narrower(answer)
    {
        let name = say::relax_weights(narrower.id());
        offered.push((name, Box::new(move |draft| draft.chosen.weights = narrower)));
    }
    let fleet = &answer.question.fleet;
    let filters = [&fleet.accelerators, &fleet.providers];
    if filters.iter().any(|list| !list.is_empty()) || !fleet.vendors.is_empty() {
        let name = text(Msg::RelaxFleet).to_owned();
        offered.push((name, Box::new(unfilter)));
    }
    let others = offered.into_iter().map(|offer| chip(state, offer));
    let surest = move || Surest::of(state).map(|certainty| chip(state, less_sure(certainty)));
    view! { {others.collect_view()} {surest} }.into_any()
}

/// A change as a button that makes it.
fn chip(state: State, (name, change): (String, Change)) -> AnyView {
    view! {
        <button type="button" class="chip action" on:click=move |_| state.choose(|draft| change(draft))>
            {name}
        </button>
    }
    .into_any()
}

/// The goodput that can be had, in whole percent.
fn less_good(within: f64) -> (String, Change) {
    let least = (100.0 * within).floor().max(1.0);
    (
        say::relax_goodput(&percent(least / 100.0)),
        Box::new(move |draft| draft.set(Field::Goodput, Some(least), i18n::marks())),
    )
}

/// A certainty that can be had.
fn less_sure(certainty: Certainty) -> (String, Change) {
    (
        say::relax_certainty(&percent(certainty.chance())),
        Box::new(move |draft| draft.chosen.sla.certainty = certainty),
    )
}

/// The nearest weights that the engine reads, where it does not read those asked for.
fn readable(answer: &Answer) -> Option<(String, Change)> {
    let engine = answer.question.engine.engine;
    let mut served = answer.question.clone();
    served.serve_with(engine);
    let change: Change = Box::new(move |draft| draft.chosen.serve_with(engine));
    let is_other = served.weights != answer.question.weights;
    is_other.then(|| (say::relax_weights(served.weights.id()), change))
}

fn unfilter(draft: &mut Draft) {
    draft.chosen.fleet.accelerators.clear();
    draft.chosen.fleet.providers.clear();
    draft.chosen.fleet.vendors.clear();
}

/// The demand at the value that can be had, rounded up.
fn relax(miss: &Miss) -> (String, Change) {
    let value = rounded_up(miss.value);
    match miss.demand {
        Demand::Ttft => (
            say::relax_ttft(&seconds_chosen(value)),
            Box::new(move |draft| {
                draft.set(Field::Ttft, Some(value.get()), i18n::marks());
            }),
        ),
        Demand::Tpot => (
            say::relax_tpot(&seconds_chosen(value)),
            Box::new(move |draft| {
                let typed = match draft.pace {
                    Pace::Millis => value.to_millis(),
                    Pace::Rate => 1.0 / value.get(),
                };
                draft.set(Field::Tpot, Some(typed), i18n::marks());
            }),
        ),
    }
}

/// Two significant digits, upwards.
fn rounded_up(time: Seconds) -> Seconds {
    let step = 10f64.powf(time.get().max(1e-6).log10().floor() - 1.0);
    Seconds::new((time.get() / step).ceil() * step)
}

/// The usual next step to fewer bits.
fn narrower(answer: &Answer) -> Option<WeightFormat> {
    let question = &answer.question;
    lever::narrower(question.engine.engine, question.weights).next()
}
