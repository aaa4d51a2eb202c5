//! The verdict where nothing on offer trains the job in time: the nearest runs, and why.

use super::verdict::in_short;
use crate::i18n::{self, Msg, dollars, gb, integer, say, t, text};
use crate::training::draft::{Draft, When};
use crate::training::solve::Answer;
use crate::training::state::State;
use crate::training::words::duration;
use catalog::bounds;
use estimator::quantity::{Seconds, Usd};
use estimator::training::error::Field;
use estimator::training::report::{Candidate, Run, Verdict};
use leptos::prelude::*;

/// The card's content.
pub(super) fn nothing(state: State, answer: &Answer) -> AnyView {
    view! {
        <h2 class="headline">{t(headline(answer))}</h2>
        <p class="lead">{nearest(answer)}</p>
        <div class="chips">{relaxed(state, answer)}</div>
    }
    .into_any()
}

/// A button with the nearest that works: the budget of the cheapest in time, or the time of
/// the fastest.
fn relaxed(state: State, answer: &Answer) -> Option<AnyView> {
    let (label, change): (String, Change) = if let Some((.., cost)) = too_dear(answer) {
        let budget = rounded_up(cost.get());
        let change = move |draft: &mut Draft| {
            draft.set(Field::Budget, Some(budget), i18n::marks());
        };
        (say::train_raise(&dollars(budget)), Box::new(change))
    } else {
        let (_, run) = latest(answer)?;
        // The field is in days.
        let time = rounded_up(run.wall.get() / DAY) * DAY;
        if time > bounds::DEADLINE.1 {
            return None;
        }
        let change = move |draft: &mut Draft| {
            draft.when = When::Within;
            draft.set(Field::Deadline, Some(time), i18n::marks());
        };
        (
            say::train_allow(&duration(Seconds::new(time))),
            Box::new(change),
        )
    };
    let choose = move |_| state.choose(|draft| change(draft));
    let button = view! {
        <button type="button" class="chip action" on:click=choose>{label}</button>
    };
    Some(button.into_any())
}

/// A change that makes something keep the demands.
type Change = Box<dyn Fn(&mut Draft) + Send + Sync>;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// Two significant digits, upwards.
fn rounded_up(value: f64) -> f64 {
    let step = 10f64.powf(value.max(1e-6).log10().floor() - 1.0);
    (value / step).ceil() * step
}

/// The cheapest of those that are in time and too dear: the run that the field's sentence names
/// ([`least_over_budget`](estimator::training::report::Report::least_over_budget)).
fn too_dear(answer: &Answer) -> Option<(&Candidate, &Run, Usd)> {
    let dear = answer.report.candidates.iter().filter_map(|candidate| {
        let run = candidate.best.as_ref()?;
        let cost = run.cost?;
        matches!(candidate.verdict, Verdict::OverBudget { .. }).then_some((candidate, run, cost))
    });
    dear.min_by(|(.., one), (.., other)| one.get().total_cmp(&other.get()))
}

/// The fastest of those that are late.
fn latest(answer: &Answer) -> Option<(&Candidate, &Run)> {
    let late = answer.report.candidates.iter().filter_map(|candidate| {
        let run = candidate.best.as_ref()?;
        matches!(candidate.verdict, Verdict::Late { .. }).then_some((candidate, run))
    });
    late.min_by(|(_, one), (_, other)| one.wall.get().total_cmp(&other.wall.get()))
}

/// The problem, as a sentence: without a deadline, nothing is late.
pub(super) fn headline(answer: &Answer) -> Msg {
    if answer.report.least_over_budget().is_some() {
        Msg::TrainTooDear
    } else if answer.limits.deadline.is_some() {
        Msg::TrainNone
    } else {
        Msg::FindingNothingFits
    }
}

/// The cheapest of those that are too dear, the fastest of those that are late, or else the
/// nearest in memory.
fn nearest(answer: &Answer) -> String {
    let candidates = &answer.report.candidates;
    if let Some((candidate, run, cost)) = too_dear(answer) {
        let what = in_short(run, answer.name(candidate));
        return say::train_least(&dollars(cost.get()), &what, &duration(run.wall));
    }
    if let Some((candidate, run)) = latest(answer) {
        let what = in_short(run, answer.name(candidate));
        return say::train_nearest(&what, &duration(run.wall));
    }
    // They stand in the order of their lack.
    let short = candidates.iter().find_map(|candidate| {
        let words = match candidate.verdict {
            Verdict::TooLittleMemory {
                short,
                accelerators,
            } => say::train_short(
                &integer(f64::from(accelerators)),
                answer.name(candidate),
                &gb(short),
            ),
            Verdict::TooLittleHost {
                short,
                accelerators,
            } => say::train_short_host(
                &integer(f64::from(accelerators)),
                answer.name(candidate),
                &gb(short),
            ),
            _ => return None,
        };
        Some(words)
    });
    short.unwrap_or_else(|| text(Msg::TrainNothing).to_owned())
}
