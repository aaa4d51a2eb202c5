//! What to do: the changes that findings name, and where a limit names none, the one that it asks
//! for. The first of them is the sentence that the page ends in.

mod gain;
mod wanted;

use super::unit::share;
use crate::i18n::{Msg, number, say, text};
use crate::page::dropped::harmless;
use estimator::profile::summary::{Basis, Need, heavy_and_light, needs, unused};
use estimator::profile::{Fact, Group};
use gain::{Gain, most, said};
pub(super) use wanted::Wanted;

/// Changes that are shown.
const MOST: usize = 3;
/// Boards that are named.
const NAMED: usize = 16;

/// Changes with the most that each could gain, largest first; none where the file says nothing of
/// any. A run that the estimate `is_calibrated` by need not be told of once more.
pub(super) fn actions(facts: &Group, is_calibrated: bool) -> Vec<(Msg, String)> {
    let known = facts.groups("findings").filter_map(|finding| {
        let gain = finding.at("gain");
        let time = Gain::of(gain, Gain::Time);
        Some(match finding.words("id")? {
            "input" => (Msg::ProfileDoInput, time),
            "launch" => (Msg::ProfileDoLaunch, time),
            "synchronisation" => (Msg::ProfileDoSync, time),
            "communication" => (Msg::ProfileDoCommunication, time),
            "copy" => (Msg::ProfileDoCopy, time),
            "idle" => (Msg::ProfileDoIdle, said(gain, say::profile_gain_time)),
            "memory-unused" => (Msg::ProfileDoMemory, said(gain, say::profile_gain_memory)),
            "out-of-memory" => (Msg::ProfileDoOom, Gain::Untold),
            "fragmentation" => (
                Msg::ProfileDoFragmentation,
                said(gain, say::profile_gain_memory),
            ),
            "failures" => (
                Msg::ProfileDoFailures,
                said(gain, say::profile_gain_requests),
            ),
            "queue" => (Msg::ProfileDoQueue, said(gain, say::profile_gain_queue)),
            _ => return None,
        })
    });
    let mut actions: Vec<(Msg, Gain)> = known.collect();
    if let Some(asked) = asked(facts)
        && actions.iter().all(|(action, _)| *action != asked.0)
    {
        actions.push(asked);
    }
    actions.truncate(MOST);
    let mut gone = 0.0;
    let worded = actions.into_iter().map(|(action, gain)| {
        let told = is_calibrated && action == Msg::ProfileDoCalibrate;
        let action = if told {
            Msg::ProfileDoCalibrated
        } else {
            action
        };
        (action, gain.words(&mut gone))
    });
    worded.collect()
}

/// What the actions of a file ask of a question.
pub(super) fn wanted(facts: &Group) -> Vec<Wanted> {
    let actions = actions(facts, false).into_iter();
    actions
        .filter_map(|(action, _)| Wanted::of(action))
        .collect()
}

/// The change that the limit asks for by itself, with what the file tells of its ceiling.
fn asked(facts: &Group) -> Option<(Msg, Gain)> {
    let Some(Fact::Group(verdict)) = facts.get("verdict") else {
        return None;
    };
    let bound = verdict.words("bound")?;
    let format = facts.words("format").unwrap_or_default();
    if format == "ncu-csv" {
        return of_counted(facts, bound);
    }
    if facts.get("gpus").is_some() && facts.get("kernels").is_none() {
        return of_boards(facts, bound);
    }
    let (heavy, light) = heavy_and_light(facts);
    // Where it is unknown how long devices idle, of the kernels alone.
    let of_kernels = |share: f64| match facts.at("gpu.compute_share") {
        Some(computing) => Gain::Time(computing * share),
        None if facts.get("kernels").is_some() => Gain::Kernels(share),
        None => Gain::Untold,
    };
    let idle = || Gain::of(facts.at("gpu.idle_share"), Gain::Time);
    let collectives = facts.at("kernels.classes.communication");
    Some(match bound {
        "compute" => (Msg::ProfileDoCompute, of_kernels(heavy)),
        "matrix" => (Msg::ProfileDoMatrix, of_kernels(heavy)),
        "bandwidth" => (Msg::ProfileDoBytes, of_kernels(light.max(heavy))),
        "latency" => (Msg::ProfileDoFill, Gain::Untold),
        "communication" => (
            Msg::ProfileDoCommunication,
            Gain::of(collectives, Gain::Kernels),
        ),
        "launch" => (Msg::ProfileDoLaunch, idle()),
        "input" => (
            Msg::ProfileDoInput,
            Gain::of(facts.at("input_share"), Gain::Time),
        ),
        "copy" => (Msg::ProfileDoCopy, Gain::Untold),
        "capacity" if facts.get("memory").is_some() => (Msg::ProfileDoOom, Gain::Untold),
        "capacity" => (Msg::ProfileDoRoom, of_queue(facts)),
        "idle" if facts.get("counters").is_some() => (Msg::ProfileDoServe, Gain::Untold),
        "idle" if facts.at("gpu.compute_share").is_some() => (Msg::ProfileDoFind, idle()),
        "idle" | "host" => (Msg::ProfileDoIdle, Gain::Untold),
        "mixed" if facts.get("counters").is_some() => (Msg::ProfileDoKeep, Gain::Untold),
        "mixed" if facts.get("kernels").is_some() => {
            let first = facts.get("kernels").and_then(|kernels| match kernels {
                Fact::Group(kernels) => kernels.groups("top").next()?.at("share"),
                _ => None,
            });
            (Msg::ProfileDoTop, first.map_or(Gain::Untold, of_kernels))
        }
        "mixed" => (Msg::ProfileDoTrace, Gain::Untold),
        _ => return unknown(facts, format).map(|action| (action, Gain::Untold)),
    })
}

/// A full server's: the queue's share of the time to the first token.
fn of_queue(facts: &Group) -> Gain {
    let queue = facts.at("latency.queue_s.mean");
    let waits = queue.zip(facts.at("latency.ttft_s.mean").filter(|ttft| *ttft > 0.0));
    let share = waits.map(|(queue, ttft)| (queue / ttft).min(1.0));
    Gain::Said(most(share, say::profile_gain_first))
}

/// Of kernels whose throughputs were counted: less of what they are bound by leaves the time of the
/// other, and full use leaves the share that is in use.
fn of_counted(facts: &Group, bound: &str) -> Option<(Msg, Gain)> {
    let used = |name: &str| {
        let used = facts.at(&format!("counters.{name}"));
        used.filter(|used| *used > 0.0)
    };
    let processors = used("sm_throughput");
    let memory = used("memory_throughput").or(used("dram_throughput"));
    let rest = |left: Option<f64>| Gain::of(left.map(|left| 1.0 - left), Gain::Kernels);
    Some(match bound {
        "compute" => (Msg::ProfileDoCompute, rest(memory)),
        "bandwidth" => (Msg::ProfileDoBytes, rest(processors)),
        "latency" => (
            Msg::ProfileDoFill,
            rest(processors.into_iter().chain(memory).reduce(f64::max)),
        ),
        _ => return unknown(facts, "ncu-csv").map(|action| (action, Gain::Untold)),
    })
}

/// Of boards that were sampled: the share of the time in which the unit worked that is to do less.
fn of_boards(facts: &Group, bound: &str) -> Option<(Msg, Gain)> {
    let worked = |unit: &str| Gain::of(facts.at(&format!("gpu.{unit}")), Gain::Time);
    let format = facts.words("format").unwrap_or_default();
    Some(match bound {
        "compute" => (Msg::ProfileDoCompute, worked("tensor_active")),
        "bandwidth" => (Msg::ProfileDoBytes, worked("dram_active")),
        "launch" => (
            Msg::ProfileDoLaunch,
            Gain::of(
                facts.at("gpu.sm_active").map(|active| 1.0 - active),
                Gain::Time,
            ),
        ),
        "idle" | "host" => (Msg::ProfileDoIdle, Gain::Untold),
        "mixed" => (Msg::ProfileDoTrace, Gain::Untold),
        _ => return unknown(facts, format).map(|action| (action, Gain::Untold)),
    })
}

/// What to do with a file that says nothing of a limit.
fn unknown(facts: &Group, format: &str) -> Option<Msg> {
    Some(match format {
        "memory-snapshot" | "memory-timeline" => Msg::ProfileDoBatch,
        "mlperf-loadgen" | "mlperf-mllog" => Msg::ProfileDoBeside,
        "nvidia-smi-csv" | "nvidia-smi-dmon" => Msg::ProfileDoSample,
        "ncu-csv" => Msg::ProfileDoCount,
        _ if facts.get("latency").is_some() || format == "llama-bench" => Msg::ProfileDoCalibrate,
        _ if super::verdict::unknown(facts).is_empty() => return None,
        _ => Msg::ProfileDoTrace,
    })
}

/// The first change as a sentence, with its gain.
pub(super) fn first(facts: &Group, is_calibrated: bool) -> Option<String> {
    let (action, gain) = actions(facts, is_calibrated).into_iter().next()?;
    Some(worded(action, &gain))
}

/// A change with its gain behind it.
pub(super) fn worded(action: Msg, gain: &str) -> String {
    let gain = Some(gain).filter(|gain| !gain.is_empty());
    let gain = gain.map_or_else(String::new, |gain| format!(" ({gain})"));
    format!("{}{gain}", text(action))
}

/// What there is too much or too little of, a sentence each.
pub(super) fn amounts(facts: &Group) -> Vec<String> {
    let said = needs(facts).into_iter().map(|Need { basis, there }| {
        let (times, part) = (number(there), share(there.min(1.0)));
        match basis {
            Basis::Boards => say::profile_need_boards(&times),
            Basis::Memory => say::profile_need_memory(&times),
            Basis::Cache => say::profile_need_cache(&times),
            Basis::Requests => say::profile_need_requests(&part),
            Basis::Rate => say::profile_need_rate(&part),
        }
    });
    said.chain(idle(facts)).collect()
}

/// The boards that did nothing all the time, by their numbers.
fn idle(facts: &Group) -> Option<String> {
    let unused = unused(facts);
    let named = unused.iter().take(NAMED).map(|board| harmless(board));
    let mut named: Vec<String> = named.collect();
    if unused.len() > NAMED {
        named.push("…".to_owned());
    }
    (!named.is_empty()).then(|| say::profile_need_unused(&named.join(text(Msg::ListComma))))
}

#[cfg(test)]
mod tests;
