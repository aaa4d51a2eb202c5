//! The figures of a timeline: by kernel, by device, and of all devices together.

use super::super::fact::{Fact, Group};
use super::part::{Part, part};
use super::{SECOND, Time, Timeline, Work, seconds};
use std::collections::{BTreeMap, HashSet};

/// A kernel below 10 us costs its launch more than its work.
const SHORT: Time = 10_000_000;

/// Puts all that a timeline says into `facts`; `false` where no device worked.
pub(in crate::profile) fn measure(timeline: &mut Timeline, facts: &mut Group) -> bool {
    steps(timeline, facts);
    if timeline.works.is_empty() {
        return false;
    }
    let mut works = std::mem::take(&mut timeline.works);
    works.sort_by_key(|work| (work.device, work.start));
    let parts: Vec<Part> = works
        .chunk_by(|a, b| a.device == b.device)
        .map(|works| part(works.first().map_or(0, |work| work.device), works, timeline))
        .collect();
    let kernels = kernels(&works, timeline);
    facts.group("kernels", kernels);
    devices(&parts, timeline.any_call, facts);
    shared(&works, &parts, timeline, facts);
    launch(&works, timeline, facts);
    timeline.works = works;
    true
}

/// The share at `point` of sorted values, linear between order statistics.
fn percentile(sorted: &[Time], point: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = point * last as f64;
    let below = super::super::json_whole(place.floor())?;
    let below = usize::try_from(below).ok()?;
    let low = seconds(*sorted.get(below)?);
    let high = seconds(*sorted.get((below + 1).min(last))?);
    Some(low + (high - low) * place.fract())
}

fn kernels(works: &[Work], timeline: &Timeline) -> Group {
    let mut group = Group::default();
    let mut by_name: BTreeMap<&str, (Time, u64, &'static str)> = BTreeMap::new();
    let mut classes: BTreeMap<&'static str, Time> = BTreeMap::new();
    let mut durations = Vec::new();
    for work in works {
        let Some(name) = timeline.names.get(work.name) else {
            continue;
        };
        if name.class == "copy" {
            continue;
        }
        durations.push(work.duration);
        let sum = by_name.entry(&name.text).or_insert((0, 0, name.class));
        sum.0 += work.duration;
        sum.1 += 1;
        *classes.entry(name.class).or_default() += work.duration;
    }
    durations.sort_unstable();
    let total: Time = durations.iter().sum();
    let share = |time: Time| (total > 0).then(|| time as f64 / total as f64);
    let count = durations.len();
    group.count("count", Some(count as u64));
    group.count("names", Some(by_name.len() as u64));
    group.number("total_s", Some(seconds(total)));
    if count > 0 {
        group.number("mean_s", Some(seconds(total) / count as f64));
        group.number("median_s", percentile(&durations, 0.5));
        let short = durations.partition_point(|duration| *duration < SHORT);
        group.number("short_count_share", Some(short as f64 / count as f64));
        group.number(
            "short_time_share",
            share(durations.iter().take(short).sum()),
        );
    }
    let mut top: Vec<_> = by_name.into_iter().collect();
    top.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(b.0)));
    let top = top
        .into_iter()
        .take(10)
        .map(|(name, (time, count, class))| {
            let mut kernel = Group::default();
            let name: String = name.chars().take(200).collect();
            kernel.text("name", Some(&name));
            kernel.number("time_s", Some(seconds(time)));
            kernel.number("share", share(time));
            kernel.count("count", Some(count));
            kernel.text("kind", Some(class));
            Fact::Group(kernel)
        });
    group.put("top", Fact::List(top.collect()));
    let mut shares = Group::default();
    for (class, time) in classes {
        shares.number(class, share(time));
    }
    group.group("classes", shares);
    group
}

fn devices(parts: &[Part], any_call: bool, facts: &mut Group) {
    let listed = parts.iter().map(|part| {
        let mut group = Group::default();
        group.count("device", Some(u64::from(part.device)));
        let mut put = |name: &str, time: Time| group.number(name, Some(seconds(time)));
        put("span_s", part.span);
        put("busy_s", part.busy);
        put("compute_s", part.compute);
        put("communication_s", part.communication);
        put("communication_exposed_s", part.communication_exposed);
        put("copy_s", part.copy);
        put("copy_exposed_s", part.copy_exposed);
        put("idle_other_s", part.idle.other);
        put("longest_gap_s", part.idle.longest);
        if any_call {
            put("idle_host_s", part.idle.host);
            put("idle_input_s", part.idle.input);
            put("idle_sync_s", part.idle.sync);
        }
        let idle = part.idle.sum() as f64 / part.span as f64;
        group.number("idle_share", Some(idle));
        group.count("streams", Some(part.streams as u64));
        Fact::Group(group)
    });
    facts.put("gpus", Fact::List(listed.collect()));
    let sum = |of: &dyn Fn(&Part) -> Time| parts.iter().map(of).sum::<Time>() as f64;
    let spans = sum(&|part| part.span);
    let mut gpu = Group::default();
    let longest = parts.iter().map(|part| part.span).max().unwrap_or(0);
    gpu.number("span_s", Some(seconds(longest)));
    gpu.number("busy_share", Some(sum(&|part| part.busy) / spans));
    gpu.number("idle_share", Some(sum(&|part| part.idle.sum()) / spans));
    gpu.number("compute_share", Some(sum(&|part| part.compute) / spans));
    if any_call {
        gpu.number("idle_host_share", Some(sum(&|part| part.idle.host) / spans));
        gpu.number(
            "idle_input_share",
            Some(sum(&|part| part.idle.input) / spans),
        );
        gpu.number("idle_sync_share", Some(sum(&|part| part.idle.sync) / spans));
    }
    let gap = |part: &Part| part.idle.longest as f64 / part.span as f64;
    gpu.number("longest_gap_share", parts.iter().map(gap).reduce(f64::max));
    facts.group("gpu", gpu);
}

fn shared(works: &[Work], parts: &[Part], timeline: &Timeline, facts: &mut Group) {
    let sum = |of: &dyn Fn(&Part) -> Time| parts.iter().map(of).sum::<Time>();
    let spans = seconds(sum(&|part| part.span));
    let of = |class: &str| {
        works
            .iter()
            .filter(|work| timeline.class(work) == class)
            .count()
    };
    let count = of("communication");
    if count > 0 {
        let time = seconds(sum(&|part| part.communication));
        let exposed = seconds(sum(&|part| part.communication_exposed));
        let mut group = Group::default();
        group.count("count", Some(count as u64));
        group.number("time_s", Some(time));
        group.number("share", Some(time / spans));
        group.number("exposed_s", Some(exposed));
        group.number("exposed_share", Some(exposed / spans));
        group.number("overlap_share", Some(1.0 - exposed / time));
        facts.group("communication", group);
    }
    let count = of("copy");
    if count > 0 {
        let exposed = seconds(sum(&|part| part.copy_exposed));
        let mut group = Group::default();
        group.count("count", Some(count as u64));
        group.number("time_s", Some(seconds(sum(&|part| part.copy))));
        group.number("exposed_s", Some(exposed));
        group.number("exposed_share", Some(exposed / spans));
        let mut bytes: BTreeMap<&str, u64> = BTreeMap::new();
        for work in works.iter().filter(|work| work.bytes > 0) {
            if let Some(name) = timeline.names.get(work.name) {
                let sum = bytes.entry(direction(&name.text)).or_default();
                *sum = sum.saturating_add(work.bytes);
            }
        }
        let mut directions = Group::default();
        for (direction, sum) in bytes {
            directions.count(direction, Some(sum));
        }
        group.group("bytes", directions);
        facts.group("copies", group);
    }
}

/// Where a copy of this name goes.
fn direction(name: &str) -> &'static str {
    const WAYS: [(&str, [&str; 3]); 3] = [
        ("host-to-device", ["HtoD", "Host-to-Device", "HostToDevice"]),
        ("device-to-host", ["DtoH", "Device-to-Host", "DeviceToHost"]),
        (
            "device-to-device",
            ["DtoD", "Device-to-Device", "DeviceToDevice"],
        ),
    ];
    if name.contains("PtoP") {
        return "peer";
    }
    if name.to_ascii_lowercase().contains("memset") {
        return "set";
    }
    let way = WAYS
        .iter()
        .find(|(_, marks)| marks.iter().any(|mark| name.contains(mark)));
    way.map_or("other", |(way, _)| way)
}

fn launch(works: &[Work], timeline: &Timeline, facts: &mut Group) {
    let mut delays = Vec::new();
    let mut seen = HashSet::new();
    let mut calls = Vec::new();
    for work in works.iter().filter(|work| timeline.class(work) != "copy") {
        let Some((id, call)) = work
            .call
            .and_then(|id| Some((id, timeline.calls.get(&id)?)))
        else {
            continue;
        };
        delays.push(work.start - call.start);
        if seen.insert(id) {
            calls.push(call.duration);
        }
    }
    if delays.is_empty() {
        return;
    }
    delays.sort_unstable();
    calls.sort_unstable();
    let mut group = Group::default();
    group.count("matched", Some(delays.len() as u64));
    group.number("median_delay_s", percentile(&delays, 0.5));
    group.number("p95_delay_s", percentile(&delays, 0.95));
    let negative = delays.partition_point(|delay| *delay < 0);
    group.count("negative", Some(negative as u64));
    group.number("median_call_s", percentile(&calls, 0.5));
    let shared = 1.0 - calls.len() as f64 / delays.len() as f64;
    group.number("graph_share", Some(shared));
    facts.group("launch", group);
}

fn steps(timeline: &mut Timeline, facts: &mut Group) {
    timeline.steps.sort_unstable();
    timeline.steps.dedup();
    let mut lengths: Vec<Time> = timeline.steps.iter().map(|step| step.2 - step.1).collect();
    lengths.sort_unstable();
    let (Some(min), Some(max)) = (lengths.first(), lengths.last()) else {
        return;
    };
    let mut group = Group::default();
    let sum: f64 = lengths.iter().map(|length| *length as f64).sum();
    group.count("count", Some(lengths.len() as u64));
    group.number("mean_s", Some(sum / SECOND / lengths.len() as f64));
    group.number("median_s", percentile(&lengths, 0.5));
    group.number("min_s", Some(seconds(*min)));
    group.number("max_s", Some(seconds(*max)));
    facts.group("steps", group);
}
