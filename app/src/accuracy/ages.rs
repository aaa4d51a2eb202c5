//! How old the catalogue's prices are: in all, and by seller.

use crate::browser;
use crate::chart::twin::{self, Column, Twin};
use crate::i18n::{Msg, integer, language, say, t, text};
use crate::page::carried::without;
use catalog::prices::{Ages, AllAges, ages, seller_name};
use estimator::price_age::{EXPIRED_AFTER, STALE_AFTER};
use leptos::prelude::*;

/// The pair of a link that leads here.
pub(crate) const ASKED: &str = "see=prices";

/// The part's own name.
const ID: &str = "price-ages";

/// Whether the address leads here.
pub(super) fn is_asked() -> bool {
    browser::fragment().split('&').any(|pair| pair == ASKED)
}

/// The question of other pages without the way here.
pub(super) fn unasked(question: &str) -> String {
    without(question, ASKED)
}

/// Brings the reader here.
pub(super) fn show() {
    browser::after_paint(|| browser::focus(ID));
}

/// The part of the page.
#[component]
pub(super) fn PriceAges() -> impl IntoView {
    let known = browser::today().map(ages);
    let content = move || {
        known.as_ref().map(|known| {
            let facts = facts(known).map(|fact| view! { <li>{fact}</li> });
            view! {
                <ul>{facts}</ul>
                <div class="scroll wrapping" tabindex="0" role="group" aria-label=text(Msg::AgesTitle)>
                    {twin::table(&table(known), text(Msg::AgesTitle))}
                </div>
            }
        })
    };
    view! {
        <section id=ID class="card" tabindex="-1" aria-labelledby="price-ages-title">
            <h2 id="price-ages-title">{t(Msg::AgesTitle)}</h2>
            <p>{t(Msg::AgesLead)}</p>
            {content}
        </section>
    }
    .into_any()
}

fn facts(known: &AllAges) -> [String; 5] {
    let all = &known.all;
    [
        say::ages_count(&count(all.count())),
        say::ages_oldest(&day(all.oldest)),
        say::ages_newest(&day(all.newest)),
        say::ages_stale(&days(STALE_AFTER), &count(all.marked())),
        say::ages_expired(&days(EXPIRED_AFTER), &count(all.expired)),
    ]
}

fn table(known: &AllAges) -> Twin {
    Twin {
        columns: vec![
            Column::words(text(Msg::AgesSeller)),
            Column::figures(text(Msg::AgesPrices)),
            Column::figures(say::ages_over(&days(STALE_AFTER))),
            Column::figures(say::ages_over(&days(EXPIRED_AFTER))),
            Column::words(text(Msg::AgesFirst)),
            Column::words(text(Msg::AgesLast)),
        ],
        rows: known
            .sellers
            .iter()
            .map(|(seller, ages)| row(seller, ages))
            .collect(),
    }
}

fn row(seller: &str, ages: &Ages) -> Vec<String> {
    vec![
        seller_name(seller).to_owned(),
        count(ages.count()),
        count(ages.marked()),
        count(ages.expired),
        day(ages.oldest),
        day(ages.newest),
    ]
}

fn count(prices: u32) -> String {
    integer(f64::from(prices))
}

fn days(days: i32) -> String {
    integer(f64::from(days))
}

/// A day as the language writes it.
fn day(day: Option<&str>) -> String {
    day.map_or_else(String::new, |day| browser::recorded_day(language(), day))
}
