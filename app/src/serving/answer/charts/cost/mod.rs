//! Cost against latency: every sizing that was looked at, the frontier that
//! none of them passes, and the region that misses the SLA.

mod plane;
mod point;

use super::Chart;
use super::frontier::frontier;
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::Drawing;
use crate::chart::label::{Area, Labels};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, amount_short, number, say, text as words};
use crate::serving::solve::Answer;
use estimator::order::ascending;
use estimator::quantity::Seconds;
use plane::{shade, stairs};
use point::Point;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 300.0;

/// Sizings dearer or slower than the best by more than this factor are in the table
/// only.
const WORTH_DRAWING: f64 = 12.0;

/// All sizings with a price, and the demand on them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cost {
    points: Vec<Point>,
    /// Longest time per token that was asked for.
    limit: Option<Seconds>,
}

impl Chart for Cost {
    fn read(answer: &Answer, selected: Option<&str>) -> Option<Self> {
        let report = &answer.report;
        let mut points: Vec<Point> = Vec::new();
        for (index, candidate) in report.candidates.iter().enumerate() {
            let sizings = candidate.best.iter().chain(&candidate.alternatives);
            for (position, sizing) in sizings.enumerate() {
                points.extend(
                    Point::of(answer, candidate, sizing, selected).map(|point| Point {
                        recommended: position == 0 && report.best == Some(index),
                        first: position == 0,
                        ..point
                    }),
                );
            }
        }
        let kept: Vec<usize> = (0..points.len())
            .filter(|index| points.get(*index).is_some_and(|point| point.meets))
            .collect();
        let values: Vec<(f64, f64)> = kept
            .iter()
            .filter_map(|index| points.get(*index))
            .map(|point| (point.per_hour, point.tpot.get()))
            .collect();
        for index in frontier(&values) {
            if let Some(point) = kept.get(index).and_then(|index| points.get_mut(*index)) {
                point.frontier = true;
            }
        }
        let points = ascending(points, |point| point.per_hour);
        (!points.is_empty()).then_some(Self {
            points,
            limit: answer.scenario.sla.tpot,
        })
    }

    fn title(_: Option<&Self>) -> String {
        words(Msg::ChartCostTitle).to_owned()
    }

    fn caption(&self) -> String {
        let kept = self.points.iter().filter(|point| point.meets).count();
        say::chart_cost_caption(self.points.len() as f64, &number(kept as f64))
    }

    fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let points = self.drawn();
        let hours = points.iter().map(|point| point.across());
        let times = points.iter().map(|point| point.tpot.to_millis());
        let limit = self.limit.map(Seconds::to_millis);
        let x = Scale::around(hours, 6.0, 0.06);
        let y = Scale::around(times.chain(limit), 6.0, 0.08);
        let x = Axis::new(x, words(Msg::ColPerHour).to_owned(), 6, amount_short);
        let y = Axis::new(y, words(Msg::ChartMsPerToken).to_owned(), 6, number);
        let frame = frame(&mut drawing, &x, &y, Upwards::Smaller);
        let mut labels = Labels::within(Area {
            x: frame.area.x,
            y: 14.0,
            width: width - frame.area.x,
            height: frame.bottom() - 14.0,
        });
        shade(self.limit, &mut drawing, &frame, &mut labels);
        stairs(&mut drawing, &frame, &points, &mut labels);
        for point in &points {
            let (x, y) = frame.at(point.across(), point.tpot.to_millis());
            drawing.dot(point.class(), x, y, point.radius());
            let area = Area::around(x, y, point.radius());
            if point.recommended {
                labels.avoid(area);
            } else {
                labels.avoid_softly(area);
            }
        }
        let named = |point: &Point| point.recommended || (point.selected && point.first);
        let others = |point: &Point| point.frontier && !named(point);
        let first = points.iter().filter(|point| named(point));
        let then = points.iter().filter(|point| others(point));
        for point in first.chain(then) {
            let (x, y) = frame.at(point.across(), point.tpot.to_millis());
            let label = format!("{} {}", point.count, point.name);
            let radius = point.radius();
            let place = if named(point) {
                labels.beside_surely((x, y), radius, &label)
            } else {
                labels.beside(x, y, radius, &label)
            };
            let class = if point.recommended {
                "label strong"
            } else {
                "label"
            };
            drawing.label(class, place, &label);
        }
        drawing.spots = points.iter().map(|point| point.spot(&frame)).collect();
        drawing
    }

    fn table(&self) -> Twin {
        Twin {
            columns: vec![
                Column::words(words(Msg::ColAccelerator)),
                Column::figures(words(Msg::ColCount)),
                Column::figures(words(Msg::ColPerHour)),
                Column::figures(words(Msg::ColTpotMeaning)),
                Column::figures(words(Msg::ColTtftMeaning)),
                Column::words(words(Msg::ChartSlaLabel)),
                Column::words(words(Msg::ChartFrontier)),
            ],
            rows: self.points.iter().map(Point::cells).collect(),
        }
    }
}

impl Cost {
    /// The points near enough to the cheapest and fastest to be compared by eye.
    fn drawn(&self) -> Vec<&Point> {
        let least = |value: fn(&Point) -> f64| {
            let kept = self.points.iter().filter(|point| point.meets);
            let all = if kept.clone().next().is_some() {
                kept.map(value).fold(f64::INFINITY, f64::min)
            } else {
                self.points.iter().map(value).fold(f64::INFINITY, f64::min)
            };
            all * WORTH_DRAWING
        };
        let dearest = least(|point| point.per_hour);
        let slowest = self
            .limit
            .map_or(f64::INFINITY, |limit| limit.get() * 3.0)
            .max(least(|point| point.tpot.get()));
        self.points
            .iter()
            .filter(|point| {
                point.recommended
                    || point.selected
                    || (point.per_hour <= dearest && point.tpot.get() <= slowest)
            })
            .collect()
    }
}
