//! What a year of owning is spent on, by component, beside a year of renting.

use super::Kind;
use super::line::apart;
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::{Anchor, Area};
use crate::chart::scale::Scale;
use crate::chart::text as words;
use crate::chart::twin::{Column, Twin};
use crate::costs::names::{self, way};
use crate::costs::solve::Found;
use crate::i18n::{Msg, dollars, percent, say, text};
use estimator::money::horizon::Way;
use estimator::money::{Component, Expense};
use estimator::order::ascending;
use estimator::quantity::Usd;

/// Heights in pixels: of the chart, of the sums above its bars, and of the names below them.
const HEIGHT: f64 = 280.0;
const ABOVE: f64 = 20.0;
const BELOW: f64 = 24.0;

/// Width of a bar, and pixels between words beside each other.
const BAR: f64 = 56.0;
const GAP: f64 = 12.0;

/// How the parts of owning look, in turn: each differs from the one below it.
const CLASSES: [&str; 2] = ["beam buy", "beam buy pale"];

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

/// Renting at the price asked, and a year of it; `None` without a price.
fn rented(found: &Found) -> Option<(Way, Usd)> {
    let asked = Way::Rented(found.report.rents.first()?.basis);
    let course = found.report.horizon.course(asked)?;
    Some((asked, course.curve.yearly()))
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

/// Names and values as a tooltip has them.
fn named<const COUNT: usize>(figures: [(Msg, String); COUNT]) -> Vec<(String, String)> {
    let figures = figures.map(|(name, value)| (text(name).to_owned(), value));
    Vec::from(figures)
}

fn draw(found: &Found, width: f64) -> Drawing {
    let parts = parts(found);
    let Some((_, expense)) = parts.first() else {
        return Drawing::default();
    };
    let rent = rented(found);
    let years: Vec<(Msg, f64)> = rent
        .map(|(_, year)| (Msg::WayRentedPlain, year.get()))
        .into_iter()
        .chain([(Msg::WayOwned, expense.per_year().get())])
        .collect();
    let most = years.iter().map(|(_, year)| *year).fold(0.0, f64::max);
    let widths = years.iter().flat_map(|(name, year)| {
        let (name, year) = (text(*name), dollars(*year));
        [words::width(name), words::width(&year)]
    });
    let column = widths.fold(BAR, f64::max) + 2.0 * GAP;
    let (mut drawing, bottom) = (Drawing::new(width, HEIGHT), HEIGHT - BELOW);
    let scale = Scale::exactly(0.0, most).over(bottom, ABOVE);
    let middle = |index: usize| (index as f64 + 0.5) * column;
    let bar = |index: usize, from: f64, to: f64| Area {
        x: middle(index) - BAR / 2.0,
        y: scale.at(to),
        width: BAR,
        height: (scale.at(from) - scale.at(to)).max(0.5),
    };
    if let Some((on, year)) = rent {
        let area = bar(0, 0.0, year.get());
        drawing.bar("beam rent", area, 0.0);
        let lines = named([(Msg::UnitYear, dollars(year.get()))]);
        drawing.spots.push(spot(way(on), area, lines));
    }
    let (own, mut from) = (years.len() - 1, 0.0);
    let mut areas = Vec::with_capacity(parts.len());
    for ((part, expense), class) in parts.iter().zip(CLASSES.into_iter().cycle()) {
        let to = from + expense.part(*part).get();
        let area = bar(own, from, to);
        drawing.bar(class, area, 0.0);
        let name = text(names::component(*part)).to_owned();
        let lines = named(figures(*part, expense));
        drawing.spots.push(spot(name, area, lines));
        areas.push(area);
        from = to;
    }
    for (index, (name, year)) in years.iter().enumerate() {
        let (x, head) = (middle(index), scale.at(*year) - 6.0);
        drawing.text("label strong", x, head, Anchor::Middle, dollars(*year));
        drawing.text("label", x, bottom + 16.0, Anchor::Middle, text(*name));
    }
    let end = years.len() as f64 * column;
    drawing.line("axis", &[(0.0, bottom), (end - GAP, bottom)]);
    name_parts(&mut drawing, &parts, &areas, (end, bottom));
    drawing
}

/// A part of a bar, and a little around it: some are but a line.
fn spot(title: String, area: Area, lines: Vec<(String, String)>) -> Spot {
    Spot {
        x: area.x + area.width / 2.0,
        y: area.y + area.height / 2.0,
        area: Area {
            y: area.y - 2.0,
            height: area.height + 4.0,
            ..area
        },
        title,
        lines,
        id: None,
    }
}

/// The names of parts from `x` on, none below `bottom`, each led to by its part; and what they
/// cost where there is room.
fn name_parts(
    drawing: &mut Drawing,
    parts: &[(Component, &Expense)],
    areas: &[Area],
    (x, bottom): (f64, f64),
) {
    let said = parts.iter().map(|(part, expense)| {
        let name = text(names::component(*part));
        (name, dollars(expense.part(*part).get()))
    });
    let said: Vec<(&str, String)> = said.collect();
    let widest = |all: &mut dyn Iterator<Item = &str>| all.map(words::width).fold(0.0, f64::max);
    let names = widest(&mut said.iter().map(|(name, _)| *name));
    let costs = widest(&mut said.iter().map(|(_, cost)| cost.as_str()));
    let room = drawing.width - x;
    let is_roomy = names + GAP + costs <= room;
    // From the uppermost down.
    let middle = |area: &Area| area.y + area.height / 2.0;
    let heights = apart(areas.iter().rev().map(middle).collect(), bottom);
    for (((name, cost), area), y) in said.into_iter().zip(areas).rev().zip(heights) {
        let from = (area.x + area.width, middle(area));
        drawing.line("leader", &[from, (x - 3.0, y)]);
        let name = words::fitted(name, room);
        drawing.text("label", x, y + 4.0, Anchor::Start, name);
        if is_roomy {
            let end = x + names + GAP + costs;
            drawing.text("value", end, y + 4.0, Anchor::End, cost);
        }
    }
}

/// In the order of the spots.
fn table(found: &Found) -> Twin {
    let rows = parts(found).into_iter().map(|(part, expense)| {
        let name = text(names::component(part)).to_owned();
        let figures = figures(part, expense).map(|(_, value)| value);
        std::iter::once(name).chain(figures).collect()
    });
    let rent = rented(found).map(|(on, year)| {
        let year = dollars(year.get());
        vec![way(on), year, String::new(), String::new()]
    });
    Twin {
        columns: vec![
            Column::words(text(Msg::TablePart)),
            Column::figures(text(Msg::UnitYear)),
            Column::figures(text(Msg::UnitGpuHour)),
            Column::figures(text(Msg::TableShare)),
        ],
        rows: rent.into_iter().chain(rows).collect(),
    }
}
