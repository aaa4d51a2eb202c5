//! How old the catalogue's prices are, by seller: `cargo xtask catalogue`.

#![allow(clippy::print_stdout)] // what it is for

use catalog::prices::{Ages, ages};
use estimator::date::Date;
use estimator::price_age::{EXPIRED_AFTER, STALE_AFTER};
use std::time::{SystemTime, UNIX_EPOCH};

fn main() {
    let today = today();
    let found = ages(today);
    println!(
        "Prices by age on {}, in days; estimated ones left out",
        today.iso()
    );
    let between = format!("{}-{EXPIRED_AFTER}", STALE_AFTER + 1);
    let (fresh, expired) = (format!("<={STALE_AFTER}"), format!(">{EXPIRED_AFTER}"));
    line("seller", &fresh, &between, &expired, "oldest");
    for (seller, ages) in &found.sellers {
        row(seller, ages);
    }
    row("all", &found.all);
}

fn row(name: &str, ages: &Ages) {
    let [fresh, stale, expired] =
        [ages.fresh, ages.stale, ages.expired].map(|count| count.to_string());
    let oldest = ages.oldest.unwrap_or_default();
    line(name, &fresh, &stale, &expired, oldest);
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
