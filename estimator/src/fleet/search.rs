//! The search, in steps: first fit, the sets that fit, branch and bound over them, and improvement
//! where the sets or the states are too many. It may be stopped after any step.

use super::answer::{Packing, bins, homeless};
use super::bound::of_rules;
use super::cover::{Cover, Held, price};
use super::fitting::Fleet;
use super::patterns::Patterns;
use super::question::Question;
use super::repack::{Load, Repack, cost};

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
    /// Nothing costs less than this: price and GPUs.
    below: u64,
    /// What costs as much as this is not looked for.
    most: u64,
    best: Option<(u64, Vec<Load>)>,
    proved: bool,
}

#[derive(Debug, Clone)]
enum Stage {
    First,
    Sets(Box<Patterns>),
    Cover(Box<Cover>),
    Improve,
    Done,
}

impl Search {
    /// A search that has not begun.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self::cheaper(question, u64::MAX)
    }

    /// A search for what costs less than that, which ends where there is none.
    pub(super) fn cheaper(question: Question, most: u64) -> Self {
        let fleet = Fleet::new(question);
        let homeless = homeless(&fleet);
        let mut search = Self {
            demand: demand(&fleet),
            stage: Stage::First,
            repack: Repack::new(),
            below: 0,
            most,
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

    /// No packing costs less than this: price and GPUs.
    pub(super) fn below(&self) -> u64 {
        if self.proved {
            self.most().max(self.below)
        } else {
            self.below
        }
    }

    /// The cost of the best so far, with its GPUs.
    pub(super) fn answer_cost(&self) -> Option<u64> {
        self.best.as_ref().map(|(cost, _)| *cost)
    }

    /// How many GPUs of each type the best so far uses; `None` before there is one.
    pub(super) fn used(&self) -> Option<Vec<u64>> {
        let (_, loads) = self.best.as_ref()?;
        let mut used = vec![0; self.fleet.question.gpus.len()];
        for (gpu, _) in loads {
            if let Some(used) = used.get_mut(*gpu) {
                *used += 1;
            }
        }
        Some(used)
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

    /// Whether what it knows from below will be sharpened by branching alone.
    pub(super) fn is_bounded(&self) -> bool {
        match &self.stage {
            Stage::First | Stage::Sets(_) => false,
            Stage::Cover(cover) => cover.below().is_some(),
            Stage::Improve | Stage::Done => true,
        }
    }

    /// The cost from which on nothing is looked for.
    fn most(&self) -> u64 {
        let best = self.best.as_ref().map_or(u64::MAX, |(best, _)| *best);
        best.min(self.most)
    }

    /// Takes a better packing, and says whether it cannot be beaten.
    fn settle(&mut self, found: Option<(u64, Vec<Load>)>) -> bool {
        if let Some((cost, loads)) = found
            && cost < self.most()
        {
            self.best = Some((cost, loads));
        }
        self.most() <= self.below
    }

    fn step(&mut self) {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::First => {
                let many = self.fleet.kinds.len() > MOST_KINDS;
                // Where a packing is known, branching finds a cheaper one soonest.
                let known = self.most < u64::MAX && !many;
                if !known && self.repack.start(&self.fleet) {
                    Stage::First
                } else {
                    self.below = of_rules(&self.fleet, &self.demand);
                    if self.settle(self.repack.best.clone()) {
                        return self.finish(true);
                    }
                    if many {
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
                    let needed = sets.needed(&self.fleet);
                    let (demand, most) = (self.demand.clone(), self.most());
                    Stage::Cover(Box::new(Cover::new(
                        &self.fleet,
                        demand,
                        needed,
                        exact,
                        most,
                    )))
                }
            }
            Stage::Cover(mut cover) => {
                let more = cover.step();
                if let Some(below) = cover.below() {
                    self.below = self.below.max(below);
                }
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
}

/// No packing of the question costs less by its rules alone, in thousandths of a dollar an hour;
/// `None` where none holds all.
pub(super) fn least(question: Question) -> Option<u64> {
    let search = Search::new(question);
    let below = price(of_rules(&search.fleet, &search.demand));
    search.homeless.is_empty().then_some(below)
}

/// No packing of the question costs less by its rules alone: price and GPUs.
pub(super) fn least_cost(question: &Question) -> u64 {
    let fleet = Fleet::new(question.clone());
    of_rules(&fleet, &demand(&fleet))
}

/// How many there are of each kind.
fn demand(fleet: &Fleet) -> Vec<u32> {
    let many = |kind: &Vec<usize>| u32::try_from(kind.len()).unwrap_or(u32::MAX);
    fleet.kinds.iter().map(many).collect()
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
