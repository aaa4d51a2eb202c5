//! Whole instances, as sellers rent them: accelerators paid for, those stranded, and where
//! another instance would cost less.

use super::table;
use super::terms::source;
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, dollars, integer, say, text};
use crate::serving::answer::told;
use estimator::offer::Price;
use estimator::rental::Rented;
use leptos::prelude::*;

/// A figure of the rented instances.
type Read = fn(&Rented) -> String;

/// The rows: a name and its figure.
const ROWS: [(Msg, Read); 7] = [
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
pub(super) fn content(id: &'static str, costs: &Costs, found: &Found) -> AnyView {
    let Some((_, sizing, offer)) = costs.chosen() else {
        return ().into_any();
    };
    let (Some(price), Some(rented)) = (sizing.price(offer), found.report.sold) else {
        return told::aside(text(Msg::CostsUnrented).to_owned());
    };
    let ways: [(Msg, &Price, Rented); 1] = [(Msg::SoldCounted, price, rented)];
    let heads: Vec<String> = ways
        .iter()
        .map(|(name, ..)| text(*name).to_owned())
        .collect();
    let rows = ROWS.iter().map(|(name, read)| {
        let cells = ways.iter().map(|(.., rented)| read(rented));
        (text(*name).to_owned(), cells.collect())
    });
    let sources = ways.iter();
    let mut facts: Vec<String> = sources
        .map(|(name, price, _)| say::terms_line(text(*name), &source(price)))
        .collect();
    facts.push(text(Msg::SoldNote).to_owned());
    view! {
        {table(id, &heads, rows.collect())}
        {told::facts(facts)}
    }
    .into_any()
}
