//! Renting, owning and both, month by month: what each has cost, and where owning has cost
//! no more than renting.
//!
//! The load stays as it is, and prices do. By the hour, replicas are paid for while they
//! work, as demand goes over the day; committed and owned ones all the time. The
//! utilisation at which owning and renting by the hour cost the same solves
//!
//! ```text
//! owned(0) + (owned(1) - owned(0)) * u = price * accelerators * 8760 * u
//! ```
//!
//! since only the energy of what is owned depends on how much it works.

use super::case::Case;
use super::curve::Curve;
use super::input::{Input, Values};
use super::ownership::{HOURS_PER_YEAR, MONTHS, Ownership};
use super::split::{Split, split};
use super::terms::Rent;
use crate::plan::term;
use crate::quantity::Usd;
use crate::question::PriceBasis;
use serde::Serialize;

/// A way to come by accelerators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// All of them rented.
    Rented(PriceBasis),
    /// All of them owned.
    Owned,
    /// The base owned, the peaks rented.
    Both,
}

impl Way {
    /// How files name it: `rented-1y`, `owned`, `both`.
    #[must_use]
    pub fn id(self) -> String {
        match self {
            Self::Rented(basis) => format!("rented-{}", basis.id()),
            Self::Owned => "owned".to_owned(),
            Self::Both => "both".to_owned(),
        }
    }
}

/// One way over the months.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Course {
    /// Which.
    pub way: Way,
    /// What it is made of.
    pub curve: Curve,
    /// Paid by the end of each month; the first entry is the first day.
    pub paid: Vec<Usd>,
    /// What the hardware is worth in the end.
    pub left: Usd,
    /// What is owed then for a term that goes on.
    pub owed: Usd,
}

impl Course {
    /// What it comes to: paid, less what is left, and what is owed.
    #[must_use]
    pub fn net(&self) -> Usd {
        let paid = self.paid.last().copied().unwrap_or_default();
        paid - self.left + self.owed
    }
}

/// Where owning costs as much as renting.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BreakEven {
    /// Renting on which basis.
    pub basis: PriceBasis,
    /// Months, in parts, after which what was paid is the same; `None` where renting has
    /// cost less throughout.
    pub month: Option<f64>,
    /// Share of the time that the accelerators must work so that owning costs no more:
    /// above 1 where all of it is not enough. `None` where the price is committed and it
    /// does not matter, and where the energy alone costs more than renting.
    pub utilization: Option<f64>,
}

/// All ways over the years looked ahead.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Horizon {
    /// Months.
    pub months: u32,
    /// Each way, the rented ones first.
    pub courses: Vec<Course>,
    /// Owning against each way of renting.
    pub break_even: Vec<BreakEven>,
    /// The cheapest split, where something is rented by the hour.
    pub split: Option<Split>,
}

impl Horizon {
    /// The course of a way.
    #[must_use]
    pub fn course(&self, way: Way) -> Option<&Course> {
        self.courses.iter().find(|course| course.way == way)
    }
}

/// Months that are looked ahead.
pub(super) fn months(values: &Values) -> u32 {
    let years = values.get(Input::Horizon).unwrap_or(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to what is drawn"
    )]
    let months = (years * MONTHS).round().clamp(1.0, 600.0) as u32;
    months
}

pub(super) fn horizon(case: &Case<'_>, owner: Option<&Ownership>, values: &Values) -> Horizon {
    let months = months(values);
    let rents = &case.terms.rents;
    let of = |way, curve: Curve, term: u32| course(way, curve, months, term);
    let mut courses: Vec<Course> = rents
        .iter()
        .map(|rent| {
            let curve = case.rented(rent, values);
            of(Way::Rented(rent.basis), curve, term(rent.basis))
        })
        .collect();
    let Some(owner) = owner else {
        return Horizon {
            months,
            courses,
            break_even: Vec::new(),
            split: None,
        };
    };
    let owned = case.owned(owner, case.day.replicas, case.utilization(values));
    courses.push(of(Way::Owned, owned, 1));
    let split = rents
        .iter()
        .find(|rent| rent.is_by_the_hour())
        .map(|rent| split(case, owner, rent, values));
    if let Some(split) = &split {
        courses.push(of(Way::Both, split.curve, 1));
    }
    let break_even = rents
        .iter()
        .map(|rent| BreakEven {
            basis: rent.basis,
            month: owned.meets(case.rented(rent, values).monthly, f64::from(months)),
            utilization: utilization(case, owner, rent),
        })
        .collect();
    Horizon {
        months,
        courses,
        break_even,
        split,
    }
}

fn course(way: Way, curve: Curve, months: u32, term: u32) -> Course {
    let end = f64::from(months);
    let begun = months.div_ceil(term.max(1)).saturating_mul(term);
    Course {
        way,
        curve,
        paid: (0..=months)
            .map(|month| curve.paid(f64::from(month)))
            .collect(),
        left: curve.worth(end),
        owed: curve.monthly * f64::from(begun.saturating_sub(months)),
    }
}

/// The utilisation at which owning all replicas costs as much as renting them by the hour.
fn utilization(case: &Case<'_>, owner: &Ownership, rent: &Rent) -> Option<f64> {
    if !rent.is_by_the_hour() {
        return None;
    }
    let hardware = case.hardware(case.day.replicas);
    let yearly = |busy| owner.expense(hardware, busy).per_year().get();
    let idle = yearly(0.0);
    let accelerators = f64::from(case.sizing.accelerators());
    let rented = rent.price.per_accelerator.get() * accelerators * HOURS_PER_YEAR;
    let gained = rented - (yearly(1.0) - idle);
    (gained > 0.0).then(|| idle / gained)
}
