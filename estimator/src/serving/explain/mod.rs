//! Why a number is as it is: each opens to its formula, with this scenario's values in it and the
//! sources of its constants.
//!
//! Formulas are language-neutral; the page names each [`DerivationId`] and each
//! symbol in the reader's language. They are exact: a test puts the values into
//! every formula and gets the result. Latencies are explained as they are
//! shown, at the SLA's percentile: those of the crowd that arrivals form then.

mod memory;
mod money;
mod speed;
mod terms;

pub use terms::{Constant, Derivation, DerivationId, Source, Term, Unit};
use terms::{derivation, term};

use crate::offer::Offer;
use crate::parameters::{self, Parameters};
use crate::serving::replica::{Point, Replica};
use crate::serving::report::{Performance, Sizing};
use crate::serving::scenario::Scenario;
use crate::workload::Load;

/// Explains every number of `sizing`. Empty where the sizing holds no speed,
/// or is not one of this scenario and offer.
#[must_use]
pub fn explain(scenario: &Scenario, offer: &Offer, sizing: &Sizing) -> Vec<Derivation> {
    let counted = parameters::count(&scenario.model);
    let chip = &offer.accelerator;
    let placement = sizing.estimate.placement;
    let (Some(performance), Some(replica)) = (
        &sizing.estimate.performance,
        Replica::new(scenario, &counted, chip, placement),
    ) else {
        return Vec::new();
    };
    let open = matches!(scenario.workload.load, Load::Poisson(_));
    let point = Point {
        // As shown: a simulation's where there was one.
        users: performance.concurrency,
        rate: performance.requests.get(),
        ttft: performance.ttft.mean.get(),
        ttft_at_percentile: performance.ttft.at_percentile.get(),
        tpot_at_percentile: performance.tpot.at_percentile.get(),
        ..match &sizing.pools {
            Some(pools) => replica.apart(scenario.workload.load, pools),
            None => replica.at(performance.concurrency, open),
        }
    };
    let case = Case {
        scenario,
        offer,
        sizing,
        performance,
        counted: &counted,
        replica: &replica,
        point: &point,
    };
    let mut all = vec![
        case.weights(),
        case.kv_per_token(),
        case.kv_pool(),
        case.concurrency(),
        case.crowd(),
        case.step(),
        case.tpot(),
        case.ttft(),
        case.throughput(),
        case.replicas(),
    ];
    all.extend(case.money());
    all
}

/// A sizing with everything its derivations read.
struct Case<'a> {
    scenario: &'a Scenario,
    offer: &'a Offer,
    sizing: &'a Sizing,
    performance: &'a Performance,
    counted: &'a Parameters,
    replica: &'a Replica,
    /// The load it stands at.
    point: &'a Point,
}

impl Case<'_> {
    /// Replicas that carry load.
    fn working(&self) -> f64 {
        f64::from(self.sizing.working())
    }
}
