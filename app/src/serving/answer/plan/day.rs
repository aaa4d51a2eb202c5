//! A day as a chart: replicas that run in each hour, and as many as the peak needs.

use super::Planned;
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, number, percent, say, text};
use estimator::serving::plan::{DayPlan, Hour};

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;

/// The hours, numbered.
fn hours(day: &DayPlan) -> impl Iterator<Item = (u32, &Hour)> {
    (0_u32..).zip(&day.hours)
}

/// Share of the peak, replicas needed and running.
fn figures(hour: &Hour) -> [(Msg, String); 3] {
    let count = |replicas: u32| integer(f64::from(replicas));
    [
        (Msg::ChartDayShare, percent(hour.share)),
        (Msg::ChartDayNeeded, count(hour.needed)),
        (Msg::ChartDayRunning, count(hour.running)),
    ]
}

pub(super) fn draw(planned: &Planned, width: f64) -> Drawing {
    let mut drawing = Drawing::new(width, HEIGHT);
    let Some(day) = &planned.day else {
        return drawing;
    };
    let level = f64::from(day.replicas);
    let x = Axis::of_hours(text(Msg::ChartDayHour).to_owned());
    let y = Axis::new(
        Scale::from_zero(level * 1.1, 5),
        text(Msg::WhyReplicas).to_owned(),
        5,
        number,
    );
    let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
    let width = frame.area.width / 24.0;
    for (number, hour) in hours(day) {
        let (x, y) = frame.at(f64::from(number), f64::from(hour.running));
        let bar = Area {
            x: x + 1.0,
            y,
            width: (width - 2.0).max(1.0),
            height: frame.bottom() - y,
        };
        drawing.bar("beam", bar, 2.0);
        drawing.spots.push(Spot {
            x: x + width / 2.0,
            y,
            area: frame.slice(x, width),
            title: say::day_hour(&number.to_string()),
            lines: figures(hour)
                .map(|(name, value)| (text(name).to_owned(), value))
                .to_vec(),
            id: None,
        });
    }
    let line = [frame.at(0.0, level), frame.at(24.0, level)];
    drawing.line("line second", &line);
    let label = text(Msg::ChartDayStatic);
    let mut labels = Labels::within(Area {
        y: 14.0,
        height: frame.bottom() - 14.0,
        ..frame.area
    });
    let places = line.map(|(x, y)| Place {
        x,
        y: y - 6.0,
        anchor: if x > frame.area.x {
            Anchor::End
        } else {
            Anchor::Start
        },
    });
    let place = labels.best(label, places);
    drawing.label("label", place, label);
    drawing
}

pub(super) fn table(planned: &Planned) -> Twin {
    let titles = [
        Msg::ChartDayShare,
        Msg::ChartDayNeeded,
        Msg::ChartDayRunning,
    ];
    let figures_of = |(number, hour): (u32, &Hour)| {
        std::iter::once(number.to_string())
            .chain(figures(hour).map(|(_, value)| value))
            .collect()
    };
    Twin {
        columns: std::iter::once(Column::words(text(Msg::ChartDayHour)))
            .chain(titles.map(|title| Column::figures(text(title))))
            .collect(),
        rows: planned
            .day
            .iter()
            .flat_map(|day| hours(day).map(figures_of))
            .collect(),
    }
}
