//! How far all of it may be off, and the parts left out of it.

use super::{Part, Proposed, heading};
use crate::costs::answer::{amounts, growth};
use crate::costs::names;
use crate::i18n::{Msg, percent, say, text};
use estimator::band::Evidence;
use estimator::export::paper::Block;
use estimator::money::Input;
use estimator::money::tornado::Lever;

/// Sentences on parts left out of every proposal.
const LEFT_OUT: [Msg; 5] = [
    Msg::ProposalNoChange,
    Msg::ProposalNoTax,
    Msg::ProposalNoWork,
    Msg::ProposalNoFailure,
    Msg::ProposalNoQuality,
];

/// The sections.
pub(super) fn parts(proposed: &Proposed<'_>) -> Vec<Part> {
    let mut left_out = LEFT_OUT.map(|sentence| text(sentence).to_owned());
    // A load that grows is in it; its prices stay as they are all the same.
    if let Some(grown) = growth(&proposed.found.report.horizon)
        && let [first, ..] = &mut left_out
    {
        *first = grown;
    }
    let mut sentences: Vec<String> = evidence(proposed).into_iter().collect();
    sentences.push(text(Msg::ProposalMoneyBand).to_owned());
    sentences.push(amounts());
    sentences.extend(matters(proposed));
    vec![
        heading(Msg::ProposalCertainty),
        Block::List(sentences).into(),
        heading(Msg::ProposalLeftOut),
        Block::List(left_out.to_vec()).into(),
    ]
}

/// The meaning of the ranges, and their evidence.
fn evidence(proposed: &Proposed<'_>) -> Option<String> {
    let speed = proposed.sizing.estimate.performance.as_ref()?;
    let rests = text(match speed.tpot.band.evidence {
        Evidence::Measured => Msg::EvidenceMeasured,
        Evidence::Interpolated => Msg::EvidenceInterpolated,
        Evidence::Unmeasured => Msg::EvidenceUnmeasured,
    });
    Some(say::proposal_bands(rests))
}

/// The inputs of money that matter most.
fn matters(proposed: &Proposed<'_>) -> Option<String> {
    let report = &proposed.found.report;
    let names: Vec<&str> = report
        .tornado
        .iter()
        .take(3)
        .map(|bar| {
            text(match bar.lever {
                Lever::Input(input) => names::input(input),
                Lever::Rent => Msg::LeverRent,
            })
        })
        .collect();
    let swing = percent(report.values.get(Input::Swing)?);
    let list = names.join(text(Msg::ListComma));
    (!names.is_empty()).then(|| say::proposal_matters(&list, &swing))
}
