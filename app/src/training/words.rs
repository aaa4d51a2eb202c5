//! How the training page names things: durations, layouts, methods, formats. Names that
//! are the software's own stay as they are in every language.

use crate::i18n::{Msg, figures, number, say, text};
use estimator::quantity::{Bytes, Seconds, Usd};
use estimator::training::Job;
use estimator::training::ability::{Gap, Moved};
use estimator::training::layout::{Illegal, Layout};
use estimator::training::method::{Offload, Optimizer, Precision, Recompute, Sharding, Stack};
use estimator::training::report::{Bottleneck, Memory};

const MINUTE: f64 = 60.0;
const HOUR: f64 = 3600.0;
const DAY: f64 = 86_400.0;

/// A duration in the unit that suits it, to three digits.
pub(crate) fn duration(time: Seconds) -> String {
    in_unit(time, figures)
}

/// A duration that somebody chose, with no more digits than it has.
pub(super) fn duration_chosen(time: Seconds) -> String {
    in_unit(time, number)
}

fn in_unit(time: Seconds, shown: fn(f64) -> String) -> String {
    let seconds = time.get();
    if seconds < 2.0 * MINUTE {
        crate::i18n::seconds(time)
    } else if seconds < 2.0 * HOUR {
        say::unit_min(&shown(seconds / MINUTE))
    } else if seconds < 2.0 * DAY {
        say::unit_h(&shown(seconds / HOUR))
    } else {
        say::unit_days(&shown(seconds / DAY))
    }
}

/// The unit that an axis of times near this one counts in: its length and its name.
pub(super) fn axis_unit(time: Seconds) -> (Seconds, &'static str) {
    let (unit, name) = if time.get() < 2.0 * HOUR {
        (MINUTE, Msg::SymbolMin)
    } else if time.get() < 2.0 * DAY {
        (HOUR, Msg::SymbolH)
    } else {
        (DAY, Msg::SymbolDays)
    };
    (Seconds::new(unit), text(name))
}

/// The cost of a run, or that no price is known.
pub(crate) fn cost(cost: Option<Usd>) -> String {
    cost.map_or_else(
        || text(Msg::NotKnown).to_owned(),
        |cost| crate::i18n::dollars(cost.get()),
    )
}

/// Memory that is left.
pub(super) fn free(memory: &Memory) -> Bytes {
    (memory.capacity - memory.needed()).max(Bytes::ZERO)
}

/// The degrees of a job's layout that matter: `tp 4 · pp 2 · dp 8 · mbs 1 · ga 4`.
pub(crate) fn degrees(layout: &Layout, job: &Job) -> String {
    let several = [
        ("tp", layout.tensor),
        ("pp", layout.pipeline),
        ("vpp", layout.virtual_stages),
        ("cp", layout.context),
        ("ep", layout.expert),
        // Megatron's own default is that of the other layers.
        ("etp", own_expert_tensor(layout)),
        ("dp", layout.data()),
    ]
    .into_iter()
    .filter(|(_, degree)| *degree > 1);
    let accumulated = Some(("ga", layout.micro_batches(job))).filter(|(_, count)| *count > 1);
    let degrees = several
        .chain([("mbs", layout.micro_batch)])
        .chain(accumulated);
    let words = degrees.map(|(name, degree)| format!("{name}\u{a0}{degree}"));
    words.collect::<Vec<_>>().join(" · ")
}

/// Ranks that share one expert, where they are not those that share a layer; else 1.
const fn own_expert_tensor(layout: &Layout) -> u32 {
    if layout.expert_tensor == layout.tensor {
        1
    } else {
        layout.expert_tensor
    }
}

/// The parts that a layout shards, computes again and keeps elsewhere.
pub(crate) fn ways(layout: &Layout) -> Vec<String> {
    let mut ways = vec![sharding_name(layout.sharding).to_owned()];
    if layout.recompute != Recompute::None {
        ways.push(say::layout_recompute(recompute_name(layout.recompute)));
    }
    if layout.sequence_parallel && layout.tensor > 1 {
        ways.push(text(Msg::LayoutSequenceParallel).to_owned());
    }
    if layout.offload != Offload::None {
        ways.push(say::layout_offload(offload_name(layout.offload)));
    }
    ways
}

/// The state that is cut over data parallelism.
pub(super) fn sharding_name(way: Sharding) -> &'static str {
    match way {
        Sharding::None => text(Msg::ShardingNone),
        Sharding::DistributedOptimizer => text(Msg::ShardingDistributed),
        Sharding::Zero1 => "ZeRO-1",
        Sharding::Zero2 => "ZeRO-2",
        Sharding::Zero3 => "ZeRO-3 / FSDP",
        Sharding::Hybrid => text(Msg::ShardingHybrid),
    }
}

/// The activations that are computed again.
pub(super) fn recompute_name(way: Recompute) -> &'static str {
    text(match way {
        Recompute::None => Msg::RecomputeNone,
        Recompute::Selective => Msg::RecomputeSelective,
        Recompute::Full => Msg::RecomputeFull,
    })
}

/// The state that leaves the accelerator.
pub(super) fn offload_name(way: Offload) -> &'static str {
    text(match way {
        Offload::None => Msg::OffloadNone,
        Offload::Optimizer => Msg::OffloadOptimizer,
        Offload::States => Msg::OffloadStates,
        Offload::Nvme => Msg::OffloadNvme,
    })
}

/// Number formats as engineers write them.
pub(super) fn precision_name(precision: Precision) -> String {
    match precision {
        Precision::Bf16Mixed => say::precision_mixed("bf16"),
        Precision::Fp16Mixed => say::precision_mixed("fp16"),
        Precision::Bf16 => "bf16".to_owned(),
        Precision::Fp32 => "fp32".to_owned(),
        Precision::Fp8Mixed => say::precision_mixed("fp8"),
        Precision::Mxfp8Mixed => say::precision_mixed("mxfp8"),
        Precision::Fp8Row => say::precision_row("fp8"),
        Precision::Nvfp4Mixed => say::precision_mixed("nvfp4"),
    }
}

/// Optimizers by their own names.
pub(super) fn optimizer_name(optimizer: Optimizer) -> String {
    let name = match optimizer {
        Optimizer::AdamW => "AdamW",
        Optimizer::AdamWHalf => "AdamW bf16",
        Optimizer::AdamW8 => return say::optimizer_bits("8", "AdamW"),
        Optimizer::AdamW4 => return say::optimizer_bits("4", "AdamW"),
        Optimizer::Adafactor => "Adafactor",
        Optimizer::Sgd => "SGD",
        Optimizer::Muon => "Muon",
    };
    name.to_owned()
}

/// Software by its own name.
pub(super) const fn stack_name(stack: Stack) -> &'static str {
    match stack {
        Stack::Megatron => "Megatron-LM",
        Stack::Torchtitan => "torchtitan",
        Stack::HuggingFace => "Hugging Face TRL",
        Stack::DeepSpeed => "DeepSpeed",
        Stack::Unsloth => "Unsloth",
        Stack::Axolotl => "Axolotl",
    }
}

/// A setting that a software lacks, by the name of its field.
pub(super) fn gap_name(gap: Gap) -> &'static str {
    text(match gap {
        Gap::Tensor => Msg::LayoutTensor,
        Gap::Pipeline => Msg::LayoutPipeline,
        Gap::VirtualStages => Msg::LayoutVirtual,
        Gap::Context => Msg::LayoutContext,
        Gap::Expert => Msg::LayoutExpert,
        Gap::ExpertTensor => Msg::LayoutExpertTensor,
        Gap::Sharding => Msg::Sharding,
        Gap::Precision => Msg::Precision,
        Gap::Optimizer => Msg::Optimizer,
        Gap::Offload => Msg::Offload,
        Gap::Recompute => Msg::Recompute,
        Gap::Loss => Msg::Loss,
        Gap::Attention => Msg::StepAttention,
        Gap::Adapters => Msg::PartAdapters,
        Gap::Reference => Msg::StepReference,
        Gap::Model => Msg::Model,
        Gap::Configuration => Msg::GapConfiguration,
        Gap::Full => Msg::GapFull,
        Gap::Magnitude => Msg::MethodDora,
        Gap::Base => Msg::GapBase,
        Gap::Scratch => Msg::PurposePretraining,
        Gap::Hardware => Msg::ColAccelerator,
    })
}

/// A change of software as a sentence.
pub(super) fn moved(moved: Moved) -> String {
    let (from, to) = (stack_name(moved.from), stack_name(moved.to));
    say::software_moved(from, gap_name(moved.gap), to)
}

/// A method by its name in short.
pub(super) fn method_name(id: &str) -> &'static str {
    match id {
        "lora" => "LoRA",
        "dora" => "DoRA",
        "qlora" => "QLoRA",
        _ => text(Msg::MethodFull),
    }
}

/// The part that a step spends most of its time on, as a sentence.
pub(super) const fn bound(by: Bottleneck) -> Msg {
    match by {
        Bottleneck::Compute => Msg::StepBoundCompute,
        Bottleneck::MemoryBandwidth => Msg::StepBoundBandwidth,
        Bottleneck::Interconnect => Msg::StepBoundInterconnect,
        Bottleneck::Engine => Msg::StepBoundEngine,
    }
}

/// Which rule leaves no layout.
pub(super) fn illegal(rule: Illegal) -> String {
    let counted = |count: u32| crate::i18n::integer(f64::from(count));
    match rule {
        Illegal::Heads { heads, .. } => say::reason_heads(&counted(heads)),
        Illegal::Stages { layers } => say::reason_stages(&counted(layers)),
        Illegal::Experts { experts, .. } => say::reason_experts(&counted(experts)),
        Illegal::AcrossNodes { node } => say::reason_across(&counted(node)),
        Illegal::Accelerators { multiple } => say::reason_count(&counted(multiple)),
        Illegal::GlobalBatch { multiple, nearest } => {
            say::reason_batch(&counted(multiple), &counted(nearest))
        }
        Illegal::Sequence { multiple } => say::reason_sequence(&counted(multiple)),
        Illegal::MicroBatches { multiple } => say::reason_micro(&counted(multiple)),
        Illegal::NoExperts => text(Msg::ProblemNoExperts).to_owned(),
        Illegal::Zero | Illegal::Unstaged | Illegal::ExpertRanks { .. } => {
            text(Msg::ReasonNoSplit).to_owned()
        }
    }
}
