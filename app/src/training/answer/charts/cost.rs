//! Cost against time: the best run of every accelerator, the runs that none beats in both,
//! and the runs that are too late.

use super::Chart;
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, amount_short, dollars, in_currency, integer, number, say, text as words};
use crate::training::solve::Answer;
use crate::training::words::{axis_unit, duration, duration_chosen};
use estimator::order::ascending;
use estimator::quantity::Seconds;
use estimator::training::frontier::frontier;
use estimator::training::report::{Run, Verdict};

/// Height of the chart, in pixels.
const HEIGHT: f64 = 300.0;

/// Runs dearer or slower than the best by more than this factor are in the table only.
const WORTH_DRAWING: f64 = 20.0;

/// A run that has a price.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each drawn in its own way"
)]
struct Point {
    id: String,
    name: String,
    count: String,
    cost: f64,
    wall: Seconds,
    in_time: bool,
    recommended: bool,
    selected: bool,
    /// Nothing is both cheaper and faster.
    frontier: bool,
}

/// All runs with a price, and the deadline.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cost {
    points: Vec<Point>,
    deadline: Option<Seconds>,
}

impl Chart for Cost {
    fn read(answer: &Answer, selected: Option<&str>) -> Option<Self> {
        let report = &answer.report;
        let best_ways = frontier(report);
        let mut points = Vec::new();
        for (index, candidate) in report.candidates.iter().enumerate() {
            let Some(offer) = answer.offer(candidate) else {
                continue;
            };
            let chip = &offer.accelerator;
            let best = candidate.best.as_ref().map(Run::accelerators);
            for (position, run) in candidate.scaling.iter().enumerate() {
                let frontier = best_ways
                    .iter()
                    .any(|point| point.candidate == index && point.run == position);
                let first = best == Some(run.accelerators());
                let Some(cost) = run.cost.filter(|_| first || frontier) else {
                    continue;
                };
                points.push(Point {
                    id: chip.id.clone(),
                    name: chip.name.clone(),
                    count: integer(f64::from(run.accelerators())),
                    cost: cost.get(),
                    wall: run.wall,
                    in_time: answer.limits.deadline.is_none_or(|limit| run.wall <= limit)
                        && !matches!(candidate.verdict, Verdict::Late { .. }),
                    recommended: first && report.best == Some(index),
                    selected: selected == Some(chip.id.as_str()),
                    frontier,
                });
            }
        }
        let points = ascending(points, |point| point.cost);
        (!points.is_empty()).then_some(Self {
            points,
            deadline: answer.limits.deadline,
        })
    }

    fn title() -> String {
        words(Msg::ChartTrainCostTitle).to_owned()
    }

    fn caption(&self) -> String {
        say::chart_train_cost_caption(self.points.len() as f64)
    }

    fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let points = self.drawn();
        let costs = points.iter().map(|point| in_currency(point.cost));
        let (unit, named) = self.unit();
        let times = points.iter().map(|point| point.wall / unit);
        let limit = self.deadline.map(|limit| limit / unit);
        let x = Scale::around(costs, 6.0, 0.06);
        let y = Scale::around(times.chain(limit), 6.0, 0.08);
        let x = Axis::new(x, words(Msg::FigureCost).to_owned(), 6, amount_short);
        let y = Axis::new(y, named.to_owned(), 6, number);
        let frame = frame(&mut drawing, &x, &y, Upwards::Smaller);
        let mut labels = Labels::within(Area {
            x: frame.area.x,
            y: 14.0,
            width: width - frame.area.x,
            height: frame.bottom() - 14.0,
        });
        let plane = Plane { frame, unit };
        plane.shade(self.deadline, &mut drawing, &mut labels);
        plane.stairs(&points, &mut drawing, &mut labels);
        for point in &points {
            let (x, y) = plane.place(point);
            drawing.dot(point.class(), x, y, point.radius());
            let area = Area::around(x, y, point.radius());
            if point.recommended {
                labels.avoid(area);
            } else {
                labels.avoid_softly(area);
            }
        }
        let first = points.iter().filter(|point| point.recommended);
        let then = points.iter().filter(|point| !point.recommended);
        for point in first.chain(then.filter(|point| point.frontier)) {
            let (x, y) = plane.place(point);
            let label = format!("{}\u{a0}×\u{a0}{}", point.count, point.name);
            let radius = point.radius();
            let (place, class) = if point.recommended {
                (labels.beside_surely((x, y), radius, &label), "label strong")
            } else {
                (labels.beside(x, y, radius, &label), "label")
            };
            drawing.label(class, place, &label);
        }
        drawing.spots = points.iter().map(|point| point.spot(&plane)).collect();
        drawing
    }

    fn table(&self) -> Twin {
        Twin {
            columns: vec![
                Column::words(words(Msg::ColAccelerator)),
                Column::figures(words(Msg::ColGpus)),
                Column::figures(words(Msg::FigureCost)),
                Column::figures(words(Msg::FigureWall)),
                Column::words(words(Msg::ChartInTime)),
                Column::words(words(Msg::ChartFrontier)),
            ],
            rows: self.points.iter().map(Point::cells).collect(),
        }
    }
}

impl Cost {
    /// The unit of times: the one that suits the recommended run.
    fn unit(&self) -> (Seconds, &'static str) {
        let chosen = self.points.iter().find(|point| point.recommended);
        let some = chosen.or(self.points.first());
        axis_unit(some.map_or(Seconds::ZERO, |point| point.wall))
    }

    /// The points near enough to the cheapest and fastest to be compared by eye.
    fn drawn(&self) -> Vec<&Point> {
        let least = |value: fn(&Point) -> f64| {
            self.points.iter().map(value).fold(f64::INFINITY, f64::min) * WORTH_DRAWING
        };
        let dearest = least(|point| point.cost);
        let slowest = self
            .deadline
            .map_or(f64::INFINITY, |limit| limit.get() * 3.0)
            .max(least(|point| point.wall.get()));
        let near = |point: &&Point| {
            point.recommended
                || point.selected
                || (point.cost <= dearest && point.wall.get() <= slowest)
        };
        self.points.iter().filter(near).collect()
    }
}

impl Point {
    /// How it looks: hollow where it is late.
    const fn class(&self) -> &'static str {
        match (self.in_time, self.recommended, self.selected, self.frontier) {
            (_, true, _, _) => "dot best",
            (true, _, true, _) => "dot selected",
            (false, _, true, _) => "dot hollow selected",
            (true, _, _, true) => "dot frontier",
            (true, _, _, false) => "dot",
            (false, ..) => "dot hollow",
        }
    }

    const fn radius(&self) -> f64 {
        if self.recommended {
            6.0
        } else if self.frontier || self.selected {
            4.5
        } else {
            3.0
        }
    }

    fn in_time(&self) -> String {
        yes_or_no(self.in_time)
    }

    fn spot(&self, plane: &Plane) -> Spot {
        let (x, y) = plane.place(self);
        let line = |name: Msg, value: String| (words(name).to_owned(), value);
        Spot {
            x,
            y,
            area: Area::around(x, y, self.radius() + 5.0),
            title: format!("{}\u{a0}×\u{a0}{}", self.count, self.name),
            lines: vec![
                line(Msg::FigureCost, dollars(self.cost)),
                line(Msg::FigureWall, duration(self.wall)),
                line(Msg::ChartInTime, self.in_time()),
            ],
            id: Some(self.id.clone()),
        }
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.name.clone(),
            self.count.clone(),
            dollars(self.cost),
            duration(self.wall),
            self.in_time(),
            yes_or_no(self.frontier),
        ]
    }
}

fn yes_or_no(is: bool) -> String {
    words(if is { Msg::ChartYes } else { Msg::ChartNo }).to_owned()
}

/// Cost and time as places on the page.
struct Plane {
    frame: Frame,
    unit: Seconds,
}

impl Plane {
    fn place(&self, point: &Point) -> (f64, f64) {
        self.frame
            .at(in_currency(point.cost), point.wall / self.unit)
    }

    /// The frontier as stairs: between two runs there is nothing to buy.
    fn stairs(&self, points: &[&Point], drawing: &mut Drawing, labels: &mut Labels) {
        let mut stairs: Vec<(f64, f64)> = Vec::new();
        for point in points.iter().filter(|point| point.frontier) {
            let (x, y) = self.place(point);
            if let Some((_, last)) = stairs.last().copied() {
                stairs.push((x, last));
            }
            stairs.push((x, y));
        }
        labels.avoid_line(&stairs);
        drawing.line("line frontier", &stairs);
    }

    /// The deadline as a line, and a shade below for the runs that miss it.
    fn shade(&self, limit: Option<Seconds>, drawing: &mut Drawing, labels: &mut Labels) {
        let frame = &self.frame;
        let Some(limit) = limit.filter(|limit| frame.y.holds(*limit / self.unit)) else {
            return;
        };
        let (left, right) = (frame.area.x, frame.right());
        let y = frame.y.at(limit / self.unit);
        let missed = Area {
            x: left,
            y,
            width: right - left,
            height: frame.bottom() - y,
        };
        drawing.bar("missed", missed, 0.0);
        drawing.line("demand", &[(left, y), (right, y)]);
        let label = say::chart_deadline(&duration_chosen(limit));
        let places = [y + 15.0, y - 5.0].map(|y| Place {
            x: right - 4.0,
            y,
            anchor: Anchor::End,
        });
        let place = labels.first(&label, places);
        drawing.label("demand-label", place, &label);
        labels.avoid_line(&[(left, y), (right, y)]);
    }
}
