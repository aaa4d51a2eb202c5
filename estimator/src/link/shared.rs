//! The keys that every task's link has: the model, the fleet, how the page is looked at.

use super::fragment::Fragment;
use super::listed;
use super::pairs::{Taken, put};
use super::text::{number, show};
use super::value::{MOST_ENTRIES, accelerator, language, list, model, name, shape, share, yes};
use super::{Theme, View};
use crate::choice::{Area, Fleet, ModelChoice, PriceBasis};
use crate::currency::{Code, Currency, RATES};
use crate::hardware::Vendor;
use crate::listed::{MOST, MOST_DISCOUNT};
use crate::quantity::UsdPerHour;
use std::collections::BTreeMap;

/// Puts one pair into the view.
pub(crate) fn take_view(view: &mut View, key: &str, text: &str) -> Taken {
    match key {
        "lang" => put(&mut view.language, language(text).map(Some)),
        "theme" => put(&mut view.theme, Theme::from_id(text).map(Some)),
        "pick" => put(&mut view.selected, name(text).map(Some)),
        _ => Taken::Unknown,
    }
}

pub(crate) fn write_view(fragment: &mut Fragment, view: &View) {
    if let Some(language) = &view.language {
        fragment.pair("lang", language);
    }
    if let Some(theme) = view.theme {
        fragment.pair("theme", theme.id());
    }
    if let Some(selected) = &view.selected {
        fragment.pair("pick", selected);
    }
}

/// `model` or `shape`.
pub(crate) fn take_model(choice: &mut ModelChoice, key: &str, text: &str) -> Taken {
    match key {
        "model" => put(choice, model(text)),
        _ => put(choice, shape(text)),
    }
}

pub(crate) fn write_model(fragment: &mut Fragment, choice: &ModelChoice, usual: &ModelChoice) {
    if choice == usual {
        return;
    }
    match choice {
        ModelChoice::Catalog(id) => fragment.pair("model", id),
        ModelChoice::Plain(billions) => fragment.pair("model", &format!("{}B", show(*billions))),
        ModelChoice::Custom(model) => fragment.json("shape", model),
    }
}

/// Puts one pair into the fleet.
pub(crate) fn take_fleet(fleet: &mut Fleet, key: &str, raw: &str, text: &str) -> Taken {
    if let Some(seller) = key.strip_prefix("off.").and_then(name) {
        let known = fleet.discounts.iter().any(|(known, _)| *known == seller);
        let room = !known && fleet.discounts.len() < MOST_ENTRIES;
        return match share(text).filter(|share| room && *share <= MOST_DISCOUNT) {
            Some(share) => {
                fleet.discounts.push((seller, share));
                Taken::Read
            }
            None => Taken::Bad,
        };
    }
    match key {
        "listed" => match listed::read(raw).filter(|_| fleet.listed.len() < MOST) {
            Some(row) => {
                fleet.listed.push(row);
                Taken::Read
            }
            None => Taken::Bad,
        },
        "currency" => put(&mut fleet.currency, currency(text).map(Some)),
        "vendors" => put(&mut fleet.vendors, list(raw, Vendor::from_id)),
        "gpus" => put(&mut fleet.accelerators, list(raw, name)),
        "sellers" => put(&mut fleet.providers, list(raw, name)),
        "area" => put(&mut fleet.area, Area::from_id(text)),
        "basis" => put(&mut fleet.basis, PriceBasis::from_id(text)),
        "own" => put(&mut fleet.own_accelerator, accelerator(text).map(Some)),
        "announced" => put(&mut fleet.announced, yes(text)),
        "by-gpu" => put(&mut fleet.by_accelerator, yes(text)),
        _ => own_price(&mut fleet.own_prices, key, text),
    }
}

/// `price.<id>`
fn own_price(prices: &mut BTreeMap<String, UsdPerHour>, key: &str, text: &str) -> Taken {
    let Some(id) = key.strip_prefix("price.").and_then(name) else {
        return Taken::Unknown;
    };
    match number(text).filter(|_| prices.len() < MOST_ENTRIES) {
        Some(price) => {
            prices.insert(id, UsdPerHour::new(price));
            Taken::Read
        }
        None => Taken::Bad,
    }
}

/// A code and its rate, `EUR:0.92`; dollars need none.
pub(crate) fn currency(text: &str) -> Option<Currency> {
    let (code, rate) = text.split_once(':')?;
    let (least, most) = RATES;
    let rate = number(rate).filter(|rate| (least..=most).contains(rate))?;
    let code = Code::new(code).filter(|code| *code != Code::USD)?;
    Some(Currency::new(code, rate))
}

/// A currency that is not the dollar, as [`currency`] reads it.
pub(crate) fn write_currency(fragment: &mut Fragment, currency: &Currency) {
    let (code, rate) = (currency.code(), show(currency.per_usd()));
    fragment.pair("currency", &format!("{}:{rate}", code.as_str()));
}

pub(crate) fn write_fleet(fragment: &mut Fragment, fleet: &Fleet, usual: &Fleet) {
    fragment.list("vendors", fleet.vendors.iter().map(|vendor| vendor.id()));
    fragment.list("gpus", fleet.accelerators.iter().map(String::as_str));
    fragment.list("sellers", fleet.providers.iter().map(String::as_str));
    fragment.differing("area", fleet.area, usual.area, |area| area.id().to_owned());
    fragment.differing("basis", fleet.basis, usual.basis, |basis| {
        basis.id().to_owned()
    });
    for (id, price) in &fleet.own_prices {
        fragment.pair(&format!("price.{id}"), &show(price.get()));
    }
    for row in &fleet.listed {
        fragment.cells("listed", &listed::write(row));
    }
    for (seller, share) in &fleet.discounts {
        fragment.pair(&format!("off.{seller}"), &show(*share));
    }
    if let Some(currency) = &fleet.currency {
        write_currency(fragment, currency);
    }
    if let Some(own) = &fleet.own_accelerator {
        fragment.json("own", own);
    }
    if fleet.announced {
        fragment.pair("announced", "yes");
    }
    if fleet.by_accelerator {
        fragment.pair("by-gpu", "yes");
    }
}
