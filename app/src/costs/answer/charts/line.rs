//! Lines in a frame, each with its name beside it, and the values of all of them where one
//! points.

use crate::chart::axis::Axis;
use crate::chart::axis::{Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area, Labels, Place};

/// Height of the chart, in pixels.
const HEIGHT: f64 = 300.0;

/// How the lines look, in order.
const CLASSES: [&str; 6] = [
    "line first",
    "line second",
    "line third",
    "line fourth",
    "line fifth",
    "line sixth",
];

/// A line by its name, its points in the units of the axes.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// A place on the horizontal axis: its heading, and each line's value there.
pub(super) struct At {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) title: String,
    pub(super) lines: Vec<(String, String)>,
}

/// Draws them, with dots at `marked`.
pub(super) fn draw(
    (x, y): (&Axis, &Axis),
    lines: &[Line],
    marked: &[(f64, f64)],
    spots: Vec<At>,
    width: f64,
) -> Drawing {
    let mut drawing = Drawing::new(width, HEIGHT);
    let frame = frame(&mut drawing, x, y, Upwards::Larger);
    let mut labels = Labels::within(Area {
        y: 14.0,
        height: frame.bottom() - 14.0,
        ..frame.area
    });
    let placed: Vec<Vec<(f64, f64)>> = lines
        .iter()
        .map(|line| line.points.iter().map(|(x, y)| frame.at(*x, *y)).collect())
        .collect();
    for (line, class) in placed.iter().zip(CLASSES) {
        drawing.line(class, line);
        labels.avoid_line(line);
    }
    for (line, points) in lines.iter().zip(&placed) {
        // Beside the line, from its end backwards, wherever there is room.
        let places = points.iter().rev().flat_map(|(x, y)| {
            [-8.0, 20.0].map(|off| Place {
                x: *x,
                y: y + off,
                anchor: Anchor::End,
            })
        });
        let place = labels.best(&line.name, places);
        drawing.label("label", place, &line.name);
    }
    for (x, y) in marked {
        let (x, y) = frame.at(*x, *y);
        drawing.dot("dot best", x, y, 6.0);
    }
    drawing.spots = spots.into_iter().map(|at| spot(&frame, at)).collect();
    drawing
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
