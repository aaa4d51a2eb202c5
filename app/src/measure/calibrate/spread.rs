//! The error of the estimate over users, row by row: before, and after by a calibration on the other
//! rows alone.

use super::outcome::{Calibrating, Outcome, seen};
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::figure::Figure;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, number, percent, signed, t, text};
use estimator::calibration::Row;
use leptos::prelude::*;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 240.0;
/// Width of what can be pointed at, in pixels.
const SPOT: f64 = 24.0;

/// The time per token of a row that was left out of its own fit.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    users: f64,
    /// Estimate over measurement less 1, before and after.
    before: f64,
    after: f64,
}

/// The rows that a fit has judged, by their users.
fn points(outcome: &Outcome) -> Vec<Point> {
    let Outcome::Done {
        rows,
        fit: Ok(fitted),
        ..
    } = outcome
    else {
        return Vec::new();
    };
    let point = |row: &Row| {
        let (measured, after) = (row.tpot?, seen(fitted, row)?.tpot);
        Some(Point {
            users: row.place.users.exp2(),
            before: row.base.tpot / measured - 1.0,
            after: after / measured - 1.0,
        })
    };
    let rows = rows.iter().filter_map(|row| row.as_ref().ok());
    let mut points: Vec<Point> = rows.filter_map(point).collect();
    points.sort_by(|one, other| one.users.total_cmp(&other.users));
    points
}

fn error(error: f64) -> String {
    signed(error, &percent(error.abs()))
}

fn lines(point: &Point) -> Vec<(String, String)> {
    [
        (Msg::CalibBefore, point.before),
        (Msg::CalibAfter, point.after),
    ]
    .map(|(name, value)| (text(name).to_owned(), error(value)))
    .to_vec()
}

fn draw(points: &[Point], width: f64) -> Drawing {
    let mut drawing = Drawing::new(width, HEIGHT);
    let users = points.iter().map(|point| point.users);
    let (low, high) = users.fold((f64::INFINITY, 1.0_f64), |(low, high), users| {
        (low.min(users), high.max(users))
    });
    let errors = points.iter().flat_map(|point| [point.before, point.after]);
    let (least, most) = errors.fold((0.0_f64, 0.0_f64), |(least, most), error| {
        (least.min(error), most.max(error))
    });
    let x = Scale::log(low / 1.3, high * 1.3);
    let x = Axis::doubling(x, text(Msg::CalibUsers).to_owned(), 8, number);
    let free = 0.1 * (most - least).max(0.02);
    let y = Scale::exactly(least - free, most + free);
    let y = Axis::new(y, text(Msg::CalibSpreadError).to_owned(), 5, error);
    let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
    let (_, zero) = frame.at(low, 0.0);
    drawing.line("axis", &[(frame.area.x, zero), (frame.right(), zero)]);
    for point in points {
        let ((x, before), (_, after)) = (
            frame.at(point.users, point.before),
            frame.at(point.users, point.after),
        );
        drawing.line("grid", &[(x, before), (x, after)]);
        drawing.dot("dot hollow", x, before, 5.0);
        drawing.dot("dot best", x, after, 5.0);
        drawing.spots.push(Spot {
            x,
            y: after,
            area: frame.slice(x - SPOT / 2.0, SPOT),
            title: format!("{}: {}", text(Msg::CalibUsers), integer(point.users)),
            lines: lines(point),
            id: None,
        });
    }
    drawing
}

fn table(points: &[Point]) -> Twin {
    Twin {
        columns: vec![
            Column::figures(text(Msg::CalibUsers)),
            Column::figures(text(Msg::CalibBefore)),
            Column::figures(text(Msg::CalibAfter)),
        ],
        rows: points
            .iter()
            .map(|point| {
                vec![
                    integer(point.users),
                    error(point.before),
                    error(point.after),
                ]
            })
            .collect(),
    }
}

/// The figure; nothing before two rows are judged.
pub(super) fn figure(of: Calibrating) -> impl IntoView {
    let data = Memo::new(move |_| of.outcome.with(points));
    let any = Memo::new(move |_| data.with(|points| points.len() > 1));
    move || {
        any.get().then(|| {
            let title = Signal::derive(|| t(Msg::CalibSpread)().to_owned());
            let caption = Signal::derive(|| t(Msg::CalibAfterSays)().to_owned());
            let draw = Callback::new(move |width| data.with(|points| draw(points, width)));
            let table = Callback::new(move |()| data.with(|points| table(points)));
            let pick = Callback::new(|_: String| {});
            view! { <Figure title caption draw table pick/> }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row can be pointed at and has its row; what is nearer lies nearer to the line of none.
    #[test]
    fn rows_are_drawn() {
        let point = |users: f64| Point {
            users,
            before: 0.12,
            after: -0.03,
        };
        let points = [point(1.0), point(32.0)];
        for width in [280.0, 700.0] {
            let drawing = draw(&points, width);
            assert_eq!(drawing.spots.len(), 2);
            assert!(
                drawing
                    .spots
                    .iter()
                    .all(|spot| (0.0..=width).contains(&spot.x))
            );
        }
        assert_eq!(table(&points).rows.len(), 2);
        assert!(super::points(&Outcome::Nothing).is_empty());
    }
}
