//! Lower bounds of a packing's cost: prices per workload under which no set that fits is worth
//! more than its GPU costs. What is left to pack then costs at least the sum of its prices.
//!
//! ```text
//! share of a workload = the part of a limit (memory, theta of an hour, units, guests) it takes
//! price of a workload = least over types and modes of the GPU's cost x that share
//! ```
//!
//! Where the sets are known, prices are raised until sets become tight, and the linear
//! relaxation gives the best of all. Bounds are rounded up to the grid of the prices.

use super::fitting::{Fleet, load, most_parts, wake_s};
use super::patterns::{COST, Pattern};
use super::question::{HOURS, Workload};
use super::simplex::worth;
use super::{Mode, slices};
use crate::quantity::whole;

/// Kinds among which pairs that never meet are looked for at most.
const MOST_PAIRED: usize = 256;
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
        let mut duals = by_shares(fleet);
        duals.push(vec![0.0; demand.len()]);
        duals.push(feasible(relaxed, sets));
        let mut orders: Vec<Vec<usize>> = vec![(0..demand.len()).collect()];
        orders.push((0..demand.len()).rev().collect());
        for dual in &mut duals {
            // Raised in the order of what is cheap so far: even prices bound best.
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

    /// What so many of each kind cost at least: price x [`COST`] + GPUs.
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

/// The prices over the worst excess of a set.
fn feasible(mut dual: Vec<f64>, sets: &[Pattern]) -> Vec<f64> {
    for price in &mut dual {
        *price = price.max(0.0);
    }
    let excess = sets
        .iter()
        .map(|set| worth(&dual, &set.counts) / set.cost as f64)
        .fold(1.0, f64::max);
    for price in &mut dual {
        *price /= excess;
    }
    dual
}

/// Raises the prices one after the other as far as the sets allow.
fn raise(dual: &mut [f64], sets: &[Pattern], order: &[usize]) {
    let mut slack: Vec<f64> = sets
        .iter()
        .map(|set| set.cost as f64 - worth(dual, &set.counts))
        .collect();
    for &kind in order {
        let with = |set: &Pattern| {
            set.counts
                .iter()
                .find(|(other, _)| *other == kind)
                .map(|(_, many)| f64::from(*many))
        };
        let room = sets
            .iter()
            .zip(&slack)
            .filter_map(|(set, slack)| with(set).map(|many| slack / many))
            .fold(f64::INFINITY, f64::min);
        if !room.is_finite() || room <= 0.0 {
            continue;
        }
        if let Some(price) = dual.get_mut(kind) {
            *price += room;
        }
        for (set, slack) in sets.iter().zip(&mut slack) {
            if let Some(many) = with(set) {
                *slack -= room * many;
            }
        }
    }
}

/// Prices by shares of limits: for each hour and for their mean, with the memory's share mixed in.
fn by_shares(fleet: &Fleet) -> Vec<Vec<f64>> {
    let mut duals = Vec::new();
    for hour in (0..HOURS).map(Some).chain([None]) {
        for mix in [0.0, 0.5, 1.0] {
            let price = |kind: usize| price_of(fleet, kind, hour, mix);
            duals.push((0..fleet.kinds.len()).map(price).collect());
        }
    }
    duals
}

fn price_of(fleet: &Fleet, kind: usize, hour: Option<usize>, mix: f64) -> f64 {
    let Some(one) = fleet.workload(kind) else {
        return 0.0;
    };
    let rules = &fleet.question.rules;
    let busy = hour.map_or_else(
        || one.load.iter().sum::<f64>() / HOURS as f64,
        |hour| load(one, hour),
    );
    let mixed = |memory: f64, load: f64| mix * memory + (1.0 - mix) * load;
    let mut least = f64::INFINITY;
    for (index, gpu) in fleet.question.gpus.iter().enumerate() {
        let modes = fleet.modes(gpu, one);
        for mode in Mode::ALL.into_iter().filter(|mode| modes.has(*mode)) {
            let memory = one.memory_mib / gpu.memory_mib;
            let share = match mode {
                Mode::Exclusive => (memory <= 1.0 + 1e-6).then_some(1.0),
                Mode::Mig => {
                    let fitting = fleet.instances.get(index).and_then(|kinds| kinds.get(kind));
                    let shares = gpu.mig.as_ref().zip(fitting);
                    let shares = shares.and_then(|(mig, fitting)| slices::shares(mig, fitting));
                    shares.map(|(units, slices)| mixed(units, slices))
                }
                Mode::Mps => Some(mixed(memory, busy * one.fill / rules.theta)),
                Mode::TimeSlicing => Some(mixed(
                    memory,
                    (1.0 + rules.eps) * busy * one.engine / rules.theta,
                )),
                Mode::Vgpu => most_parts(one.memory_mib, gpu.memory_mib).map(|parts| {
                    let guests = 1.0 / f64::from(parts);
                    mixed(guests, (1.0 + rules.eps) * busy * one.engine / rules.theta)
                }),
                Mode::Swap => one.wait_max_s.map(|_| {
                    let switches = one.visits_per_hour * wake_s(rules, one) / 3600.0;
                    mixed(
                        one.weights_mib / gpu.host_mib.max(1.0),
                        (busy + switches) / rules.theta,
                    )
                }),
            };
            let licence = if mode == Mode::Vgpu {
                gpu.vgpu_licence_milli_usd
            } else {
                0
            };
            let cost = ((gpu.price_milli_usd + licence) * COST + 1) as f64;
            if let Some(share) = share {
                // A rule forgives a hair on every comparison: so does its share.
                least = least.min(cost * (share - 1e-6).clamp(0.0, 1.0));
            }
        }
    }
    if least.is_finite() { least } else { 0.0 }
}

/// Prices by workloads no two of which ever share a GPU: each pays for a whole one.
fn never_together(fleet: &Fleet, demand: &[u32]) -> Vec<f64> {
    let kinds = fleet.kinds.len();
    let gpus = 0..fleet.question.gpus.len();
    let meet = |a: usize, b: usize| gpus.clone().any(|gpu| fleet.price(gpu, &[a, b]).is_some());
    let whole = |one: &Workload| {
        let offers = fleet.question.gpus.iter().filter(|gpu| {
            one.memory_mib <= gpu.memory_mib + 1e-6
                || gpu.mig.as_ref().is_some_and(|mig| {
                    mig.profiles
                        .iter()
                        .any(|profile| one.memory_mib <= profile.mib + 1e-6)
                })
        });
        offers
            .map(|gpu| gpu.price_milli_usd * COST + 1)
            .min()
            .unwrap_or(0) as f64
    };
    let mut costs: Vec<(f64, usize)> = (0..kinds)
        .filter_map(|kind| fleet.workload(kind).map(|one| (whole(one), kind)))
        .collect();
    costs.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then(peak(fleet, b.1).total_cmp(&peak(fleet, a.1)))
    });
    let mut prices = vec![0.0; kinds];
    let mut apart: Vec<usize> = Vec::new();
    for &(cost, kind) in costs.iter().take(MOST_PAIRED) {
        let several = demand.get(kind).is_some_and(|many| *many > 1);
        if (several && meet(kind, kind)) || apart.iter().any(|other| meet(kind, *other)) {
            continue;
        }
        apart.push(kind);
        if let Some(price) = prices.get_mut(kind) {
            *price = cost;
        }
    }
    prices
}

fn peak(fleet: &Fleet, kind: usize) -> f64 {
    fleet.workload(kind).map_or(0.0, Workload::peak)
}
