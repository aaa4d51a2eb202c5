//! The detail of an open row: the price behind it, and how the accelerator would
//! be sized with other counts.

use super::age::dated;
use super::cells::{figure, is_missed};
use super::column::Column;
use super::doubted::weight;
use super::reason::of_sizing;
use super::row::{Figures, Row};
use crate::browser::filled;
use crate::element::Element;
use crate::i18n::{Msg, dollars, is_priceless, say, text};
use crate::serving::draft::Pace;
use crate::serving::state::State;
use catalog::Fact;
use estimator::serving::report::Sizing;
use leptos::prelude::*;

/// The columns of the other ways to size it, before the verdict.
const COLUMNS: [Column; 9] = [
    Column::Count,
    Column::Gpus,
    Column::Split,
    Column::Memory,
    Column::Sold,
    Column::PerMillion,
    Column::First,
    Column::Speed,
    Column::Tokens,
];

/// The details of a row.
pub(super) fn detail(row: &Row, pace: Pace) -> AnyView {
    let sizings: Vec<&Sizing> = row
        .candidate
        .best
        .iter()
        .chain(&row.candidate.alternatives)
        .collect();
    let mut parts = Vec::new();
    for words in [facts(row), unsure(row), weight(row)].into_iter().flatten() {
        parts.push(Element::new("p").say(words));
    }
    if sizings.len() > 1 {
        parts.push(alternatives(&sizings, pace));
    }
    view! {
        <div
            class="detail"
            tabindex="0"
            role="group"
            aria-label=text(Msg::TableAlternatives)
            use:filled=parts
        ></div>
    }
    .into_any()
}

/// Which price counts, from whom and when.
fn facts(row: &Row) -> Option<String> {
    let answer = State::of_page().details.get_untracked()?;
    let offer = answer.offer(&row.candidate)?;
    let Some(price) = row.candidate.price(offer) else {
        return Some(text(Msg::PriceNone).to_owned());
    };
    if is_priceless() {
        return None;
    }
    let each = dollars(price.per_accelerator.get());
    Some(if price.label == catalog::OWN_PRICE_LABEL {
        say::price_own(&each)
    } else {
        say::price_from(&dated(price), &each, &price.sourced())
    })
}

/// Which of the accelerator's facts have no second source.
fn unsure(row: &Row) -> Option<String> {
    let record = catalog::accelerator(&row.id)?;
    let names = record.unsure.iter().map(|fact| {
        text(match fact {
            Fact::Memory => Msg::OwnMemory,
            Fact::Bandwidth => Msg::OwnBandwidth,
            Fact::Compute => Msg::OwnCompute,
            Fact::Link => Msg::OwnLink,
        })
    });
    let names: Vec<&str> = names.collect();
    (!names.is_empty()).then(|| say::facts_unsure(&names.join(text(Msg::ListComma))))
}

/// Every count that was tried.
fn alternatives(sizings: &[&Sizing], pace: Pace) -> Element {
    let title = |column: Column| text(column.title(pace));
    let head =
        |column: Column| Element::words("th", column.class(), title(column)).with("scope", "col");
    let heads = COLUMNS.into_iter().chain([Column::Spare]).map(head);
    let rows = sizings.iter().map(|sizing| {
        let class = if sizing.keeps() { "meets" } else { "misses" };
        let figures = Figures::of(sizing);
        let cells = COLUMNS.map(|column| {
            let class = column.class();
            let words = figure(&figures, column, pace);
            let shown = if is_missed(&figures, column) {
                Element::new("td")
                    .with("class", class)
                    .and(Element::words("span", "missed", words))
            } else {
                Element::words("td", class, words)
            };
            shown.with("data-title", title(column))
        });
        Element::of("tr", cells)
            .with("class", class)
            .and(Element::words("td", "verdict", of_sizing(sizing)))
    });
    Element::new("table")
        .with("class", "alternatives")
        .and(Element::words("caption", "", text(Msg::TableAlternatives)))
        .and(Element::of("thead", [Element::of("tr", heads)]))
        .and(Element::of("tbody", rows))
}
