//! Memory over the events of an allocator: by category on top of each other, or allocated within
//! reserved; the board as a line.

use super::legend;
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, compact, gib, integer, number, percent, say, text};
use catalog::AcceleratorRecord;
use estimator::profile::summary::Memory;
use estimator::quantity::Bytes;
use leptos::prelude::AnyView;
use std::sync::Arc;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;
/// Rows of the table.
const ROWS: usize = 24;
/// Pixels that a place to point at needs.
const SPOT: f64 = 14.0;

/// The parts in the order in which they are drawn: name, class of the area, class of the legend, words.
const PARTS: [(&str, &str, &str, Msg); 10] = [
    (
        "parameter",
        "fill weights",
        "weights",
        Msg::ProfileParameter,
    ),
    (
        "gradient",
        "fill adapters",
        "adapters",
        Msg::ProfileGradient,
    ),
    (
        "optimizer_state",
        "fill runtime",
        "runtime",
        Msg::ProfileOptimizerState,
    ),
    ("input", "fill drafter", "drafter", Msg::ProfileInput),
    (
        "activation",
        "fill activations",
        "activations",
        Msg::ProfileActivation,
    ),
    (
        "temporary",
        "fill kv-cache",
        "kv-cache",
        Msg::ProfileTemporary,
    ),
    (
        "autograd_detail",
        "fill driver",
        "driver",
        Msg::ProfileAutogradDetail,
    ),
    ("other", "fill free", "free", Msg::ProfileOther),
    (
        "reserved",
        "fill drafter",
        "drafter",
        Msg::ProfileReservedThen,
    ),
    (
        "allocated",
        "fill weights",
        "weights",
        Msg::ProfileAllocatedThen,
    ),
];

/// Memory and the board it is held against.
#[derive(Clone, PartialEq)]
pub(super) struct Held {
    pub(super) memory: Arc<Memory>,
    pub(super) board: Option<&'static AcceleratorRecord>,
}

impl Held {
    /// The parts that are there, as they are drawn.
    fn parts(&self) -> impl Iterator<Item = (&'static str, &'static str, Msg, &[f64])> {
        PARTS.iter().filter_map(|(name, area, class, words)| {
            let mut known = self.memory.parts.iter();
            let (_, bytes) = known.find(|(part, _)| part == name)?;
            Some((*area, *class, *words, bytes.as_slice()))
        })
    }

    pub(super) fn legend(&self) -> AnyView {
        legend(
            self.parts()
                .map(|(_, class, words, _)| (class, words))
                .collect(),
        )
    }

    /// The peak, and what it is of the board.
    pub(super) fn caption(&self) -> String {
        let Some((column, peak)) = self.memory.peak() else {
            return String::new();
        };
        let (from, _) = self.ends(column);
        let mut says = say::profile_held_peak(&integer(from), &gib(Bytes::new(peak)));
        if let Some(record) = self.board {
            let board = record.accelerator.memory;
            let name = &record.accelerator.name;
            let share = percent(peak / board.get());
            says += crate::i18n::language().gap();
            says += &if peak > board.get() {
                say::profile_held_over(name, &share, &gib(board))
            } else {
                say::profile_held_of(name, &share, &gib(board))
            };
        }
        says
    }

    /// First and last event of a column.
    fn ends(&self, column: usize) -> (f64, f64) {
        let each = self.memory.each;
        let last = ((column + 1) as f64 * each).min(self.memory.events);
        (column as f64 * each + 1.0, last)
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let columns = self.memory.columns();
        let peak = self.memory.peak().map_or(0.0, |(_, peak)| peak);
        let size = self.board.map(|record| record.accelerator.memory);
        let most = size.map_or(peak, |size| size.get().max(peak));
        let x = Axis::new(
            Scale::exactly(0.0, self.memory.events),
            text(Msg::ProfileEvents).to_owned(),
            5,
            compact,
        );
        let y = Axis::new(
            Scale::from_zero(Bytes::new(most).to_gib(), 4),
            text(Msg::ProfileHeldGib).to_owned(),
            4,
            number,
        );
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let mut below = vec![0.0; columns];
        for (class, _, _, bytes) in self.parts() {
            let (mut over, mut under) = (Vec::new(), Vec::new());
            for (column, (bytes, below)) in bytes.iter().zip(&mut below).enumerate() {
                let (from, to) = self.ends(column);
                let above = *below + bytes;
                for event in [from - 1.0, to] {
                    over.push(frame.at(event, Bytes::new(above).to_gib()));
                    under.push(frame.at(event, Bytes::new(*below).to_gib()));
                }
                if self.memory.stacked {
                    *below = above;
                }
            }
            over.extend(under.into_iter().rev());
            drawing.region(class, &over);
        }
        if let (Some(size), Some(record)) = (size, self.board) {
            let (_, level) = frame.at(0.0, size.to_gib());
            drawing.line("demand", &[(frame.area.x, level), (frame.right(), level)]);
            let name = record.accelerator.name.clone();
            drawing.text(
                "demand-label",
                frame.area.x + 6.0,
                level + 15.0,
                Anchor::Start,
                name,
            );
        }
        let together = (1..columns.max(1))
            .find(|count| frame.area.width / (columns.div_ceil(*count)) as f64 >= SPOT)
            .unwrap_or(1);
        for first in (0..columns).step_by(together) {
            let Some(column) = self.fullest(first, together) else {
                continue;
            };
            let (left, _) = frame.at(self.ends(first).0 - 1.0, 0.0);
            let (right, _) = frame.at(self.ends((first + together - 1).min(columns - 1)).1, 0.0);
            let (_, y) = frame.at(0.0, Bytes::new(self.memory.held(column)).to_gib());
            drawing.spots.push(Spot {
                x: f64::midpoint(left, right),
                y,
                area: Area {
                    x: left,
                    width: right - left,
                    ..frame.area
                },
                title: say::profile_event(&integer(self.ends(column).0)),
                lines: self.lines(column),
                id: None,
            });
        }
        drawing
    }

    /// The fullest of so many columns from one on.
    fn fullest(&self, first: usize, count: usize) -> Option<usize> {
        let columns = first..(first + count).min(self.memory.columns());
        columns.max_by(|one, other| self.memory.held(*one).total_cmp(&self.memory.held(*other)))
    }

    /// What is held in a column, the largest part at the top as it is drawn.
    fn lines(&self, column: usize) -> Vec<(String, String)> {
        let parts = self.parts().filter_map(|(_, _, words, bytes)| {
            let bytes = bytes.get(column).filter(|bytes| **bytes > 0.0)?;
            Some((text(words).to_owned(), gib(Bytes::new(*bytes))))
        });
        let mut lines: Vec<(String, String)> = parts.collect();
        lines.reverse();
        lines
    }

    pub(super) fn table(&self) -> Twin {
        let columns = self.memory.columns();
        let each = columns.div_ceil(ROWS).max(1);
        let mut heads = vec![Column::figures(text(Msg::ProfileEvents))];
        heads.extend(
            self.parts()
                .map(|(_, _, words, _)| Column::figures(text(words))),
        );
        let rows = (0..columns).step_by(each).filter_map(|first| {
            let column = self.fullest(first, each)?;
            let cells = self.parts().map(|(_, _, _, bytes)| {
                let bytes = bytes.get(column).copied().unwrap_or(0.0);
                gib(Bytes::new(bytes))
            });
            Some(
                std::iter::once(integer(self.ends(column).0))
                    .chain(cells)
                    .collect(),
            )
        });
        Twin {
            rows: rows.collect(),
            columns: heads,
        }
    }
}
