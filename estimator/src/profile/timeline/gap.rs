//! Why a device had nothing to do. The work after a gap tells: if its host call began after the
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

/// The gaps between `works` of one device, which are sorted by their start. The waits must be
/// unions. `see` is told every stretch of them with its cause.
pub(in crate::profile) fn gaps(
    works: &[Work],
    timeline: &Timeline,
    see: &mut dyn FnMut(Slice, Time, Time),
) -> Idle {
    let mut idle = Idle::default();
    let mut end: Option<Time> = None;
    for work in works {
        if let Some(from) = end.filter(|end| *end < work.start) {
            if let Some((from, to)) = timeline.counted(from, work.start) {
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
            let call = work.call.and_then(|call| timeline.calls.get(&call));
            match call.filter(|call| call.start > from) {
                Some(call) => {
                    let called = call.start.min(work.start);
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
                    put(Slice::Host, at, work.start);
                }
                None => put(Slice::Other, from, work.start),
            }
        }
        end = Some(end.map_or(work.end(), |end| end.max(work.end())));
    }
    idle
}
