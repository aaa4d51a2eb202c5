//! The detail of an open row: the price behind it, and how the accelerator would
//! be sized with other counts.

use super::age::dated;
use super::cells::figures;
use super::doubted::weight;
use super::order::Column;
use super::reason::of_sizing;
use super::row::{Figures, Row};
use crate::browser::filled;
use crate::element::Element;
use crate::i18n::{Msg, dollars, is_priceless, say, text};
use crate::serving::state::State;
use catalog::Fact;
use estimator::serving::report::Sizing;
use leptos::prelude::*;

/// The details of a row.
pub(super) fn detail(row: &Row) -> AnyView {
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
        parts.push(alternatives(&sizings));
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
fn alternatives(sizings: &[&Sizing]) -> Element {
    let columns = Column::ALL
        .into_iter()
        .filter(|column| !matches!(column, Column::Accelerator | Column::Score));
    let heads = columns.map(|column| {
        Element::words("th", column.class(), text(column.title())).with("scope", "col")
    });
    let rows = sizings.iter().map(|sizing| {
        let class = if sizing.keeps() { "meets" } else { "misses" };
        let cells = figures(Some(&Figures::of(sizing)));
        let cells = cells.map(|(class, words)| Element::words("td", class, words));
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
