//! The bill in words: the machines rented, from whom, or bought, at the price of which day.

use crate::i18n::{self, Msg, dollars, integer, say, text};
use estimator::offer::{Offer, Price};
use estimator::rental::Rented;
use estimator::serving::report::Sizing;

/// The machines rented for a sizing of `offer`, their idle part, and the price of a GPU;
/// `None` without a price.
pub(crate) fn bill(offer: &Offer, sizing: &Sizing) -> Option<String> {
    parts(offer, sizing).map(|(all, each)| [all, each].join(i18n::language().gap()))
}

/// The same, the price of a GPU by itself: a footnote.
pub(super) fn parts(offer: &Offer, sizing: &Sizing) -> Option<(String, String)> {
    let rented = sizing.cost?.bill;
    let price = sizing.price(offer)?;
    let all = [
        Some(machines(price, &rented)),
        super::findings::sold(sizing),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    Some((all.join(i18n::language().gap()), each(price)))
}

/// The price of a GPU: by the hour, or of one that is bought.
pub(crate) fn each(price: &Price) -> String {
    if price.purchase.is_some() {
        return text(Msg::BillOwning).to_owned();
    }
    say::bill_each(&dollars(price.per_accelerator.get()))
}

/// The machines rented, from whom, or the servers bought, at the price of which day.
pub(crate) fn machines(price: &Price, rented: &Rented) -> String {
    let count = f64::from(rented.instances);
    if price.purchase.is_some() {
        let size = integer(f64::from(rented.instance));
        return say::bill_bought(count, &price.as_of, &size);
    }
    if price.label == catalog::OWN_PRICE_LABEL {
        text(Msg::BillOwn).to_owned()
    } else if price.by_accelerator {
        say::bill_by_gpu(&seller(price))
    } else if rented.instance == 1 {
        say::bill_single(count, &seller(price))
    } else {
        let size = integer(f64::from(rented.instance));
        say::bill_machines(&integer(count), &seller(price), &size)
    }
}

/// Who sells it, which instance, where, and the day of its price.
fn seller(price: &Price) -> String {
    if price.as_of.is_empty() {
        price.label.clone()
    } else {
        say::bill_dated(&price.as_of, &price.label)
    }
}
