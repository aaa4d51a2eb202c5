//! The answer about money. Views, charts and exports read this.

use super::api::{AgainstApi, against};
use super::autoscaled::autoscaled;
use super::case::Case;
use super::demand::{Demand, demand, idle};
use super::energy::{Energy, energy};
use super::horizon::{Horizon, Way, horizon, saving};
use super::input::{Input, Values};
use super::load::{Point, loads};
use super::ownership::{Expense, Hardware, Ownership};
use super::terms::{Origin, Outcome, Rent, Terms};
use super::tornado::{Bar, tornado};
use super::units::{Over, Units, Users, units};
use crate::offer::Offer;
use crate::order::ascending;
use crate::quantity::{Usd, UsdPerHour};
use crate::rental::Rented;
use crate::serving::plan::demand::WEEK;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use serde::Serialize;

/// The sizing's accelerators, owned.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Owned {
    /// The purchase, in numbers.
    pub hardware: Hardware,
    /// Accelerators of it that no replica uses.
    pub stranded: u32,
    /// Its purchase price.
    pub purchase: Usd,
    /// Its resale price in the end.
    pub resale: Usd,
    /// Its cost where all its accelerators work all the time; per hour of every accelerator that is
    /// owned, stranded or not.
    pub always: Expense,
    /// Its cost at the expected utilisation, over the hours that they then work.
    pub expected: Expense,
    /// The formulas' inputs.
    pub ownership: Ownership,
}

/// Everything about money.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Accelerators of the sizing.
    pub accelerators: u32,
    /// The way that the question takes: what is bought, or there already, is owned.
    pub asked: Way,
    /// Share of the time that they work: as typed, or the week's.
    pub utilization: f64,
    /// The share that was typed, where hours without a replica leave less.
    pub unreached: Option<f64>,
    /// Every input with its value.
    pub values: Values,
    /// Where the values come from.
    pub origins: Vec<Origin>,
    /// Prices to rent at.
    pub rents: Vec<Rent>,
    /// The sizing as it is sold at the price asked; `None` without one.
    pub sold: Option<Rented>,
    /// The cost of an answer then.
    pub rented: Option<Units>,
    /// The same where the accelerators are owned.
    pub owned_units: Option<Units>,
    /// Owning them; `None` where no price or power of theirs is known.
    pub owned: Option<Owned>,
    /// Renting and owning over the years looked ahead.
    pub horizon: Horizon,
    /// The outcome that the sensitivity is taken of.
    pub outcome: Outcome,
    /// That outcome itself, dollars; `None` where owning is not reckoned.
    pub expected: Option<f64>,
    /// The inputs that matter most, the farthest first.
    pub tornado: Vec<Bar>,
    /// The cost of a million tokens at other loads; empty where the speed is not known.
    pub loads: Vec<Point>,
    /// Against an API, where its prices are known.
    pub api: Option<AgainstApi>,
    /// Energy and carbon, where the power is known.
    pub energy: Option<Energy>,
    /// Demand over the week and the capacity for it.
    pub demand: Demand,
}

impl Report {
    /// Accelerators that are there already, whose purchase no amount counts; 0 where nobody has
    /// any, or where owning is not reckoned.
    #[must_use]
    pub fn there(&self) -> u32 {
        let owned = self.owned.as_ref();
        owned.map_or(0, |owned| owned.ownership.there)
    }

    /// What a million tokens cost at the load asked for; `None` where the speed is not known.
    #[must_use]
    pub fn at_demand(&self) -> Option<&Point> {
        self.loads.iter().find(|point| point.load >= 1.0)
    }

    /// Every way with its net cost over the years looked ahead, the least first.
    #[must_use]
    pub fn ways(&self) -> Vec<(Way, Usd)> {
        let courses = self.horizon.courses.iter();
        let courses = courses.map(|course| (course.way, course.net()));
        let api = self.api.iter().map(|api| (Way::Api, api.net));
        ascending(courses.chain(api).collect(), |(_, net)| net.get())
    }

    /// The way that is proposed: the one that the question takes; where that has no price, the
    /// least of owning, both, and renting at the price asked. Renting on other terms, and an API,
    /// are another service, and stand beside it only.
    #[must_use]
    pub fn best(&self) -> Option<(Way, Usd)> {
        let rented = self.rents.first().map(|rent| Way::Rented(rent.basis));
        let counts = |way| match way {
            Way::Owned | Way::Both => true,
            Way::Rented(_) => Some(way) == rented,
            Way::Api => false,
        };
        let ways = self.ways();
        let mut asked = ways.iter().filter(|(way, _)| *way == self.asked);
        let least = || ways.iter().find(|(way, _)| counts(*way));
        asked.next().or_else(least).copied()
    }

    /// The cheapest of all ways but the one proposed; that may be less.
    #[must_use]
    pub fn next_best(&self) -> Option<(Way, Usd)> {
        let (best, _) = self.best()?;
        self.ways().into_iter().find(|(way, _)| *way != best)
    }
}

/// The report about the money of `sizing` of `offer`.
#[must_use]
pub fn report(scenario: &Scenario, offer: &Offer, sizing: &Sizing, terms: &Terms) -> Report {
    let week = autoscaled(scenario, offer, sizing, terms.followed());
    let case = Case::new(scenario, offer, sizing, terms, week);
    let utilization = case.utilization(&terms.values);
    let typed = terms.values.get(Input::Utilization);
    let values = terms.values.with(Input::Utilization, utilization);
    let owner = case.ownership(&values);
    let users = Users::of(&values, scenario.workload.load);
    let units = |per_hour: UsdPerHour, accelerators: u32, least: f64| {
        let over = over(&case, &values, users, (accelerators, least))?;
        Some(units(per_hour, &over))
    };
    let sold = if sizing.is_bought(offer) {
        let rent = terms.rents.first();
        rent.map(|rent| sizing.rented(&rent.price))
    } else {
        sizing.cost.map(|cost| cost.bill)
    };
    let rented = sold.and_then(|sold| {
        // All but the fewest replicas can be given back.
        let fewest = f64::from(case.kind.sold(case.fewest()));
        let paid = sold.accelerators;
        units(sold.per_hour, paid, fewest / f64::from(paid))
    });
    let bought = case.hardware(case.week.replicas);
    let owned_hour = |owner: &Ownership| case.owned_hour(owner, case.week.replicas, utilization);
    let rented_at = terms.rents.first().map(|rent| Way::Rented(rent.basis));
    let is_owned = scenario.limits.owned.is_some() || sizing.is_bought(offer);
    Report {
        accelerators: sizing.accelerators(),
        asked: rented_at.filter(|_| !is_owned).unwrap_or(Way::Owned),
        utilization,
        unreached: typed.filter(|typed| utilization < typed * (1.0 - 1e-6)),
        origins: terms.origins.clone(),
        rents: terms.rents.clone(),
        sold,
        rented,
        owned_units: owner
            .as_ref()
            .and_then(|owner| units(owned_hour(owner), bought.accelerators, 1.0)),
        loads: loads(&case, owner.as_ref(), &values),
        owned: owner.map(|owner| owned(&case, &owner, utilization)),
        horizon: horizon(&case, owner.as_ref(), &values),
        outcome: terms.outcome,
        expected: outcome(&case, &values, 1.0),
        tornado: tornado(&values, |values, rent| outcome(&case, values, rent)),
        api: against(&case, owner.as_ref(), &values),
        energy: energy(&case, &values),
        demand: demand(&case, &values),
        values,
    }
}

/// `least` is the share of the bill of so many accelerators that is paid without any load.
fn over(
    case: &Case<'_>,
    values: &Values,
    users: Users,
    (accelerators, least): (u32, f64),
) -> Option<Over> {
    let hardware = case.hardware(case.week.replicas);
    let power = case.power(values);
    Some(Over {
        rates: case.rates()?,
        mean: case.mean_share(values),
        least,
        idle: idle(
            &case.kind,
            &case.week,
            f64::from(accelerators) * WEEK as f64,
            case.presence(values),
        ),
        users,
        drawn: power.map(|power| power.of_fleet(hardware, 1.0)),
    })
}

fn owned(case: &Case<'_>, owner: &Ownership, utilization: f64) -> Owned {
    // Those that work on rented accelerators which are paid for anyway are not bought.
    let hardware = case.hardware(case.week.replicas);
    Owned {
        hardware,
        stranded: hardware
            .accelerators
            .saturating_sub(case.kind.accelerators(case.week.replicas)),
        purchase: owner.purchase(hardware),
        resale: owner.resale(hardware),
        always: owner.expense(hardware.working(), 1.0),
        expected: owner.expense(hardware, utilization),
        ownership: *owner,
    }
}

/// The outcome that the sensitivity is taken of, where renting costs `rent` times its price.
fn outcome(case: &Case<'_>, values: &Values, rent: f64) -> Option<f64> {
    let owner = case.ownership(values)?;
    let busy = case.utilization(values);
    match case.terms.outcome {
        Outcome::OwnedHour => {
            let hardware = case.hardware(case.week.replicas);
            Some(owner.expense(hardware, busy).per_hour().get())
        }
        Outcome::Saving => {
            let asked = case.terms.rents.first()?;
            Some(saving(case, &owner, values, asked, rent).get())
        }
    }
}
