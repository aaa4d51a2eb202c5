//! Lower bounds of a packing's cost by the rules alone: prices per workload under which no set
//! that fits is worth more than its GPU costs. The workloads then cost at least the sum of their
//! prices.
//!
//! ```text
//! share of a workload = the part of a limit (memory, theta of an hour, units, guests) it takes
//! price of a workload = least over types and modes of the GPU's cost x that share
//! ```
//!
//! Where the sets are known, their linear relaxation gives the best prices ([`super::simplex`]).
//! Bounds are rounded up to the grid of the prices.

mod apart;
mod share;

use super::Mode;
use super::fitting::Fleet;
use super::patterns::COST;
use super::simplex::total;
use crate::quantity::whole;
use apart::never_together;
use share::by_shares;

/// A hair taken off sums of rounded numbers.
pub(super) const ROUNDING: f64 = 1.0 - 1e-9;

/// The amounts that a packing can cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    /// Every price is a multiple of it.
    step: u64,
    dearest: u64,
}

impl Grid {
    /// Of the prices of GPUs.
    pub(super) fn of(prices: impl Iterator<Item = u64>) -> Self {
        let (mut step, mut dearest) = (0, 0);
        for price in prices {
            step = divisor(step, price);
            dearest = dearest.max(price);
        }
        Self {
            step: step.max(1),
            dearest: dearest.max(1),
        }
    }

    /// The least cost, price x [`COST`] + GPUs, of so many workloads that is not below a sum.
    pub(super) fn above(self, sum: f64, workloads: u64) -> u64 {
        if workloads == 0 {
            return 0;
        }
        let price =
            whole(((sum - workloads as f64) / COST as f64).ceil()).div_ceil(self.step) * self.step;
        let gpus = price.div_ceil(self.dearest).max(1);
        (price * COST + gpus).max(whole(sum.ceil()))
    }
}

/// The least cost of all workloads, price x [`COST`] + GPUs, from the rules alone.
pub(super) fn of_rules(fleet: &Fleet, demand: &[u32]) -> u64 {
    let mut prices = Vec::new();
    for gpu in &fleet.question.gpus {
        prices.push(gpu.price_milli_usd);
        if gpu.modes.has(Mode::Vgpu) {
            prices.push(gpu.price_milli_usd + gpu.vgpu_licence_milli_usd);
        }
    }
    let mut duals = by_shares(fleet);
    duals.push(never_together(fleet, demand));
    let sums = duals.iter().map(|dual| total(dual, demand));
    let many = demand.iter().map(|many| u64::from(*many)).sum();
    Grid::of(prices.into_iter()).above(sums.fold(0.0, f64::max) * ROUNDING, many)
}

/// The greatest common divisor.
fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
