//! The search, in steps: first fit, the sets that fit, their linear relaxation, branch and bound,
//! and improvement where the sets or the states are too many. It may be stopped after any step.

use super::answer::{Packing, bins, homeless};
use super::bound::Bounds;
use super::cover::{Cover, Held, price};
use super::fitting::Fleet;
use super::patterns::{Pattern, Patterns};
use super::question::Question;
use super::repack::{Load, Repack, cost};
use super::simplex::Simplex;

/// Kinds above which the sets are not even counted.
const MOST_KINDS: usize = 40;

/// A packing that is being looked for.
#[derive(Debug, Clone)]
pub struct Search {
    fleet: Fleet,
    demand: Vec<u32>,
    homeless: Vec<String>,
    stage: Stage,
    repack: Repack,
    bounds: Option<Bounds>,
    /// Nothing costs less than this: price and GPUs.
    below: u64,
    best: Option<(u64, Vec<Load>)>,
    proved: bool,
}

#[derive(Debug, Clone)]
enum Stage {
    First,
    Sets(Box<Patterns>),
    Relax(Vec<Pattern>, bool, Box<Simplex>),
    Cover(Box<Cover>),
    Improve,
    Done,
}

impl Search {
    /// A search that has not begun.
    #[must_use]
    pub fn new(question: Question) -> Self {
        let fleet = Fleet::new(question);
        let many = |kind: &Vec<usize>| u32::try_from(kind.len()).unwrap_or(u32::MAX);
        let demand: Vec<u32> = fleet.kinds.iter().map(many).collect();
        let homeless = homeless(&fleet);
        let mut search = Self {
            demand,
            stage: Stage::First,
            repack: Repack::new(),
            bounds: None,
            below: 0,
            best: None,
            proved: false,
            homeless,
            fleet,
        };
        if !search.homeless.is_empty() {
            search.finish(true);
        } else if search.fleet.question.workloads.is_empty() {
            search.best = Some((0, Vec::new()));
            search.finish(true);
        }
        search
    }

    /// Goes on by so many steps, each of some milliseconds at most, and says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            if matches!(self.stage, Stage::Done) {
                return true;
            }
            self.step();
        }
        matches!(self.stage, Stage::Done)
    }

    /// The best so far.
    #[must_use]
    pub fn answer(&self) -> Packing {
        let loads = self.best.as_ref();
        let bins = loads.map_or_else(Vec::new, |(_, loads)| bins(&self.fleet, loads));
        let total = loads.map(|(cost, _)| price(*cost));
        let below = |total: u64| total.min(price(self.below));
        let bound = if self.proved { total } else { total.map(below) };
        Packing {
            name: self.fleet.question.name.clone(),
            price_milli_usd: total,
            gpus: total.map(|_| bins.len()),
            bound_milli_usd: bound,
            optimal: total.is_some() && self.proved,
            seconds: 0.0,
            bins,
            reason: if total.is_some() {
                None
            } else {
                Some(self.reason())
            },
        }
    }

    /// No packing costs less than this, in thousandths of a dollar an hour.
    pub(super) fn below(&self) -> u64 {
        price(self.below)
    }

    /// The cost of the best so far, with its GPUs.
    pub(super) fn answer_cost(&self) -> Option<u64> {
        self.best.as_ref().map(|(cost, _)| *cost)
    }

    /// Whether it is known that nothing is better than the best, or that there is nothing.
    pub(super) const fn is_proved(&self) -> bool {
        self.proved
    }

    fn reason(&self) -> String {
        if !self.homeless.is_empty() {
            return format!("no GPU on offer holds {}", self.homeless.join(", "));
        }
        let all: Vec<&str> = self
            .fleet
            .question
            .workloads
            .iter()
            .map(|one| one.id.as_str())
            .collect();
        let why = if self.proved {
            "the GPUs on offer do not hold all of"
        } else {
            "no packing was found of"
        };
        format!("{why} {}", all.join(", "))
    }

    fn finish(&mut self, proved: bool) {
        self.proved = proved;
        self.stage = Stage::Done;
    }

    /// Takes a better packing, and says whether it cannot be beaten.
    fn settle(&mut self, found: Option<(u64, Vec<Load>)>) -> bool {
        if let Some((cost, loads)) = found
            && self.best.as_ref().is_none_or(|(best, _)| cost < *best)
        {
            self.best = Some((cost, loads));
        }
        self.best
            .as_ref()
            .is_some_and(|(best, _)| *best <= self.below)
    }

    fn step(&mut self) {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::First => {
                if self.repack.start(&self.fleet) {
                    Stage::First
                } else {
                    let bounds = Bounds::of_rules(&self.fleet, &self.demand);
                    self.below = bounds.below(&self.demand);
                    self.bounds = Some(bounds);
                    if self.settle(self.repack.best.clone()) {
                        return self.finish(true);
                    }
                    if self.fleet.kinds.len() > MOST_KINDS {
                        Stage::Improve
                    } else {
                        Stage::Sets(Box::new(Patterns::new(&self.fleet)))
                    }
                }
            }
            Stage::Sets(mut sets) => {
                if sets.step(&self.fleet) {
                    Stage::Sets(sets)
                } else if sets.too_many {
                    Stage::Improve
                } else {
                    let exact = sets.exact;
                    let needed = sets.needed();
                    let simplex = Simplex::new(&self.demand, &needed);
                    Stage::Relax(needed, exact, Box::new(simplex))
                }
            }
            Stage::Relax(sets, exact, mut simplex) => {
                if simplex.step(&sets) {
                    Stage::Relax(sets, exact, simplex)
                } else {
                    return self.branch(sets, exact, &simplex);
                }
            }
            Stage::Cover(mut cover) => {
                let more = self
                    .bounds
                    .as_ref()
                    .is_some_and(|bounds| cover.step(bounds));
                // Kept at once: the search may be stopped after any step.
                if let Some(held) = cover.found.take() {
                    let loads = loads(held);
                    let found = cost(&self.fleet, &loads).map(|cost| (cost, loads));
                    if self.settle(found) {
                        return self.finish(true);
                    }
                }
                if more {
                    Stage::Cover(cover)
                } else if cover.given_up() {
                    self.repack.best.clone_from(&self.best);
                    Stage::Improve
                } else {
                    return self.finish(true);
                }
            }
            Stage::Improve => {
                let more = self.repack.step(&self.fleet);
                if self.settle(self.repack.best.clone()) {
                    return self.finish(true);
                }
                if !more {
                    return;
                }
                Stage::Improve
            }
            Stage::Done => Stage::Done,
        };
    }

    fn branch(&mut self, sets: Vec<Pattern>, exact: bool, simplex: &Simplex) {
        let bounds = Bounds::of_sets(&self.fleet, &self.demand, &sets, simplex.prices());
        self.below = self.below.max(bounds.below(&self.demand));
        if self.settle(None) {
            return self.finish(true);
        }
        let best = self.best.as_ref().map_or(u64::MAX, |(best, _)| *best);
        let cover = Cover::new(&self.fleet, self.demand.clone(), sets, exact, best, &bounds);
        self.bounds = Some(bounds);
        self.stage = Stage::Cover(Box::new(cover));
    }
}

/// No packing of the question costs less by its rules alone, in thousandths of a dollar an hour;
/// `None` where none holds all.
pub(super) fn least(question: Question) -> Option<u64> {
    let search = Search::new(question);
    let bounds = Bounds::of_rules(&search.fleet, &search.demand);
    let below = price(bounds.below(&search.demand));
    search.homeless.is_empty().then_some(below)
}

fn loads(held: Vec<Held>) -> Vec<Load> {
    let kinds = |counts: Vec<(usize, u32)>| {
        let repeat = |(kind, many): (usize, u32)| (0..many).map(move |_| kind);
        counts.into_iter().flat_map(repeat).collect()
    };
    held.into_iter()
        .map(|(gpu, counts)| (gpu, kinds(counts)))
        .collect()
}
