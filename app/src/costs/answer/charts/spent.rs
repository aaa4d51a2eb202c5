//! The components of owning, by their cost.

use super::Kind;
use super::bars::{self, Bar};
use crate::chart::drawing::Drawing;
use crate::chart::twin::{Column, Twin};
use crate::costs::names;
use crate::costs::solve::Found;
use crate::i18n::{Msg, dollars, percent, say, text};
use estimator::money::{Component, Expense};
use estimator::order::ascending;

/// The chart.
pub(super) const KIND: Kind = Kind {
    title: Msg::ChartSpentTitle,
    caption,
    draw,
    table,
};

/// Components that cost anything, the largest first.
fn parts(found: &Found) -> Vec<(Component, &Expense)> {
    let Some(owned) = &found.report.owned else {
        return Vec::new();
    };
    let expense = &owned.expected;
    let spent = Component::ALL.iter().copied();
    let spent = spent.filter(|part| expense.part(*part).get() > 0.0);
    let spent = ascending(spent.collect(), |part| -expense.part(*part).get());
    spent.into_iter().map(|part| (part, expense)).collect()
}

/// A year, an accelerator-hour, and the share of all.
fn figures(part: Component, expense: &Expense) -> [(Msg, String); 3] {
    let share = expense.part(part) / expense.per_year();
    [
        (Msg::UnitYear, dollars(expense.part(part).get())),
        (Msg::UnitGpuHour, dollars(expense.part_per_hour(part).get())),
        (Msg::TableShare, percent(share)),
    ]
}

fn caption(found: &Found) -> String {
    found.report.owned.as_ref().map_or_else(
        || text(Msg::CostsUnowned).to_owned(),
        |owned| {
            let all = &owned.expected;
            say::chart_spent_caption(
                &dollars(all.per_hour().get()),
                &dollars(all.per_year().get()),
            )
        },
    )
}

fn draw(found: &Found, width: f64) -> Drawing {
    let parts = parts(found);
    let bars: Vec<Bar> = parts
        .into_iter()
        .map(|(part, expense)| {
            let lines = figures(part, expense);
            Bar {
                name: text(names::component(part)).to_owned(),
                from: 0.0,
                to: expense.part(part).get(),
                value: dollars(expense.part(part).get()),
                lines: lines
                    .into_iter()
                    .map(|(name, value)| (text(name).to_owned(), value))
                    .collect(),
            }
        })
        .collect();
    let most = bars.iter().map(|bar| bar.to).fold(0.0, f64::max);
    bars::draw(bars, (0.0, most), 0.0, width)
}

fn table(found: &Found) -> Twin {
    let rows = parts(found).into_iter().map(|(part, expense)| {
        let name = text(names::component(part)).to_owned();
        let figures = figures(part, expense).map(|(_, value)| value);
        std::iter::once(name).chain(figures).collect()
    });
    Twin {
        columns: vec![
            Column::words(text(Msg::TablePart)),
            Column::figures(text(Msg::UnitYear)),
            Column::figures(text(Msg::UnitGpuHour)),
            Column::figures(text(Msg::TableShare)),
        ],
        rows: rows.collect(),
    }
}
