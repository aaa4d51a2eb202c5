//! GPUs as they are rented: several in one machine, all of which are paid for.
//!
//! ```text
//! cost = sum over types of machines x lot x price, plus licences
//! sum over a pool of machines x lot <= its count
//! ```
//!
//! GPUs that are rented singly are packed first: a machine that alone costs more than that is in no
//! better packing. Then numbers of machines are tried by rising cost: those rented are free to the
//! packing, and limit it. No packing costs less than one whose GPUs are paid for singly, and none
//! less than its machines; a number that cannot undercut the best is not tried.

use super::cover::price;
use super::patterns::COST;
use super::question::{Gpu, Question};
use super::search::least_cost;
use super::{Mode, Packing, Search};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Numbers of machines that are tried at most.
const MOST_TRIED: u32 = 2000;

/// Machines of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// The type's name.
    pub gpu: String,
    /// How many machines.
    pub machines: u64,
    /// GPUs of each.
    pub lot: u32,
    /// GPUs in them that nothing stands on.
    pub idle: u64,
    /// Their price, licences left out, in thousandths of a dollar an hour.
    pub price_milli_usd: u64,
}

/// The places of types that come several to a machine.
fn lots(question: &Question) -> Vec<usize> {
    let several = |(index, gpu): (usize, &Gpu)| (gpu.lot > 1).then_some(index);
    let gpus = question.gpus.iter().enumerate();
    gpus.filter_map(several).collect()
}

/// Numbers of machines by type, the cheapest first.
type Tried = Reverse<(u64, Vec<u64>, usize)>;

/// A packing into whole machines that is being looked for.
#[derive(Debug, Clone)]
pub struct Machines {
    question: Question,
    /// Types that come several to a machine.
    lots: Vec<usize>,
    stage: Stage,
    /// Nothing costs less: price and GPUs.
    below: u64,
    best: Option<Packing>,
    /// Price and GPUs of what is known already: what costs as much is not looked for.
    most: Option<(u64, usize)>,
    tried: u32,
    /// Whether a search inside was stopped early for no good reason.
    given_up: bool,
}

#[derive(Debug, Clone)]
enum Stage {
    Begin,
    /// GPUs that are rented singly.
    Single(Box<Search>),
    /// All of them as if they were: what nothing costs less than.
    Bound(Box<Search>),
    /// Numbers of machines, and the search among those that are rented, with their cost.
    Numbers(BinaryHeap<Tried>, Option<(u64, Box<Search>)>),
    Done,
}

impl Machines {
    /// A search that has not begun.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self::cheaper(question, None)
    }

    /// A search for what costs less than such a price, or as much with fewer GPUs.
    pub(super) fn cheaper(question: Question, most: Option<(u64, usize)>) -> Self {
        let lots = lots(&question);
        Self {
            question,
            lots,
            stage: Stage::Begin,
            below: 0,
            best: None,
            most,
            tried: 0,
            given_up: false,
        }
    }

    /// Goes on by so many steps, each of some milliseconds at most, and says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            if self.is_done() {
                break;
            }
            self.step();
        }
        self.is_done()
    }

    const fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// The best so far. Its bins are priced by the GPU; its price is of whole machines.
    #[must_use]
    pub fn answer(&self) -> Packing {
        let under_way = match &self.stage {
            Stage::Single(search) => Some(search.answer()),
            // GPUs paid for singly, rounded up.
            Stage::Bound(search) => self.rounded(search),
            Stage::Begin | Stage::Numbers(..) | Stage::Done => None,
        };
        let known = self.best.iter().cloned().chain(under_way);
        let cost = |packing: &Packing| packing.cost().map_or((1, (0, 0)), |cost| (0, cost));
        let Some(mut packing) = known.min_by_key(cost) else {
            let few = "the machines on offer are too few to hold all of it";
            return Packing {
                reason: self.is_done().then(|| few.to_owned()),
                ..Packing::default()
            };
        };
        packing.optimal = packing.price_milli_usd.is_some() && self.is_proved();
        packing.bound_milli_usd = packing.price_milli_usd.map(|price| {
            if packing.optimal {
                price
            } else {
                price.min(self.below())
            }
        });
        packing
    }

    /// Whether something is packed already.
    pub(super) fn has_any(&self) -> bool {
        let under_way = match &self.stage {
            Stage::Single(search) => search.answer_cost().is_some(),
            Stage::Bound(search) => self.in_machines(search).is_some(),
            Stage::Begin | Stage::Numbers(..) | Stage::Done => false,
        };
        let packed = |packing: &Packing| packing.price_milli_usd.is_some();
        under_way || self.best.as_ref().is_some_and(packed)
    }

    /// Whether nothing is left that could be cheaper.
    pub(super) const fn is_proved(&self) -> bool {
        self.is_done() && !self.given_up
    }

    /// No packing into machines costs less, in thousandths of a dollar an hour, as is known so far.
    #[must_use]
    pub(super) fn below(&self) -> u64 {
        if self.is_proved() {
            return price(self.most());
        }
        let known = match &self.stage {
            // What is rented singly bounds all where all is.
            Stage::Single(search) if self.lots.is_empty() => price(search.below()),
            Stage::Bound(search) => price(search.below()),
            Stage::Numbers(heap, now) if !self.given_up => {
                let next = heap.peek().map_or(u64::MAX, |Reverse(next)| next.0);
                let running = now.as_ref().map_or(u64::MAX, |(fixed, _)| *fixed);
                next.min(running)
            }
            Stage::Begin | Stage::Single(_) | Stage::Numbers(..) | Stage::Done => 0,
        };
        price(self.below).max(known)
    }

    /// The cost from which on nothing is looked for.
    fn most(&self) -> u64 {
        let known = self.best.as_ref().and_then(Packing::cost);
        known
            .into_iter()
            .chain(self.most)
            .min()
            .map_or(u64::MAX, cost)
    }

    /// The machines of a packing of this question.
    #[must_use]
    pub fn machines(&self, packing: &Packing) -> Vec<Machine> {
        machines(&self.question, packing)
    }

    /// The GPUs of each type that a search uses in whole machines, and those that it uses; `None`
    /// where nothing is packed, or there are too few machines.
    fn in_machines(&self, search: &Search) -> Option<(Vec<u64>, Vec<u64>)> {
        let used = search.used()?;
        let gpus = used.iter().zip(&self.question.gpus);
        let whole = |(used, gpu): (&u64, &Gpu)| {
            let lot = u64::from(gpu.lot.max(1));
            used.div_ceil(lot) * lot
        };
        let paid: Vec<u64> = gpus.map(whole).collect();
        within(&self.question, &paid).then_some((paid, used))
    }

    /// The best of a search that pays for GPUs singly, in whole machines; `None` where there are
    /// too few of those.
    fn rounded(&self, search: &Search) -> Option<Packing> {
        let (paid, used) = self.in_machines(search)?;
        let mut packing = search.answer();
        let idle = paid.iter().zip(used).zip(&self.question.gpus);
        let idle: u64 = idle
            .map(|((paid, used), gpu)| (paid - used) * gpu.price_milli_usd)
            .sum();
        packing.price_milli_usd = packing.price_milli_usd.map(|price| price + idle);
        Some(packing)
    }

    /// Leaves out the machines that cost more than is known to be enough.
    fn narrow(&mut self) {
        let most = price(self.most());
        let costs = |gpu: &Gpu| u64::from(gpu.lot).saturating_mul(gpu.price_milli_usd);
        self.question
            .gpus
            .retain(|gpu| gpu.lot <= 1 || costs(gpu) <= most);
        self.lots = lots(&self.question);
    }

    /// GPUs that are rented singly first, where there are any.
    fn begin(&mut self) -> Stage {
        let mut alone = self.question.clone();
        alone.gpus.retain(|gpu| gpu.lot <= 1);
        if alone.gpus.is_empty() {
            return Stage::Bound(Box::new(Search::new(self.question.clone())));
        }
        if !self.lots.is_empty() {
            // What is packed singly alone bounds nothing.
            self.below = least_cost(&self.question);
        }
        Stage::Single(Box::new(Search::cheaper(alone, self.most())))
    }

    fn step(&mut self) {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Begin => self.begin(),
            Stage::Single(mut search) => {
                if !search.advance(1) {
                    self.stage = Stage::Single(search);
                    return;
                }
                self.given_up |= !search.is_proved();
                if self.lots.is_empty() {
                    self.below = search.below();
                }
                self.keep(search.answer());
                self.narrow();
                if self.lots.is_empty() {
                    return;
                }
                let all = self.question.clone();
                Stage::Bound(Box::new(Search::cheaper(all, self.most())))
            }
            Stage::Bound(mut search) => {
                if !search.advance(1) && !search.is_bounded() {
                    self.stage = Stage::Bound(search);
                    return;
                }
                self.below = self.below.max(search.below());
                let found = search.answer_cost().is_some();
                if found {
                    if let Some(packing) = self.rounded(&search) {
                        self.keep(packing);
                    }
                } else if self.best.as_ref().and_then(Packing::cost).is_none() {
                    self.best = Some(search.answer());
                }
                if !found && search.is_proved() {
                    // Not even GPUs that are paid for singly are cheaper, or hold all.
                    return;
                }
                self.narrow();
                self.numbers()
            }
            Stage::Numbers(heap, Some((fixed, mut search))) => {
                if !search.advance(1) {
                    self.stage = Stage::Numbers(heap, Some((fixed, search)));
                    return;
                }
                self.given_up |= !search.is_proved();
                if search.answer_cost().is_some() {
                    let mut packing = search.answer();
                    self.priced(&mut packing);
                    self.keep(packing);
                }
                Stage::Numbers(heap, None)
            }
            Stage::Numbers(mut heap, None) => match self.next(&mut heap) {
                Some(now) => Stage::Numbers(heap, now),
                None => return,
            },
            Stage::Done => Stage::Done,
        };
    }

    /// The numbers of machines, none of any first.
    fn numbers(&self) -> Stage {
        let first = Reverse((0, vec![0; self.lots.len()], 0));
        Stage::Numbers(BinaryHeap::from([first]), None)
    }

    /// The next numbers of machines, and the search among them where there can be a better packing;
    /// `None` where no more are worth trying.
    #[allow(clippy::option_option)] // the end, or a number that is left out
    fn next(&mut self, heap: &mut BinaryHeap<Tried>) -> Option<Option<(u64, Box<Search>)>> {
        let Reverse((fixed, counts, from)) = heap.pop()?;
        let most = self.most();
        if price(most) < fixed || most <= self.below {
            return None;
        }
        self.tried += 1;
        if self.tried > MOST_TRIED {
            self.given_up = true;
            return None;
        }
        for (place, index) in self.lots.iter().enumerate().skip(from) {
            let Some(gpu) = self.question.gpus.get(*index) else {
                continue;
            };
            let mut more = counts.clone();
            let Some(machines) = more.get_mut(place) else {
                continue;
            };
            *machines += 1;
            let lot = u64::from(gpu.lot);
            // A machine more than the workloads can use is none.
            let used = (*machines - 1) * lot < self.question.workloads.len() as u64;
            if used && within(&self.question, &self.paid(&more)) {
                let fixed = fixed + lot * gpu.price_milli_usd;
                heap.push(Reverse((fixed, more, place)));
            }
        }
        // Those without a machine were packed already. Where machines are all that is paid, they
        // cost no less than GPUs that are paid for singly.
        let none = counts.iter().all(|machines| *machines == 0);
        let mut all = self.question.gpus.iter();
        let nothing_else = all.all(|gpu| {
            let licensed = gpu.modes.has(Mode::Vgpu) && gpu.vgpu_licence_milli_usd > 0;
            gpu.lot > 1 && !licensed
        });
        if none || (nothing_else && fixed < price(self.below)) {
            return Some(None);
        }
        let mut question = self.question.clone();
        let paid = self.paid(&counts);
        for (gpu, own) in question.gpus.iter_mut().zip(&paid) {
            if gpu.lot > 1 {
                // Rented by now: what is left of a pool is left to others.
                gpu.count = Some(*own);
                gpu.pool = None;
                gpu.price_milli_usd = 0;
            } else if let Some(count) = gpu.count {
                let pooled = |one: &Gpu| one.lot > 1 && one.pool.is_some() && one.pool == gpu.pool;
                let of_pool = self.question.gpus.iter().zip(&paid);
                let rented = of_pool.filter(|(one, _)| pooled(one)).map(|(_, paid)| paid);
                gpu.count = Some(count.saturating_sub(rented.sum::<u64>()));
            }
        }
        question.gpus.retain(|gpu| gpu.count != Some(0));
        let most = most.saturating_sub(fixed.saturating_mul(COST));
        let search = Search::cheaper(question, most);
        Some(Some((fixed, Box::new(search))))
    }

    /// The GPUs of each type in such numbers of machines.
    fn paid(&self, counts: &[u64]) -> Vec<u64> {
        let mut paid = vec![0; self.question.gpus.len()];
        for (index, machines) in self.lots.iter().zip(counts) {
            let lot = self
                .question
                .gpus
                .get(*index)
                .map_or(0, |gpu| u64::from(gpu.lot));
            if let Some(paid) = paid.get_mut(*index) {
                *paid = machines * lot;
            }
        }
        paid
    }

    /// Bins at the price of their GPU, and the whole at that of its machines.
    fn priced(&self, packing: &mut Packing) {
        for bin in &mut packing.bins {
            let gpu = self.question.gpus.iter().find(|gpu| gpu.name == bin.gpu);
            if let Some(gpu) = gpu.filter(|gpu| gpu.lot > 1) {
                bin.price_milli_usd += gpu.price_milli_usd;
            }
        }
        packing.price_milli_usd = Some(bill(&self.question, packing));
    }

    fn keep(&mut self, packing: Packing) {
        let better = match (self.best.as_ref().map(Packing::cost), packing.cost()) {
            (None, _) | (Some(None), Some(_)) => true,
            (Some(Some(known)), Some(found)) => found < known,
            (Some(_), None) => false,
        };
        if better {
            self.best = Some(packing);
        }
    }
}

/// Price and GPUs as one number.
const fn cost((price, gpus): (u64, usize)) -> u64 {
    price.saturating_mul(COST).saturating_add(gpus as u64)
}

/// Whether there are as many of every type and pool as are paid for.
fn within(question: &Question, paid: &[u64]) -> bool {
    let gpus = || question.gpus.iter().zip(paid);
    gpus().all(|(gpu, own)| {
        gpu.count.is_none_or(|count| {
            let pooled = |(one, _): &(&Gpu, &u64)| one.pool == gpu.pool;
            let of_pool: u64 = gpus().filter(pooled).map(|(_, paid)| paid).sum();
            let all = if gpu.pool.is_some() { of_pool } else { *own };
            all <= count
        })
    })
}

/// The cost of a packing in whole machines: all bins, and the GPUs beside them.
fn bill(question: &Question, packing: &Packing) -> u64 {
    let bins: u64 = packing.bins.iter().map(|bin| bin.price_milli_usd).sum();
    let idle = machines(question, packing).into_iter().map(|machine| {
        let of = question.gpus.iter().find(|gpu| gpu.name == machine.gpu);
        of.map_or(0, |gpu| gpu.price_milli_usd) * machine.idle
    });
    bins + idle.sum::<u64>()
}

/// The machines that a packing is rented in, by type.
#[must_use]
pub fn machines(question: &Question, packing: &Packing) -> Vec<Machine> {
    let of = |gpu: &super::question::Gpu| {
        let used = packing.bins.iter().filter(|bin| bin.gpu == gpu.name);
        let used = used.count() as u64;
        let lot = u64::from(gpu.lot.max(1));
        let machines = used.div_ceil(lot);
        (used > 0).then(|| Machine {
            gpu: gpu.name.clone(),
            machines,
            lot: gpu.lot.max(1),
            idle: machines * lot - used,
            price_milli_usd: machines * lot * gpu.price_milli_usd,
        })
    };
    question.gpus.iter().filter_map(of).collect()
}
