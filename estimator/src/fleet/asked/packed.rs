//! A packing as a report: its GPUs hour by hour, its bill, its workloads and their promises.

use super::report::{Board, Bought, Hour, Member, Replicas, Report, Spanning, State};
use crate::fleet::Mode;
use crate::fleet::finding::findings;
use crate::fleet::fitting::weight;
use crate::fleet::hours::days;
use crate::fleet::law::mig;
use crate::fleet::question::HOURS;
use crate::fleet::served::latency::{Promise, promises};
use crate::fleet::served::{Answer, Type, Wish, sold};
use crate::quantity::{Bytes, Seconds, UsdPerHour};
use std::collections::HashMap;

/// Bytes of a mebibyte.
const MIB: f64 = 1_048_576.0;

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
            unplaced: price.unplaced,
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
            ttft: served.scenario().and_then(|scenario| scenario.sla.ttft),
            tpot: served.scenario().and_then(|scenario| scenario.sla.tpot),
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
