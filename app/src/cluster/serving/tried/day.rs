//! The day as a chart: replicas that the load needs, that are asked for and that take load.

use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, number, text};
use estimator::kubernetes::autoscale::{Day, MOMENT, Moment, Way};

/// Height of the chart, in pixels.
const HEIGHT: f64 = 260.0;
/// Moments from one spot, and row of the table, to the next: half an hour.
const SPOT: usize = 1_800 / MOMENT as usize;

/// The moments of a day and the replicas that its load needs in them.
#[derive(Clone, PartialEq)]
pub(super) struct Drawn {
    moments: Vec<(Moment, f64)>,
    peak: f64,
    /// Requests that a replica holds.
    carries: f64,
}

impl Drawn {
    pub(super) fn of(day: &Day, way: &Way) -> Self {
        let needed = |moment: &Moment| {
            let second = u32::try_from(moment.at).unwrap_or(u32::MAX);
            (*moment, day.at(second) / day.rate)
        };
        Self {
            moments: way.moments.iter().map(needed).collect(),
            peak: f64::from(day.peak),
            carries: day.carries,
        }
    }

    /// Those of the spots.
    fn spots(&self) -> impl Iterator<Item = &(Moment, f64)> {
        self.moments.iter().step_by(SPOT)
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let x = Axis::of_hours(text(Msg::ChartDayHour).to_owned());
        let y = Axis::new(
            Scale::from_zero(self.peak * 1.1, 5),
            text(Msg::WhyReplicas).to_owned(),
            5,
            number,
        );
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let hour = |moment: &Moment| moment.at as f64 / 3_600.0;
        let line = |value: &dyn Fn(&Moment, f64) -> f64| {
            let points = self.moments.iter();
            let points =
                points.map(|(moment, needed)| frame.at(hour(moment), value(moment, *needed)));
            points.collect::<Vec<_>>()
        };
        let (left, floor) = frame.at(0.0, 0.0);
        let mut load = line(&|_, needed| needed);
        load.insert(0, (left, floor));
        // The last moment lasts until midnight.
        let last = load.last().map_or(floor, |(_, y)| *y);
        load.extend([(frame.right(), last), (frame.right(), floor)]);
        drawing.region("band", &load);
        drawing.line("line second", &line(&|moment, _| f64::from(moment.asked)));
        drawing.line("line", &line(&|moment, _| f64::from(moment.ready)));
        // As many replicas as would hold those that wait, at most what the axis has.
        let most = self.peak * 1.1;
        let queue = line(&|moment, _| (moment.waiting / self.carries).min(most));
        drawing.line("line waiting", &queue);
        let each = frame.area.width / 48.0;
        for (moment, needed) in self.spots() {
            let (x, y) = frame.at(hour(moment), f64::from(moment.ready));
            drawing.spots.push(Spot {
                x,
                y,
                area: frame.slice(x - each / 2.0, each),
                title: clock(moment.at),
                lines: figures(moment, *needed)
                    .map(|(name, value)| (text(name).to_owned(), value))
                    .to_vec(),
                id: None,
            });
        }
        drawing
    }

    pub(super) fn table(&self) -> Twin {
        let heads = [
            Msg::TriedNeeded,
            Msg::TriedAsked,
            Msg::TriedReady,
            Msg::TriedQueue,
        ];
        let rows = self.spots().map(|(moment, needed)| {
            let figures = figures(moment, *needed).map(|(_, value)| value);
            std::iter::once(clock(moment.at)).chain(figures).collect()
        });
        Twin {
            columns: std::iter::once(Column::words(text(Msg::ChartDayHour)))
                .chain(heads.map(|head| Column::figures(text(head))))
                .collect(),
            rows: rows.collect(),
        }
    }
}

fn figures(moment: &Moment, needed: f64) -> [(Msg, String); 4] {
    [
        (Msg::TriedNeeded, number(needed)),
        (Msg::TriedAsked, integer(f64::from(moment.asked))),
        (Msg::TriedReady, integer(f64::from(moment.ready))),
        (Msg::TriedQueue, integer(moment.waiting)),
    ]
}

/// A time of the day, as clocks write it in every language of the page.
fn clock(second: u64) -> String {
    format!("{:02}:{:02}", second / 3_600, second / 60 % 60)
}
