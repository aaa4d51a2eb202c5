//! What surely misses the SLA, and what keeps it.

use super::*;
use crate::parameters;
use crate::placement::Placement;
use crate::published::{h100, llama_3_8b, price, scenario};
use crate::quantity::Seconds;
use crate::serving::confirm::hopeful::Hopeful;
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

/// However few turns its runs may take, a placement comes to something: to the fewest replicas of
/// those that were tried to the end and keep the SLA, and before there are any to the closed form's.
#[test]
fn it_ends_within_its_turns() {
    let scenario = scenario(llama_3_8b(), Load::Poisson(300.0));
    let counted = parameters::count(&scenario.model);
    let offers = [Offer {
        accelerator: h100(),
        price: None,
        instances: vec![price(8, 2.4), price(1, 2.5)],
        hosts: Vec::new(),
    }];
    let asked = (&scenario, &counted, offers.as_slice());
    let end = |turns: u64| {
        let mut hopeful = Hopeful::of(&scenario, &counted, &offers);
        let way = hopeful.below(f64::INFINITY, None, asked).unwrap();
        let closed_form = way.hoped.replicas;
        let mut trial = Trial::new(&scenario, &offers[0], way);
        trial.turns = turns;
        loop {
            if let ControlFlow::Break(found) = trial.advance(&scenario, &offers[0]) {
                return (found.unwrap(), trial.turns, closed_form);
            }
        }
    };
    let (whole, left, _) = end(MOST_TURNS);
    assert!(!whole.simulated.given_up);
    let taken = MOST_TURNS - left;
    let (mut given_up, mut dearer) = (0, 0);
    for part in 0..40 {
        let (found, left, closed_form) = end(taken * part / 40);
        assert_eq!(left, 0);
        if found.simulated.given_up {
            assert!(found.working >= closed_form);
            given_up += 1;
        } else {
            assert!(found.simulated.steady && found.needed >= whole.needed);
            dearer += u32::from(found.needed > whole.needed);
        }
    }
    assert!(given_up > 0 && dearer > 0, "{given_up} {dearer}");
}
