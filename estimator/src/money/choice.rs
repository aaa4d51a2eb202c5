//! Whose money is reckoned: one candidate of the report that keeps the demands.

use crate::offer::Offer;
use crate::serving::report::{Candidate, Report};

/// The place in `report` of the candidate for the accelerator `wanted`, by id, where it
/// keeps the demands; else of the recommended one; `None` where nothing keeps them.
#[must_use]
pub fn chosen(report: &Report, offers: &[Offer], wanted: Option<&str>) -> Option<usize> {
    let is_wanted = |candidate: &Candidate| {
        let offer = offers.get(candidate.offer);
        candidate.meets()
            && offer.is_some_and(|offer| Some(offer.accelerator.id.as_str()) == wanted)
    };
    let candidates = &report.candidates;
    let keeping = || candidates.iter().position(Candidate::meets);
    candidates
        .iter()
        .position(is_wanted)
        .or(report.best)
        .or_else(keeping)
}
