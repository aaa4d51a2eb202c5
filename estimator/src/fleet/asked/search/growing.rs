//! Growth: the month that breaks the packing, found by halving, and the packing made anew then.
//!
//! ```text
//! load of month m = load x (1 + growth a year)^(m / 12)
//! holds in m      = every replica, sized anew at that load, in its place of today
//! ```
//!
//! Prices stay as they are.

use crate::fleet::asked::report::Growing;
use crate::fleet::served::{Answer, Known, Planner, Wish, Work};

/// Months that are looked ahead.
const MONTHS: u32 = 24;
/// Months of a year.
const YEAR: f64 = 12.0;
/// Steps that the packing of the month that breaks it may take once there is one, some milliseconds
/// each.
const MOST_STEPS: u32 = 200;

/// The way to the month, in steps.
#[derive(Debug, Clone)]
pub(super) struct Course {
    wish: Wish,
    answer: Answer,
    per_year: f64,
    /// The last month that is known to hold, and the first that is known to break it.
    between: (u32, Option<u32>),
    now: Now,
}

#[derive(Debug, Clone)]
enum Now {
    /// Whether today's packing holds a month.
    Asking(u32, Box<Planner>),
    /// The packing of the month that breaks it, and its steps so far.
    Packing(Box<Planner>, u32),
    Done(Option<Box<Answer>>),
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
            Now::Packing(planner, steps) => {
                *steps += u32::from(planner.has_any());
                if *steps > MOST_STEPS {
                    planner.settle();
                }
                if planner.advance(1) {
                    self.now = Now::Done(planner.answer().cloned().map(Box::new));
                }
                false
            }
            Now::Done(_) => true,
        }
    }

    /// It is known whether a month holds: the next is asked, or the one that breaks it is packed.
    fn told(&mut self, month: u32, holds: bool) {
        if holds {
            self.between.0 = month;
        } else {
            self.between.1 = Some(month);
        }
        let (before, breaks) = self.between;
        self.now = match breaks {
            None => Now::Done(None),
            Some(month) if month - before <= 1 => planner(&self.wish, self.per_year, month)
                .map_or(Now::Done(None), |planner| {
                    Now::Packing(Box::new(planner), 0)
                }),
            Some(month) => {
                let middle = before.midpoint(month);
                planner(&self.wish, self.per_year, middle).map_or(Now::Done(None), |planner| {
                    Now::Asking(middle, Box::new(planner))
                })
            }
        };
    }

    /// What is known of it.
    pub(super) fn report(&self) -> Growing {
        let then = match &self.now {
            Now::Done(then) => then.as_deref(),
            Now::Asking(..) | Now::Packing(..) => None,
        };
        let held = then.filter(|then| then.per_hour.is_some());
        let gpus = held.and_then(|then| {
            let spanning = then.whole.iter().map(|one| one.sizing.accelerators());
            let packed = u32::try_from(then.packing.gpus?).unwrap_or(u32::MAX);
            Some(spanning.fold(packed, u32::saturating_add))
        });
        Growing {
            breaks: self.between.1,
            months: MONTHS,
            gpus,
            per_hour: held.and_then(|then| then.per_hour),
        }
    }
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
