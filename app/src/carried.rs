//! What goes from page to page beside a page's own question. Amounts that were typed on the
//! page about costs are carried along unread by the others. The user's price list stays in
//! the browser: a link only says that there is one, unless the user wants it in links.

use crate::browser;
use crate::i18n;
use estimator::question::Fleet;
use leptos::prelude::*;
use std::cell::RefCell;

/// What keys of the page about costs begin with.
const MONEY: &str = "cost.";
/// What a row of a price list begins with.
const ROW: &str = "listed=";
/// Stands for the rows in a link that does not hold them.
pub(crate) const KEPT: &str = "listed=kept";
/// Where the browser keeps the rows.
pub(crate) const PLACE: &str = "prices";

thread_local! {
    /// Pairs of the page about costs, as they came.
    static CARRIED: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether links hold the price list.
    static SHARED: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// Whether links hold the price list; reactive.
pub(crate) fn is_shared() -> bool {
    SHARED.with(Get::get)
}

/// Says whether links hold the price list.
pub(crate) fn share(shared: bool) {
    SHARED.with(|signal| signal.set(shared));
}

/// What the address asks, with the list that is kept in its place. On a page that does not
/// ask about money, what was typed about that is put aside.
pub(crate) fn arrived(about_money: bool) -> String {
    let fragment = browser::fragment();
    let (pairs, carried) = parted(&fragment, about_money);
    CARRIED.set(carried);
    share(holds_rows(&pairs));
    if !pairs.split('&').any(|pair| pair == KEPT) {
        return pairs;
    }
    match browser::recall(PLACE) {
        Some(rows) => with_rows(&pairs, &rows),
        // Reading it says what lacks.
        None => pairs,
    }
}

/// Begins with what a link says of prices: its currency, and the discounts of sellers that
/// are known; one whose list stayed elsewhere sells nothing here.
pub(crate) fn settle(fleet: &mut Fleet) {
    i18n::set_currency(fleet.currency);
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
    CARRIED.with_borrow(|carried| match carried.as_str() {
        "" => pairs,
        carried => format!("{pairs}&{carried}"),
    })
}

/// The pairs of this page, and those it carries.
fn parted(fragment: &str, about_money: bool) -> (String, String) {
    let pairs = fragment.split('&').filter(|pair| !pair.is_empty());
    let (carried, mine): (Vec<&str>, Vec<&str>) =
        pairs.partition(|pair| !about_money && pair.starts_with(MONEY));
    (mine.join("&"), carried.join("&"))
}

/// The rows of a price list in a fragment.
pub(crate) fn rows_of(fragment: &str) -> String {
    let pairs = fragment.split('&');
    let rows = pairs.filter(|pair| pair.starts_with(ROW));
    rows.collect::<Vec<_>>().join("&")
}

fn holds_rows(fragment: &str) -> bool {
    let mut pairs = fragment.split('&');
    pairs.any(|pair| pair.starts_with(ROW) && pair != KEPT)
}

fn with_rows(fragment: &str, rows: &str) -> String {
    let pairs = fragment.split('&');
    let pairs = pairs.map(|pair| if pair == KEPT { rows } else { pair });
    pairs.collect::<Vec<_>>().join("&")
}

fn without_rows(fragment: &str) -> String {
    let mut first = true;
    let pairs = fragment.split('&').filter_map(|pair| {
        if !pair.starts_with(ROW) {
            return Some(pair);
        }
        std::mem::take(&mut first).then_some(KEPT)
    });
    pairs.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "listed=a,1&listed=b,2";

    /// The rows leave a link at one place, and come back there.
    #[test]
    fn rows_stay_behind() {
        let whole = format!("v=1&gpus=a&{ROWS}&lang=de");
        let bare = without_rows(&whole);
        assert_eq!(bare, "v=1&gpus=a&listed=kept&lang=de");
        assert!(holds_rows(&whole) && !holds_rows(&bare));
        assert_eq!(with_rows(&bare, ROWS), whole);
        assert_eq!(without_rows("v=1&rate=4"), "v=1&rate=4");
        assert_eq!(without_rows(""), "");
    }

    /// What is typed about money is told from the rest, and read where it belongs.
    #[test]
    fn money_is_put_aside() {
        let all = "v=1&cost.years=3&rate=4&cost.grid=deu";
        let (mine, carried) = parted(all, false);
        assert_eq!(
            (mine.as_str(), carried.as_str()),
            ("v=1&rate=4", "cost.years=3&cost.grid=deu")
        );
        assert_eq!(parted(all, true), (all.to_owned(), String::new()));
    }
}
