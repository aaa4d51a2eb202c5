//! Lower bounds of a packing's cost: prices per workload under which no set that fits is worth
//! more than its GPU costs. The workloads left to pack then cost at least the sum of its prices.
//!
//! ```text
//! share of a workload = the part of a limit (memory, theta of an hour, units, guests) it takes
//! price of a workload = least over types and modes of the GPU's cost x that share
//! ```
//!
//! Where the sets are known, prices are raised until sets become tight, and the linear
//! relaxation gives the best of all. Bounds are rounded up to the grid of the prices.

mod apart;
mod raise;
mod share;

use super::Mode;
use super::fitting::Fleet;
use super::patterns::{COST, Pattern};
use crate::quantity::whole;
use apart::never_together;
use raise::{feasible, raise};
use share::by_shares;

/// Sets of which only the relaxation's prices are raised.
const MANY_SETS: usize = 10_000;
/// A hair taken off sums of rounded numbers.
const ROUNDING: f64 = 1.0 - 1e-9;

#[derive(Debug, Clone)]
pub(super) struct Bounds {
    duals: Vec<Vec<f64>>,
    /// Every price is a multiple of it.
    grid: u64,
    dearest: u64,
}

impl Bounds {
    /// From the rules alone.
    pub(super) fn of_rules(fleet: &Fleet, demand: &[u32]) -> Self {
        let mut prices = Vec::new();
        for gpu in &fleet.question.gpus {
            prices.push(gpu.price_milli_usd);
            if gpu.modes.has(Mode::Vgpu) {
                prices.push(gpu.price_milli_usd + gpu.vgpu_licence_milli_usd);
            }
        }
        let mut duals = by_shares(fleet);
        duals.push(never_together(fleet, demand));
        Self::keep(duals, &prices, demand)
    }

    /// From the sets that fit and the prices of their linear relaxation.
    pub(super) fn of_sets(
        fleet: &Fleet,
        demand: &[u32],
        sets: &[Pattern],
        relaxed: Vec<f64>,
    ) -> Self {
        // Each of them looks at all sets for every kind; of many sets the relaxation has to do.
        let few = sets.len() <= MANY_SETS;
        let mut duals = if few { by_shares(fleet) } else { Vec::new() };
        duals.push(feasible(relaxed, sets));
        let mut orders: Vec<Vec<usize>> = Vec::new();
        if few {
            duals.push(vec![0.0; demand.len()]);
            orders.push((0..demand.len()).collect());
            orders.push((0..demand.len()).rev().collect());
        }
        for dual in &mut duals {
            // Raised in the order of cheapness so far: even prices bound best.
            let mut order: Vec<usize> = (0..demand.len()).collect();
            order.sort_by(|a, b| {
                dual.get(*a)
                    .unwrap_or(&0.0)
                    .total_cmp(dual.get(*b).unwrap_or(&0.0))
            });
            raise(dual, sets, &order);
        }
        for order in orders {
            let mut dual = vec![0.0; demand.len()];
            raise(&mut dual, sets, &order);
            duals.push(dual);
        }
        let prices: Vec<u64> = sets.iter().map(|set| set.cost / COST).collect();
        Self::keep(duals, &prices, demand)
    }

    /// The few that bound the whole best.
    fn keep(mut duals: Vec<Vec<f64>>, prices: &[u64], demand: &[u32]) -> Self {
        const KEPT: usize = 6;
        let whole = |dual: &Vec<f64>| -> f64 { total(dual, demand) };
        duals.sort_by(|a, b| whole(b).total_cmp(&whole(a)));
        duals.dedup();
        duals.truncate(KEPT);
        Self {
            duals,
            grid: prices
                .iter()
                .fold(0, |grid, price| divisor(grid, *price))
                .max(1),
            dearest: prices.iter().copied().max().unwrap_or(1).max(1),
        }
    }

    /// The least cost of so many of each kind: price x [`COST`] + GPUs.
    pub(super) fn below(&self, rest: &[u32]) -> u64 {
        let many: u64 = rest.iter().map(|many| u64::from(*many)).sum();
        if many == 0 {
            return 0;
        }
        let sum = self
            .duals
            .iter()
            .map(|dual| total(dual, rest))
            .fold(0.0, f64::max)
            * ROUNDING;
        let price =
            whole(((sum - many as f64) / COST as f64).ceil()).div_ceil(self.grid) * self.grid;
        let gpus = price.div_ceil(self.dearest).max(1);
        (price * COST + gpus).max(whole(sum.ceil()))
    }

    /// The prices that bound the whole best.
    pub(super) fn prices(&self) -> &[f64] {
        self.duals.first().map_or(&[], Vec::as_slice)
    }
}

fn total(dual: &[f64], rest: &[u32]) -> f64 {
    dual.iter()
        .zip(rest)
        .map(|(price, many)| price * f64::from(*many))
        .sum()
}

/// The greatest common divisor.
fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
