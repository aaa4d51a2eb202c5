//! The search where an exact one is too long: first fit by falling memory and by falling peak,
//! then a few GPUs at a time are emptied and packed anew, and a packing that is not dearer is
//! kept. It draws from a fixed seed: the same question has the same answer.

use super::fitting::Fleet;
use super::patterns::COST;
use super::question::Workload;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A GPU of a type and the kinds on it, ascending.
pub(super) type Load = (usize, Vec<usize>);

/// The seed of the draws.
const SEED: u64 = 7;
/// Draws in which nothing became cheaper, after which it ends.
const PATIENCE: u32 = 1500;
/// GPUs that are emptied at once at most.
const EMPTIED: u64 = 4;

#[derive(Debug, Clone)]
pub(super) struct Repack {
    random: Pcg64Mcg,
    /// The best packing and its cost.
    pub(super) best: Option<(u64, Vec<Load>)>,
    starts: usize,
    idle: u32,
}

/// The types that a new GPU is taken of.
#[derive(Debug, Clone, Copy)]
enum Open {
    /// The cheapest type.
    Cheapest,
    /// This one where it can.
    Type(usize),
}

impl Repack {
    pub(super) fn new() -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(SEED),
            best: None,
            starts: 0,
            idle: 0,
        }
    }

    /// One of the starts by first fit; false where all were tried.
    pub(super) fn start(&mut self, fleet: &Fleet) -> bool {
        let types = fleet.question.gpus.len();
        let (way, open) = (self.starts % 2, self.starts / 2);
        if open > types {
            return false;
        }
        self.starts += 1;
        let open = if open == 0 {
            Open::Cheapest
        } else {
            Open::Type(open - 1)
        };
        let mut items: Vec<usize> = fleet
            .kinds
            .iter()
            .enumerate()
            .flat_map(|(kind, members)| members.iter().map(move |_| kind))
            .collect();
        sort(fleet, &mut items, way == 0);
        self.keep(fleet, fill(fleet, Vec::new(), items, open));
        true
    }

    /// Empties some GPUs and packs them anew; false where that has long been in vain.
    pub(super) fn step(&mut self, fleet: &Fleet) -> bool {
        let Some((_, loads)) = &self.best else {
            return false;
        };
        if self.idle >= PATIENCE || loads.len() < 2 {
            return false;
        }
        self.idle += 1;
        let mut loads = loads.clone();
        let mut items = Vec::new();
        for _ in 0..2 + self.random.next_u64() % (EMPTIED - 1) {
            let many = loads.len() as u64;
            if many > 0 {
                let at = usize::try_from(self.random.next_u64() % many).unwrap_or(0);
                items.extend(loads.swap_remove(at).1);
            }
        }
        let way = self.random.next_u64() % 4;
        if way < 2 {
            sort(fleet, &mut items, way == 0);
        } else {
            for at in (1..items.len()).rev() {
                let other = self.random.next_u64() % (at as u64 + 1);
                items.swap(at, usize::try_from(other).unwrap_or(at));
            }
        }
        let types = fleet.question.gpus.len() as u64;
        let draw = usize::try_from(self.random.next_u64() % (2 * types.max(1))).unwrap_or(0);
        let open = if draw < fleet.question.gpus.len() {
            Open::Type(draw)
        } else {
            Open::Cheapest
        };
        self.keep(fleet, fill(fleet, loads, items, open));
        true
    }

    fn keep(&mut self, fleet: &Fleet, loads: Option<Vec<Load>>) {
        let Some(mut loads) = loads else {
            return;
        };
        cheapen(fleet, &mut loads);
        let Some(cost) = cost(fleet, &loads) else {
            return;
        };
        let before = self.best.as_ref().map_or(u64::MAX, |(cost, _)| *cost);
        if cost < before {
            self.idle = 0;
        }
        if cost <= before {
            self.best = Some((cost, loads));
        }
    }
}

/// Price x [`COST`] and one for each GPU; `None` where a set does not fit.
pub(super) fn cost(fleet: &Fleet, loads: &[Load]) -> Option<u64> {
    loads.iter().try_fold(0, |sum, (gpu, set)| {
        Some(sum + fleet.price(*gpu, set)?.0 * COST + 1)
    })
}

/// By falling memory or peak.
fn sort(fleet: &Fleet, items: &mut [usize], by_memory: bool) {
    let size = |kind: &usize| {
        let by = |one: &Workload| {
            if by_memory {
                one.memory_mib
            } else {
                one.peak()
            }
        };
        fleet.workload(*kind).map_or(0.0, by)
    };
    items.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.cmp(b)));
}

/// How many of a type's pool are not yet used.
fn left(fleet: &Fleet, loads: &[Load], gpu: usize) -> u64 {
    let pool = fleet.pool(gpu);
    let of = |(other, _): &&Load| fleet.pool(*other) == pool;
    let used = loads.iter().filter(of).count() as u64;
    let count = fleet.count(gpu);
    count.map_or(u64::MAX, |count| count.saturating_sub(used))
}

/// Each into the first GPU that takes it for nothing, else where it costs least: beside others,
/// or on a GPU of its own, or with a later one on a GPU that holds only both.
fn fill(fleet: &Fleet, mut loads: Vec<Load>, items: Vec<usize>, open: Open) -> Option<Vec<Load>> {
    let mut items: std::collections::VecDeque<usize> = items.into();
    while let Some(kind) = items.pop_front() {
        let mut cheapest: Option<(u64, usize)> = None;
        for (index, (gpu, set)) in loads.iter().enumerate() {
            let wider = with(set, kind);
            let Some((dearer, _)) = fleet.price(*gpu, &wider) else {
                continue;
            };
            let more = dearer.saturating_sub(fleet.price(*gpu, set).map_or(0, |(price, _)| price));
            if cheapest.is_none_or(|(least, _)| more < least) {
                cheapest = Some((more, index));
            }
            if more == 0 {
                break;
            }
        }
        let own = (0..fleet.question.gpus.len())
            .filter(|gpu| left(fleet, &loads, *gpu) > 0)
            .filter_map(|gpu| {
                let (price, _) = fleet.price(gpu, &[kind])?;
                let wanted = matches!(open, Open::Type(wanted) if wanted == gpu);
                Some((!wanted, price, gpu))
            })
            .min();
        match (cheapest, own) {
            (Some((more, index)), own) if own.is_none_or(|(_, price, _)| more <= price) => {
                if let Some((_, set)) = loads.get_mut(index) {
                    *set = with(set, kind);
                }
            }
            (_, Some((_, _, gpu))) => loads.push((gpu, vec![kind])),
            _ => {
                let pair = |gpu: usize| {
                    let partner =
                        |other: &usize| fleet.price(gpu, &with(&[*other], kind)).is_some();
                    items.iter().position(partner).map(|at| (gpu, at))
                };
                let (gpu, at) = (0..fleet.question.gpus.len())
                    .filter(|gpu| left(fleet, &loads, *gpu) > 0)
                    .find_map(pair)?;
                let other = items.remove(at)?;
                loads.push((gpu, with(&[other], kind)));
            }
        }
    }
    Some(loads)
}

/// Each GPU becomes the cheapest type that holds the same.
fn cheapen(fleet: &Fleet, loads: &mut [Load]) {
    for index in 0..loads.len() {
        let Some((gpu, set)) = loads.get(index) else {
            continue;
        };
        let now = fleet.price(*gpu, set).map_or(u64::MAX, |(price, _)| price);
        let better = (0..fleet.question.gpus.len())
            .filter(|other| {
                let same = fleet.pool(*other) == fleet.pool(*gpu);
                other != gpu && (same || left(fleet, loads, *other) > 0)
            })
            .filter_map(|other| Some((fleet.price(other, set)?.0, other)))
            .min();
        if let Some((price, other)) = better
            && price < now
            && let Some((gpu, _)) = loads.get_mut(index)
        {
            *gpu = other;
        }
    }
}

/// The set with one more, ascending.
fn with(set: &[usize], kind: usize) -> Vec<usize> {
    let mut wider = set.to_vec();
    wider.insert(wider.partition_point(|other| *other <= kind), kind);
    wider
}
