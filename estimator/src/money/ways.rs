//! The ways to run one sizing, each as what is paid once, every month and over the years looked
//! ahead.
//!
//! ```text
//! over the years = once + months * monthly + what growth adds - worth in the end
//! ```
//!
//! The figures are those of [`report`](super::report()): its courses, and its API.

use super::api::against;
use super::autoscaled::ScaledWeek;
use super::case::{Case, months};
use super::course::Course;
use super::horizon::{Way, courses};
use super::input::{Input, Values};
use super::ownership::{Hardware, Ownership};
use super::terms::Terms;
use crate::kubernetes::manifest::Untried;
use crate::offer::Offer;
use crate::quantity::Usd;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;

/// What a way costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlay {
    /// The way.
    pub way: Way,
    /// Paid on the first day, dollars.
    pub once: Usd,
    /// Paid every month at today's load, dollars.
    pub monthly: Usd,
    /// Over the years looked ahead, the worth of what is owned in the end taken off; dollars.
    pub net: Usd,
    /// Accelerators that are bought on the first day where all are: those of whole servers that no
    /// replica uses among them. 0 where they are rented, or in part.
    pub bought: u32,
}

/// All ways to run one sizing.
#[derive(Debug, Clone, PartialEq)]
pub struct Ways {
    /// Months looked ahead.
    pub months: u32,
    /// The ways: the price asked first, then other bases, owning, both, and an API.
    pub all: Vec<Outlay>,
}

/// The ways to run `sizing` of `offer`; `autoscaled` is the week of [`autoscaled`](super::autoscaled())
/// on the terms' load.
#[must_use]
pub fn ways(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    terms: &Terms,
    autoscaled: Option<Result<ScaledWeek, Untried>>,
) -> Ways {
    let case = Case::new(scenario, offer, sizing, terms, autoscaled);
    let busy = case.utilization(&terms.values);
    let values = terms.values.with(Input::Utilization, busy);
    let owner = case.ownership(&values);
    let (courses, _) = courses(&case, owner.as_ref(), &values);
    let months = months(&values);
    let api = against(&case, owner.as_ref(), &values);
    let api = api.map(|api| Outlay {
        way: Way::Api,
        once: Usd::ZERO,
        monthly: api.per_month,
        net: api.net,
        bought: 0,
    });
    let bought = case.hardware(case.week.replicas).accelerators;
    let of = |course: &Course| Outlay::of(course, bought);
    Ways {
        months,
        all: courses.iter().map(of).chain(api).collect(),
    }
}

/// What the servers that a sizing buys cost a month beside their purchase, where its replicas are at
/// work all the time: [`Outlay::monthly`] of owning them, known without a week or growth. `None`
/// where nothing is bought.
#[must_use]
pub fn upkeep(offer: &Offer, sizing: &Sizing, values: &Values) -> Option<Usd> {
    let bill = sizing.cost.filter(|_| sizing.is_bought(offer))?.bill;
    let owner = Ownership::of(values, bill.instance, offer.accelerator.power)?;
    let hardware = Hardware {
        nodes: bill.instances,
        accelerators: bill.accelerators,
        used: sizing.accelerators(),
    };
    Some(owner.upkeep(hardware, 1.0))
}

impl Ways {
    /// The outlay of a way.
    #[must_use]
    pub fn of(&self, way: Way) -> Option<&Outlay> {
        self.all.iter().find(|outlay| outlay.way == way)
    }

    /// Renting at the price asked.
    #[must_use]
    pub fn rented(&self) -> Option<&Outlay> {
        let mut all = self.all.iter();
        all.find(|outlay| matches!(outlay.way, Way::Rented(_)))
    }
}

impl Outlay {
    /// Months, in parts, after which this way has paid no more than `other`, each at today's load
    /// and with nothing sold; `None` where that is not within `months`.
    #[must_use]
    pub fn even_with(&self, other: &Self, months: u32) -> Option<f64> {
        let ahead = (self.once - other.once).get();
        let saved = (other.monthly - self.monthly).get();
        if ahead <= 0.0 {
            return (saved >= 0.0).then_some(0.0);
        }
        let after = ahead / saved;
        (saved > 0.0 && after <= f64::from(months)).then_some(after)
    }

    fn of(course: &Course, bought: u32) -> Self {
        let is_bought = course.way == Way::Owned;
        Self {
            way: course.way,
            once: course.curve.bought,
            monthly: course.curve.monthly,
            net: course.net(),
            bought: if is_bought { bought } else { 0 },
        }
    }
}
