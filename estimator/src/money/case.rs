//! A sizing of the report under the terms of money: its replicas on hardware, hour by hour.

use super::curve::Curve;
use super::input::{Input, Values};
use super::ownership::{HOURS_PER_YEAR, Hardware, MONTHS, Ownership};
use super::power::Power;
use super::terms::{Rent, Terms};
use crate::cost::HOURS_PER_MONTH;
use crate::hardware::LinkKind;
use crate::plan::day;
use crate::plan::demand::DAY;
use crate::plan::{DayPlan, Replicas};
use crate::quantity::{RequestsPerSecond, TokensPerSecond, Usd, UsdPerHour};
use crate::report::Sizing;
use crate::scenario::{Offer, Scenario};

/// Hours of a day.
const HOURS: f64 = 24.0;

/// What the busiest hour asks of the fleet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rates {
    pub(super) requests: RequestsPerSecond,
    pub(super) input: TokensPerSecond,
    pub(super) output: TokensPerSecond,
    /// What the fleet could carry over that; at least 1.
    pub(super) full: f64,
}

/// A sizing and the terms it is held against.
pub(super) struct Case<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) offer: &'a Offer,
    pub(super) sizing: &'a Sizing,
    pub(super) terms: &'a Terms,
    pub(super) kind: Replicas,
    pub(super) day: DayPlan,
}

impl<'a> Case<'a> {
    pub(super) fn new(
        scenario: &'a Scenario,
        offer: &'a Offer,
        sizing: &'a Sizing,
        terms: &'a Terms,
    ) -> Self {
        let kind = Replicas::of(scenario, offer, sizing, 1.0);
        Self {
            scenario,
            offer,
            sizing,
            terms,
            kind,
            day: day::day(&kind, terms.day, 1),
        }
    }

    /// What the busiest hour asks; `None` where the speed is not known.
    pub(super) fn rates(&self) -> Option<Rates> {
        let speed = self.sizing.estimate.performance.as_ref()?;
        let working = self
            .sizing
            .replicas
            .saturating_sub(self.sizing.spare_replicas);
        let working = f64::from(working);
        let requests = speed.requests * working;
        let output = speed.output * working;
        Some(Rates {
            requests,
            input: TokensPerSecond::new(requests.get() * self.scenario.workload.input_tokens),
            output,
            full: (self.sizing.full_output / output).max(1.0),
        })
    }

    /// Mean load over that of the busiest hour.
    pub(super) fn mean_share(&self) -> f64 {
        self.day.hours.iter().map(|hour| hour.share).sum::<f64>() / HOURS
    }

    /// Share of the time that the accelerators work: as typed, or that of a day whose
    /// replicas follow demand.
    pub(super) fn utilization(&self, values: &Values) -> f64 {
        values
            .get(Input::Utilization)
            .unwrap_or_else(|| self.of_day())
    }

    fn of_day(&self) -> f64 {
        self.day.followed_hours / self.day.static_hours
    }

    /// Replicas that work in each hour. A utilisation that was typed stretches or shrinks
    /// the day to it.
    pub(super) fn running(&self, values: &Values) -> [f64; DAY] {
        let stretch = self.utilization(values) / self.of_day();
        let most = f64::from(self.day.replicas);
        self.day
            .hours
            .map(|hour| (f64::from(hour.running) * stretch).min(most))
    }

    /// What so many replicas take where they are owned: whole nodes where the accelerators
    /// are joined on one board or in one rack, single cards in nodes elsewhere.
    pub(super) fn hardware(&self, replicas: u32) -> Hardware {
        if replicas == 0 {
            return Hardware {
                nodes: 0,
                accelerators: 0,
            };
        }
        let (nodes, stranded) = self.kind.nodes(replicas);
        let used = self.kind.accelerators(replicas);
        let whole = matches!(
            self.offer.accelerator.link.kind,
            LinkKind::NvLink | LinkKind::Fabric | LinkKind::ScaleUp
        );
        Hardware {
            nodes,
            accelerators: used.saturating_add(if whole { stranded } else { 0 }),
        }
    }

    pub(super) fn power(&self, values: &Values) -> Option<Power> {
        Power::of(values, self.kind.node, self.offer.accelerator.power)
    }

    pub(super) fn ownership(&self, values: &Values) -> Option<Ownership> {
        Ownership::of(values, self.kind.node, self.offer.accelerator.power)
    }

    /// Renting all replicas: by the hour, the hours that they work; committed, all.
    pub(super) fn rented(&self, rent: &Rent, values: &Values) -> Curve {
        let hours = if rent.is_by_the_hour() {
            self.utilization(values)
        } else {
            1.0
        };
        let accelerators = f64::from(self.sizing.accelerators());
        let per_hour = rent.price.per_accelerator * accelerators;
        Curve::rented(Usd::new(per_hour.get() * HOURS_PER_MONTH * hours))
    }

    /// Owning so many replicas whose accelerators work `utilization` of the time.
    pub(super) fn owned(&self, owner: &Ownership, replicas: u32, utilization: f64) -> Curve {
        let hardware = self.hardware(replicas);
        let (bought, resale) = (owner.purchase(hardware), owner.resale(hardware));
        let yearly = owner.expense(hardware, utilization).per_year().get();
        let written_off = (bought - resale).get() / owner.years;
        Curve {
            bought,
            resale,
            life: owner.years * MONTHS,
            monthly: Usd::new((yearly - written_off) / MONTHS),
        }
    }

    /// What so many replicas cost where they are owned, by the hour and in all.
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

    /// What a month of so many rented replicas costs, hours as in [`Case::rented`].
    pub(super) fn rented_month(&self, rent: &Rent, replicas: u32, values: &super::Values) -> Usd {
        let all = self.rented(rent, values).monthly;
        all * (f64::from(replicas) / f64::from(self.sizing.replicas.max(1)))
    }

    /// What a month of so many replicas costs where they are owned.
    pub(super) fn owned_month(
        &self,
        owner: &Ownership,
        replicas: u32,
        values: &super::Values,
    ) -> Usd {
        let hour = self.owned_hour(owner, replicas, self.utilization(values));
        Usd::new(hour.get() * HOURS_PER_MONTH)
    }
}
