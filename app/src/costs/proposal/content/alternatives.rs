//! The other candidates: the next that keep the limits, and the cheapest that just
//! misses one.

use super::{Part, Proposed, figures, heading, table, words};
use crate::i18n::{Msg, dollars, say, seconds, text};
use crate::serving::answer::{count, doubt_names, millis, reason};
use estimator::serving::report::{Candidate, Sizing};
use estimator::serving::soundness::{Doubt, doubts};

/// Candidates that keep the limits and stand beside the recommendation.
const KEEPING: usize = 3;

/// The section.
pub(super) fn parts(proposed: &Proposed<'_>) -> Vec<Part> {
    let answer = &proposed.costs.answer;
    let report = &answer.report;
    let best = report.recommended().map(|best| best.offer);
    let offer_of = |candidate: &Candidate| answer.offer(candidate);
    let others = report
        .candidates
        .iter()
        .filter(|other| other.meets() && other.offer != proposed.candidate.offer)
        .filter_map(|other| Some((other, other.best.as_ref()?, offer_of(other)?)))
        .take(KEEPING);
    let near = report.near_miss.as_ref().and_then(|near| {
        let candidate = report.candidates.get(near.candidate)?;
        // Another size of one that keeps them elsewhere in the table says nothing of itself.
        let offer = offer_of(candidate).filter(|_| !candidate.meets())?;
        Some((candidate, &near.sizing, offer))
    });
    let own = (proposed.candidate, proposed.sizing, proposed.offer);
    let rows = std::iter::once(own).chain(others).chain(near);
    let rows: Vec<Vec<String>> = rows
        .enumerate()
        .map(|(index, (candidate, sizing, offer))| {
            let name = &offer.accelerator.name;
            let name = if best == Some(candidate.offer) {
                say::candidate_recommended(name)
            } else if index == 0 {
                say::candidate_chosen(name)
            } else {
                name.clone()
            };
            let doubts = doubts(&answer.scenario, offer, sizing);
            row(name, candidate, sizing, &doubts)
        })
        .collect();
    let columns = vec![
        words(Msg::ColAccelerator),
        figures(Msg::ColCount),
        figures(Msg::ColTtft),
        figures(Msg::ColTpot),
        figures(Msg::UnitHour),
        figures(Msg::UnitOutput),
        words(Msg::ColVerdict),
    ];
    vec![
        heading(Msg::ProposalAlternatives),
        table(Msg::ProposalAlternatives, columns, rows),
    ]
}

fn row(name: String, candidate: &Candidate, sizing: &Sizing, doubts: &[Doubt]) -> Vec<String> {
    let speed = sizing.estimate.performance.as_ref();
    // What lowers its place in the calculator lowers it here.
    let doubts = doubt_names(doubts).into_iter().map(text);
    let verdict = std::iter::once(reason(candidate)).chain(doubts.map(str::to_owned));
    let verdict: Vec<String> = verdict.collect();
    let known = |shown: Option<String>| shown.unwrap_or_else(|| text(Msg::NotKnown).to_owned());
    vec![
        name,
        count(sizing),
        known(speed.map(|speed| seconds(speed.ttft.at_percentile))),
        known(speed.map(|speed| millis(speed.tpot.at_percentile))),
        known(sizing.cost.map(|cost| dollars(cost.per_hour.get()))),
        known(
            sizing
                .cost
                .map(|cost| dollars(cost.per_million_output.get())),
        ),
        verdict.join(text(Msg::ListComma)),
    ]
}
