//! From a complete question to a report, in steps that can be stopped: the packing first, what a
//! limit holds of it, then other ways to hold the same, growth at the end.

use super::question::Within;
use super::report::{Growing, Kept, Other, Report, State, packed};
use super::why::{WhyNot, named, why};
use crate::fleet::alternatives::{Way, to_zero};
use crate::fleet::budget::{Affording, Budget};
use crate::fleet::growth::Course;
use crate::fleet::hours::days;
use crate::fleet::machines::machines;
use crate::fleet::question::{Isolation, Modes, Question};
use crate::fleet::served::{Answer, Known, Planner, Served, Wish};
use crate::fleet::{FleetError, Machines, Mode, Packing};
use crate::quantity::{Seconds, UsdPerHour, whole};
use crate::rental::HOURS_PER_MONTH;
use crate::serving::balance::balance;

/// Months that are looked ahead.
const MONTHS: u32 = 24;
/// Watts of a kilowatt.
const WATTS: f64 = 1000.0;

/// A complete question.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The workloads and the accelerators to choose from.
    pub wish: Wish,
    /// The same workloads, each in the next smaller format that its weights are published in;
    /// `None` where none is.
    pub smaller: Option<Vec<Served>>,
    /// How long a machine takes until it runs, by workload.
    pub machine: Vec<Seconds>,
    /// The workloads' places, the most important first.
    pub order: Vec<usize>,
    /// The limit.
    pub within: Within,
    /// Growth a year, a share.
    pub growth: f64,
}

/// How far a step came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It goes on.
    Goes,
    /// The report says more than before.
    News,
    /// Nothing more comes.
    Done,
}

/// The search, in steps.
#[derive(Debug, Clone)]
pub struct Search {
    asked: Asked,
    stage: Stage,
    known: Known,
    /// The packing of everything.
    answer: Option<Answer>,
    report: Report,
}

#[derive(Debug, Clone)]
enum Stage {
    Packing(Box<Planner>),
    Keeping(Box<Affording>),
    /// Ways that are left, the next last.
    Others(Vec<(Way, Wish)>, Option<(Way, Box<Planner>)>),
    ToZero(Box<Sleeping>),
    Growing(Box<Course>),
    Done,
}

/// Workloads that sleep, and the packing of the others.
#[derive(Debug, Clone)]
struct Sleeping {
    rest: Question,
    search: Machines,
    cost: u64,
    names: Vec<String>,
    cold: Seconds,
}

impl Search {
    /// A search that has not begun, with sizings that were made before.
    ///
    /// # Errors
    /// As [`Wish::check`].
    pub fn new(asked: Asked, mut known: Known) -> Result<Self, FleetError> {
        let smaller = asked.smaller.iter().flatten();
        let scenarios: Vec<_> = asked
            .wish
            .served
            .iter()
            .chain(smaller)
            .map(|one| &one.scenario)
            .collect();
        known.keep(&scenarios);
        let planner = Box::new(Planner::after(asked.wish.clone(), known)?);
        Ok(Self {
            asked,
            stage: Stage::Packing(planner),
            known: Known::default(),
            answer: None,
            report: Report::default(),
        })
    }

    /// The report so far; before the first news it is empty.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// The sizings that were made, for the next question.
    #[must_use]
    pub fn into_known(self) -> Known {
        match self.stage {
            Stage::Packing(planner) | Stage::Others(_, Some((_, planner))) => planner.into_known(),
            _ => self.known,
        }
    }

    /// Goes on by a step of some milliseconds; sizing a workload takes some tens.
    pub fn advance(&mut self) -> Step {
        match &mut self.stage {
            Stage::Packing(planner) => {
                if !planner.advance(1) {
                    return Step::Goes;
                }
                self.planned()
            }
            Stage::Keeping(affording) => {
                if !affording.advance(1) {
                    return Step::Goes;
                }
                self.kept()
            }
            Stage::Others(..) => self.look(),
            Stage::ToZero(sleeping) => {
                if !sleeping.search.advance(1) {
                    return Step::Goes;
                }
                self.slept();
                self.grow();
                Step::News
            }
            Stage::Growing(course) => {
                // Today's packing, the month that breaks it, and the packing of that month.
                if !course.advance(1) && course.stages().len() < 2 {
                    return Step::Goes;
                }
                self.grown();
                Step::News
            }
            Stage::Done => Step::Done,
        }
    }

    /// Ends what is under way with the best so far; other ways are left out.
    pub fn hurry(&mut self) {
        match &mut self.stage {
            Stage::Packing(planner) => planner.settle(),
            Stage::Keeping(_) => {
                self.kept();
            }
            Stage::Others(ways, now) => match now {
                Some((_, planner)) => planner.settle(),
                None => ways.clear(),
            },
            Stage::ToZero(_) => self.grow(),
            Stage::Growing(_) => self.finish(),
            Stage::Done => {}
        }
    }

    fn finish(&mut self) {
        self.stage = Stage::Done;
        self.report.done = true;
    }

    /// The packing is there: what a limit holds of it comes first.
    fn planned(&mut self) -> Step {
        let Stage::Packing(planner) = std::mem::replace(&mut self.stage, Stage::Done) else {
            return Step::Done;
        };
        let answer = planner.answer().cloned();
        self.known = planner.into_known();
        let Some(answer) = answer else {
            self.finish();
            return Step::News;
        };
        self.report = Report::default();
        let answer = self.answer.insert(answer);
        packed(&mut self.report, &self.asked.wish, answer, &[]);
        self.report.proved = answer.optimal && self.report.all;
        self.report.bound = answer.bound;
        let budget = self.budget();
        if let Some(affording) = budget.and_then(|budget| self.affording(budget)) {
            self.stage = Stage::Keeping(Box::new(affording));
            return Step::Goes;
        }
        self.begin_others();
        Step::News
    }

    /// The limit of the packing, where it is not kept; of one that is not there, the GPUs that
    /// there are.
    fn budget(&mut self) -> Option<Budget> {
        let answer = self.answer.as_ref()?;
        let question = &answer.question;
        if answer.packing.price_milli_usd.is_none() {
            let counts = question.gpus.iter().filter_map(|gpu| gpu.count);
            return (!question.workloads.is_empty()).then(|| Budget::Gpus(counts.sum()));
        }
        let spanning = &self.report.spanning;
        let used = self.used(question, &answer.packing);
        let (limit, beside, budget): (f64, f64, fn(f64) -> Budget) = match self.asked.within {
            Within::Everything => return None,
            Within::Money(limit) => {
                let cost = spanning.iter().filter_map(|one| one.per_hour);
                let cost: f64 = cost.map(UsdPerHour::get).sum();
                (limit, cost * HOURS_PER_MONTH, |usd| {
                    Budget::Money(whole((usd / HOURS_PER_MONTH * 1000.0).max(0.0)))
                })
            }
            Within::Power(limit) => (limit, 0.0, Budget::Power),
            Within::Gpus(limit) => {
                let beside: u32 = spanning.iter().map(|one| one.accelerators).sum();
                (f64::from(limit), f64::from(beside), |gpus| {
                    Budget::Gpus(whole(gpus.max(0.0)))
                })
            }
        };
        if used + beside <= limit {
            let held = (0..self.asked.wish.served.len()).collect();
            self.report.kept = Some(Kept {
                held,
                left: Vec::new(),
                gained: Vec::new(),
                gained_by: 0.0,
                used: used + beside,
                proved: true,
            });
            return None;
        }
        Some(budget((limit - beside).max(0.0)))
    }

    /// The used part of the limit: US dollars a month, kilowatts, or GPUs.
    fn used(&self, question: &Question, packing: &Packing) -> f64 {
        let rented = machines(question, packing);
        let gpus = rented.iter().map(|machine| {
            let many = machine.machines * u64::from(machine.lot);
            let gpu = question.gpus.iter().find(|gpu| gpu.name == machine.gpu);
            (many as f64, gpu.and_then(|gpu| gpu.power_w))
        });
        match self.asked.within {
            Within::Money(_) | Within::Everything => {
                let milli = packing.price_milli_usd.unwrap_or_default();
                milli as f64 / 1000.0 * HOURS_PER_MONTH
            }
            Within::Power(_) => gpus
                .map(|(many, watts)| many * watts.unwrap_or(f64::INFINITY) / WATTS)
                .sum(),
            Within::Gpus(_) => gpus.map(|(many, _)| many).sum(),
        }
    }

    fn affording(&self, budget: Budget) -> Option<Affording> {
        let answer = self.answer.as_ref()?;
        let mut priority = Vec::new();
        for place in &self.asked.order {
            let own = answer.items.iter().filter(|item| item.served == *place);
            priority.extend(own.map(|item| item.id.clone()));
        }
        Affording::new(answer.question.clone(), &priority, budget).ok()
    }

    /// What the limit holds is known.
    fn kept(&mut self) -> Step {
        let Stage::Keeping(affording) = std::mem::replace(&mut self.stage, Stage::Done) else {
            return Step::Done;
        };
        if let Some(answer) = self.answer.clone() {
            let mut found = affording.answer();
            let ids = answer.items.iter().map(|item| &item.id);
            let missing: Vec<String> = ids.filter(|id| !found.held.contains(id)).cloned().collect();
            // Those that were not looked at yet count as left out.
            found.proved &= missing.len() == found.left.len();
            let mut left = named(&answer, &missing);
            let mut shown = answer.clone();
            found.packing.optimal = false;
            shown.packing = found.packing;
            left.extend(&answer.unserved);
            left.sort_unstable();
            let held: Vec<usize> = (0..self.asked.wish.served.len())
                .filter(|place| !left.contains(place))
                .collect();
            let partly: Vec<usize> = named(&answer, &found.held);
            let out: Vec<usize> = left
                .iter()
                .copied()
                .filter(|place| !partly.contains(place))
                .collect();
            let mut report = Report::default();
            packed(&mut report, &self.asked.wish, &shown, &out);
            report.all = left.is_empty();
            let more = match (found.budget, found.larger) {
                (Budget::Money(now), Budget::Money(then)) => {
                    then.saturating_sub(now) as f64 / 1000.0 * HOURS_PER_MONTH
                }
                (Budget::Power(now), Budget::Power(then)) => then - now,
                (Budget::Gpus(now), Budget::Gpus(then)) => then.saturating_sub(now) as f64,
                _ => 0.0,
            };
            let spanning = report.spanning.iter();
            let beside = match self.asked.within {
                Within::Money(_) => {
                    let cost = spanning.filter_map(|one| one.per_hour);
                    cost.map(UsdPerHour::get).sum::<f64>() * HOURS_PER_MONTH
                }
                Within::Gpus(_) => spanning.map(|one| f64::from(one.accelerators)).sum(),
                Within::Power(_) | Within::Everything => 0.0,
            };
            report.kept = Some(Kept {
                held,
                left,
                gained: named(&answer, &found.gained),
                gained_by: more,
                used: beside + self.used(&answer.question, &shown.packing),
                proved: found.proved,
            });
            self.report = report;
        }
        self.begin_others();
        Step::News
    }

    /// The other ways, one GPU each first.
    fn begin_others(&mut self) {
        let wish = &self.asked.wish;
        let limited = |modes: Modes| {
            let mut limited = wish.clone();
            for choice in &mut limited.choices {
                choice.modes = choice.modes.and(modes);
            }
            limited
        };
        let mut ways = vec![(Way::OneEach, limited(Modes::of(&[Mode::Exclusive])))];
        for mode in Mode::ALL.into_iter().skip(1) {
            if wish.choices.iter().any(|choice| choice.modes.has(mode)) {
                let modes = Modes::of(&[Mode::Exclusive, mode]);
                ways.push((Way::Only(mode), limited(modes)));
            }
        }
        if wish.choices.len() > 1 {
            for choice in &wish.choices {
                let mut single = wish.clone();
                single.choices = vec![choice.clone()];
                let name = choice.offer.accelerator.name.clone();
                ways.push((Way::Single(name), single));
            }
        }
        let strict = |one: &Served| one.isolation == Isolation::Hardware;
        if wish.served.iter().any(strict) {
            let mut less = wish.clone();
            for one in less.served.iter_mut().filter(|one| strict(one)) {
                one.isolation = Isolation::Memory;
            }
            ways.push((Way::LessIsolation, less));
        }
        if let Some(smaller) = &self.asked.smaller {
            let mut other = wish.clone();
            other.served.clone_from(smaller);
            ways.push((Way::Smaller, other));
        }
        ways.reverse();
        self.stage = Stage::Others(ways, None);
    }

    fn look(&mut self) -> Step {
        let Stage::Others(ways, now) = &mut self.stage else {
            return Step::Done;
        };
        let Some((_, planner)) = now else {
            let known = std::mem::take(&mut self.known);
            let Some((way, wish)) = ways.pop() else {
                self.known = known;
                self.begin_zero();
                return Step::Goes;
            };
            // What was asked can be asked, and a part of it.
            if let Ok(planner) = Planner::after(wish, known) {
                *now = Some((way, Box::new(planner)));
            }
            return Step::Goes;
        };
        if !planner.advance(1) {
            return Step::Goes;
        }
        if let Some((way, planner)) = now.take() {
            if let Some(found) = planner.answer() {
                let other = told(way, found, planner.wish());
                self.report.others.push(other);
            }
            self.known = planner.into_known();
        }
        Step::News
    }

    /// Those that may sleep while nothing is asked of them.
    fn begin_zero(&mut self) {
        let cold = self.cold();
        let asleep = self.answer.as_ref();
        let asleep = asleep.and_then(|answer| to_zero(&answer.question, cold.get()));
        let Some((_, rest, cost, names)) = asleep else {
            self.grow();
            return;
        };
        self.stage = Stage::ToZero(Box::new(Sleeping {
            search: Machines::new(rest.clone()),
            rest,
            cost,
            names,
            cold,
        }));
    }

    /// The longest cold start of any workload on the accelerator where it is shortest, with that
    /// of a machine.
    fn cold(&mut self) -> Seconds {
        let wish = &self.asked.wish;
        let mut longest = Seconds::ZERO;
        for (served, machine) in wish.served.iter().zip(&self.asked.machine) {
            let starts = wish.choices.iter().filter_map(|choice| {
                let fit = self.known.fit(served, choice)?;
                let start = balance(&served.scenario, &choice.offer, &fit.sizing);
                Some(start.cold_start.get())
            });
            if let Some(start) = starts.reduce(f64::min) {
                longest = longest.max(Seconds::new(start) + *machine);
            }
        }
        longest
    }

    fn slept(&mut self) {
        let (Stage::ToZero(sleeping), Some(answer)) = (&self.stage, &self.answer) else {
            return;
        };
        let packing = sleeping.search.answer();
        let (slowdown, wait) = worst(&sleeping.rest, &packing);
        let beside = self.report.spanning.iter().filter_map(|one| one.per_hour);
        let beside: f64 = beside.map(UsdPerHour::get).sum();
        let price = packing.price_milli_usd.filter(|_| self.report.all);
        self.report.others.push(Other {
            way: Way::ToZero,
            per_hour: price.map(|price| {
                UsdPerHour::new(beside + price.saturating_add(sleeping.cost) as f64 / 1000.0)
            }),
            gpus: packing
                .gpus
                .map(|gpus| u32::try_from(gpus).unwrap_or(u32::MAX)),
            slowdown,
            wait,
            proved: packing.optimal,
            why: None,
            cold: sleeping.cold,
            sleepers: named(answer, &sleeping.names),
        });
    }

    fn grow(&mut self) {
        let grows = self.asked.growth > 0.0 && self.report.all && self.report.kept.is_none();
        let question = self.answer.as_ref().map(|answer| answer.question.clone());
        let course = question
            .filter(|_| grows)
            .and_then(|question| Course::new(question, self.asked.growth, MONTHS).ok());
        match course {
            Some(course) => self.stage = Stage::Growing(Box::new(course)),
            None => self.finish(),
        }
    }

    fn grown(&mut self) {
        if let Stage::Growing(course) = &self.stage {
            let then = course.stages().get(1).map(|stage| &stage.packing);
            let price = then.and_then(|packing| packing.price_milli_usd);
            let gpus = then.and_then(|packing| packing.gpus);
            self.report.growing = Some(Growing {
                breaks: course.breaks(),
                months: MONTHS,
                gpus: gpus.map(|gpus| u32::try_from(gpus).unwrap_or(u32::MAX)),
                per_hour: price.map(|price| UsdPerHour::new(price as f64 / 1000.0)),
            });
        }
        self.finish();
    }
}

/// The worst slowdown and the longest wait of a packing.
fn worst(question: &Question, packing: &Packing) -> (f64, Seconds) {
    let (mut slowdown, mut wait) = (1.0_f64, 0.0_f64);
    for hour in days(question, packing).iter().flat_map(|day| &day.hours) {
        slowdown = slowdown.max(hour.slowdown);
        wait = wait.max(hour.wait_s);
    }
    (slowdown, Seconds::new(wait))
}

/// What is said of a way.
fn told(way: Way, found: &Answer, wish: &Wish) -> Other {
    let (slowdown, wait) = worst(&found.question, &found.packing);
    let mode = match &way {
        Way::Only(mode) => Some(*mode),
        _ => None,
    };
    let unused = |mode: &Mode| !found.packing.bins.iter().any(|bin| bin.mode == *mode);
    let reason = if found.per_hour.is_none() {
        let homeless = homeless(found, wish);
        Some(WhyNot::NotHeld {
            workloads: homeless,
        })
    } else {
        mode.filter(unused).map(|mode| why(found, mode))
    };
    let spanning = found.whole.iter().map(|one| one.sizing.accelerators());
    let bins = found.packing.gpus.map(|gpus| {
        let gpus = u32::try_from(gpus).unwrap_or(u32::MAX);
        spanning.fold(gpus, u32::saturating_add)
    });
    Other {
        way,
        per_hour: found.per_hour,
        gpus: bins.filter(|_| found.per_hour.is_some()),
        slowdown,
        wait,
        proved: found.optimal,
        why: reason,
        cold: Seconds::ZERO,
        sleepers: Vec::new(),
    }
}

/// The workloads that are held nowhere: unserved, or on no type even alone.
fn homeless(found: &Answer, wish: &Wish) -> Vec<usize> {
    let question = &found.question;
    let alone = |place: usize| {
        (0..question.gpus.len()).any(|gpu| {
            Mode::ALL
                .into_iter()
                .any(|mode| crate::fleet::refusal::check(question, gpu, mode, &[place]).is_ok())
        })
    };
    let places: Vec<usize> = (0..question.workloads.len())
        .filter(|place| !alone(*place))
        .collect();
    let mut all = super::why::served(found, &places);
    all.extend(&found.unserved);
    all.retain(|place| *place < wish.served.len());
    all.sort_unstable();
    all.dedup();
    all
}

impl Report {
    /// The workloads that are held nowhere.
    #[must_use]
    pub fn nowhere(&self) -> Vec<usize> {
        let lost = |(place, one): (usize, &super::Replicas)| {
            matches!(one.state, State::Unserved | State::Left).then_some(place)
        };
        self.replicas.iter().enumerate().filter_map(lost).collect()
    }
}
