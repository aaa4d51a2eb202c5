//! The workloads that fit a budget of money, power or GPUs: workloads in order of priority, each
//! held where the cheapest packing of all held so far and it keeps the budget.
//!
//! ```text
//! measure of a GPU = its price, its watts, or 1, and the cheapest packing is by that measure
//! ```
//!
//! Then the same with one unit more, to say the gain by it. Once more is held, no packing needs
//! less, so that a workload that does not fit is left out for good.

use super::machines::machines;
use super::question::Question;
use super::{FleetError, Machines, Packing};
use serde::Serialize;
use std::collections::HashSet;

/// Watts of a kilowatt.
const WATTS: f64 = 1000.0;

/// The limit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// Thousandths of a dollar an hour.
    Money(u64),
    /// Kilowatts of the GPUs under load, idle ones of a machine included.
    Power(f64),
    /// GPUs that are paid for.
    Gpus(u64),
}

impl Budget {
    /// With one unit more: a thousandth of the dearest GPU's price is none, so of money a GPU.
    fn more(self, question: &Question) -> Self {
        match self {
            Self::Money(limit) => {
                let cheapest = question.gpus.iter().map(|gpu| {
                    gpu.price_milli_usd
                        .saturating_mul(u64::from(gpu.lot.max(1)))
                });
                Self::Money(
                    limit.saturating_add(cheapest.filter(|price| *price > 0).min().unwrap_or(0)),
                )
            }
            Self::Power(limit) => Self::Power(limit + 1.0),
            Self::Gpus(limit) => Self::Gpus(limit.saturating_add(1)),
        }
    }

    /// The limit, in units of the measure.
    fn limit(self) -> u64 {
        match self {
            Self::Money(limit) | Self::Gpus(limit) => limit,
            Self::Power(limit) => crate::quantity::whole((limit * WATTS).floor()),
        }
    }

    /// The question whose prices are the measure.
    fn measured(self, question: &Question) -> Question {
        let mut question = question.clone();
        match self {
            Self::Money(_) => {}
            Self::Power(_) => {
                question.gpus.retain(|gpu| gpu.power_w.is_some());
                for gpu in &mut question.gpus {
                    let watts = gpu.power_w.unwrap_or_default().ceil();
                    gpu.price_milli_usd = crate::quantity::whole(watts);
                    gpu.vgpu_licence_milli_usd = 0;
                }
            }
            Self::Gpus(_) => {
                for gpu in &mut question.gpus {
                    gpu.price_milli_usd = 1;
                    gpu.vgpu_licence_milli_usd = 0;
                }
            }
        }
        question
    }
}

/// The workloads a budget holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Afforded {
    /// The budget.
    pub budget: Budget,
    /// Workloads that are held, in order of priority.
    pub held: Vec<String>,
    /// Those that are not.
    pub left: Vec<String>,
    /// The used part of the budget, in thousandths of a dollar an hour, watts or GPUs.
    pub used: u64,
    /// The packing of the workloads held, at its prices in money.
    pub packing: Packing,
    /// Whether each that is left out was proved not to fit.
    pub proved: bool,
    /// With a GPU or a kilowatt more (of money, the price of the cheapest machine): the workloads
    /// held then and not now.
    pub gained: Vec<String>,
    /// The budget that this is of.
    pub larger: Budget,
}

/// The search for the workloads a budget holds, in steps.
#[derive(Debug, Clone)]
pub struct Affording {
    question: Question,
    /// Workloads that are held together or not at all, by their places.
    order: Vec<Vec<usize>>,
    budget: Budget,
    larger: Budget,
    now: Greedy,
    first: Option<Greedy>,
    done: bool,
}

/// One pass over the workloads.
#[derive(Debug, Clone)]
struct Greedy {
    measured: Question,
    limit: u64,
    next: usize,
    held: Vec<usize>,
    left: Vec<usize>,
    packing: Option<Packing>,
    search: Option<Box<Machines>>,
    proved: bool,
}

impl Greedy {
    fn new(question: &Question, budget: Budget) -> Self {
        Self {
            measured: budget.measured(question),
            limit: budget.limit(),
            next: 0,
            held: Vec::new(),
            left: Vec::new(),
            packing: None,
            search: None,
            proved: true,
        }
    }

    /// Goes on by a step; true where all were looked at.
    fn step(&mut self, order: &[Vec<usize>]) -> bool {
        let Some(candidates) = order.get(self.next) else {
            return true;
        };
        let search = self.search.get_or_insert_with(|| {
            let mut with = self.held.clone();
            with.extend(candidates);
            with.sort_unstable();
            let mut question = self.measured.clone();
            question.workloads = with
                .iter()
                .filter_map(|index| self.measured.workloads.get(*index).cloned())
                .collect();
            Box::new(Machines::new(question))
        });
        let finished = search.advance(1);
        let packing = search.answer();
        let fits = packing
            .price_milli_usd
            .is_some_and(|price| price <= self.limit);
        let never = packing
            .bound_milli_usd
            .is_some_and(|bound| bound > self.limit);
        if fits {
            self.held.extend(candidates);
            self.packing = Some(packing);
        } else if never || finished {
            let nothing = packing.price_milli_usd.is_none() && finished;
            self.proved &= never || packing.optimal || nothing;
            self.left.extend(candidates);
        } else {
            return false;
        }
        self.search = None;
        self.next += 1;
        self.next >= order.len()
    }
}

impl Affording {
    /// The search by a budget, workloads taken by `priority`, the most important first; those that
    /// it does not name come last, in the question's order.
    ///
    /// # Errors
    /// A budget that is no amount, one of power where no type's is known, a priority that is no
    /// workload or there twice.
    pub fn new(
        question: Question,
        priority: &[String],
        budget: Budget,
    ) -> Result<Self, FleetError> {
        let each: Vec<Vec<String>> = priority.iter().map(|id| vec![id.clone()]).collect();
        Self::together(question, &each, budget)
    }

    /// The same of workloads that are held together or not at all, as the replicas of one.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn together(
        question: Question,
        priority: &[Vec<String>],
        budget: Budget,
    ) -> Result<Self, FleetError> {
        let wrong = |field: &str, message: String| {
            Err(FleetError {
                field: field.to_owned(),
                message,
            })
        };
        if let Budget::Power(limit) = budget {
            if !(0.0..=1e9).contains(&limit) {
                return wrong("budget.power", "not kilowatts from 0".to_owned());
            }
            if question.gpus.iter().all(|gpu| gpu.power_w.is_none()) {
                return wrong("budget.power", "no type's power is known".to_owned());
            }
        }
        let mut order = Vec::new();
        let mut seen = HashSet::new();
        for (index, ids) in priority.iter().enumerate() {
            let mut places = Vec::new();
            for id in ids {
                let place = question.workloads.iter().position(|one| one.id == *id);
                let Some(place) = place.filter(|place| seen.insert(*place)) else {
                    return wrong(
                        &format!("priority[{index}]"),
                        format!("{id:?} is no workload, or is there twice"),
                    );
                };
                places.push(place);
            }
            order.push(places);
        }
        let rest = (0..question.workloads.len()).filter(|place| !seen.contains(place));
        order.extend(rest.map(|place| vec![place]));
        Ok(Self {
            now: Greedy::new(&question, budget),
            larger: budget.more(&question),
            question,
            order,
            budget,
            first: None,
            done: false,
        })
    }

    /// Goes on by so many steps, of some milliseconds each, and says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            if self.done {
                break;
            }
            if !self.now.step(&self.order) {
                continue;
            }
            if self.first.is_some() {
                self.done = true;
            } else {
                let next = Greedy::new(&self.question, self.larger);
                self.first = Some(std::mem::replace(&mut self.now, next));
            }
        }
        self.done
    }

    /// The answer so far.
    #[must_use]
    pub fn answer(&self) -> Afforded {
        let (first, second) = match &self.first {
            Some(first) => (first, Some(&self.now)),
            None => (&self.now, None),
        };
        let name = |index: &usize| {
            self.question
                .workloads
                .get(*index)
                .map(|one| one.id.clone())
        };
        let names =
            |indices: &[usize]| -> Vec<String> { indices.iter().filter_map(name).collect() };
        let mut packing = first.packing.clone().unwrap_or_else(|| {
            let mut empty = self.question.clone();
            empty.workloads.clear();
            Machines::new(empty).answer()
        });
        let used = packing.price_milli_usd.unwrap_or_default();
        if !matches!(self.budget, Budget::Money(_)) {
            self.in_money(&mut packing);
        }
        let gained = second.map_or_else(Vec::new, |second| {
            let new = second
                .held
                .iter()
                .filter(|index| !first.held.contains(index));
            new.filter_map(name).collect()
        });
        Afforded {
            budget: self.budget,
            held: names(&first.held),
            left: names(&first.left),
            used,
            packing,
            proved: first.proved,
            gained,
            larger: self.larger,
        }
    }

    /// A packing by another measure, at its prices; nothing is known of cheaper ones.
    fn in_money(&self, packing: &mut Packing) {
        for bin in &mut packing.bins {
            let gpu = self.question.gpus.iter().find(|gpu| gpu.name == bin.gpu);
            bin.price_milli_usd = gpu.map_or(0, |gpu| {
                let licence = if bin.mode == super::Mode::Vgpu {
                    gpu.vgpu_licence_milli_usd
                } else {
                    0
                };
                gpu.price_milli_usd + licence
            });
        }
        let bins: u64 = packing.bins.iter().map(|bin| bin.price_milli_usd).sum();
        let idle: u64 = machines(&self.question, packing)
            .iter()
            .map(|machine| {
                let all = machine.machines * u64::from(machine.lot);
                machine.price_milli_usd / all.max(1) * machine.idle
            })
            .sum();
        packing.price_milli_usd = Some(bins + idle);
        packing.bound_milli_usd = None;
        packing.optimal = false;
    }
}
