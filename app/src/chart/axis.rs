//! The frame of a chart: plot area, hairline grid, tick texts, axis titles.

use super::drawing::Drawing;
use super::label::{Anchor, Area};
use super::scale::Scale;
use super::text;
use super::ticks;

/// Puts a value into words, in the reader's language.
pub(crate) type Format = fn(f64) -> String;

/// One axis before it has a place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Axis {
    /// Values to positions; its positions are set by [`frame`].
    pub(crate) scale: Scale,
    /// The measured quantity, with its unit.
    pub(crate) title: String,
    /// Values and texts of the ticks.
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis of `scale` with about `count` ticks.
    pub(crate) fn new(scale: Scale, title: String, count: usize, format: Format) -> Self {
        let ticks = scale.ticks(count);
        Self::with(scale, title, ticks, format)
    }

    /// An axis with ticks at powers of two.
    pub(crate) fn doubling(scale: Scale, title: String, count: usize, format: Format) -> Self {
        let (low, high) = scale.ends();
        Self::with(scale, title, ticks::doublings(low, high, count), format)
    }

    /// An axis with ticks at `base` and its doublings, up and down.
    pub(crate) fn doubling_from(scale: Scale, title: String, base: f64, format: Format) -> Self {
        let (low, high) = scale.ends();
        Self::with(scale, title, ticks::doublings_of(base, low, high), format)
    }

    /// An axis over the hours of a day.
    pub(crate) fn of_hours(title: String) -> Self {
        Self {
            scale: Scale::exactly(0.0, 24.0),
            title,
            ticks: Self::hours().to_vec(),
        }
    }

    /// The ticks of a day.
    pub(crate) fn hours() -> [(f64, String); 5] {
        [0_u32, 6, 12, 18, 24].map(|hour| (f64::from(hour), hour.to_string()))
    }

    fn with(scale: Scale, title: String, ticks: Vec<f64>, format: Format) -> Self {
        let ticks = ticks
            .into_iter()
            .map(|value| (value, format(value)))
            .collect();
        Self {
            scale,
            title,
            ticks,
        }
    }
}

/// Scales with places, and the area they span.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// Horizontal scale.
    pub(crate) x: Scale,
    /// Vertical scale.
    pub(crate) y: Scale,
    /// Plot area.
    pub(crate) area: Area,
}

impl Frame {
    /// Position of a pair of values.
    pub(crate) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }

    /// A slice of the plot's whole height, from `x` on.
    pub(crate) fn slice(&self, x: f64, width: f64) -> Area {
        Area {
            x,
            width,
            ..self.area
        }
    }

    /// Lower edge of the plot area.
    pub(crate) fn bottom(&self) -> f64 {
        self.area.y + self.area.height
    }

    /// Right edge of the plot area.
    pub(crate) fn right(&self) -> f64 {
        self.area.x + self.area.width
    }
}

/// Which end of the vertical axis is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Upwards {
    /// Larger values.
    Larger,
    /// Smaller values: less is better, and better is up.
    Smaller,
}

/// Height of an axis title above its plot area, and of ticks and title below it, in pixels.
const ABOVE: f64 = 26.0;
const BELOW: f64 = 42.0;

/// Draws both axes into `drawing` and hands back where the data goes. The left
/// margin is as wide as the widest tick text.
pub(crate) fn frame(drawing: &mut Drawing, x: &Axis, y: &Axis, upwards: Upwards) -> Frame {
    let heights = (0.0, drawing.height - BELOW);
    let found = upright(drawing, (x, y), upwards, margin(y), heights);
    across(drawing, &found, x);
    found
}

/// The same for two plot areas above each other over one horizontal axis, larger values up.
pub(crate) fn stacked(
    drawing: &mut Drawing,
    x: &Axis,
    (upper, lower): (&Axis, &Axis),
) -> (Frame, Frame) {
    /// Pixels between them.
    const APART: f64 = 14.0;
    let left = margin(upper).max(margin(lower));
    let bottom = drawing.height - BELOW;
    let middle = (bottom - APART) / 2.0;
    let larger = Upwards::Larger;
    let above = upright(drawing, (x, upper), larger, left, (0.0, middle));
    let heights = (middle + APART, bottom);
    let below = upright(drawing, (x, lower), larger, left, heights);
    across(drawing, &below, x);
    (above, below)
}

/// Width of the texts of a vertical axis, and what is free beside them.
fn margin(y: &Axis) -> f64 {
    let ticks = y.ticks.iter().map(|(_, words)| text::width(words));
    ticks.fold(0.0, f64::max) + 10.0
}

/// The vertical axis, its grid, and the base line of a plot area between two heights.
fn upright(
    drawing: &mut Drawing,
    (x, y): (&Axis, &Axis),
    upwards: Upwards,
    left: f64,
    (top, bottom): (f64, f64),
) -> Frame {
    let last_tick = x.ticks.last().map_or(0.0, |(_, words)| text::width(words));
    let area = Area {
        x: left,
        y: top + ABOVE,
        width: (drawing.width - left - (last_tick / 2.0).max(8.0)).max(40.0),
        height: (bottom - top - ABOVE).max(40.0),
    };
    let (bottom, right) = (area.y + area.height, area.x + area.width);
    let (from, to) = match upwards {
        Upwards::Larger => (bottom, area.y),
        Upwards::Smaller => (area.y, bottom),
    };
    let found = Frame {
        x: x.scale.over(area.x, right),
        y: y.scale.over(from, to),
        area,
    };
    for (value, words) in &y.ticks {
        let at = found.y.at(*value);
        drawing.line("grid", &[(area.x, at), (right, at)]);
        drawing.text("tick", area.x - 8.0, at + 4.0, Anchor::End, words);
    }
    drawing.line("axis", &[(area.x, bottom), (right, bottom)]);
    drawing.text("axis-title", 0.0, top + 12.0, Anchor::Start, &y.title);
    found
}

/// The horizontal axis below a plot area.
fn across(drawing: &mut Drawing, frame: &Frame, x: &Axis) {
    let bottom = frame.bottom();
    let mut free_from = f64::NEG_INFINITY;
    for (value, words) in &x.ticks {
        let (at, half) = (frame.x.at(*value), text::width(words) / 2.0);
        drawing.line("tick-mark", &[(at, bottom), (at, bottom + 4.0)]);
        // A text that would touch the one before is left out.
        if at - half > free_from {
            drawing.text("tick", at, bottom + 18.0, Anchor::Middle, words);
            free_from = at + half + 6.0;
        }
    }
    let middle = frame.area.x + frame.area.width / 2.0;
    drawing.text(
        "axis-title",
        middle,
        bottom + 36.0,
        Anchor::Middle,
        &x.title,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::drawing::Shape;

    fn plain(value: f64) -> String {
        format!("{value}")
    }

    fn axes() -> (Axis, Axis) {
        (
            Axis::new(Scale::log(1.0, 1e4), "FLOP/byte".to_owned(), 6, plain),
            Axis::new(Scale::from_zero(6000.0, 4), "tokens/s".to_owned(), 4, plain),
        )
    }

    #[test]
    fn nothing_is_drawn_outside() {
        for width in [220.0, 480.0, 1200.0] {
            let mut drawing = Drawing::new(width, 260.0);
            let (x, y) = axes();
            frame(&mut drawing, &x, &y, Upwards::Larger);
            for mark in &drawing.marks {
                if let Shape::Text(place, _) = &mark.shape {
                    assert!((0.0..=width).contains(&place.x), "{mark:?}");
                    assert!((0.0..=260.0).contains(&place.y), "{mark:?}");
                }
            }
        }
    }

    /// Both plots have one horizontal scale and none covers the other.
    #[test]
    fn stacked_plots_share_their_horizontal_axis() {
        let mut drawing = Drawing::new(400.0, 380.0);
        let (x, y) = axes();
        let long = Axis {
            ticks: vec![(0.0, "a long text".to_owned())],
            ..y.clone()
        };
        let (upper, lower) = stacked(&mut drawing, &x, (&long, &y));
        assert_eq!(upper.x, lower.x);
        assert!(upper.bottom() < lower.area.y && lower.bottom() < drawing.height);
        assert!((upper.area.height - lower.area.height).abs() < 1.0);
    }

    #[test]
    fn better_is_up() {
        let mut drawing = Drawing::new(400.0, 260.0);
        let (x, y) = axes();
        let up = frame(&mut drawing, &x, &y, Upwards::Larger);
        let down = frame(&mut drawing, &x, &y, Upwards::Smaller);
        assert!(up.y.at(6000.0) < up.y.at(0.0));
        assert!(down.y.at(6000.0) > down.y.at(0.0));
    }
}
