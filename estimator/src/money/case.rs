//! A sizing of the report under the terms of money: its replicas on hardware, hour by hour
//! of a week and month by month.

use super::autoscaled::ScaledWeek;
use super::curve::Curve;
use super::input::{Input, Values};
use super::levels::Levels;
use super::ownership::{HOURS_PER_YEAR, Hardware, MONTHS, Ownership};
use super::power::Power;
use super::renting::Renting;
use super::terms::{Rent, Terms};
use crate::choice::PriceBasis;
use crate::kubernetes::manifest::Untried;
use crate::offer::Offer;
use crate::quantity::{RequestsPerSecond, TokensPerSecond, Usd, UsdPerHour};
use crate::rental::HOURS_PER_MONTH;
use crate::serving::plan::demand::WEEK;
use crate::serving::plan::{
    Following, Level, Replicas, WeekPlan, growth, of_months, scaled_week, week,
};
use crate::serving::question::Growth;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;

/// The busiest hour's demand on the fleet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rates {
    pub(super) requests: RequestsPerSecond,
    pub(super) input: TokensPerSecond,
    pub(super) output: TokensPerSecond,
    /// The fleet's capacity over that; at least 1.
    pub(super) full: f64,
}

/// A sizing and the terms it is held against.
pub(super) struct Case<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) offer: &'a Offer,
    pub(super) sizing: &'a Sizing,
    pub(super) terms: &'a Terms,
    pub(super) kind: Replicas,
    /// The week under the autoscaler that was chosen, or why it was not tried.
    pub(super) autoscaled: Option<Result<ScaledWeek, Untried>>,
    /// The week, replicas following demand at a price by the hour: as the autoscaler does, where
    /// one is chosen and could be tried.
    pub(super) week: WeekPlan,
    /// The week's replicas where they may be interrupted, spares included; `None` where no
    /// such price is known. The most of them behind.
    spot: Option<(Vec<Level>, u32)>,
    /// The largest load of each month looked ahead, in units of today's.
    pub(super) loads: Vec<f64>,
    /// Replicas that each of them needs, spares included.
    pub(super) needed: Vec<u32>,
}

impl<'a> Case<'a> {
    /// The case, its week as it was tried.
    pub(super) fn new(
        scenario: &'a Scenario,
        offer: &'a Offer,
        sizing: &'a Sizing,
        terms: &'a Terms,
        autoscaled: Option<Result<ScaledWeek, Untried>>,
    ) -> Self {
        let kind = Replicas::of(scenario, offer, sizing);
        let scaled = autoscaled.iter().flatten().next();
        let of = |kind: &Replicas, basis| {
            let following = Following::of(scenario, offer, sizing, terms.scaling, basis);
            match scaled {
                Some(tried) => scaled_week(kind, terms.week, &following, tried.scaled()),
                None => week(kind, terms.week, &following),
            }
        };
        let plan = of(&kind, PriceBasis::OnDemand);
        let mut rents = terms.rents.iter();
        let spot = rents.find(|rent| rent.basis == PriceBasis::Spot);
        let spot = spot.map(|rent| {
            let plan = of(&rent.replicas(&kind), rent.basis);
            (plan.levels, plan.replicas)
        });
        let grows = Growth {
            per_year: terms.growth,
            months: months(&terms.values),
            ..Growth::default()
        };
        let loads: Vec<f64> = of_months(&growth::loads(&grows)).collect();
        Self {
            scenario,
            offer,
            sizing,
            terms,
            kind,
            autoscaled,
            week: plan,
            spot,
            needed: loads.iter().map(|load| kind.at(*load)).collect(),
            loads,
        }
    }

    /// The demand of the busiest hour; `None` where the speed is not known.
    pub(super) fn rates(&self) -> Option<Rates> {
        let speed = self.sizing.estimate.performance.as_ref()?;
        let requests = speed.requests * f64::from(self.sizing.working());
        let output = self.sizing.output()?;
        Some(Rates {
            requests,
            input: TokensPerSecond::new(requests.get() * self.scenario.workload.input_tokens),
            output,
            full: (self.sizing.full_output / output).max(1.0),
        })
    }

    /// Mean load over that of the busiest hour.
    pub(super) fn mean_share(&self, values: &Values) -> f64 {
        (self.week.mean_share() * self.presence(values)).min(1.0)
    }

    /// The load of the week at work as was typed, over that of the week itself.
    pub(super) fn presence(&self, values: &Values) -> f64 {
        let own = self.levels().all();
        if own > 0.0 {
            self.working(values).all() / own
        } else {
            1.0
        }
    }

    /// Share of the time that the accelerators work: as typed, as far as the hours that
    /// have a replica can reach it, or that of a week whose replicas follow demand.
    pub(super) fn utilization(&self, values: &Values) -> f64 {
        self.working(values).all() / (f64::from(self.week.replicas) * WEEK as f64)
    }

    /// The replicas that follow demand.
    fn levels(&self) -> Levels {
        let all = self.week.replicas;
        Levels::of(&self.week.levels, &self.week.levels).up_to(all, all)
    }

    /// The same as busy as was typed.
    pub(super) fn working(&self, values: &Values) -> Levels {
        self.levels().at_work(values.get(Input::Utilization))
    }

    /// Replicas that always run.
    pub(super) fn always(&self) -> u32 {
        let tried = self.autoscaled.iter().flatten().next();
        tried.map_or(self.terms.scaling.least, |tried| tried.scaled().least)
    }

    /// Replicas that are paid for where nobody comes.
    pub(super) fn fewest(&self) -> u32 {
        match self.always() {
            0 => 0,
            least => self.kind.at(0.0).max(least.min(self.week.replicas)),
        }
    }

    /// The hardware of so many replicas where they are owned: whole nodes where these are bought,
    /// and where the accelerators are joined on one board or in one rack; single cards in nodes
    /// elsewhere.
    pub(super) fn hardware(&self, replicas: u32) -> Hardware {
        if replicas == 0 {
            return Hardware {
                nodes: 0,
                accelerators: 0,
                used: 0,
            };
        }
        let (nodes, stranded) = self.kind.nodes(replicas);
        let used = self.kind.accelerators(replicas);
        let whole = self.sizing.is_bought(self.offer) || self.offer.accelerator.link.kind.joins();
        Hardware {
            nodes,
            accelerators: used.saturating_add(if whole { stranded } else { 0 }),
            used,
        }
    }

    /// Accelerators of the largest thing that is bought or rented as a whole.
    pub(super) fn largest(&self) -> u32 {
        let rents = self.terms.rents.iter();
        let instances = rents.map(|rent| rent.price.lot());
        instances.fold(self.kind.node, u32::max)
    }

    pub(super) fn power(&self, values: &Values) -> Option<Power> {
        Power::of(values, self.kind.node, self.offer.accelerator.power)
    }

    pub(super) fn ownership(&self, values: &Values) -> Option<Ownership> {
        let owner = Ownership::of(values, self.kind.node, self.offer.accelerator.power)?;
        // Who asks what buying takes buys all of it.
        let there = self.scenario.limits.owned;
        let there = there.filter(|_| !self.sizing.is_bought(self.offer));
        Some(Ownership {
            there: there.unwrap_or_default(),
            ..owner
        })
    }

    /// Renting at a price: by the hour, the hours that replicas work; committed, all.
    pub(super) fn renting(&self, rent: &Rent, values: &Values) -> Renting {
        let levels = if rent.is_by_the_hour() {
            let spot = self.spot.as_ref();
            let spot = spot.filter(|_| rent.basis == PriceBasis::Spot);
            let own = || (&self.week.levels, self.week.replicas);
            let (paid, most) = spot.map_or_else(own, |(paid, most)| (paid, *most));
            let levels = Levels::of(&self.week.levels, paid).up_to(self.week.replicas, most);
            levels.at_work(values.get(Input::Utilization))
        } else {
            Levels::always(self.week.replicas)
        };
        Renting::new(rent, &self.kind, levels)
    }

    /// So many replicas over today's.
    pub(super) fn load(&self, replicas: u32) -> f64 {
        f64::from(replicas) / f64::from(self.kind.at(1.0).max(1))
    }

    /// Owning so many replicas whose accelerators work `utilization` of the time.
    pub(super) fn owned(&self, owner: &Ownership, replicas: u32, utilization: f64) -> Curve {
        let hardware = self.hardware(replicas);
        Curve {
            bought: owner.purchase(hardware),
            resale: owner.resale(hardware),
            life: owner.years * MONTHS,
            monthly: owner.upkeep(hardware, utilization),
        }
    }

    /// The cost of so many replicas where they are owned, by the hour and in all.
    pub(super) fn owned_hour(
        &self,
        owner: &Ownership,
        replicas: u32,
        utilization: f64,
    ) -> UsdPerHour {
        let hardware = self.hardware(replicas);
        let yearly = owner.expense(hardware, utilization).per_year();
        UsdPerHour::new(yearly.get() / HOURS_PER_YEAR)
    }

    /// The cost of a month of so many replicas where they are owned and their accelerators work
    /// `utilization` of the time.
    pub(super) fn owned_month(&self, owner: &Ownership, replicas: u32, utilization: f64) -> Usd {
        let hour = self.owned_hour(owner, replicas, utilization);
        Usd::new(hour.get() * HOURS_PER_MONTH)
    }
}

/// Months that are looked ahead.
pub(super) fn months(values: &Values) -> u32 {
    let years = values.get(Input::Horizon).unwrap_or(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to what is drawn"
    )]
    let months = (years * MONTHS).round().clamp(1.0, 600.0) as u32;
    months
}
