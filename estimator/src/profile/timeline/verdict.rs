//! The limit of a run, by the first rule that holds, and the most that each cure could free.

use super::super::fact::{Fact, Group};
use super::super::format::bench::row;
use super::super::kernel::{HEAVY, LIGHT};
use super::super::verdict::{Finding, Verdict, findings};

/// Kernels below this cost their launch more than their work, seconds.
const SHORT: f64 = 10e-6;

/// Puts verdict and findings of a measured timeline.
pub(in crate::profile) fn judge(facts: &mut Group) {
    limit(facts).put(facts);
    cures(facts);
    let row = facts
        .at("steps.median_s")
        .and_then(|step| row("step_s", Some(step), facts.at("steps.count")));
    facts.put("calibration", Fact::List(row.into_iter().collect()));
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// The shares of heavy and light classes, of the kernel time without communication.
pub(in crate::profile) fn of_classes(facts: &Group) -> (f64, f64) {
    let share = |class: &str| facts.at(&format!("kernels.classes.{class}")).unwrap_or(0.0);
    let rest = 1.0 - share("communication");
    let of = |classes: &[&str]| {
        let sum: f64 = classes.iter().map(|class| share(class)).sum();
        if rest > 0.0 { sum / rest } else { 0.0 }
    };
    (of(&HEAVY), of(&LIGHT))
}

/// The first rule that holds.
fn limit(facts: &Group) -> Verdict {
    let share = |path: &str| facts.at(path).unwrap_or(0.0);
    let idle = share("gpu.idle_share");
    let input = share("gpu.idle_input_share");
    let host = share("gpu.idle_host_share");
    let sync = share("gpu.idle_sync_share");
    let gap = share("gpu.longest_gap_share");
    let communication = share("communication.exposed_share");
    let copies = share("copies.exposed_share");
    let median = facts.at("kernels.median_s").unwrap_or(f64::INFINITY);
    let late = host + sync;
    let (heavy, light) = of_classes(facts);
    let shaped = share("gemm.time_s") >= 0.25 * share("kernels.total_s");
    let shaped = shaped && facts.at("gemm.time_s").is_some();
    let above = share("gemm.above_ridge_share");
    let (bound, because, measured) = if idle > 0.5 && gap > 0.5 {
        let text = format!("one gap alone is {} of the time recorded", percent(gap));
        ("idle", text, true)
    } else if input > 0.2 {
        let text = format!("the device waits for input {} of the time", percent(input));
        ("input", text, true)
    } else if communication > 0.25 {
        let text = format!(
            "collectives alone run {} of the time",
            percent(communication)
        );
        ("communication", text, true)
    } else if idle > 0.3 && (late >= idle / 2.0 || median < SHORT) {
        let text = format!(
            "the device idles {} of the time, {} of it because the host called late; half of the kernels take at most {:.1} us",
            percent(idle),
            percent(late / idle),
            1e6 * median
        );
        ("launch", text, true)
    } else if idle > 0.9 {
        let text = format!("the device idles {} of the time", percent(idle));
        ("idle", text, true)
    } else if copies > 0.25 {
        let text = format!("copies alone run {} of the time", percent(copies));
        ("copy", text, true)
    } else if heavy >= 0.5 && heavy >= light && shaped {
        let text = format!(
            "{} of the kernel time is matrix work; of that of known shape {} is above the ridge",
            percent(heavy),
            percent(above)
        );
        (
            if above >= 0.5 { "compute" } else { "bandwidth" },
            text,
            false,
        )
    } else if heavy >= 0.5 && heavy >= light {
        let text = format!(
            "{} of the kernel time is matrix work; shapes tell whether compute or bandwidth limits it",
            percent(heavy)
        );
        ("matrix", text, false)
    } else if light > 0.5 {
        let text = format!("{} of the kernel time only moves data", percent(light));
        ("bandwidth", text, false)
    } else {
        let text = format!(
            "matrix work takes {} of the kernel time, moving data {}",
            percent(heavy),
            percent(light)
        );
        ("mixed", text, false)
    };
    Verdict {
        bound,
        because,
        measured,
    }
}

/// The most that each cure could free.
fn cures(facts: &mut Group) {
    let share = |path: &str| facts.at(path).unwrap_or(0.0);
    let input = share("gpu.idle_input_share");
    let host = share("gpu.idle_host_share");
    let sync = share("gpu.idle_sync_share");
    let communication = share("communication.exposed_share");
    let copies = share("copies.exposed_share");
    let found = [
        (
            "input",
            input,
            "more num_workers, pin_memory, prefetch_factor",
        ),
        (
            "launch",
            host,
            "CUDA graphs or torch.compile; --enforce-eager off",
        ),
        (
            "synchronisation",
            sync,
            "no .item(), .cpu() or print of tensors in the step",
        ),
        (
            "communication",
            communication,
            "overlap it with the backward pass, fewer ranks, larger buckets",
        ),
        (
            "copy",
            copies,
            "pin_memory and non_blocking copies, or keep data on the device",
        ),
    ];
    let found = found.into_iter().filter(|(_, gain, _)| *gain > 0.05);
    let found = found.map(|(id, gain, fix)| {
        let mut evidence = Group::default();
        evidence.number("share", Some(gain));
        Finding {
            id,
            gain: Some(gain),
            evidence,
            fix,
        }
    });
    let found = found.collect();
    findings(found, facts);
}
