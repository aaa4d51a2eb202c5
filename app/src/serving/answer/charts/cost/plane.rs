//! The frontier and the demand in the plane of cost and latency.

use super::point::Point;
use crate::chart::axis::Frame;
use crate::chart::drawing::Drawing;
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::i18n::{number, say};
use estimator::quantity::Seconds;

/// The frontier as stairs: between two sizings there is nothing to buy.
pub(super) fn stairs(drawing: &mut Drawing, frame: &Frame, points: &[&Point], labels: &mut Labels) {
    let mut stairs: Vec<(f64, f64)> = Vec::new();
    for point in points.iter().filter(|point| point.frontier) {
        let (x, y) = frame.at(point.across(), point.tpot.to_millis());
        if let Some((_, last)) = stairs.last().copied() {
            stairs.push((x, last));
        }
        stairs.push((x, y));
    }
    labels.avoid_line(&stairs);
    drawing.line("line frontier", &stairs);
}

/// The demand as a line, and the misses as a shade below.
pub(super) fn shade(
    limit: Option<Seconds>,
    drawing: &mut Drawing,
    frame: &Frame,
    labels: &mut Labels,
) {
    let Some(limit) = limit.filter(|limit| frame.y.holds(limit.to_millis())) else {
        return;
    };
    let (left, right) = (frame.area.x, frame.right());
    let y = frame.y.at(limit.to_millis());
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
    let label = say::chart_sla(&say::unit_ms(&number(limit.to_millis())));
    let places = [(right, y + 15.0), (right, y - 5.0)];
    let place = labels.first(
        &label,
        places.map(|(x, y)| Place {
            x: x - 4.0,
            y,
            anchor: Anchor::End,
        }),
    );
    drawing.label("demand-label", place, &label);
    labels.avoid_line(&[(left, y), (right, y)]);
}
