//! The frontier, the demand and what is better in the plane of cost and speed.

use super::point::{Point, height};
use crate::chart::axis::Frame;
use crate::chart::drawing::Drawing;
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::text;
use crate::i18n::{Msg, number, say, text as words};
use crate::serving::draft::Pace;
use estimator::quantity::Seconds;

/// The frontier as stairs, to the right edge: between two sizings there is nothing to buy.
pub(super) fn stairs(
    drawing: &mut Drawing,
    frame: &Frame,
    (points, pace): (&[&Point], Pace),
    labels: &mut Labels,
) {
    let mut stairs: Vec<(f64, f64)> = Vec::new();
    for point in points.iter().filter(|point| point.frontier) {
        let (x, y) = frame.at(point.across(), point.up(pace));
        if let Some((_, last)) = stairs.last().copied() {
            stairs.push((x, last));
        }
        stairs.push((x, y));
    }
    if let Some((_, last)) = stairs.last().copied() {
        stairs.push((frame.right(), last));
    }
    labels.avoid_line(&stairs);
    drawing.line("line frontier", &stairs);
}

/// The demand as a line, and the misses as a shade below.
pub(super) fn shade(
    (limit, pace): (Option<Seconds>, Pace),
    drawing: &mut Drawing,
    frame: &Frame,
    labels: &mut Labels,
) {
    let Some(limit) = limit.map(|limit| height(limit, pace)) else {
        return;
    };
    if !frame.y.holds(limit) {
        return;
    }
    let (left, right) = (frame.area.x, frame.right());
    let y = frame.y.at(limit);
    drawing.bar(
        "missed",
        Area {
            x: left,
            y,
            width: right - left,
            height: frame.bottom() - y,
        },
        0.0,
    );
    drawing.line("demand", &[(left, y), (right, y)]);
    let limit = match pace {
        Pace::Millis => say::unit_ms(&number(limit)),
        Pace::Rate => say::unit_tokens_s(&number(limit)),
    };
    let label = say::chart_slower(&limit);
    let places = [(right, y + 15.0), (right, frame.bottom() - 5.0)];
    let place = labels.first(&label, places.map(|(x, y)| ending(x - 4.0, y)));
    drawing.label("demand-label", place, &label);
    labels.avoid_line(&[(left, y), (right, y)]);
}

const fn ending(x: f64, y: f64) -> Place {
    Place {
        x,
        y,
        anchor: Anchor::End,
    }
}

/// Which way is better: beside the name of the axis, where there is room.
pub(super) fn better(drawing: &mut Drawing, frame: &Frame, axis: &str) {
    let label = words(Msg::ChartBetter);
    if text::width(axis) + text::width(label) + 16.0 < frame.right() {
        drawing.text("label better", frame.right(), 12.0, Anchor::End, label);
    }
}
