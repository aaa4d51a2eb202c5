//! Sensitivity: the inputs that move the outcome farthest.

use super::Kind;
use super::bars::{self, Bar};
use crate::chart::drawing::Drawing;
use crate::chart::twin::{Column, Twin};
use crate::costs::draft::is_share;
use crate::costs::names;
use crate::costs::question::outcome_name;
use crate::costs::solve::Found;
use crate::i18n::{Msg, dollars, number, over_years, percent, say, text};
use estimator::money::tornado::{self, Lever};
use estimator::money::{Input, Outcome};

/// The chart.
pub(super) const KIND: Kind = Kind {
    title: Msg::ChartTornadoTitle,
    caption,
    draw,
    table,
};

fn name(bar: &tornado::Bar) -> String {
    text(match bar.lever {
        Lever::Input(input) => names::input(input),
        Lever::Rent => Msg::LeverRent,
    })
    .to_owned()
}

/// A value of the lever, in the unit of its field.
fn moved(bar: &tornado::Bar, value: f64) -> String {
    match bar.lever {
        Lever::Input(input) if input.is_money() => dollars(value),
        Lever::Input(input) if is_share(input) => percent(value),
        Lever::Input(_) => number(value),
        Lever::Rent => percent(value),
    }
}

/// How outcomes are written: an hour's cost is exact, a saving over years is not.
const fn shown(outcome: Outcome) -> fn(f64) -> String {
    match outcome {
        Outcome::OwnedHour => dollars,
        Outcome::Saving => over_years,
    }
}

fn caption(found: &Found) -> String {
    let report = &found.report;
    let swing = report.values.get(Input::Swing).unwrap_or_default();
    say::chart_tornado_caption(text(outcome_name(report.outcome)), &percent(swing))
}

fn draw(found: &Found, width: f64) -> Drawing {
    let Some(expected) = found.report.expected else {
        return Drawing::default();
    };
    let shown = shown(found.report.outcome);
    let line = |at: f64, outcome: f64, bar: &tornado::Bar| {
        (say::tornado_at(&moved(bar, at)), shown(outcome))
    };
    let bars = found.report.tornado.iter().map(|bar| Bar {
        name: name(bar),
        from: bar.outcome.0,
        to: bar.outcome.1,
        lines: vec![
            line(bar.between.0, bar.outcome.0, bar),
            line(bar.between.1, bar.outcome.1, bar),
        ],
    });
    bars::draw(bars.collect(), expected, shown, width)
}

fn table(found: &Found) -> Twin {
    let shown = shown(found.report.outcome);
    let rows = found.report.tornado.iter().map(|bar| {
        vec![
            name(bar),
            moved(bar, bar.between.0),
            shown(bar.outcome.0),
            moved(bar, bar.between.1),
            shown(bar.outcome.1),
        ]
    });
    let columns = [
        Msg::TornadoLower,
        Msg::TornadoOutcome,
        Msg::TornadoHigher,
        Msg::TornadoOutcome,
    ];
    let columns = columns.map(|title| Column::figures(text(title)));
    Twin {
        columns: std::iter::once(Column::words(text(Msg::TornadoInput)))
            .chain(columns)
            .collect(),
        rows: rows.collect(),
    }
}
