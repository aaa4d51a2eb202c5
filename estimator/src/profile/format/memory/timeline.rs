//! `PyTorch`'s memory timeline: rows of time, action, bytes, category.

use super::super::super::fact::{Fact, Group};
use super::super::super::json::{View, whole};
use super::super::super::verdict::{Verdict, findings};
use super::super::bench::row;
use super::course::{Columns, put};

/// Categories by their number.
const CATEGORIES: [&str; 8] = [
    "parameter",
    "optimizer_state",
    "input",
    "temporary",
    "activation",
    "gradient",
    "autograd_detail",
    "other",
];

/// Rows read so far.
#[derive(Debug, Default)]
pub(in crate::profile) struct Timeline {
    events: u64,
    held: [i64; 8],
    sum: i64,
    peak: i64,
    at_peak: [i64; 8],
    columns: Columns<8>,
    sums: Columns<1>,
    /// Whether a category gave back more than it took: what one took another may give back.
    mixed: bool,
}

impl Timeline {
    /// Takes a row of four; other arrays are none.
    pub(in crate::profile) fn row(&mut self, row: View<'_>) {
        let cells: Vec<Option<f64>> = row.items().take(5).map(View::number).collect();
        let [Some(_), Some(action), Some(bytes), category] = cells.as_slice() else {
            return;
        };
        self.events += 1;
        // Some writers sign the bytes, too; the sum is then of both signs.
        let count = whole(bytes.abs()).and_then(|bytes| i64::try_from(bytes).ok());
        let bytes = count.unwrap_or(0) * if *bytes < 0.0 { -1 } else { 1 };
        // Preexisting and created; destroyed. A new version (2) changes nothing.
        let change = match *action {
            0.0 | 1.0 => bytes,
            3.0 => -bytes,
            _ => 0,
        };
        let place = category.and_then(whole);
        let place = place
            .and_then(|place| usize::try_from(place).ok())
            .unwrap_or(7);
        if let Some(held) = self.held.get_mut(place.min(7)) {
            *held = held.saturating_add(change);
        }
        self.sum = self.sum.saturating_add(change);
        self.columns.push(self.held);
        self.sums.push([self.sum]);
        self.mixed |= self.held.iter().any(|held| *held < 0);
        if self.sum > self.peak {
            self.peak = self.sum;
            self.at_peak = self.held;
        }
    }

    /// Whether any row was taken.
    pub(in crate::profile) fn any(&self) -> bool {
        self.events > 0
    }

    /// The facts of all rows.
    pub(in crate::profile) fn facts(self) -> Group {
        let mut facts = Group::default();
        facts.text("format", Some("memory-timeline"));
        let peak = u64::try_from(self.peak).ok().filter(|peak| *peak > 0);
        let mut memory = Group::default();
        memory.count("peak_allocated_bytes", peak);
        memory.count("events", Some(self.events));
        let mut parts = Group::default();
        for (name, bytes) in CATEGORIES.iter().zip(self.at_peak) {
            let bytes = u64::try_from(bytes).ok().filter(|bytes| *bytes > 0);
            parts.count(name, bytes);
        }
        memory.group("by_category", parts);
        facts.group("memory", memory);
        Verdict::unknown("bytes over time do not say what limits the run; a trace would tell")
            .put(&mut facts);
        findings(Vec::new(), &mut facts);
        let rows = row("peak_bytes", facts.at("memory.peak_allocated_bytes"), None);
        facts.put("calibration", Fact::List(rows.into_iter().collect()));
        facts.notes(&[]);
        let mut parts = Group::default();
        if self.mixed {
            // Categories of which one is below nothing do not stand on top of each other.
            self.sums.put(["allocated"], 0, &mut parts);
        } else {
            self.columns.put(CATEGORIES, 0, &mut parts);
        }
        put(
            self.sums.each(),
            self.events,
            !self.mixed,
            parts,
            &mut facts,
        );
        facts
    }
}
