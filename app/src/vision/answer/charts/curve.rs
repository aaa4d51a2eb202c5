//! A curve of one replica: time or throughput over the batch, resolution, steps or images.

use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::Anchor;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, gib, integer, number, say, text};
use crate::vision::solve::Answer;
use crate::vision::words::{self, time, time_chosen};
use estimator::quantity::Seconds;
use estimator::vision::sizing::curve::{Along, Point, along, points};
use estimator::vision::sizing::scenario::sides;
use estimator::vision::sizing::{Kind, Task};

/// Height of a chart, in pixels.
const HEIGHT: f64 = 280.0;

/// A chart of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chart {
    /// Time over the curve.
    Time(Along),
    /// Items a second over the curve; of prompts their tokens.
    Rate(Along),
}

/// The points of a chart, and what it is about.
#[derive(Clone, PartialEq)]
pub(super) struct Curve {
    chart: Chart,
    kind: Kind,
    name: String,
    points: Vec<Point>,
    /// The limit of the promise, seconds.
    limit: Option<f64>,
    /// Where the answer stands.
    here: f64,
    /// What a replica's items a second are in the kind's unit, and its name.
    scale: (f64, Msg),
}

impl Curve {
    pub(super) fn read(answer: &Answer, selected: Option<&str>, chart: Chart) -> Option<Self> {
        let (Chart::Time(way) | Chart::Rate(way)) = chart;
        if !along(&answer.scenario).contains(&way) {
            return None;
        }
        let (candidate, sizing) = answer.shown(selected)?;
        let board = answer.boards.get(candidate.offer)?;
        let points = points(&answer.scenario, board, way);
        let question = answer.question();
        let (unit, _) = words::rate(answer, 1.0);
        let scale = match question.kind {
            Kind::Pictures => 60.0,
            Kind::Clips => 3600.0,
            Kind::Speech => answer.scenario.window(),
            _ => 1.0,
        };
        let (sides, steps) = match &answer.scenario.task {
            Task::Pipeline(model) => (
                Some(sides(question, model)),
                question.steps.unwrap_or(model.steps),
            ),
            _ => (None, 0),
        };
        let asked = |along: Along| match along {
            Along::Batch => sizing.batch,
            Along::Images => f64::from(question.images),
            Along::Resolution => sides.map_or(0.0, |[height, _]| f64::from(height)),
            Along::Steps => f64::from(steps),
        };
        let limit = question
            .limit
            .filter(|_| way == Along::Batch || question.draws());
        Some(Self {
            chart,
            kind: question.kind,
            name: answer.name(candidate).to_owned(),
            limit: limit.map(Seconds::get).filter(|_| sizing.latency.is_some()),
            here: asked(way),
            scale: (scale, unit),
            points,
        })
        .filter(|curve| curve.points.len() > 1)
    }

    pub(super) fn title(chart: Chart) -> Msg {
        match chart {
            Chart::Time(Along::Batch) => Msg::VisionChartLatency,
            Chart::Rate(Along::Batch) => Msg::VisionChartThroughput,
            Chart::Time(Along::Resolution) | Chart::Rate(Along::Resolution) => {
                Msg::VisionChartResolution
            }
            Chart::Time(Along::Steps) | Chart::Rate(Along::Steps) => Msg::VisionChartSteps,
            Chart::Time(Along::Images) => Msg::VisionChartTower,
            Chart::Rate(Along::Images) => Msg::VisionChartTokens,
        }
    }

    /// The name of what goes along.
    fn way(&self) -> Msg {
        let (Chart::Time(way) | Chart::Rate(way)) = self.chart;
        match way {
            Along::Batch => Msg::VisionColBatch,
            Along::Resolution => Msg::VisionHeight,
            Along::Steps => Msg::VisionSteps,
            Along::Images => Msg::VisionImagesEach,
        }
    }

    /// The name of what goes up, and a value of it in words.
    fn up(&self) -> (Msg, fn(f64) -> String) {
        match self.chart {
            Chart::Time(_) => (Msg::VisionSeconds, number),
            Chart::Rate(Along::Images) => (Msg::VisionTokensPrompt, integer),
            Chart::Rate(_) => (self.scale.1, number),
        }
    }

    fn value(&self, point: &Point) -> f64 {
        match self.chart {
            Chart::Time(_) => point.seconds.get(),
            Chart::Rate(Along::Images) => point.rate,
            Chart::Rate(_) => point.rate * self.scale.0,
        }
    }

    pub(super) fn caption(&self) -> String {
        match (self.chart, self.limit) {
            (Chart::Time(_), Some(limit)) => {
                say::vision_caption_limit(&time_chosen(Seconds::new(limit)), &self.name)
            }
            _ => say::vision_caption(&self.name),
        }
    }

    fn spot(&self, point: &Point, (x, y): (f64, f64), frame: &Frame) -> Spot {
        let (name, write) = self.up();
        let value = match self.chart {
            Chart::Time(_) => time(point.seconds),
            Chart::Rate(_) => write(self.value(point)),
        };
        Spot {
            x,
            y,
            area: frame.slice(x - 20.0, 40.0),
            title: format!("{} {}", integer(point.at), text(self.way())),
            lines: vec![
                (text(name).to_owned(), value),
                (text(Msg::ColMemory).to_owned(), gib(point.bytes)),
            ],
            id: None,
        }
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let at = |point: Option<&Point>| point.map_or(1.0, |point| point.at);
        let (low, high) = (at(self.points.first()), at(self.points.last()));
        let (Chart::Time(way) | Chart::Rate(way)) = self.chart;
        let title = text(self.way()).to_owned();
        let x = match way {
            Along::Batch | Along::Images => {
                Axis::doubling(Scale::log(low, high), title, 9, integer)
            }
            Along::Resolution | Along::Steps => {
                Axis::new(Scale::exactly(low, high), title, 6, integer)
            }
        };
        let values = self.points.iter().map(|point| self.value(point));
        let most = values.fold(0.0, f64::max);
        let (name, write) = self.up();
        let top = match (self.chart, self.limit) {
            // A limit far above all points would flatten them.
            (Chart::Time(_), Some(limit)) if limit < 3.0 * most => most.max(limit),
            _ => most,
        };
        let y = Axis::new(Scale::from_zero(top, 5), text(name).to_owned(), 5, write);
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        if let (Chart::Time(_), Some(limit)) =
            (self.chart, self.limit.filter(|limit| *limit <= top))
        {
            let (_, level) = frame.at(low, limit);
            drawing.line("demand", &[(frame.area.x, level), (frame.right(), level)]);
            drawing.text(
                "demand-label",
                frame.area.x + 6.0,
                level + 15.0,
                Anchor::Start,
                text(Msg::VisionLimit),
            );
        }
        let line: Vec<(f64, f64)> = self
            .points
            .iter()
            .map(|point| frame.at(point.at, self.value(point)))
            .collect();
        drawing.line("line first", &line);
        let far = |point: &&Point| (point.at / self.here.max(1e-9)).ln().abs();
        let mut points = self.points.iter();
        let first = points.next();
        let nearest = points.fold(first, |least, next| match least {
            Some(least) if far(&least) <= far(&next) => Some(least),
            _ => Some(next),
        });
        let nearest = nearest.map(|point| point.at);
        for (point, (x, y)) in self.points.iter().zip(&line) {
            let near = nearest == Some(point.at);
            let class = if near { "dot best" } else { "dot" };
            drawing.dot(class, *x, *y, if near { 6.0 } else { 3.5 });
            drawing.spots.push(self.spot(point, (*x, *y), &frame));
        }
        drawing
    }

    pub(super) fn table(&self) -> Twin {
        let (name, write) = self.up();
        let row = |point: &Point| {
            vec![
                integer(point.at),
                match self.chart {
                    Chart::Time(_) => time(point.seconds),
                    Chart::Rate(_) => write(self.value(point)),
                },
                gib(point.bytes),
                text(if point.fits {
                    Msg::ChartYes
                } else {
                    Msg::ChartNo
                })
                .to_owned(),
            ]
        };
        Twin {
            columns: vec![
                Column::figures(text(self.way())),
                Column::figures(text(name)),
                Column::figures(text(Msg::ColMemory)),
                Column::words(text(Msg::VisionFits)),
            ],
            rows: self.points.iter().map(row).collect(),
        }
    }
}
