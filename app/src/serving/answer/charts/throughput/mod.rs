//! Throughput against concurrency: the output of one replica with more and more requests in it,
//! for each user and in all, of two accelerators; how many the first may have, and has.

mod plot;
mod series;

use super::{Chart, Looked};
use crate::chart::axis::{Axis, Frame, stacked};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::Area;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, about, compact, number, say, seconds, text as words};
use crate::serving::answer::memory::shown;
use crate::serving::answer::words::millis;
use crate::serving::solve::Answer;
use plot::names_within;
use series::{Read, Series, each, total};

/// Height of both plots with their axes, in pixels.
const HEIGHT: f64 = 420.0;

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
        let points = self.all().flat_map(|series| &series.points);
        let users = points.map(|point| point.users).fold(2.0, f64::max);
        let most = |read: Read| {
            let all = self.all().map(|series| series.most(read));
            all.fold(0.0, f64::max)
        };
        let banded = self.first.most(total) * self.first.band.1;
        let x = Axis::doubling(
            Scale::log(1.0, users),
            words(Msg::ChartConcurrent).to_owned(),
            7,
            number,
        );
        let upright = |name: Msg, high: f64| {
            let title = words(name).to_owned();
            Axis::new(Scale::from_zero(high, 4), title, 4, compact)
        };
        let upper = upright(Msg::ColSpeed, most(each));
        let lower = upright(Msg::ColTokens, most(total).max(banded));
        let (upper, lower) = stacked(&mut drawing, &x, (&upper, &lower));
        let mut labels = names_within(&upper);
        self.zone(&mut drawing, &upper);
        self.mark_stop(&mut drawing, &upper, &mut labels);
        self.curves(&mut drawing, &upper, &mut labels, each);
        let mut labels = names_within(&lower);
        self.zone(&mut drawing, &lower);
        self.band(&mut drawing, &lower);
        self.mark_zone(&mut drawing, &lower, &mut labels);
        self.curves(&mut drawing, &lower, &mut labels, total);
        self.point_at(&mut drawing, (&upper, &lower));
        drawing
    }

    fn table(&self) -> Twin {
        Twin {
            columns: vec![
                Column::words(words(Msg::ColAccelerator)),
                Column::figures(words(Msg::ChartConcurrent)),
                Column::figures(words(Msg::ColSpeed)),
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

    /// One spot a population: a slice of both plots, at the first total, with
    /// both accelerators' values.
    fn point_at(&self, drawing: &mut Drawing, (upper, lower): (&Frame, &Frame)) {
        for point in &self.first.points {
            let (x, y) = lower.at(point.users, total(point));
            let outputs = self.first.at(point.users).into_iter().flatten();
            let latencies = [
                (words(Msg::ColTpotMeaning).to_owned(), millis(point.tpot)),
                (words(Msg::ColTtftMeaning).to_owned(), seconds(point.ttft)),
            ];
            let second = self.second.as_ref();
            let others = second.and_then(|series| series.at(point.users));
            drawing.spots.push(Spot {
                x,
                y,
                area: Area {
                    x: x - 9.0,
                    y: upper.area.y,
                    width: 18.0,
                    height: lower.bottom() - upper.area.y,
                },
                title: say::chart_requests(point.users.round()),
                lines: outputs
                    .chain(latencies)
                    .chain(others.into_iter().flatten())
                    .collect(),
                id: None,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::drawing::Shape;
    use estimator::quantity::{Seconds, TokensPerSecond};
    use estimator::serving::curve::CurvePoint;

    fn throughput(here: f64) -> Throughput {
        let points = (0..6_i32).map(|step| {
            let users = 2_f64.powi(step);
            CurvePoint {
                users,
                output: TokensPerSecond::new(100.0 * users.sqrt()),
                tpot: Seconds::new(users.sqrt() / 100.0),
                ttft: Seconds::new(0.1),
            }
        });
        Throughput {
            first: Series {
                name: "H100".to_owned(),
                split: "tp 1".to_owned(),
                points: points.collect(),
                band: (0.9, 1.1),
                stop: 16.0,
                full: false,
                here,
            },
            second: None,
        }
    }

    /// Each plot has a ring at one load, between the points around it.
    #[test]
    fn the_load_asked_for_is_on_both_curves() {
        let drawing = throughput(3.0).draw(480.0);
        let rings = drawing.marks.iter().filter(|mark| mark.class == "here");
        let rings = rings.map(|mark| match mark.shape {
            Shape::Dot(x, y, _) => (x, y),
            _ => panic!("a ring"),
        });
        let rings: Vec<(f64, f64)> = rings.collect();
        let spots: Vec<f64> = drawing.spots.iter().map(|spot| spot.x).collect();
        let [upper, lower] = rings[..] else {
            panic!("{rings:?}");
        };
        assert!(spots[1] < upper.0 && upper.0 < spots[2] && (upper.0 - lower.0).abs() < 0.01);
        assert!(upper.1 < lower.1);
    }

    /// The zone ends at the most requests that are allowed, in both plots.
    #[test]
    fn what_keeps_the_sla_is_shaded() {
        let drawing = throughput(3.0).draw(480.0);
        let zones = drawing
            .marks
            .iter()
            .filter(|mark| mark.class == "within-sla");
        let ends = zones.map(|mark| match mark.shape {
            Shape::Bar(area, _) => area.x + area.width,
            _ => panic!("a zone"),
        });
        let ends: Vec<f64> = ends.collect();
        assert_eq!(ends.len(), 2);
        assert!(
            ends.iter()
                .all(|end| (end - drawing.spots[4].x).abs() < 0.01)
        );
    }
}
