//! A week, and its busiest day, hour by hour: replicas paid for, ready and needed, the load
//! in replicas, and hours in which the demands are at risk.

use super::kind;
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area, Labels, Place};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::costs::answer::charts::Kind;
use crate::costs::names::weekday;
use crate::costs::solve::Found;
use crate::i18n::{Msg, integer, number, percent, say, text};
use estimator::money::demand::Demand;
use estimator::serving::plan::{WeekHour, demand};

/// Height of the chart, in pixels.
const HEIGHT: f64 = 300.0;

/// Height of the marks of hours at risk, in pixels.
const RISK: f64 = 5.0;

/// The whole week.
pub(super) const WEEK: Kind = kind(Msg::ChartWeekTitle, draw_week, table_week);

/// Its busiest day.
pub(super) const DAY: Kind = kind(Msg::ChartBusiestTitle, draw_day, table_day);

/// Hours that follow each other, from Monday's first on.
struct Stretch<'a> {
    demand: &'a Demand,
    first: usize,
    hours: &'a [WeekHour],
}

fn week(found: &Found) -> Stretch<'_> {
    let demand = &found.report.demand;
    Stretch {
        demand,
        first: 0,
        hours: &demand.week.hours,
    }
}

fn day(found: &Found) -> Stretch<'_> {
    let demand = &found.report.demand;
    let first = demand.week.busiest_day() * demand::DAY;
    let hours = demand.week.hours.get(first..first + demand::DAY);
    Stretch {
        demand,
        first,
        hours: hours.unwrap_or_default(),
    }
}

impl Stretch<'_> {
    /// When an hour is.
    fn name(&self, hour: usize) -> String {
        let number = self.first + hour;
        let (day, hour) = (number / demand::DAY, number % demand::DAY);
        say::demand_when(text(weekday(day)), &hour.to_string())
    }

    /// The load of an hour in replicas, not rounded.
    fn load(&self, hour: &WeekHour) -> f64 {
        self.demand.worth(hour.share)
    }
}

/// The figures of an hour, by name.
fn figures(stretch: &Stretch<'_>, hour: &WeekHour) -> [(Msg, String); 6] {
    [
        (Msg::ChartDayShare, percent(hour.share)),
        (Msg::ChartDemandLoad, number(stretch.load(hour))),
        (Msg::ChartDayNeeded, integer(f64::from(hour.needed))),
        (Msg::ChartDemandPaid, number(hour.paid)),
        (Msg::ChartDemandReady, integer(f64::from(hour.ready))),
        (
            Msg::ChartDemandRisk,
            integer((hour.at_risk.get() / 60.0).round()),
        ),
    ]
}

fn draw_week(found: &Found, width: f64) -> Drawing {
    let day = demand::DAY as f64;
    let days = (0..7_usize).map(|number| {
        let middle = (number as f64 + 0.5) * day;
        (middle, text(weekday(number)).to_owned())
    });
    draw(&week(found), Msg::ChartDemandWeek, days.collect(), width)
}

fn draw_day(found: &Found, width: f64) -> Drawing {
    draw(
        &day(found),
        Msg::ChartDayHour,
        Axis::hours().to_vec(),
        width,
    )
}

fn draw(stretch: &Stretch<'_>, title: Msg, ticks: Vec<(f64, String)>, width: f64) -> Drawing {
    let mut drawing = Drawing::new(width, HEIGHT);
    let level = f64::from(stretch.demand.week.replicas);
    let count = stretch.hours.len() as f64;
    let x = Axis {
        scale: Scale::exactly(0.0, count),
        title: text(title).to_owned(),
        ticks,
    };
    let y = Axis::new(
        Scale::from_zero(level * 1.15, 5),
        text(Msg::WhyReplicas).to_owned(),
        5,
        number,
    );
    let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
    bars(&mut drawing, &frame, stretch);
    let stairs = |of: &dyn Fn(&WeekHour) -> f64| -> Vec<(f64, f64)> {
        let hours = stretch.hours.iter().enumerate();
        let ends = hours.flat_map(|(number, hour)| {
            let (from, value) = (number as f64, of(hour));
            [frame.at(from, value), frame.at(from + 1.0, value)]
        });
        ends.collect()
    };
    let lines = [
        (
            "line second",
            Msg::ChartDemandStatic,
            vec![frame.at(0.0, level), frame.at(count, level)],
        ),
        (
            "line needed",
            Msg::ChartDayNeeded,
            stairs(&|hour| f64::from(hour.needed)),
        ),
        (
            "line roof",
            Msg::ChartDemandReady,
            stairs(&|hour| f64::from(hour.ready)),
        ),
        (
            "line first",
            Msg::ChartDemandLoad,
            stairs(&|hour| stretch.load(hour)),
        ),
    ];
    let mut labels = Labels::within(Area {
        y: 14.0,
        height: frame.bottom() - 14.0,
        ..frame.area
    });
    for (class, _, points) in &lines {
        drawing.line(class, points);
        labels.avoid_line(points);
    }
    for (number, (_, _, points)) in lines.iter().enumerate() {
        // Lines that lie on each other have one label.
        let same = |line: &&(&str, Msg, Vec<(f64, f64)>)| line.2 == *points;
        if lines.iter().take(number).any(|line| same(&line)) {
            continue;
        }
        let names = lines.iter().filter(same).map(|(_, name, _)| text(*name));
        let name = names.collect::<Vec<_>>().join(text(Msg::ListComma));
        let places = points.iter().rev().flat_map(|(x, y)| {
            [-7.0, 17.0].map(|off| Place {
                x: *x,
                y: y + off,
                anchor: Anchor::End,
            })
        });
        let place = labels.best(&name, places);
        drawing.label("label", place, &name);
    }
    drawing
}

/// Replicas paid for, hours at risk, and spots to point at.
fn bars(drawing: &mut Drawing, frame: &Frame, stretch: &Stretch<'_>) {
    let width = frame.area.width / stretch.hours.len().max(1) as f64;
    let gap = if width > 8.0 { 1.0 } else { 0.0 };
    for (number, hour) in stretch.hours.iter().enumerate() {
        let (x, y) = frame.at(number as f64, hour.paid);
        let bar = Area {
            x: x + gap,
            y,
            width: width - 2.0 * gap,
            height: frame.bottom() - y,
        };
        drawing.bar("beam paid", bar, gap);
        if hour.at_risk.get() > 0.0 {
            let mark = Area {
                y: frame.area.y,
                height: RISK,
                ..bar
            };
            drawing.bar("risk", mark, 0.0);
        }
        drawing.spots.push(Spot {
            x: x + width / 2.0,
            y,
            area: frame.slice(x, width),
            title: stretch.name(number),
            lines: figures(stretch, hour)
                .map(|(name, value)| (text(name).to_owned(), value))
                .to_vec(),
            id: None,
        });
    }
}

fn table_week(found: &Found) -> Twin {
    table(&week(found))
}

fn table_day(found: &Found) -> Twin {
    table(&day(found))
}

fn table(stretch: &Stretch<'_>) -> Twin {
    let first = stretch.hours.first().map(|hour| figures(stretch, hour));
    let titles = first.into_iter().flatten();
    let columns = titles.map(|(title, _)| Column::figures(text(title)));
    let rows = stretch.hours.iter().enumerate().map(|(number, hour)| {
        let values = figures(stretch, hour).map(|(_, value)| value);
        std::iter::once(stretch.name(number))
            .chain(values)
            .collect()
    });
    Twin {
        columns: std::iter::once(Column::words(text(Msg::ChartDayHour)))
            .chain(columns)
            .collect(),
        rows: rows.collect(),
    }
}
