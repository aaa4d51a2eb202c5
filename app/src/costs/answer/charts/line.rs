//! Lines in a frame, each with its name at its end, and the values of all of them where one
//! points.

use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::key;
use crate::chart::label::Anchor;
use crate::chart::text;
use estimator::choice::PriceBasis;
use estimator::money::horizon::Way;
use estimator::order::ascending;

/// Height of the chart without a key, in pixels.
const HEIGHT: f64 = 300.0;

/// Pixels from the frame to the names beside it.
const LEADER: f64 = 14.0;

/// The largest share of the width that names have beside the frame; longer ones are in a key.
const COLUMN: f64 = 0.34;

/// Length of a line in the key, in pixels.
const SAMPLE: f64 = 24.0;

/// The line of a way by its name, its points in the units of the axes.
pub(super) struct Line {
    pub(super) way: Way,
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// How the line of a way looks: the same in every chart, in the colours of the ways' card.
const fn class(way: Way) -> &'static str {
    match way {
        Way::Rented(PriceBasis::OnDemand) => "line rent",
        Way::Rented(PriceBasis::Spot) => "line spot",
        Way::Rented(PriceBasis::Reserved1y) => "line reserved",
        Way::Rented(PriceBasis::Reserved3y) => "line reserved long",
        Way::Owned => "line buy",
        Way::Both => "line both",
        Way::Api => "line api",
    }
}

/// A place on the horizontal axis: its heading, and each line's value there.
pub(super) struct At {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) title: String,
    pub(super) lines: Vec<(String, String)>,
}

/// Draws them over what `behind` draws, with dots at `marked`.
pub(super) fn draw(
    (x, y): (&Axis, &Axis),
    lines: &[Line],
    marked: &[(f64, f64)],
    spots: Vec<At>,
    width: f64,
    behind: impl FnOnce(&mut Drawing, &Frame),
) -> Drawing {
    let lines: Vec<&Line> = lines
        .iter()
        .filter(|line| !line.points.is_empty())
        .collect();
    let names = lines.iter().map(|line| text::width(&line.name));
    let column = LEADER + names.fold(0.0, f64::max);
    let is_roomy = column <= COLUMN * width;
    let plot = if is_roomy { width - column } else { width };
    let mut drawing = Drawing::new(plot, HEIGHT);
    let frame = frame(&mut drawing, x, y, Upwards::Larger);
    drawing.width = width;
    behind(&mut drawing, &frame);
    for line in &lines {
        let points = line.points.iter().map(|(x, y)| frame.at(*x, *y));
        drawing.line(class(line.way), &points.collect::<Vec<_>>());
    }
    if is_roomy {
        name_ends(&mut drawing, &frame, &lines);
    } else {
        name_below(&mut drawing, &lines);
    }
    for (x, y) in marked {
        let (x, y) = frame.at(*x, *y);
        drawing.dot("dot marked", x, y, 5.0);
    }
    drawing.spots = spots.into_iter().map(|at| spot(&frame, at)).collect();
    drawing
}

/// Names beside the frame, each led to by the end of its line: within it they would lie on lines
/// that end near each other.
fn name_ends(drawing: &mut Drawing, frame: &Frame, lines: &[&Line]) {
    let ends = lines.iter().filter_map(|line| {
        let (x, y) = line.points.last()?;
        Some((frame.at(*x, *y), &line.name))
    });
    let ends = ascending(ends.collect(), |((_, y), _)| *y);
    let wanted = ends.iter().map(|((_, y), _)| *y).collect();
    let x = frame.right() + LEADER;
    for ((end, name), y) in ends.into_iter().zip(apart(wanted, frame.bottom())) {
        drawing.line("leader", &[end, (x - 3.0, y)]);
        drawing.text("label", x, y + 4.0, Anchor::Start, name);
    }
}

/// Heights as near to those given, which are in order, as lines of text can stand.
pub(super) fn apart(mut places: Vec<f64>, bottom: f64) -> Vec<f64> {
    let mut least = f64::NEG_INFINITY;
    for place in &mut places {
        *place = place.max(least);
        least = *place + text::LINE;
    }
    let mut most = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - text::LINE;
    }
    places
}

/// Names below the frame, each behind a piece of its line.
fn name_below(drawing: &mut Drawing, lines: &[&Line]) {
    let names: Vec<String> = lines.iter().map(|line| line.name.clone()).collect();
    let places = key::places(&names, SAMPLE, drawing.width);
    for ((line, name), (x, row)) in lines.iter().zip(names).zip(&places) {
        let y = HEIGHT + 14.0 + row * key::LINE;
        drawing.line(class(line.way), &[(*x, y), (x + SAMPLE, y)]);
        let beside = x + SAMPLE + key::GAP;
        drawing.text("label", beside, y + 4.0, Anchor::Start, name);
    }
    drawing.height = HEIGHT + 6.0 + key::height(&places);
}

/// A slice of the plot's whole height.
fn spot(frame: &Frame, at: At) -> Spot {
    let (x, y) = frame.at(at.x, at.y);
    Spot {
        x,
        y,
        area: frame.slice(x - 9.0, 18.0),
        title: at.title,
        lines: at.lines,
        id: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::drawing::Shape;
    use crate::chart::scale::Scale;

    /// The words of labels and where they begin, of lines that end at almost one height.
    fn labels(name: &str, width: f64) -> (Drawing, Vec<(f64, f64)>) {
        let line = |number: usize| Line {
            way: Way::Owned,
            name: format!("{name} {number}"),
            points: vec![(0.0, 0.0), (10.0, number as f64)],
        };
        let axis = |most: f64| {
            let scale = Scale::exactly(0.0, most);
            Axis::new(scale, "axis".to_owned(), 5, |value| format!("{value}"))
        };
        let lines: Vec<Line> = (0..4).map(line).collect();
        let axes = (&axis(10.0), &axis(100.0));
        let drawing = draw(axes, &lines, &[], Vec::new(), width, |_, _| {});
        let labels = drawing.marks.iter().filter_map(|mark| match &mark.shape {
            Shape::Text(place, _) if mark.class == "label" => Some((place.x, place.y)),
            _ => None,
        });
        let labels = labels.collect();
        (drawing, labels)
    }

    #[test]
    fn every_way_has_a_look_of_its_own() {
        let rented = PriceBasis::ALL.iter().map(|basis| Way::Rented(*basis));
        let ways = rented.chain([Way::Owned, Way::Both, Way::Api]);
        let mut classes: Vec<&str> = ways.map(class).collect();
        let all = classes.len();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), all);
    }

    #[test]
    fn names_of_lines_that_end_together_stand_apart() {
        let (drawing, labels) = labels("Owned", 500.0);
        assert_eq!(labels.len(), 4);
        for pair in labels.windows(2) {
            assert!(pair[1].1 - pair[0].1 > text::LINE - 0.01 && pair[0].0 > 400.0);
        }
        assert!(labels.iter().all(|(_, y)| *y < drawing.height));
    }

    #[test]
    fn long_names_are_in_a_key_below() {
        let (drawing, labels) = labels("Rented: 3 years reserved", 300.0);
        assert_eq!(labels.len(), 4);
        assert!(drawing.height > HEIGHT);
        let below = HEIGHT..drawing.height;
        assert!(labels.iter().all(|(_, y)| below.contains(y)));
    }
}
