//! Why a device had nothing to do. The work after a gap tells: if its host call began after the
//! gap did, the host was late; the part of that time that overlaps waiting for input was input,
//! else the part that overlaps a call that waits for the device was synchronisation, and the rest
//! is the host's own. A gap whose work had been called before it is neither.

use super::interval::covered;
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
}

/// The gaps between `works` of one device, which are sorted by their start. The waits must be
/// unions.
pub(in crate::profile) fn gaps(works: &[Work], timeline: &Timeline) -> Idle {
    let mut idle = Idle::default();
    let mut end: Option<Time> = None;
    for work in works {
        if let Some(from) = end.filter(|end| *end < work.start) {
            let gap = work.start - from;
            idle.longest = idle.longest.max(gap);
            let call = work.call.and_then(|call| timeline.calls.get(&call));
            match call.filter(|call| call.start > from) {
                Some(call) => {
                    let called = call.start.min(work.start);
                    let fed = covered(&timeline.input, from, called);
                    let waited = match fed {
                        0 => covered(&timeline.sync, from, called),
                        _ => 0,
                    };
                    idle.input += fed;
                    idle.sync += waited;
                    idle.host += gap - fed - waited;
                }
                None => idle.other += gap,
            }
        }
        end = Some(end.map_or(work.end(), |end| end.max(work.end())));
    }
    idle
}
