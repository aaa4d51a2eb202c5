//! The format of JSON, told at its end: the format is the first whose marks it has.

use super::client::is_damaged;
use super::fact::Group;
use super::format::aiperf::lines::Records;
use super::format::chrome::{Document, Trace};
use super::format::llama::Runs;
use super::format::memory::Timeline;
use super::format::xprof::{kernels, overview};
use super::format::{aiperf, bench, guidellm, inference_perf, range};
use super::json::{Sink, View};
use super::metrics::range::{Answer, recognised};
use super::ridge::Ridge;
use super::timeline::Window;
use super::unreadable::{Kind, Unreadable};

/// Characters among which `/device:` says that `XProf` wrote a trace.
const LOOK: usize = 20_000;

/// Readers of a whole value, in the order of their marks.
const READERS: [fn(View<'_>) -> Option<Group>; 5] = [
    kernels::read,
    bench::read,
    guidellm::read,
    inference_perf::read,
    aiperf::read,
];

/// The marks found so far.
#[derive(Default)]
pub(super) struct Found {
    head: Vec<u8>,
    records: Records,
    runs: Runs,
    memory: Timeline,
    answer: Answer,
    answered: bool,
    trace: Trace,
    overview: overview::Page,
    document: Document,
    other: Option<Group>,
}

impl Found {
    /// Of a trace, a stretch of time counts.
    pub(super) fn within(window: Option<Window>) -> Self {
        Self {
            trace: Trace::within(window),
            ..Self::default()
        }
    }

    /// Looks at the text as it comes.
    pub(super) fn look(&mut self, text: &[u8]) {
        let room = LOOK.saturating_sub(self.head.len());
        let more = text.get(..room.min(text.len())).unwrap_or_default();
        self.head.extend_from_slice(more);
    }

    /// The facts of the first format that it is.
    pub(super) fn facts(self, whole: bool, ridge: Ridge<'_>) -> Result<Group, Unreadable> {
        let broken = || Unreadable::new(Kind::Broken, "the file ends before its last value does");
        let other = self.records.any() || self.runs.any() || self.memory.any();
        if (self.trace.any() || self.document.traced) && !other {
            let named = self.head.windows(8).any(|bytes| bytes == b"/device:");
            let notes = if whole { vec![] } else { vec!["cut-short"] };
            return Ok(self.trace.facts(self.document, named, ridge, notes));
        }
        if !whole {
            return Err(broken());
        }
        if self.records.any() {
            return sound(self.records.facts());
        }
        if self.runs.any() {
            return sound(self.runs.facts());
        }
        if self.memory.any() {
            return Ok(self.memory.facts());
        }
        if self.overview.any() && !self.answered {
            return Ok(self.overview.facts());
        }
        if self.answered {
            return Ok(range::facts(&self.answer.series));
        }
        sound(self.other.ok_or_else(unknown)?)
    }
}

/// Refuses a benchmark that says what cannot be: nothing of it is believed.
pub(super) fn sound(facts: Group) -> Result<Group, Unreadable> {
    if is_damaged(&facts) {
        let message = "a time, rate or count of the benchmark is one that cannot be";
        return Err(Unreadable::new(Kind::Broken, message));
    }
    Ok(facts)
}

/// The refusal of a sound file of no known kind.
pub(super) fn unknown() -> Unreadable {
    Unreadable::new(Kind::UnknownFormat, "of no kind that is read here")
}

impl Sink for Found {
    fn element(&mut self, view: View<'_>) -> Result<(), Unreadable> {
        if view.is_array() {
            self.memory.row(view);
            return Ok(());
        }
        // Events first: they come by the million.
        if view.get("ph").is_some() {
            return self.trace.event(view);
        }
        if self.runs.record(view) {
            return Ok(());
        }
        if !self.answer.take(view)? {
            self.overview.take(view);
        }
        Ok(())
    }

    fn document(&mut self, view: View<'_>) -> Result<(), Unreadable> {
        if view.is_object() && (self.records.record(view)? || self.runs.record(view)) {
            return Ok(());
        }
        self.document = Document::read(view);
        if view.is_object() {
            self.answered |= recognised(view);
            // Of several lines the last counts.
            let read = READERS.iter().find_map(|read| read(view));
            self.other = read.or(self.other.take());
        }
        Ok(())
    }
}
