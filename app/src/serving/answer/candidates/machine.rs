//! Who sells a sizing, and in which machines, in few words.

use crate::i18n::{Msg, integer, say, text};
use estimator::offer::Price;
use estimator::serving::report::Sizing;

/// Who sells at a price, as they write themselves; that it is bought, where it is; empty where the
/// price is the user's own.
pub(crate) fn seller(price: &Price) -> String {
    if price.purchase.is_some() {
        return text(Msg::SoldBought).to_owned();
    }
    let mut known = catalog::prices::sellers().iter();
    let known = known.find(|(id, _)| id.eq_ignore_ascii_case(&price.seller));
    known.map_or_else(|| price.seller.clone(), |(_, name)| (*name).to_owned())
}

/// The machines rented for a sizing: `3 × 1 GPU`; what there is to say where none are.
pub(crate) fn machine(price: Option<&Price>, sizing: Option<&Sizing>) -> String {
    let Some(price) = price else {
        return text(Msg::SoldNowhere).to_owned();
    };
    if price.label == catalog::OWN_PRICE_LABEL {
        return text(Msg::SoldOwn).to_owned();
    }
    if price.by_accelerator {
        return text(Msg::SoldByGpu).to_owned();
    }
    let bill = sizing.and_then(|sizing| sizing.cost).map(|cost| cost.bill);
    bill.map_or_else(String::new, |bill| {
        let machines = integer(f64::from(bill.instances));
        // Kept in one line.
        say::machines_of(f64::from(bill.instance), &machines).replace(' ', "\u{a0}")
    })
}

/// Both, as one says them: `Nebius · 3 × 1 GPU`.
pub(crate) fn sold(price: Option<&Price>, sizing: &Sizing) -> String {
    let parts = [
        price.map(seller).unwrap_or_default(),
        machine(price, Some(sizing)),
    ];
    joined(parts.iter())
}

/// What there is of `parts`, with a dot between.
pub(super) fn joined<'a>(parts: impl Iterator<Item = &'a String>) -> String {
    let said: Vec<&str> = parts
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    said.join(" · ")
}
