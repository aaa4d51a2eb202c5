//! Latencies on a shared GPU: steps as much longer as the law of the mechanism says, and the
//! serving room's own queue with them; the two effects are never added by hand.
//!
//! ```text
//! a step s times as long = GPU work 1 + (s - 1) / engine times as long
//! ```
//!
//! On an instance the roofline has its shares, and nothing else changes.

use super::plan::Answer;
use super::{Choice, Wish};
use crate::fleet::Mode;
use crate::fleet::hours::days;
use crate::fleet::law::slowed;
use crate::fleet::question::HOURS;
use crate::hardware::Accelerator;
use crate::placement::Placement;
use crate::quantity::Seconds;
use crate::serving::estimate::estimate;
use crate::serving::scenario::Scenario;
use serde::Serialize;
use std::collections::HashMap;

/// Latencies of an hour, at the promise's percentile.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Met {
    /// Time to the first token, in seconds; a swapped model's wait is not in it.
    pub ttft_s: f64,
    /// Time per output token, in seconds.
    pub tpot_s: f64,
    /// Whether both are as promised, as surely as was asked.
    pub kept: bool,
}

/// A replica's day.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Promise {
    /// Its name in the packing.
    pub id: String,
    /// Every hour; `None` where nothing arrives, or more than is answered.
    pub hours: Vec<Option<Met>>,
    /// Hours in which something arrives and the promise is not kept.
    pub broken: u32,
    /// The promised time to the first token, in seconds.
    pub ttft_s: Option<f64>,
    /// The promised time per output token, in seconds.
    pub tpot_s: Option<f64>,
}

impl Met {
    /// A replica with this share of the busiest hour's load, whose steps take so many times as
    /// long, kernels running during the share `engine` of them. `None` where nothing arrives, or
    /// it does not keep up.
    #[must_use]
    pub fn of(
        scenario: &Scenario,
        chip: &Accelerator,
        share: f64,
        (slowdown, engine): (f64, f64),
    ) -> Option<Self> {
        if share <= 0.0 {
            return None;
        }
        let mut scenario = scenario.clone();
        scenario.workload.load = scenario.workload.load.over(1.0 / share);
        let longer = 1.0 + (slowdown.max(1.0) - 1.0) / engine.clamp(1e-3, 1.0);
        let chip = slowed(chip, 1.0 / longer, 1.0 / longer);
        let speed = estimate(&scenario, &chip, Placement::SINGLE)?.performance?;
        let certainty = scenario.sla.certainty;
        let (ttft_s, tpot_s) = (
            speed.ttft.at_percentile.get(),
            speed.tpot.at_percentile.get(),
        );
        let excess = scenario.sla.excess(
            ttft_s * speed.ttft.band.margin(certainty),
            tpot_s * speed.tpot.band.margin(certainty),
        );
        Some(Self {
            ttft_s,
            tpot_s,
            // Bisection's grain is no miss.
            kept: excess <= 1.0001,
        })
    }
}

/// Every replica's day, in the order of the packing's bins and of the workloads in them.
#[must_use]
pub fn promises(wish: &Wish, answer: &Answer) -> Vec<Promise> {
    let mut known: HashMap<(usize, usize, String, u64, u64), Option<Met>> = HashMap::new();
    let mut promises = Vec::new();
    let days = days(&answer.question, &answer.packing);
    for (bin, day) in answer.packing.bins.iter().zip(&days) {
        let of = answer.types.iter().find(|one| one.name == bin.gpu);
        let Some((place, choice)) =
            of.and_then(|one| Some((one.choice, wish.choices.get(one.choice)?)))
        else {
            continue;
        };
        for (member, beside) in day.workloads.iter().enumerate() {
            let Some(item) = answer.item(&beside.id) else {
                continue;
            };
            let Some(served) = wish.served.get(item.served) else {
                continue;
            };
            let profile = bin.detail.get(member).map_or("", |(name, _)| name.as_str());
            let chip = instance(choice, profile);
            let engine = answer.engine(item.served, place);
            let met = |hour: usize| {
                let share = served.day.get(hour)? / f64::from(item.replicas.max(1));
                let slowdown = match bin.mode {
                    Mode::Mig => 1.0,
                    _ => beside.slowdown.get(hour).copied().unwrap_or(1.0),
                };
                let scenario = served.scenario()?;
                let key = (
                    item.served,
                    place,
                    profile.to_owned(),
                    share.to_bits(),
                    slowdown.to_bits(),
                );
                let fresh = || Met::of(scenario, &chip, share, (slowdown, engine));
                *known.entry(key).or_insert_with(fresh)
            };
            let hours: Vec<Option<Met>> = (0..HOURS).map(met).collect();
            // Of figures the packing keeps how far they may be slowed, and no latency is known.
            let told = served.scenario();
            let asked = |hour: usize| {
                told.is_some() && served.day.get(hour).is_some_and(|share| *share > 0.0)
            };
            let sla = told.map(|scenario| &scenario.sla);
            let seconds = |limit: Option<Seconds>| limit.map(Seconds::get);
            let broken = hours
                .iter()
                .enumerate()
                .filter(|(hour, met)| asked(*hour) && !met.is_some_and(|met| met.kept))
                .count();
            promises.push(Promise {
                id: beside.id.clone(),
                hours,
                broken: u32::try_from(broken).unwrap_or(u32::MAX),
                ttft_s: sla.and_then(|sla| seconds(sla.ttft)),
                tpot_s: sla.and_then(|sla| seconds(sla.tpot)),
            });
        }
    }
    promises
}

/// The accelerator, or its instance of that name.
fn instance(choice: &Choice, profile: &str) -> Accelerator {
    let chip = &choice.offer.accelerator;
    let slice = choice.board.as_ref().and_then(|board| {
        let slice = board.profiles.iter().find(|slice| slice.name == profile)?;
        Some(board.instance(chip, slice))
    });
    slice.unwrap_or_else(|| chip.clone())
}
