//! How the main figures come about: each with the values that go into its formula.
//!
//! ```text
//! accelerator-hour  = year / (accelerators * hours of a year * at work)
//! break-even month  = hardware paid for by then / (rent of a month - running of a month)
//! million tokens    = hour / (output tokens a second * 3600) * 1,000,000
//! ```
//!
//! The first is the definition in [`super::ownership`], the second where the curves of
//! [`super::curve`] meet, the third that of [`crate::serving::cost`]. A test puts the values into
//! the formulas and gets the figures of the report.

use super::horizon::{Horizon, Way};
use super::ownership::HOURS_PER_YEAR;
use super::report::Report;
use crate::choice::PriceBasis;
use crate::quantity::{TokensPerSecond, Usd, UsdPerHour, UsdPerYear};
use crate::serving::report::Sizing;

/// A figure with its parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Worked {
    /// The cost of an owned accelerator-hour.
    OwnedHour {
        /// All that owning costs a year.
        year: UsdPerYear,
        /// Accelerators that are owned.
        accelerators: u32,
        /// Hours of a year.
        hours: f64,
        /// Share of them at work.
        busy: f64,
        /// The figure.
        hour: UsdPerHour,
    },
    /// After how many months owning has cost as much as renting.
    BreakEven {
        /// Renting on which basis.
        basis: PriceBasis,
        /// Paid for hardware by then, less its sales.
        hardware: Usd,
        /// Rent of a month.
        rent: Usd,
        /// The cost of a month of owning beside that.
        running: Usd,
        /// The figure.
        month: f64,
    },
    /// The cost of a million output tokens at the load asked for.
    MillionTokens {
        /// Rented or owned.
        way: Way,
        /// The fleet, per hour.
        hour: UsdPerHour,
        /// Output tokens of the fleet.
        output: TokensPerSecond,
        /// The figure.
        million: Usd,
    },
}

/// How the figures of `report` come about, which is that of `sizing`: those that it has.
#[must_use]
pub fn explain(report: &Report, sizing: &Sizing) -> Vec<Worked> {
    let mut worked = Vec::new();
    worked.extend(report.owned.as_ref().map(|owned| Worked::OwnedHour {
        year: owned.expected.per_year(),
        accelerators: owned.hardware.accelerators,
        hours: HOURS_PER_YEAR,
        busy: report.utilization,
        hour: owned.expected.per_hour(),
    }));
    worked.extend(break_even(&report.horizon));
    let Some(output) = sizing.output() else {
        return worked;
    };
    let asked = report.rents.first().map(|rent| Way::Rented(rent.basis));
    let ways = [
        (asked, &report.rented),
        (Some(Way::Owned), &report.owned_units),
    ];
    worked.extend(ways.into_iter().filter_map(|(way, units)| {
        let units = units.as_ref()?;
        Some(Worked::MillionTokens {
            way: way?,
            hour: units.per_hour,
            output,
            million: units.demanded.output,
        })
    }));
    worked
}

/// Where owning meets renting at the price asked; hardware added on the way fits no line.
fn break_even(horizon: &Horizon) -> Option<Worked> {
    let even = horizon.break_even.first()?;
    let month = even.month?;
    let (owned, rented) = (
        horizon.course(Way::Owned)?,
        horizon.course(Way::Rented(even.basis))?,
    );
    if !(owned.added.is_empty() && rented.added.is_empty()) {
        return None;
    }
    let (owned, rented) = (owned.curve, rented.curve);
    Some(Worked::BreakEven {
        basis: even.basis,
        hardware: owned.paid(month) - owned.monthly * month,
        rent: rented.monthly,
        running: owned.monthly,
        month,
    })
}
