//! A drawing: marks in page coordinates, and the spots a reader can point at.
//!
//! Charts are plain functions from data and a width to a [`Drawing`]; one
//! renderer ([`super::plot`]) turns any of them into SVG.

use super::label::{Anchor, Area, Place};
use super::text;
use crate::element::Element;
use estimator::decimal::round;
use std::borrow::Cow;
use std::fmt::Write as _;

/// A shape in page coordinates.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// A line or, closed by its style's fill, an area: an SVG path.
    Path(String),
    /// A rectangle with its corner radius.
    Bar(Area, f64),
    /// A circle: centre and radius.
    Dot(f64, f64, f64),
    /// Words.
    Text(Place, String),
}

/// A shape and the class of `chart.css` that dresses it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    /// The shape that is drawn.
    pub(crate) shape: Shape,
    /// How it looks.
    pub(crate) class: Cow<'static, str>,
}

impl Mark {
    /// The SVG element that draws it.
    pub(crate) fn element(&self) -> Element {
        let number = |value: f64| round(value, 1).to_string();
        let element = match &self.shape {
            Shape::Path(data) => Element::new("path").with("d", data.clone()),
            Shape::Bar(area, radius) => Element::new("rect")
                .with("x", number(area.x))
                .with("y", number(area.y))
                .with("width", number(area.width))
                .with("height", number(area.height))
                .with("rx", number(*radius)),
            Shape::Dot(x, y, radius) => Element::new("circle")
                .with("cx", number(*x))
                .with("cy", number(*y))
                .with("r", number(*radius)),
            Shape::Text(place, words) => Element::new("text")
                .with("x", number(place.x))
                .with("y", number(place.y))
                .with("text-anchor", place.anchor.name())
                .say(words),
        };
        element.with("class", self.class.clone())
    }
}

/// A place that shows its values when it is pointed at or reached by the arrow
/// keys.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spot {
    /// Where the tooltip points, in pixels from the left.
    pub(crate) x: f64,
    /// Where the tooltip points, in pixels from the top.
    pub(crate) y: f64,
    /// Where pointing counts.
    pub(crate) area: Area,
    /// First line of the tooltip.
    pub(crate) title: String,
    /// Name and value, line by line.
    pub(crate) lines: Vec<(String, String)>,
    /// The id that a click selects.
    pub(crate) id: Option<String>,
}

/// A finished chart of a certain width.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Drawing {
    /// Width in pixels.
    pub(crate) width: f64,
    /// Height in pixels.
    pub(crate) height: f64,
    /// From back to front.
    pub(crate) marks: Vec<Mark>,
    /// In reading order.
    pub(crate) spots: Vec<Spot>,
}

impl Drawing {
    /// Nothing drawn yet.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            ..Self::default()
        }
    }

    /// The spot that is pointed at: the nearest of those whose area holds the
    /// point.
    pub(crate) fn spot_at(&self, x: f64, y: f64) -> Option<usize> {
        let mut nearest: Option<(usize, f64)> = None;
        for (index, spot) in self.spots.iter().enumerate() {
            let away = (spot.x - x).hypot(spot.y - y);
            if spot.area.holds(x, y) && nearest.is_none_or(|(_, least)| away < least) {
                nearest = Some((index, away));
            }
        }
        nearest.map(|(index, _)| index)
    }

    fn push(&mut self, class: impl Into<Cow<'static, str>>, shape: Shape) {
        let class = class.into();
        self.marks.push(Mark { shape, class });
    }

    /// A line through `points`.
    pub(crate) fn line(&mut self, class: &'static str, points: &[(f64, f64)]) {
        if points.len() > 1 {
            self.push(class, Shape::Path(path(points)));
        }
    }

    /// The area within `points`.
    pub(crate) fn region(&mut self, class: &'static str, points: &[(f64, f64)]) {
        if points.len() > 2 {
            self.push(class, Shape::Path(path(points) + "Z"));
        }
    }

    /// A rectangle.
    pub(crate) fn bar(&mut self, class: &'static str, area: Area, radius: f64) {
        self.push(class, Shape::Bar(area, radius));
    }

    /// A circle.
    pub(crate) fn dot(&mut self, class: impl Into<Cow<'static, str>>, x: f64, y: f64, radius: f64) {
        self.push(class, Shape::Dot(x, y, radius));
    }

    /// Words at `x`, baseline `y`.
    pub(crate) fn text(
        &mut self,
        class: &'static str,
        x: f64,
        y: f64,
        anchor: Anchor,
        text: impl Into<String>,
    ) {
        self.push(class, Shape::Text(Place { x, y, anchor }, text.into()));
    }

    /// Lines of words that end at `x`, below each other around `y`: the name of a row.
    pub(crate) fn name(&mut self, class: &'static str, x: f64, y: f64, lines: Vec<String>) {
        let first = y + 4.0 - lines.len().saturating_sub(1) as f64 * text::NEXT / 2.0;
        for (number, line) in lines.into_iter().enumerate() {
            let y = first + number as f64 * text::NEXT;
            self.text(class, x, y, Anchor::End, line);
        }
    }

    /// Words where a label was placed; none where it was left out.
    pub(crate) fn label(&mut self, class: &'static str, place: Option<Place>, text: &str) {
        if let Some(place) = place {
            self.push(class, Shape::Text(place, text.to_owned()));
        }
    }

    /// A horizontal line with two end strokes: how far the truth may lie.
    pub(crate) fn whisker(&mut self, from: f64, to: f64, y: f64) {
        const CAP: f64 = 3.0;
        let mut text = path(&[(from, y), (to, y)]);
        for x in [from, to] {
            text += &path(&[(x, y - CAP), (x, y + CAP)]);
        }
        self.push("whisker", Shape::Path(text));
    }
}

/// SVG path data through `points`, to a tenth of a pixel.
fn path(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(text, "{letter}{} {}", round(*x, 1), round(*y, 1));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short() {
        assert_eq!(path(&[(0.0, 1.25), (10.04, 2.0)]), "M0 1.3L10 2");
    }

    #[test]
    fn a_line_needs_two_points() {
        let mut drawing = Drawing::new(10.0, 10.0);
        drawing.line("line", &[(1.0, 1.0)]);
        assert!(drawing.marks.is_empty());
    }

    #[test]
    fn the_nearest_spot_is_pointed_at() {
        let mut drawing = Drawing::new(100.0, 100.0);
        for x in [20.0, 26.0] {
            drawing.spots.push(Spot {
                x,
                y: 50.0,
                area: Area::around(x, 50.0, 8.0),
                title: String::new(),
                lines: Vec::new(),
                id: None,
            });
        }
        assert_eq!(drawing.spot_at(22.0, 50.0), Some(0));
        assert_eq!(drawing.spot_at(24.0, 52.0), Some(1));
        assert_eq!(drawing.spot_at(60.0, 50.0), None);
    }
}
