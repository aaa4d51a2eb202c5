//! Renting, owning and both, month by month: the cost of each so far, and where owning has cost no
//! more than renting.
//!
//! Prices stay as they are. A month has the replicas of the largest load within it
//! ([`crate::serving::plan::growth`]), each of which works as much as today's do. By the hour they are
//! paid for while they work, as demand goes over the week; committed ones in lots that are
//! paid to their end ([`crate::serving::plan::Bill`]); owned ones are bought in the month that needs
//! them, bought again at the end of their life, and kept where the load shrinks. Without
//! growth every month is the first one.
//!
//! The utilisation at which owning and renting by the hour cost the same solves
//!
//! ```text
//! owned(0) + (owned(1) - owned(0)) * u = rented(u)
//! ```
//!
//! since only the energy of owned hardware depends on how much it works. Rented are whole
//! instances ([`super::renting`]), so the right side has no closed form. Where all of the time is
//! not enough, both sides go on as straight lines.

use super::case::Case;
use super::course::Course;
use super::curve::Curve;
use super::input::{Input, Values};
use super::ownership::{MONTHS, Ownership};
use super::split::{Split, split};
use super::terms::Rent;
use crate::choice::PriceBasis;
use crate::quantity::Usd;
use crate::serving::plan::{Schedule, term};
use serde::Serialize;

/// Shares of the time among which the utilisation of break-even is looked for.
const STEPS: u32 = 100;

/// Halvings of the step in which it is found.
const HALVINGS: u32 = 50;

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
    /// None: an API is called.
    Api,
}

impl Way {
    /// How files name it: `rented-1y`, `owned`, `both`.
    #[must_use]
    pub fn id(self) -> String {
        match self {
            Self::Rented(basis) => format!("rented-{}", basis.id()),
            Self::Owned => "owned".to_owned(),
            Self::Both => "both".to_owned(),
            Self::Api => "api".to_owned(),
        }
    }
}

/// Where owning costs as much as renting.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BreakEven {
    /// Renting on which basis.
    pub basis: PriceBasis,
    /// Months, in parts, after which both have paid the same; `None` where renting has cost less
    /// throughout.
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
    /// Growth of the load a year as a share of it.
    pub growth: f64,
    /// Replicas that each month needs.
    pub replicas: Vec<u32>,
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

pub(super) fn horizon(case: &Case<'_>, owner: Option<&Ownership>, values: &Values) -> Horizon {
    let (courses, split) = courses(case, owner, values);
    let months = u32::try_from(case.needed.len()).unwrap_or(u32::MAX);
    let mut break_even = Vec::new();
    if let (Some(owner), Some(owned)) = (owner, of(&courses, Way::Owned)) {
        for rent in &case.terms.rents {
            let rented = of(&courses, Way::Rented(rent.basis));
            break_even.push(BreakEven {
                basis: rent.basis,
                month: rented.and_then(|rented| owned.meets(rented, months)),
                utilization: utilization(case, owner, rent, values),
            });
        }
    }
    Horizon {
        months,
        growth: case.terms.growth,
        replicas: case.needed.clone(),
        courses,
        break_even,
        split,
    }
}

fn of(courses: &[Course], way: Way) -> Option<&Course> {
    courses.iter().find(|course| course.way == way)
}

/// Every way of renting all of it, owning all of it, and both; and the cheapest split.
pub(super) fn courses(
    case: &Case<'_>,
    owner: Option<&Ownership>,
    values: &Values,
) -> (Vec<Course>, Option<Split>) {
    let rents = case.terms.rents.iter();
    let rented = rents.map(|rent| rented(case, rent, values));
    let owned = owner.map(|owner| owned(case, owner, values));
    let mut courses: Vec<Course> = rented.chain(owned).collect();
    let split = owner.and_then(|owner| {
        let rent = case.terms.rents.iter().find(|rent| rent.is_by_the_hour())?;
        let (split, course) = split(case, owner, rent, values);
        // All owned or all rented is a way that stands there already.
        if split.owned > 0 && split.rented > 0 {
            courses.push(course);
        }
        Some(split)
    });
    (courses, split)
}

/// The saving of owning against renting at `asked` where renting costs `rent` times its price.
pub(super) fn saving(
    case: &Case<'_>,
    owner: &Ownership,
    values: &Values,
    asked: &Rent,
    rent: f64,
) -> Usd {
    rented(case, asked, values).net() * rent - owned(case, owner, values).net()
}

/// Renting all replicas.
fn rented(case: &Case<'_>, rent: &Rent, values: &Values) -> Course {
    let renting = case.renting(rent, values);
    let kind = rent.replicas(&case.kind);
    let schedule = Schedule::of(case.needed.iter().copied(), term(rent.basis), &kind);
    let month = |held: &u32| renting.month(case.load(*held));
    let mut curves: Vec<Curve> = Vec::with_capacity(schedule.held.len());
    let mut last = None;
    for held in &schedule.held {
        let curve = match (last, curves.last()) {
            (Some(last), Some(curve)) if last == *held => *curve,
            _ => Curve::rented(month(held)),
        };
        curves.push(curve);
        last = Some(*held);
    }
    // A rent has a price.
    let owed = schedule.owed(&kind).unwrap_or(Usd::ZERO);
    Course::new(Way::Rented(rent.basis), &curves, owed)
}

/// Owning all replicas.
pub(super) fn owned(case: &Case<'_>, owner: &Ownership, values: &Values) -> Course {
    let busy = case.utilization(values);
    let curves: Vec<Curve> = kept(&case.needed)
        .map(|replicas| case.owned(owner, replicas, busy))
        .collect();
    Course::new(Way::Owned, &curves, Usd::ZERO)
}

/// The most that was needed so far: hardware bought is kept.
pub(super) fn kept(needed: &[u32]) -> impl Iterator<Item = u32> {
    let mut most = 0;
    needed.iter().map(move |needed| {
        most = most.max(*needed);
        most
    })
}

/// The utilisation from which on owning today's replicas costs no more than renting them by
/// the hour: sought from above, since a further instance may lift the rent over owning
/// where the hours before it did not.
fn utilization(case: &Case<'_>, owner: &Ownership, rent: &Rent, values: &Values) -> Option<f64> {
    if !rent.is_by_the_hour() {
        return None;
    }
    let hardware = case.hardware(case.week.replicas);
    let rented = |busy: f64| {
        let renting = case.renting(rent, &values.with(Input::Utilization, busy));
        renting.month(1.0).get() * MONTHS
    };
    let owned = |busy: f64| owner.expense(hardware, busy).per_year().get();
    let is_lost = |busy: f64| owned(busy) > rented(busy);
    if is_lost(1.0) {
        let idle = owned(0.0);
        let gained = rented(1.0) - (owned(1.0) - idle);
        return (gained > 0.0).then(|| idle / gained);
    }
    let mut steps = (0..STEPS)
        .rev()
        .map(|step| f64::from(step) / f64::from(STEPS));
    let mut low = steps.find(|busy| is_lost(*busy)).unwrap_or_default();
    let mut high = low + 1.0 / f64::from(STEPS);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if is_lost(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}
