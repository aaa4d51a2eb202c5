//! Prefill and decode on replicas of their own: the simulation of both pools against the closed
//! form, and against queueing theory.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that cannot go on fails; figures are what it is run for"
)]

use estimator::parameters;
use estimator::serving::confirm::Confirmation;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::replica::Replica;
use estimator::serving::search::search;
use estimator::workload::{Load, Sla, Variation};
use rightsize_tests::asked::{self, ASKED};

/// A question about one of them whose prefill and decode are apart.
fn question(asked: usize, traffic: Traffic) -> Question {
    let mut question = asked::question(asked, traffic);
    question.serving.disaggregated = true;
    question
}

/// Below 70 % of the load both pools can carry the closed form and the simulation agree at the
/// median over models, accelerators, loads and pools within 5 % in means, 6 % in the 95th
/// percentile of the first token, 1 % in the time per token, and nine cases in ten within 15 %.
/// The first token is worst where one replica reads short prompts of a mixture of experts: alone
/// such a prompt takes far longer than beside others.
#[test]
fn the_bound_agrees_with_the_simulation_apart() {
    let mut errors: [Vec<f64>; 4] = Default::default();
    for asked in 0..ASKED.len() {
        let (mut scenario, offers) =
            catalog::resolve(&question(asked, Traffic::Rate(10.0))).unwrap();
        let counted = parameters::count(&scenario.model);
        scenario.sla = Sla {
            ttft: None,
            tpot: None,
            ..scenario.sla
        };
        for candidate in &search(&scenario, &offers).candidates {
            let Some(sizing) = &candidate.best else {
                continue;
            };
            let placement = sizing.estimate.placement;
            if placement.pipeline > 1 {
                continue;
            }
            let pools = sizing.pools.unwrap();
            let chip = &offers[candidate.offer].accelerator;
            let replica = Replica::new(&scenario, &counted, chip, placement).unwrap();
            let sizes = (pools.prefill, pools.decode);
            let full = (pools.prefill_most.get() * f64::from(sizes.0))
                .min(pools.decode_most.get() * f64::from(sizes.1));
            for share in [0.2, 0.45, 0.7] {
                let mut workload = scenario.workload;
                workload.load = Load::Poisson(share * full);
                let bound = replica.standing(workload.load, sizes);
                let met = replica.simulate_apart(&workload, sizes, 3000, 5).unwrap();
                let got = met.simulated;
                for (errors, (estimated, simulated)) in errors.iter_mut().zip([
                    (bound.ttft, got.ttft.mean),
                    (bound.ttft_at_percentile, got.ttft.p95),
                    (bound.outcome.tpot, got.tpot.mean),
                    (bound.tpot_at_percentile, got.tpot.p95),
                ]) {
                    errors.push((estimated / simulated - 1.0).abs());
                }
            }
        }
    }
    for ((what, median, most, worst), errors) in [
        ("ttft mean", 0.05, 0.12, 0.40),
        ("ttft p95", 0.06, 0.15, 0.40),
        ("tpot mean", 0.01, 0.03, 0.10),
        ("tpot p95", 0.015, 0.05, 0.20),
    ]
    .into_iter()
    .zip(&mut errors)
    {
        errors.sort_by(f64::total_cmp);
        let at = |tenths: usize| errors[(errors.len() - 1) * tenths / 10];
        let (count, figures) = (errors.len(), [at(5), at(9), at(10)]);
        println!("{what}: {count} cases, median, p90 and worst {figures:.3?}");
        assert!(at(5) < median, "{what}: median {}", at(5));
        assert!(at(9) < most, "{what}: p90 {}", at(9));
        assert!(at(10) < worst, "{what}: worst {}", at(10));
    }
}

/// Where hardly anybody comes and all are alike, the means are the closed form's.
#[test]
fn nobody_waits_in_an_idle_fleet() {
    for asked in 0..ASKED.len() {
        let (mut scenario, offers) =
            catalog::resolve(&question(asked, Traffic::Rate(0.002))).unwrap();
        scenario.workload.variation = Variation::default();
        let counted = parameters::count(&scenario.model);
        for candidate in &search(&scenario, &offers).candidates {
            let Some(sizing) = &candidate.best else {
                continue;
            };
            let chip = &offers[candidate.offer].accelerator;
            let placement = sizing.estimate.placement;
            // A pipeline's chunks overlap, which the closed form leaves out.
            if placement.pipeline > 1 {
                continue;
            }
            let replica = Replica::new(&scenario, &counted, chip, placement).unwrap();
            let bound = replica.standing(scenario.workload.load, (1, 1));
            let met = replica.simulate_apart(&scenario.workload, (1, 1), 200, 5);
            let got = met.unwrap().simulated;
            for (estimated, simulated) in [
                (bound.ttft, got.ttft.mean),
                (bound.outcome.tpot, got.tpot.mean),
            ] {
                let error = (estimated / simulated - 1.0).abs();
                assert!(error < 0.03, "{} {estimated} {simulated}", chip.id);
            }
        }
    }
}

/// More decode replicas never make tokens slower, nor more prefill replicas the first one
/// later; whatever pools are asked for, there is an answer or none.
#[test]
fn pools_only_help() {
    let (scenario, offers) = catalog::resolve(&question(1, Traffic::Rate(30.0))).unwrap();
    let counted = parameters::count(&scenario.model);
    let report = search(&scenario, &offers);
    let candidate = report.recommended().unwrap();
    let placement = candidate.best.as_ref().unwrap().estimate.placement;
    let chip = &offers[candidate.offer].accelerator;
    let replica = Replica::new(&scenario, &counted, chip, placement).unwrap();
    let at = |sizes| {
        let met = replica.simulate_apart(&scenario.workload, sizes, 2000, 5);
        met.map(|met| met.simulated)
    };
    for count in [2, 3, 5, 9, 17, 40] {
        let (fewer, more) = (at((8, count)).unwrap(), at((8, count + 1)).unwrap());
        assert!(more.tpot.p95 <= 1.01 * fewer.tpot.p95);
        let (fewer, more) = (at((6 + count, 3)).unwrap(), at((7 + count, 3)).unwrap());
        assert!(more.ttft.p95 <= 1.03 * fewer.ttft.p95);
    }
    for sizes in [(0, 0), (1, u32::MAX), (u32::MAX, 1), (u32::MAX, u32::MAX)] {
        assert_eq!(at(sizes), at(sizes));
    }
}

/// The recommendation was simulated, both pools at once, and keeps the SLA there; the figures that
/// views read are the simulation's, add up, and carry the load that was asked.
#[test]
fn the_recommendation_is_held_apart() {
    for asked in 0..ASKED.len() {
        for traffic in [
            Traffic::Rate(0.7),
            Traffic::Rate(30.0),
            Traffic::Users(300.0),
        ] {
            let (scenario, offers) = catalog::resolve(&question(asked, traffic)).unwrap();
            let mut confirmation = Confirmation::new(&scenario, &offers);
            while confirmation.advance() {}
            let report = confirmation.into_report();
            let candidate = report.recommended().unwrap();
            let sizing = candidate.best.as_ref().unwrap();
            let (simulated, pools) = (sizing.simulated.unwrap(), sizing.pools.unwrap());
            assert!(candidate.meets() && simulated.steady && sizing.misses.is_empty());
            assert!(simulated.ttft.p95 <= scenario.sla.ttft.unwrap().get());
            assert!(simulated.tpot.p95 <= scenario.sla.tpot.unwrap().get());
            let working = sizing.replicas - sizing.spare_replicas;
            assert_eq!(pools.prefill + pools.decode, working);
            let shown = sizing.estimate.performance.as_ref().unwrap();
            assert!((shown.ttft.at_percentile.get() - simulated.ttft.p95).abs() < 1e-12);
            let rate = shown.requests.get() * f64::from(working);
            assert!((rate / pools.rate.get() - 1.0).abs() < 1e-9);
            assert!((simulated.rate * f64::from(working) / rate - 1.0).abs() < 0.1);
            let needed = [
                (pools.prefill, pools.prefill_most),
                (pools.decode, pools.decode_most),
            ];
            for (count, most) in needed {
                let needed = (pools.rate / most - 1e-9).ceil();
                assert!(
                    (needed - f64::from(count)).abs() < 1e-9,
                    "{needed} of {count}"
                );
            }
        }
    }
}
