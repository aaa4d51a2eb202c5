//! The sets of workloads that one GPU can hold, by type: found depth first, extending only sets
//! that fit, since a part of a fitting set fits too. One workload alone is always extended: the
//! modes that need two may hold a pair where neither fits alone.

use super::fitting::Fleet;
use std::collections::HashMap;

/// GPUs that stand below one thousandth of a dollar in a cost: price first, then their number.
pub(super) const COST: u64 = 4096;

/// Sets that are kept at most.
pub(super) const MOST_SETS: usize = 200_000;

/// A set that a GPU holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The type.
    pub(super) gpu: usize,
    /// Its pool, by [`Fleet::pool`].
    pub(super) pool: usize,
    /// Kinds, ascending, and how many of each.
    pub(super) counts: Vec<(usize, u32)>,
    /// Price x [`COST`] + 1.
    pub(super) cost: u64,
    /// Whether nothing can be added at that price.
    pub(super) full: bool,
}

/// The enumeration, a set a step.
#[derive(Debug, Clone)]
pub(super) struct Patterns {
    /// The sets found.
    pub(super) found: Vec<Pattern>,
    /// Whether a set holds a workload at a price at which it does not stand alone: then bins
    /// may not be thought of as overlapping.
    pub(super) exact: bool,
    /// Whether there were more than [`MOST_SETS`].
    pub(super) too_many: bool,
    stack: Vec<(usize, Vec<usize>, Option<u64>)>,
}

impl Patterns {
    pub(super) fn new(fleet: &Fleet) -> Self {
        let mut stack = Vec::new();
        for gpu in 0..fleet.question.gpus.len() {
            for kind in 0..fleet.kinds.len() {
                let price = fleet.price(gpu, &[kind]).map(|(price, _)| price);
                stack.push((gpu, vec![kind], price));
            }
        }
        Self {
            found: Vec::new(),
            exact: false,
            too_many: false,
            stack,
        }
    }

    /// Looks at the next set; false where there is none.
    pub(super) fn step(&mut self, fleet: &Fleet) -> bool {
        let Some((gpu, set, price)) = self.stack.pop() else {
            return false;
        };
        if self.found.len() >= MOST_SETS {
            self.too_many = true;
            return false;
        }
        let counts = counted(&set);
        let last = set.last().copied().unwrap_or_default();
        let alone = set.len() == 1;
        let mut full = price.is_some();
        for (kind, members) in fleet.kinds.iter().enumerate() {
            // Those before the last are only asked for whether the set is full.
            if kind < last && !full && (self.exact || !alone) {
                continue;
            }
            let here = counts
                .iter()
                .find(|(other, _)| *other == kind)
                .map_or(0, |(_, many)| *many);
            if usize::try_from(here).unwrap_or(usize::MAX) >= members.len() {
                continue;
            }
            let mut wider = set.clone();
            let at = wider.partition_point(|other| *other <= kind);
            wider.insert(at, kind);
            if let Some((dearer, _)) = fleet.price(gpu, &wider) {
                full &= price.is_some_and(|price| dearer > price);
                self.exact |= alone && price.is_none_or(|price| dearer < price);
                if kind >= last {
                    self.stack.push((gpu, wider, Some(dearer)));
                }
            }
        }
        if let Some(price) = price {
            let cost = price * COST + 1;
            self.found.push(Pattern {
                gpu,
                pool: fleet.pool(gpu),
                counts,
                cost,
                full,
            });
        }
        true
    }

    /// The sets that a search has to try: all where bins may not overlap, else those that are
    /// full and that no type of which there are always more holds for less.
    pub(super) fn needed(&mut self, fleet: &Fleet) -> Vec<Pattern> {
        let found = std::mem::take(&mut self.found);
        if self.exact {
            return found;
        }
        let all = fleet.question.workloads.len() as u64;
        let endless = |gpu: usize| {
            let count = fleet.count(gpu);
            count.is_none_or(|count| count >= all)
        };
        let mut least: HashMap<&[(usize, u32)], (u64, usize)> = HashMap::new();
        for set in found.iter().filter(|set| endless(set.gpu)) {
            let here = (set.cost, set.gpu);
            let known = least.entry(&set.counts).or_insert(here);
            *known = here.min(*known);
        }
        let needed = |set: &&Pattern| {
            let other = least.get(set.counts.as_slice());
            // Of a type that runs out, a set is worth having at the same cost too.
            let own = if endless(set.gpu) { set.gpu } else { 0 };
            set.full && other.is_none_or(|other| (set.cost, own) <= *other)
        };
        found.iter().filter(needed).cloned().collect()
    }
}

/// Ascending kinds as counts.
pub(super) fn counted(set: &[usize]) -> Vec<(usize, u32)> {
    let mut counts: Vec<(usize, u32)> = Vec::new();
    for &kind in set {
        match counts.last_mut() {
            Some((last, many)) if *last == kind => *many += 1,
            _ => counts.push((kind, 1)),
        }
    }
    counts
}
