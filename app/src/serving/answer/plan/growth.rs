//! Growth as a chart: the load, the capacity of each month's replicas, and the level that
//! is bought at once.

use super::{Planned, words};
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Labels, Place};
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, number, text};
use estimator::serving::plan::{Path, Step};

/// Height of the chart, in pixels.
const HEIGHT: f64 = 280.0;

/// The step that holds after so many months.
fn held(path: &Path, month: u32) -> Option<&Step> {
    path.steps.iter().rfind(|step| step.month <= month)
}

pub(super) fn draw(planned: &Planned, width: f64) -> Drawing {
    let mut drawing = Drawing::new(width, HEIGHT);
    let Some(path) = &planned.path else {
        return drawing;
    };
    let carried = |step: &Step| path.kind.carry(step.replicas);
    let level = carried(&path.once);
    let high = path.loads.iter().copied().fold(level, f64::max);
    let end = f64::from(path.once.months);
    let title = |title: Msg| text(title).to_owned();
    let x = Axis::new(
        Scale::exactly(0.0, end),
        title(Msg::ChartPlanMonths),
        7,
        number,
    );
    let y = Axis::new(
        Scale::from_zero(high, 5),
        title(Msg::ChartPlanLoad),
        5,
        number,
    );
    let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
    let mut stairs = Vec::new();
    let mut from = 0.0;
    for step in path.steps.iter().filter(|step| step.months > 0) {
        let until = from + f64::from(step.months);
        stairs.push(frame.at(from, carried(step)));
        stairs.push(frame.at(until, carried(step)));
        from = until;
    }
    let months = || (0_u32..).zip(&path.loads);
    let load = months().map(|(month, load)| frame.at(f64::from(month), *load));
    let lines = [
        (
            "line second",
            Msg::ChartPlanOnce,
            vec![frame.at(0.0, level), frame.at(end, level)],
        ),
        ("line first", Msg::ChartPlanSteps, stairs),
        ("line roof", Msg::PlanLoad, load.collect()),
    ];
    let mut labels = Labels::within(frame.area);
    for (class, _, points) in &lines {
        drawing.line(class, points);
        labels.avoid_line(points);
    }
    for (_, name, points) in &lines {
        let places = points.iter().rev().flat_map(|(x, y)| {
            [(-8.0, Anchor::End), (16.0, Anchor::End)].map(|(off, anchor)| Place {
                x: *x,
                y: y + off,
                anchor,
            })
        });
        let place = labels.best(text(*name), places);
        drawing.label("label", place, text(*name));
    }
    let slice = frame.area.width / end.max(1.0);
    for (month, load) in months() {
        let (x, y) = frame.at(f64::from(month), *load);
        let mut lines = vec![(title(Msg::PlanLoad), words::load(planned, *load))];
        if let Some(step) = held(path, month) {
            lines.push((title(Msg::WhyReplicas), integer(f64::from(step.replicas))));
        }
        drawing.spots.push(Spot {
            x,
            y,
            area: frame.slice(x - slice / 2.0, slice),
            title: words::month_named(month),
            lines,
            id: None,
        });
    }
    drawing
}

pub(super) fn table(planned: &Planned) -> Twin {
    let columns = [Msg::PlanLoad, Msg::WhyReplicas, Msg::ChartPlanCarries]
        .map(|title| Column::figures(text(title)));
    let rows = planned.path.iter().flat_map(|path| {
        (0_u32..).zip(&path.loads).map(|(month, load)| {
            let replicas = held(path, month).map_or(0, |step| step.replicas);
            vec![
                words::month(month),
                words::load(planned, *load),
                integer(f64::from(replicas)),
                words::load(planned, path.kind.carry(replicas)),
            ]
        })
    });
    Twin {
        columns: std::iter::once(Column::words(text(Msg::PlanMonth)))
            .chain(columns)
            .collect(),
        rows: rows.collect(),
    }
}
