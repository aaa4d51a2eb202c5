//! GPUs as they are rented: several in one machine, all of which are paid for.
//!
//! ```text
//! cost = sum over types of machines x lot x price, plus licences
//! ```
//!
//! Numbers of machines are tried by rising cost: those rented are free to the packing, and limit
//! it. No packing costs less than one whose GPUs are paid for singly, and none less than its
//! machines; a number that cannot undercut the best is not tried. A machine that alone costs more than
//! a packing of GPUs that are rented singly is left out from the start.

use super::cover::price;
use super::question::{Gpu, Question};
use super::{Packing, Search};
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
    /// The GPUs that are rented singly, until something is packed on them.
    first: Option<Box<Search>>,
    single: Search,
    /// The least cost of GPUs paid for singly.
    below: u64,
    heap: BinaryHeap<Tried>,
    now: Option<(u64, Search)>,
    best: Option<Packing>,
    tried: u32,
    /// Whether a search inside was stopped early for no good reason.
    given_up: bool,
    done: bool,
    started: bool,
}

impl Machines {
    /// A search that has not begun.
    #[must_use]
    pub fn new(question: Question) -> Self {
        let lots = lots(&question);
        let mut alone = question.clone();
        alone.gpus.retain(|gpu| gpu.lot <= 1);
        let first = !lots.is_empty() && !alone.gpus.is_empty();
        Self {
            first: first.then(|| Box::new(Search::new(alone))),
            single: Search::new(question.clone()),
            question,
            lots,
            below: 0,
            heap: BinaryHeap::new(),
            now: None,
            best: None,
            tried: 0,
            given_up: false,
            done: false,
            started: false,
        }
    }

    /// Goes on by so many steps, each of some milliseconds at most, and says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            if self.done {
                break;
            }
            self.step();
        }
        self.done
    }

    /// The best so far. Its bins are priced by the GPU; its price is of whole machines.
    #[must_use]
    pub fn answer(&self) -> Packing {
        if self.lots.is_empty() {
            return self.single.answer();
        }
        let Some(best) = &self.best else {
            // Nothing was packed into machines yet: the answer of single GPUs, rounded up.
            let mut packing = self.single.answer();
            self.round_up(&mut packing);
            packing.optimal = false;
            return packing;
        };
        let mut packing = best.clone();
        let next = self.heap.peek().map_or(u64::MAX, |Reverse(next)| next.0);
        let running = self.now.as_ref().map_or(u64::MAX, |(fixed, _)| *fixed);
        let below = self.below.max(next.min(running));
        packing.optimal = self.done && !self.given_up;
        packing.bound_milli_usd = if packing.optimal {
            packing.price_milli_usd
        } else {
            let below = if self.given_up { self.below } else { below };
            packing.price_milli_usd.map(|price| price.min(below))
        };
        packing
    }

    /// No packing into machines costs less, in thousandths of a dollar an hour, as is known so far.
    #[must_use]
    pub(super) fn below(&self) -> u64 {
        self.below.max(self.single.below())
    }

    /// The machines of a packing of this question.
    #[must_use]
    pub fn machines(&self, packing: &Packing) -> Vec<Machine> {
        machines(&self.question, packing)
    }

    fn round_up(&self, packing: &mut Packing) {
        if packing.price_milli_usd.is_none() {
            return;
        }
        packing.price_milli_usd = Some(bill(&self.question, packing));
    }

    /// Leaves out the machines that cost more than all of a packing.
    fn narrow(&mut self, most: u64) {
        let costs = |gpu: &Gpu| u64::from(gpu.lot).saturating_mul(gpu.price_milli_usd);
        self.question
            .gpus
            .retain(|gpu| gpu.lot <= 1 || costs(gpu) <= most);
        self.lots = lots(&self.question);
        self.single = Search::new(self.question.clone());
    }

    fn step(&mut self) {
        if let Some(first) = &mut self.first {
            let ended = first.advance(1);
            let found = first.answer_cost().map(price);
            if let Some(most) = found {
                self.narrow(most);
            }
            if ended || found.is_some() {
                self.first = None;
            }
            return;
        }
        if !self.started {
            if self.single.advance(1) {
                self.begin();
            }
            return;
        }
        let Some((fixed, search)) = &mut self.now else {
            self.next();
            return;
        };
        let fixed = *fixed;
        let finished = search.advance(1);
        let found = search.answer_cost();
        let beaten = self
            .best
            .as_ref()
            .and_then(Packing::cost)
            .is_some_and(|best| (fixed + search.below(), 0) >= best);
        if !finished && !beaten {
            return;
        }
        self.given_up |= finished && !search.is_proved();
        if found.is_some() {
            let mut packing = search.answer();
            self.priced(&mut packing);
            self.keep(packing);
        }
        self.now = None;
    }

    /// The cost of single GPUs is known: machines are tried from there.
    fn begin(&mut self) {
        self.started = true;
        let mut packing = self.single.answer();
        if self.lots.is_empty() || packing.price_milli_usd.is_none() {
            self.best = Some(packing);
            self.done = true;
            return;
        }
        self.below = packing.bound_milli_usd.unwrap_or_default();
        self.round_up(&mut packing);
        self.keep(packing);
        self.heap.push(Reverse((0, vec![0; self.lots.len()], 0)));
    }

    fn next(&mut self) {
        let Some(Reverse((fixed, counts, from))) = self.heap.pop() else {
            self.done = true;
            return;
        };
        let best = self.best.as_ref().and_then(|best| best.price_milli_usd);
        if best.is_some_and(|best| fixed > best) {
            self.done = true;
            return;
        }
        self.tried += 1;
        if self.tried > MOST_TRIED {
            (self.given_up, self.done) = (true, true);
            return;
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
            // A machine more than all that there are, or than the workloads can use, is none.
            let enough = gpu.count.unwrap_or(u64::MAX);
            let enough = enough.min(self.question.workloads.len() as u64);
            if (*machines - 1) * lot < enough {
                let fixed = fixed + lot * gpu.price_milli_usd;
                self.heap.push(Reverse((fixed, more, place)));
            }
        }
        let all_in_machines = self.lots.len() == self.question.gpus.len();
        if all_in_machines && fixed < self.below {
            return;
        }
        let mut question = self.question.clone();
        for (index, machines) in self.lots.iter().zip(&counts) {
            if let Some(gpu) = question.gpus.get_mut(*index) {
                let there = machines * u64::from(gpu.lot);
                gpu.count = Some(gpu.count.map_or(there, |count| count.min(there)));
                gpu.price_milli_usd = 0;
            }
        }
        self.now = Some((fixed, Search::new(question)));
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
        let known = self.best.as_ref().and_then(Packing::cost);
        if known.is_none_or(|known| packing.cost().is_some_and(|cost| cost < known)) {
            self.best = Some(packing);
        }
    }
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
