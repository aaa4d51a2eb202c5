//! Growth: the month from which on the load takes more than today's GPUs, and what it takes then.
//!
//! ```text
//! load of month m = load x (1 + growth a year)^(m / 12)
//! holds in m      = every replica, sized anew at that load, in its place of today,
//!                   or packed anew on no more GPUs at no higher bill
//! ```
//!
//! Either month is found by halving: to be asked for its places costs a packing little, to be made
//! anew much. Prices stay as they are.

use crate::fleet::asked::report::Growing;
use crate::fleet::served::{Answer, Known, Planner, Wish, Work};
use crate::quantity::UsdPerHour;

/// Months that are looked ahead.
const MONTHS: u32 = 24;
/// Months of a year.
const YEAR: f64 = 12.0;
/// Steps that the packing of a month may take once there is one, some milliseconds each.
const MOST_STEPS: u32 = 200;

/// The way to the month, in steps.
#[derive(Debug, Clone)]
pub(super) struct Course {
    wish: Wish,
    answer: Answer,
    per_year: f64,
    /// The last month that is known to hold, and the first that is known not to.
    between: (u32, Option<u32>),
    /// The first month that today's GPUs hold in other places only.
    moves: Option<u32>,
    /// The packing of the first month that is known not to hold, where all of it is packed.
    then: Option<Box<Answer>>,
    now: Now,
}

#[derive(Debug, Clone)]
enum Now {
    /// Whether today's places hold a month.
    Asking(u32, Box<Planner>),
    /// The packing of a month that they do not hold, and its steps so far.
    Packing(u32, Box<Planner>, u32),
    Done,
}

impl Course {
    /// Of an answer whose loads grow by a share a year; `None` where nothing can be asked of it.
    pub(super) fn new(wish: Wish, answer: Answer, per_year: f64) -> Option<Self> {
        let last = Box::new(planner(&wish, per_year, MONTHS)?);
        Some(Self {
            wish,
            answer,
            per_year,
            between: (0, None),
            moves: None,
            then: None,
            now: Now::Asking(MONTHS, last),
        })
    }

    /// Goes on by a step, and says whether it is done.
    pub(super) fn advance(&mut self) -> bool {
        match &mut self.now {
            Now::Asking(month, planner) => {
                let month = *month;
                if let Some(holds) = planner.holds(&self.answer) {
                    self.told(month, holds);
                }
                false
            }
            Now::Packing(month, planner, steps) => {
                let month = *month;
                *steps += u32::from(planner.has_any());
                if *steps > MOST_STEPS {
                    planner.settle();
                }
                if planner.advance(1) {
                    let then = planner.answer().cloned();
                    self.packed(month, then);
                }
                false
            }
            Now::Done => true,
        }
    }

    /// It is known whether today's places hold a month: the next is asked, or the one that they do
    /// not hold is packed.
    fn told(&mut self, month: u32, holds: bool) {
        if holds {
            self.between.0 = month;
        } else {
            self.between.1 = Some(month);
        }
        let (before, breaks) = self.between;
        self.now = match breaks {
            None => Now::Done,
            Some(month) if month - before <= 1 => self.pack(month),
            Some(month) => {
                let middle = before.midpoint(month);
                planner(&self.wish, self.per_year, middle)
                    .map_or(Now::Done, |planner| Now::Asking(middle, Box::new(planner)))
            }
        };
    }

    /// A month is packed: where that takes no more than today, workloads only change places, and
    /// the month that does is looked for behind it.
    fn packed(&mut self, month: u32, then: Option<Answer>) {
        let then = then.filter(|then| then.per_hour.is_some());
        let is_enough = |then: &Answer| !takes_more(then, &self.answer);
        if then.as_ref().is_some_and(is_enough) {
            let first = self.moves.is_none();
            self.moves = self.moves.or(Some(month));
            self.between.0 = month;
            if first {
                // That its places break says nothing of the GPUs.
                self.between.1 = None;
            }
        } else {
            self.between.1 = Some(month);
            self.then = then.map(Box::new);
        }
        let (before, breaks) = self.between;
        let next = breaks.map_or(MONTHS, |month| before.midpoint(month));
        self.now = if next == before {
            Now::Done
        } else {
            self.pack(next)
        };
    }

    fn pack(&self, month: u32) -> Now {
        planner(&self.wish, self.per_year, month).map_or(Now::Done, |planner| {
            Now::Packing(month, Box::new(planner), 0)
        })
    }

    /// What is known of it.
    pub(super) fn report(&self) -> Growing {
        let then = self.then.as_deref();
        Growing {
            breaks: self.between.1,
            moves: self.moves,
            months: MONTHS,
            gpus: then.and_then(gpus),
            per_hour: then.and_then(|then| then.per_hour),
        }
    }
}

/// Whether a packing takes more GPUs than today's, or more money.
fn takes_more(then: &Answer, today: &Answer) -> bool {
    let paid = |answer: &Answer| answer.per_hour.map_or(f64::INFINITY, UsdPerHour::get);
    // Sums of the same prices in another order.
    paid(then) > paid(today) + 1e-9 || gpus(then) > gpus(today)
}

/// GPUs of a packing, those of spanning workloads included.
fn gpus(answer: &Answer) -> Option<u32> {
    let spanning = answer.whole.iter().map(|one| one.sizing.accelerators());
    let packed = u32::try_from(answer.packing.gpus?).unwrap_or(u32::MAX);
    Some(spanning.fold(packed, u32::saturating_add))
}

/// A plan of the wish in a month.
fn planner(wish: &Wish, per_year: f64, month: u32) -> Option<Planner> {
    let factor = (1.0 + per_year).powf(f64::from(month) / YEAR);
    let mut grown = wish.clone();
    for served in &mut grown.served {
        match &mut served.work {
            Work::Serving(scenario) => {
                scenario.workload.load = scenario.workload.load.over(1.0 / factor);
            }
            Work::Figures(figures) => {
                for (_, figure) in &mut figures.on {
                    figure.busy *= factor;
                }
            }
        }
    }
    Planner::after(grown, Known::default()).ok()
}
