//! Device work over time: work, waits, and their causes.
//!
//! Times are whole picoseconds from the file's first event, so that sums and unions are exact
//! and shifting all times changes nothing.

mod answer;
mod call;
pub(super) mod clock;
mod device;
mod gap;
mod interval;
mod measure;
mod part;
mod span;
mod strip;
mod verdict;

pub(super) use answer::answer;
pub(super) use measure::{Sum, sums};
pub(super) use verdict::of_classes;

use super::unreadable::{Kind, Unreadable};
use clock::{exact, shorten};
use std::collections::HashMap;

/// Picoseconds.
pub(super) type Time = i64;

/// A second.
pub(super) const SECOND: f64 = 1e12;

/// Seconds of a time.
pub(super) fn seconds(time: Time) -> f64 {
    time as f64 / SECOND
}

/// Pieces of work, calls and marks kept: a gigabyte of trace holds 3.4 million events.
const KEPT: usize = 4_000_000;

/// Bytes of different names kept; real traces have some thousands of names.
const NAMES: usize = 16 << 20;

/// A stretch of a file's own clock: only what lies in it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    from: Time,
    to: Time,
}

impl Window {
    /// From one second of the file's clock to another; `None` where nothing lies between.
    pub(super) fn new(from_s: f64, to_s: f64) -> Option<Self> {
        let time = |seconds: f64| exact(&format!("{seconds:.12}"), 12).map(shorten);
        let (from, to) = (time(from_s)?, time(to_s)?);
        (to > from).then_some(Self { from, to })
    }

    /// What of a stretch lies in it; `None` where nothing does. A moment does where it is in it.
    pub(super) fn part(self, from: Time, to: Time) -> Option<(Time, Time)> {
        let part = (from.max(self.from), to.min(self.to));
        let moment = from == to && from >= self.from && from < self.to;
        (part.1 > part.0 || moment).then_some(part)
    }

    /// The parts of sorted stretches that lie in it.
    fn parts(self, all: Vec<(Time, Time)>) -> Vec<(Time, Time)> {
        let parts = all.into_iter();
        parts.filter_map(|(from, to)| self.part(from, to)).collect()
    }
}

/// A sum that stays at the largest time where a file's own times would overflow.
pub(super) fn sum(times: impl Iterator<Item = Time>) -> Time {
    times.fold(0, Time::saturating_add)
}

/// A kernel or copy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Work {
    pub(super) start: Time,
    pub(super) duration: Time,
    /// Its place among the names.
    pub(super) name: usize,
    pub(super) device: u32,
    pub(super) stream: u64,
    pub(super) call: Option<u64>,
    pub(super) bytes: u64,
}

impl Work {
    pub(super) fn end(self) -> Time {
        self.start.saturating_add(self.duration)
    }
}

/// A host call into the driver.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) start: Time,
    pub(super) duration: Time,
}

/// A name, once.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) class: &'static str,
}

/// Everything that was kept of a trace.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    pub(super) names: Vec<Name>,
    known: HashMap<String, usize>,
    written: usize,
    pub(super) works: Vec<Work>,
    /// By correlation; of several, the first.
    pub(super) calls: HashMap<u64, Call>,
    pub(super) any_call: bool,
    /// Waiting for input, and calls that wait for the device.
    pub(super) input: Vec<(Time, Time)>,
    pub(super) sync: Vec<(Time, Time)>,
    /// Number, start and end of steps.
    pub(super) steps: Vec<(u64, Time, Time)>,
    /// The stretch that counts; all of it where there is none.
    pub(super) window: Option<Window>,
    /// Whether the file breaks off: then nothing is known behind its last work.
    pub(super) cut: bool,
}

impl Timeline {
    /// An empty one of which a stretch counts.
    pub(super) fn within(window: Option<Window>) -> Self {
        Self {
            window,
            ..Self::default()
        }
    }

    /// What of a stretch counts; `None` where nothing does.
    pub(super) fn counted(&self, from: Time, to: Time) -> Option<(Time, Time)> {
        match self.window {
            Some(window) => window.part(from, to),
            None => Some((from, to)),
        }
    }

    /// Whether one more event is kept.
    pub(super) fn room(&self) -> Result<(), Unreadable> {
        let kept = self.works.len() + self.calls.len() + self.steps.len();
        if kept + self.input.len() + self.sync.len() >= KEPT {
            return Err(Unreadable::new(Kind::TooLarge, "more events than are kept"));
        }
        Ok(())
    }

    /// The place of this name.
    pub(super) fn name(&mut self, text: &str, copy: bool) -> Result<usize, Unreadable> {
        if let Some(place) = self.known.get(text) {
            return Ok(*place);
        }
        self.written += text.len();
        if self.written > NAMES {
            let message = "more different kernel names than are kept";
            return Err(Unreadable::new(Kind::TooLarge, message));
        }
        let place = self.names.len();
        let class = if copy {
            "copy"
        } else {
            super::kernel::class(text)
        };
        self.names.push(Name {
            text: text.to_owned(),
            class,
        });
        self.known.insert(text.to_owned(), place);
        Ok(place)
    }

    /// The class of a piece of work.
    pub(super) fn class(&self, work: &Work) -> &'static str {
        self.names.get(work.name).map_or("other", |name| name.class)
    }
}
