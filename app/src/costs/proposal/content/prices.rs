//! Rents of accelerators and prices of an API, from whom, and of which day.

use super::assumed::source;
use super::{Part, Proposed, figures, heading, table, words};
use crate::browser;
use crate::costs::names::{self, basis};
use crate::i18n::{Msg, dollars, integer, percent_chosen, say, text};
use estimator::date::Date;
use estimator::money::{Input, Rent};
use estimator::offer::Price;
use estimator::price_age::STALE_AFTER;

/// Prices of an API.
const API: [Input; 3] = [Input::ApiInput, Input::ApiCached, Input::ApiOutput];

/// The section; nothing where no price is known.
pub(super) fn parts(proposed: &Proposed<'_>) -> Vec<Part> {
    let report = &proposed.found.report;
    let rented = report.rents.iter().map(|rent| rented(proposed, rent));
    let mut rows: Vec<Vec<String>> = rented.collect();
    rows.extend(asked(proposed));
    if rows.is_empty() {
        return Vec::new();
    }
    let columns = vec![
        words(Msg::ProposalPriceOf),
        figures(Msg::PriceBasis),
        words(Msg::ProposalSource),
    ];
    vec![
        heading(Msg::ProposalPrices),
        table(Msg::ProposalPrices, columns, rows),
    ]
}

fn rented(proposed: &Proposed<'_>, rent: &Rent) -> Vec<String> {
    let name = &proposed.offer.accelerator.name;
    vec![
        format!("{name}, {}", basis(rent.basis)),
        say::unit_per_hour(&dollars(rent.price.per_accelerator.get())),
        seller(&rent.price),
    ]
}

/// The seller of a price, its day, and doubts about it.
fn seller(price: &Price) -> String {
    if price.label == catalog::OWN_PRICE_LABEL {
        return text(Msg::ProposalOwnPrice).to_owned();
    }
    let mut said = price.sourced();
    if !price.as_of.is_empty() {
        said += &say::source_day(&price.as_of);
    }
    if price.discount > 0.0 {
        said += &say::proposal_discounted(&percent_chosen(price.discount));
    }
    let mut marks = Vec::new();
    if !price.verified {
        marks.push(text(Msg::Unverified).to_owned());
    }
    if price.outdated {
        marks.push(text(Msg::ProposalOutdated).to_owned());
    } else if Date::parse(&browser::day_after(0.0)).is_some_and(|today| price.is_stale(today)) {
        marks.push(say::proposal_stale(&integer(f64::from(STALE_AFTER))));
    }
    if marks.is_empty() {
        said
    } else {
        format!("{said} ({})", marks.join(text(Msg::ListComma)))
    }
}

/// Prices of the API: one row for all that come from one source.
fn asked(proposed: &Proposed<'_>) -> Vec<Vec<String>> {
    let report = &proposed.found.report;
    let known = API.iter().filter_map(|input| {
        let value = report.api.as_ref().and(report.values.get(*input))?;
        let origin = report
            .origins
            .iter()
            .find(|origin| origin.input == *input)?;
        Some((text(names::input(*input)), dollars(value), source(origin)))
    });
    let known: Vec<(&str, String, String)> = known.collect();
    let api = proposed.costs.api().map_or_else(
        || text(Msg::AgainstApi).to_owned(),
        |api| format!("{}, {}", api.name, api.host),
    );
    let of_one_source = known.chunk_by(|one, next| one.2 == next.2);
    let rows = of_one_source.filter_map(|prices| {
        let (_, _, source) = prices.first()?;
        let joined = |part: fn(&(&str, String, String)) -> String| {
            let parts: Vec<String> = prices.iter().map(part).collect();
            parts.join(" / ")
        };
        let tokens = joined(|(tokens, ..)| (*tokens).to_owned());
        let price = joined(|(_, price, _)| price.clone());
        Some(vec![
            say::proposal_api_price(&api, &tokens),
            say::proposal_per_million(&price),
            source.clone(),
        ])
    });
    rows.collect()
}
