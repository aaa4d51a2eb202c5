//! The costs: by unit, rented, owned and at an API; over the years; from when and how
//! busy owning pays.

use super::{Part, Proposed, Shown, WIDTHS, figures, heading, options, table, words};
use crate::costs::answer::{
    AGAINST, UNITS, accelerator_hour, against_api, against_what, hardware, lead, paid_by,
    paid_over_time, split_in_words, stranded, ways_paid,
};
use crate::costs::names::basis;
use crate::costs::solve::Costs;
use crate::i18n::{self, Msg, number, over_years, say, text};
use crate::serving::sides::Sides;
use estimator::export::paper::{Block, Heading, Table};
use estimator::money::Report;
use estimator::money::horizon::Way;

/// The rows of the page about costs that stand here, too.
const KEPT: [Msg; 11] = [
    Msg::UnitHour,
    Msg::UnitMonth,
    Msg::UnitYear,
    Msg::UnitInput,
    Msg::UnitOutput,
    Msg::UnitBlended,
    Msg::UnitBlendedFull,
    Msg::UnitRequests,
    Msg::UnitUser,
    Msg::UnitUserAtOnce,
    Msg::UnitUsed,
];

/// Months of a year.
const YEAR: usize = 12;

/// The section.
pub(super) fn parts(proposed: &Proposed<'_>, sides: Option<&Sides>) -> Vec<Part> {
    let report = &proposed.found.report;
    let mut sentences = vec![text(Msg::UnitsPeak).to_owned()];
    let owned = report.owned.as_ref();
    if report.there() == 0 && sides.is_some_and(options::is_other_bought) {
        sentences.push(text(Msg::ProposalSameHardware).to_owned());
    }
    sentences.push(lead(report));
    sentences.extend(stranded(report));
    sentences.extend(owned.map(|owned| accelerator_hour(owned, report.utilization)));
    if let Some(split) = &report.horizon.split {
        sentences.extend(split_in_words(split));
    }
    sentences.retain(|sentence| !sentence.is_empty());
    let mut parts = vec![
        heading(Msg::ModeCosts),
        units(proposed.costs, report),
        Block::List(sentences).into(),
    ];
    parts.extend(against(proposed));
    parts.extend(years(proposed));
    parts
}

/// By unit.
fn units(costs: &Costs, report: &Report) -> Part {
    let rented = report.rents.first();
    let rented = rented.map_or((Way::Owned, text(Msg::WayRentedPlain).to_owned()), |rent| {
        (Way::Rented(rent.basis), say::way_rented(basis(rent.basis)))
    });
    // Other hardware may be proposed to buy than to rent: both columns say what they are of.
    let of = |(way, name): (Way, String)| {
        let all = hardware(costs, report, way).into_iter();
        let all: Vec<String> = std::iter::once(name).chain(all).collect();
        Heading::figures(all.join(text(Msg::ListComma)))
    };
    let columns = vec![
        words(Msg::ProposalCostOf),
        of(rented),
        of((Way::Owned, text(Msg::WayOwned).to_owned())),
    ];
    let ways = [&report.rented, &report.owned_units];
    let rows = UNITS.iter().filter(|(name, _)| KEPT.contains(name));
    let rows = rows.filter_map(|(name, read)| {
        let cells = ways.map(|units| units.as_ref().and_then(*read));
        // Nobody knows it, so it says nothing here.
        if cells.iter().all(Option::is_none) {
            return None;
        }
        let cells = cells.map(|cell| cell.unwrap_or_else(|| text(Msg::NotKnown).to_owned()));
        let mut row = vec![text(*name).to_owned()];
        row.extend(cells);
        Some(row)
    });
    table(Msg::ModeCosts, columns, rows.collect())
}

/// Against an API, for the same demand; nothing where none is asked for.
fn against(proposed: &Proposed<'_>) -> Vec<Part> {
    let Some(api) = &proposed.found.report.api else {
        return Vec::new();
    };
    let columns = std::iter::once(words(Msg::ProposalWay)).chain(AGAINST.map(figures));
    let rows = against_api(api).into_iter();
    let rows = rows.map(|(name, cells)| std::iter::once(name).chain(cells).collect());
    let mut notes: Vec<String> = against_what(proposed.costs).into_iter().collect();
    notes.push(text(Msg::AgainstNote).to_owned());
    vec![
        table(Msg::AgainstHeading, columns.collect(), rows.collect()),
        Block::Text(notes.join(i18n::language().gap())).into(),
    ]
}

/// The sum each way has paid by the end of each year, and its net cost in the end; below
/// the chart of the months.
fn years(proposed: &Proposed<'_>) -> Option<Part> {
    let horizon = &proposed.found.report.horizon;
    let months = horizon.months as usize;
    let ends: Vec<usize> = (0..=months).step_by(YEAR).chain([months]).collect();
    let mut ends = ends;
    ends.dedup();
    let mut columns = vec![words(Msg::ProposalWay)];
    for end in &ends {
        columns.push(Heading::figures(say::chart_month(&number(*end as f64))));
    }
    columns.push(Heading::figures(text(Msg::ProposalNet)));
    if horizon.courses.is_empty() {
        return None;
    }
    // The very lines of the picture, an API's among them.
    let rows = ways_paid(proposed.found).map(|way| {
        let paid = ends.iter().map(|end| {
            let paid = way.months.get(*end);
            paid.map(|paid| paid_by(*end, paid.get()))
                .unwrap_or_default()
        });
        let ends = [over_years(way.net.get())];
        std::iter::once(way.name.clone())
            .chain(paid)
            .chain(ends)
            .collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let title = text(Msg::ChartPaidTitle).to_owned();
    let pictures = WIDTHS.map(|width| paid_over_time(proposed.found, width));
    Some(Part {
        block: Block::Table(Table { columns, rows }),
        caption: title.clone(),
        shown: Shown::Below(title, pictures),
        typed: None,
    })
}
