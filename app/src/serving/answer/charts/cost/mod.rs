//! Cost and speed: every sizing that was looked at, the frontier that none of them passes, and
//! the region that misses the SLA.

mod key;
mod plane;
mod point;

use super::frontier::frontier;
use super::{Chart, Looked};
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::Drawing;
use crate::chart::label::{Area, Labels};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, amount_short, number, say, text as words};
use crate::serving::answer::at;
use crate::serving::draft::Pace;
use crate::serving::solve::Answer;
use estimator::order::ascending;
use estimator::quantity::Seconds;
use estimator::workload::Percentile;
use plane::{better, shade, stairs};
use point::{Point, height, pace_name};

/// Height of the plane with its axes, in pixels.
const HEIGHT: f64 = 320.0;

/// Sizings dearer or slower than the best by more than this factor are in the table
/// only.
const WORTH_DRAWING: f64 = 12.0;

/// The round number whose doublings are amounts on the axis.
const ROUND_COST: f64 = 10.0;

/// The same for speeds where nothing is demanded.
const ROUND_SPEED: f64 = 25.0;

/// All sizings with a price, and the demand on them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cost {
    points: Vec<Point>,
    /// Longest time per token that was asked for.
    limit: Option<Seconds>,
    /// How that is typed.
    pace: Pace,
    /// Of which requests the latencies are.
    at: Percentile,
}

impl Chart for Cost {
    fn read(answer: &Answer, looked: Looked<'_>) -> Option<Self> {
        let report = &answer.report;
        let mut points: Vec<Point> = Vec::new();
        for (index, candidate) in report.candidates.iter().enumerate() {
            let recommended = report.best == Some(index);
            let sizings = candidate.best.iter().chain(&candidate.alternatives);
            for (position, sizing) in sizings.enumerate() {
                let first = position == 0;
                points.extend(Point::of(answer, candidate, sizing).map(|point| {
                    Point {
                        recommended: first && recommended,
                        here: first
                            && looked
                                .selected
                                .map_or(recommended, |selected| selected == point.id),
                        first,
                        ..point
                    }
                }));
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
            pace: looked.pace,
            at: answer.scenario.sla.percentile,
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
        let frame = self.axes(&mut drawing, &points);
        let mut labels = Labels::within(Area {
            x: frame.area.x,
            y: 14.0,
            width: width - frame.area.x,
            height: frame.bottom() - 14.0,
        });
        let pace = self.pace;
        shade((self.limit, pace), &mut drawing, &frame, &mut labels);
        stairs(&mut drawing, &frame, (&points, pace), &mut labels);
        for point in &points {
            let (x, y) = frame.at(point.across(), point.up(pace));
            drawing.dot(point.class(), x, y, point.radius());
            let area = Area::around(x, y, point.radius());
            if point.here {
                drawing.dot("here", x, y, point.radius() + 4.0);
                labels.avoid(Area::around(x, y, point.radius() + 4.0));
            } else {
                labels.avoid_softly(area);
            }
        }
        let mut label = |point: &Point, class, surely: bool, label: &str| {
            let (x, y) = frame.at(point.across(), point.up(pace));
            let place = if surely {
                labels.beside_surely((x, y), point.radius() + 4.0, label)
            } else {
                labels.beside(x, y, point.radius(), label)
            };
            drawing.label(class, place, label);
        };
        for point in points.iter().filter(|point| point.here) {
            label(point, "label strong better", true, words(Msg::ChartHere));
        }
        let others = |point: &&&Point| point.frontier && !point.here;
        for point in points.iter().filter(others) {
            label(point, "label", point.recommended, &point.title());
        }
        drawing.spots = points
            .iter()
            .map(|point| point.spot(&frame, pace))
            .collect();
        key::key(&mut drawing, &points);
        drawing
    }

    fn table(&self) -> Twin {
        Twin {
            columns: vec![
                Column::words(words(Msg::ColAccelerator)),
                Column::figures(words(Msg::ColCount)),
                Column::words(words(Msg::ColSeller)),
                Column::figures(words(Msg::ColSold)),
                Column::figures(words(Msg::ColFirst)),
                Column::figures(words(pace_name(self.pace))),
                Column::words(words(Msg::ChartSlaLabel)),
                Column::figures(words(Msg::ChartSpare)),
                Column::words(words(Msg::ColEvidence)),
                Column::words(words(Msg::ChartFrontier)),
            ],
            rows: self
                .points
                .iter()
                .map(|point| point.cells(self.pace))
                .collect(),
        }
    }
}

impl Cost {
    /// Both axes, doubling from gridline to gridline; faster is up.
    fn axes(&self, drawing: &mut Drawing, points: &[&Point]) -> Frame {
        let hours = points.iter().map(|point| point.across());
        let speeds = points.iter().map(|point| point.up(self.pace));
        let limit = self.limit.map(|limit| height(limit, self.pace));
        // Of any ratio: both are logarithmic.
        let x = Scale::around(hours, 1.0, 0.06);
        let y = Scale::around(speeds.chain(limit), 1.0, 0.08);
        let at = at(self.at);
        let (title, upwards) = match self.pace {
            Pace::Millis => (say::chart_millis_axis(at), Upwards::Smaller),
            Pace::Rate => (say::chart_speed_axis(at), Upwards::Larger),
        };
        let base = limit.unwrap_or(ROUND_SPEED);
        let x = Axis::doubling_from(
            x,
            words(Msg::ChartSold).to_owned(),
            ROUND_COST,
            amount_short,
        );
        let y = Axis::doubling_from(y, title, base, number);
        let frame = frame(drawing, &x, &y, upwards);
        better(drawing, &frame, &y.title);
        for (cost, _) in &x.ticks {
            let x = frame.x.at(*cost);
            drawing.line("grid", &[(x, frame.area.y), (x, frame.bottom())]);
        }
        frame
    }

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
                    || point.here
                    || (point.per_hour <= dearest && point.tpot.get() <= slowest)
            })
            .collect()
    }
}
