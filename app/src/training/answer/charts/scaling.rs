//! How long the run takes on more and more accelerators of a kind, beside the time it would
//! take if all of them worked as well as the fewest.

use super::Chart;
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, number, percent, say, text as words};
use crate::training::solve::Answer;
use crate::training::words::{axis_unit, cost, degrees, duration, duration_chosen};
use estimator::quantity::Seconds;
use estimator::training::frontier::efficiency;
use estimator::training::report::Run;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;

/// The best run of one count.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Count {
    pub(super) accelerators: f64,
    pub(super) wall: Seconds,
    /// Work of each accelerator over that in the first count, as a share of one.
    pub(super) efficiency: f64,
    pub(super) utilization: Option<f64>,
    cost: String,
    layout: String,
    pub(super) chosen: bool,
}

/// The counts of one accelerator, fewest first.
pub(super) fn counts(answer: &Answer, selected: Option<&str>) -> Option<(String, Vec<Count>)> {
    let candidate = answer.shown(selected)?;
    let best = candidate.best.as_ref().map(Run::accelerators);
    let shares = efficiency(&candidate.scaling);
    let counts = candidate.scaling.iter().zip(shares);
    let counts: Vec<Count> = counts
        .map(|(run, efficiency)| Count {
            accelerators: f64::from(run.accelerators()),
            wall: run.wall,
            efficiency,
            utilization: run.estimate.speed.as_ref().map(|speed| speed.utilization),
            cost: cost(run.cost),
            layout: degrees(&run.estimate.layout, &answer.job),
            chosen: best == Some(run.accelerators()),
        })
        .collect();
    (!counts.is_empty()).then(|| (answer.name(candidate).to_owned(), counts))
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scaling {
    name: String,
    counts: Vec<Count>,
    deadline: Option<Seconds>,
}

impl Chart for Scaling {
    fn read(answer: &Answer, selected: Option<&str>) -> Option<Self> {
        let (name, counts) = counts(answer, selected)?;
        Some(Self {
            name,
            counts,
            deadline: answer.limits.deadline,
        })
    }

    fn title() -> String {
        words(Msg::ChartScalingTitle).to_owned()
    }

    fn caption(&self) -> String {
        say::chart_scaling_caption(&self.name)
    }

    fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let (unit, named) = self.unit();
        let in_units = |time: Seconds| time / unit;
        let most = self.counts.iter().map(|count| count.accelerators);
        let times = self.counts.iter().map(|count| in_units(count.wall));
        let deadline = self.deadline.map(in_units);
        let title = |name: Msg| words(name).to_owned();
        let first = self.counts.first().map_or(1.0, |count| count.accelerators);
        let x = Axis::doubling(
            Scale::log(first, most.fold(first, f64::max)),
            title(Msg::ColGpusMeaning),
            7,
            integer,
        );
        let y = Axis::new(
            Scale::around(times.chain(deadline), 6.0, 0.08),
            named.to_owned(),
            5,
            number,
        );
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let mut labels = Labels::within(Area {
            y: 14.0,
            height: frame.bottom() - 14.0,
            ..frame.area
        });
        mark(self.deadline, in_units, &mut drawing, &frame, &mut labels);
        let ideal: Vec<(f64, f64)> = self
            .counts
            .iter()
            .map(|count| frame.at(count.accelerators, in_units(count.wall) * count.efficiency))
            .collect();
        drawing.line("line second", &ideal);
        let line: Vec<(f64, f64)> = self
            .counts
            .iter()
            .map(|count| frame.at(count.accelerators, in_units(count.wall)))
            .collect();
        drawing.line("line first", &line);
        labels.avoid_line(&line);
        labels.avoid_line(&ideal);
        if let Some((x, y)) = ideal.last() {
            let place = labels.best(
                words(Msg::ChartIdeal),
                [(-8.0, Anchor::End), (18.0, Anchor::End)].map(|(off, anchor)| Place {
                    x: *x,
                    y: y + off,
                    anchor,
                }),
            );
            drawing.label("label", place, words(Msg::ChartIdeal));
        }
        for (count, (x, y)) in self.counts.iter().zip(&line) {
            let class = if count.chosen { "dot best" } else { "dot" };
            drawing.dot(class, *x, *y, if count.chosen { 6.0 } else { 3.0 });
            if count.chosen {
                let label = integer(count.accelerators);
                let place = labels.beside_surely((*x, *y), 6.0, &label);
                drawing.label("label strong", place, &label);
            }
            drawing.spots.push(count.spot(*x, *y, &frame));
        }
        drawing
    }

    fn table(&self) -> Twin {
        Twin {
            columns: vec![
                Column::figures(words(Msg::ColGpus)),
                Column::figures(words(Msg::FigureWall)),
                Column::figures(words(Msg::ChartEfficiency)),
                Column::figures(words(Msg::FigureMfu)),
                Column::figures(words(Msg::FigureCost)),
                Column::words(words(Msg::ColLayout)),
            ],
            rows: self.counts.iter().map(Count::cells).collect(),
        }
    }
}

impl Scaling {
    /// The unit of times: the one that suits the recommended run.
    fn unit(&self) -> (Seconds, &'static str) {
        let chosen = self.counts.iter().find(|count| count.chosen);
        let some = chosen.or(self.counts.first());
        axis_unit(some.map_or(Seconds::ZERO, |count| count.wall))
    }
}

/// The deadline as a line.
fn mark(
    deadline: Option<Seconds>,
    in_units: impl Fn(Seconds) -> f64,
    drawing: &mut Drawing,
    frame: &Frame,
    labels: &mut Labels,
) {
    let Some(deadline) = deadline.filter(|time| frame.y.holds(in_units(*time))) else {
        return;
    };
    let (left, right) = (frame.area.x, frame.right());
    let y = frame.y.at(in_units(deadline));
    drawing.line("demand", &[(left, y), (right, y)]);
    let label = say::chart_deadline(&duration_chosen(deadline));
    let places = [y - 5.0, y + 15.0].map(|y| Place {
        x: right - 4.0,
        y,
        anchor: Anchor::End,
    });
    let place = labels.first(&label, places);
    drawing.label("demand-label", place, &label);
    labels.avoid_line(&[(left, y), (right, y)]);
}

impl Count {
    /// The spot of the count: a slice of the plot's whole height.
    pub(super) fn spot(&self, x: f64, y: f64, frame: &Frame) -> Spot {
        let line = |name: Msg, value: String| (words(name).to_owned(), value);
        let mut lines = vec![
            line(Msg::FigureWall, duration(self.wall)),
            line(Msg::ChartEfficiency, percent(self.efficiency)),
            line(Msg::FigureCost, self.cost.clone()),
            line(Msg::ColLayout, self.layout.clone()),
        ];
        if let Some(mfu) = self.utilization {
            lines.insert(2, line(Msg::FigureMfu, percent(mfu)));
        }
        Spot {
            x,
            y,
            area: frame.slice(x - 9.0, 18.0),
            title: say::chart_gpus(self.accelerators),
            lines,
            id: None,
        }
    }

    fn cells(&self) -> Vec<String> {
        vec![
            integer(self.accelerators),
            duration(self.wall),
            percent(self.efficiency),
            self.utilization.map(percent).unwrap_or_default(),
            self.cost.clone(),
            self.layout.clone(),
        ]
    }
}
