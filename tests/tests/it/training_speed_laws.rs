//! Laws of training speed for every model, chip and layout, whatever the constants; and that
//! published runs are read and lie in their bands.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::hardware::{Accelerator, Architecture};
use estimator::model::ModelClass;
use estimator::quantity::{BytesPerSecond, Seconds};
use estimator::serving::summary::{Ratio, Summary};
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::report::{Speed, StepParts};
use estimator::training::target::Targets;
use estimator::training::time::pipeline::last_stage;
use estimator::training::{Job, Layout, Site, time};
use proptest::prelude::*;
use proptest::sample::select;
use rightsize_tests::accuracy::training_speed::report::{Judged, in_product, left_out};
use rightsize_tests::accuracy::training_speed::row::{self, Kind};
use rightsize_tests::{accelerator, model};

const SITE: Site = Site {
    network: None,
    storage: BytesPerSecond::gb(2.0),
    loading: None,
    between_failures: Seconds::new(1e8),
    restart: Seconds::new(600.0),
};

const ADAPTER: Method = Method::Adapter(Adapter {
    rank: 16,
    targets: Targets::LINEAR,
    magnitude: false,
    base: Base::Sixteen,
    half: true,
});

fn models() -> Vec<&'static str> {
    catalog::models().iter().map(|entry| entry.id).collect()
}

fn chips() -> Vec<&'static str> {
    catalog::accelerators()
        .iter()
        .map(|record| record.accelerator.id.as_str())
        .collect()
}

/// A pretraining step of one sequence on every copy, many micro-batches.
fn job(id: &str, sequence: u32, global_batch: u32) -> Job {
    Job {
        model: model(id),
        method: Method::Full,
        precision: Precision::Bf16Mixed,
        optimizer: Optimizer::AdamW,
        stack: Stack::Torchtitan,
        sequence,
        global_batch,
        tokens: 1e9,
        loss: Loss::Plain,
        flash: true,
        dropout: false,
        reference: false,
        scratch: false,
        packed: 1.0,
    }
}

fn speed(job: &Job, chip: &Accelerator, layout: &Layout) -> Option<Speed> {
    time::speed(job, &SITE, chip, layout)
}

fn parts(step: &StepParts) -> [Seconds; 14] {
    [
        step.linear,
        step.attention,
        step.elementwise,
        step.head,
        step.experts,
        step.exchange,
        step.tensor,
        step.context,
        step.sharding,
        step.bubble,
        step.optimizer,
        step.offload,
        step.reference,
        step.fixed,
    ]
}

prop_compose! {
    /// A layout, legal or not.
    fn layouts()(
        tensor in select(vec![0u32, 1, 2, 4, 8, 16]),
        pipeline in select(vec![1u32, 2, 8, 61]),
        context in select(vec![1u32, 2, 16]),
        expert in select(vec![1u32, 8, 64]),
        copies in select(vec![0u32, 1, 2, 16, 333]),
        virtual_stages in select(vec![1u32, 4]),
        last_stage in select(vec![None, Some(0u32), Some(3), Some(1000)]),
        micro_batch in select(vec![0u32, 1, 8]),
        sharding in select(Sharding::ALL),
        recompute in select(Recompute::ALL),
        offload in select(Offload::ALL),
    ) -> Layout {
        Layout {
            accelerators: tensor * pipeline * context * copies,
            tensor,
            pipeline,
            context,
            expert,
            expert_tensor: 1,
            virtual_stages,
            last_stage,
            micro_batch,
            sharding,
            recompute,
            sequence_parallel: tensor > 1,
            offload,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 512,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is asked, every part of a step is a number and not negative, the parts
    /// add up, and no chip multiplies faster than its peak.
    #[test]
    fn nothing_is_negative_or_no_number(
        id in select(models()),
        chip in select(chips()),
        layout in layouts(),
        precision in select(Precision::ALL),
        optimizer in select(Optimizer::ALL),
        stack in select(Stack::ALL),
        sequence in select(vec![0u32, 1, 512, 8192, 1_048_576]),
        global_batch in select(vec![0u32, 1, 64, 16384]),
        (adapters, flash, reference) in any::<(bool, bool, bool)>(),
    ) {
        let job = Job {
            precision,
            optimizer,
            stack,
            method: if adapters { ADAPTER } else { Method::Full },
            flash,
            reference,
            ..job(id, sequence, global_batch)
        };
        if let Some(speed) = speed(&job, &accelerator(chip), &layout) {
            let mut sum = 0.0;
            for part in parts(&speed.step) {
                prop_assert!(part.is_valid(), "{:?}", speed.step);
                sum += part.get();
            }
            let total = speed.step.total.get();
            prop_assert!((sum - total).abs() <= 1e-9 * total);
            prop_assert!(speed.tokens.is_valid() && speed.flops_per_token.is_valid());
            prop_assert!(speed.utilization.is_finite() && speed.utilization >= 0.0);
            prop_assert!(speed.band.low < 1.0 && speed.band.high > 1.0);
            if layout.check(&job, 1024).is_ok() {
                prop_assert!(speed.utilization <= 1.0, "{speed:?}");
            }
        }
    }

    /// Whole layers computed again never make a step shorter.
    #[test]
    fn full_recompute_is_never_faster(
        id in select(models()),
        chip in select(chips()),
        layout in layouts(),
        stack in select(Stack::ALL),
        (adapters, flash, reference) in any::<(bool, bool, bool)>(),
    ) {
        let job = Job {
            stack,
            method: if adapters { ADAPTER } else { Method::Full },
            flash,
            reference,
            ..job(id, 4096, 1024)
        };
        let chip = accelerator(chip);
        let with = |recompute| speed(&job, &chip, &Layout { recompute, ..layout });
        if let (Some(none), Some(full)) = (with(Recompute::None), with(Recompute::Full)) {
            let longer = full.step.total.get() * (1.0 + 1e-9);
            prop_assert!(longer >= none.step.total.get());
        }
    }

    /// Twice the copies of the model on twice the batch: every copy works as before, so
    /// that a step grows by nothing but gradients and weights on their way.
    #[test]
    fn more_copies_cost_communication_alone(
        id in select(models()),
        chip in select(chips()),
        tensor in select(vec![1u32, 2, 8]),
        copies in select(vec![1u32, 2, 4, 8, 64]),
        sharding in select(Sharding::ALL),
    ) {
        let chip = accelerator(chip);
        let of = |copies: u32| {
            let layout = Layout {
                accelerators: tensor * copies,
                tensor,
                sharding,
                ..Layout::SINGLE
            };
            speed(&job(id, 4096, 8 * copies), &chip, &layout)
        };
        if let (Some(few), Some(many)) = (of(copies), of(2 * copies)) {
            let grown = many.step.total.get() - few.step.total.get();
            let sent = many.step.sharding.get() - few.step.sharding.get();
            let rounding = 1e-9 * many.step.total.get();
            prop_assert!(grown <= sent.max(0.0) + rounding);
        }
    }

    /// A faster network never slows a run down.
    #[test]
    fn a_faster_network_is_never_slower(
        id in select(models()),
        chip in select(chips()),
        layout in layouts(),
        slow in 1.0..100.0f64,
    ) {
        let (job, chip) = (job(id, 4096, 4096), accelerator(chip));
        let with = |gb: f64| {
            let site = Site { network: Some(BytesPerSecond::gb(gb)), ..SITE };
            time::speed(&job, &site, &chip, &layout)
        };
        if let (Some(slow), Some(fast)) = (with(slow), with(2.0 * slow)) {
            prop_assert!(fast.step.total.get() <= slow.step.total.get() * (1.0 + 1e-9));
        }
    }

    /// Frozen weights need no gradient; a reference model takes a pass of its own, and a
    /// base kept in 4 bits is widened before it multiplies.
    #[test]
    fn adapters_save_time_and_what_they_stand_beside_costs_it(
        id in select(models()),
        chip in select(chips()),
        layout in layouts(),
    ) {
        let full = job(id, 4096, 1024);
        let chip = accelerator(chip);
        let of = |job: &Job| speed(job, &chip, &layout).map(|speed| speed.step.total.get());
        let adapters = Job { method: ADAPTER, ..full.clone() };
        let judged = Job { reference: true, ..full.clone() };
        let four = Job {
            method: Method::Adapter(Adapter { base: Base::Nf4, ..ADAPTER.adapter().unwrap() }),
            ..full.clone()
        };
        if layout.sharding == Sharding::None {
            let (four, sixteen) = (of(&four), of(&adapters));
            prop_assert_eq!(four.is_some(), sixteen.is_some());
            // No slower only where every micro-batch waits for the head anyway.
            let longer = four.map(|four| four * (1.0 + 1e-9));
            prop_assert!(four.is_none() || longer >= sixteen, "{four:?} {sixteen:?}");
            let alone = layout.pipeline == 1;
            prop_assert!(!alone || four.is_none() || four > sixteen, "{four:?} {sixteen:?}");
        }
        if let (Some(full), Some(adapters), Some(judged)) = (of(&full), of(&adapters), of(&judged)) {
            prop_assert!(adapters <= full * (1.0 + 1e-9));
            prop_assert!(judged >= full * (1.0 - 1e-9));
        }
    }
}

/// Stages wait for the longest one and at both ends of a step, never less than not at all:
/// layers that predict further tokens included, however many micro-batches there are.
#[test]
fn stages_always_wait() {
    let chip = accelerator("amd-mi210");
    let mut further = 0;
    for entry in catalog::models() {
        for (sequence, pipeline) in [(1, 2), (1, 8), (4096, 2), (4096, 16)] {
            let job = Job {
                precision: Precision::Bf16Mixed,
                stack: Stack::Megatron,
                ..job(entry.id, sequence, 16384)
            };
            further += u32::from(job.model.block.further_tokens > 0);
            for last_stage in [None, last_stage(&job, pipeline)] {
                let layout = Layout {
                    accelerators: pipeline,
                    pipeline,
                    last_stage,
                    ..Layout::SINGLE
                };
                let waits = speed(&job, &chip, &layout).unwrap().step.bubble;
                assert!(waits.get() > 0.0, "{}, {pipeline}: {waits:?}", entry.id);
            }
        }
    }
    assert!(further > 0);
}

/// On Hopper 8-bit products pay their casts back wherever layers are wide.
#[test]
fn eight_bits_are_faster_where_layers_are_wide() {
    let chip = accelerator("nvidia-h100-sxm-80gb");
    let mut compared = 0;
    for entry in catalog::models() {
        let job = job(entry.id, 4096, 8);
        if job.model.class() != ModelClass::Dense || job.model.hidden_size < 4096 {
            continue;
        }
        let eight = Job {
            precision: Precision::Fp8Mixed,
            ..job.clone()
        };
        let sixteen = speed(&job, &chip, &Layout::SINGLE).unwrap();
        let eight = speed(&eight, &chip, &Layout::SINGLE).unwrap();
        assert!(eight.tokens > sixteen.tokens, "{}", entry.id);
        compared += 1;
    }
    assert!(compared >= 10, "{compared}");
}

/// A format that a chip does not multiply has no speed, and is not run as another one.
#[test]
fn a_format_the_chip_lacks_has_no_speed() {
    let id = "meta-llama/Llama-3.1-8B";
    for (chip, precision) in [
        ("nvidia-a100-sxm-80gb", Precision::Fp8Mixed),
        ("nvidia-h100-sxm-80gb", Precision::Mxfp8Mixed),
        ("nvidia-h100-sxm-80gb", Precision::Nvfp4Mixed),
        ("nvidia-v100-sxm-32gb", Precision::Bf16Mixed),
    ] {
        let job = Job {
            precision,
            ..job(id, 4096, 8)
        };
        assert_eq!(speed(&job, &accelerator(chip), &Layout::SINGLE), None);
    }
    let half = Job {
        precision: Precision::Fp16Mixed,
        ..job(id, 4096, 8)
    };
    let volta = accelerator("nvidia-v100-sxm-32gb");
    assert!(speed(&half, &volta, &Layout::SINGLE).is_some());
}

/// The network assumed where none is given: that of the machines the chip is sold in.
#[test]
fn every_generation_has_its_network() {
    for (chip, gb) in [
        ("nvidia-a100-sxm-80gb", 25.0),
        ("nvidia-h100-sxm-80gb", 50.0),
        ("nvidia-gb200", 50.0),
        ("nvidia-gb300", 100.0),
    ] {
        let usual = time::network(&accelerator(chip)).to_gb();
        assert!((usual - gb).abs() < 1e-9, "{chip}: {usual}");
    }
    for record in catalog::accelerators() {
        assert!(time::network(&record.accelerator).is_valid());
    }
}

/// Every published run is read or says why not, and every one read is estimated.
#[test]
fn published_runs_are_mapped() {
    let (rows, problems) = row::read();
    assert!(rows.len() >= 350, "{}", rows.len());
    assert!(problems.iter().all(|sentence| sentence.contains(": ")));
    assert_eq!(in_product(&rows).len(), rows.len());
}

fn summary(judged: &[Judged<'_>], kind: Kind) -> Summary {
    let ratios: Vec<Ratio> = judged
        .iter()
        .filter(|one| one.row.kind == kind)
        .map(|one| one.ratio)
        .collect();
    Summary::of(&ratios).unwrap()
}

/// The targets of the product: in sample, with a source or a model left out, and bands
/// that hold at least four in five.
#[test]
fn training_speed_is_as_accurate_as_promised() {
    let (rows, _) = row::read();
    let product = in_product(&rows);
    let unseen = left_out(&rows);
    let dense = summary(&product, Kind::Dense);
    assert!(dense.median <= 0.025 && dense.p90 <= 0.11, "{dense:?}");
    let source = summary(&unseen, Kind::Dense);
    assert!(source.median <= 0.08 && source.p90 <= 0.20, "{source:?}");
    let mixture = summary(&unseen, Kind::Mixture);
    assert!(mixture.median <= 0.12 && mixture.p90 <= 0.30, "{mixture:?}");
    for kind in [Kind::Dense, Kind::Mixture, Kind::Adapters] {
        let inside = summary(&product, kind).inside.unwrap();
        assert!(inside >= 0.8, "{kind:?}: {inside}");
    }
    assert!(
        rows.iter()
            .any(|row| row.chip.architecture == Architecture::Cdna3)
    );
}
