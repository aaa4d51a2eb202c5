//! The exact search: branch and bound over the sets that fit. The first kind that is not yet held,
//! in a fixed order, goes into one set after the other; the rest costs at least its bound, and no
//! state is entered twice at a price that is not lower.
//!
//! Sets may hold more than is left of a kind, unless one alone would then not stand or cost more
//! ([`super::patterns::Patterns::exact`]): then a set has to be taken as it is.

use super::bound::Bounds;
use super::fitting::Fleet;
use super::patterns::{COST, Pattern};
use super::simplex::worth;
use std::collections::HashMap;

/// States that are looked at at most before the rest is left to improvement.
pub(super) const MOST_NODES: u64 = 4_000_000;
/// States that are remembered at most.
const MOST_SEEN: usize = 1 << 20;

/// A GPU and the number of each kind it holds.
pub(super) type Held = (usize, Vec<(usize, u32)>);

#[derive(Debug, Clone)]
pub(super) struct Cover {
    sets: Vec<Pattern>,
    /// Sets of each kind.
    of_kind: Vec<Vec<usize>>,
    order: Vec<usize>,
    exact: bool,
    stack: Vec<Node>,
    seen: HashMap<u128, u64>,
    nodes: u64,
    /// Bits of each kind and of each limited type in a key; none where they are too many.
    widths: Option<(Vec<u32>, Vec<u32>)>,
    /// The best cost so far, and its GPUs where this search found it.
    pub(super) best: u64,
    pub(super) found: Option<Vec<Held>>,
}

#[derive(Debug, Clone)]
struct Node {
    rest: Vec<u32>,
    left: Vec<u64>,
    cost: u64,
    choices: Vec<usize>,
    next: usize,
    held: Option<Held>,
}

impl Cover {
    pub(super) fn new(
        fleet: &Fleet,
        demand: Vec<u32>,
        sets: Vec<Pattern>,
        exact: bool,
        best: u64,
        bounds: &Bounds,
    ) -> Self {
        let mut of_kind = vec![Vec::new(); demand.len()];
        for (index, set) in sets.iter().enumerate() {
            for (kind, _) in &set.counts {
                if let Some(of_kind) = of_kind.get_mut(*kind) {
                    of_kind.push(index);
                }
            }
        }
        let mut order: Vec<usize> = (0..demand.len()).collect();
        order.sort_by_key(|kind| of_kind.get(*kind).map_or(0, Vec::len));
        let all = fleet.question.workloads.len() as u64;
        let left: Vec<u64> = fleet
            .question
            .gpus
            .iter()
            .map(|gpu| {
                gpu.count
                    .map_or(u64::MAX, |count| if count < all { count } else { u64::MAX })
            })
            .collect();
        let bits = |most: u64| u64::BITS - most.leading_zeros();
        let kinds: Vec<u32> = demand.iter().map(|many| bits(u64::from(*many))).collect();
        let types: Vec<u32> = left
            .iter()
            .map(|left| if *left == u64::MAX { 0 } else { bits(*left) })
            .collect();
        let width: u32 = kinds.iter().chain(&types).sum();
        let mut cover = Self {
            sets,
            of_kind,
            order,
            exact,
            stack: Vec::new(),
            seen: HashMap::new(),
            nodes: 0,
            widths: (width <= u128::BITS).then_some((kinds, types)),
            best,
            found: None,
        };
        let root = cover.node(demand, left, 0, None, bounds);
        cover.stack.push(root);
        cover
    }

    /// Whether the search was given up.
    pub(super) fn given_up(&self) -> bool {
        self.nodes >= MOST_NODES
    }

    /// Looks at one more state; false where none is left or enough were.
    pub(super) fn step(&mut self, bounds: &Bounds) -> bool {
        if self.given_up() {
            return false;
        }
        let Some(node) = self.stack.last_mut() else {
            return false;
        };
        let Some(&choice) = node.choices.get(node.next) else {
            self.stack.pop();
            return true;
        };
        node.next += 1;
        let Some(set) = self.sets.get(choice) else {
            return true;
        };
        self.nodes += 1;
        let (mut rest, mut left, cost) =
            (node.rest.clone(), node.left.clone(), node.cost + set.cost);
        if let Some(left) = left.get_mut(set.gpu)
            && *left != u64::MAX
        {
            *left = left.saturating_sub(1);
        }
        let counts: Vec<(usize, u32)> = taken(set, &rest);
        for (kind, many) in &counts {
            if let Some(rest) = rest.get_mut(*kind) {
                *rest -= many;
            }
        }
        if cost + bounds.below(&rest) >= self.best {
            return true;
        }
        let held = (set.gpu, counts);
        if rest.iter().all(|rest| *rest == 0) {
            self.best = cost;
            let mut all: Vec<Held> = self
                .stack
                .iter()
                .filter_map(|node| node.held.clone())
                .collect();
            all.push(held);
            self.found = Some(all);
            return true;
        }
        if let Some(key) = self.key(&rest, &left) {
            let known = self.seen.get(&key).copied();
            if known.is_some_and(|known| known <= cost) {
                return true;
            }
            if known.is_some() || self.seen.len() < MOST_SEEN {
                self.seen.insert(key, cost);
            }
        }
        let node = self.node(rest, left, cost, Some(held), bounds);
        self.stack.push(node);
        true
    }

    /// A state with the sets that hold its first kind, the best value for the rest first.
    fn node(
        &self,
        rest: Vec<u32>,
        left: Vec<u64>,
        cost: u64,
        held: Option<Held>,
        bounds: &Bounds,
    ) -> Node {
        let first = self
            .order
            .iter()
            .find(|kind| rest.get(**kind).is_some_and(|rest| *rest > 0));
        let sets = first
            .and_then(|kind| self.of_kind.get(*kind))
            .map_or(&[][..], Vec::as_slice);
        let mut choices: Vec<(f64, usize)> = sets
            .iter()
            .filter_map(|index| {
                let set = self.sets.get(*index)?;
                let counts = taken(set, &rest);
                let fits = left.get(set.gpu).is_some_and(|left| *left > 0)
                    && (!self.exact || counts == set.counts);
                fits.then(|| (set.cost as f64 - worth(bounds.prices(), &counts), *index))
            })
            .collect();
        choices.sort_by(|a, b| a.0.total_cmp(&b.0));
        let choices = choices.into_iter().map(|(_, index)| index).collect();
        Node {
            rest,
            left,
            cost,
            choices,
            next: 0,
            held,
        }
    }

    fn key(&self, rest: &[u32], left: &[u64]) -> Option<u128> {
        let (kinds, types) = self.widths.as_ref()?;
        let kinds = kinds.iter().zip(rest).fold(0_u128, |key, (width, many)| {
            (key << width) | u128::from(*many)
        });
        let limited = types.iter().zip(left).filter(|(width, _)| **width > 0);
        Some(limited.fold(kinds, |key, (width, left)| {
            (key << width) | u128::from(*left)
        }))
    }
}

/// The part of a set that is still to be held.
fn taken(set: &Pattern, rest: &[u32]) -> Vec<(usize, u32)> {
    set.counts
        .iter()
        .map(|(kind, many)| (*kind, (*many).min(rest.get(*kind).copied().unwrap_or(0))))
        .filter(|(_, many)| *many > 0)
        .collect()
}

/// The price in a cost.
pub(super) const fn price(cost: u64) -> u64 {
    cost / COST
}
