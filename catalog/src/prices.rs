//! Prices of instances, and which price of an accelerator counts.

mod ages;
mod packed;

pub use ages::{Ages, AllAges, ages};

use crate::accelerators::accelerator;
use crate::hosts::machine;
use estimator::choice::{Area, Fleet, PriceBasis};
use estimator::date::Date;
use estimator::listed::Listed;
use estimator::offer::{Billing, Price};
use estimator::price_age::{self, Age};
use estimator::quantity::{Seconds, UsdPerHour};

/// The price of one instance of one seller in one region.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceRecord {
    /// Who sells it.
    pub provider: &'static str,
    /// The seller's name of it.
    pub instance: &'static str,
    /// Id of the accelerator in it.
    pub accelerator: &'static str,
    /// How many of them.
    pub count: u32,
    /// Region as the seller names it; `any` where the price is the same
    /// everywhere.
    pub region: &'static str,
    /// Part of the world; [`Area::Any`] where the price is the same everywhere.
    pub area: Area,
    /// Pay by the hour.
    pub on_demand: Option<Quote>,
    /// Interruptible.
    pub spot: Option<Quote>,
    /// Reserved for a year, by the hour.
    pub reserved_1y: Option<Quote>,
    /// Reserved for three years, by the hour.
    pub reserved_3y: Option<Quote>,
    /// Whether it was read from the seller's own list or a trusted copy.
    pub verified: bool,
    /// Whether a newer price of a sister region shows it to be out of date.
    pub stale: bool,
    /// Whether it is sold by the second of a worker that scales to zero, or by whoever
    /// offers a machine on a marketplace: listed, but no price to size by.
    pub listed_only: bool,
}

/// One price of an instance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quote {
    /// For the whole instance, in ten-millionths of a dollar; half as long as a
    /// floating-point number.
    parts: u32,
    /// Day it was read; a month or a year where no more is known.
    pub as_of: &'static str,
    /// Whether its own day is unknown and `as_of` is the latest it can be.
    pub undated: bool,
    /// Whether it was computed: a spot price from average savings, a reserved one as
    /// `catalog/build/reserved.rs` says.
    pub estimated: bool,
    /// Where it was read, by its place among the sources.
    source: u8,
}

impl Quote {
    /// For the whole instance.
    #[must_use]
    pub fn per_hour(&self) -> UsdPerHour {
        UsdPerHour::new(f64::from(self.parts) / 1e7)
    }

    /// How far its age lets it be relied on.
    #[must_use]
    pub fn age(&self, today: Date) -> Age {
        Age::of(price_age::age(self.as_of, today))
    }

    /// Where it was read: a repository or a page, without `https://`.
    #[must_use]
    pub fn source(&self) -> &'static str {
        packed::source(self.source)
    }
}

/// The price chosen for an accelerator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The instance.
    pub record: &'static PriceRecord,
    /// Its price.
    pub quote: Quote,
    /// The seller's discount for the user, a share of one.
    pub discount: f64,
    /// That price over the accelerators in it, less the discount.
    pub per_accelerator: UsdPerHour,
    /// Whether nobody knows that it is sold in the part of the world that is asked for.
    pub unplaced: bool,
}

/// The instance of a rate that is stated without a machine.
const PER_GPU: &str = "per GPU";

/// Sellers by id and name.
type Named = &'static [(&'static str, &'static str)];

/// The sellers whose prices can be sized by, and those whose prices are only listed.
static SELLERS: (Named, Named) = include!(concat!(env!("OUT_DIR"), "/sellers.rs"));

/// Sellers by id, with the seconds in which they bill and those that they bill at the least.
static BILLING: &[(&str, u32, u32)] = include!(concat!(env!("OUT_DIR"), "/billing.rs"));

/// The region of a price whose list names none: it is the same in all that the seller has.
const EVERYWHERE: &str = "any";

impl PriceRecord {
    /// Its seller, as they write themselves, machine and region; without a machine where the rate
    /// is stated without one, without a region where its list names none.
    #[must_use]
    pub fn label(&self) -> String {
        let machine = Some(self.instance).filter(|instance| *instance != PER_GPU);
        let region = Some(self.region).filter(|region| *region != EVERYWHERE);
        let parts = [Some(seller_name(self.provider)), machine, region];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The price on a basis, where there is one.
    #[must_use]
    pub const fn quote(&self, basis: PriceBasis) -> Option<Quote> {
        match basis {
            PriceBasis::OnDemand => self.on_demand,
            PriceBasis::Spot => self.spot,
            PriceBasis::Reserved1y => self.reserved_1y,
            PriceBasis::Reserved3y => self.reserved_3y,
        }
    }

    /// Accelerators that are rented together: those of the instance; of a rate that is stated
    /// without one, a whole node's.
    fn lot(&self) -> u32 {
        if self.instance == PER_GPU {
            let known = accelerator(self.accelerator);
            known.map_or(self.count, |known| known.accelerator.node_size.max(1))
        } else {
            self.count
        }
    }

    /// Whether the fleet's filters let it count.
    fn suits(&self, fleet: &Fleet) -> bool {
        !self.listed_only && suits(fleet, self.provider, self.area)
    }
}

/// Whether the fleet's filters let a seller's price in a part of the world count.
fn suits(fleet: &Fleet, provider: &str, area: Area) -> bool {
    let named = |wanted: &String| wanted.eq_ignore_ascii_case(provider);
    (fleet.area == Area::Any || area == Area::Any || fleet.area == area)
        && (fleet.providers.is_empty() || fleet.providers.iter().any(named))
}

/// Whether a part of the world is asked for, and a price says of none that it holds there.
fn is_unplaced(fleet: &Fleet, area: Area) -> bool {
    fleet.area != Area::Any && area == Area::Any
}

/// For which time a seller bills; by the second where nothing is known of it.
fn billing(provider: &str) -> Billing {
    let mut known = BILLING.iter();
    let found = known.find(|(seller, _, _)| seller.eq_ignore_ascii_case(provider));
    let seconds = |count: u32| Seconds::new(f64::from(count));
    found.map_or(Billing::default(), |(_, unit, least)| Billing {
        unit: seconds(*unit),
        least: seconds(*least),
    })
}

/// A seller's discount for the user: a share of one, 0 where nothing was agreed.
fn discount(fleet: &Fleet, provider: &str) -> f64 {
    let mut agreed = fleet.discounts.iter();
    let found = agreed.find(|(seller, _)| seller.eq_ignore_ascii_case(provider));
    found.map_or(0.0, |(_, share)| *share)
}

impl Choice {
    /// Whether it is too old by `today`; no where there is no clock.
    fn has_expired(&self, today: Option<Date>) -> bool {
        today.is_some_and(|day| self.quote.age(day) == Age::Expired)
    }

    /// Whether it was read from the seller's own list, and not computed.
    const fn is_verified(&self) -> bool {
        self.record.verified && !self.quote.estimated
    }

    /// The same as the estimator takes it.
    #[must_use]
    pub fn price(&self) -> Price {
        Price {
            per_accelerator: self.per_accelerator,
            instance_accelerators: self.record.lot(),
            label: self.record.label(),
            seller: self.record.provider.to_owned(),
            read_from: self.quote.source().to_owned(),
            as_of: self.quote.as_of.to_owned(),
            verified: self.is_verified(),
            discount: self.discount,
            outdated: self.record.stale,
            expired: false,
            unplaced: self.unplaced,
            by_accelerator: false,
            estimated: self.quote.estimated,
            purchase: None,
            billing: billing(self.record.provider),
            machine: None,
        }
    }
}

/// Every price, those included that nothing is sized by, by seller.
#[must_use]
pub fn prices() -> &'static [PriceRecord] {
    &packed::PRICES
}

/// The sellers whose prices can be sized by: id, and name as they write it.
#[must_use]
pub const fn sellers() -> &'static [(&'static str, &'static str)] {
    SELLERS.0
}

/// How a seller writes themselves, by id; the id of one who is not known.
#[must_use]
pub fn seller_name(id: &str) -> &str {
    let (sized, listed) = SELLERS;
    let mut known = sized.iter().chain(listed);
    known
        .find(|(known, _)| *known == id)
        .map_or(id, |(_, name)| name)
}

/// The row of the user's own price list that counts for an accelerator under the fleet's
/// basis, area and sellers: the cheapest per accelerator, discounts taken off. Its price as
/// the estimator takes it.
#[must_use]
pub fn cheapest_listed<'a>(accelerator: &str, fleet: &'a Fleet) -> Option<(&'a Listed, Price)> {
    let price = |price: &Price| price.per_accelerator.get();
    listed(accelerator, fleet).min_by(|(_, one), (_, other)| price(one).total_cmp(&price(other)))
}

/// Every row of the user's list that the fleet's filters leave.
fn listed<'a>(accelerator: &str, fleet: &'a Fleet) -> impl Iterator<Item = (&'a Listed, Price)> {
    fleet.listed.iter().filter_map(move |row| {
        let sold = row.accelerator == accelerator && suits(fleet, &row.provider, row.area);
        let each = row.per_accelerator(fleet.basis).filter(|_| sold)?;
        let discount = discount(fleet, &row.provider);
        let names = [&row.provider, &row.instance, &row.region].into_iter();
        let names = names.filter(|name| !name.is_empty()).map(String::as_str);
        let price = Price {
            per_accelerator: each * (1.0 - discount),
            instance_accelerators: row.count.max(1),
            label: names.collect::<Vec<_>>().join(", "),
            seller: row.provider.clone(),
            read_from: row.source.clone(),
            as_of: row.as_of.clone(),
            verified: true,
            discount,
            outdated: false,
            expired: false,
            unplaced: is_unplaced(fleet, row.area),
            by_accelerator: fleet.by_accelerator,
            estimated: false,
            purchase: None,
            billing: billing(&row.provider),
            machine: None,
        };
        Some((row, price))
    })
}

/// As [`instances_on`], with no clock: no price has expired.
#[must_use]
pub fn instances(accelerator: &str, fleet: &Fleet) -> Vec<Price> {
    instances_on(accelerator, fleet, None)
}

/// The cheapest instance of every size and billing that an accelerator is sold in under the fleet's
/// basis, area and sellers: of the user's list where that has one, else of the catalogue,
/// less those that have expired by `today`, unless all have. None where the user has
/// a price of the accelerator alone. A price that no second source was seen for counts like
/// any other; it is marked.
#[must_use]
pub fn instances_on(accelerator: &str, fleet: &Fleet, today: Option<Date>) -> Vec<Price> {
    if fleet.own_prices.contains_key(accelerator) {
        return Vec::new();
    }
    let own = listed(accelerator, fleet);
    let own = own.map(|(row, price)| (price, (row.provider.as_str(), row.instance.as_str())));
    let own = own.fold(Vec::new(), by_size);
    if !own.is_empty() {
        return in_machines(accelerator, own);
    }
    let sold = current(accelerator, fleet, today).map(|choice| {
        let price = Price {
            expired: choice.has_expired(today),
            by_accelerator: fleet.by_accelerator,
            ..choice.price()
        };
        (price, (choice.record.provider, choice.record.instance))
    });
    in_machines(accelerator, sold.fold(Vec::new(), by_size))
}

/// A price, and the seller and the instance it is of.
type Sold<'a> = (Price, (&'a str, &'a str));

/// The cheapest of each size among those billed alike: of them no other can ever be taken.
/// Not by sorting, since every page would carry the sort.
fn by_size<'a>(mut all: Vec<Sold<'a>>, sold: Sold<'a>) -> Vec<Sold<'a>> {
    let kind = |price: &Price| (price.instance_accelerators, price.billing);
    match all
        .iter_mut()
        .find(|(known, _)| kind(known) == kind(&sold.0))
    {
        Some(known) if sold.0.per_accelerator < known.0.per_accelerator => *known = sold,
        Some(_) => {}
        None => all.push(sold),
    }
    all
}

/// Prices with the machines they are of.
fn in_machines(accelerator: &str, sold: Vec<Sold<'_>>) -> Vec<Price> {
    let sold = sold.into_iter().map(|(price, seller)| Price {
        machine: machine(accelerator, seller, price.instance_accelerators),
        ..price
    });
    sold.collect()
}

/// As [`cheapest_on`], with no clock: no price has expired.
#[must_use]
pub fn cheapest(accelerator: &str, fleet: &Fleet) -> Option<Choice> {
    cheapest_on(accelerator, fleet, None)
}

/// The least price of one accelerator under the fleet's basis, area and sellers, discounts
/// taken off, in whatever instance; those known to be out of date only where there is no
/// other. Prices that have expired ([`Age::Expired`]) count only
/// where there are no others.
#[must_use]
pub fn cheapest_on(accelerator: &str, fleet: &Fleet, today: Option<Date>) -> Option<Choice> {
    current(accelerator, fleet, today).min_by(|one, other| {
        let price = |choice: &Choice| choice.per_accelerator.get();
        let doubt = one.record.stale.cmp(&other.record.stale);
        doubt.then(price(one).total_cmp(&price(other)))
    })
}

/// The prices of the catalogue that the fleet's filters leave, less those that have expired
/// by `today`, unless all have; all of them where there is no clock.
fn current(accelerator: &str, fleet: &Fleet, today: Option<Date>) -> impl Iterator<Item = Choice> {
    let expired = move |choice: &Choice| choice.has_expired(today);
    let all_have = choices(accelerator, fleet).all(|choice| expired(&choice));
    choices(accelerator, fleet).filter(move |choice| all_have || !expired(choice))
}

/// Every price of the catalogue that the fleet's filters leave.
fn choices(accelerator: &str, fleet: &Fleet) -> impl Iterator<Item = Choice> {
    prices().iter().filter_map(move |record| {
        let sold = record.accelerator == accelerator && record.suits(fleet);
        let quote = record.quote(fleet.basis).filter(|_| sold)?;
        let discount = discount(fleet, record.provider);
        Some(Choice {
            record,
            quote,
            discount,
            per_accelerator: quote.per_hour() / f64::from(record.count) * (1.0 - discount),
            unplaced: is_unplaced(fleet, record.area),
        })
    })
}
