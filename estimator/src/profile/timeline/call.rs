//! The host's side: launches and steps.

use super::super::fact::Group;
use super::measure::percentile;
use super::seconds;
use super::{SECOND, Time, Timeline, Work};
use std::collections::HashSet;

/// Puts how long kernels wait between call and start.
pub(super) fn launch(works: &[Work], timeline: &Timeline, facts: &mut Group) {
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

/// Puts the steps that were marked, each once.
pub(super) fn steps(timeline: &Timeline, facts: &mut Group) {
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
