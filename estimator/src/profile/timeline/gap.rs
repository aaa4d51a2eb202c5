//! Why a device had nothing to do. The work after a gap tells, or that none came: if its host call began after the
//! gap did, the host was late; the part of that time that overlaps waiting for input was input,
//! else the part that overlaps a call that waits for the device was synchronisation, and the rest
//! is the host's own. A gap whose work had been called before it is neither.

use super::super::summary::Slice;
use super::interval::pieces;
use super::{Time, Timeline, Work};

/// Idle time by its cause.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::profile) struct Idle {
    pub(in crate::profile) host: Time,
    pub(in crate::profile) input: Time,
    pub(in crate::profile) sync: Time,
    pub(in crate::profile) other: Time,
    pub(in crate::profile) longest: Time,
}

impl Idle {
    pub(in crate::profile) fn sum(self) -> Time {
        self.host + self.input + self.sync + self.other
    }

    fn add(&mut self, cause: Slice, time: Time) {
        match cause {
            Slice::Input => self.input += time,
            Slice::Sync => self.sync += time,
            Slice::Host => self.host += time,
            _ => self.other += time,
        }
    }
}

/// The gaps of one device within `from` and `to`, before, between and behind its `works`, which are
/// sorted by their start and lie in it. The waits must be unions. `see` is told every stretch of them
/// with its cause.
pub(in crate::profile) fn gaps(
    works: &[Work],
    (from, to): (Time, Time),
    timeline: &Timeline,
    see: &mut dyn FnMut(Slice, Time, Time),
) -> Idle {
    let mut idle = Idle::default();
    let mut end = from;
    for work in works {
        if end < work.start {
            let call = work.call.and_then(|call| timeline.calls.get(&call));
            let called = call.map(|call| call.start).filter(|start| *start > end);
            gap((end, work.start), called, timeline, &mut idle, see);
        }
        end = end.max(work.end());
    }
    if end < to {
        // Nothing was called before the end, as far as the host's calls are known.
        let called = timeline.any_call.then_some(to);
        gap((end, to), called, timeline, &mut idle, see);
    }
    idle
}

/// A gap whose next work was `called` after it began, if it was.
fn gap(
    (from, to): (Time, Time),
    called: Option<Time>,
    timeline: &Timeline,
    idle: &mut Idle,
    see: &mut dyn FnMut(Slice, Time, Time),
) {
    if let Some((from, to)) = timeline.counted(from, to) {
        idle.longest = idle.longest.max(to - from);
    }
    let mut put = |cause: Slice, from: Time, to: Time| {
        if to > from {
            if let Some((from, to)) = timeline.counted(from, to) {
                idle.add(cause, to - from);
            }
            see(cause, from, to);
        }
    };
    let Some(called) = called else {
        return put(Slice::Other, from, to);
    };
    let called = called.min(to);
    let fed = pieces(&timeline.input, from, called).next().is_some();
    let (cause, waits) = if fed {
        (Slice::Input, &timeline.input)
    } else {
        (Slice::Sync, &timeline.sync)
    };
    let mut at = from;
    for (start, end) in pieces(waits, from, called) {
        put(Slice::Host, at, start);
        put(cause, start, end);
        at = end;
    }
    put(Slice::Host, at, to);
}
