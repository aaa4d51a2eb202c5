//! Estimate against measurement, both axes logarithmic.

use super::filter::Shown;
use super::point::Point;
use super::words::{doubt, load_of, spread_of};
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::Area;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, number, percent, say, text};

/// Half of the corridor, as a share of one.
const CORRIDOR: f64 = 0.25;

/// The most that it is high, in pixels: no taller than a screen.
const TALLEST: f64 = 560.0;

/// An empty drawing, at most `width` wide, whose plot is a square: with one scale on both axes,
/// equal is at 45 degrees.
fn square(x: &Axis, y: &Axis, width: f64) -> (Drawing, Frame) {
    let room = frame(&mut Drawing::new(width, TALLEST), x, y, Upwards::Larger).area;
    let side = room.width.min(room.height);
    // What is around the plot is as wide and high whatever the plot is.
    let (beside, around) = (width - room.width, TALLEST - room.height);
    let mut drawing = Drawing::new(beside + side, around + side);
    let frame = frame(&mut drawing, x, y, Upwards::Larger);
    (drawing, frame)
}

/// The drawing at a width.
pub(super) fn draw(points: &[Point], shown: &[Shown], width: f64) -> Drawing {
    if shown.is_empty() {
        return Drawing::default();
    }
    let millis = shown
        .iter()
        .flat_map(|one| [one.pair.measured * 1e3, one.pair.estimated * 1e3]);
    let (low, high) = millis.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    // The same scale on both axes: equal is on the diagonal.
    let scale = Scale::log(low / 1.2, high * 1.2);
    let x = Axis::new(scale, text(Msg::AccuracyAxisMeasured).to_owned(), 6, number);
    let y = Axis::new(
        scale,
        text(Msg::AccuracyAxisEstimated).to_owned(),
        6,
        number,
    );
    let (mut drawing, frame) = square(&x, &y, width);
    corridor(&mut drawing, &frame, scale.ends());
    for one in shown {
        let (x, y) = frame.at(one.pair.measured * 1e3, one.pair.estimated * 1e3);
        let class = if one.doubtful {
            "dot hollow"
        } else {
            "dot measured"
        };
        drawing.dot(class, x, y, 3.0);
    }
    drawing.spots = shown
        .iter()
        .filter_map(|one| spot(points.get(one.index)?, one, &frame))
        .collect();
    drawing
}

/// The line of equality, and the corridor around it.
fn corridor(drawing: &mut Drawing, frame: &Frame, (low, high): (f64, f64)) {
    let clamped = |x: f64, y: f64| frame.at(x.clamp(low, high), y.clamp(low, high));
    let (more, less) = (1.0 + CORRIDOR, 1.0 / (1.0 + CORRIDOR));
    drawing.region(
        "corridor",
        &[
            clamped(low, low * more),
            clamped(high * less, high),
            clamped(high, high),
            clamped(high, high * less),
            clamped(low * more, low),
            clamped(low, low),
        ],
    );
    drawing.line("equal", &[clamped(low, low), clamped(high, high)]);
}

fn spot(point: &Point, one: &Shown, frame: &Frame) -> Option<Spot> {
    let (x, y) = frame.at(one.pair.measured * 1e3, one.pair.estimated * 1e3);
    let row = point.row;
    let line = |name: Msg, value: String| (text(name).to_owned(), value);
    let milliseconds = |seconds: f64| say::unit_ms(&number(seconds * 1e3));
    let mut lines = vec![
        line(Msg::AccuracyMeasured, milliseconds(one.pair.measured)),
        line(Msg::AccuracyEstimated, milliseconds(one.pair.estimated)),
        line(
            Msg::AccuracyRatio,
            percent(one.pair.estimated / one.pair.measured),
        ),
        line(Msg::AccuracyConfiguration, spread_of(point)),
        line(Msg::AccuracyLoad, load_of(point)),
        line(Msg::AccuracyRecord, row.id.to_owned()),
    ];
    if let Some(reason) = point.doubt.filter(|_| one.doubtful) {
        lines.push(line(Msg::AccuracyDoubtful, text(doubt(reason)).to_owned()));
    }
    Some(Spot {
        x,
        y,
        area: Area::around(x, y, 7.0),
        title: row.model.rsplit('/').next()?.to_owned(),
        lines,
        id: None,
    })
}

/// The same as a table, with the record each comes from.
pub(super) fn table(points: &[Point], shown: &[Shown]) -> Twin {
    let words = |name: Msg| Column::words(text(name));
    let figures = |name: Msg| Column::figures(text(name));
    let milliseconds = |seconds: f64| number(seconds * 1e3);
    Twin {
        columns: vec![
            words(Msg::Model),
            words(Msg::AccuracyConfiguration),
            words(Msg::AccuracyLoad),
            figures(Msg::AccuracyAxisMeasured),
            figures(Msg::AccuracyAxisEstimated),
            figures(Msg::AccuracyRatio),
            words(Msg::AccuracyDoubtful),
            words(Msg::AccuracyRecord),
        ],
        rows: shown
            .iter()
            .filter_map(|one| {
                let point = points.get(one.index)?;
                let reason = point.doubt.filter(|_| one.doubtful);
                Some(vec![
                    point.row.model.to_owned(),
                    spread_of(point),
                    load_of(point),
                    milliseconds(one.pair.measured),
                    milliseconds(one.pair.estimated),
                    percent(one.pair.estimated / one.pair.measured),
                    reason.map_or_else(String::new, |reason| text(doubt(reason)).to_owned()),
                    point.row.id.to_owned(),
                ])
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_is_at_45_degrees() {
        let scale = Scale::log(0.4, 30_000.0);
        let axis = || Axis::new(scale, "ms".to_owned(), 6, |value| format!("{value}"));
        for width in [260.0, 332.0, 1100.0] {
            let (drawing, frame) = square(&axis(), &axis(), width);
            assert!((frame.area.width - frame.area.height).abs() < 1e-6);
            assert!(drawing.width < width + 1e-6 && drawing.height < TALLEST + 1e-6);
            let ((x0, y0), (x1, y1)) = (frame.at(1.0, 1.0), frame.at(1000.0, 1000.0));
            assert!((x1 - x0 - (y0 - y1)).abs() < 1e-6);
        }
    }
}
