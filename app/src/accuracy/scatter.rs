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

/// The height for a width, in pixels: nearly square, but never taller than a screen.
fn height(width: f64) -> f64 {
    (width * 0.8).clamp(280.0, 560.0)
}

/// The drawing at a width.
pub(super) fn draw(points: &[Point], shown: &[Shown], width: f64) -> Drawing {
    let mut drawing = Drawing::new(width, height(width));
    let millis = shown
        .iter()
        .flat_map(|one| [one.pair.measured * 1e3, one.pair.estimated * 1e3]);
    let (low, high) = millis.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if shown.is_empty() {
        return drawing;
    }
    // The same scale on both axes: equal is on the diagonal.
    let scale = Scale::log(low / 1.2, high * 1.2);
    let x = Axis::new(scale, text(Msg::AccuracyAxisMeasured).to_owned(), 6, number);
    let y = Axis::new(
        scale,
        text(Msg::AccuracyAxisEstimated).to_owned(),
        6,
        number,
    );
    let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
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
