//! Other ways to hold the same workloads, and those that may sleep.

use super::{Search, Sleeping, Stage, Step};
use crate::fleet::alternatives::{Way, to_zero};
use crate::fleet::asked::report::Other;
use crate::fleet::asked::why::{WhyNot, named, served, why};
use crate::fleet::hours::days;
use crate::fleet::question::{Isolation, Modes, Question};
use crate::fleet::refusal::check;
use crate::fleet::served::{Answer, Planner, Served, Wish};
use crate::fleet::{Machines, Mode, Packing};
use crate::quantity::{Seconds, UsdPerHour};
use crate::serving::balance::balance;

impl Search {
    /// The other ways, one GPU each first.
    pub(super) fn begin_others(&mut self) {
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
        if wish.choices.iter().any(|choice| choice.most.is_some()) {
            let mut endless = wish.clone();
            for choice in &mut endless.choices {
                choice.most = None;
            }
            ways.push((Way::Unlimited, endless));
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

    pub(super) fn look(&mut self) -> Step {
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
    pub(super) fn begin_zero(&mut self) {
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
    pub(super) fn cold(&mut self) -> Seconds {
        let wish = &self.asked.wish;
        let mut longest = Seconds::ZERO;
        for (served, machine) in wish.served.iter().zip(&self.asked.machine) {
            let starts = wish.choices.iter().filter_map(|choice| {
                let fit = self.known.fit(served, choice)?;
                let start = balance(served.scenario()?, &choice.offer, &fit.sizing?);
                Some(start.cold_start.get())
            });
            if let Some(start) = starts.reduce(f64::min) {
                longest = longest.max(Seconds::new(start) + *machine);
            }
        }
        longest
    }

    pub(super) fn slept(&mut self) {
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
                .any(|mode| check(question, gpu, mode, &[place]).is_ok())
        })
    };
    let places: Vec<usize> = (0..question.workloads.len())
        .filter(|place| !alone(*place))
        .collect();
    let mut all = served(found, &places);
    all.extend(&found.unserved);
    all.retain(|place| *place < wish.served.len());
    all.sort_unstable();
    all.dedup();
    all
}
