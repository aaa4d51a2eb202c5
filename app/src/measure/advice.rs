//! What to do: the changes that findings name, and where a limit names none, the one that it asks
//! for. The first of them is the sentence that the page ends in.

use super::unit::share;
use crate::i18n::{Msg, number, say, text};
use estimator::profile::summary::{Basis, Need, ceiling, heavy_and_light, needs};
use estimator::profile::{Fact, Group};

/// Changes that are shown.
const MOST: usize = 3;

/// The most that a change could gain.
#[derive(Clone)]
enum Gain {
    /// A share of the time that is freed; shares of several changes are none of each other's.
    Time(f64),
    /// A share of the time of kernels, of a file that does not say how long it idles.
    Kernels(f64),
    /// In words.
    Said(String),
    /// The file does not tell.
    Untold,
}

impl Gain {
    fn of(share: Option<f64>, gain: fn(f64) -> Self) -> Self {
        share.map_or(Self::Untold, gain)
    }

    /// In words, once `gone` of the time is freed by the changes above: then the rest is the whole,
    /// and what this frees is a larger share of that.
    fn words(self, gone: &mut f64) -> String {
        match self {
            Self::Time(share) => {
                let first = *gone <= 0.0;
                let times = ceiling(share / (1.0 - *gone)).filter(|_| *gone < 1.0);
                *gone += share;
                let say = if first {
                    say::profile_gain_faster
                } else {
                    say::profile_gain_then
                };
                times.map_or_else(String::new, |times| say(&number(times)))
            }
            Self::Kernels(share) => ceiling(share).map_or_else(String::new, |times| {
                say::profile_gain_kernels(&number(times))
            }),
            Self::Said(words) => words,
            Self::Untold => String::new(),
        }
    }
}

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

fn said(gain: Option<f64>, say: fn(&str) -> String) -> Gain {
    Gain::Said(most(gain, say))
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

    /// The most that each change gains is that of the time which those before it leave: together they
    /// gain what freeing the sum of their shares does, and never more.
    #[test]
    fn gains_are_of_what_is_left() {
        let of = |json: &str| {
            let all = actions(&facts(json), false);
            all.into_iter().map(|(_, gain)| gain).collect::<Vec<_>>()
        };
        let two = of(r#"{"findings":[{"id":"launch","gain":0.4},{"id":"input","gain":0.2}]}"#);
        let (first, second) = (1.0 / 0.6, 0.6 / 0.4);
        assert_eq!(
            two,
            [
                say::profile_gain_faster(&number(first)),
                say::profile_gain_then(&number(second))
            ]
        );
        assert!((first * second - 1.0 / (1.0 - 0.4 - 0.2)).abs() < 1e-12);
        let none = of(r#"{"findings":[{"id":"launch","gain":0.6},{"id":"input","gain":0.4}]}"#);
        assert_eq!(none[1], "", "nothing would be left");
    }

    /// A ceiling is shown wherever the file tells the share, and nowhere else.
    #[test]
    fn ceilings_are_those_that_files_tell() {
        let gain = |json: &str| actions(&facts(json), false).remove(0).1;
        let time = |times: f64| say::profile_gain_faster(&number(times));
        let kernels = |times: f64| say::profile_gain_kernels(&number(times));
        let of = |format: &str, bound: &str, rest: &str| {
            gain(&format!(
                r#"{{"format":"{format}","verdict":{{"bound":"{bound}"}}{rest}}}"#
            ))
        };
        let sums = r#","kernels":{"classes":{"communication":0.6,"gemm":0.4}}"#;
        assert_eq!(of("nsys-csv", "communication", sums), kernels(2.5));
        let sums = r#","kernels":{"classes":{"gemm":0.75,"elementwise":0.25}}"#;
        assert_eq!(of("nsys-csv", "matrix", sums), kernels(4.0));
        assert_eq!(
            of("xprof-overview", "input", r#","input_share":0.2"#),
            time(1.25)
        );
        let idle = r#","kernels":{"count":9},"gpu":{"compute_share":0.2,"idle_share":0.8}"#;
        assert_eq!(of("pytorch-trace", "idle", idle), time(5.0));
        let counted = r#","counters":{"sm_throughput":0.4,"memory_throughput":0.8}"#;
        assert_eq!(of("ncu-csv", "bandwidth", counted), kernels(2.5));
        let latency = r#","counters":{"sm_throughput":0.4,"memory_throughput":0.5}"#;
        assert_eq!(of("ncu-csv", "latency", latency), kernels(2.0));
        let boards = r#","gpus":[{"gpu":0}],"gpu":{"sm_active":0.9,"tensor_active":0.6}"#;
        assert_eq!(of("dcgm-text", "compute", boards), time(2.5));
        assert_eq!(of("ncu-csv", "compute", ""), "");
        assert_eq!(of("nsys-csv", "launch", r#","kernels":{"count":9}"#), "");
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
