//! A week: replicas that follow demand as an autoscaler does (`follow.rs`), to zero where
//! that pays (`idle.rs`), with spares against interruptions (`spot.rs`), against as many as
//! the peak needs all week; in whole instances, as they are sold.
//!
//! The demands are at risk in every minute in which fewer replicas answer than the load
//! needs: a load that rises is met a cold start later, unless replicas are started ahead.

use super::demand::{self, WEEK};
use super::follow::{MINUTES, Windows, follow};
use super::idle::Idle;
use super::replicas::Replicas;
use super::spot::Spot;
use super::term;
use super::week_plan::{Level, WeekHour, WeekPlan};
use crate::choice::PriceBasis;
use crate::offer::Offer;
use crate::quantity::{RequestsPerSecond, Seconds};
use crate::serving::balance::balance;
use crate::serving::question::Scaling;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::workload::Load;
use std::collections::BTreeMap;

/// The settings that a week is planned with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Following {
    /// The user's settings.
    pub scaling: Scaling,
    /// From starting a replica to its first answer, machine and image included.
    pub cold_start: Seconds,
    /// Requests at the peak; `None` where only users are counted.
    pub peak: Option<RequestsPerSecond>,
    /// Share of the requests that the demands leave out.
    pub left_out: f64,
    /// How it is paid.
    pub basis: PriceBasis,
}

impl Following {
    /// How a sizing follows demand: its cold start, its load, its demands.
    #[must_use]
    pub fn of(
        scenario: &Scenario,
        offer: &Offer,
        sizing: &Sizing,
        scaling: Scaling,
        basis: PriceBasis,
    ) -> Self {
        let start = balance(scenario, offer, sizing).cold_start;
        Self {
            scaling,
            cold_start: start + scaling.machine,
            peak: match scenario.workload.load {
                Load::Poisson(rate) => Some(RequestsPerSecond::new(rate)),
                _ => None,
            },
            left_out: scenario.sla.percentile.tail().unwrap_or(0.0),
            basis,
        }
    }

    fn windows(&self, most: u32) -> Windows {
        Windows {
            least: self.scaling.least.min(most),
            cooldown: minutes(self.scaling.cooldown),
            ahead: minutes(self.scaling.ahead),
            cold: minutes(self.cold_start),
        }
    }

    /// So many replicas, and those against interruptions beside them; none for none.
    pub(super) fn beside(&self, kind: &Replicas, replicas: u32) -> u32 {
        let spot = self.spot(kind).filter(|_| replicas > 0);
        replicas.saturating_add(spot.map_or(0, |spot| spot.spares(replicas)))
    }

    /// Replicas that are asked for, and those beside them.
    #[must_use]
    pub fn held(&self, kind: &Replicas, asked: &[Level]) -> Vec<Level> {
        let held = asked.iter().map(|level| Level {
            replicas: self.beside(kind, level.replicas),
            ..*level
        });
        held.collect()
    }

    /// Interruptions, where it is paid as interruptible.
    fn spot(&self, kind: &Replicas) -> Option<Spot> {
        let Scaling {
            interruptions,
            confidence,
            ..
        } = self.scaling;
        (self.basis == PriceBasis::Spot)
            .then(|| Spot::new(kind, interruptions, self.cold_start, confidence))
    }
}

/// Whole minutes, rounded up; no more than a week's.
fn minutes(time: Seconds) -> usize {
    let most = (WEEK * MINUTES) as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within range by the clamp; no number is none"
    )]
    let minutes = (time.get() / 60.0 - 1e-9).ceil().clamp(0.0, most) as usize;
    minutes
}

/// Adds an hour's minutes to those of each number of replicas; where none is paid for, so
/// many come for a share of the time.
fn add(levels: &mut BTreeMap<u32, f64>, paid: &[u32], (alone, coming): (u32, f64)) {
    // They seldom change within an hour.
    for run in paid.chunk_by(|one, next| one == next) {
        let paid = run.first().copied().unwrap_or_default();
        let coming = if paid > 0 { 0.0 } else { coming };
        let mut put = |replicas: u32, share: f64| {
            let level = levels.entry(replicas).or_default();
            for _ in run {
                *level += share;
            }
        };
        put(paid, 1.0 - coming);
        if coming > 0.0 {
            put(alone, coming);
        }
    }
}

fn in_hours(minutes: BTreeMap<u32, f64>) -> Vec<Level> {
    let levels = minutes.into_iter().map(|(replicas, minutes)| Level {
        replicas,
        hours: minutes / MINUTES as f64,
    });
    levels.collect()
}

/// The week of `kind`, sized for the peak.
#[must_use]
pub fn week(kind: &Replicas, loads: [f64; WEEK], following: &Following) -> WeekPlan {
    let shares = demand::shares(loads);
    let spot = following.spot(kind);
    let spares = |replicas: u32| spot.map_or(0, |spot| spot.spares(replicas));
    let with_spares = |replicas: u32| replicas.saturating_add(spares(replicas));
    let replicas = with_spares(kind.at(1.0));
    let idle = Idle {
        peak: following.peak.map(RequestsPerSecond::get),
        cold: following.cold_start.get().max(0.0),
        kept: following.scaling.cooldown.get().max(0.0),
        left_out: following.left_out,
    };
    let may_be_none = following.scaling.least == 0;
    let zero = if may_be_none {
        idle.hours(&shares)
    } else {
        vec![false; WEEK]
    };
    let needed: Vec<u32> = shares
        .iter()
        .zip(&zero)
        .map(|(share, zero)| {
            if *zero {
                0
            } else {
                with_spares(kind.at(*share))
            }
        })
        .collect();
    let followed = follow(&needed, following.windows(replicas));
    let alone = with_spares(kind.at(0.0));
    let mut plan = WeekPlan {
        hours: Vec::with_capacity(WEEK),
        levels: Vec::new(),
        replicas,
        interruption_spares: spares(kind.at(1.0)),
        short: spot.map_or(0.0, |spot| spot.short(kind.at(1.0), spares(kind.at(1.0)))),
        cold_start: following.cold_start,
        followed_hours: 0.0,
        static_hours: f64::from(kind.sold(replicas)) * WEEK as f64,
        followed_cost: None,
        static_cost: None,
        at_risk: Seconds::ZERO,
        requests_at_risk: 0.0,
        zero_hours: 0,
        requests_waiting: 0.0,
        not_zero: idle.why_not(&shares).filter(|_| may_be_none),
    };
    let total: f64 = shares.iter().sum();
    let (paid, _) = followed.paid.as_chunks::<MINUTES>();
    let (ready, _) = followed.ready.as_chunks::<MINUTES>();
    // Minutes of each number of replicas.
    let mut levels = BTreeMap::<u32, f64>::new();
    for (((share, zero), needed), (paid, ready)) in shares
        .iter()
        .zip(&zero)
        .zip(&needed)
        .zip(paid.iter().zip(ready))
    {
        // Of the replica that comes and goes in an hour at zero, this much is paid for.
        let (coming, waiting) = if *zero { idle.at(*share) } else { (0.0, 0.0) };
        let minutes = paid
            .iter()
            .map(|paid| f64::from(*paid).max(coming * f64::from(alone)));
        add(&mut levels, paid, (alone, coming));
        let short = ready.iter().filter(|ready| *ready < needed).count() as f64;
        let fewest = ready.iter().copied().min().unwrap_or_default();
        let hour = MINUTES as f64;
        plan.at_risk += Seconds::new(60.0 * short);
        plan.requests_at_risk += share / total * short / hour;
        plan.zero_hours += u32::from(*zero);
        plan.requests_waiting += share / total * waiting;
        plan.hours.push(WeekHour {
            share: *share,
            needed: *needed,
            paid: minutes.sum::<f64>() / hour,
            ready: fewest,
            carried: kind.carry(fewest),
            at_risk: Seconds::new(60.0 * short),
        });
    }
    plan.levels = in_hours(levels);
    plan.followed_hours = kind.hours_sold(&plan.levels);
    let monthly = |hours: f64| kind.cost_of_accelerators(hours / WEEK as f64);
    plan.static_cost = monthly(plan.static_hours);
    plan.followed_cost = if term(following.basis) > 1 {
        plan.static_cost
    } else {
        monthly(plan.followed_hours)
    };
    plan
}

#[cfg(test)]
#[path = "week_tests.rs"]
mod tests;
