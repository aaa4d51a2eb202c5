//! The verdict where nothing on offer trains the job in time: what comes nearest, and why.

use super::verdict::in_short;
use crate::i18n::{Msg, dollars, gb, integer, say, t, text};
use crate::training::solve::Answer;
use crate::training::words::duration;
use estimator::training::report::Verdict;
use leptos::prelude::*;

/// The card's content.
pub(super) fn nothing(answer: &Answer) -> AnyView {
    view! {
        <h2 class="headline">{t(headline(answer))}</h2>
        <p class="lead">{nearest(answer)}</p>
    }
    .into_any()
}

/// What is wrong, as a sentence: without a deadline, nothing is late.
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
    // They stand in the order of what they cost.
    let dear = candidates.iter().find_map(|candidate| {
        let run = candidate.best.as_ref()?;
        let cost = run.cost?;
        matches!(candidate.verdict, Verdict::OverBudget { .. }).then_some((candidate, run, cost))
    });
    if let Some((candidate, run, cost)) = dear {
        let what = in_short(run, answer.name(candidate));
        return say::train_least(&dollars(cost.get()), &what, &duration(run.wall));
    }
    let late = candidates.iter().filter_map(|candidate| {
        let run = candidate.best.as_ref()?;
        matches!(candidate.verdict, Verdict::Late { .. }).then_some((candidate, run))
    });
    let fastest = late.min_by(|(_, one), (_, other)| one.wall.get().total_cmp(&other.wall.get()));
    if let Some((candidate, run)) = fastest {
        let what = in_short(run, answer.name(candidate));
        return say::train_nearest(&what, &duration(run.wall));
    }
    // They stand in the order of what they lack.
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
