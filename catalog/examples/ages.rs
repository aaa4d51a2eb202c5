//! How old the catalogue's prices are, by seller: `cargo xtask catalogue`.

#![allow(clippy::print_stdout)] // what it is for

use catalog::Quote;
use estimator::choice::PriceBasis;
use estimator::date::Date;
use estimator::price_age::{Age, EXPIRED_AFTER, STALE_AFTER};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// Prices of a seller by their age, and the day of the oldest.
#[derive(Default)]
struct Ages {
    fresh: usize,
    stale: usize,
    expired: usize,
    oldest: Option<&'static str>,
}

impl Ages {
    fn add(&mut self, quote: Quote, today: Date) {
        match quote.age(today) {
            Age::Fresh => self.fresh += 1,
            Age::Stale => self.stale += 1,
            Age::Expired => self.expired += 1,
        }
        let day = Date::parse;
        let older = |known: &&str| day(known) <= day(quote.as_of);
        self.oldest = self.oldest.filter(older).or(Some(quote.as_of));
    }
}

fn main() {
    let today = today();
    let mut sellers: BTreeMap<&str, Ages> = BTreeMap::new();
    let mut all = Ages::default();
    for price in catalog::prices() {
        let quotes = PriceBasis::ALL
            .iter()
            .filter_map(|basis| price.quote(*basis));
        // What is computed is as old as what it is computed from.
        for quote in quotes.filter(|quote| !quote.estimated) {
            sellers.entry(price.provider).or_default().add(quote, today);
            all.add(quote, today);
        }
    }
    println!(
        "Prices by age on {}, in days; estimated ones left out",
        today.iso()
    );
    let between = format!("{}-{EXPIRED_AFTER}", STALE_AFTER + 1);
    let (fresh, expired) = (format!("<={STALE_AFTER}"), format!(">{EXPIRED_AFTER}"));
    line("seller", &fresh, &between, &expired, "oldest");
    for (seller, ages) in sellers.iter().chain([(&"all", &all)]) {
        let [fresh, stale, expired] =
            [ages.fresh, ages.stale, ages.expired].map(|count| count.to_string());
        line(
            seller,
            &fresh,
            &stale,
            &expired,
            ages.oldest.unwrap_or_default(),
        );
    }
}

fn line(seller: &str, fresh: &str, stale: &str, expired: &str, oldest: &str) {
    println!("{seller:22} {fresh:>6} {stale:>7} {expired:>6}  {oldest}");
}

/// Today, in UTC.
fn today() -> Date {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_or(0, |since| since.as_secs() / 86_400);
    Date::since_1970(i32::try_from(days).unwrap_or(i32::MAX))
}
