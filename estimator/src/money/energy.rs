//! Energy and carbon of the fleet: the mean power of its accelerators, those of its nodes that no
//! replica uses among them, their share of the nodes and of the site, over a month of 730 hours,
//! times the grid's emissions.
//!
//! The power of a node is estimated from its nameplate and the time its accelerators work, not
//! from the work itself: see [`super::power`]. Emissions of making the hardware are not counted.

use super::case::Case;
use super::input::{Input, Values};
use crate::quantity::{KilogramsCo2e, KilogramsPerKilowattHour, KilowattHours, Watts};
use crate::rental::HOURS_PER_MONTH;
use serde::Serialize;

/// Energy and carbon.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Energy {
    /// The mean power of the fleet at the site's meter.
    pub drawn: Watts,
    /// Energy of a month.
    pub per_month: KilowattHours,
    /// Energy of a year.
    pub per_year: KilowattHours,
    /// Energy of a million output tokens.
    pub per_million: Option<KilowattHours>,
    /// The emissions of a month's energy, where the grid is known.
    pub carbon_per_month: Option<KilogramsCo2e>,
    /// The same of a year.
    pub carbon_per_year: Option<KilogramsCo2e>,
    /// The same of a million output tokens.
    pub carbon_per_million: Option<KilogramsCo2e>,
}

/// The energy of the sizing's accelerators, as owning pays for it; `None` where their power is not known.
pub(super) fn energy(case: &Case<'_>, values: &Values) -> Option<Energy> {
    let power = case.power(values)?;
    let hardware = case.hardware(case.week.replicas);
    let drawn = power.of_fleet(hardware, case.utilization(values));
    let per_month = drawn.over_hours(HOURS_PER_MONTH);
    let per_year = per_month * super::ownership::MONTHS;
    // Over the week's mean, as energy is.
    let per_million = case.rates().map(|rates| {
        let tokens = rates.output.get() * case.mean_share(values) * 3600.0 * HOURS_PER_MONTH;
        per_month * (1e6 / tokens)
    });
    let grid = values
        .get(Input::Carbon)
        .map(KilogramsPerKilowattHour::grams);
    let carbon = |energy: KilowattHours| grid.map(|grid| grid * energy);
    Some(Energy {
        drawn,
        per_month,
        per_year,
        per_million,
        carbon_per_month: carbon(per_month),
        carbon_per_year: carbon(per_year),
        carbon_per_million: per_million.and_then(carbon),
    })
}
