//! Base load owned, peaks rented: how many replicas to own.
//!
//! ```text
//! cost of a month, owning k = owned(k) + rent of max(0, running - k) in every hour
//! ```
//!
//! `k` is the most replicas owned: while fewer are needed, no more are bought. Between two levels
//! of the week's demand both parts are stairs: the first rises with every new node, the second
//! falls with every instance that is not needed. After as many replicas as fill both whole nodes
//! and whole instances the stairs repeat themselves, so the least lies within so many of a level:
//! these are tried, and no others. Where the load grows, of a dozen of the months ahead.

use super::case::Case;
use super::course::Course;
use super::curve::Curve;
use super::horizon::{Way, kept};
use super::input::Values;
use super::levels::Levels;
use super::ownership::{MONTHS, Ownership};
use super::renting::Renting;
use super::terms::Rent;
use crate::choice::PriceBasis;
use crate::quantity::Usd;
use crate::serving::plan::demand::WEEK;
use serde::Serialize;
use std::collections::BTreeSet;

/// Months whose levels are tried, at the most.
const TRIED: usize = 12;

/// Numbers of replicas that are tried on either side of a level, at the most.
const AROUND: u32 = 72;

/// The cheapest split.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Split {
    /// Replicas that are owned at the most, all week.
    pub owned: u32,
    /// Replicas that are rented in the busiest hour of any month.
    pub rented: u32,
    /// On which basis.
    pub basis: PriceBasis,
    /// Share of the replica-hours that the owned ones carry.
    pub carried: f64,
    /// The cost of a month, the hardware's depreciation in it; the mean of those ahead.
    pub per_month: Usd,
    /// Payments over months, as it begins.
    pub curve: Curve,
}

/// Months alike.
#[derive(Clone, Copy, PartialEq)]
struct Stretch {
    /// Their replicas over today's.
    load: f64,
    /// The most replicas that were needed so far.
    kept: u32,
    /// How many months.
    months: u32,
}

/// One month of a split.
struct Month {
    /// The payments.
    curve: Curve,
    /// The cost with depreciation in it.
    cost: Usd,
    /// Replica-hours of a week that are owned, and all.
    carried: (f64, f64),
    /// Replicas that are rented in the busiest hour.
    rented: f64,
}

/// The cheapest number of replicas to own, renting the rest at `rent`.
pub(super) fn split(
    case: &Case<'_>,
    owner: &Ownership,
    rent: &Rent,
    values: &Values,
) -> (Split, Course) {
    let renting = case.renting(rent, values);
    let levels = case.working(values);
    let stretches = stretches(case);
    let of = |stretch: &Stretch, owned: u32| month(case, owner, &renting, *stretch, owned);
    let cost = |owned: u32| -> f64 {
        let costs = stretches
            .iter()
            .map(|stretch| of(stretch, owned).cost.get() * f64::from(stretch.months));
        costs.sum()
    };
    let mut best = (0, cost(0));
    for owned in candidates(case, rent, &levels, &stretches) {
        let new = cost(owned);
        if new < best.1 {
            best = (owned, new);
        }
    }
    let mut curves = Vec::with_capacity(case.needed.len());
    let (mut carried, mut all, mut most) = (0.0, 0.0, 0.0_f64);
    for stretch in &stretches {
        let month = of(stretch, best.0);
        curves.extend(std::iter::repeat_n(month.curve, stretch.months as usize));
        carried += month.carried.0 * f64::from(stretch.months);
        all += month.carried.1 * f64::from(stretch.months);
        most = most.max(month.rented);
    }
    let course = Course::new(Way::Both, &curves, Usd::ZERO);
    let months: u32 = stretches.iter().map(|stretch| stretch.months).sum();
    let split = Split {
        owned: best.0,
        rented: whole(most),
        basis: rent.basis,
        carried: carried / all,
        per_month: Usd::new(best.1 / f64::from(months.max(1))),
        curve: course.curve,
    };
    (split, course)
}

/// The months ahead, those alike together.
fn stretches(case: &Case<'_>) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for (needed, kept) in case.needed.iter().zip(kept(&case.needed)) {
        let load = case.load(*needed);
        match found.last_mut() {
            Some(last) if last.load.total_cmp(&load).is_eq() => last.months += 1,
            _ => found.push(Stretch {
                load,
                kept,
                months: 1,
            }),
        }
    }
    found
}

/// Numbers of replicas that may be the cheapest.
fn candidates(
    case: &Case<'_>,
    rent: &Rent,
    levels: &Levels,
    stretches: &[Stretch],
) -> BTreeSet<u32> {
    let each = case.kind.each.max(1);
    let node = (case.kind.node / each).max(1);
    let instance = (rent.price.lot() / each).max(1);
    let both = (node / common(node, instance)).saturating_mul(instance);
    let around = both.min(AROUND);
    let every = stretches.len().div_ceil(TRIED).max(1);
    // The last month is always among them.
    let tried = stretches.iter().rev().step_by(every);
    let numbers = tried.flat_map(|stretch| {
        levels.iter().flat_map(move |level| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a number of replicas, which are counted in u32"
            )]
            let level = (level.working * stretch.load) as u32;
            let numbers = level.saturating_sub(around)..=level.saturating_add(around);
            numbers.map(|owned| owned.min(stretch.kept))
        })
    });
    numbers.collect()
}

/// The largest number that divides both.
fn common(one: u32, other: u32) -> u32 {
    let (mut one, mut other) = (one, other);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}

/// A month, owning `owned` replicas as soon as they are needed.
fn month(
    case: &Case<'_>,
    owner: &Ownership,
    renting: &Renting,
    stretch: Stretch,
    owned: u32,
) -> Month {
    let owned = owned.min(stretch.kept);
    let count = f64::from(owned);
    let levels = &renting.levels;
    let carried = levels.below(count / stretch.load) * stretch.load;
    let rented = renting.beside(stretch.load, count);
    let busy = if owned > 0 {
        carried / (count * WEEK as f64)
    } else {
        0.0
    };
    let own = case.owned(owner, owned, busy);
    let depreciation = (own.bought - own.resale) / (owner.years * MONTHS);
    Month {
        curve: Curve {
            monthly: own.monthly + rented,
            ..own
        },
        cost: own.monthly + depreciation + rented,
        carried: (carried, levels.all() * stretch.load),
        rented: levels.most() * stretch.load - count,
    }
}

fn whole(replicas: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no more than the fleet's replicas"
    )]
    let replicas = (replicas - 1e-9).max(0.0).ceil() as u32;
    replicas
}
