//! Demand over the week and the capacity for it: every way to pay for it against each other, the
//! time of a start, and whether going to zero pays. The weeks themselves are
//! [`crate::serving::plan::week()`]'s.

use super::autoscaled::Autoscaled;
use super::case::Case;
use super::input::Values;
use crate::choice::PriceBasis;
use crate::kubernetes::manifest::Untried;
use crate::offer::Offer;
use crate::quantity::{Seconds, Usd};
use crate::serving::balance::balance;
use crate::serving::plan::{
    Following, NotZero, Replicas, Scaled, WeekHour, WeekPlan, scaled_week, week,
};
use crate::serving::question::Scaling;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use serde::Serialize;

/// One way to hold capacity for a week of demand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Capacity {
    /// How it is paid.
    pub basis: PriceBasis,
    /// Whether replicas follow demand, or those of the peak run all week.
    pub follows: bool,
    /// Accelerator hours of a week that are paid for, in whole instances.
    pub hours: f64,
    /// The cost of a month of such weeks; `None` without a price.
    pub per_month: Option<Usd>,
    /// Share of those hours that no load needs.
    pub idle: f64,
    /// How long in a week fewer replicas answer than the load needs.
    pub at_risk: Seconds,
    /// Share of the requests that come then.
    pub requests_at_risk: f64,
    /// Replicas against interruptions among them.
    pub spares: u32,
    /// Share of the peak's time that interruptions leave too few nevertheless.
    pub short: f64,
}

/// The time of starting a replica.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Start {
    /// All of it.
    pub all: Seconds,
    /// Getting a machine and its image.
    pub machine: Seconds,
    /// Reading the weights.
    pub weights: Seconds,
    /// Starting the engine and warming it up.
    pub engine: Seconds,
    /// Whether the weights come over the network.
    pub from_network: bool,
}

/// Whether going to zero pays, where no replica always runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zero {
    /// It does.
    Pays {
        /// Hours of a week without a replica that always runs.
        hours: u32,
        /// Share of the requests that wait for a start.
        waiting: f64,
        /// Its saving a month; `None` without a price.
        saved: Option<Usd>,
    },
    /// It does not.
    Not(NotZero),
    /// It may, and saves nothing.
    Useless,
    /// The autoscaler keeps the last replica: KEDA alone lets it go.
    Kept,
}

/// Why following demand saves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unsaved {
    /// No price is known.
    Unpriced,
    /// Replicas shut down are paid for all the same.
    Committed,
    /// Every hour asks for as much.
    Even,
    /// Every hour takes as many replicas.
    Replicas,
    /// Replicas that are not needed are kept running.
    Kept,
    /// Every hour takes as many whole instances.
    Instances,
}

/// Demand and capacity over a week.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Demand {
    /// The week, replicas following demand: at the price asked, where that is by the hour.
    pub week: WeekPlan,
    /// The load of the busiest hour in replicas, not rounded.
    pub peak: f64,
    /// The ways, those at the price asked first.
    pub ways: Vec<Capacity>,
    /// The time of starting a replica.
    pub start: Start,
    /// Replicas that always run.
    pub always: u32,
    /// Whether going to zero pays.
    pub zero: Zero,
    /// Accelerators of an instance as it is sold.
    pub instance: u32,
    /// Accelerators of the peak's instances that no replica uses.
    pub stranded: u32,
    /// What was counted of the autoscaler that sets the replicas.
    pub autoscaled: Option<Autoscaled>,
    /// Why the one that was chosen was not tried: then replicas follow demand as planned.
    pub untried: Option<Untried>,
}

impl Demand {
    /// The load of an hour in replicas, not rounded, by its share of the busiest hour's.
    #[must_use]
    pub fn worth(&self, share: f64) -> f64 {
        self.peak * share
    }

    /// Following demand at the price asked, where that is by the hour, else on demand: the cost of
    /// a month, its saving against the peak's replicas all week, and the share; `None` where
    /// nothing is saved, or no price is known.
    #[must_use]
    pub fn saves(&self) -> Option<(PriceBasis, Usd, Usd, f64)> {
        let followed = self.ways.iter().find(|way| way.follows)?;
        let same = |way: &&Capacity| !way.follows && way.basis == followed.basis;
        let fixed = self.ways.iter().find(same)?.per_month?;
        let month = followed.per_month?;
        // Less than a per mille is an error of rounding.
        let share = 1.0 - month / fixed;
        (share >= 1e-3).then(|| (followed.basis, month, fixed - month, share))
    }

    /// Why following demand saves nothing, where it does not.
    #[must_use]
    pub fn unsaved(&self) -> Option<Unsaved> {
        if self.saves().is_some() {
            return None;
        }
        let most = self.week.replicas;
        Some(match self.ways.iter().find(|way| way.follows) {
            None => Unsaved::Committed,
            Some(way) if way.per_month.is_none() => Unsaved::Unpriced,
            _ if self.is_even() => Unsaved::Even,
            _ if self.all(|hour| f64::from(hour.needed), most.into()) => Unsaved::Replicas,
            _ if self.all(|hour| hour.paid, most.into()) => Unsaved::Kept,
            _ => Unsaved::Instances,
        })
    }

    /// Whether every hour asks for as much as the busiest.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.all(|hour| hour.share, 1.0)
    }

    /// Whether `of` every hour of the week is `most` at the least.
    fn all(&self, of: fn(&WeekHour) -> f64, most: f64) -> bool {
        // Less than a per mille is an error of rounding.
        let mut hours = self.week.hours.iter();
        hours.all(|hour| of(hour) >= most * (1.0 - 1e-3))
    }
}

/// The demand of a case.
pub(super) fn demand(case: &Case<'_>, values: &Values) -> Demand {
    let (scenario, offer, sizing) = (case.scenario, case.offer, case.sizing);
    let (terms, kind) = (case.terms, &case.kind);
    let tried = case.autoscaled.iter().flatten().next();
    let planned = |kind: &Replicas, basis, least| {
        let scaling = Scaling {
            least,
            ..terms.scaling
        };
        let following = Following::of(scenario, offer, sizing, scaling, basis);
        week(kind, terms.week, &following)
    };
    let scaled = |kind: &Replicas, basis, scaled: &Scaled| {
        let following = Following::of(scenario, offer, sizing, terms.scaling, basis);
        scaled_week(kind, terms.week, &following, scaled)
    };
    let least = terms.scaling.least;
    let of = |kind: &Replicas, basis| match tried {
        Some(tried) => scaled(kind, basis, tried.scaled()),
        None => planned(kind, basis, least),
    };
    let present = case.presence(values);
    let mut ways = Vec::new();
    let mut shown = None;
    for rent in &terms.rents {
        let kind = rent.replicas(kind);
        let plan = of(&kind, rent.basis);
        ways.push(fixed(&kind, rent.basis, &plan, present));
        if rent.is_by_the_hour() {
            let renting = case.renting(rent, values);
            let paid = (renting.hours(), Some(renting.month(1.0)));
            ways.push(followed(&kind, rent.basis, &plan, present, paid));
            shown.get_or_insert((kind, rent.basis, plan));
        }
    }
    let (hourly, basis, plan) = shown.unwrap_or_else(|| {
        let basis = PriceBasis::OnDemand;
        (*kind, basis, of(kind, basis))
    });
    if ways.is_empty() {
        let paid = (plan.followed_hours * present, None);
        ways.push(fixed(&hourly, basis, &plan, present));
        ways.push(followed(&hourly, basis, &plan, present, paid));
    }
    let zero = match tried {
        None => to_zero(
            &planned(&hourly, basis, 0),
            &planned(&hourly, basis, least.max(1)),
        ),
        Some(tried) => match (tried.with_sleep(true), tried.with_sleep(false)) {
            (Some(without), Some(with)) => to_zero(
                &scaled(&hourly, basis, &without),
                &scaled(&hourly, basis, &with),
            ),
            // Its autoscaler never lets the last one go.
            _ => Zero::Kept,
        },
    };
    let used = hourly.accelerators(plan.replicas);
    Demand {
        peak: kind.needed + kind.decode,
        ways,
        start: start(scenario, offer, sizing, terms.scaling.machine),
        always: case.always(),
        zero,
        instance: hourly.instance,
        stranded: hourly.sold(plan.replicas).saturating_sub(used),
        week: plan,
        autoscaled: tried.map(|tried| tried.counted(sizing)),
        untried: case
            .autoscaled
            .as_ref()
            .and_then(|tried| tried.as_ref().err().copied()),
    }
}

fn start(scenario: &Scenario, offer: &Offer, sizing: &Sizing, machine: Seconds) -> Start {
    let balance = balance(scenario, offer, sizing);
    Start {
        all: balance.cold_start + machine,
        machine,
        weights: balance.loading,
        engine: balance.cold_start - balance.loading,
        from_network: balance.from_network,
    }
}

/// The peak's replicas all week, for `present` times the week's load.
fn fixed(kind: &Replicas, basis: PriceBasis, plan: &WeekPlan, present: f64) -> Capacity {
    Capacity {
        basis,
        follows: false,
        hours: plan.static_hours,
        per_month: plan.static_cost,
        idle: idle(kind, plan, plan.static_hours, present),
        at_risk: Seconds::ZERO,
        requests_at_risk: 0.0,
        spares: plan.interruption_spares,
        short: plan.short,
    }
}

/// Replicas that follow demand, at so many accelerator hours of a week and dollars a month.
fn followed(
    kind: &Replicas,
    basis: PriceBasis,
    plan: &WeekPlan,
    present: f64,
    (hours, per_month): (f64, Option<Usd>),
) -> Capacity {
    Capacity {
        follows: true,
        hours,
        per_month,
        idle: idle(kind, plan, hours, present),
        at_risk: plan.at_risk * present.min(1.0),
        requests_at_risk: plan.requests_at_risk,
        ..fixed(kind, basis, plan, present)
    }
}

/// Share of the accelerator hours of a week paid for that no load needs.
pub(super) fn idle(kind: &Replicas, plan: &WeekPlan, paid: f64, present: f64) -> f64 {
    let hours = plan.hours.len() as f64;
    let needed = plan.needed() * hours * f64::from(kind.each) * present;
    if paid > 0.0 {
        (1.0 - needed / paid).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Whether a week without replicas that always run is worth it, against one with them.
fn to_zero(without: &WeekPlan, with: &WeekPlan) -> Zero {
    if let Some(why) = without.not_zero {
        return Zero::Not(why);
    }
    // Less than a per mille is an error of rounding.
    if without.followed_hours > with.followed_hours * (1.0 - 1e-3) {
        return Zero::Useless;
    }
    Zero::Pays {
        hours: without.zero_hours,
        waiting: without.requests_waiting,
        saved: with
            .followed_cost
            .zip(without.followed_cost)
            .map(|(with, without)| with - without),
    }
}
