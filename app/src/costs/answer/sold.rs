//! Whole instances, as sellers rent them: what is paid for, what of it is stranded, and
//! where another instance would cost less.

use super::table;
use crate::answer::{dated, told};
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, dollars, integer, say, text};
use estimator::fleet::Rented;
use estimator::scenario::Price;
use leptos::prelude::*;

/// What stands in the rows.
const ROWS: [(Msg, fn(&Rented) -> String); 7] = [
    (Msg::SoldInstances, |rented| count(rented.instances)),
    (Msg::SoldPaid, |rented| count(rented.accelerators)),
    (Msg::SoldStranded, |rented| count(rented.stranded)),
    (Msg::UnitHour, |rented| dollars(rented.per_hour.get())),
    (Msg::FigureMonth, |rented| dollars(rented.per_month.get())),
    (Msg::SoldStrandedHour, |rented| {
        dollars(rented.stranded_per_hour.get())
    }),
    (Msg::SoldStrandedMonth, |rented| {
        dollars(rented.stranded_per_month.get())
    }),
];

fn count(count: u32) -> String {
    integer(f64::from(count))
}

/// The card's content.
pub(super) fn content(id: &'static str, costs: &Costs, _: &Found) -> AnyView {
    let Some((_, sizing, offer)) = costs.chosen() else {
        return ().into_any();
    };
    let Some(price) = &offer.price else {
        return told::aside(text(Msg::CostsUnrented).to_owned());
    };
    let rented = sizing.rented(price);
    let sold = catalog::instances(&offer.accelerator.id, &costs.answer.question.fleet);
    let cheapest = sizing.cheapest_rented(&sold, offer.accelerator.node_size);
    let cheaper = cheapest.filter(|(_, other)| other.per_hour < rented.per_hour);
    let ways: Vec<(Msg, &Price, Rented)> = std::iter::once((Msg::SoldCounted, price, rented))
        .chain(cheaper.map(|(price, rented)| (Msg::SoldCheaper, price, rented)))
        .collect();
    let heads: Vec<String> = ways
        .iter()
        .map(|(name, ..)| text(*name).to_owned())
        .collect();
    let named = ways.iter().map(|(_, price, _)| source(price)).collect();
    let figures = ROWS.iter().map(|(name, read)| {
        let cells = ways.iter().map(|(.., rented)| read(rented));
        (text(*name).to_owned(), cells.collect())
    });
    let rows = std::iter::once((text(Msg::SoldInstance).to_owned(), named)).chain(figures);
    view! {
        {table(id, &heads, rows.collect())}
        {told::aside(text(Msg::SoldNote).to_owned())}
    }
    .into_any()
}

/// Whose price it is, of which day.
fn source(price: &Price) -> String {
    if price.label == catalog::OWN_PRICE_LABEL {
        text(Msg::TermsOwn).to_owned()
    } else {
        say::terms_from(&dated(price), &price.label)
    }
}
