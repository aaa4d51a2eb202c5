//! Laws of what hardware that is there, or a budget, carries of a load.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use estimator::offer::Offer;
use estimator::quantity::Usd;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::serving::within::{Found, PRECISION, Within, carried};

/// A question of one accelerator, resolved.
fn of(accelerator: &str, traffic: Traffic) -> (Scenario, Vec<Offer>) {
    let mut question = Question {
        traffic,
        ..Question::default()
    };
    question.fleet.accelerators = vec![accelerator.to_owned()];
    catalog::resolve(&question).unwrap()
}

const H200: &str = "nvidia-h200-sxm-141gb";

fn times(found: &Found) -> f64 {
    found.most.as_ref().map_or(0.0, |most| most.times)
}

/// More accelerators carry no less; what is said to carry a multiple stays within and keeps the
/// demands; and all of the load is carried where, and only where, there are as many as it takes.
#[test]
fn more_accelerators_carry_no_less() {
    for traffic in [Traffic::Rate(10.0), Traffic::Users(80.0)] {
        let (scenario, offers) = of(H200, traffic);
        let mut last = 0.0;
        for count in [1, 2, 3, 4, 6, 8, 16, 24, 64] {
            let found = carried(&scenario, &offers, Within::Accelerators(count));
            let now = times(&found);
            assert!(now * PRECISION >= last, "{count}: {now} after {last}");
            let whole = found.whole.unwrap();
            assert_eq!(
                now >= 1.0,
                whole <= f64::from(count),
                "{count}: {now}, {whole}"
            );
            if let Some(most) = &found.most {
                assert!(most.sizing.accelerators() <= count);
                assert!(most.sizing.keeps());
                assert_eq!(most.sizing.cost, None, "nobody pays for what is there");
            }
            last = now;
        }
        assert!(last > 1.0);
    }
}

/// More money carries no less; the budget that all of the load takes is the recommended's bill, is
/// enough, and a tenth less is not.
#[test]
fn more_money_carries_no_less() {
    let (scenario, offers) = catalog::resolve(&Question::default()).unwrap();
    let all = |dollars: f64| carried(&scenario, &offers, Within::Budget(Usd::new(dollars)));
    let whole = all(1.0).whole.unwrap();
    let report = search(&scenario, &offers);
    let recommended = report.recommended().unwrap().best.as_ref().unwrap();
    assert_eq!(recommended.cost.unwrap().per_month, Usd::new(whole));
    let mut last = 0.0;
    for share in [0.1, 0.5, 0.9, 1.0, 1.5, 4.0] {
        let found = all(share * whole);
        let now = times(&found);
        assert!(now * PRECISION >= last, "{share}: {now} after {last}");
        assert_eq!(now >= 1.0, share >= 1.0, "{share}: {now}");
        if let Some(most) = &found.most {
            assert!(most.sizing.cost.unwrap().per_month.get() <= share * whole);
            assert!(most.sizing.keeps());
        }
        last = now;
    }
    // No instance is had for a dollar, and the least that is had is named.
    let nothing = all(1.0);
    assert_eq!(nothing.most, None);
    assert!(nothing.least.unwrap() > 1.0 && nothing.least.unwrap() <= whole);
}

/// What is there carries what the page's own answer, simulated, takes no more of it for: at the
/// multiple that is said, and a little above it no longer.
#[test]
fn the_multiple_is_where_the_answer_leaves_what_is_there() {
    for (count, rate) in [(2, 10.0), (8, 12.0), (8, 40.0)] {
        let (scenario, offers) = of(H200, Traffic::Rate(rate));
        let found = carried(&scenario, &offers, Within::Accelerators(count));
        let most = found.most.unwrap();
        assert!(most.sizing.simulated.is_some());
        let takes = |times: f64| {
            let mut scaled = scenario.clone();
            scaled.workload.load = scaled.workload.load.over(1.0 / times);
            let mut single = offers.clone();
            for offer in &mut single {
                offer.instances.clear();
                let price = offer.price.as_mut().unwrap();
                price.by_accelerator = true;
            }
            let report = search_confirmed(&scaled, &single);
            let all = report
                .candidates
                .into_iter()
                .flat_map(|candidate| candidate.best.into_iter().chain(candidate.alternatives));
            let met = all.filter(|one| one.simulated.is_some() && one.keeps());
            met.map(|sizing| sizing.accelerators()).min().unwrap()
        };
        assert!(takes(most.times) <= count, "{count} of {rate}");
        assert!(
            takes(most.times * PRECISION.powi(2)) > count,
            "{count} of {rate}"
        );
    }
}

/// What cannot hold the model carries nothing of it.
#[test]
fn what_is_too_small_carries_nothing() {
    let (scenario, offers) = of("nvidia-t4", Traffic::Rate(10.0));
    let found = carried(&scenario, &offers, Within::Accelerators(1));
    assert_eq!(found.most, None);
    assert!(found.least.is_none_or(|least| least > 1.0));
}
