//! Horizontal bars, each by its name and with its value.

use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area};
use crate::chart::scale::Scale;
use crate::chart::text;

/// Height of a bar and of its row, in pixels.
const BAR: f64 = 16.0;
const ROW: f64 = 28.0;

/// One bar, from one value to another, in dollars.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) from: f64,
    pub(super) to: f64,
    /// The words behind it.
    pub(super) value: String,
    /// Name and value, line by line, where it is pointed at.
    pub(super) lines: Vec<(String, String)>,
}

/// The bars between `low` and `high`, and a line at `middle`.
pub(super) fn draw(bars: Vec<Bar>, (low, high): (f64, f64), middle: f64, width: f64) -> Drawing {
    let height = bars.len() as f64 * ROW;
    let mut drawing = Drawing::new(width, height + 4.0);
    let widest = |words: &mut dyn Iterator<Item = f64>| words.fold(0.0, f64::max);
    let names = widest(&mut bars.iter().map(|bar| text::width(&bar.name))).min(width * 0.36);
    let values = widest(&mut bars.iter().map(|bar| text::width(&bar.value)));
    let left = names + 10.0;
    let right = (width - values - 10.0).max(left + 20.0);
    let scale = Scale::exactly(low, high).over(left, right);
    for (index, bar) in bars.into_iter().enumerate() {
        let y = index as f64 * ROW + ROW / 2.0;
        let ends = (scale.at(bar.from), scale.at(bar.to));
        let (start, end) = (ends.0.min(ends.1), ends.0.max(ends.1));
        let name = text::fitted(&bar.name, names);
        drawing.text("label", names, y + 4.0, Anchor::End, name);
        let area = Area {
            x: start,
            y: y - BAR / 2.0,
            width: (end - start).max(1.0),
            height: BAR,
        };
        drawing.bar("beam", area, 3.0);
        drawing.text("value", end + 8.0, y + 4.0, Anchor::Start, bar.value);
        drawing.spots.push(Spot {
            x: end,
            y,
            area: Area {
                x: 0.0,
                y: y - ROW / 2.0,
                width,
                height: ROW,
            },
            title: bar.name,
            lines: bar.lines,
            id: None,
        });
    }
    let at = scale.at(middle);
    drawing.line("axis", &[(at, 0.0), (at, height)]);
    drawing
}
