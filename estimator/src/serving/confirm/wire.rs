//! What was simulated as numbers: a worker simulates, a page shows.

use super::Confirmed;
use crate::placement::Placement;
use crate::serving::queue::{Quantiles, Simulated};

/// Numbers of one candidate.
pub const LENGTH: usize = 39;

impl Confirmed {
    /// As numbers, [`LENGTH`] of them.
    #[must_use]
    pub fn numbers(&self) -> [f64; LENGTH] {
        let mut numbers = [0.0; LENGTH];
        let one = &self.simulated;
        let quantiles = [one.ttft, one.tpot, one.latency, one.waiting]
            .into_iter()
            .flat_map(|all| [all.mean, all.p50, all.p90, all.p95, all.p99]);
        let rest = [
            self.offer as f64,
            f64::from(self.working),
            one.users,
            one.cache,
            one.cache_peak,
            one.rate,
            // Nothing is 0, and a share comes above.
            one.within.map_or(0.0, |within| 1.0 + within),
            f64::from(one.preempted),
            f64::from(one.requests),
            one.steps as f64,
            f64::from(u8::from(one.steady)),
            f64::from(u8::from(one.given_up)),
            f64::from(self.prefill),
            f64::from(self.needed),
            f64::from(self.even),
            f64::from(self.placement.tensor),
            f64::from(self.placement.pipeline),
            f64::from(self.placement.expert),
            f64::from(self.placement.data),
        ];
        for (place, number) in numbers.iter_mut().zip(rest.into_iter().chain(quantiles)) {
            *place = number;
        }
        numbers
    }

    /// The same read back; `None` where it is not what [`Self::numbers`] writes.
    #[must_use]
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let mut rest = numbers.iter().copied().take(LENGTH);
        let fine = |number: &f64| *number >= 0.0;
        if numbers.len() != LENGTH || !numbers.iter().all(fine) {
            return None;
        }
        let mut next = || rest.next();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Checked to be positive; a cast saturates.
        let (offer, working) = (next()? as usize, next()? as u32);
        let (users, cache, cache_peak, rate) = (next()?, next()?, next()?, next()?);
        let within = next().map(|share| (share >= 1.0).then_some((share - 1.0).min(1.0)))?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // As above.
        let (preempted, requests, steps) = (next()? as u32, next()? as u32, next()? as u64);
        let (steady, given_up) = (next()? > 0.0, next()? > 0.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // As above.
        let mut count = || next().map(|number| number as u32);
        let (prefill, needed, even) = (count()?, count()?, count()?);
        let placement = Placement {
            tensor: count()?.max(1),
            pipeline: count()?.max(1),
            expert: count()?.max(1),
            data: count()?.max(1),
        };
        let mut quantiles = || {
            Some(Quantiles {
                mean: next()?,
                p50: next()?,
                p90: next()?,
                p95: next()?,
                p99: next()?,
            })
        };
        let (ttft, tpot) = (quantiles()?, quantiles()?);
        Some(Self {
            offer,
            placement,
            needed: needed.max(1),
            even: even.clamp(1, needed.max(1)),
            working: working.max(1),
            // Somebody decodes.
            prefill: prefill.min(working.saturating_sub(1)),
            simulated: Simulated {
                ttft,
                tpot,
                latency: quantiles()?,
                waiting: quantiles()?,
                users,
                cache,
                cache_peak,
                rate,
                within,
                preempted,
                requests,
                steps,
                // What was not run to its end keeps up with nothing.
                steady: steady && !given_up,
                given_up,
            },
        })
    }
}
