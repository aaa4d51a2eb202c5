//! The rule of each mode but MIG, which is `slices`: memory, the busy share of every hour, and
//! how far whoever runs is slowed or kept waiting.

use crate::fleet::Mode;
use crate::fleet::at_most;
use crate::fleet::law::{swap, together, turns};
use crate::fleet::question::{Gpu, HOURS, Rules, Workload};
use crate::fleet::refusal::Refusal;

/// Bytes of a MiB over those of a GB.
const GB_OF_MIB: f64 = 1_048_576.0 / 1e9;
/// Seconds of an hour.
const HOUR_S: f64 = 3600.0;
/// The equal parts that a vGPU card is cut into.
const PARTS: [u32; 4] = [2, 4, 8, 16];

/// The least of the vGPU parts that is enough for so many guests.
pub(in crate::fleet) fn parts(guests: usize) -> Option<u32> {
    PARTS
        .into_iter()
        .find(|parts| usize::try_from(*parts).is_ok_and(|parts| parts >= guests))
}

/// The most parts of which each still holds so much.
pub(in crate::fleet) fn most_parts(memory_mib: f64, total_mib: f64) -> Option<u32> {
    PARTS
        .into_iter()
        .rev()
        .find(|parts| at_most(memory_mib, total_mib / f64::from(*parts)))
}

/// The weight of a workload beside others, in a mode that shares time.
pub(in crate::fleet) fn weight(mode: Mode, one: &Workload) -> f64 {
    match mode {
        Mode::Mps => one.fill,
        Mode::TimeSlicing | Mode::Vgpu => one.engine,
        Mode::Exclusive | Mode::Mig | Mode::Swap => 1.0,
    }
}

/// How many times as long a step takes beside so much of others' load x weight.
pub(in crate::fleet) fn slower(rules: &Rules, mode: Mode, others: f64) -> f64 {
    match mode {
        Mode::Mps => together::slowdown(others),
        Mode::TimeSlicing | Mode::Vgpu => turns::slowdown(rules.eps, others),
        Mode::Exclusive | Mode::Mig | Mode::Swap => 1.0,
    }
}

/// The rule of every mode but MIG.
pub(in crate::fleet) fn holds(
    rules: &Rules,
    gpu: &Gpu,
    mode: Mode,
    set: &[&Workload],
) -> Result<(), Refusal> {
    let total = gpu.memory_mib;
    match mode {
        Mode::Exclusive => {
            let [one] = set else {
                return Err(Refusal::TooMany { most: 1 });
            };
            memory(one.memory_mib, total)?;
            let peak = one.peak();
            let hour = one.load.iter().position(|load| *load >= peak);
            busy(hour.unwrap_or_default(), peak, 1.0)
        }
        Mode::Mig => Err(Refusal::NoPlace),
        Mode::Mps | Mode::TimeSlicing => {
            if set.len() < 2 {
                return Err(Refusal::TooFew);
            }
            if set.len() > rules.max_processes {
                let most = rules.max_processes;
                return Err(Refusal::TooMany { most });
            }
            if mode == Mode::Mps && rules.equal_parts {
                each(set, total / set.len() as f64)?;
            } else {
                memory(set.iter().map(|one| one.memory_mib).sum(), total)?;
            }
            hours(rules, mode, set)
        }
        Mode::Vgpu => {
            let Some(parts) = parts(set.len()) else {
                let [.., most] = PARTS.map(|parts| usize::try_from(parts).unwrap_or(0));
                return Err(Refusal::TooMany { most });
            };
            each(set, total / f64::from(parts))?;
            hours(rules, mode, set)
        }
        Mode::Swap if set.len() < 2 => Err(Refusal::TooFew),
        Mode::Swap => swaps(rules, gpu, set),
    }
}

fn memory(needs_mib: f64, holds_mib: f64) -> Result<(), Refusal> {
    if at_most(needs_mib, holds_mib) {
        return Ok(());
    }
    Err(Refusal::Memory {
        needs_mib,
        holds_mib,
    })
}

/// Every one of them on a part of so much memory.
fn each(set: &[&Workload], part_mib: f64) -> Result<(), Refusal> {
    set.iter()
        .try_for_each(|one| memory(one.memory_mib, part_mib))
}

fn busy(hour: usize, load: f64, most: f64) -> Result<(), Refusal> {
    if at_most(load, most) {
        return Ok(());
    }
    Err(Refusal::Busy { hour, load, most })
}

/// Each hour: factor x the sum of load x weight is at most theta, and whoever runs is slowed by
/// the others' sum at most as far as it may.
fn hours(rules: &Rules, mode: Mode, set: &[&Workload]) -> Result<(), Refusal> {
    let factor = slower(rules, mode, 0.0);
    for hour in 0..HOURS {
        let own = |one: &Workload| load(one, hour) * weight(mode, one);
        let sum: f64 = set.iter().map(|one| own(one)).sum();
        busy(hour, factor * sum, rules.theta)?;
        for (member, one) in set.iter().enumerate() {
            let slowdown = slower(rules, mode, sum - own(one));
            let most = one.slowdown_max.unwrap_or(f64::INFINITY);
            if load(one, hour) > 0.0 && !at_most(slowdown, most) {
                return Err(Refusal::Slow {
                    member,
                    hour,
                    slowdown,
                    most,
                });
            }
        }
    }
    Ok(())
}

/// Seconds to bring a workload's weights in; the least of a switch.
pub(in crate::fleet) fn wake_s(rules: &Rules, one: &Workload) -> f64 {
    swap::wake_s(
        rules.swap_fixed_s,
        one.weights_mib * GB_OF_MIB,
        rules.swap_in_gb_s,
    )
}

/// The switches of a set, by member: its wake and the longest sleep of the others.
pub(in crate::fleet) fn switches(rules: &Rules, set: &[&Workload]) -> Vec<f64> {
    // The two heaviest: whose sleep is the longest, and the rest for that one itself.
    let (mut first, mut second) = (0.0_f64, 0.0_f64);
    for one in set {
        if one.weights_mib > first {
            (first, second) = (one.weights_mib, first);
        } else {
            second = second.max(one.weights_mib);
        }
    }
    let switch = |one: &&Workload| {
        let others = if one.weights_mib >= first {
            second
        } else {
            first
        };
        wake_s(rules, one) + swap::sleep_s(others * GB_OF_MIB, rules.swap_out_gb_s)
    };
    set.iter().map(switch).collect()
}

/// The share of every hour that a set's visits take.
pub(in crate::fleet) fn visits(set: &[&Workload], switches: &[f64]) -> f64 {
    let of = |(one, switch): (&&Workload, &f64)| one.visits_per_hour * switch / HOUR_S;
    set.iter().zip(switches).map(of).sum()
}

/// The longest wait of each that runs in the hour, 0 of others: its own switch, and a residence
/// and a switch of each other that runs.
pub(in crate::fleet) fn waits(
    rules: &Rules,
    set: &[&Workload],
    switches: &[f64],
    hour: usize,
) -> Vec<f64> {
    let runs = |one: &Workload| load(one, hour) > 0.0;
    let turn = |switch: f64| rules.residence_s + switch;
    let round: f64 = set
        .iter()
        .zip(switches)
        .filter(|(one, _)| runs(one))
        .map(|(_, switch)| turn(*switch))
        .sum();
    let wait = |(one, switch): (&&Workload, &f64)| {
        if runs(one) {
            switch + (round - turn(*switch))
        } else {
            0.0
        }
    };
    set.iter().zip(switches).map(wait).collect()
}

/// Whole models in turn: the busy share holds every visit's switch, and whoever runs waits no
/// longer than it may.
fn swaps(rules: &Rules, gpu: &Gpu, set: &[&Workload]) -> Result<(), Refusal> {
    let weights: f64 = set.iter().map(|one| one.weights_mib).sum();
    if !at_most(weights, gpu.host_mib) {
        return Err(Refusal::HostMemory {
            needs_mib: weights,
            holds_mib: gpu.host_mib,
        });
    }
    for (member, one) in set.iter().enumerate() {
        memory(one.memory_mib, gpu.memory_mib)?;
        if one.wait_max_s.is_none() {
            return Err(Refusal::NeverSwapped { member });
        }
    }
    let switches = switches(rules, set);
    let visits = visits(set, &switches);
    for hour in 0..HOURS {
        let sum: f64 = set.iter().map(|one| load(one, hour)).sum();
        busy(hour, sum + visits, rules.theta)?;
        let waits = waits(rules, set, &switches, hour);
        for (member, (one, wait_s)) in set.iter().zip(waits).enumerate() {
            let most_s = one.wait_max_s.unwrap_or_default();
            if load(one, hour) > 0.0 && !at_most(wait_s, most_s) {
                return Err(Refusal::Wait {
                    member,
                    hour,
                    wait_s,
                    most_s,
                });
            }
        }
    }
    Ok(())
}

/// The load of an hour.
pub(in crate::fleet) fn load(one: &Workload, hour: usize) -> f64 {
    one.load.get(hour).copied().unwrap_or_default()
}
