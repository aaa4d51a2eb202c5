//! What is drawn in either plot: the curves, the zone that keeps the SLA, and their names.

use super::Throughput;
use super::series::{Read, total};
use crate::chart::axis::Frame;
use crate::chart::drawing::Drawing;
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::text;
use crate::i18n::{Msg, text as words};

/// Radius of the ring around the load asked for, in pixels.
const RING: f64 = 9.0;

impl Throughput {
    /// Where the first accelerator's throughput lies four times in five.
    pub(super) fn band(&self, drawing: &mut Drawing, frame: &Frame) {
        let (low, high) = self.first.band;
        let edge = |factor: f64| {
            let points = self.first.points.iter();
            points.map(move |point| frame.at(point.users, total(point) * factor))
        };
        let around: Vec<(f64, f64)> = edge(high).chain(edge(low).rev()).collect();
        drawing.region("band", &around);
    }

    /// The curves of both by their names, and where the first is at the load asked for.
    pub(super) fn curves(
        &self,
        drawing: &mut Drawing,
        frame: &Frame,
        labels: &mut Labels,
        read: Read,
    ) {
        for (series, class) in self.all().zip(["line first", "line second"]) {
            let line = series.line(frame, read);
            drawing.line(class, &line);
            labels.avoid_line(&line);
        }
        let x = frame.x.at(self.first.here);
        if let Some(y) = height(&self.first.line(frame, read), x) {
            drawing.dot("dot best", x, y, 5.0);
            drawing.dot("here", x, y, RING);
            labels.avoid(Area::around(x, y, RING));
            let label = words(Msg::ChartHere);
            let place = labels.beside_surely((x, y), RING, label);
            drawing.label("label strong better", place, label);
        }
        for (series, class) in self.all().zip(["label strong", "label"]) {
            let line = series.line(frame, read);
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
    }

    /// The shade behind the populations with which the first keeps the SLA, as far as its memory
    /// holds them, and the line where they end.
    pub(super) fn zone(&self, drawing: &mut Drawing, frame: &Frame) {
        let (left, top) = (frame.area.x, frame.area.y);
        let x = frame.x.at(self.first.stop);
        let area = Area {
            width: x - left,
            ..frame.area
        };
        drawing.bar("within-sla", area, 0.0);
        if frame.x.holds(self.first.stop) {
            drawing.line("demand", &[(x, top), (x, frame.bottom())]);
        }
    }

    /// Names the end of the zone.
    pub(super) fn mark_stop(&self, drawing: &mut Drawing, frame: &Frame, labels: &mut Labels) {
        let stop = self.first.stop;
        if !frame.x.holds(stop) {
            return;
        }
        let (x, top) = (frame.x.at(stop), frame.area.y);
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

    /// Names the zone itself, where it has room for that.
    pub(super) fn mark_zone(&self, drawing: &mut Drawing, frame: &Frame, labels: &mut Labels) {
        let (x, left) = (frame.x.at(self.first.stop), frame.area.x);
        let label = words(Msg::ChartWithinSla);
        if text::width(label) + 12.0 < x - left {
            let place = Place {
                x: left + 6.0,
                y: frame.area.y + 14.0,
                anchor: Anchor::Start,
            };
            let place = labels.first(label, [place]);
            drawing.label("label", place, label);
        }
        labels.avoid_line(&[(x, frame.area.y), (x, frame.bottom())]);
    }
}

/// Labels within a plot and a little above it.
pub(super) fn names_within(frame: &Frame) -> Labels {
    Labels::within(Area {
        y: frame.area.y - 12.0,
        height: frame.area.height + 12.0,
        ..frame.area
    })
}

/// The height of a line at `x`, beyond its ends that of the nearer one.
fn height(line: &[(f64, f64)], x: f64) -> Option<f64> {
    let after = line.iter().position(|(end, _)| *end >= x);
    let Some(after) = after else {
        return line.last().map(|(_, y)| *y);
    };
    let (end, y) = *line.get(after)?;
    let before = after.checked_sub(1).and_then(|before| line.get(before));
    Some(before.map_or(y, |(start, from)| {
        from + (y - from) * (x - start) / (end - start)
    }))
}

#[cfg(test)]
mod tests {
    use super::height;

    #[test]
    fn a_line_ends_level() {
        let line = [(10.0, 50.0), (20.0, 30.0)];
        assert_eq!(height(&line, 0.0), Some(50.0));
        assert_eq!(height(&line, 15.0), Some(40.0));
        assert_eq!(height(&line, 99.0), Some(30.0));
        assert_eq!(height(&[], 1.0), None);
    }
}
