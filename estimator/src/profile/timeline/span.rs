//! From when to when a device is judged: where steps are marked, whole ones. A step that begins with a
//! wait for its data has its first work long after its start, and that wait is as much a part of it
//! as of the next.
//!
//! ```text
//! missing = (end of the last step - start of the first) - (end of the last work - start of the first)
//! ```
//!
//! So much is added, before the first work as far as the first step begins before it, and the rest
//! behind the last. Where the host runs ahead of the device, a device ends its steps later than the
//! host does; then no more than whole steps are added.

use super::{Time, Timeline, Work};

/// The stretch in which the work of one device is judged; all of its work lies in it.
pub(super) fn judged(works: &[Work], timeline: &Timeline) -> (Time, Time) {
    let first = works.iter().map(|work| work.start).min().unwrap_or(0);
    let last = works.iter().map(|work| work.end()).max().unwrap_or(first);
    let Some((from, to)) = steps(timeline, last) else {
        return (first, last);
    };
    let spans = |from: Time, to: Time| to.saturating_sub(from).max(0);
    let missing = (spans(from, to) - spans(first, last)).max(0);
    let before = missing.min(spans(from, first));
    let behind = if timeline.cut { 0 } else { missing - before };
    (first - before, last + behind.min(spans(last, to)))
}

/// The stretch of all marked steps that began before `end`; `None` of none.
pub(super) fn steps(timeline: &Timeline, end: Time) -> Option<(Time, Time)> {
    let begun = || timeline.steps.iter().filter(|step| step.1 < end);
    let from = begun().map(|step| step.1).min()?;
    let to = begun().map(|step| step.2).max()?;
    Some((from, to))
}
