//! Kernels of known work under the roofs of their board: marks sized by time.

use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Area, Labels};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, number, say, text};
use crate::measure::unit::{share, time};
use crate::page::dropped::harmless;
use catalog::AcceleratorRecord;
use estimator::profile::summary::Mark;
use estimator::serving::roofline::Roof;
use std::sync::Arc;

/// Height of the chart, in pixels.
const HEIGHT: f64 = 320.0;
/// Radius of the mark that takes all of the time, and the least of any.
const LARGEST: f64 = 22.0;
const LEAST: f64 = 3.5;
/// Marks that have their name beside them.
const NAMED: usize = 5;
/// Letters of such a name.
const LETTERS: usize = 32;
const TERA: f64 = 1e12;

/// Kernels, and the board they ran on where that is known.
#[derive(Clone, PartialEq)]
pub(super) struct Roofs {
    pub(super) marks: Arc<Vec<Mark>>,
    pub(super) board: Option<&'static AcceleratorRecord>,
}

impl Roofs {
    /// The data sheet's roofs: matrix units at 16 bits, and everything else at 32, where known.
    fn roofs(&self) -> Vec<(Msg, Roof)> {
        let Some(record) = self.board else {
            return Vec::new();
        };
        let board = &record.accelerator;
        let levels = [
            (Msg::ProfileRoofMatrix, board.peak.sixteen),
            (Msg::ProfileRoofVector, board.peak.thirty_two),
        ];
        let known = levels.into_iter().filter_map(|(name, peak)| {
            let bandwidth = board.bandwidth;
            Some((
                name,
                Roof {
                    peak: peak?,
                    bandwidth,
                },
            ))
        });
        known.collect()
    }

    /// The highest roof.
    fn roof(&self) -> Option<Roof> {
        let roofs = self.roofs().into_iter().map(|(_, roof)| roof);
        roofs.reduce(|one, other| if other.peak > one.peak { other } else { one })
    }

    /// What of the roof above it a mark reaches.
    fn reached(&self, mark: &Mark) -> Option<f64> {
        let most = self.roof()?.at(mark.intensity()).get();
        (most > 0.0).then(|| mark.rate() / most)
    }

    fn total(&self) -> f64 {
        self.marks.iter().map(|mark| mark.time_s).sum()
    }

    /// The kernel that takes most time, and how near its roof it comes.
    pub(super) fn caption(&self) -> String {
        let Some(first) = self.marks.first() else {
            return String::new();
        };
        let (name, taken) = (harmless(&first.name), share(first.time_s / self.total()));
        match (self.board, self.reached(first)) {
            (Some(record), Some(reached)) => {
                say::profile_roof_says(&record.accelerator.name, &name, &share(reached), &taken)
            }
            _ => say::profile_roof_open(&name, &taken),
        }
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let ends = |of: &dyn Fn(&Mark) -> f64| {
            let all = self.marks.iter().map(of);
            all.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        let (mut low, mut high) = ends(&Mark::intensity);
        let (mut bottom, mut top) = ends(&Mark::rate);
        for (_, roof) in self.roofs() {
            low = low.min(roof.ridge() / 4.0);
            high = high.max(roof.ridge() * 4.0);
            bottom = bottom.min(roof.at(low).get());
            top = top.max(roof.peak.get());
        }
        let (low, high) = (low / 2.0, high * 2.0);
        let x = Scale::log(low, high);
        let y = Scale::log(bottom / TERA / 2.0, top / TERA * 2.0);
        let title = |name: Msg| text(name).to_owned();
        let x = Axis::new(x, title(Msg::ChartFlopPerByte), 6, number);
        let y = Axis::new(y, title(Msg::ChartTflops), 6, number);
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let mut labels = Labels::within(Area {
            y: 14.0,
            height: frame.bottom() - 14.0,
            ..frame.area
        });
        for (name, roof) in self.roofs() {
            let line = [low, roof.ridge(), high]
                .map(|intensity| frame.at(intensity, roof.at(intensity).get() / TERA));
            drawing.line("line roof", &line);
            labels.avoid_line(&line);
            let (right, level) = frame.at(high, roof.peak.get() / TERA);
            let place = labels.ending(right, level - 6.0, text(name));
            drawing.label("tick", place, text(name));
        }
        let total = self.total();
        for mark in self.marks.iter() {
            let (x, y) = place(&frame, mark);
            let radius = (LARGEST * (mark.time_s / total).sqrt()).max(LEAST);
            drawing.dot("dot kernel", x, y, radius);
            labels.avoid_softly(Area::around(x, y, radius));
            drawing.spots.push(Spot {
                x,
                y,
                area: Area::around(x, y, radius.max(14.0)),
                title: harmless(&mark.name),
                lines: self.lines(mark),
                id: None,
            });
        }
        for mark in self.marks.iter().take(NAMED) {
            let (x, y) = place(&frame, mark);
            let radius = (LARGEST * (mark.time_s / total).sqrt()).max(LEAST);
            let name: String = harmless(&mark.name).chars().take(LETTERS).collect();
            let place = labels.beside(x, y, radius, &name);
            drawing.label("label", place, &name);
        }
        drawing
    }

    fn lines(&self, mark: &Mark) -> Vec<(String, String)> {
        let line = |name: Msg, value: String| (text(name).to_owned(), value);
        let mut lines = vec![
            line(Msg::ProfileDuration, time(mark.time_s)),
            line(Msg::ProfileCount, integer(mark.count)),
            line(Msg::ChartFlopPerByte, number(mark.intensity())),
            line(Msg::ChartTflops, number(mark.rate() / TERA)),
        ];
        let reached = self.reached(mark);
        lines.extend(reached.map(|reached| line(Msg::ChartShareOfRoof, share(reached))));
        lines
    }

    pub(super) fn table(&self) -> Twin {
        let mut columns = vec![
            Column::words(text(Msg::ProfileKernel)),
            Column::figures(text(Msg::ProfileDuration)),
            Column::figures(text(Msg::ProfileCount)),
            Column::figures(text(Msg::ChartFlopPerByte)),
            Column::figures(text(Msg::ChartTflops)),
        ];
        if self.roof().is_some() {
            columns.push(Column::figures(text(Msg::ChartShareOfRoof)));
        }
        let rows = self.marks.iter().map(|mark| {
            let values = self.lines(mark).into_iter().map(|(_, value)| value);
            std::iter::once(harmless(&mark.name))
                .chain(values)
                .collect()
        });
        Twin {
            rows: rows.collect(),
            columns,
        }
    }
}

fn place(frame: &Frame, mark: &Mark) -> (f64, f64) {
    frame.at(mark.intensity(), mark.rate() / TERA)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roofs(board: Option<&str>) -> Roofs {
        let mark = |name: &str, flops: f64, time_s: f64| Mark {
            name: name.to_owned(),
            flops,
            bytes: 1e9,
            time_s,
            count: 2.0,
        };
        Roofs {
            marks: Arc::new(vec![mark("mm", 1e12, 2e-3), mark("add", 1e9, 1e-3)]),
            board: board.and_then(catalog::accelerator),
        }
    }

    /// Every kernel can be pointed at within the drawing, and has its row; without a board there
    /// are no roofs.
    #[test]
    fn marks_have_spots_and_rows() {
        for board in [Some("nvidia-h100-sxm-80gb"), None] {
            let roofs = roofs(board);
            for width in [280.0, 900.0] {
                let drawing = roofs.draw(width);
                assert_eq!(drawing.spots.len(), 2);
                assert!(
                    drawing
                        .spots
                        .iter()
                        .all(|spot| (0.0..=width).contains(&spot.x))
                );
            }
            let table = roofs.table();
            assert_eq!(table.columns.len(), if board.is_some() { 6 } else { 5 });
            assert!(
                table
                    .rows
                    .iter()
                    .all(|row| row.len() == table.columns.len())
            );
        }
    }

    /// 500 TFLOP/s at 1,000 FLOP a byte is half of an H100's 989.
    #[test]
    fn a_mark_reaches_its_share() {
        let roofs = roofs(Some("nvidia-h100-sxm-80gb"));
        let reached = roofs.reached(&roofs.marks[0]).expect("a roof");
        assert!((0.49..0.52).contains(&reached), "{reached}");
    }
}
