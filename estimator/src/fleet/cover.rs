//! The exact search: branch and bound over the sets that fit. In every state the linear
//! relaxation of the rest is solved; the kind with the fewest sets that may still pay goes into
//! one of them after the other, and a set leaves a state and all below it where
//!
//! ```text
//! cost so far + bound of the rest + reduced cost of the set >= best
//! ```
//!
//! No state is entered twice at a cost that is not lower, and a set that was tried is not tried
//! beside those after it: what holds both was looked at.
//!
//! Sets may hold more than is left of a kind, unless one alone would then not stand or cost more
//! ([`super::patterns::Patterns::exact`]): then a set has to be taken as it is.

use super::bound::{Grid, ROUNDING};
use super::fitting::Fleet;
use super::patterns::{COST, Pattern};
use super::simplex::{Open, Prices, Simplex};
use std::collections::HashMap;

/// States that are looked at at most before the rest is left to improvement.
const MOST_NODES: u32 = 100_000;
/// States that are remembered at most.
const MOST_SEEN: usize = 1 << 16;
/// Pivots of a step: some hundreds of microseconds.
const PIVOTS_A_STEP: usize = 30;

/// A GPU and the number of each kind it holds.
pub(super) type Held = (usize, Vec<(usize, u32)>);

#[derive(Debug, Clone)]
pub(super) struct Cover {
    sets: Vec<Pattern>,
    exact: bool,
    grid: Grid,
    stack: Vec<Node>,
    seen: HashMap<State, u64>,
    nodes: u32,
    /// The cost from which on nothing is worth finding.
    best: u64,
    /// The GPUs of the best, where this search found it.
    pub(super) found: Option<Vec<Held>>,
}

/// What is left to cover, and how many of each pool there still are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    rest: Vec<u32>,
    left: Vec<u64>,
}

#[derive(Debug, Clone)]
struct Node {
    state: State,
    cost: u64,
    held: Option<Held>,
    /// The sets that may still pay, those of the relaxation before first.
    usable: Vec<usize>,
    stage: Stage,
}

#[derive(Debug, Clone)]
enum Stage {
    Relax(Box<Simplex>),
    /// The sets of a kind, with what a packing costs at least that takes them; the last is next.
    Branch(Box<Prices>, Vec<(u64, usize)>),
}

impl State {
    fn open<'a>(&'a self, sets: &'a [Pattern], usable: &'a [usize]) -> Open<'a> {
        Open {
            sets,
            usable,
            rest: &self.rest,
            left: &self.left,
        }
    }

    fn many(&self) -> u64 {
        self.rest.iter().map(|many| u64::from(*many)).sum()
    }

    fn total(&self, prices: &Prices) -> f64 {
        prices.total(&self.rest, &self.left)
    }
}

impl Cover {
    /// A search for what costs less than `best`.
    pub(super) fn new(
        fleet: &Fleet,
        demand: Vec<u32>,
        sets: Vec<Pattern>,
        exact: bool,
        best: u64,
    ) -> Self {
        let all = fleet.question.workloads.len() as u64;
        let left = |gpu: usize| {
            let count = fleet.count(gpu).filter(|count| *count < all);
            let first = fleet.pool(gpu) == gpu;
            count.filter(|_| first).unwrap_or(u64::MAX)
        };
        let left = (0..fleet.question.gpus.len()).map(left).collect();
        let mut cover = Self {
            grid: Grid::of(sets.iter().map(|set| set.cost / COST)),
            exact,
            stack: Vec::new(),
            seen: HashMap::new(),
            nodes: 0,
            best,
            found: None,
            sets,
        };
        let usable = (0..cover.sets.len()).collect();
        let state = State { rest: demand, left };
        cover.enter(state, 0, None, usable);
        cover
    }

    /// Whether the search was given up.
    pub(super) const fn given_up(&self) -> bool {
        self.nodes >= MOST_NODES
    }

    /// Nothing costs less than this, once the relaxation of the whole is solved.
    pub(super) fn below(&self) -> Option<u64> {
        let root = self.stack.first()?;
        match &root.stage {
            Stage::Relax(_) => None,
            Stage::Branch(prices, _) => Some(self.bound(prices, &root.state)),
        }
    }

    fn bound(&self, prices: &Prices, state: &State) -> u64 {
        self.grid.above(state.total(prices), state.many())
    }

    /// Goes on a little; false where nothing is left or enough was looked at.
    pub(super) fn step(&mut self) -> bool {
        if self.given_up() {
            return false;
        }
        let Some(mut node) = self.stack.pop() else {
            return false;
        };
        match &mut node.stage {
            Stage::Relax(simplex) => {
                let open = node.state.open(&self.sets, &node.usable);
                let more = (0..PIVOTS_A_STEP).all(|_| simplex.step(open));
                if !more {
                    let prices = simplex.prices(open);
                    let shares: Vec<(usize, f64)> = simplex.shares().collect();
                    if !self.branch(&mut node, prices, &shares) {
                        return true;
                    }
                }
                self.stack.push(node);
            }
            Stage::Branch(_, choices) => {
                let Some((least, place)) = choices.pop() else {
                    return true;
                };
                // The rest costs no less.
                if least >= self.best {
                    return true;
                }
                self.take(node, place);
            }
        }
        true
    }

    /// The relaxation is solved: which sets may pay, and which of them are tried. False where none.
    fn branch(&self, node: &mut Node, prices: Prices, shares: &[(usize, f64)]) -> bool {
        if node.cost + self.bound(&prices, &node.state) >= self.best {
            return false;
        }
        let paying = self.paying(node, &prices);
        let share = |place: usize| {
            let found = shares.iter().find(|(one, _)| *one == place);
            found.map_or(0.0, |(_, share)| *share)
        };
        let mut choices = self.of_kind(node, &paying);
        // From the end: the least bound, and of equal ones what the relaxation takes most of.
        choices.sort_by(|(one, place), (other, next)| {
            other.cmp(one).then(share(*place).total_cmp(&share(*next)))
        });
        let mut usable: Vec<usize> = paying.into_iter().map(|(_, place)| place).collect();
        // Those of this relaxation are the likeliest of the next.
        usable.sort_by_key(|place| !shares.iter().any(|(one, _)| one == place));
        node.usable = usable;
        node.stage = Stage::Branch(Box::new(prices), choices);
        true
    }

    /// The sets that may be part of something cheaper than the best, with what that costs at
    /// least.
    fn paying(&self, node: &Node, prices: &Prices) -> Vec<(u64, usize)> {
        let open = node.state.open(&self.sets, &node.usable);
        let (many, total) = (node.state.many(), node.state.total(prices));
        let each = node.usable.iter().filter_map(|place| {
            let set = self.sets.get(*place)?;
            let fits = node.state.left.get(set.pool).is_some_and(|left| *left > 0)
                && (!self.exact || open.taken(set).eq(set.counts.iter().copied()));
            let holds = fits && open.taken(set).next().is_some();
            let sum = total + prices.reduced(open, set).max(0.0) * ROUNDING;
            let least = node.cost + self.grid.above(sum, many);
            (holds && least < self.best).then_some((least, *place))
        });
        each.collect()
    }

    /// The sets of the kind that has the fewest.
    fn of_kind(&self, node: &Node, paying: &[(u64, usize)]) -> Vec<(u64, usize)> {
        let mut sets_of = vec![0_usize; node.state.rest.len()];
        for (_, place) in paying {
            let counts = self.sets.get(*place).map_or(&[][..], |set| &set.counts);
            for (kind, _) in counts {
                if let Some(sets) = sets_of.get_mut(*kind) {
                    *sets += 1;
                }
            }
        }
        let rest = node.state.rest.iter().enumerate();
        let asked = rest.filter(|(_, rest)| **rest > 0).map(|(kind, _)| kind);
        let kind = asked.min_by_key(|kind| sets_of.get(*kind).copied());
        let holds = |place: usize| {
            let counts = self.sets.get(place).map_or(&[][..], |set| &set.counts);
            counts.iter().any(|(one, _)| Some(*one) == kind)
        };
        paying
            .iter()
            .copied()
            .filter(|(_, place)| holds(*place))
            .collect()
    }

    /// Takes a set, and goes on with what is left.
    fn take(&mut self, mut node: Node, place: usize) {
        let Some(set) = self.sets.get(place) else {
            self.stack.push(node);
            return;
        };
        let mut state = node.state.clone();
        let cost = node.cost + set.cost;
        if let Some(left) = state.left.get_mut(set.pool)
            && *left != u64::MAX
        {
            *left = left.saturating_sub(1);
        }
        let open = node.state.open(&self.sets, &node.usable);
        let counts: Vec<(usize, u32)> = open.taken(set).collect();
        for (kind, many) in &counts {
            if let Some(rest) = state.rest.get_mut(*kind) {
                *rest -= many;
            }
        }
        let held = (set.gpu, counts);
        let below = match &node.stage {
            Stage::Branch(prices, _) => self.bound(prices, &state),
            Stage::Relax(_) => 0,
        };
        let usable = node.usable.clone();
        // What holds this one and another is looked at below it.
        node.usable.retain(|other| *other != place);
        self.stack.push(node);
        if cost + below >= self.best {
            return;
        }
        if state.many() == 0 {
            self.best = cost;
            let all = self.stack.iter().filter_map(|node| node.held.clone());
            self.found = Some(all.chain([held]).collect());
            return;
        }
        self.enter(state, cost, Some(held), usable);
    }

    fn enter(&mut self, state: State, cost: u64, held: Option<Held>, usable: Vec<usize>) {
        let known = self.seen.get(&state).copied();
        if known.is_some_and(|known| known <= cost) {
            return;
        }
        if known.is_some() || self.seen.len() < MOST_SEEN {
            self.seen.insert(state.clone(), cost);
        }
        self.nodes += 1;
        let simplex = Simplex::new(state.open(&self.sets, &usable));
        self.stack.push(Node {
            state,
            cost,
            held,
            usable,
            stage: Stage::Relax(Box::new(simplex)),
        });
    }
}

/// The price in a cost.
pub(super) const fn price(cost: u64) -> u64 {
    cost / COST
}
