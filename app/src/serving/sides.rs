//! The ways beside an answer: to rent, to buy, an API. Of renting and buying the one is the
//! answer's own, the other what the same question recommends when its way is turned round.

use super::solve::Answer;
use super::weeks::Week;
use crate::browser;
use catalog::money::{self, Api};
use estimator::money::Rent;
use estimator::money::horizon::Way;
use estimator::money::question::Question as Money;
use estimator::money::ways::{Outlay, Ways, ways};
use estimator::offer::{Offer, Price};
use estimator::rental::Lot;
use estimator::serving::question::Growth;
use estimator::serving::report::Sizing;

/// A sizing of an answer, and how its load grows.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    /// The answer.
    pub(crate) answer: &'a Answer,
    /// The offer that is sized.
    pub(crate) offer: &'a Offer,
    /// Its sizing.
    pub(crate) sizing: &'a Sizing,
    /// The growth of the load.
    pub(crate) growth: &'a Growth,
    /// The answer to its question turned.
    pub(crate) turned: Option<&'a Answer>,
    /// How the week of an autoscaler is tried.
    pub(crate) week: Week,
}

/// Hardware that is rented or bought, and its money.
#[derive(Clone)]
pub(crate) struct Side {
    /// Accelerators: of the replicas where they are rented, of the servers where they are bought.
    pub(crate) accelerators: u32,
    /// Their name.
    pub(crate) name: String,
    /// The price that is paid; `None` where none is known.
    pub(crate) price: Option<Price>,
    /// Instances or servers.
    pub(crate) machines: u32,
    /// Load that can be added, as a share.
    pub(crate) headroom: f64,
    /// Its money, every way.
    pub(crate) ways: Ways,
    /// The rents among them.
    rents: Vec<Rent>,
}

/// All ways beside an answer.
#[derive(Clone)]
pub(crate) struct Sides {
    /// Whether the answer is of what is bought.
    pub(crate) is_bought: bool,
    /// Whether hardware is there already: it is neither rented nor bought.
    pub(crate) is_there: bool,
    /// What is rented.
    pub(crate) rent: Option<Side>,
    /// What is bought, its outlay known.
    pub(crate) buy: Option<Side>,
    /// The API that is compared.
    pub(crate) api: Option<(Outlay, &'static Api)>,
    /// Months looked ahead.
    pub(crate) months: u32,
}

impl Side {
    /// The outlay where it is rented at the price asked.
    pub(crate) fn rented(&self) -> Option<&Outlay> {
        self.ways.rented()
    }

    /// The price of a way to pay: of the rent, or of the server that is bought; `None` where none
    /// is known.
    pub(crate) fn price_of(&self, way: Way) -> Option<&Price> {
        match way {
            Way::Rented(basis) => {
                let mut rents = self.rents.iter();
                rents
                    .find(|rent| rent.basis == basis)
                    .map(|rent| &rent.price)
            }
            Way::Owned => self.price.as_ref().filter(|price| price.purchase.is_some()),
            // The peaks are rented, at the first price by the hour.
            Way::Both => {
                let mut rents = self.rents.iter();
                rents
                    .find(|rent| rent.is_by_the_hour())
                    .map(|rent| &rent.price)
            }
            Way::Api => None,
        }
    }

    /// The accelerators of a way to come by it: all that are bought, or those that are rented and
    /// work.
    pub(crate) const fn accelerators_of(&self, outlay: &Outlay) -> u32 {
        match outlay.bought {
            0 => self.accelerators,
            bought => bought,
        }
    }

    /// The outlay where it is bought.
    pub(crate) fn owned(&self) -> Option<&Outlay> {
        self.ways.of(Way::Owned)
    }

    fn of(shown: Shown<'_>, money: &Money) -> Option<Self> {
        let Shown {
            answer,
            offer,
            sizing,
            growth,
            week,
            ..
        } = shown;
        let (asked, today) = (&answer.question, browser::today());
        let lot = Lot::of(&answer.scenario, offer, sizing);
        let terms = catalog::resolve_money_on(money, asked, growth, offer, lot, today).ok()?;
        let week = week(&answer.scenario, offer, sizing, terms.followed());
        let bill = sizing.cost.map(|cost| cost.bill);
        let bought = bill.filter(|_| sizing.is_bought(offer));
        Some(Self {
            accelerators: bought.map_or_else(|| sizing.accelerators(), |bill| bill.accelerators),
            name: offer.accelerator.name.clone(),
            price: sizing.price(offer).cloned(),
            machines: bill.map_or(0, |bill| bill.instances),
            headroom: sizing.headroom,
            ways: ways(&answer.scenario, offer, sizing, &terms, week),
            rents: terms.rents,
        })
    }
}

/// The ways beside a sizing that is shown; `None` where its money is not known.
pub(crate) fn sides(shown: Shown<'_>, money: &Money) -> Option<Sides> {
    let asked = &shown.answer.question;
    let own = Side::of(shown, money)?;
    let other = shown.turned.and_then(|answer| {
        let (offer, sizing) = answer.recommended()?;
        let shown = Shown {
            answer,
            offer,
            sizing,
            ..shown
        };
        Side::of(shown, money)
    });
    let api = money::compared(money, asked).and_then(money::api);
    let (months, api) = (own.ways.months, own.ways.of(Way::Api).copied().zip(api));
    let (rent, buy) = if asked.fleet.bought {
        (other, Some(own))
    } else {
        (Some(own), other)
    };
    Some(Sides {
        is_bought: asked.fleet.bought,
        is_there: asked.limits.owned.is_some(),
        rent,
        buy: buy.filter(|side| side.owned().is_some()),
        api,
        months,
    })
}
