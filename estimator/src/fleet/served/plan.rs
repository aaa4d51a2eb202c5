//! From serving questions to a packing. How many replicas a question is depends on the type that
//! it is sized for: each type's numbers are packed, on all types, and the cheapest packing wins.
//! A replica too busy for a type stands on another.

use super::types::{Type, types};
use super::{Choice, Fit, Known, Served, Wish};
use crate::fleet::machines::machines;
use crate::fleet::question::{Demand, Gpu, HOURS, Question, Workload};
use crate::fleet::{FleetError, Machines, Packing, least};
use crate::quantity::UsdPerHour;
use crate::rental::{Rented, rented};
use crate::serving::report::Sizing;

/// Ways to divide the questions into replicas that are packed at most.
const MOST_WAYS: usize = 16;
/// Of those that are left out at the end, how many are bounded.
const MOST_BOUNDED: usize = 4;
/// Workloads of a packing at most, as a file may have.
const MOST_ITEMS: u32 = 1000;

/// A replica of a packing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name in the packing.
    pub id: String,
    /// The question's place.
    pub served: usize,
    /// Working replicas of it in all.
    pub replicas: u32,
}

/// A question that is served as Size serves it, several GPUs a replica.
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    /// The question's place.
    pub served: usize,
    /// The choice's place.
    pub choice: usize,
    /// Its sizing and bill.
    pub sizing: Sizing,
}

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The replicas as they were packed.
    pub question: Question,
    /// The packing.
    pub packing: Packing,
    /// Its types.
    pub types: Vec<Type>,
    /// Its workloads.
    pub items: Vec<Item>,
    /// The questions that need several GPUs.
    pub whole: Vec<Whole>,
    /// Questions that no choice serves as promised, by place.
    pub unserved: Vec<usize>,
    /// Every bill: whole instances of the packing and of the questions beside it, licences
    /// included; `None` where something is unserved or unpacked.
    pub per_hour: Option<UsdPerHour>,
    /// The bills of what is served and packed; `None` where nothing holds all of that.
    pub paid: Option<UsdPerHour>,
    /// No packing under any of the divisions costs less, bills beside it included; `None` where
    /// one was not packed to the end.
    pub bound: Option<UsdPerHour>,
    /// Whether no packing is cheaper, under any of the divisions that were packed.
    pub optimal: bool,
    engines: Vec<Vec<f64>>,
}

impl Answer {
    /// The replica of that name.
    #[must_use]
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// The share of a question's steps in which kernels run, on a choice.
    #[must_use]
    pub fn engine(&self, served: usize, choice: usize) -> f64 {
        let engine = self.engines.get(served).and_then(|all| all.get(choice));
        engine.copied().unwrap_or(1.0)
    }
}

/// The way from questions to an answer, in steps.
#[derive(Debug, Clone)]
pub struct Planner {
    wish: Wish,
    fits: Vec<Vec<Option<Fit>>>,
    whole: Vec<Option<Whole>>,
    ways: Option<Vec<Vec<u32>>>,
    now: Option<(Vec<Item>, Box<Machines>, Question)>,
    best: Option<Answer>,
    all_proved: bool,
    /// The least bound of any division, in thousandths of a dollar an hour.
    below: Option<u64>,
    known: Known,
}

impl Planner {
    /// A plan that has not begun.
    ///
    /// # Errors
    /// As [`Wish::check`].
    pub fn new(wish: Wish) -> Result<Self, FleetError> {
        Self::after(wish, Known::default())
    }

    /// The same, with sizings that were made before.
    ///
    /// # Errors
    /// As [`Wish::check`].
    pub fn after(wish: Wish, known: Known) -> Result<Self, FleetError> {
        wish.check()?;
        Ok(Self {
            wish,
            fits: Vec::new(),
            whole: Vec::new(),
            ways: None,
            now: None,
            best: None,
            all_proved: true,
            below: Some(u64::MAX),
            known,
        })
    }

    /// The sizings that were made, for the next plan.
    #[must_use]
    pub fn into_known(self) -> Known {
        self.known
    }

    /// What was asked.
    #[must_use]
    pub const fn wish(&self) -> &Wish {
        &self.wish
    }

    /// Ends with the best so far, which is proved only where it is already; before the first
    /// packing there is none yet, and it goes on.
    pub fn settle(&mut self) {
        let Some(ways) = &mut self.ways else {
            return;
        };
        // The last is packed first.
        let last = usize::from(self.best.is_none());
        let mut dropped: Vec<Vec<u32>> = ways.drain(..ways.len().saturating_sub(last)).collect();
        // One that has only begun goes on to its first packing.
        let any =
            |(_, search, _): &mut (_, Box<Machines>, _)| search.answer().price_milli_usd.is_some();
        let found = self.best.is_some();
        if let Some((items, search, question)) = self.now.take_if(|now| found || any(now)) {
            dropped.extend(self.ways.iter_mut().flat_map(std::mem::take));
            self.keep(items, question, &search);
        }
        if !dropped.is_empty() {
            self.all_proved = false;
            self.bound(&dropped);
        }
    }

    /// Whether something was packed already.
    #[must_use]
    pub fn has_any(&self) -> bool {
        let now = self.now.as_ref();
        self.best.is_some()
            || now.is_some_and(|(_, search, _)| search.answer().price_milli_usd.is_some())
    }

    /// What the divisions that are not packed cost at least, where they are few.
    fn bound(&mut self, dropped: &[Vec<u32>]) {
        if dropped.len() > MOST_BOUNDED {
            self.below = None;
            return;
        }
        let best = self.best.as_ref();
        let most = best.and_then(|best| best.packing.price_milli_usd);
        for way in dropped {
            let (_, mut question) = self.question(way);
            // A machine beyond the best is part of no better packing.
            let costs = |gpu: &Gpu| u64::from(gpu.lot).saturating_mul(gpu.price_milli_usd);
            let within = |gpu: &Gpu| most.is_none_or(|most| costs(gpu) <= most);
            question.gpus.retain(within);
            // One that holds not all of it bounds nothing.
            if let Some(least) = least(question) {
                self.below = self.below.map(|below| below.min(least));
            }
        }
    }

    /// Goes on by so many steps: a question is sized on all types in one, some tens of
    /// milliseconds; a step of a packing takes some milliseconds. Says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        (0..steps).any(|_| self.step())
    }

    /// The best so far; `None` before anything was packed.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.best.as_ref()
    }

    /// The sizings of a question, by choice.
    #[must_use]
    pub fn fits(&self, served: usize) -> &[Option<Fit>] {
        self.fits.get(served).map_or(&[], Vec::as_slice)
    }

    fn step(&mut self) -> bool {
        if let Some(served) = self.wish.served.get(self.fits.len()) {
            let choices = self.wish.choices.iter();
            let fits: Vec<Option<Fit>> = choices
                .map(|choice| self.known.fit(served, choice))
                .collect();
            let place = self.fits.len();
            let (whole, short) = whole(&self.wish, place, served, &fits, &mut self.known);
            // Which workloads get what there is not enough of is not searched for.
            self.all_proved &= !short;
            if let Some(whole) = &whole {
                self.take(whole);
            }
            self.fits.push(fits);
            self.whole.push(whole);
            return false;
        }
        if self.ways.is_none() {
            self.ways = Some(self.divisions());
        }
        if let Some((items, mut search, question)) = self.now.take() {
            if search.advance(1) {
                self.keep(items, question, &search);
            } else {
                self.now = Some((items, search, question));
            }
            return false;
        }
        let Some(way) = self.ways.as_mut().and_then(Vec::pop) else {
            self.judge();
            return true;
        };
        let (items, question) = self.question(&way);
        let best = self.best.as_ref();
        let known = best.and_then(|best| best.packing.cost());
        let search = Box::new(Machines::cheaper(question.clone(), known));
        self.now = Some((items, search, question));
        false
    }

    /// Takes the GPUs of a question beside the packing from those that can be rented.
    fn take(&mut self, whole: &Whole) {
        let choice = self.wish.choices.get_mut(whole.choice);
        if let Some(most) = choice.and_then(|choice| choice.most.as_mut()) {
            self.all_proved = false;
            *most = most.saturating_sub(rented_by(&whole.sizing));
        }
    }

    /// Whether the best is proved, and what none costs less than.
    fn judge(&mut self) {
        let Some(best) = &mut self.best else {
            return;
        };
        best.optimal = self.all_proved && best.packing.optimal;
        let below = self.below.filter(|below| *below < u64::MAX);
        best.bound = match (best.optimal, best.packing.price_milli_usd, below) {
            (true, ..) => best.paid,
            (false, Some(price), Some(below)) => best.paid.map(|paid| {
                let over = price.saturating_sub(below) as f64 / 1000.0;
                UsdPerHour::new((paid.get() - over).max(0.0))
            }),
            _ => None,
        };
    }

    /// Numbers of replicas: those of every choice, where it serves a question, else the fewest
    /// of any; the choice's own first in the end, since the last is packed first.
    fn divisions(&self) -> Vec<Vec<u32>> {
        let numbers = |fits: &[Option<Fit>]| -> Vec<u32> {
            fits.iter().flatten().map(Fit::replicas).collect()
        };
        let mut ways: Vec<Vec<u32>> = Vec::new();
        for choice in 0..self.wish.choices.len() {
            let of = |fits: &Vec<Option<Fit>>| {
                let own = fits.get(choice).and_then(Option::as_ref).map(Fit::replicas);
                own.or_else(|| numbers(fits).into_iter().min()).unwrap_or(0)
            };
            ways.push(self.fits.iter().map(of).collect());
        }
        for pick in [
            Iterator::min as fn(std::vec::IntoIter<u32>) -> Option<u32>,
            Iterator::max,
        ] {
            let of = |fits: &Vec<Option<Fit>>| pick(numbers(fits).into_iter()).unwrap_or(0);
            ways.push(self.fits.iter().map(of).collect());
        }
        ways.sort_unstable();
        ways.dedup();
        // The likely cheapest is packed first, from the end: the others end where they cannot
        // be cheaper.
        let likely = |way: &Vec<u32>| {
            let each = self.fits.iter().zip(way).map(|(fits, many)| {
                let price = |(fit, choice): (&Option<Fit>, &Choice)| {
                    let enough = fit.as_ref()?.replicas() <= *many;
                    let prices = choice.offer.prices().iter();
                    let each = prices.map(|price| price.per_accelerator.get());
                    let each = if choice.have > 0 {
                        Some(0.0)
                    } else {
                        each.reduce(f64::min)
                    };
                    each.filter(|_| enough)
                };
                let prices = fits.iter().zip(&self.wish.choices).filter_map(price);
                prices.fold(f64::INFINITY, f64::min) * f64::from(*many)
            });
            let unserved = |cost: &f64| cost.is_finite();
            each.filter(unserved).sum::<f64>()
        };
        ways.sort_by(|one, other| {
            let many = |way: &Vec<u32>| way.iter().map(|many| u64::from(*many)).sum::<u64>();
            let costs = likely(other).total_cmp(&likely(one));
            costs.then_with(|| many(other).cmp(&many(one)))
        });
        ways.retain(|way| {
            way.iter()
                .fold(0, |sum: u32, many| sum.saturating_add(*many))
                <= MOST_ITEMS
        });
        let least = ways.len().saturating_sub(MOST_WAYS);
        ways.drain(..least);
        ways
    }

    /// The packing's question for such numbers.
    fn question(&mut self, way: &[u32]) -> (Vec<Item>, Question) {
        let (types, gpus) = types(&self.wish);
        let mut items = Vec::new();
        let mut workloads = Vec::new();
        for (place, (served, fits)) in self.wish.served.iter().zip(&self.fits).enumerate() {
            let replicas = way.get(place).copied().unwrap_or(0);
            let beside = self.whole.get(place).is_some_and(Option::is_some);
            if replicas == 0 || beside {
                continue;
            }
            let demands: Vec<Option<Demand>> = fits
                .iter()
                .zip(&self.wish.choices)
                .map(|(fit, choice)| {
                    let fit = fit.as_ref()?;
                    let slowest = self.known.slowdown_max(served, choice, replicas);
                    Some(demand(served, fit, replicas, slowest))
                })
                .collect();
            let on: Vec<(String, Option<Demand>)> = types
                .iter()
                .map(|one| {
                    let demand = demands.get(one.choice).copied().flatten();
                    (one.name.clone(), demand)
                })
                .collect();
            let (Some(first), Some(fit)) = (
                demands.iter().flatten().next(),
                fits.iter().flatten().next(),
            ) else {
                continue;
            };
            let spares = fits
                .iter()
                .flatten()
                .map(|fit| fit.spares)
                .max()
                .unwrap_or(0);
            let all = replicas.saturating_add(spares);
            for replica in 1..=all {
                let id = if all == 1 {
                    served.id.clone()
                } else {
                    format!("{} {replica}/{all}", served.id)
                };
                workloads.push(workload(&id, served, fit, first, &on));
                items.push(Item {
                    id,
                    served: place,
                    replicas,
                });
            }
        }
        let question = Question {
            name: self.wish.name.clone(),
            rules: self.wish.rules.clone(),
            gpus,
            workloads,
            seconds: None,
        };
        (items, question)
    }

    fn keep(&mut self, items: Vec<Item>, question: Question, search: &Machines) {
        let packing = search.answer();
        self.all_proved &= search.is_proved();
        self.below = self.below.map(|below| below.min(search.below()));
        let (types, _) = types(&self.wish);
        let unserved: Vec<usize> = (0..self.fits.len())
            .filter(|place| {
                let fits = self
                    .fits
                    .get(*place)
                    .is_some_and(|fits| fits.iter().any(Option::is_some));
                !fits && self.whole.get(*place).is_none_or(Option::is_none)
            })
            .collect();
        let whole: Vec<Whole> = self.whole.iter().flatten().cloned().collect();
        let beside: f64 = whole
            .iter()
            .filter_map(|one| one.sizing.cost)
            .map(|cost| cost.per_hour.get())
            .sum();
        let packed = packing.price_milli_usd.is_some();
        let paid =
            packed.then(|| UsdPerHour::new(beside + bill(&self.wish, &types, &question, &packing)));
        let per_hour = paid.filter(|_| unserved.is_empty());
        let better =
            self.best
                .as_ref()
                .is_none_or(|best| match (packing.cost(), best.packing.cost()) {
                    (Some(cost), Some(known)) => cost < known,
                    (found, known) => found.is_some() && known.is_none(),
                });
        if better {
            let engine = |fit: &Option<Fit>| fit.as_ref().map_or(1.0, |fit| fit.character.engine);
            let engines = self
                .fits
                .iter()
                .map(|fits| fits.iter().map(engine).collect())
                .collect();
            self.best = Some(Answer {
                question,
                packing,
                types,
                items,
                whole,
                unserved,
                per_hour,
                paid,
                bound: None,
                optimal: false,
                engines,
            });
        }
    }
}

fn demand(served: &Served, fit: &Fit, replicas: u32, slowest: f64) -> Demand {
    let mut load = [0.0; HOURS];
    for (load, share) in load.iter_mut().zip(served.day) {
        // Bisection's grain is no load beyond a whole GPU.
        let busy = share * fit.needed / f64::from(replicas.max(1));
        *load = if busy > 1.0 && busy < 1.001 {
            1.0
        } else {
            busy
        };
    }
    Demand {
        memory_mib: fit.memory_mib,
        load,
        alpha: fit.character.alpha,
        engine: fit.character.engine,
        fill: fit.character.fill,
        slowdown_max: Some(slowest),
    }
}

fn workload(
    id: &str,
    served: &Served,
    fit: &Fit,
    first: &Demand,
    on: &[(String, Option<Demand>)],
) -> Workload {
    Workload {
        id: id.to_owned(),
        memory_mib: first.memory_mib,
        load: first.load,
        isolation: served.isolation,
        alpha: first.alpha,
        engine: first.engine,
        fill: first.fill,
        slowdown_max: first.slowdown_max,
        wait_max_s: served.wait_max_s,
        weights_mib: fit.weights_mib,
        visits_per_hour: visits(served),
        apart: served.apart.then(|| served.id.clone()),
        on: on.to_vec(),
    }
}

/// How often a model is woken in its busiest hour: at most once for every request, and once in
/// a residence of ten seconds.
fn visits(served: &Served) -> f64 {
    const MOST_PER_HOUR: f64 = 360.0;
    let load = served.scenario().map(|scenario| scenario.workload.load);
    let rate = match load {
        Some(crate::workload::Load::Poisson(rate)) => rate * 3600.0,
        _ => MOST_PER_HOUR,
    };
    rate.min(MOST_PER_HOUR)
}

/// GPUs that a sizing is billed for.
fn rented_by(sizing: &Sizing) -> u32 {
    let bill = sizing.cost.map(|cost| cost.bill.accelerators);
    bill.unwrap_or_else(|| sizing.accelerators())
}

/// The answer of Size to a question over all choices that there are enough of, where its replicas
/// span several GPUs and that costs less than any on single ones, or nothing else serves it; and
/// whether there were too few of one.
fn whole(
    wish: &Wish,
    place: usize,
    served: &Served,
    fits: &[Option<Fit>],
    known: &mut Known,
) -> (Option<Whole>, bool) {
    let mut choices: Vec<(usize, &Choice)> = wish.choices.iter().enumerate().collect();
    let all = choices.len();
    let found = served.scenario().and_then(|scenario| {
        loop {
            let offers: Vec<_> = choices.iter().map(|(_, one)| one.offer.clone()).collect();
            let (at, sizing) = known.spanning(scenario, &offers)?;
            let (choice, most) = choices.get(at).map(|(place, one)| (*place, one.most))?;
            let several = sizing.estimate.placement.accelerators() > 1;
            if !several || most.is_none_or(|most| rented_by(&sizing) <= most) {
                return several.then_some((choice, sizing));
            }
            choices.remove(at);
        }
    });
    let short = choices.len() < all;
    let whole = found.and_then(|(choice, sizing)| cheapest(wish, place, fits, choice, sizing));
    (whole, short)
}

/// The sizing on several GPUs a replica, where it costs less than single ones.
fn cheapest(
    wish: &Wish,
    place: usize,
    fits: &[Option<Fit>],
    choice: usize,
    sizing: Sizing,
) -> Option<Whole> {
    let of = |sizing: &Sizing| sizing.cost.map(|cost| cost.per_hour.get());
    let singly = fits
        .iter()
        .flatten()
        .filter_map(|fit| of(fit.sizing.as_ref()?))
        .fold(f64::INFINITY, f64::min);
    let free = fits
        .iter()
        .zip(&wish.choices)
        .any(|(fit, choice)| fit.is_some() && choice.have > 0);
    let cheaper = of(&sizing).is_some_and(|cost| cost < singly);
    (cheaper && !free).then_some(Whole {
        served: place,
        choice,
        sizing,
    })
}

/// Dollars an hour of a packing: every type's GPUs as they are sold, and licences.
fn bill(wish: &Wish, types: &[Type], question: &Question, packing: &Packing) -> f64 {
    let (lots, licences) = sold(wish, types, question, packing);
    let lots = lots.iter().map(|lot| lot.rented.per_hour.get());
    licences.get() + lots.sum::<f64>()
}

/// GPUs of a packing that are rented together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lot {
    /// The type's place.
    pub kind: usize,
    /// GPUs that the packing uses.
    pub used: u32,
    /// Whole instances, and their price.
    pub rented: Rented,
}

/// The bill of a packing line by line: the GPUs of every type that is rented, and the licences.
#[must_use]
pub fn sold(
    wish: &Wish,
    types: &[Type],
    question: &Question,
    packing: &Packing,
) -> (Vec<Lot>, UsdPerHour) {
    let machines = machines(question, packing);
    let paid: u64 = machines.iter().map(|machine| machine.price_milli_usd).sum();
    let licences = packing
        .price_milli_usd
        .unwrap_or_default()
        .saturating_sub(paid);
    let lots = machines.iter().filter_map(|machine| {
        let kind = types.iter().position(|one| one.name == machine.gpu)?;
        let one = types.get(kind)?;
        let offer = &wish.choices.get(one.choice)?.offer;
        let price = offer.prices().get(one.price?)?;
        let used = machine.machines * u64::from(machine.lot) - machine.idle;
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        Some(Lot {
            kind,
            used,
            rented: rented(used, 1, price),
        })
    });
    (lots.collect(), UsdPerHour::new(licences as f64 / 1000.0))
}
