//! How well each accelerator works among more and more of them: the share of its work
//! in the smallest cluster, and of its dense peak.

use super::Chart;
use super::scaling::{Count, counts};
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::Drawing;
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, percent, say, text as words};
use crate::training::solve::Answer;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Efficiency {
    name: String,
    counts: Vec<Count>,
}

impl Chart for Efficiency {
    fn read(answer: &Answer, selected: Option<&str>) -> Option<Self> {
        let (name, counts) = counts(answer, selected)?;
        Some(Self { name, counts })
    }

    fn title() -> String {
        words(Msg::ChartEfficiencyTitle).to_owned()
    }

    fn caption(&self) -> String {
        say::chart_efficiency_caption(&self.name)
    }

    fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let first = self.counts.first().map_or(1.0, |count| count.accelerators);
        let most = self.counts.iter().map(|count| count.accelerators);
        let high = self.counts.iter().map(|count| count.efficiency);
        let x = Axis::doubling(
            Scale::log(first, most.fold(first, f64::max)),
            words(Msg::ColGpusMeaning).to_owned(),
            7,
            integer,
        );
        let y = Axis::new(
            Scale::from_zero(high.fold(1.0, f64::max), 5),
            words(Msg::ChartShare).to_owned(),
            5,
            percent,
        );
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let mut labels = Labels::within(Area {
            y: 14.0,
            height: frame.bottom() - 14.0,
            ..frame.area
        });
        let line = |value: fn(&Count) -> Option<f64>| -> Vec<(f64, f64)> {
            let counts = self.counts.iter();
            counts
                .filter_map(|count| Some(frame.at(count.accelerators, value(count)?)))
                .collect()
        };
        let work = line(|count| Some(count.efficiency));
        let peak = line(|count| count.utilization);
        for (line, class) in [(&work, "line first"), (&peak, "line second")] {
            drawing.line(class, line);
            labels.avoid_line(line);
        }
        let named = [
            (&work, "label strong", Msg::ChartEfficiency),
            (&peak, "label", Msg::FigureMfu),
        ];
        for (line, class, name) in named {
            // Beside the line, from its end backwards, wherever there is room.
            let places = line.iter().rev().flat_map(|(x, y)| {
                [-8.0, 20.0].map(|off| Place {
                    x: *x,
                    y: y + off,
                    anchor: Anchor::End,
                })
            });
            let place = labels.best(words(name), places);
            drawing.label(class, place, words(name));
        }
        for (count, (x, y)) in self.counts.iter().zip(&work) {
            let class = if count.chosen { "dot best" } else { "dot" };
            drawing.dot(class, *x, *y, if count.chosen { 6.0 } else { 3.0 });
            drawing.spots.push(count.spot(*x, *y, &frame));
        }
        drawing
    }

    fn table(&self) -> Twin {
        let row = |count: &Count| {
            vec![
                integer(count.accelerators),
                percent(count.efficiency),
                count.utilization.map(percent).unwrap_or_default(),
            ]
        };
        Twin {
            columns: vec![
                Column::figures(words(Msg::ColGpus)),
                Column::figures(words(Msg::ChartEfficiency)),
                Column::figures(words(Msg::FigureMfu)),
            ],
            rows: self.counts.iter().map(row).collect(),
        }
    }
}
