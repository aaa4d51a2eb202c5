//! What surely misses the SLA, and what keeps it.

use super::*;
use crate::parameters;
use crate::placement::Placement;
use crate::published::{h100, llama_3_8b, scenario};
use crate::quantity::Seconds;
use crate::serving::queue::replica::Arrivals;
use crate::serving::replica::Replica;
use crate::workload::{Certainty, Load, Percentile, Sla};

/// A run that surely misses the SLA misses it as a whole, which is what it would have been
/// without a look between; one that keeps it is never thought to miss it.
#[test]
fn what_surely_misses_misses() {
    let base = scenario(llama_3_8b(), Load::Poisson(1.0));
    let counted = parameters::count(&base.model);
    let replica = Replica::new(&base, &counted, &h100(), Placement::SINGLE).unwrap();
    let (mut early, mut kept) = (0, 0);
    for rate in [2.0, 12.0, 40.0, 80.0] {
        for (percentile, ttft, tpot) in [
            (Percentile::P90, 0.1, 0.02),
            (Percentile::P95, 0.3, 0.015),
            (Percentile::P99, 1.0, 0.012),
            (Percentile::Mean, 0.1, 0.01),
        ] {
            let sla = Sla {
                ttft: Some(Seconds::new(ttft)),
                tpot: Some(Seconds::new(tpot)),
                percentile,
                certainty: Certainty::Even,
                goodput: None,
            };
            let arrivals = Arrivals::Open {
                rate,
                variation: 1.0,
            };
            let mut run = replica.simulation(&base.workload, arrivals, 400, SEED);
            let misses = run.misses(&sla);
            let whole = replica.simulate(&base.workload, arrivals, 400, SEED);
            run.advance(u64::MAX);
            let judged = run.close();
            let within = judged.within.unwrap();
            assert_eq!(
                Simulated {
                    within: None,
                    ..judged
                },
                whole
            );
            // As many as the percentile asks for keep either limit, where it is kept.
            let asked = percentile.tail().map_or(0.0, |tail| 1.0 - 2.0 * tail);
            let asking = scenario(llama_3_8b(), Load::Poisson(rate));
            let is_kept = keeps(&asking, &replica, &sla, (&whole, 1));
            assert!(!is_kept || within + 0.01 >= asked, "{within}");
            assert!(!(misses && is_kept), "{rate} {percentile:?}");
            early += u32::from(misses);
            kept += u32::from(is_kept);
        }
    }
    assert!(early > 3 && kept > 3, "{early} {kept}");
}
