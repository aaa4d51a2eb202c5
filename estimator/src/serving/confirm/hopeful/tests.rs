//! What is worked out late comes in the order of what is worked out at once.

use super::*;
use crate::offer::Price;
use crate::parameters;
use crate::published::{gpt_oss_120b, h100, h100_of, llama_3_8b, price, scenario};
use crate::workload::Load;

fn offers() -> Vec<Offer> {
    let offer = |accelerator, instances| Offer {
        accelerator,
        price: None,
        instances,
        hosts: Vec::new(),
    };
    let old = Price {
        expired: true,
        ..price(4, 0.5)
    };
    vec![
        offer(h100(), vec![price(8, 2.0), price(1, 2.5)]),
        offer(h100_of(40.0), vec![price(8, 1.0)]),
        // As dear as the first: equal bounds.
        offer(h100(), vec![price(8, 2.0), price(1, 2.5)]),
        offer(h100_of(141.0), vec![old]),
        offer(h100_of(94.0), Vec::new()),
    ]
}

/// Every way, worked out before the first is asked for.
fn all(asked: Asked<'_>) -> Hopeful {
    let mut all = Hopeful::of(asked.0, asked.1, asked.2);
    while !all.sizes.is_empty() {
        all.work_out(0, asked);
    }
    all
}

fn name(way: &Way) -> (usize, Placement, u32) {
    (way.offer, way.replica.placement, way.hoped.replicas)
}

/// Whatever is found meanwhile, the next one is the same; and one that is asked for by name is.
#[test]
fn the_order_is_that_of_all() {
    for model in [llama_3_8b(), gpt_oss_120b()] {
        for load in [Load::Poisson(0.2), Load::Poisson(40.0), Load::Steady(300.0)] {
            let scenario = scenario(model.clone(), load);
            let (counted, offers) = (parameters::count(&scenario.model), offers());
            let asked = (&scenario, &counted, offers.as_slice());
            let order: Vec<_> = {
                let mut all = all(asked);
                std::iter::from_fn(|| all.below(f64::INFINITY, None, asked))
                    .map(|way| (name(&way), way.bound))
                    .collect()
            };
            assert!(order.len() > 5 && order.is_sorted_by(|one, next| one.1 <= next.1));
            for offer in 0..offers.len() {
                let mut all = all(asked);
                let found: Vec<_> =
                    std::iter::from_fn(|| all.below(f64::INFINITY, Some(offer), asked))
                        .map(|way| (name(&way), way.bound))
                        .collect();
                let wanted: Vec<_> = order
                    .iter()
                    .filter(|(one, _)| one.0 == offer)
                    .copied()
                    .collect();
                assert_eq!(found, wanted);
            }
            for least in [f64::INFINITY, 30.0, 8.0, 3.0, 0.0] {
                let mut late = Hopeful::of(asked.0, asked.1, asked.2);
                let found: Vec<_> = std::iter::from_fn(|| late.below(least, None, asked))
                    .map(|way| name(&way))
                    .collect();
                let wanted = order.iter().filter(|(_, bound)| *bound < least);
                let wanted: Vec<_> = wanted.map(|(name, _)| *name).collect();
                assert_eq!(found, wanted);
                for (one, bound) in &order {
                    let taken = late.take((one.0, one.1), asked).map(|way| name(&way));
                    assert_eq!(taken, (*bound >= least).then_some(*one));
                }
            }
        }
    }
}

/// A size has no bill below its floor.
#[test]
fn floors_are_below_bounds() {
    let scenario = scenario(gpt_oss_120b(), Load::Poisson(20.0));
    let (counted, offers) = (parameters::count(&scenario.model), offers());
    let asked = (&scenario, &counted, offers.as_slice());
    let sizes = Hopeful::of(asked.0, asked.1, asked.2).sizes;
    assert!(sizes.is_sorted_by(|one, next| one.floor >= next.floor));
    for way in all(asked).ways {
        let each = way.replica.placement.accelerators();
        let of_it = |size: &&Size| size.offer == way.offer && size.count == each;
        let floor = sizes.iter().find(of_it).unwrap().floor;
        assert!(floor <= way.bound, "{floor} {}", way.bound);
    }
}
