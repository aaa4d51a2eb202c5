//! Spare capacity against interruptions.
//!
//! An interrupted instance is away until another one has started. With interruptions at a
//! rate `r` and a start of `T`, each is away for a share of the time
//!
//! ```text
//! away = r*T / (1 + r*T)          r = -ln(1 - p) / month
//! ```
//!
//! where `p` is the chance of an interruption within a month, as AWS' Spot Instance Advisor
//! has it ("the rate at which Spot has reclaimed capacity during the trailing month"). Of
//! `n` instances that fail independently of each other a binomial number is away; the
//! spares are the fewest that keep that number within them for the share of time asked for.
//! Pools are often reclaimed together (Mao et al. 2025, `SkyServe`, arXiv:2411.01438): then
//! no number of spares in the same pool helps, so this is the least that is needed.

use super::replicas::Replicas;
use crate::quantity::Seconds;
use crate::rental::HOURS_PER_MONTH;

/// Units up to which the binomial law is summed; above, Bernstein's inequality bounds it
/// from the safe side.
const MOST_SUMMED: u32 = 2_000;

/// A replica away for half of the time is no capacity: no law of spares holds beyond.
const MOST_AWAY: f64 = 0.5;

/// Interruptions as a fleet meets them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// Replicas that one interruption takes away.
    unit: u32,
    /// Share of time that such a unit is away.
    away: f64,
    /// Share of time that capacity must suffice.
    confidence: f64,
}

impl Spot {
    /// Interruptions of instances that have the chance `per_month` of one within a month,
    /// and are away for `start` then; `confidence` is the share of time that capacity must
    /// suffice.
    #[must_use]
    pub fn new(kind: &Replicas, per_month: f64, start: Seconds, confidence: f64) -> Self {
        let (each, instance) = (kind.each.max(1), kind.instance.max(1));
        let spanned = f64::from(each.div_ceil(instance));
        let rate = -(-per_month.clamp(0.0, 0.999_999)).ln_1p() / (HOURS_PER_MONTH * 3600.0);
        let expected = spanned * rate * start.get().max(0.0);
        Self {
            unit: (instance / each).max(1),
            away: (expected / (1.0 + expected)).clamp(0.0, MOST_AWAY),
            confidence: confidence.clamp(0.0, 0.999_999_9),
        }
    }

    /// Replicas beside so many, whole units of them.
    #[must_use]
    pub fn spares(&self, replicas: u32) -> u32 {
        let units = replicas.div_ceil(self.unit);
        let most = self.bound(units);
        let mut spares = (0, most);
        // More spares are never worse, so halves are enough.
        while units.saturating_add(most) <= MOST_SUMMED && spares.0 < spares.1 {
            let middle = u32::midpoint(spares.0, spares.1);
            let short = self.short(replicas, middle.saturating_mul(self.unit));
            if 1.0 - short >= self.confidence {
                spares.1 = middle;
            } else {
                spares.0 = middle + 1;
            }
        }
        spares.1.saturating_mul(self.unit)
    }

    /// Share of time that more replicas are away than `spares` of them stand in for.
    #[must_use]
    pub fn short(&self, replicas: u32, spares: u32) -> f64 {
        let spare_units = spares / self.unit;
        let units = replicas.div_ceil(self.unit).saturating_add(spare_units);
        if replicas == 0 || self.away <= 0.0 {
            return 0.0;
        }
        if units > MOST_SUMMED {
            let mean = f64::from(units) * self.away;
            let beyond = (f64::from(spare_units) - mean).max(0.0);
            return (-beyond * beyond / (2.0 * (mean + beyond / 3.0))).exp();
        }
        // P(k + 1) over P(k) of the binomial law; logarithms, since P(0) may be tiny.
        let odds = self.away / (1.0 - self.away);
        let mut chance = f64::from(units) * (-self.away).ln_1p();
        let mut within = 0.0;
        for away in 0..=spare_units {
            within += chance.exp();
            chance += (odds * f64::from(units.saturating_sub(away)) / f64::from(away + 1)).ln();
        }
        (1.0 - within).clamp(0.0, 1.0)
    }

    /// Spare units that are enough by Bernstein's inequality: with a mean of `m` away, more
    /// than `m + t` are with a chance of at most `exp(-t^2 / (2 (m + t/3)))`.
    fn bound(&self, units: u32) -> u32 {
        let tail = -(1.0 - self.confidence).ln();
        // The spares are away as well: the mean is of all of them.
        let mut spares = 0.0_f64;
        for _ in 0..ROUNDS {
            let mean = (f64::from(units) + spares) * self.away;
            let beyond = tail / 3.0 + (tail * tail / 9.0 + 2.0 * tail * mean).sqrt();
            let enough = (mean + beyond).ceil();
            if enough <= spares {
                break;
            }
            spares = enough;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within range by the clamp"
        )]
        let spares = spares.clamp(0.0, 1e9) as u32;
        spares
    }
}

/// Rounds in which the spares' own absence is counted in; each adds half at the most.
const ROUNDS: u32 = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kind(each: u32, instance: u32) -> Replicas {
        Replicas {
            needed: 1.0,
            decode: 0.0,
            spares: 0,
            each,
            node: 8,
            rented_node: 8,
            instance,
            price: None,
        }
    }

    /// By hand: one interruption in an hour and an hour to come back is half of the time
    /// away. Two of one each: both there a quarter of the time, one at the least three.
    #[test]
    fn two_coins_by_hand() {
        let spot = Spot {
            unit: 1,
            away: 0.5,
            confidence: 0.7,
        };
        assert!((spot.short(2, 0) - 0.75).abs() < 1e-12);
        assert!((spot.short(1, 1) - 0.25).abs() < 1e-12);
        assert_eq!(spot.spares(1), 1);
        // An interruption of four replicas at once takes a whole instance as its spare.
        let four = Spot { unit: 4, ..spot };
        assert_eq!((four.spares(3), four.spares(4)), (4, 4));
    }

    /// A fifth of instances interrupted in a month, ten minutes away each time: 5.1e-5 of
    /// the time, twice as much where a replica spans two instances.
    #[test]
    fn interruptions_as_the_advisor_counts_them() {
        let away = |each, instance| {
            let start = Seconds::new(600.0);
            Spot::new(&kind(each, instance), 0.2, start, 0.999).away
        };
        let one = 0.2231 / 730.0 / 6.0;
        assert!((away(8, 8) / one - 1.0).abs() < 1e-3);
        assert!((away(16, 8) / away(8, 8) - 2.0).abs() < 1e-3);
        let spot = Spot::new(&kind(8, 8), 0.2, Seconds::new(600.0), 0.999);
        assert_eq!((spot.spares(10), spot.spares(100)), (0, 1));
    }

    proptest! {
        /// The spares suffice, none of them is too many where they are counted exactly, and
        /// more replicas, more interruptions or more confidence never need fewer.
        #[test]
        fn spares_suffice(
            replicas in 1..3_000_u32,
            away in 0.0..0.3f64,
            confidence in 0.5..0.9999f64,
            unit in 1..5_u32,
        ) {
            let spot = Spot { unit, away, confidence };
            let spares = spot.spares(replicas);
            prop_assert_eq!(spares % unit, 0);
            prop_assert!(1.0 - spot.short(replicas, spares) >= confidence - 1e-9);
            if replicas.div_ceil(unit) + spot.bound(replicas.div_ceil(unit)) <= MOST_SUMMED && spares > 0 {
                prop_assert!(1.0 - spot.short(replicas, spares - unit) < confidence);
            }
            prop_assert!(spot.spares(replicas + 1) >= spares);
            let worse = Spot { away: away * 1.1, ..spot };
            prop_assert!(worse.spares(replicas) >= spares);
            let surer = Spot { confidence: confidence + 0.00005, ..spot };
            prop_assert!(surer.spares(replicas) >= spares);
        }

        /// Nothing overflows.
        #[test]
        fn absurd_fleets(replicas in any::<u32>(), month in any::<f64>(), hours in any::<f64>(), sure in any::<f64>()) {
            let spot = Spot::new(&kind(3, 8), month, Seconds::new(hours), sure);
            let _ = (spot.spares(replicas), spot.short(replicas, replicas));
        }
    }
}
