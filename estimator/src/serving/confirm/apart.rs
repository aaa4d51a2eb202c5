//! The same where prefill and decode are apart: two numbers of replicas.
//!
//! Begun as for one number, and only made larger. Which one changes is decided by what fails: the time per token
//! is the decode replicas' alone; the first token is late for the pool in which requests
//! wait longer, and so is a line that never ends.

use super::sized::{keeps, stay};
use super::{Confirmed, REQUESTS, SEED, TRIALS};
use crate::quantity::{RequestsPerSecond, Seconds};
use crate::serving::queue::Quantiles;
use crate::serving::queue::pools::Met;
use crate::serving::replica::disaggregated::{Pools, needing};
use crate::serving::replica::{Point, Replica};
use crate::serving::scenario::Scenario;
use crate::serving::sizing::Draft;
use crate::workload::{Load, Sla};

/// Replicas that read prompts, and that decode.
type Sizes = (u32, u32);

/// Simulates one candidate; `None` where that says nothing.
pub(super) fn confirm(
    scenario: &Scenario,
    replica: &Replica,
    offer: usize,
    pools: &Pools,
) -> Option<Confirmed> {
    let sla = &scenario.sla;
    let meet = |sizes: Sizes| replica.simulate_apart(&scenario.workload, sizes, REQUESTS, SEED);
    let confirmed = |(prefill, decode): Sizes, met: Met| Confirmed {
        offer,
        placement: replica.placement,
        needed: prefill.saturating_add(decode),
        even: prefill.saturating_add(decode),
        working: prefill.saturating_add(decode),
        prefill,
        simulated: met.simulated,
    };
    let holds = |met: &Met, (prefill, decode): Sizes| {
        let working = prefill.saturating_add(decode);
        keeps(scenario, replica, sla, (&met.simulated, working))
    };
    let first = (pools.prefill, pools.decode);
    let bound = meet(first)?;
    // A run that takes too long says nothing.
    if bound.simulated.given_up {
        return Some(confirmed(first, bound));
    }
    // Large pools go by hundredths.
    let steps = ((first.0 / 50).max(1), (first.1 / 50).max(1));
    if holds(&bound, first) {
        return Some(confirmed(first, bound));
    }
    let (mut sizes, mut met) = (first, bound);
    for _ in 1..2 * TRIALS {
        let (prefill, decode) = short(&met, sla);
        sizes.0 = sizes.0.saturating_add(if prefill { steps.0 } else { 0 });
        sizes.1 = sizes.1.saturating_add(if decode { steps.1 } else { 0 });
        let Some(got) = meet(sizes).filter(|got| !got.simulated.given_up) else {
            break;
        };
        if holds(&got, sizes) {
            return Some(confirmed(sizes, got));
        }
        met = got;
    }
    Some(confirmed(first, bound))
}

/// Which pools are too small for `sla`, where it is not kept: prefill, decode.
fn short(met: &Met, sla: &Sla) -> (bool, bool) {
    let late = |quantiles: &Quantiles, limit: Option<Seconds>| {
        limit.is_some_and(|limit| quantiles.at(sla.percentile) > limit.get())
    };
    let simulated = &met.simulated;
    let waits = !simulated.steady || late(&simulated.ttft, sla.ttft);
    let reading = met.read_wait >= met.decode_wait;
    (
        waits && reading,
        late(&simulated.tpot, sla.tpot) || (waits && !reading),
    )
}

/// A draft with the replicas of its simulation: what both pools carry together remains the
/// closed form's, as far as no replica is one too many or too few for that.
pub(super) fn redrafted(
    scenario: &Scenario,
    replica: &Replica,
    draft: Draft,
    one: &Confirmed,
) -> Draft {
    let Some(bound) = draft.pools else {
        return draft;
    };
    let rate = match scenario.workload.load {
        Load::Steady(users) => {
            users / (stay(replica, &one.simulated) + scenario.workload.think.get())
        }
        _ => bound.rate.get(),
    };
    let prefill = one.prefill.max(1);
    let decode = one.working.saturating_sub(prefill).max(1);
    let replicas = prefill.saturating_add(decode);
    let all = f64::from(replicas);
    let of = |most: RequestsPerSecond, before: u32, now: u32| {
        let now = f64::from(now);
        needing(most.get() * f64::from(before) / now, rate, now)
    };
    let prefill_most = of(bound.prefill_most, bound.prefill, prefill);
    let decode_most = of(bound.decode_most, bound.decode, decode);
    let carried = (prefill_most * f64::from(prefill)).min(decode_most * f64::from(decode));
    let fuller = carried / all / draft.at_most.rate.max(f64::MIN_POSITIVE);
    Draft {
        replicas,
        most: draft.most * f64::from(bound.decode) / f64::from(decode),
        at_most: Point {
            users: draft.at_most.users * fuller,
            rate: carried / all,
            ..draft.at_most
        },
        pools: Some(Pools {
            prefill,
            decode,
            rate: RequestsPerSecond::new(rate),
            prefill_most: RequestsPerSecond::new(prefill_most),
            decode_most: RequestsPerSecond::new(decode_most),
            ..bound
        }),
        ..draft
    }
}
