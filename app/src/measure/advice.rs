//! What to do: the changes that findings name, and where a limit names none, the one that it asks
//! for. The first of them is the sentence that the page ends in.

use super::unit::share;
use crate::i18n::{Msg, number, say, text};
use estimator::profile::summary::{Basis, Need, ceiling, heavy_and_light, needs};
use estimator::profile::{Fact, Group};

/// Changes that are shown.
const MOST: usize = 3;

/// Changes with the most that each could gain, largest first; none where the file says nothing of
/// any. A run that the estimate `is_calibrated` by need not be told of once more.
pub(super) fn actions(facts: &Group, is_calibrated: bool) -> Vec<(Msg, String)> {
    let known = facts.groups("findings").filter_map(|finding| {
        let gain = finding.at("gain");
        Some(match finding.words("id")? {
            "input" => (Msg::ProfileDoInput, faster(gain)),
            "launch" => (Msg::ProfileDoLaunch, faster(gain)),
            "synchronisation" => (Msg::ProfileDoSync, faster(gain)),
            "communication" => (Msg::ProfileDoCommunication, faster(gain)),
            "copy" => (Msg::ProfileDoCopy, faster(gain)),
            "idle" => (Msg::ProfileDoIdle, most(gain, say::profile_gain_time)),
            "memory-unused" => (Msg::ProfileDoMemory, most(gain, say::profile_gain_memory)),
            "out-of-memory" => (Msg::ProfileDoOom, String::new()),
            "fragmentation" => (
                Msg::ProfileDoFragmentation,
                most(gain, say::profile_gain_memory),
            ),
            "failures" => (
                Msg::ProfileDoFailures,
                most(gain, say::profile_gain_requests),
            ),
            "queue" => (Msg::ProfileDoQueue, most(gain, say::profile_gain_queue)),
            _ => return None,
        })
    });
    let mut actions: Vec<(Msg, String)> = known.collect();
    if let Some(asked) = asked(facts)
        && actions.iter().all(|(action, _)| *action != asked.0)
    {
        actions.push(asked);
    }
    actions.truncate(MOST);
    if is_calibrated {
        for (action, _) in &mut actions {
            if *action == Msg::ProfileDoCalibrate {
                *action = Msg::ProfileDoCalibrated;
            }
        }
    }
    actions
}

/// The change that the limit asks for by itself.
fn asked(facts: &Group) -> Option<(Msg, String)> {
    let Some(Fact::Group(verdict)) = facts.get("verdict") else {
        return None;
    };
    let computing = facts.at("gpu.compute_share");
    // The most that making a share of the kernels vanish could gain.
    let of_kernels = |share: f64| faster(computing.map(|computing| computing * share));
    let (heavy, light) = heavy_and_light(facts);
    let queue = facts.at("latency.queue_s.mean");
    let waits = queue.zip(facts.at("latency.ttft_s.mean").filter(|ttft| *ttft > 0.0));
    let format = facts.words("format").unwrap_or_default();
    let counted = facts.get("counters").is_some() && facts.get("gpus").is_none();
    Some(match verdict.words("bound")? {
        "compute" if format == "ncu-csv" => (Msg::ProfileDoCompute, String::new()),
        "compute" => (Msg::ProfileDoCompute, of_kernels(heavy)),
        "matrix" => (Msg::ProfileDoMatrix, of_kernels(heavy)),
        "bandwidth" => (Msg::ProfileDoBytes, of_kernels(light.max(heavy))),
        "latency" => (Msg::ProfileDoFill, String::new()),
        "communication" => (Msg::ProfileDoCommunication, String::new()),
        "launch" => (Msg::ProfileDoLaunch, String::new()),
        "input" => (Msg::ProfileDoInput, String::new()),
        "copy" => (Msg::ProfileDoCopy, String::new()),
        "capacity" if facts.get("memory").is_some() => (Msg::ProfileDoOom, String::new()),
        "capacity" => {
            let share = waits.map(|(queue, ttft)| (queue / ttft).min(1.0));
            (Msg::ProfileDoRoom, most(share, say::profile_gain_first))
        }
        "idle" if counted => (Msg::ProfileDoServe, String::new()),
        "idle" if facts.at("gpu.compute_share").is_some() => (Msg::ProfileDoFind, String::new()),
        "idle" | "host" => (Msg::ProfileDoIdle, String::new()),
        "mixed" if counted => (Msg::ProfileDoKeep, String::new()),
        "mixed" if facts.get("kernels").is_some() => {
            let first = facts.get("kernels").and_then(|kernels| match kernels {
                Fact::Group(kernels) => kernels.groups("top").next()?.at("share"),
                _ => None,
            });
            (
                Msg::ProfileDoTop,
                first.map_or_else(String::new, of_kernels),
            )
        }
        "mixed" => (Msg::ProfileDoTrace, String::new()),
        _ => return unknown(facts, format).map(|action| (action, String::new())),
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

fn faster(gain: Option<f64>) -> String {
    let times = gain.and_then(ceiling);
    times.map_or_else(String::new, |times| {
        say::profile_gain_faster(&number(times))
    })
}

fn most(gain: Option<f64>, say: fn(&str) -> String) -> String {
    gain.map_or_else(String::new, |gain| say(&share(gain)))
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
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(json: &str) -> Group {
        Group::from_json(json).expect("facts")
    }

    fn told(json: &str, is_calibrated: bool) -> Option<Msg> {
        let actions = actions(&facts(json), is_calibrated);
        actions.first().map(|(action, _)| *action)
    }

    /// Every finding of the reader has words, three at most are shown, and what is unknown is left
    /// out.
    #[test]
    fn findings_are_actions() {
        let ids = [
            "input",
            "launch",
            "synchronisation",
            "communication",
            "copy",
            "idle",
            "memory-unused",
            "out-of-memory",
            "fragmentation",
            "failures",
            "queue",
        ];
        for id in ids {
            let one = facts(&format!(r#"{{"findings":[{{"id":"{id}","gain":0.5}}]}}"#));
            assert_eq!(actions(&one, false).len(), 1, "{id}");
        }
        let many = ids.map(|id| format!(r#"{{"id":"{id}"}}"#)).join(",");
        assert_eq!(
            actions(&facts(&format!(r#"{{"findings":[{many}]}}"#)), false).len(),
            3
        );
        assert_eq!(
            actions(&facts(r#"{"findings":[{"id":"new"}]}"#), false).len(),
            0
        );
    }

    /// Every limit ends in something to do, of whichever kind of file.
    #[test]
    fn every_limit_asks_for_something() {
        for bound in [
            "compute",
            "bandwidth",
            "matrix",
            "communication",
            "launch",
            "input",
            "copy",
            "host",
            "latency",
            "capacity",
            "idle",
            "mixed",
        ] {
            let one = facts(&format!(r#"{{"verdict":{{"bound":"{bound}"}}}}"#));
            assert!(first(&one, false).is_some(), "{bound}");
        }
        let of = |json: &str| told(json, false);
        let unknown = |rest: &str| format!(r#"{{"verdict":{{"bound":"unknown"}},{rest}}}"#);
        let bench = unknown(r#""format":"vllm-bench","latency":{"ttft_s":{"mean":1}}"#);
        assert_eq!(of(&bench), Some(Msg::ProfileDoCalibrate));
        assert_eq!(told(&bench, true), Some(Msg::ProfileDoCalibrated));
        assert_eq!(
            of(&unknown(
                r#""format":"memory-snapshot","memory":{"events":1}"#
            )),
            Some(Msg::ProfileDoBatch)
        );
    }

    /// A full server asks for room; ten that run while thirty wait are too little.
    #[test]
    fn a_full_server() {
        let full = facts(
            r#"{"format":"vllm-metrics","verdict":{"bound":"capacity","measured":true},
            "counters":{"running":10,"waiting":30},"latency":{"queue_s":{"mean":1.5},"ttft_s":{"mean":2}}}"#,
        );
        let first = actions(&full, false).first().map(|(action, _)| *action);
        assert_eq!(first, Some(Msg::ProfileDoRoom));
        assert_eq!(amounts(&full).len(), 1);
    }
}
