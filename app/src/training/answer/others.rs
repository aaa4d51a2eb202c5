//! Beside the recommendation: the run that is sooner or cheaper within the same limits, the
//! fewest accelerators that are done in time, and the cost of the deadline.

use super::verdict::in_short;
use crate::i18n::{Msg, dollars, say, t};
use crate::page::tabs::{self, Tab};
use crate::serving::answer::{doubt as mark, unproven};
use crate::training::solve::Answer;
use crate::training::state::State;
use crate::training::words::{cost, duration};
use estimator::training::report::{Candidate, Run};
use leptos::prelude::*;

/// The smallest and the cheapest without a deadline, where they are others; each opens its
/// details.
pub(super) fn others(state: State, answer: &Answer) -> AnyView {
    let report = &answer.report;
    let other_than_best = |index: &Option<usize>| index.is_some() && *index != report.best;
    let smallest = Some(report.smallest)
        .filter(other_than_best)
        .and_then(|index| {
            let candidate = answer.candidate(index)?;
            let run = candidate.smallest(&answer.limits)?;
            let time = duration(run.wall);
            let reason = match run.cost {
                Some(cost) => say::other_smallest(&dollars(cost.get()), &time),
                None => say::other_unpriced(&time),
            };
            Some(other(
                state,
                answer,
                (candidate, run),
                Msg::Smallest,
                reason,
            ))
        });
    // Without a deadline there is none to pay for.
    let timed = answer.limits.deadline.is_some();
    let more = report
        .cost_of_deadline()
        .filter(|_| timed)
        .filter(|more| more.get() >= 0.01);
    let cheapest = more.and_then(|more| {
        let candidate = answer.candidate(report.cheapest)?;
        let run = candidate.cheapest()?;
        let reason =
            say::other_cheapest(&cost(run.cost), &dollars(more.get()), &duration(run.wall));
        Some(other(
            state,
            answer,
            (candidate, run),
            Msg::CheapestEver,
            reason,
        ))
    });
    view! { <div class="others">{smallest}{cheapest}</div> }.into_any()
}

fn other(
    state: State,
    answer: &Answer,
    (candidate, run): (&Candidate, &Run),
    title: Msg,
    reason: String,
) -> AnyView {
    let id = answer
        .offer(candidate)
        .map(|offer| offer.accelerator.id.clone());
    let what = in_short(run, answer.name(candidate));
    let offer = answer.offer(candidate);
    let doubt = offer.and_then(|offer| unproven(offer, run.price(offer)));
    let doubt = doubt.map(mark);
    view! {
        <button type="button" class="other" on:click=move |_| {
            tabs::reveal(Tab::Alternatives);
            state.frame.select(id.clone());
        }>
            <b>{t(title)} ": " {what} " " {doubt}</b>
            <span>{reason}</span>
        </button>
    }
    .into_any()
}
