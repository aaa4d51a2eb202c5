//! Throughput against concurrency: the output of one replica with more and more
//! requests in it, for two accelerators, and where the first has to stop.

mod series;

use super::{Chart, Looked};
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, about, compact, number, say, seconds, text as words};
use crate::serving::answer::memory::shown;
use crate::serving::answer::words::millis;
use crate::serving::solve::Answer;
use series::Series;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;

/// One or two accelerators.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Throughput {
    first: Series,
    second: Option<Series>,
}

impl Chart for Throughput {
    fn read(answer: &Answer, looked: Looked<'_>) -> Option<Self> {
        let report = &answer.report;
        let first = shown(answer, looked.selected)?;
        let best = report.recommended();
        let runner_up = report
            .runner_up
            .and_then(|index| report.candidates.get(index));
        let second = [best, runner_up]
            .into_iter()
            .flatten()
            .find(|other| other.offer != first.offer);
        Some(Self {
            first: Series::of(answer, first)?,
            second: second.and_then(|other| Series::of(answer, other)),
        })
    }

    fn title(_: Option<&Self>) -> String {
        words(Msg::ChartThroughputTitle).to_owned()
    }

    fn caption(&self) -> String {
        let Series {
            name, split, stop, ..
        } = &self.first;
        let (users, name) = (about(*stop), format!("{name} ({split})"));
        if self.first.full {
            say::chart_throughput_caption_full(&name, &users)
        } else {
            say::chart_throughput_caption(&name, &users)
        }
    }

    fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let points = || self.all().flat_map(|series| &series.points);
        let users = points().map(|point| point.users).fold(2.0, f64::max);
        let high = points()
            .map(|point| point.output.get())
            .fold(self.first.last() * self.first.band.1, f64::max);
        let title = |name: Msg| words(name).to_owned();
        let x = Axis::doubling(
            Scale::log(1.0, users),
            title(Msg::ChartConcurrent),
            7,
            number,
        );
        let y = Axis::new(Scale::from_zero(high, 5), title(Msg::ColTokens), 5, compact);
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let mut labels = Labels::within(Area {
            y: 14.0,
            height: frame.bottom() - 14.0,
            ..frame.area
        });
        self.band(&mut drawing, &frame);
        self.mark_stop(&mut drawing, &frame, &mut labels);
        for (series, class) in self.all().zip(["line first", "line second"]) {
            let line = series.line(&frame);
            drawing.line(class, &line);
            labels.avoid_line(&line);
        }
        for (series, class) in self.all().zip(["label strong", "label"]) {
            let line = series.line(&frame);
            // Beside the line, from its end backwards, wherever there is room.
            let places = line.iter().rev().flat_map(|(x, y)| {
                [
                    (-8.0, Anchor::End),
                    (20.0, Anchor::End),
                    (-8.0, Anchor::Middle),
                    (20.0, Anchor::Middle),
                ]
                .map(|(off, anchor)| Place {
                    x: *x,
                    y: y + off,
                    anchor,
                })
            });
            let place = labels.best(&series.name, places);
            drawing.label(class, place, &series.name);
        }
        self.point_at(&mut drawing, &frame);
        drawing
    }

    fn table(&self) -> Twin {
        Twin {
            columns: vec![
                Column::words(words(Msg::ColAccelerator)),
                Column::figures(words(Msg::ChartConcurrent)),
                Column::figures(words(Msg::ColTokens)),
                Column::figures(words(Msg::ColTtftMeaning)),
                Column::figures(words(Msg::ColTpotMeaning)),
            ],
            rows: self
                .all()
                .flat_map(|series| series.points.iter().map(|point| series.cells(point)))
                .collect(),
        }
    }
}

impl Throughput {
    fn all(&self) -> impl Iterator<Item = &Series> {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// Where the first accelerator's throughput lies four times in five.
    fn band(&self, drawing: &mut Drawing, frame: &Frame) {
        let (low, high) = self.first.band;
        let edge = |factor: f64| {
            let points = self.first.points.iter();
            points.map(move |point| frame.at(point.users, point.output.get() * factor))
        };
        let around: Vec<(f64, f64)> = edge(high).chain(edge(low).rev()).collect();
        drawing.region("band", &around);
    }

    /// The line where the SLA, or the memory, ends the first one's curve.
    fn mark_stop(&self, drawing: &mut Drawing, frame: &Frame, labels: &mut Labels) {
        let stop = self.first.stop;
        if !frame.x.holds(stop) {
            return;
        }
        let (x, top) = (frame.x.at(stop), frame.area.y);
        drawing.line("demand", &[(x, top), (x, frame.bottom())]);
        let label = self.first.stop_label();
        let places = [(x - 6.0, Anchor::End), (x + 6.0, Anchor::Start)].map(|(x, anchor)| Place {
            x,
            y: top + 2.0,
            anchor,
        });
        let place = labels.first(&label, places);
        drawing.label("demand-label", place, &label);
        labels.avoid_line(&[(x, top), (x, frame.bottom())]);
    }

    /// One spot a population: a slice of the plot's whole height, at the first
    /// curve, with both accelerators' values.
    fn point_at(&self, drawing: &mut Drawing, frame: &Frame) {
        for point in &self.first.points {
            let (x, y) = frame.at(point.users, point.output.get());
            let other = self
                .second
                .as_ref()
                .and_then(|series| series.at(point.users));
            let own = [
                (
                    self.first.name.clone(),
                    say::unit_tokens_s(&number(point.output.get())),
                ),
                (words(Msg::ColTpotMeaning).to_owned(), millis(point.tpot)),
                (words(Msg::ColTtftMeaning).to_owned(), seconds(point.ttft)),
            ];
            drawing.spots.push(Spot {
                x,
                y,
                area: frame.slice(x - 9.0, 18.0),
                title: say::chart_requests(point.users.round()),
                lines: own.into_iter().chain(other).collect(),
                id: None,
            });
        }
    }
}
