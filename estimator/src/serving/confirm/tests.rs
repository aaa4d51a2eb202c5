//! Branch and bound finds what simulating everything finds.

use super::hopeful::Hopeful;
use super::trial::Trial;
use super::*;
use crate::offer::Price;
use crate::published::{gpt_oss_120b, h100, h100_of, llama_3_8b, price, scenario};
use crate::serving::search::{place, search};
use crate::workload::Load;
use std::ops::ControlFlow;

fn offers() -> Vec<Offer> {
    let offer = |accelerator, instances| Offer {
        accelerator,
        price: None,
        instances,
        hosts: Vec::new(),
    };
    let old = Price {
        expired: true,
        ..price(1, 3.0)
    };
    vec![
        offer(h100(), vec![price(8, 2.4), price(1, 2.5)]),
        offer(h100_of(40.0), vec![price(1, 1.7)]),
        offer(h100_of(141.0), vec![old]),
    ]
}

/// What a sizing weighs that is simulated to its end, and the bounds it had on the way; nothing where
/// it does not run.
fn to_its_end(scenario: &Scenario, offer: &Offer, mut trial: Trial) -> Option<(f64, Vec<f64>)> {
    let mut bounds = Vec::new();
    loop {
        bounds.push(trial.way().bound());
        match trial.advance(scenario, offer) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(found) => {
                let sizing = trial.sized(scenario, offer, &found?)?;
                return Some((place(scenario, offer, &sizing), bounds));
            }
        }
    }
}

/// Of all sizings simulated to their ends none weighs less than a bound that it had on the way, and
/// the least of them is what a confirmation settles on.
#[test]
fn it_settles_on_the_least_of_all() {
    let offers = offers();
    let mut raised = 0;
    for (model, load) in [
        (llama_3_8b(), Load::Poisson(300.0)),
        (llama_3_8b(), Load::Steady(3_000.0)),
        (gpt_oss_120b(), Load::Poisson(150.0)),
    ] {
        let scenario = scenario(model, load);
        let counted = parameters::count(&scenario.model);
        let asked = (&scenario, &counted, offers.as_slice());
        let mut hopeful = Hopeful::of(&scenario, &counted, &offers);
        let mut least = f64::INFINITY;
        while let Some(way) = hopeful.below(f64::INFINITY, None, asked) {
            let offer = &offers[way.offer];
            let trial = Trial::new(&scenario, offer, way);
            let Some((found, bounds)) = to_its_end(&scenario, offer, trial) else {
                continue;
            };
            assert!(bounds.is_sorted());
            assert!(
                bounds.iter().all(|bound| *bound <= found),
                "{bounds:?} {found}"
            );
            raised += usize::from(bounds.first() < bounds.last());
            least = least.min(found);
        }
        let mut confirmation = Confirmation::new(&scenario, &offers);
        while !confirmation.is_settled() {
            assert!(confirmation.advance());
        }
        let bound = search(&scenario, &offers);
        let report = apply(&scenario, &offers, &bound, confirmation.confirmed());
        let best = report.recommended().expect("something keeps the demands");
        let sizing = best.best.as_ref().expect("it is sized");
        let found = place(&scenario, &offers[best.offer], sizing);
        assert_eq!(found.to_bits(), least.to_bits(), "{found} {least}");
        assert!(confirmation.confirmed().len() < 12);
    }
    assert!(raised > 2, "{raised}");
}
