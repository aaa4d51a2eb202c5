//! The ways a job may be spread over so many accelerators: those its software can do and that are
//! worth a try.
//!
//! - Megatron-LM: distributed optimizer with tensor, pipeline, context and expert
//!   parallelism, interleaved stages (its parallelism guide)
//! - torchtitan: FSDP2, hybrid where the ranks span link domains, with the same four
//! - Hugging Face: copies (DDP) or FSDP; no model parallelism
//! - `DeepSpeed`: ZeRO-1, 2 and 3, offload
//! - Unsloth: copies (DDP); Axolotl: as Hugging Face
//!
//! A degree that the user fixes is taken even where the software's own way would be another, but
//! none that the software has no way to do ([`Task::unspread`]).

use crate::model::Attention;
use crate::training::ability::Task;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::{Offload, Recompute, Sharding, Stack};
use crate::training::question::Fixed;
use crate::training::time::pipeline::last_stage;
use std::ops::Range;

/// Finest cut of a layer: published runs stay at 8, or 16 where a link domain is larger.
const MOST_TENSOR: u32 = 16;
/// Most stages: 64 in the largest published run (a trillion parameters, arXiv 2104.04473).
const MOST_STAGES: u32 = 64;
/// Most chunks of layers a stage holds.
const MOST_CHUNKS: u32 = 8;
/// Finest spread of experts: DeepSeek-V3's (arXiv 2412.19437).
const MOST_EXPERT: u32 = 64;
/// Fewest tokens of a sequence that a rank is left with by context parallelism; it is
/// for long sequences.
const LEAST_PIECE: u32 = 4096;

/// Share of a stage's time that the layers may leave idle where they do not divide: 126
/// layers went over 16 stages (Llama 3, arXiv 2407.21783), 61 over 16 (DeepSeek-V3).
const EVEN: f64 = 0.95;

/// The machines a layout is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// Accelerators in all.
    pub count: u32,
    /// Accelerators of one node.
    pub node: u32,
    /// Accelerators that the fast link joins.
    pub domain: u32,
}

/// Legal layouts of `job`, simplest first, each at its smallest micro-batch and with
/// nothing computed again; those two are chosen afterwards.
pub(super) fn ways(job: &Job, fixed: &Fixed, place: Place, offload: Offload) -> Vec<Layout> {
    let free = job.stack.cuts_models();
    let degree = |wanted: Option<u32>, whole: u32, most: u32| -> Vec<u32> {
        match wanted {
            Some(value) if value > 0 && whole.is_multiple_of(value) => vec![value],
            Some(_) => Vec::new(),
            None if free => divisors(whole, most),
            None => vec![1],
        }
    };
    let pieces = (job.sequence / LEAST_PIECE).max(1);
    let mut all = Vec::new();
    for pipeline in degree(
        fixed.pipeline,
        place.count,
        MOST_STAGES.min(job.model.layers),
    ) {
        if fixed.pipeline.is_none() && !is_even(job.model.layers, pipeline) {
            continue;
        }
        let stage = place.count / pipeline;
        for tensor in degree(fixed.tensor, stage, MOST_TENSOR.min(place.node)) {
            if fixed.tensor.is_none() && !cuts_cache(job, tensor) {
                continue;
            }
            for context in degree(fixed.context, stage / tensor, pieces) {
                let base = Layout {
                    accelerators: place.count,
                    tensor,
                    pipeline,
                    context,
                    last_stage: last_stage(job, pipeline),
                    expert_tensor: if job.model.is_mixture() { tensor } else { 1 },
                    micro_batch: fixed.micro_batch.unwrap_or(1),
                    sequence_parallel: tensor > 1
                        && job
                            .sequence
                            .is_multiple_of(tensor.saturating_mul(context.saturating_mul(2))),
                    offload,
                    ..Layout::SINGLE
                };
                spread(job, fixed, place, base, &mut all);
            }
        }
    }
    all
}

/// The ways to spread experts, interleave stages and cut states, of one cut of the model.
fn spread(job: &Job, fixed: &Fixed, place: Place, base: Layout, all: &mut Vec<Layout>) {
    if base.check(job, place.node).is_err() {
        return;
    }
    let task = Task::from(job);
    for expert in experts(job, fixed, place.count / base.pipeline) {
        for virtual_stages in chunks(job, fixed, base.pipeline) {
            for sharding in shardings(job, fixed, place.domain, &base) {
                let layout = Layout {
                    expert,
                    // Experts that are spread over ranks are not cut as well.
                    expert_tensor: if expert > 1 { 1 } else { base.expert_tensor },
                    virtual_stages,
                    sharding,
                    ..base
                };
                let runs = task.unspread(&layout).is_none();
                if runs && layout.check(job, place.node).is_ok() {
                    all.push(layout);
                }
            }
        }
    }
}

/// Whether `stages` hold about as many layers each.
fn is_even(layers: u32, stages: u32) -> bool {
    let fullest = layers.div_ceil(stages).saturating_mul(stages);
    f64::from(layers) >= EVEN * f64::from(fullest)
}

/// Divisors of `whole` up to `most`.
fn divisors(whole: u32, most: u32) -> Vec<u32> {
    (1..=most.min(whole))
        .filter(|divisor| whole.is_multiple_of(*divisor))
        .collect()
}

fn experts(job: &Job, fixed: &Fixed, ranks: u32) -> Vec<u32> {
    if let Some(expert) = fixed.expert {
        return vec![expert];
    }
    match job.model.experts {
        Some(part) if job.stack.cuts_models() => divisors(ranks, MOST_EXPERT.min(part.routed)),
        _ => vec![1],
    }
}

/// Whether every rank gets whole key/value heads, as Megatron-LM asks
/// (`num_query_groups` a multiple of `tp`) and torchtitan's plans do.
fn cuts_cache(job: &Job, tensor: u32) -> bool {
    job.model.attention().is_none_or(|shape| {
        let heads = shape.cache_shards();
        tensor == 1 || matches!(shape, Attention::Latent { .. }) || heads.is_multiple_of(tensor)
    })
}

/// One chunk a stage, or as many as there are equal ones: more of them wait less, and
/// from two on hold less too.
fn chunks(job: &Job, fixed: &Fixed, pipeline: u32) -> Vec<u32> {
    if let Some(chunks) = fixed.virtual_stages {
        return vec![chunks];
    }
    let layers = job.model.layers;
    let mut all = vec![1];
    if pipeline > 1 && layers.is_multiple_of(pipeline) {
        let most = divisors(layers / pipeline, MOST_CHUNKS).pop();
        all.extend(most.filter(|chunks| *chunks > 1));
    }
    all
}

fn shardings(job: &Job, fixed: &Fixed, domain: u32, layout: &Layout) -> Vec<Sharding> {
    if let Some(sharding) = fixed.sharding {
        return vec![sharding];
    }
    // States leave the accelerator only where they are cut.
    match (layout.offload, job.stack) {
        (Offload::States | Offload::Nvme, _) => return vec![Sharding::Zero3],
        (Offload::Optimizer, Stack::DeepSpeed) => return vec![Sharding::Zero2],
        (Offload::None | Offload::Optimizer, _) => {}
    }
    match (job.stack, layout.shards()) {
        (_, 1) | (Stack::Unsloth, _) => vec![Sharding::None],
        (Stack::Megatron, _) => vec![Sharding::DistributedOptimizer],
        (Stack::DeepSpeed, _) => vec![Sharding::Zero1, Sharding::Zero2, Sharding::Zero3],
        (Stack::Torchtitan | Stack::HuggingFace | Stack::Axolotl, shards) => {
            let mut all = Vec::new();
            if job.stack != Stack::Torchtitan {
                all.push(Sharding::None);
            }
            all.push(Sharding::Zero3);
            if shards > domain && domain > 1 {
                all.push(Sharding::Hybrid);
            }
            all
        }
    }
}

/// The modes of recomputation, the fastest first.
pub(super) fn recomputes(job: &Job, fixed: &Fixed) -> Vec<Recompute> {
    match (fixed.recompute, job.stack) {
        (Some(mode), _) => vec![mode],
        (None, Stack::Megatron | Stack::Torchtitan) => {
            vec![Recompute::None, Recompute::Selective, Recompute::Full]
        }
        (None, Stack::HuggingFace | Stack::DeepSpeed | Stack::Unsloth | Stack::Axolotl) => {
            vec![Recompute::None, Recompute::Full]
        }
    }
}

/// Where states may go that do not fit: the fixed mode, else those the software offers, to be
/// tried in this order where nothing fits without.
pub(super) fn offloads(job: &Job, fixed: &Fixed) -> Vec<Offload> {
    match (fixed.offload, job.stack) {
        (Some(offload), _) => vec![offload],
        (None, Stack::Megatron) => vec![Offload::None, Offload::Optimizer],
        (None, Stack::Torchtitan | Stack::HuggingFace | Stack::Axolotl) => {
            vec![Offload::None, Offload::States]
        }
        (None, Stack::Unsloth) => vec![Offload::None],
        (None, Stack::DeepSpeed) => vec![
            Offload::None,
            Offload::Optimizer,
            Offload::States,
            Offload::Nvme,
        ],
    }
}

/// Numbers of sequences that one forward pass may take: the least, and its doublings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    /// The fewest sequences.
    pub least: u32,
    /// How many numbers there are.
    pub count: u32,
}

impl Sizes {
    /// The numbers at `places`, fewest first.
    pub(super) fn at(self, places: Range<u32>) -> impl DoubleEndedIterator<Item = u32> {
        places.map(move |power| self.least << power)
    }
}

/// Sequences of one forward pass that divide the global batch; `None` where none do.
pub(super) fn micro_batches(job: &Job, fixed: &Fixed, layout: &Layout) -> Option<Sizes> {
    if let Some(least) = fixed.micro_batch {
        return Some(Sizes { least, count: 1 });
    }
    let each = job.global_batch / layout.data().max(1);
    let doublings = (each > 0).then(|| each.trailing_zeros())?;
    // A preferred answer goes with the one that is not.
    let pairs = u32::from(job.reference && doublings > 0);
    Some(Sizes {
        least: 1 << pairs,
        count: doublings - pairs + 1,
    })
}
