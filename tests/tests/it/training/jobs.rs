//! Jobs and layouts that tests fill in, and random ones.

use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::parameters;
use estimator::training::target::{Matrix, Targets};
use estimator::training::{Job, Layout};
use proptest::prelude::*;
use proptest::sample::select;

/// A job of `model`, one sequence of 4096 tokens a step.
pub(crate) fn job(model: Model, stack: Stack, precision: Precision) -> Job {
    Job {
        model,
        method: Method::Full,
        precision,
        optimizer: Optimizer::AdamW,
        stack,
        sequence: 4096,
        global_batch: 1,
        tokens: 1e9,
        loss: Loss::Plain,
        flash: true,
        dropout: false,
        reference: false,
        scratch: false,
        packed: 1.0,
    }
}

fn targets() -> impl Strategy<Value = Targets> {
    proptest::sample::subsequence(Matrix::ALL.to_vec(), 1..=Matrix::ALL.len())
        .prop_map(|matrices| Targets::of(matrices).unwrap())
}

fn method() -> impl Strategy<Value = Method> {
    let adapter = (
        1..512u32,
        targets(),
        any::<bool>(),
        select(Base::ALL),
        any::<bool>(),
    );
    prop_oneof![
        Just(Method::Full),
        adapter.prop_map(|(rank, targets, magnitude, base, half)| {
            Method::Adapter(Adapter {
                rank,
                targets,
                magnitude,
                base,
                half,
            })
        })
    ]
}

/// Any job of any model of the catalogue.
pub(crate) fn any_job() -> impl Strategy<Value = Job> {
    let ids: Vec<_> = catalog::models().iter().map(|entry| entry.id).collect();
    let formats = (
        select(Precision::ALL),
        select(Optimizer::ALL),
        select(Stack::ALL),
        select(Loss::ALL),
    );
    let switches = (any::<bool>(), any::<bool>(), any::<bool>());
    (
        select(ids),
        method(),
        formats,
        1..200_000u32,
        1..10_000u32,
        switches,
    )
        .prop_map(
            |(id, method, formats, sequence, global_batch, (flash, dropout, reference))| Job {
                method,
                optimizer: formats.1,
                loss: formats.3,
                sequence,
                global_batch,
                flash,
                dropout,
                reference,
                ..job(rightsize_tests::model(id), formats.2, formats.0)
            },
        )
        .prop_filter("a model without a gate", |job| {
            parameters::trainable(job) > 0.0
        })
}

fn degree(most: u32) -> impl Strategy<Value = u32> {
    (0..=most).prop_map(|power| 1 << power)
}

/// Any layout, legal or not, zeros left out.
pub(crate) fn any_layout() -> impl Strategy<Value = Layout> {
    let degrees = (
        degree(12),
        degree(4),
        degree(5),
        degree(4),
        degree(6),
        degree(3),
    );
    let kept = (
        select(Sharding::ALL),
        select(Recompute::ALL),
        any::<bool>(),
        select(Offload::ALL),
    );
    let last = select(vec![None, Some(1), Some(3), Some(1000)]);
    (degrees, degree(4), last, degree(5), kept).prop_map(
        |(degrees, virtual_stages, last_stage, micro_batch, kept)| Layout {
            accelerators: degrees.0,
            tensor: degrees.1,
            pipeline: degrees.2,
            context: degrees.3,
            expert: degrees.4,
            expert_tensor: degrees.5,
            virtual_stages,
            last_stage,
            micro_batch,
            sharding: kept.0,
            recompute: kept.1,
            sequence_parallel: kept.2,
            offload: kept.3,
        },
    )
}

/// Any accelerator of the catalogue.
pub(crate) fn any_chip() -> impl Strategy<Value = Accelerator> {
    let chips: Vec<_> = catalog::accelerators()
        .iter()
        .map(|record| record.accelerator.clone())
        .collect();
    select(chips)
}
