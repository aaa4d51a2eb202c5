//! What an open row shows: the price behind it, and how the accelerator would
//! be sized with other counts.

use super::cells::figures;
use super::order::Column;
use super::reason::of_sizing;
use super::row::{Figures, Row};
use crate::chart::markup::cell;
use crate::i18n::{Msg, dollars, say, text};
use crate::state::State;
use estimator::report::Sizing;
use leptos::prelude::*;

/// The details of a row.
pub(super) fn detail(row: &Row) -> AnyView {
    let sizings: Vec<&Sizing> = row
        .candidate
        .best
        .iter()
        .chain(&row.candidate.alternatives)
        .collect();
    let table = (sizings.len() > 1).then(|| alternatives(&sizings));
    view! {
        <div class="detail" tabindex="0" role="group" aria-label=text(Msg::TableAlternatives)>
            {facts(row).map(|facts| view! { <p>{facts}</p> })}
            {table}
        </div>
    }
    .into_any()
}

/// Which price counts, from whom and when.
fn facts(row: &Row) -> Option<String> {
    let answer = State::of_page().answer.get_untracked()?;
    let offer = answer.offer(&row.candidate)?;
    let Some(price) = &offer.price else {
        return Some(text(Msg::PriceNone).to_owned());
    };
    let each = dollars(price.per_accelerator.get());
    Some(if price.label == catalog::OWN_PRICE_LABEL {
        say::price_own(&each)
    } else {
        say::price_from(&price.as_of, &each, &price.label)
    })
}

/// Every count that was tried, as markup: nothing in it is interactive.
fn alternatives(sizings: &[&Sizing]) -> AnyView {
    let mut html = String::new();
    cell(&mut html, "caption", "", text(Msg::TableAlternatives));
    html += "<thead><tr>";
    for column in Column::ALL {
        if !matches!(column, Column::Accelerator | Column::Score) {
            cell(
                &mut html,
                "th scope=\"col\"",
                column.class(),
                text(column.title()),
            );
        }
    }
    html += "</tr></thead><tbody>";
    for sizing in sizings {
        html += if sizing.misses.is_empty() {
            "<tr class=\"meets\">"
        } else {
            "<tr class=\"misses\">"
        };
        for (class, words) in figures(Some(&Figures::of(sizing))) {
            cell(&mut html, "td", class, &words);
        }
        cell(&mut html, "td", "verdict", &of_sizing(sizing));
        html += "</tr>";
    }
    html += "</tbody>";
    view! { <table class="alternatives" inner_html=html></table> }.into_any()
}
