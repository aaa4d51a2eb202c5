//! From a measure to a proposal.
//!
//! ```text
//! average:  r = total / (target replicas);  hold if tolerated, else ceil(total / target)
//! value:    r = total / target;             hold if tolerated, else ceil(r ready)
//! pods:     r = total / (target ready); those that load count 0 on the way up and `target` on
//!           the way down; hold if that is tolerated or turns the direction, else ceil(r all)
//! ```

use super::behavior::Behavior;

/// The quantity measured, and the one it is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// An external total, compared by `AverageValue`: replicas that load are counted.
    AverageTotal,
    /// An external total, compared by `Value`.
    Value,
    /// A metric of each replica, of which only ready ones report.
    Pods,
    /// Requests that run or wait, from the plant, by `AverageValue`.
    InFlight,
    /// Requests that wait, from the plant, by `AverageValue`.
    Waiting,
}

/// The most replicas that are proposed: those of a 32-bit integer, as in the controller.
const MOST: f64 = 2_147_483_647.0;

impl Metric {
    /// The replicas that a measure asks for; `spec` where it holds. `spec` is not zero.
    pub(super) fn proposal(
        self,
        behavior: &Behavior,
        (total, target): (f64, f64),
        (spec, ready): (u32, u32),
    ) -> u32 {
        match self {
            Self::AverageTotal | Self::InFlight | Self::Waiting => {
                if behavior.tolerates(total / (target * f64::from(spec))) {
                    spec
                } else {
                    rounded_up(total / target)
                }
            }
            Self::Value => {
                let ratio = total / target;
                if behavior.tolerates(ratio) {
                    spec
                } else {
                    rounded_up(ratio * f64::from(ready))
                }
            }
            Self::Pods => pods(behavior, (total, target), (spec, ready)),
        }
    }
}

/// The proposal of a metric that only ready replicas report.
fn pods(behavior: &Behavior, (total, target): (f64, f64), (spec, ready): (u32, u32)) -> u32 {
    if ready == 0 {
        return spec;
    }
    let silent = spec.saturating_sub(ready);
    let ratio = total / (target * f64::from(ready));
    if silent == 0 {
        return if behavior.tolerates(ratio) {
            spec
        } else {
            rounded_up(ratio * f64::from(ready))
        };
    }
    let assumed = if ratio < 1.0 {
        f64::from(silent) * target
    } else {
        0.0
    };
    let all = f64::from(spec);
    let over_all = (total + assumed) / (target * all);
    let turns = (ratio < 1.0 && over_all > 1.0) || (ratio > 1.0 && over_all < 1.0);
    if turns || behavior.tolerates(over_all) {
        spec
    } else {
        rounded_up(over_all * all)
    }
}

/// The proposal of several metrics: the largest; one that failed (`None`) holds a smaller one.
#[must_use]
pub fn largest(proposals: &[Option<u32>], spec: u32) -> u32 {
    let failed = proposals.contains(&None);
    match proposals.iter().flatten().max() {
        Some(&most) if !failed || most >= spec => most,
        _ => spec,
    }
}

/// A number of replicas, rounded up and within 32 bits.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
const fn rounded_up(number: f64) -> u32 {
    number.ceil().clamp(0.0, MOST) as u32
}
