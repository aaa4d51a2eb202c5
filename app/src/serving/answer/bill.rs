//! The bill in words: the machines rented, from whom, or bought, at the price of which day.

use crate::i18n::{self, Msg, dollars, integer, is_priceless, say, text};
use catalog::OWN_PRICE_LABEL;
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

/// Words about a sizing of `offer`; where prices are shown, the machines paid for, too, and the part
/// of them that it leaves unused.
pub(super) fn and_paid(said: String, offer: Option<&Offer>, sizing: &Sizing) -> String {
    if is_priceless() {
        return said;
    }
    let paid = offer.and_then(|offer| Some(machines(sizing.price(offer)?, &sizing.cost?.bill)));
    let all = [Some(said), paid, super::findings::sold(sizing)];
    let all: Vec<String> = all.into_iter().flatten().collect();
    all.join(i18n::language().gap())
}

/// The price of a GPU: by the hour, or of one that is bought.
pub(crate) fn each(price: &Price) -> String {
    if price.purchase.is_some() {
        return text(Msg::BillOwning).to_owned();
    }
    let each = dollars(price.per_accelerator.get());
    if price.estimated {
        say::bill_each_computed(&each)
    } else {
        say::bill_each(&each)
    }
}

/// The machines rented, from whom, or the servers bought, at the price of which day.
pub(crate) fn machines(price: &Price, rented: &Rented) -> String {
    let at = seller(price);
    let count = f64::from(rented.instances);
    if price.purchase.is_some() {
        let size = integer(f64::from(rented.instance));
        return say::bill_bought(count, &price.as_of, &size);
    }
    if price.label == OWN_PRICE_LABEL {
        text(Msg::BillOwn).to_owned()
    } else if price.by_accelerator {
        say::bill_by_gpu(&at)
    } else if rented.instance == 1 {
        say::bill_single(count, &at)
    } else {
        let size = integer(f64::from(rented.instance));
        say::bill_machines(&integer(count), &at, &size)
    }
}

/// Who sells it, which instance, where, and the day of its price.
fn seller(price: &Price) -> String {
    dated(&price.label, &price.as_of)
}

/// What is paid for, and the day of its price, where that is known.
pub(super) fn dated(what: &str, day: &str) -> String {
    if day.is_empty() {
        what.to_owned()
    } else {
        say::bill_dated(day, what)
    }
}
