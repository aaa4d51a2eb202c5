//! Horizontal bars from one value to another, each by its name and with the values at its ends.

use crate::chart::axis::Format;
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area};
use crate::chart::scale::Scale;
use crate::chart::text;

/// Height of a bar and of its row, in pixels.
const BAR: f64 = 16.0;
const ROW: f64 = 28.0;

/// Height of the value of the line, above the rows.
const TOP: f64 = 20.0;

/// Pixels between a bar and its values.
const GAP: f64 = 8.0;

/// One bar, from one value to another, in dollars.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) from: f64,
    pub(super) to: f64,
    /// Name and value, line by line, where it is pointed at.
    pub(super) lines: Vec<(String, String)>,
}

impl Bar {
    /// Its lower end.
    fn low(&self) -> f64 {
        self.from.min(self.to)
    }

    /// Its higher end.
    fn high(&self) -> f64 {
        self.from.max(self.to)
    }
}

/// The bars, lower ends to the left, and a line at `middle`; `words` says each value.
pub(super) fn draw(bars: Vec<Bar>, middle: f64, words: Format, width: f64) -> Drawing {
    let height = TOP + bars.len() as f64 * ROW;
    let mut drawing = Drawing::new(width, height + 4.0);
    let widest = |all: &mut dyn Iterator<Item = String>| {
        all.map(|words| text::width(&words)).fold(0.0, f64::max)
    };
    let named = bars.iter().map(|bar| text::in_two(&bar.name, width * 0.36));
    let named: Vec<Vec<String>> = named.collect();
    let names = widest(&mut named.iter().flatten().cloned());
    let lows = widest(&mut bars.iter().map(|bar| words(bar.low())));
    let highs = widest(&mut bars.iter().map(|bar| words(bar.high())));
    let left = names + 10.0 + lows + GAP;
    let right = (width - highs - GAP).max(left + 20.0);
    let low = bars.iter().map(Bar::low).fold(middle, f64::min);
    let high = bars.iter().map(Bar::high).fold(middle, f64::max);
    let scale = Scale::exactly(low, high).over(left, right);
    for (index, (bar, lines)) in bars.into_iter().zip(named).enumerate() {
        let y = TOP + index as f64 * ROW + ROW / 2.0;
        let (low, high) = (bar.low(), bar.high());
        let (start, end) = (scale.at(low), scale.at(high));
        drawing.name("label", names, y, lines);
        let area = Area {
            x: start,
            y: y - BAR / 2.0,
            width: (end - start).max(1.0),
            height: BAR,
        };
        drawing.bar("beam", area, 3.0);
        drawing.text("value", start - GAP, y + 4.0, Anchor::End, words(low));
        drawing.text("value", end + GAP, y + 4.0, Anchor::Start, words(high));
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
    let (at, middle) = (scale.at(middle), words(middle));
    drawing.line("line base", &[(at, TOP - 4.0), (at, height)]);
    // Within the drawing, however near to its edge the line is.
    let half = text::width(&middle) / 2.0;
    let above = at.min(width - half).max(half);
    drawing.text("label strong", above, 12.0, Anchor::Middle, middle);
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::drawing::Shape;

    /// A bar that goes down is drawn as one that goes up, and every word is in the drawing.
    #[test]
    fn both_ends_have_their_values_the_lower_one_to_the_left() {
        let bar = |from: f64, to: f64| Bar {
            name: "Electricity".to_owned(),
            from,
            to,
            lines: Vec::new(),
        };
        let bars = vec![bar(7.0, 3.0), bar(4.0, 6.0)];
        let drawing = draw(bars, 5.0, |value| format!("{value} dollars"), 320.0);
        let words = drawing.marks.iter().filter_map(|mark| match &mark.shape {
            Shape::Text(place, words) => Some((place.x, words.as_str())),
            _ => None,
        });
        let words: Vec<(f64, &str)> = words.collect();
        let x = |wanted: &str| words.iter().find(|(_, words)| *words == wanted).unwrap().0;
        assert!(x("3 dollars") < x("4 dollars") && x("4 dollars") < x("5 dollars"));
        assert!(x("5 dollars") < x("6 dollars") && x("6 dollars") < x("7 dollars"));
        assert!(words.iter().all(|(x, _)| (0.0..=320.0).contains(x)));
    }
}
