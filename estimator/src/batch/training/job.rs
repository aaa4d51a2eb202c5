//! The job of a line, its defaults filled in.
//!
//! | left out | taken |
//! | --- | --- |
//! | `method` | `full`; `lora` where a rank, targets or a base of fewer bits is named |
//! | `framework` | `megatron` where something of it is named (stages, `distributed-optimizer`, `expert_tensor_parallel`); `hf` with adapters; else `torchtitan` |
//! | `lora_rank`, `lora_targets` | 16; `q,v` (PEFT's for Llama), with a base of 4 bits `all-linear` (`QLoRA`, arXiv 2305.14314) |
//! | `precision`, `optimizer`, `loss` | `bf16-mixed`, `adamw`, `plain` |
//! | `flash_attention`, `dropout`, `packed` | yes, no, 1 |
//! | `sequence_length` | 4096, or the model's longest if shorter |
//! | `global_batch` | [`usual::global_batch`], rounded to a size the layout can cut |
//! | `tokens` | 200 million, and no price of a run |

use crate::batch::input::BatchError;
use crate::batch::scenario::checked;
use crate::batch::training::input::Line;
use crate::batch::training::words;
use crate::model::Model;
use crate::parameters;
use crate::training::lora;
use crate::training::method::{Adapter, Base, Loss, Method, Optimizer, Precision, Sharding, Stack};
use crate::training::question::Purpose;
use crate::training::target::Targets;
use crate::training::{Job, usual};

/// Tokens of a sequence where a line names none.
const SEQUENCE: u32 = 4096;
/// Rank of adapters where a line names none.
const RANK: u32 = 16;
/// Tokens of a run where a line names none.
const TOKENS: f64 = 200e6;

/// The job, its batch as the line names it or the usual one.
pub(super) fn job(line: &Line, model: Model) -> Result<Job, BatchError> {
    let precision = or(
        line.precision.as_deref(),
        words::precision,
        Precision::Bf16Mixed,
    )?;
    let method = method(line, &model, precision)?;
    let optimizer = or(
        line.optimizer.as_deref(),
        words::optimizer,
        Optimizer::AdamW,
    )?;
    let loss = or(line.loss.as_deref(), words::loss, Loss::Plain)?;
    let purpose = or(line.purpose.as_deref(), words::purpose, Purpose::FineTuning)?;
    let stack = match line.framework.as_deref() {
        Some(text) => words::framework(text)?,
        None => usual_stack(line, method)?,
    };
    let longest = model.max_context.unwrap_or(SEQUENCE);
    let sequence = line.sequence_length.unwrap_or(SEQUENCE.min(longest));
    let counted = |field, count: Option<u32>| match count {
        Some(0) => Err(BatchError::new(field, "0 is not at least 1")),
        _ => Ok(()),
    };
    counted("sequence_length", Some(sequence))?;
    counted("global_batch", line.global_batch)?;
    counted("micro_batch", line.micro_batch)?;
    if let Some(usd) = line.usd_per_accelerator_hour {
        checked("usd_per_accelerator_hour", usd, 0.0, 1e6)?;
    }
    if let Some(gbps) = line.network_gbps_per_node {
        checked("network_gbps_per_node", gbps, 0.1, 1e6)?;
    }
    let global_batch = line.global_batch.unwrap_or_else(|| {
        let total = parameters::count(&model).total;
        usual::global_batch(purpose, total, sequence)
    });
    Ok(Job {
        model,
        method,
        precision,
        optimizer,
        stack,
        sequence,
        global_batch,
        tokens: checked("tokens", line.tokens.unwrap_or(TOKENS), 1.0, 1e18)?,
        loss,
        flash: line.flash_attention.unwrap_or(true),
        dropout: line.dropout.unwrap_or(false),
        reference: purpose == Purpose::Preference,
        scratch: purpose == Purpose::Pretraining,
        packed: checked("packed", line.packed.unwrap_or(1.0), 0.01, 1.0)?,
    })
}

/// Reads a name, or takes the default.
fn or<T>(
    text: Option<&str>,
    read: impl Fn(&str) -> Result<T, BatchError>,
    default: T,
) -> Result<T, BatchError> {
    text.map_or(Ok(default), read)
}

fn method(line: &Line, model: &Model, precision: Precision) -> Result<Method, BatchError> {
    let base = line.weights.as_deref().map(words::base).transpose()?;
    let narrow = base.is_some_and(|base| base != Base::Sixteen);
    let adapts = line.lora_rank.is_some() || line.lora_targets.is_some() || narrow;
    let named = line.method.as_deref().map(str::to_ascii_lowercase);
    let (magnitude, usual) = match named.as_deref() {
        None if !adapts => return Ok(Method::Full),
        Some("full") if adapts => {
            let message = "full trains no adapters: leave out rank, targets and base";
            return Err(BatchError::new("method", message));
        }
        Some("full") => return Ok(Method::Full),
        None | Some("lora") => (false, Base::Sixteen),
        Some("dora") => (true, Base::Sixteen),
        Some("qlora") => (false, Base::Nf4Double),
        Some(other) => {
            let message = format!("unknown value `{other}`; known: full, lora, dora, qlora");
            return Err(BatchError::new("method", message));
        }
    };
    let rank = line.lora_rank.unwrap_or(RANK);
    if rank == 0 || rank > model.hidden_size {
        let most = model.hidden_size;
        let message = format!("{rank} is not between 1 and the width, {most}");
        return Err(BatchError::new("lora_rank", message));
    }
    let base = base.unwrap_or(usual);
    let targets = match &line.lora_targets {
        Some(value) => words::targets(value)?,
        None if matches!(base, Base::Nf4 | Base::Nf4Double) => Targets::LINEAR,
        None => Targets::QUERY_VALUE,
    };
    let adapter = Adapter {
        rank,
        targets,
        magnitude,
        base,
        // Adapters follow the run: fp32 beside mixed products, 16 bits in pure bf16.
        half: precision == Precision::Bf16,
    };
    if lora::trainable(model, adapter) <= 0.0 {
        let message = "the model has none of these matrices";
        return Err(BatchError::new("lora_targets", message));
    }
    Ok(Method::Adapter(adapter))
}

/// The software whose settings a line names.
fn usual_stack(line: &Line, method: Method) -> Result<Stack, BatchError> {
    let staged = [line.pipeline_parallel, line.virtual_pipeline];
    let sharding = line.sharding.as_ref().map(words::sharding).transpose()?;
    let megatron = staged.into_iter().flatten().any(|degree| degree > 1)
        || line.expert_tensor_parallel.is_some()
        || sharding == Some(Sharding::DistributedOptimizer);
    Ok(match method {
        _ if megatron => Stack::Megatron,
        Method::Adapter(_) => Stack::HuggingFace,
        Method::Full => Stack::Torchtitan,
    })
}
