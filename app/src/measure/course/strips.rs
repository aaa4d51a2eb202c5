//! What each device did when: a strip of columns, each filled from below with what it did.

use super::legend;
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::Area;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, say, text};
use crate::measure::sheet::look;
use crate::measure::unit::{share, time};
use estimator::profile::summary::{Course, Slice, Stretch, Strip};
use leptos::prelude::AnyView;
use std::sync::Arc;

/// Stretches of a table, and of the sentence below.
const STRETCHES: usize = 24;
/// Pixels that a column needs.
const COLUMN: f64 = 3.0;
/// Pixels that a stretch to point at needs.
const SPOT: f64 = 18.0;

/// The strips of a file.
#[derive(Clone)]
pub(super) struct Strips {
    /// What the devices did when.
    pub(super) course: Arc<Course>,
    /// The stretch that is judged alone, seconds.
    pub(super) stretch: Option<(f64, f64)>,
}

impl Strips {
    /// The slices that any device has.
    fn slices(&self) -> Vec<Slice> {
        let sums: Vec<Stretch> = self
            .course
            .strips
            .iter()
            .map(|one| one.over(0, usize::MAX))
            .collect();
        let all = Slice::ALL.into_iter();
        all.filter(|slice| sums.iter().any(|sum| of(sum, *slice) > 0.0))
            .collect()
    }

    pub(super) fn legend(&self) -> AnyView {
        legend(self.slices().into_iter().map(look).collect())
    }

    /// Where devices idle most; how many are left out.
    pub(super) fn caption(&self) -> String {
        let course = &self.course;
        let mut says = match course.idlest(STRETCHES) {
            Some((place, idle, cause)) => {
                let (from, to) = self.ends(place, STRETCHES);
                say::profile_idlest(text(look(cause).1), &time(from), &share(idle), &time(to))
            }
            None => text(Msg::ProfileNoIdle).to_owned(),
        };
        if course.devices > course.strips.len() as f64 {
            says += crate::i18n::language().gap();
            says += &say::profile_strips_left(
                &integer(course.devices),
                &integer(course.strips.len() as f64),
            );
        }
        says
    }

    /// Begin and end of one of so many stretches, seconds.
    fn ends(&self, place: usize, count: usize) -> (f64, f64) {
        let width = self.course.column_s * self.course.columns() as f64 / count.max(1) as f64;
        let at = |place: usize| (place as f64 * width).min(self.course.span_s);
        (at(place), at(place + 1))
    }

    /// The second that stands at `x` of a drawing as wide as `width`; `None` where nothing is drawn.
    pub(super) fn time_at(&self, x: f64, width: f64) -> Option<f64> {
        let spots = self.draw(width).spots;
        let areas = || spots.iter().map(|spot| spot.area);
        let left = areas().map(|area| area.x).reduce(f64::min)?;
        let right = areas().map(|area| area.x + area.width).reduce(f64::max)?;
        let share = (x - left) / (right - left);
        (right > left).then(|| self.course.span_s * share.clamp(0.0, 1.0))
    }

    /// Columns are drawn together until each has its pixels.
    fn together(&self, room: f64, least: f64) -> usize {
        let columns = self.course.columns().max(1);
        let fits = |count: &usize| {
            columns.is_multiple_of(*count) && room / (columns / count) as f64 >= least
        };
        (1..=columns).find(fits).unwrap_or(columns)
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let course = &self.course;
        let lanes = course.strips.len();
        let lane = match lanes {
            0..=1 => 104.0,
            2..=4 => 56.0,
            5..=8 => 40.0,
            _ => 30.0,
        };
        let mut drawing = Drawing::new(width, 68.0 + lane * lanes as f64);
        let x = Axis::new(
            Scale::exactly(0.0, course.span_s),
            text(Msg::ProfileDuration).to_owned(),
            5,
            time,
        );
        let middles = course.strips.iter().zip(0..);
        let y = Axis {
            scale: Scale::exactly(0.0, lanes as f64),
            title: text(Msg::ProfileDevice).to_owned(),
            ticks: middles
                .map(|(strip, lane)| (f64::from(lane) + 0.5, integer(strip.device)))
                .collect(),
        };
        let frame = frame(&mut drawing, &x, &y, Upwards::Smaller);
        for (strip, lane_top) in course.strips.iter().zip(0..) {
            let top = frame.y.at(f64::from(lane_top)) + 3.0;
            let area = Area {
                y: top,
                height: lane - 6.0,
                ..frame.area
            };
            self.lane(&mut drawing, &frame, strip, area);
            self.spots(&mut drawing, &frame, strip, area);
        }
        if let Some((from, to)) = self.stretch {
            // What is not judged lies in the shade.
            for (from, to) in [(0.0, from), (to, course.span_s)] {
                let (left, right) = (frame.x.at(from), frame.x.at(to));
                if right > left {
                    drawing.bar("shade", frame.slice(left, right - left), 0.0);
                }
            }
        }
        for step in &course.steps {
            let x = frame.x.at(step.at * course.span_s);
            drawing.line("step", &[(x, frame.area.y), (x, frame.bottom())]);
        }
        drawing
    }

    /// The columns of a device: an area a slice, each on top of those before.
    fn lane(&self, drawing: &mut Drawing, frame: &Frame, strip: &Strip, area: Area) {
        let together = self.together(area.width, COLUMN);
        let count = self.course.columns() / together;
        let sums: Vec<Stretch> = (0..count)
            .map(|place| strip.over(place * together, together))
            .collect();
        let width = self.course.column_s * together as f64;
        let bottom = area.y + area.height;
        drawing.bar("slot", area, 2.0);
        let mut below = vec![0.0; count];
        for slice in self.slices() {
            let (mut over, mut under) = (Vec::new(), Vec::new());
            for ((place, sum), below) in sums.iter().enumerate().zip(&mut below) {
                let level = |time: f64| bottom - area.height * (time / width).clamp(0.0, 1.0);
                let above = *below + of(sum, slice);
                for at in [place, place + 1] {
                    let x = frame.x.at(at as f64 * width);
                    over.push((x, level(above)));
                    under.push((x, level(*below)));
                }
                *below = above;
            }
            over.extend(under.into_iter().rev());
            drawing.region(filled(slice), &over);
        }
    }

    /// What a pointer, a finger or the arrow keys find.
    fn spots(&self, drawing: &mut Drawing, frame: &Frame, strip: &Strip, area: Area) {
        let together = self.together(area.width, SPOT);
        let count = self.course.columns() / together;
        for place in 0..count {
            let stretch = strip.over(place * together, together);
            let (from, to) = self.ends(place, count);
            let (left, right) = (frame.x.at(from), frame.x.at(to));
            if right <= left {
                continue;
            }
            let lines = self.shares(&stretch, to - from);
            let number = integer(strip.device);
            drawing.spots.push(Spot {
                x: f64::midpoint(left, right),
                y: area.y + area.height / 2.0,
                area: Area {
                    x: left,
                    width: right - left,
                    ..area
                },
                title: say::profile_strip_at(&number, &time(from), &time(to)),
                lines: lines
                    .into_iter()
                    .map(|(slice, words)| (text(look(slice).1).to_owned(), words))
                    .collect(),
                id: None,
            });
        }
    }

    /// The shares of a stretch that are more than nothing.
    fn shares(&self, stretch: &Stretch, width: f64) -> Vec<(Slice, String)> {
        let all = self
            .slices()
            .into_iter()
            .map(|slice| (slice, of(stretch, slice) / width));
        let there = all.filter(|(_, part)| *part > 0.0);
        there
            .map(|(slice, part)| (slice, share(part.min(1.0))))
            .collect()
    }

    pub(super) fn table(&self) -> Twin {
        let slices = self.slices();
        let mut columns = vec![
            Column::words(text(Msg::ProfileDevice)),
            Column::figures(text(Msg::ProfileFrom)),
            Column::figures(text(Msg::ProfileTo)),
        ];
        columns.extend(
            slices
                .iter()
                .map(|slice| Column::figures(text(look(*slice).1))),
        );
        let rows = self.course.strips.iter().flat_map(|strip| {
            let slices = slices.clone();
            let each = self.course.columns() / STRETCHES;
            (0..STRETCHES).map(move |place| {
                let stretch = strip.over(place * each, each);
                let (from, to) = self.ends(place, STRETCHES);
                let width = (to - from).max(f64::MIN_POSITIVE);
                let shares = slices
                    .iter()
                    .map(|slice| share((of(&stretch, *slice) / width).min(1.0)));
                let head = [integer(strip.device), time(from), time(to)];
                head.into_iter().chain(shares).collect()
            })
        });
        Twin {
            rows: rows.collect(),
            columns,
        }
    }
}

/// The time of a slice.
fn of(stretch: &Stretch, slice: Slice) -> f64 {
    stretch.get(slice as usize).copied().unwrap_or(0.0)
}

/// The class of an area: its colour is that of the slice elsewhere.
const fn filled(slice: Slice) -> &'static str {
    match slice {
        Slice::Compute => "fill weights",
        Slice::Communication => "fill runtime",
        Slice::Copy => "fill activations",
        Slice::Host => "fill late",
        Slice::Input => "fill fed",
        Slice::Sync => "fill held",
        Slice::Other => "fill free",
    }
}
