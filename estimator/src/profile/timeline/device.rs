//! Times by device, and of collectives and copies.

use super::super::fact::{Fact, Group};
use super::part::Part;
use super::{Time, Timeline, Work, seconds};
use std::collections::BTreeMap;

/// Puts each device's times, and the shares of all.
pub(super) fn devices(parts: &[Part], any_call: bool, facts: &mut Group) {
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
    let sum = |of: &dyn Fn(&Part) -> Time| parts.iter().map(|part| of(part) as f64).sum::<f64>();
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

/// Puts collectives and copies of all devices.
pub(super) fn shared(works: &[Work], parts: &[Part], timeline: &Timeline, facts: &mut Group) {
    let sum = |of: &dyn Fn(&Part) -> Time| super::sum(parts.iter().map(of));
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
