//! Which accelerators to consider, and at what price.

use super::bought::servers;
use super::checks::Checks;
use super::own;
use crate::accelerators::{AcceleratorRecord, accelerator, accelerators};
use crate::hosts::hosts;
use crate::money;
use crate::prices::sellers;
use crate::{bounds, cheapest, cheapest_listed, cheapest_on, instances_on};
use estimator::choice::{Fleet, PriceBasis};
use estimator::date::Date;
use estimator::error::{Field, Problem};
use estimator::hardware::Accelerator;
use estimator::listed;
use estimator::offer::{Billing, Offer, Price, cheapest_each};
use estimator::quantity::UsdPerHour;

/// The [`Price::label`] of the user's own price.
pub const OWN_PRICE_LABEL: &str = "own";

/// The offers that the fleet's filters leave, at the prices of `today`.
pub(super) fn offers(fleet: &Fleet, today: Option<Date>, checks: &mut Checks) -> Vec<Offer> {
    check_names(fleet, checks);
    check_prices(fleet, checks);
    let chosen = accelerators()
        .iter()
        .filter(|record| is_wanted(record, fleet));
    let mut offers: Vec<Offer> = chosen
        .map(|record| offer(&record.accelerator, fleet, today))
        .collect();
    if let Some(accelerator) = &fleet.own_accelerator {
        own::check(accelerator, checks);
        offers.push(Offer {
            accelerator: accelerator.as_ref().clone(),
            price: own_price(&accelerator.id, fleet).filter(|_| !fleet.bought),
            instances: Vec::new(),
            hosts: Vec::new(),
        });
    }
    if offers.is_empty() {
        checks.missing(Field::Fleet);
    }
    offers
}

/// An accelerator in every instance that it is sold in, and the machines of who sells it
/// cheapest; in whole servers where these are bought.
pub(super) fn offer(accelerator: &Accelerator, fleet: &Fleet, today: Option<Date>) -> Offer {
    let id = &accelerator.id;
    if fleet.bought {
        let instances = servers(accelerator, fleet);
        return Offer {
            accelerator: accelerator.clone(),
            price: cheapest_each(&instances).cloned(),
            instances,
            hosts: hosts(id, None),
        };
    }
    let (price, seller) = if let Some(own) = own_price(id, fleet) {
        (Some(own), None)
    } else if let Some((row, price)) = cheapest_listed(id, fleet) {
        let seller = (row.provider.as_str(), row.instance.as_str());
        (Some(price), Some(seller))
    } else {
        let choice = cheapest_on(id, fleet, today);
        let seller = choice.map(|choice| (choice.record.provider, choice.record.instance));
        (choice.map(|choice| choice.price()), seller)
    };
    Offer {
        accelerator: accelerator.clone(),
        price,
        instances: instances_on(id, fleet, today),
        hosts: hosts(id, seller),
    }
}

/// Whether the filters let an accelerator through. Naming one lets it through even if it is not on
/// sale yet, or nobody rents it; naming sellers drops accelerators that none of them sells, unless
/// the user has a price for it.
pub(super) fn is_wanted(record: &AcceleratorRecord, fleet: &Fleet) -> bool {
    let accelerator = &record.accelerator;
    let named = fleet
        .accelerators
        .iter()
        .any(|id| id.eq_ignore_ascii_case(&accelerator.id));
    let of_vendor = fleet.vendors.is_empty() || fleet.vendors.contains(&accelerator.vendor);
    let priced = own_price(&accelerator.id, fleet).is_some()
        || cheapest_listed(&accelerator.id, fleet).is_some();
    // Whoever buys is bound to no seller of hours.
    let of_seller = fleet.bought
        || fleet.providers.is_empty()
        || priced
        || cheapest(&accelerator.id, fleet).is_some();
    let on_sale = !record.announced || fleet.announced || named;
    let asked = !record.on_request || priced || named;
    (fleet.accelerators.is_empty() || named) && of_vendor && of_seller && on_sale && asked
}

/// Whether anybody has a price for it, the user included.
pub(super) fn is_on_offer(record: &AcceleratorRecord, fleet: &Fleet) -> bool {
    let id = &record.accelerator.id;
    if fleet.bought {
        return money::purchase(id).is_some();
    }
    own_price(id, fleet).is_some()
        || cheapest_listed(id, fleet).is_some()
        || cheapest(id, fleet).is_some()
}

fn own_price(id: &str, fleet: &Fleet) -> Option<Price> {
    Some(Price {
        per_accelerator: *fleet.own_prices.get(id)?,
        instance_accelerators: 1,
        label: OWN_PRICE_LABEL.to_owned(),
        seller: String::new(),
        read_from: String::new(),
        as_of: String::new(),
        verified: true,
        discount: 0.0,
        outdated: false,
        expired: false,
        unplaced: false,
        by_accelerator: true,
        estimated: false,
        purchase: None,
        billing: Billing::default(),
        machine: None,
    })
}

fn check_names(fleet: &Fleet, checks: &mut Checks) {
    for id in &fleet.accelerators {
        if accelerator(id).is_none() && !is_own(id, fleet) {
            checks.unknown(Field::Fleet, id);
        }
    }
    for name in &fleet.providers {
        if !is_seller(name, fleet) {
            checks.unknown(Field::Fleet, name);
        }
    }
}

/// Whether anybody of that name sells something: in the catalogue or the user's list.
#[must_use]
pub fn is_seller(name: &str, fleet: &Fleet) -> bool {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    sellers().iter().any(|(known, _)| same(known))
        || fleet.listed.iter().any(|row| same(&row.provider))
}

fn check_prices(fleet: &Fleet, checks: &mut Checks) {
    for (id, price) in &fleet.own_prices {
        if accelerator(id).is_none() && !is_own(id, fleet) {
            checks.unknown(Field::OwnPrice, id);
        }
        checks.number(Field::OwnPrice, price.get(), bounds::OWN_PRICE);
    }
    for row in &fleet.listed {
        let id = &row.accelerator;
        if accelerator(id).is_none() && !is_own(id, fleet) {
            checks.unknown(Field::PriceList, id);
        }
        for basis in PriceBasis::ALL {
            let price = row.per_accelerator(*basis).map(UsdPerHour::get);
            checks.maybe(Field::PriceList, price, bounds::OWN_PRICE);
        }
    }
    if fleet.listed.len() > listed::MOST {
        let most = listed::MOST as f64;
        checks.note(Field::PriceList, Problem::TooLarge { most });
    }
    for (seller, share) in &fleet.discounts {
        if !is_seller(seller, fleet) {
            checks.unknown(Field::Discount, seller);
        }
        checks.number(Field::Discount, *share, bounds::DISCOUNT);
    }
    let rate = fleet.currency.map(|currency| currency.per_usd());
    checks.maybe(Field::Currency, rate, bounds::EXCHANGE);
}

fn is_own(id: &str, fleet: &Fleet) -> bool {
    let own = fleet.own_accelerator.as_ref();
    own.is_some_and(|own| own.id == id)
}
