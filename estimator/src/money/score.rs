//! Performance per watt, beside the report's performance per dollar.
//!
//! Both scores say how many output tokens a dollar, or a kilowatt-hour at the meter, gives when
//! the fleet is as full as the demands allow: 100 is the best of all that keep the demands, the
//! others their share of it. A sizing that misses a demand has no score, and so is never ranked
//! above one that keeps it.

use super::input::Values;
use super::power::Power;
use crate::offer::Offer;
use crate::serving::report::{Candidate, Report};

/// Performance per watt of each candidate of `report`, in its order; `None` where it
/// misses a demand or its power is not known. A node's own power, which is typed for one
/// kind of accelerator, is left aside.
#[must_use]
pub fn per_watt(report: &Report, offers: &[Offer], values: &Values) -> Vec<Option<f64>> {
    let mut values = *values;
    values.set(super::Input::Node, None);
    let value = |candidate: &Candidate| {
        let sizing = candidate.best.as_ref().filter(|_| candidate.meets())?;
        let board = offers.get(candidate.offer)?.accelerator.power;
        let watts = Power::of(&values, 1, board)?.at_the_meter(1.0).get();
        Some(sizing.full_output.get() / (watts * f64::from(sizing.accelerators())))
    };
    let all: Vec<Option<f64>> = report.candidates.iter().map(value).collect();
    let best = all.iter().flatten().copied().fold(0.0, f64::max);
    all.into_iter()
        .map(|value| value.map(|value| 100.0 * value / best))
        .collect()
}
