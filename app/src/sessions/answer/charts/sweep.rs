//! The sweep of sessions: throughput and hits over their number, the first token beside, with the
//! present number and the place where it falls over.

use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::Anchor;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, about, compact, integer, percent, say, text};
use crate::sessions::solve::Answer;
use crate::sessions::words::time;
use estimator::quantity::Seconds;
use estimator::session::sweep::Swept;

/// Height of a chart, in pixels.
const HEIGHT: f64 = 300.0;

/// The points of a candidate.
#[derive(Clone, PartialEq)]
pub(super) struct Curve {
    name: String,
    points: Vec<Swept>,
    present: f64,
    fall: Option<f64>,
}

impl Curve {
    pub(super) fn read(answer: &Answer, selected: Option<&str>, points: &[Swept]) -> Option<Self> {
        let (candidate, sizing) = answer.shown(selected)?;
        Some(Self {
            name: answer.name(candidate).to_owned(),
            points: points.to_vec(),
            present: sizing.present,
            fall: sizing.fall.map(|fall| fall.sessions),
        })
        .filter(|curve| curve.points.len() > 1)
    }

    pub(super) fn caption(&self) -> String {
        match self.fall {
            Some(fall) => say::sessions_caption_sweep(&integer(fall.floor()), &self.name),
            None => say::sessions_caption_flat(&self.name),
        }
    }

    /// A line across the chart with its label, where the axis has it.
    fn mark(drawing: &mut Drawing, frame: &Frame, at: f64, label: &str, low: bool) {
        let (low_end, high_end) = frame.x.ends();
        if at < low_end || at > high_end {
            return;
        }
        let (x, _) = frame.at(at, 0.0);
        drawing.line("demand", &[(x, frame.area.y), (x, frame.bottom())]);
        let left = x > frame.area.x + frame.area.width * 0.6;
        let (anchor, x) = if left {
            (Anchor::End, x - 5.0)
        } else {
            (Anchor::Start, x + 5.0)
        };
        let y = if low {
            frame.bottom() - 8.0
        } else {
            // Above the other label: along the top run the hits.
            frame.bottom() - 24.0
        };
        drawing.text("demand-label", x, y, anchor, label);
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let at = |point: Option<&Swept>| point.map_or(1.0, |point| point.sessions);
        let (low, high) = (at(self.points.first()), at(self.points.last()));
        let most = self
            .points
            .iter()
            .map(|point| point.total)
            .fold(0.0, f64::max);
        let x = Axis::new(
            Scale::exactly(low.min(high - 1.0), high),
            text(Msg::SessionsAtOnce).to_owned(),
            6,
            integer,
        );
        let y = Axis::new(
            Scale::from_zero(most, 5),
            text(Msg::SessionsThroughput).to_owned(),
            5,
            compact,
        );
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        Self::mark(
            &mut drawing,
            &frame,
            self.present,
            text(Msg::SessionsNow),
            true,
        );
        if let Some(fall) = self.fall {
            Self::mark(
                &mut drawing,
                &frame,
                fall,
                text(Msg::SessionsFallsHere),
                false,
            );
        }
        // Hits on the same height: the top is all of the input.
        let (_, top) = frame.y.ends();
        let hits: Vec<(f64, f64)> = self
            .points
            .iter()
            .map(|point| frame.at(point.sessions, point.shares.found() * top))
            .collect();
        drawing.line("line second", &hits);
        let line: Vec<(f64, f64)> = self
            .points
            .iter()
            .map(|point| frame.at(point.sessions, point.total))
            .collect();
        drawing.line("line first", &line);
        for (point, (x, y)) in self.points.iter().zip(&line) {
            drawing.dot("dot", *x, *y, 3.5);
            drawing.spots.push(Spot {
                x: *x,
                y: *y,
                area: frame.slice(x - 12.0, 24.0),
                title: say::sessions_of_any(point.sessions.round()),
                lines: vec![
                    (
                        text(Msg::SessionsThroughput).to_owned(),
                        integer(point.total),
                    ),
                    (
                        text(Msg::SessionsHits).to_owned(),
                        percent(point.shares.found()),
                    ),
                    (
                        text(Msg::ColTtft).to_owned(),
                        time(Seconds::new(point.ttft_at_percentile)),
                    ),
                ],
                id: None,
            });
        }
        drawing
    }

    pub(super) fn table(&self) -> Twin {
        let row = |point: &Swept| {
            vec![
                integer(point.sessions),
                integer(point.total),
                percent(point.shares.found()),
                point
                    .cold
                    .map_or_else(String::new, |cold| percent(cold.found())),
                time(Seconds::new(point.ttft_at_percentile)),
                about(point.running),
                time(Seconds::new(point.survival)),
            ]
        };
        Twin {
            columns: vec![
                Column::figures(text(Msg::SessionsAtOnce)),
                Column::figures(text(Msg::SessionsThroughput)),
                Column::figures(text(Msg::SessionsHits)),
                Column::figures(text(Msg::SessionsHitsFallen)),
                Column::figures(text(Msg::ColTtft)),
                Column::figures(text(Msg::SessionsRunning)),
                Column::figures(text(Msg::SessionsSurvival)),
            ],
            rows: self.points.iter().map(row).collect(),
        }
    }
}
