//! The setting that every part of a step is worked out from: the symbols of a job on a layout.

use crate::hardware::Accelerator;
use crate::training::constants::Constants;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::{Family, Precision, Recompute};
use crate::training::parameters::further_tokens;
use crate::training::shape::Shape;
use crate::training::site::Site;
use crate::training::time::flops;
use crate::training::time::network::Fabric;
use crate::training::time::rates::Rates;

/// A job on an accelerator, whatever its layout.
pub(crate) struct OnChip<'a> {
    /// The constants.
    pub constants: &'a Constants,
    /// The job.
    pub job: &'a Job,
    /// The chip.
    pub chip: &'a Accelerator,
    /// Parameters of a layer.
    shape: Shape,
    /// The rates that the chip reaches.
    rates: Rates,
    /// The links of the chips.
    fabric: Fabric,
    /// Operations of a token that the model asks for.
    pub flops: f64,
    /// Parameters outside routed experts, of the whole model.
    dense_parameters: f64,
    /// Parameters of routed experts, of the whole model.
    expert_parameters: f64,
}

impl<'a> OnChip<'a> {
    /// `None` where the chip lacks a rate.
    pub(super) fn new(
        constants: &'a Constants,
        job: &'a Job,
        site: &Site,
        chip: &'a Accelerator,
    ) -> Option<Self> {
        let rates = Rates::of(constants, job, chip)?;
        let mut shape = Shape::of(&job.model);
        shape.further = further_tokens(job, &shape);
        let shape = with_further(shape);
        let counted = crate::parameters::count(&job.model);
        Some(Self {
            constants,
            job,
            chip,
            shape,
            rates,
            fabric: Fabric::of(site, chip),
            flops: flops::of_job(job),
            dense_parameters: counted.total - counted.experts
                + shape.further * further_layer(&shape),
            expert_parameters: shape.expert_layers * shape.routed * shape.expert,
        })
    }
}

/// A job on a layout, in symbols.
pub(super) struct Setting<'a> {
    /// The constants.
    pub constants: &'a Constants,
    /// The job.
    pub job: &'a Job,
    /// The layout.
    pub layout: &'a Layout,
    /// Parameters of a layer.
    pub shape: &'a Shape,
    /// The rates that the chip reaches.
    pub rates: &'a Rates,
    /// The links of the chips.
    pub fabric: &'a Fabric,
    /// Tokens of one micro-batch on a rank, `T`.
    pub tokens: f64,
    /// Tokens of a sequence, `s`.
    pub sequence: f64,
    /// Ranks of tensor parallelism, `tp`.
    pub tensor: f64,
    /// Stages of the pipeline, `pp`.
    pub stages: f64,
    /// Micro-batches of a step, `m`.
    pub micro_batches: f64,
    /// Share of the forward pass that is computed again, `r`.
    pub again: f64,
    /// Matrix products a weight takes part in: forward, for the input, for the weight,
    /// and again, `n_p`.
    pub passes: f64,
    /// Bytes of a kept activation over those of a 16-bit one.
    pub width: f64,
    /// Parameters outside routed experts, of the whole model.
    pub dense_parameters: f64,
    /// Parameters of routed experts, of the whole model.
    pub expert_parameters: f64,
    /// Parameters of a rank before they are cut over data parallelism, `N_r`.
    pub rank_parameters: f64,
}

impl<'a> Setting<'a> {
    pub(super) fn new(on: &'a OnChip, layout: &'a Layout) -> Self {
        let job = on.job;
        let tensor = f64::from(layout.tensor.max(1));
        let stages = f64::from(layout.pipeline.max(1));
        let again = again(job.stack.family(), layout.recompute);
        // A frozen weight gets no gradient: two products of three.
        let learnt = if job.method.adapter().is_some() {
            2.0 / 3.0
        } else {
            1.0
        };
        let (dense_parameters, expert_parameters) = (on.dense_parameters, on.expert_parameters);
        Self {
            constants: on.constants,
            job,
            layout,
            shape: &on.shape,
            rates: &on.rates,
            fabric: &on.fabric,
            tokens: layout.tokens(job),
            sequence: f64::from(job.sequence),
            tensor,
            stages,
            micro_batches: f64::from(layout.micro_batches(job)),
            again,
            passes: (3.0 + again) * learnt,
            width: if job.precision == Precision::Fp32 {
                2.0
            } else {
                1.0
            },
            dense_parameters,
            expert_parameters,
            rank_parameters: (dense_parameters + expert_parameters) / (tensor * stages),
        }
    }

    /// Whether layers are fused or compiled.
    pub(super) const fn is_fused(&self) -> bool {
        is_fused(self.job.stack.family())
    }

    /// Whether whole layers are computed again.
    pub(super) const fn recomputes_all(&self) -> bool {
        matches!(self.layout.recompute, Recompute::Full)
    }

    /// Work that is done forward and backward alike, with whole layers computed again over
    /// without: four passes' worth for three.
    pub(super) fn repeated(&self) -> f64 {
        if self.recomputes_all() {
            4.0 / 3.0
        } else {
            1.0
        }
    }

    /// Whether weights are frozen beside adapters.
    pub(super) const fn is_frozen(&self) -> bool {
        self.job.method.adapter().is_some()
    }

    /// Bits a frozen base is kept at; 16 of weights that learn.
    pub(super) fn base_bits(&self) -> f64 {
        let adapter = self.job.method.adapter();
        adapter.map_or(16.0, |adapter| adapter.base.bits())
    }

    /// Ranks that hybrid sharding cuts states over: those that reach each other without
    /// the network.
    pub(super) fn hybrid_group(&self) -> u32 {
        self.layout.hybrid_shards(self.fabric.near)
    }

    /// Passes over the head and over each logit: with those that predict further tokens.
    pub(super) fn heads(&self) -> f64 {
        1.0 + self.shape.further
    }
}

/// The shape with its layers that predict further tokens: each is one more of the
/// last kind, and joins two streams first.
fn with_further(shape: Shape) -> Shape {
    let sparse = if shape.expert_layers > 0.0 {
        shape.further
    } else {
        0.0
    };
    Shape {
        layers: shape.layers + shape.further,
        expert_layers: shape.expert_layers + sparse,
        dense_layers: shape.dense_layers + shape.further - sparse,
        ..shape
    }
}

/// Parameters of a layer that predicts a further token, routed experts left out: the layer and the
/// joint.
fn further_layer(shape: &Shape) -> f64 {
    let last = if shape.expert_layers > 0.0 {
        shape.shared + shape.routed * shape.hidden
    } else {
        shape.feed_forward
    };
    shape.attention + last + shape.norms + joined(shape)
}

/// Parameters by which a layer that predicts a further token joins two streams.
pub(super) fn joined(shape: &Shape) -> f64 {
    2.0 * shape.hidden * shape.hidden
}

/// Whether a stack's layers are fused or compiled, with today's attention kernels. Hugging
/// Face and `DeepSpeed` run layers eagerly and call `FlashAttention-2`.
pub(super) const fn is_fused(stack: Family) -> bool {
    matches!(stack, Family::Megatron | Family::Torchtitan)
}

/// Share of the forward pass that is computed again. Megatron's selective recompute
/// repeats attention's scores, which flash attention never keeps; others repeat every
/// other matrix product.
const fn again(stack: Family, recompute: Recompute) -> f64 {
    match (recompute, stack) {
        (Recompute::None, _) | (Recompute::Selective, Family::Megatron) => 0.0,
        (Recompute::Selective, _) => 0.5,
        (Recompute::Full, _) => 1.0,
    }
}
