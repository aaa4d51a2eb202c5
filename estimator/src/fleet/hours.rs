//! A packing hour by hour: how full each GPU is, how far the worst of its workloads is slowed or
//! kept waiting, and the part of its board that nothing stands on.

use super::fitting::{load, slower, switches, visits, waits, weight};
use super::question::{Gpu, HOURS, Question, Workload};
use super::{Bin, Mode, Packing, law};
use serde::Serialize;

/// An hour of a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Hour {
    /// The busy share that its rule counts, switches and turns included; of instances, the
    /// fullest.
    pub load: f64,
    /// How many times as long the steps of the most slowed take, of those that run; 1 where
    /// none runs.
    pub slowdown: f64,
    /// The longest wait for a turn of a swapped model, in seconds.
    pub wait_s: f64,
}

/// A workload's neighbours in each hour.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Beside {
    /// Its name.
    pub id: String,
    /// Its own busy share of a whole GPU.
    pub load: Vec<f64>,
    /// How many times as long its steps take; 1 where it does not run.
    pub slowdown: Vec<f64>,
    /// How long it waits for its turn, in seconds.
    pub wait_s: Vec<f64>,
}

/// A GPU of a packing over a day.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Day {
    /// How busy an hour may be, a share: theta, or 1 where time is not shared.
    pub limit: f64,
    /// Every hour.
    pub hours: Vec<Hour>,
    /// Every workload, in the bin's order.
    pub workloads: Vec<Beside>,
    /// Memory units of the board that no instance takes; 0 without instances.
    pub stranded_units: u32,
    /// Compute slices that none takes.
    pub stranded_slices: u32,
    /// The stranded units' part of the price, in thousandths of a dollar an hour.
    pub stranded_milli_usd: u64,
}

/// Every GPU of a packing over a day, in its order. A bin of a type or of workloads that the
/// question does not know is left empty.
#[must_use]
pub fn days(question: &Question, packing: &Packing) -> Vec<Day> {
    packing.bins.iter().map(|bin| day(question, bin)).collect()
}

fn day(question: &Question, bin: &Bin) -> Day {
    let gpu = question.gpus.iter().find(|gpu| gpu.name == bin.gpu);
    let found = |id: &String| {
        let one = question.workloads.iter().find(|one| one.id == *id)?;
        one.on_type(&bin.gpu)
    };
    let set: Vec<Workload> = bin.workloads.iter().filter_map(found).collect();
    let set: Vec<&Workload> = set.iter().collect();
    let switches = if bin.mode == Mode::Swap {
        switches(&question.rules, &set)
    } else {
        vec![0.0; set.len()]
    };
    let stretched = gpu.map_or_else(Vec::new, |gpu| stretched(gpu, bin, &set));
    let mut hours = Vec::new();
    let mut workloads: Vec<Beside> = set
        .iter()
        .map(|one| Beside {
            id: one.id.clone(),
            load: one.load.to_vec(),
            slowdown: Vec::new(),
            wait_s: Vec::new(),
        })
        .collect();
    for hour in 0..HOURS {
        let rules = &question.rules;
        let own = |one: &Workload| load(one, hour) * weight(bin.mode, one);
        let sum: f64 = set.iter().map(|one| own(one)).sum();
        let waited = if bin.mode == Mode::Swap {
            waits(rules, &set, &switches, hour)
        } else {
            vec![0.0; set.len()]
        };
        let slowdowns: Vec<f64> = set
            .iter()
            .enumerate()
            .map(|(member, one)| {
                if load(one, hour) <= 0.0 {
                    1.0
                } else if bin.mode == Mode::Mig {
                    stretched.get(member).copied().unwrap_or(1.0)
                } else {
                    slower(rules, bin.mode, sum - own(one))
                }
            })
            .collect();
        let full = match bin.mode {
            Mode::Mig => set
                .iter()
                .zip(&slowdowns)
                .map(|(one, slower)| load(one, hour) * slower)
                .fold(0.0, f64::max),
            Mode::Swap => sum + visits(&set, &switches),
            mode => sum * slower(rules, mode, 0.0),
        };
        hours.push(Hour {
            load: full,
            slowdown: slowdowns.iter().copied().fold(1.0, f64::max),
            wait_s: waited.iter().copied().fold(0.0, f64::max),
        });
        for (beside, (slowdown, wait)) in workloads.iter_mut().zip(slowdowns.iter().zip(&waited)) {
            beside.slowdown.push(*slowdown);
            beside.wait_s.push(*wait);
        }
    }
    let (stranded_units, stranded_slices, share) =
        gpu.map_or((0, 0, 0.0), |gpu| stranded(gpu, bin));
    Day {
        limit: match bin.mode {
            Mode::Exclusive | Mode::Mig => 1.0,
            _ => question.rules.theta,
        },
        hours,
        workloads,
        stranded_units,
        stranded_slices,
        stranded_milli_usd: crate::quantity::whole(bin.price_milli_usd as f64 * share),
    }
}

/// How many times as long each takes on its instance.
fn stretched(gpu: &Gpu, bin: &Bin, set: &[&Workload]) -> Vec<f64> {
    let Some(mig) = gpu.mig.as_ref().filter(|_| bin.mode == Mode::Mig) else {
        return vec![1.0; set.len()];
    };
    let of = |(one, (name, _)): (&&Workload, &(String, u32))| {
        let profile = mig.profiles.iter().find(|profile| profile.name == *name);
        profile.map_or(1.0, |profile| {
            let stretch = law::mig::stretch(one.alpha, profile.compute, profile.bandwidth);
            law::mig::slowdown(stretch, one.engine)
        })
    };
    set.iter().zip(&bin.detail).map(of).collect()
}

/// Units and slices that no instance takes, and the units' share of the board.
fn stranded(gpu: &Gpu, bin: &Bin) -> (u32, u32, f64) {
    let Some(mig) = gpu.mig.as_ref().filter(|_| bin.mode == Mode::Mig) else {
        return (0, 0, 0.0);
    };
    let profiles = bin
        .detail
        .iter()
        .filter_map(|(name, _)| mig.profiles.iter().find(|profile| profile.name == *name));
    let (units, slices) = profiles.fold((0, 0), |(units, slices), profile| {
        (units + profile.units, slices + profile.slices)
    });
    let units = mig.units.saturating_sub(units);
    let slices = mig.slices.saturating_sub(slices);
    (
        units,
        slices,
        f64::from(units) / f64::from(mig.units.max(1)),
    )
}

/// The worst hour of a workload: where it is slowed most, then where it waits longest.
#[must_use]
pub fn worst(beside: &Beside) -> Option<usize> {
    let at = |hour: &usize| {
        let of = |values: &[f64]| values.get(*hour).copied().unwrap_or_default();
        (of(&beside.slowdown), of(&beside.wait_s), of(&beside.load))
    };
    (0..beside.slowdown.len()).max_by(|a, b| {
        let (a, b) = (at(a), at(b));
        a.0.total_cmp(&b.0)
            .then(a.1.total_cmp(&b.1))
            .then(a.2.total_cmp(&b.2))
    })
}

/// Whether a packing still holds under a question whose loads have changed: each bin in its mode
/// on its type, instances placed anew. The first bin that does not, with the rule that it breaks.
#[must_use]
pub fn broken(question: &Question, packing: &Packing) -> Option<(usize, super::refusal::Refusal)> {
    packing.bins.iter().enumerate().find_map(|(index, bin)| {
        let gpu = question.gpus.iter().position(|gpu| gpu.name == bin.gpu);
        let place = |id: &String| question.workloads.iter().position(|one| one.id == *id);
        let places: Option<Vec<usize>> = bin.workloads.iter().map(place).collect();
        let refusal = match (gpu, places) {
            (Some(gpu), Some(places)) => {
                super::refusal::check(question, gpu, bin.mode, &places).err()
            }
            _ => Some(super::refusal::Refusal::NotThere),
        };
        refusal.map(|refusal| (index, refusal))
    })
}
