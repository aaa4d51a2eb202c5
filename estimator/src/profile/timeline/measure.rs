//! The figures of a timeline: of its kernels here, of devices and calls beside.

use super::super::fact::{Fact, Group};
use super::call::{launch, steps};
use super::device::{devices, shared};
use super::interval::union;
use super::part::{Part, part};
use super::strip::{DEVICES, Grid, Strip, course};
use super::{Time, Timeline, Window, Work, seconds, sum};
use std::collections::BTreeMap;

/// A kernel below 10 us costs its launch more than its work.
const SHORT: Time = 10_000_000;

/// Puts all that a timeline says into `facts`; `false` where no device worked.
pub(in crate::profile) fn measure(timeline: &mut Timeline, facts: &mut Group) -> bool {
    timeline.steps.sort_unstable();
    timeline.steps.dedup();
    if timeline.works.is_empty() {
        steps(timeline, facts);
        return false;
    }
    timeline.input = union(std::mem::take(&mut timeline.input));
    timeline.sync = union(std::mem::take(&mut timeline.sync));
    let mut works = std::mem::take(&mut timeline.works);
    works.sort_by_key(|work| (work.device, work.start));
    let grid = Grid::over(&works, timeline);
    let mut strips: Vec<(u32, Strip)> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for works in works.chunk_by(|a, b| a.device == b.device) {
        let device = works.first().map_or(0, |work| work.device);
        let mut strip = (parts.len() < DEVICES).then(|| Strip::new(grid));
        parts.push(part(device, works, timeline, strip.as_mut()));
        strips.extend(strip.map(|strip| (device, strip)));
    }
    course(grid, &strips, parts.len(), timeline, facts);
    if let Some(window) = timeline.window {
        works.retain_mut(|work| clip(work, window));
        parts.retain(|part| part.span > 0);
        let whole =
            |step: &(u64, Time, Time)| window.part(step.1, step.2) == Some((step.1, step.2));
        timeline.steps.retain(whole);
    }
    steps(timeline, facts);
    if parts.is_empty() {
        return false;
    }
    let kernels = kernels(&works, timeline);
    facts.group("kernels", kernels);
    devices(&parts, timeline.any_call, facts);
    shared(&works, &parts, timeline, facts);
    launch(&works, timeline, facts);
    timeline.works = works;
    true
}

/// Leaves of a piece of work what lies in a window; false where nothing does. What had begun
/// before it waited for no call in it.
fn clip(work: &mut Work, window: Window) -> bool {
    let Some((from, to)) = window.part(work.start, work.end()) else {
        return false;
    };
    if from > work.start {
        work.call = None;
    }
    (work.start, work.duration) = (from, to - from);
    true
}

/// The share at `point` of sorted values, linear between order statistics.
pub(super) fn percentile(sorted: &[Time], point: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = point * last as f64;
    let below = super::super::json::whole(place.floor())?;
    let below = usize::try_from(below).ok()?;
    let low = seconds(*sorted.get(below)?);
    let high = seconds(*sorted.get((below + 1).min(last))?);
    Some(low + (high - low) * place.fract())
}

fn kernels(works: &[Work], timeline: &Timeline) -> Group {
    let mut group = Group::default();
    let mut by_name: BTreeMap<&str, Sum> = BTreeMap::new();
    let mut durations = Vec::new();
    for work in works {
        let Some(name) = timeline.names.get(work.name) else {
            continue;
        };
        if name.class == "copy" {
            continue;
        }
        durations.push(work.duration);
        let entry = by_name.entry(&name.text).or_insert((0, 0, name.class));
        entry.0 = entry.0.saturating_add(work.duration);
        entry.1 += 1;
    }
    durations.sort_unstable();
    let total = sum(durations.iter().copied());
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
            share(sum(durations.iter().copied().take(short))),
        );
    }
    top_and_classes(by_name, &mut group);
    group
}

/// A name's time, count and class.
pub(in crate::profile) type Sum = (Time, u64, &'static str);

/// The sums of kernels by name, without their single times: count, names, total, mean.
pub(in crate::profile) fn sums(by_name: BTreeMap<&str, Sum>) -> Group {
    let mut group = Group::default();
    let count = by_name
        .values()
        .fold(0_u64, |sum, one| sum.saturating_add(one.1));
    let total = sum(by_name.values().map(|one| one.0));
    group.count("count", Some(count));
    group.count("names", Some(by_name.len() as u64));
    group.number("total_s", Some(seconds(total)));
    group.number("mean_s", Some(seconds(total) / count as f64));
    top_and_classes(by_name, &mut group);
    group
}

/// Puts the ten largest sums, and the share of each class.
fn top_and_classes(by_name: BTreeMap<&str, Sum>, group: &mut Group) {
    let total = sum(by_name.values().map(|one| one.0));
    let share = |time: Time| (total > 0).then(|| time as f64 / total as f64);
    let mut classes: BTreeMap<&'static str, Time> = BTreeMap::new();
    for (time, _, class) in by_name.values() {
        let sum = classes.entry(class).or_default();
        *sum = sum.saturating_add(*time);
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
}
