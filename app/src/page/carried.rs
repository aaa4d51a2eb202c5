//! Pairs that go from page to page beside a page's own question. Amounts that were typed on the
//! page about costs are carried along unread by the others. The user's price list stays in
//! the browser: a link only says that there is one, unless the user wants it in links.

use crate::browser;
use crate::i18n;
use estimator::choice::Fleet;
use leptos::prelude::*;
use std::cell::RefCell;

/// The beginning of keys of the page about costs.
const MONEY: &str = "cost.";
/// The beginning of a row of a price list.
const ROW: &str = "listed=";
/// The beginnings of pairs that say how a question is looked at.
const VIEW: [&str; 2] = ["lang=", "theme="];
/// Stands for the rows in a link that does not hold them.
const KEPT: &str = "listed=kept";
/// Where the browser keeps the rows.
pub(crate) const PLACE: &str = "prices";

thread_local! {
    /// Pairs of the page about costs, as they came.
    static CARRIED: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether links hold the price list.
    static SHARED: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// Whether a pair of a link stands for a list that the browser does not have.
pub(crate) fn is_kept(key: &str, value: &str) -> bool {
    KEPT.split_once('=') == Some((key, value))
}

/// Whether links hold the price list; reactive.
pub(crate) fn is_shared() -> bool {
    SHARED.with(Get::get)
}

/// Says whether links hold the price list.
pub(crate) fn share(shared: bool) {
    SHARED.with(|signal| signal.set(shared));
}

/// The address's fragment, with the list that is kept in its place. On a page that does not
/// ask about money, the pairs about that are put aside.
pub(crate) fn arrived(about_money: bool) -> String {
    let fragment = browser::fragment();
    let aside = |pair: &str| !about_money && pair.starts_with(MONEY);
    CARRIED.set(only(&fragment, &aside));
    share(!rows_of(&fragment).is_empty());
    filled(&only(&fragment, &|pair| !aside(pair)))
}

/// A fragment with the list that is kept in the browser in its place.
fn filled(fragment: &str) -> String {
    // Where none is kept, reading the link names the lack.
    let rows = browser::recall(PLACE).unwrap_or_else(|| KEPT.to_owned());
    mapped(fragment, &mut |pair| {
        if pair == KEPT { &rows } else { pair }
    })
}

/// The fragment of a question that the calculator can read: without the pairs about
/// money, and with the list that is kept in its place.
pub(crate) fn readable(fragment: &str) -> String {
    filled(&without(fragment, MONEY))
}

/// A question's fragment without how it is looked at.
pub(crate) fn unseen(fragment: &str) -> String {
    only(fragment, &|pair| {
        !VIEW.iter().any(|key| pair.starts_with(key))
    })
}

/// How a question is looked at, of its fragment.
pub(crate) fn view(fragment: &str) -> String {
    only(fragment, &|pair| {
        VIEW.iter().any(|key| pair.starts_with(key))
    })
}

/// The beginning of the pair that says what amounts are typed and shown in.
pub(crate) const CURRENCY: &str = "currency=";

/// The same, and the currency of its amounts.
pub(crate) fn view_of_amounts(fragment: &str) -> String {
    only(fragment, &|pair| {
        pair.starts_with(CURRENCY) || VIEW.iter().any(|key| pair.starts_with(key))
    })
}

/// Keys that the questions of all pages have: fleet, prices, language, colours.
const OF_EVERY_PAGE: [&str; 13] = [
    "v",
    "vendors",
    "gpus",
    "sellers",
    "area",
    "basis",
    "own",
    "announced",
    "by-gpu",
    "listed",
    "currency",
    "lang",
    "theme",
];

/// The part of a fragment that all pages ask, and the pairs of the keys in `also`. A default, which
/// they leave out, is not carried.
pub(crate) fn of_every_page(fragment: &str, also: &[&str]) -> String {
    only(fragment, &|pair| {
        let key = pair.split('=').next().unwrap_or_default();
        OF_EVERY_PAGE.contains(&key)
            || also.contains(&key)
            || key.starts_with("price.")
            || key.starts_with("off.")
    })
}

/// Begins with a link's prices: its currency, and the discounts of sellers that
/// are known; one whose list stayed elsewhere sells nothing here.
pub(crate) fn settle(fleet: &mut Fleet) {
    i18n::set_currency(fleet.currency);
    prune(fleet);
}

/// Drops the discounts of sellers that nothing is sold by.
pub(crate) fn prune(fleet: &mut Fleet) {
    let mut discounts = std::mem::take(&mut fleet.discounts);
    discounts.retain(|(seller, _)| catalog::is_seller(seller, fleet));
    fleet.discounts = discounts;
}

/// A page's fragment as it may stand in an address; reactive.
pub(crate) fn departing(fragment: &str) -> String {
    let pairs = if is_shared() {
        fragment.to_owned()
    } else {
        without_rows(fragment)
    };
    CARRIED.with_borrow(|carried| {
        let mut whole = pairs;
        if !carried.is_empty() {
            whole.push('&');
            whole.push_str(carried);
        }
        whole
    })
}

/// The rows of a price list in a fragment.
pub(crate) fn rows_of(fragment: &str) -> String {
    only(fragment, &|pair| pair.starts_with(ROW) && pair != KEPT)
}

/// The fragment with one pair in the place of all rows.
fn without_rows(fragment: &str) -> String {
    let mut place = KEPT;
    mapped(fragment, &mut |pair| {
        if pair.starts_with(ROW) {
            std::mem::take(&mut place)
        } else {
            pair
        }
    })
}

/// A fragment without the pairs whose keys begin so.
pub(crate) fn without(fragment: &str, beginning: &str) -> String {
    only(fragment, &|pair| !pair.starts_with(beginning))
}

/// Those pairs of a fragment that are wanted.
fn only(fragment: &str, wanted: &dyn Fn(&str) -> bool) -> String {
    mapped(fragment, &mut |pair| if wanted(pair) { pair } else { "" })
}

/// A fragment with each pair as `put` has it; an emptied one goes.
fn mapped<'a>(fragment: &'a str, put: &mut dyn FnMut(&'a str) -> &'a str) -> String {
    let mut text = String::new();
    for pair in fragment.split('&').map(put) {
        if !pair.is_empty() {
            if !text.is_empty() {
                text.push('&');
            }
            text.push_str(pair);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows leave a link at one place; other pairs stay.
    #[test]
    fn rows_stay_behind() {
        let whole = "v=2&gpus=a&listed=a,1&listed=b,2&lang=de";
        assert_eq!(without_rows(whole), "v=2&gpus=a&listed=kept&lang=de");
        assert_eq!(rows_of(whole), "listed=a,1&listed=b,2");
        assert_eq!(rows_of(&without_rows(whole)), "");
        assert_eq!(without(whole, "listed"), "v=2&gpus=a&lang=de");
        for other in ["v=2&rate=4", ""] {
            assert_eq!(without_rows(other), other);
        }
    }
}
