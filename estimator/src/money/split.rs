//! Base load owned, peaks rented: how many replicas to own.
//!
//! ```text
//! cost of a month, owning k = owned(k) + rent * sum over hours of max(0, running - k)
//! ```
//!
//! Between two levels of the day's demand the second part falls evenly with `k`, and the
//! first rises evenly but for the step of a new node. So the least lies at a level, at the
//! first number above it that fills a node, or at the last below the next level that does:
//! these are tried, and no others.

use super::case::Case;
use super::curve::Curve;
use super::input::Values;
use super::ownership::{MONTHS, Ownership};
use super::terms::Rent;
use crate::cost::HOURS_PER_MONTH;
use crate::plan::demand::DAY;
use crate::quantity::Usd;
use crate::question::PriceBasis;
use serde::Serialize;

/// The cheapest split.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Split {
    /// Replicas that are owned, all day.
    pub owned: u32,
    /// Replicas that are rented in the busiest hour.
    pub rented: u32,
    /// On which basis.
    pub basis: PriceBasis,
    /// Share of the replica-hours of a day that the owned ones carry.
    pub carried: f64,
    /// What a month costs, the hardware's depreciation in it.
    pub per_month: Usd,
    /// What is paid over months.
    pub curve: Curve,
}

/// The cheapest number of replicas to own, renting the rest at `rent`.
pub(super) fn split(case: &Case<'_>, owner: &Ownership, rent: &Rent, values: &Values) -> Split {
    let running = case.running(values);
    let of = |owned: u32| at(case, owner, rent, &running, owned);
    let node = (case.kind.node / case.kind.each.max(1)).max(1);
    let all = case.day.replicas;
    let mut best = of(0);
    for level in running {
        for owned in around(level, node) {
            let new = of(owned.min(all));
            if new.per_month.get() < best.per_month.get() {
                best = new;
            }
        }
    }
    best
}

/// Numbers of replicas at a level that may be the cheapest.
fn around(level: f64, node: u32) -> [u32; 6] {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of replicas, which are counted in u32"
    )]
    let (below, above) = (level.floor() as u32, level.ceil() as u32);
    let filled = |replicas: u32| (replicas / node) * node;
    [
        below,
        above,
        filled(below),
        filled(above),
        filled(below.saturating_add(node)),
        filled(above.saturating_add(node)),
    ]
}

/// Owning `owned` replicas.
pub(super) fn at(
    case: &Case<'_>,
    owner: &Ownership,
    rent: &Rent,
    running: &[f64; DAY],
    owned: u32,
) -> Split {
    let count = f64::from(owned);
    let carried: f64 = running.iter().map(|now| now.min(count)).sum();
    let all: f64 = running.iter().sum();
    let most = running.iter().copied().fold(0.0, f64::max);
    let each = f64::from(case.kind.each);
    let hours = DAY as f64;
    let days = HOURS_PER_MONTH / hours;
    let rented = Usd::new(rent.price.per_accelerator.get() * each * (all - carried) * days);
    let busy = if owned > 0 {
        carried / (count * hours)
    } else {
        0.0
    };
    let own = case.owned(owner, owned, busy);
    let depreciation = (own.bought - own.resale) / (owner.years * MONTHS);
    Split {
        owned,
        rented: whole(most - count),
        basis: rent.basis,
        carried: carried / all,
        per_month: own.monthly + depreciation + rented,
        curve: Curve {
            monthly: own.monthly + rented,
            ..own
        },
    }
}

fn whole(replicas: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no more than the fleet's replicas"
    )]
    let replicas = replicas.max(0.0).ceil() as u32;
    replicas
}
