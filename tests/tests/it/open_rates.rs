//! Laws of open arrivals in one replica: more room never serves less, and a little more to do
//! never costs far more.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::hardware::Accelerator;
use estimator::offer::Offer;
use estimator::parameters;
use estimator::placement::Placement;
use estimator::precision::WeightFormat;
use estimator::quantity::Bytes;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::queue::replica::Arrivals;
use estimator::serving::replica::Replica;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::workload::Percentile;
use proptest::prelude::*;
use proptest::sample::select;
use rightsize_tests::{accelerator, tensor};
use std::fmt;

/// A replica of a question on a card.
#[derive(Clone)]
struct Asked {
    scenario: Scenario,
    chip: Accelerator,
    placement: Placement,
}

impl fmt::Debug for Asked {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scenario, chip) = (&self.scenario, &self.chip.id);
        let (model, weights) = (&scenario.model.id, scenario.weights);
        let (engine, work) = (scenario.engine.engine, scenario.workload);
        let tensor = self.placement.tensor;
        let percentile = scenario.sla.percentile;
        write!(
            to,
            "{model} {weights:?} {engine:?} on {tensor} {chip}, {percentile:?}, {work:?}"
        )
    }
}

impl Asked {
    /// `None` where the card lacks a rate, or one request does not fit.
    fn replica(&self) -> Option<Replica> {
        let counted = parameters::count(&self.scenario.model);
        let replica = Replica::new(&self.scenario, &counted, &self.chip, self.placement)?;
        (replica.space.short() <= Bytes::ZERO).then_some(replica)
    }
}

impl Asked {
    /// The same on a card with `factor` times the memory.
    fn with_memory(&self, factor: f64) -> Self {
        let mut larger = self.clone();
        larger.chip.memory = self.chip.memory * factor;
        larger.chip.marketed_memory = self.chip.marketed_memory * factor;
        larger
    }

    /// Requests a second that a search finds one accelerator to carry; `None` where none does.
    fn carried(&self) -> Option<f64> {
        let mut scenario = self.scenario.clone();
        scenario.limits.max_per_replica = 1;
        let offer = Offer {
            accelerator: self.chip.clone(),
            price: None,
            instances: Vec::new(),
            hosts: Vec::new(),
        };
        let report = search(&scenario, &[offer]);
        let sizing = report.candidates.first()?.best.as_ref()?;
        let full = sizing.full_output.get() / f64::from(sizing.replicas);
        Some(full / scenario.workload.output_tokens)
    }
}

fn generating() -> Vec<&'static str> {
    let all = catalog::models().iter();
    all.filter(|entry| entry.generates)
        .map(|entry| entry.id)
        .collect()
}

fn cards() -> Vec<&'static str> {
    let all = catalog::accelerators().iter();
    all.map(|record| record.accelerator.id.as_str()).collect()
}

prop_compose! {
    /// Any model on any card, and any lengths.
    fn asked()(
        id in select(generating()),
        card in select(cards()),
        weights in select(vec![WeightFormat::Bf16, WeightFormat::Fp8, WeightFormat::AwqInt4]),
        engine in select(Engine::ALL),
        ranks in select(vec![1u32, 2, 4, 8]),
        (input, output) in (1.0..5.0f64, 0.0..4.0f64),
        spread in prop::option::of(1.0..3.5f64),
        variation in select(vec![0.5, 1.0, 1.0, 1.0, 4.0]),
        percentile in select(Percentile::ALL),
    ) -> Asked {
        let (input, output) = (10.0f64.powf(input), 10.0f64.powf(output));
        let mut question = Question {
            model: ModelChoice::Catalog(id.to_owned()),
            weights,
            traffic: Traffic::Rate(1.0),
            input_tokens: input,
            output_tokens: output,
            ..Question::default()
        };
        question.sla.percentile = percentile;
        question.engine.engine = engine;
        let (mut scenario, _) = catalog::resolve(&question).unwrap();
        scenario.workload.variation.input_p95 = spread.map(|spread| input * spread);
        scenario.workload.variation.output_p95 = spread.map(|spread| output * spread);
        scenario.workload.variation.arrivals = variation;
        scenario.sla.ttft = None;
        scenario.sla.tpot = None;
        Asked { scenario, chip: accelerator(card), placement: tensor(ranks) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Whatever rate some requests at once carry, a replica with room for more carries too,
    /// with as many of them.
    #[test]
    fn more_room_never_serves_less(
        asked in asked(),
        share in 0.001..1.0f64,
        factor in 1.0..100.0f64,
        part in 0.05..0.999f64,
    ) {
        let Some(replica) = asked.replica() else { return Ok(()) };
        let room = replica.capacity();
        let (few, many) = (share * room, (share * room * factor).min(room));
        let rate = part * replica.crowded(few, true).rate;
        let (one, other) = (replica.users_at_rate(rate, few), replica.users_at_rate(rate, many));
        prop_assert!(one.is_some() && other.is_some(), "{rate}: {one:?} of {few}, {other:?} of {many}");
        prop_assert!((one.unwrap() / other.unwrap() - 1.0).abs() < 1e-3, "{one:?}, {other:?}");
    }

    /// The population that is found for a rate is one that has this rate.
    #[test]
    fn a_rate_is_met_by_what_is_found_for_it(asked in asked(), part in 0.01..0.999f64) {
        let Some(replica) = asked.replica() else { return Ok(()) };
        let room = replica.capacity();
        let rate = part * replica.crowded(room, true).rate;
        let found = replica.users_at_rate(rate, room).unwrap();
        let got = replica.crowded(found, true).rate;
        prop_assert!((got / rate - 1.0).abs() < 1e-3, "{got} for {rate} with {found} of {room}");
    }

    /// A card with more memory never serves less; some engines keep more of a larger one to
    /// themselves, which is another matter.
    #[test]
    fn more_memory_never_serves_less(
        asked in asked(),
        factor in 1.0..4.0f64,
        part in 0.05..0.999f64,
    ) {
        let Some(replica) = asked.replica() else { return Ok(()) };
        let Some(roomier) = asked.with_memory(factor).replica() else { return Ok(()) };
        prop_assume!(roomier.capacity() >= replica.capacity());
        let rate = part * replica.crowded(replica.capacity(), true).rate;
        prop_assert!(roomier.users_at_rate(rate, roomier.capacity()).is_some(), "{rate}");
    }

    /// Nor does a search find it to carry less. The load a demand allows is another matter: with
    /// less memory some wait outside, who would hold up the others' tokens.
    #[test]
    fn more_memory_is_never_found_to_carry_less(asked in asked(), factor in 1.0..4.0f64) {
        let mut asked = asked;
        asked.placement = Placement::SINGLE;
        let larger = asked.with_memory(factor);
        let (Some(some), Some(more)) = (asked.carried(), larger.carried()) else { return Ok(()) };
        let room = |asked: &Asked| asked.replica().map(|replica| replica.capacity());
        prop_assume!(room(&larger) >= room(&asked));
        prop_assert!(more >= 0.99 * some, "{some} requests a second, then {more}");
    }

    /// Below seven tenths of the load a replica serves, and while whoever comes finds room, 2 %
    /// more requests make no latency three times as long.
    #[test]
    fn a_little_more_never_waits_far_longer(asked in asked(), part in 0.001..0.7f64) {
        let Some(replica) = asked.replica() else { return Ok(()) };
        let room = replica.capacity();
        let rate = part * replica.crowded(room, true).rate;
        let at = |rate| replica.crowded(replica.users_at_rate(rate, room).unwrap(), true);
        let (before, after) = (at(rate), at(1.02 * rate));
        prop_assume!(after.users + 1.0 < room);
        for (before, after) in [
            (before.ttft, after.ttft),
            (before.ttft_at_percentile, after.ttft_at_percentile),
            (before.outcome.tpot, after.outcome.tpot),
            (before.tpot_at_percentile, after.tpot_at_percentile),
        ] {
            let longer = after / before;
            prop_assert!((0.9..3.0).contains(&longer), "{before} to {after} at {rate}");
        }
    }
}

/// Prompts of 780 tokens and answers of 4, on two cards whose full batch serves nearly four
/// such requests a second: the wait for the first token is within half of the simulated
/// one up to three quarters of that.
#[test]
fn short_answers_wait_for_each_others_prompts_alone() {
    let question = Question {
        model: ModelChoice::Catalog("meta-llama/Llama-3.1-70B".to_owned()),
        weights: WeightFormat::Fp8,
        traffic: Traffic::Rate(1.0),
        input_tokens: 780.0,
        output_tokens: 4.0,
        ..Question::default()
    };
    let (scenario, _) = catalog::resolve(&question).unwrap();
    let asked = Asked {
        scenario,
        chip: accelerator("nvidia-l40s"),
        placement: tensor(2),
    };
    let replica = asked.replica().unwrap();
    assert!(replica.closed(32.0).rate > 3.9);
    for rate in [0.5, 1.0, 1.55, 1.58, 2.0, 2.5, 3.0] {
        let users = replica.users_at_rate(rate, replica.capacity()).unwrap();
        let point = replica.crowded(users, true);
        let arrivals = Arrivals::Open {
            rate,
            variation: 1.0,
        };
        let met = replica.simulate(&asked.scenario.workload, arrivals, 3000, 5);
        let off = point.ttft / met.ttft.mean;
        assert!((0.67..1.5).contains(&off), "{rate}: {off}");
    }
}
