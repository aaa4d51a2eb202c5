//! Training's memory against worked cases and published figures.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use crate::training::jobs::{any_chip, any_job, any_layout, job};
use crate::training::vectors;
use estimator::model::{Attention, AttentionLayers, Block, DenseLayers, Model};
use estimator::training::lora;
use estimator::training::method::{
    Adapter, Base, Method, Offload, Precision, Recompute, Sharding, Stack,
};
use estimator::training::report::Component;
use estimator::training::target::Targets;
use estimator::training::{Job, Layout, memory, parameters};
use proptest::prelude::*;
use rightsize_tests::accuracy::training_memory::adapters;
use rightsize_tests::{accelerator, model};

/// The twelve worked cases of memory, every intermediate value to 0.5 %: parameters of a rank,
/// bytes of states, of a layer, of tensors in flight, and the sums.
#[test]
fn every_value_of_every_memory_vector_agrees() {
    let (checked, wrong) = vectors::wrong();
    assert_eq!(checked, 12);
    assert!(
        wrong.is_empty(),
        "{} values off:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

const GIB: f64 = 1_073_741_824.0;

fn adapter(rank: u32, targets: Targets) -> Adapter {
    Adapter {
        rank,
        targets,
        magnitude: false,
        base: Base::Sixteen,
        half: false,
    }
}

/// The first components, summed: GB a rank of `shards` keeps of `job`.
fn states(job: &Job, shards: u32, sharding: Sharding, components: usize) -> f64 {
    let layout = Layout {
        accelerators: shards,
        sharding,
        ..Layout::SINGLE
    };
    let memory = memory::memory(job, &accelerator("nvidia-h100-sxm-80gb"), &layout);
    memory.parts[..components]
        .iter()
        .map(|part| part.get())
        .sum()
}

/// `ZeRO`'s published example: 7.5 billion parameters on 64 ranks take 120, 31.4, 16.6 and
/// 1.88 GB (arXiv 1910.02054, figure 1).
#[test]
fn zero_divides_states_as_published() {
    let mut model = model("meta-llama/Llama-2-7b-hf");
    let mut job = job(model.clone(), Stack::DeepSpeed, Precision::Fp16Mixed);
    // Llama-2-7B and its difference to 7.5 billion.
    assert_eq!(
        parameters::trainable(&job).to_bits(),
        6_738_415_616.0_f64.to_bits()
    );
    model.other_parameters = 7_500_000_000 - 6_738_415_616;
    job.model = model;
    for (sharding, published) in [
        (Sharding::None, 120.0),
        (Sharding::Zero1, 31.4),
        (Sharding::Zero2, 16.6),
        (Sharding::Zero3, 1.88),
    ] {
        let ours = states(&job, 64, sharding, 4) / 1e9;
        assert!(
            (ours / published - 1.0).abs() < 0.005,
            "{sharding:?}: {ours}"
        );
    }
}

/// t5-3b: 24 layers that see all tokens, 24 that attend twice.
fn t5_3b() -> Model {
    let shape = Attention::Grouped {
        heads: 32,
        kv_heads: 32,
        head_dim: 128,
        value_dim: 128,
        bias: false,
        gated: false,
    };
    Model {
        id: "t5-3b".to_owned(),
        layers: 48,
        hidden_size: 1024,
        vocabulary: 32_128,
        tied_embeddings: true,
        full: Some(AttentionLayers { layers: 72, shape }),
        dense: vec![DenseLayers {
            layers: 48,
            width: 16_384,
            gated: false,
        }],
        max_context: None,
        window: None,
        recurrent: None,
        experts: None,
        borrowing: estimator::model::Borrowing::default(),
        other_parameters: 0,
        block: Block::default(),
    }
}

/// `DeepSpeed`'s published sample of ZeRO-3: t5-3b, 2,851 million parameters, largest layer
/// 32 million, 8 ranks: 0.12 GiB with weights and optimizer offloaded, 0.79 with the
/// optimizer, 6.10 with nothing.
#[test]
fn deepspeeds_sample_comes_out() {
    let job = job(t5_3b(), Stack::DeepSpeed, Precision::Fp16Mixed);
    assert!((parameters::trainable(&job) / 2851e6 - 1.0).abs() < 0.001);
    for (offload, published) in [
        (Offload::States, 0.12),
        (Offload::Optimizer, 0.79),
        (Offload::None, 6.10),
    ] {
        let layout = Layout {
            accelerators: 8,
            sharding: Sharding::Zero3,
            offload,
            ..Layout::SINGLE
        };
        let memory = memory::memory(&job, &accelerator("nvidia-a100-sxm-80gb"), &layout);
        let ours: f64 = memory.parts[..5].iter().map(|part| part.get()).sum();
        assert!(
            (ours / GIB - published).abs() < 0.006,
            "{offload:?}: {}",
            ours / GIB
        );
        assert_eq!(offload == Offload::None, memory.host.get() == 0.0);
    }
}

/// Published counts of trained parameters, to the last one.
#[test]
fn adapters_count_exactly() {
    for count in adapters::COUNTS {
        let id = count.model;
        let mut job = job(model(id), Stack::HuggingFace, Precision::Bf16);
        job.method = Method::Adapter(count.adapter);
        let trained = parameters::trainable(&job);
        assert_eq!(trained.to_bits(), count.published.to_bits(), "{id}");
        assert_eq!(
            count.ratio().map(f64::to_bits),
            Some(1.0_f64.to_bits()),
            "{id}"
        );
    }
}

/// Disjoint sets of matrices add up on every model, and the three of a feed-forward layer are
/// those counted by hand: rank 8 on Llama-2-7B, 3 x 32 x 8 (4,096 + 11,008).
#[test]
fn sets_of_matrices_add_up() {
    let of = |model: &Model, targets| lora::trainable(model, adapter(8, targets));
    let forward = Targets::from_id("gate,up,down").unwrap();
    let llama = model("meta-llama/Llama-2-7b-hf");
    assert_eq!(of(&llama, forward).to_bits(), 11_599_872_f64.to_bits());
    for record in catalog::models() {
        let Some(model) = catalog::model(record.id) else {
            panic!("{} has no shape", record.id);
        };
        let single = |matrix| of(&model, Targets::of([matrix]).unwrap());
        let attention: f64 = Targets::ATTENTION.matrices().map(single).sum();
        assert_eq!(
            attention.to_bits(),
            of(&model, Targets::ATTENTION).to_bits()
        );
        let both = attention + of(&model, forward);
        let all = of(&model, Targets::LINEAR);
        // Recurrent layers' own matrices have no name.
        assert_eq!(both < all, model.recurrent.is_some(), "{}", record.id);
    }
}

/// A full fine-tune trains all of the model: Llama-3.1-8B's published 8,030,261,248.
#[test]
fn a_full_fine_tune_trains_every_parameter() {
    let llama = model("meta-llama/Llama-3.1-8B");
    let full = job(llama, Stack::Torchtitan, Precision::Bf16Mixed);
    assert_eq!(
        parameters::trainable(&full).to_bits(),
        8_030_261_248.0_f64.to_bits()
    );
}

/// A frozen reference is a second set of weights in the format that is multiplied, cut as the
/// first; adapters need none, since the base is the reference.
#[test]
fn a_reference_adds_one_set_of_weights() {
    let llama = model("meta-llama/Llama-3.1-8B");
    let mut full = job(llama, Stack::DeepSpeed, Precision::Bf16Mixed);
    for (precision, bytes) in [(Precision::Fp32, 4.0), (Precision::Bf16Mixed, 2.0)] {
        full.precision = precision;
        full.reference = false;
        let alone = states(&full, 8, Sharding::Zero3, 4);
        full.reference = true;
        let both = states(&full, 8, Sharding::Zero3, 4);
        let copy = bytes * parameters::trainable(&full) / 8.0;
        assert!(((both - alone) / copy - 1.0).abs() < 1e-9, "{precision:?}");
    }
    full.method = Method::Adapter(adapter(16, Targets::LINEAR));
    let adapted = states(&full, 8, Sharding::Zero3, 4);
    full.reference = false;
    assert_eq!(
        adapted.to_bits(),
        states(&full, 8, Sharding::Zero3, 4).to_bits()
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 512,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is asked, legal or not, every figure is a number and not negative, the parts add
    /// up to the reserved memory, and the counters are in order.
    #[test]
    fn every_figure_is_a_number(job in any_job(), layout in any_layout(), chip in any_chip()) {
        let memory = memory::memory(&job, &chip, &layout);
        for part in memory.parts {
            prop_assert!(part.is_valid(), "{:?}", memory);
        }
        prop_assert!(memory.host.is_valid());
        prop_assert!(memory.allocated <= memory.peak && memory.peak <= memory.reserved);
        let sum: f64 = memory.parts.iter().map(|part| part.get()).sum();
        let beside = memory.part(Component::Context).get();
        prop_assert!(((sum - beside) / memory.reserved.get() - 1.0).abs() < 1e-9);
        prop_assert!(parameters::trainable(&job) > 0.0);
    }

    /// Twice the ranks to cut states over never take more memory.
    #[test]
    fn more_shards_never_raise_memory(
        job in any_job(), layout in any_layout(), chip in any_chip(),
    ) {
        prop_assume!(layout.sharding != Sharding::None);
        let mut wide = layout;
        wide.accelerators = layout.accelerators.max(layout.model_ranks()) * 2;
        let mut narrow = layout;
        narrow.accelerators = wide.accelerators / 2;
        let mut more = job.clone();
        more.global_batch = job.global_batch * 2;
        let few = memory::memory(&job, &chip, &narrow).peak;
        let many = memory::memory(&more, &chip, &wide).peak;
        prop_assert!(many.get() <= few.get() * (1.0 + 1e-12), "{few:?} {many:?}");
    }

    /// Computing whole layers again never takes more memory than keeping them.
    #[test]
    fn full_recompute_never_raises_memory(
        job in any_job(), mut layout in any_layout(), chip in any_chip(),
    ) {
        layout.recompute = Recompute::None;
        let kept = memory::memory(&job, &chip, &layout).peak;
        layout.recompute = Recompute::Full;
        let again = memory::memory(&job, &chip, &layout).peak;
        prop_assert!(again <= kept, "{kept:?} {again:?}");
    }

    /// Half the micro-batch, and twice as many of them, never keep more activations. Both
    /// accumulate: a single micro-batch a step lets gradients take activations' place.
    #[test]
    fn a_smaller_micro_batch_never_raises_activations(
        job in any_job(), layout in any_layout(), chip in any_chip(),
    ) {
        let wide = Layout { micro_batch: layout.micro_batch * 2, ..layout };
        let mut job = job;
        let unit = 2 * wide.micro_batch * wide.data().max(1);
        job.global_batch = job.global_batch.div_ceil(unit) * unit;
        let stages = layout.pipeline;
        for stage in [0, stages / 2, stages - 1] {
            let kept = |layout: &Layout| {
                let memory = memory::at_stage(&job, &chip, layout, stage);
                (memory.part(Component::Activations) + memory.part(Component::Logits)).get()
            };
            prop_assert!(kept(&layout) <= kept(&wide) * (1.0 + 1e-12));
        }
    }

    /// Offloaded bytes leave the accelerator, and the host needs room for them.
    #[test]
    fn offload_never_raises_memory(
        job in any_job(), mut layout in any_layout(), chip in any_chip(),
    ) {
        prop_assume!(layout.pipeline <= job.model.layers);
        layout.sharding = Sharding::Zero3;
        layout.offload = Offload::None;
        let kept = memory::memory(&job, &chip, &layout);
        prop_assert!(kept.host.get() == 0.0);
        for offload in [Offload::Optimizer, Offload::Nvme, Offload::States] {
            layout.offload = offload;
            let sent = memory::memory(&job, &chip, &layout);
            prop_assert!(sent.peak <= kept.peak);
            prop_assert!(sent.host.get() > 0.0);
        }
    }
}
