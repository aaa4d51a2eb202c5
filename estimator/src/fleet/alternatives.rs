//! The honest alternatives: the same workloads without sharing, on one type alone, in one mode
//! alone, with less isolation than was asked, and scaled to zero while nothing is asked of them.
//!
//! ```text
//! saved   = price of one GPU each - price of the packing
//! to zero = sum over sleepers of cheapest own GPU x hours with load / 24 + packing of the rest
//! ```
//!
//! A sleeper is a workload that may wait for a cold start and is idle in some hour.

use super::hours::days;
use super::question::{HOURS, Isolation, Modes, Question};
use super::refusal::check;
use super::{Machines, Mode, Packing};
use serde::Serialize;

/// Another way to hold the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// As was asked.
    Asked,
    /// Nothing shares a GPU.
    OneEach,
    /// This type alone.
    Single(String),
    /// This mode alone, beside GPUs of one's own.
    Only(Mode),
    /// Whoever asks for hardware of its own is content with its own memory.
    LessIsolation,
    /// Whoever may wait for a cold start gives its GPU back while nothing is asked.
    ToZero,
    /// As many of each type as are needed.
    Unlimited,
    /// Every model in the next smaller format that its weights are published in.
    Smaller,
}

/// The cost of a way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alternative {
    /// Which.
    pub way: Way,
    /// Its packing; of sleepers, that of the others.
    pub packing: Packing,
    /// All of it, in thousandths of a dollar an hour on average over a day; `None` where the way
    /// does not hold all.
    pub price_milli_usd: Option<u64>,
    /// The part of it that sleepers cost.
    pub sleepers_milli_usd: u64,
    /// Who sleeps.
    pub sleepers: Vec<String>,
    /// The worst slowdown of any workload in any hour, a factor on its steps.
    pub slowdown: f64,
    /// The longest wait for a turn, in seconds.
    pub wait_s: f64,
}

/// The way through all of them, in steps.
#[derive(Debug, Clone)]
pub struct Alternatives {
    asked: Vec<(Way, Question, u64, Vec<String>)>,
    now: Option<Box<Machines>>,
    found: Vec<Alternative>,
}

impl Alternatives {
    /// Of a question; with the seconds of a cold start, scaled to zero too.
    #[must_use]
    pub fn new(question: &Question, cold_s: Option<f64>) -> Self {
        let limited = |modes: Modes| {
            let mut limited = question.clone();
            for gpu in &mut limited.gpus {
                gpu.modes = gpu.modes.and(modes);
            }
            limited
        };
        let mut ways = vec![
            (Way::Asked, question.clone()),
            (Way::OneEach, limited(Modes::of(&[Mode::Exclusive]))),
        ];
        for mode in Mode::ALL.into_iter().skip(1) {
            if question.gpus.iter().any(|gpu| gpu.modes.has(mode)) {
                let modes = Modes::of(&[Mode::Exclusive, mode]);
                ways.push((Way::Only(mode), limited(modes)));
            }
        }
        if question.gpus.len() > 1 {
            for gpu in &question.gpus {
                let mut single = question.clone();
                single.gpus = vec![gpu.clone()];
                ways.push((Way::Single(gpu.name.clone()), single));
            }
        }
        let strict = |isolation: Isolation| isolation == Isolation::Hardware;
        if question.workloads.iter().any(|one| strict(one.isolation)) {
            let mut less = question.clone();
            for one in &mut less.workloads {
                if strict(one.isolation) {
                    one.isolation = Isolation::Memory;
                }
            }
            ways.push((Way::LessIsolation, less));
        }
        let mut asked: Vec<_> = ways
            .into_iter()
            .map(|(way, question)| (way, question, 0, Vec::new()))
            .collect();
        asked.extend(cold_s.and_then(|cold_s| to_zero(question, cold_s)));
        asked.reverse();
        Self {
            asked,
            now: None,
            found: Vec::new(),
        }
    }

    /// Goes on by so many steps, of some milliseconds each, and says whether it is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            let Some((_, question, ..)) = self.asked.last() else {
                return true;
            };
            let search = self
                .now
                .get_or_insert_with(|| Box::new(Machines::new(question.clone())));
            if !search.advance(1) {
                continue;
            }
            let packing = search.answer();
            self.now = None;
            if let Some((way, question, sleep, sleepers)) = self.asked.pop() {
                self.found
                    .push(told(way, &question, packing, sleep, sleepers));
            }
        }
        self.asked.is_empty()
    }

    /// Those that are known, the way asked for first.
    #[must_use]
    pub fn found(&self) -> &[Alternative] {
        &self.found
    }

    /// The saving by sharing against one GPU each, in thousandths of a dollar an hour; `None`
    /// before both are known, or where one does not hold all.
    #[must_use]
    pub fn saved(&self) -> Option<u64> {
        let price = |way: &Way| {
            let found = self.found.iter().find(|one| one.way == *way)?;
            found.price_milli_usd
        };
        Some(price(&Way::OneEach)?.saturating_sub(price(&Way::Asked)?))
    }

    /// The cheapest single type that holds all; `None` where none does, or none was asked yet.
    #[must_use]
    pub fn best_single(&self) -> Option<&Alternative> {
        self.found
            .iter()
            .filter(|one| matches!(one.way, Way::Single(_)) && one.price_milli_usd.is_some())
            .min_by_key(|one| one.price_milli_usd)
    }
}

fn told(
    way: Way,
    question: &Question,
    packing: Packing,
    sleepers_milli_usd: u64,
    sleepers: Vec<String>,
) -> Alternative {
    let (mut slowdown, mut wait_s) = (1.0_f64, 0.0_f64);
    for hour in days(question, &packing).iter().flat_map(|day| &day.hours) {
        slowdown = slowdown.max(hour.slowdown);
        wait_s = wait_s.max(hour.wait_s);
    }
    let price = packing.price_milli_usd;
    Alternative {
        way,
        price_milli_usd: price.map(|price| price + sleepers_milli_usd),
        packing,
        sleepers_milli_usd,
        sleepers,
        slowdown,
        wait_s,
    }
}

/// The question without those that sleep, their cost, and their names; `None` where nobody does.
pub(super) fn to_zero(
    question: &Question,
    cold_s: f64,
) -> Option<(Way, Question, u64, Vec<String>)> {
    let mut rest = question.clone();
    rest.workloads.clear();
    let (mut cost, mut sleepers) = (0.0, Vec::new());
    for (place, one) in question.workloads.iter().enumerate() {
        let hours = one.load.iter().filter(|load| **load > 0.0).count();
        let may = one.wait_max_s.is_some_and(|wait| wait >= cold_s) && hours < HOURS;
        let own = question
            .gpus
            .iter()
            .enumerate()
            .filter(|(gpu, _)| check(question, *gpu, Mode::Exclusive, &[place]).is_ok())
            .map(|(_, gpu)| gpu.price_milli_usd)
            .min();
        match own {
            Some(price) if may => {
                cost += price as f64 * hours as f64 / HOURS as f64;
                sleepers.push(one.id.clone());
            }
            _ => rest.workloads.push(one.clone()),
        }
    }
    let cost = crate::quantity::whole(f64::ceil(cost));
    (!sleepers.is_empty()).then_some((Way::ToZero, rest, cost, sleepers))
}
