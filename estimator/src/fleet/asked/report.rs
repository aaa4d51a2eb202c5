//! The report of a fleet: what a page, a chart and a file say of it. Workloads and accelerators
//! are places in the question's lists.

use super::why::WhyNot;
use crate::fleet::Mode;
use crate::fleet::alternatives::Way;
use crate::fleet::finding::{Finding, findings};
use crate::fleet::fitting::weight;
use crate::fleet::hours::days;
use crate::fleet::law::mig;
use crate::fleet::question::HOURS;
use crate::fleet::served::latency::{Promise, promises};
use crate::fleet::served::{Answer, Type, Wish, sold};
use crate::quantity::{Bytes, Seconds, UsdPerHour};
use serde::Serialize;
use std::collections::HashMap;

/// Bytes of a MiB.
const MIB: f64 = 1_048_576.0;

/// Everything known of a fleet so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// The workloads, in the question's order.
    pub replicas: Vec<Replicas>,
    /// The GPUs that replicas stand on.
    pub boards: Vec<Board>,
    /// The bill of those that are rented, a line a type and price.
    pub bought: Vec<Bought>,
    /// The licences of vGPUs.
    pub licences: UsdPerHour,
    /// Workloads whose replicas span several GPUs, as Size sizes and bills them.
    pub spanning: Vec<Spanning>,
    /// The bill of all that is held; `None` where nothing is.
    pub paid: Option<UsdPerHour>,
    /// Whether every workload is held.
    pub all: bool,
    /// No fleet that holds the same costs less; `None` where nothing is known of that.
    pub bound: Option<UsdPerHour>,
    /// Whether none costs less: the gap is nothing.
    pub proved: bool,
    /// Other ways to hold the same.
    pub others: Vec<Other>,
    /// What a limit holds, where there is one, or where one has too few GPUs.
    pub kept: Option<Kept>,
    /// The growth that breaks it.
    pub growing: Option<Growing>,
    /// Findings on the packing.
    pub findings: Vec<Finding>,
    /// Whether nothing more will come.
    pub done: bool,
}

/// Where the replicas of a workload are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// On GPUs of the packing.
    Packed,
    /// Over several GPUs each, beside the packing.
    Spanning,
    /// Nowhere: no accelerator on offer serves it as promised.
    Unserved,
    /// Nowhere: the limit, or what one has, holds others.
    Left,
}

/// A workload's replicas.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicas {
    /// Where they are.
    pub state: State,
    /// How many stand on GPUs of the packing.
    pub many: u32,
    /// Every hour of the worst of them; empty of one that is not packed.
    pub hours: Vec<Hour>,
    /// How many times as long its steps take in its worst hour.
    pub slowest: f64,
    /// How long it waits for its turn at most.
    pub waits: Seconds,
    /// Hours in which a replica's promise is not kept.
    pub broken: u32,
    /// The promised time to the first token.
    pub ttft: Option<Seconds>,
    /// The promised time per output token.
    pub tpot: Option<Seconds>,
}

/// An hour of a workload.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Hour {
    /// Busy GPUs, of all its replicas.
    pub load: f64,
    /// How many times as long the steps of the most slowed take.
    pub slowdown: f64,
    /// Its longest wait for a turn.
    pub wait: Seconds,
    /// Its time to the first token, at the promise's percentile; `None` where nothing arrives.
    pub ttft: Option<Seconds>,
    /// Its time per output token.
    pub tpot: Option<Seconds>,
}

/// A GPU of the packing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Board {
    /// The place of its accelerator among those to choose from.
    pub choice: usize,
    /// The place of its price among the accelerator's; `None` of one that is there already.
    pub price: Option<usize>,
    /// Its accelerator's name.
    pub name: String,
    /// Seller, instance and region; empty of one that is there already.
    pub label: String,
    /// Where the price was read.
    pub read_from: String,
    /// The day of the price.
    pub as_of: String,
    /// Whether it is there already.
    pub own: bool,
    /// How it is shared.
    pub mode: Mode,
    /// Its part of the bill, a licence included.
    pub per_hour: UsdPerHour,
    /// Its memory.
    pub memory: Bytes,
    /// How busy an hour may be, a share.
    pub limit: f64,
    /// How busy each hour is by its rule, turns and switches included; of instances the fullest.
    pub hours: Vec<f64>,
    /// The replicas on it.
    pub members: Vec<Member>,
    /// Memory units of the board; 0 where it is not cut.
    pub units: u32,
    /// Units that no instance takes.
    pub stranded: u32,
    /// Their part of the price.
    pub stranded_per_hour: UsdPerHour,
}

/// A replica on a GPU.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Member {
    /// The workload's place.
    pub workload: usize,
    /// The replica's name.
    pub id: String,
    /// Its part of the GPU's busy share in each hour; of an instance, of the whole board's.
    pub share: Vec<f64>,
    /// All memory that it holds.
    pub memory: Bytes,
    /// The profile of its instance; empty without.
    pub profile: String,
    /// The first memory unit of that.
    pub place: u32,
    /// Its memory units; 0 without.
    pub units: u32,
}

/// GPUs of a type at a price, in whole instances.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bought {
    /// The accelerator's place.
    pub choice: usize,
    /// Its name.
    pub name: String,
    /// Seller, instance and region.
    pub label: String,
    /// Where the price was read.
    pub read_from: String,
    /// The day of the price.
    pub as_of: String,
    /// Instances.
    pub instances: u32,
    /// GPUs of each.
    pub instance: u32,
    /// GPUs that something stands on.
    pub used: u32,
    /// The price of all.
    pub per_hour: UsdPerHour,
    /// Whether the price was computed, and stands in no list.
    pub estimated: bool,
    /// Whether it is too old to recommend anything by.
    pub expired: bool,
    /// Whether a second source, or the seller's own list, was seen.
    pub verified: bool,
}

/// A workload whose replicas span several GPUs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spanning {
    /// The workload's place.
    pub workload: usize,
    /// The accelerator's name.
    pub name: String,
    /// Seller, instance and region.
    pub label: String,
    /// The day of the price.
    pub as_of: String,
    /// Accelerators in all.
    pub accelerators: u32,
    /// Replicas.
    pub replicas: u32,
    /// The bill; `None` without a price.
    pub per_hour: Option<UsdPerHour>,
}

/// Another way to hold the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Other {
    /// Which.
    pub way: Way,
    /// All of it, on average over a day; `None` where it does not hold all.
    pub per_hour: Option<UsdPerHour>,
    /// GPUs, those of sleepers left out.
    pub gpus: Option<u32>,
    /// How many times as long the steps of the most slowed take in the worst hour.
    pub slowdown: f64,
    /// The longest wait for a turn.
    pub wait: Seconds,
    /// Whether none so is cheaper.
    pub proved: bool,
    /// Why it does not hold all, or is no use.
    pub why: Option<WhyNot>,
    /// The longest cold start of those that sleep.
    pub cold: Seconds,
    /// The workloads that sleep.
    pub sleepers: Vec<usize>,
}

/// What a limit holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Kept {
    /// Workloads that are held whole.
    pub held: Vec<usize>,
    /// Those that are not, or not all replicas of which are.
    pub left: Vec<usize>,
    /// Of these, what a little more would hold.
    pub gained: Vec<usize>,
    /// How much more, in the limit's unit.
    pub gained_by: f64,
    /// The used part of the limit: US dollars a month, kilowatts, or GPUs.
    pub used: f64,
    /// Whether each that is left out was proved not to fit.
    pub proved: bool,
}

/// Growth against a packing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Growing {
    /// The month that breaks it; `None` where it lasts.
    pub breaks: Option<u32>,
    /// Months that were looked ahead.
    pub months: u32,
    /// GPUs of the packing made then.
    pub gpus: Option<u32>,
    /// Its price.
    pub per_hour: Option<UsdPerHour>,
}

impl Report {
    /// GPUs that something stands on, those of spanning workloads included.
    #[must_use]
    pub fn gpus(&self) -> u32 {
        let boards = u32::try_from(self.boards.len()).unwrap_or(u32::MAX);
        let spanning = self.spanning.iter().map(|one| one.accelerators);
        spanning.fold(boards, u32::saturating_add)
    }

    /// How far the bill may lie above the cheapest, as a share of the bound; `None` where nothing
    /// is known of that.
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        if self.proved {
            return Some(0.0);
        }
        let (paid, bound) = (self.paid?.get(), self.bound?.get());
        (bound > 0.0).then(|| (paid / bound - 1.0).max(0.0))
    }

    /// A way that was looked at.
    #[must_use]
    pub fn other(&self, way: &Way) -> Option<&Other> {
        self.others.iter().find(|other| other.way == *way)
    }

    /// The saving against one GPU each; `None` before both are known, or where one does not hold
    /// all.
    #[must_use]
    pub fn saved(&self) -> Option<UsdPerHour> {
        let each = self.other(&Way::OneEach)?.per_hour?;
        let paid = self.paid.filter(|_| self.all)?;
        Some(UsdPerHour::new((each.get() - paid.get()).max(0.0)))
    }

    /// The cheapest single type that holds all.
    #[must_use]
    pub fn best_single(&self) -> Option<&Other> {
        let single = |other: &&Other| matches!(other.way, Way::Single(_));
        let known = self.others.iter().filter(single);
        let priced = known.filter_map(|other| Some((other, other.per_hour?.get())));
        priced
            .min_by(|(_, one), (_, other)| one.total_cmp(other))
            .map(|(other, _)| other)
    }
}

/// Puts a packing into a report: its GPUs, its bill, its workloads and findings.
pub(super) fn packed(report: &mut Report, wish: &Wish, answer: &Answer, left: &[usize]) {
    report.findings = findings(&answer.question, &answer.packing);
    report.boards = boards(wish, answer);
    let (lots, licences) = sold(wish, &answer.types, &answer.question, &answer.packing);
    report.licences = licences;
    let bought = lots.iter().filter_map(|lot| {
        let kind = answer.types.get(lot.kind)?;
        let offer = &wish.choices.get(kind.choice)?.offer;
        let price = offer.prices().get(kind.price?)?;
        Some(Bought {
            choice: kind.choice,
            name: offer.accelerator.name.clone(),
            label: price.label.clone(),
            read_from: price.read_from.clone(),
            as_of: price.as_of.clone(),
            instances: lot.rented.instances,
            instance: lot.rented.instance,
            used: lot.used,
            per_hour: lot.rented.per_hour,
            estimated: price.estimated,
            expired: price.expired,
            verified: price.verified,
        })
    });
    report.bought = bought.collect();
    report.spanning = answer
        .whole
        .iter()
        .filter_map(|one| {
            let offer = &wish.choices.get(one.choice)?.offer;
            let price = one
                .sizing
                .cost
                .and_then(|cost| offer.prices().get(cost.price));
            Some(Spanning {
                workload: one.served,
                name: offer.accelerator.name.clone(),
                label: price.map_or_else(String::new, |price| price.label.clone()),
                as_of: price.map_or_else(String::new, |price| price.as_of.clone()),
                accelerators: one.sizing.accelerators(),
                replicas: one.sizing.replicas,
                per_hour: one.sizing.cost.map(|cost| cost.per_hour),
            })
        })
        .collect();
    report.replicas = replicas(wish, answer, left);
    let beside = report.spanning.iter().filter_map(|one| one.per_hour);
    let lines = report.bought.iter().map(|line| line.per_hour);
    let paid = lines
        .chain(beside)
        .fold(licences, |sum, one| UsdPerHour::new(sum.get() + one.get()));
    let any = answer.packing.price_milli_usd.is_some() || !report.spanning.is_empty();
    report.paid = any.then_some(paid);
    let held = |one: &Replicas| matches!(one.state, State::Packed | State::Spanning);
    report.all = answer.packing.price_milli_usd.is_some() && report.replicas.iter().all(held);
}

fn kind<'a>(answer: &'a Answer, gpu: &str) -> Option<&'a Type> {
    answer.types.iter().find(|one| one.name == gpu)
}

fn boards(wish: &Wish, answer: &Answer) -> Vec<Board> {
    let days = days(&answer.question, &answer.packing);
    let bins = answer.packing.bins.iter().zip(days);
    let boards = bins.filter_map(|(bin, day)| {
        let kind = kind(answer, &bin.gpu)?;
        let offer = &wish.choices.get(kind.choice)?.offer;
        let price = kind.price.and_then(|price| offer.prices().get(price));
        let said = |of: fn(&crate::offer::Price) -> &String| {
            price.map_or_else(String::new, |price| of(price).clone())
        };
        let gpu = answer
            .question
            .gpus
            .iter()
            .find(|gpu| gpu.name == bin.gpu)?;
        let cut = gpu.mig.as_ref().filter(|_| bin.mode == Mode::Mig);
        let mut members = Vec::new();
        for (member, beside) in day.workloads.iter().enumerate() {
            let item = answer.item(&beside.id)?;
            let all = &answer.question.workloads;
            let asked = all.iter().find(|one| one.id == beside.id)?;
            let asked = asked.on_type(&bin.gpu)?;
            let instance = bin.detail.get(member);
            let profile = instance.and_then(|(name, _)| {
                let profiles = &cut?.profiles;
                profiles.iter().find(|profile| profile.name == *name)
            });
            let units = profile.map_or(0, |profile| profile.units);
            // An instance that is busy all hour fills its part of the board.
            let weight = match (profile, cut) {
                (Some(profile), Some(cut)) => {
                    let stretch = mig::stretch(asked.alpha, profile.compute, profile.bandwidth);
                    let part = f64::from(units) / f64::from(cut.units.max(1));
                    mig::slowdown(stretch, asked.engine) * part
                }
                _ => weight(bin.mode, &asked),
            };
            members.push(Member {
                workload: item.served,
                id: beside.id.clone(),
                share: beside.load.iter().map(|load| load * weight).collect(),
                memory: Bytes::new(asked.memory_mib * MIB),
                profile: instance.map_or_else(String::new, |(name, _)| name.clone()),
                place: instance.map_or(0, |(_, place)| *place),
                units,
            });
        }
        Some(Board {
            choice: kind.choice,
            price: kind.price,
            name: offer.accelerator.name.clone(),
            label: said(|price| &price.label),
            read_from: said(|price| &price.read_from),
            as_of: said(|price| &price.as_of),
            own: kind.price.is_none(),
            mode: bin.mode,
            per_hour: UsdPerHour::new(bin.price_milli_usd as f64 / 1000.0),
            memory: offer.accelerator.memory,
            limit: day.limit,
            hours: day.hours.iter().map(|hour| hour.load).collect(),
            members,
            units: cut.map_or(0, |cut| cut.units),
            stranded: day.stranded_units,
            stranded_per_hour: UsdPerHour::new(day.stranded_milli_usd as f64 / 1000.0),
        })
    });
    boards.collect()
}

fn replicas(wish: &Wish, answer: &Answer, left: &[usize]) -> Vec<Replicas> {
    let promises = promises(wish, answer);
    let promises: HashMap<&str, &Promise> = promises.iter().map(|one| (&*one.id, one)).collect();
    let days = days(&answer.question, &answer.packing);
    let besides: Vec<_> = days.iter().flat_map(|day| &day.workloads).collect();
    let state = |place: usize| {
        if answer.whole.iter().any(|one| one.served == place) {
            State::Spanning
        } else if answer.unserved.contains(&place) {
            State::Unserved
        } else if left.contains(&place) {
            State::Left
        } else {
            State::Packed
        }
    };
    let of = |(place, served): (usize, &super::super::served::Served)| {
        let mut found = Replicas {
            state: state(place),
            many: 0,
            hours: Vec::new(),
            slowest: 1.0,
            waits: Seconds::ZERO,
            broken: 0,
            ttft: served.scenario.sla.ttft,
            tpot: served.scenario.sla.tpot,
        };
        for beside in &besides {
            if answer
                .item(&beside.id)
                .is_none_or(|item| item.served != place)
            {
                continue;
            }
            found.many += 1;
            found.hours.resize(HOURS, Hour::default());
            let promise = promises.get(beside.id.as_str());
            for (at, hour) in found.hours.iter_mut().enumerate() {
                let value = |list: &[f64]| list.get(at).copied().unwrap_or_default();
                hour.load += value(&beside.load);
                hour.slowdown = hour.slowdown.max(value(&beside.slowdown));
                hour.wait = hour.wait.max(Seconds::new(value(&beside.wait_s)));
                let met = promise.and_then(|promise| promise.hours.get(at).copied().flatten());
                if let Some(met) = met {
                    let later = |known: &mut Option<Seconds>, seconds: f64| {
                        let seconds = Seconds::new(seconds);
                        *known = Some(known.map_or(seconds, |known| known.max(seconds)));
                    };
                    later(&mut hour.ttft, met.ttft_s);
                    later(&mut hour.tpot, met.tpot_s);
                }
                found.slowest = found.slowest.max(hour.slowdown);
                found.waits = found.waits.max(hour.wait);
            }
            found.broken = found
                .broken
                .max(promise.map_or(0, |promise| promise.broken));
        }
        found
    };
    wish.served.iter().enumerate().map(of).collect()
}
