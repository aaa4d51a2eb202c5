//! Bytes that Megatron-LM's own test runs log: `data/measured/megatron_memory.csv`. The
//! first five columns are the published table's; the others are each run's published
//! argument file (`model_config.yaml` beside the logged values, and the recipe that
//! says on how many accelerators it runs), defaults filled in.
//!
//! Logged is the last rank's memory, in bytes by the framework's own counter. Values of the
//! `lts_dgxa100_dracooci` machines show attention with its scores written wherever a
//! sequence is not cut: their software had no flash attention.

use super::super::cells::Cells;
use super::super::names;
use super::Run;
use estimator::model::{Attention, AttentionLayers, Block, DenseLayers, ExpertLayers, Model};
use estimator::training::method::{
    Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::{Job, Layout};

/// Reads one run.
pub(super) fn run(cells: &Cells) -> Result<Run, String> {
    let why = cells.text("left_out");
    if !why.is_empty() {
        return Err(why.to_owned());
    }
    let mixture = cells.degree("experts")? > 0;
    Ok(Run {
        name: format!("{} {}", cells.text("test_case"), cells.text("golden_file")),
        group: if mixture {
            "mixture of experts"
        } else {
            "dense"
        },
        job: job(cells)?,
        layout: layout(cells)?,
        chip: cells.known("accelerator", names::accelerator)?,
        last_stage: true,
        allocated: Some(cells.number("mem_allocated_bytes")?),
        peak: cells.number("mem_max_allocated_bytes")?,
        reserved: false,
    })
}

fn flag(cells: &Cells, name: &str) -> Result<bool, String> {
    Ok(cells.degree(name)? > 0)
}

fn job(cells: &Cells) -> Result<Job, String> {
    Ok(Job {
        model: model(cells)?,
        method: Method::Full,
        precision: cells.known("precision", Precision::from_id)?,
        optimizer: cells.known("optimizer", Optimizer::from_id)?,
        stack: Stack::Megatron,
        sequence: cells.degree("sequence")?,
        global_batch: cells.degree("global_batch")?,
        tokens: 1e9,
        loss: cells.known("loss", Loss::from_id)?,
        flash: flag(cells, "flash")?,
        dropout: flag(cells, "dropout")?,
        reference: false,
        scratch: false,
        packed: 1.0,
    })
}

fn layout(cells: &Cells) -> Result<Layout, String> {
    Ok(Layout {
        accelerators: cells.degree("accelerators")?,
        tensor: cells.degree("tensor")?,
        pipeline: cells.degree("pipeline")?,
        context: cells.degree("context")?,
        expert: cells.degree("expert")?,
        expert_tensor: cells.degree("expert_tensor")?,
        virtual_stages: cells.degree("virtual")?,
        last_stage: None,
        micro_batch: cells.degree("micro_batch")?,
        sharding: cells.known("sharding", Sharding::from_id)?,
        recompute: cells.known("recompute", Recompute::from_id)?,
        sequence_parallel: flag(cells, "sequence_parallel")?,
        offload: Offload::None,
    })
}

fn model(cells: &Cells) -> Result<Model, String> {
    let count = |name| cells.degree(name);
    let layers = count("layers")?;
    let gated = flag(cells, "gated")?;
    let dense = count("dense_layers")?;
    let routed = count("experts")?;
    Ok(Model {
        id: cells.text("test_case").to_owned(),
        layers,
        hidden_size: count("hidden")?,
        vocabulary: count("vocabulary")?,
        tied_embeddings: flag(cells, "tied")?,
        max_context: None,
        full: Some(AttentionLayers {
            layers,
            shape: attention(cells)?,
        }),
        window: None,
        recurrent: None,
        dense: if dense > 0 {
            vec![DenseLayers {
                layers: dense,
                width: count("width")?,
                gated,
            }]
        } else {
            Vec::new()
        },
        experts: if routed > 0 {
            Some(ExpertLayers {
                layers: layers.saturating_sub(dense),
                routed,
                active: count("active")?,
                width: count("expert_width")?,
                shared_width: count("shared_width")?,
                gated,
            })
        } else {
            None
        },
        borrowing: estimator::model::Borrowing::default(),
        other_parameters: 0,
        block: Block {
            layer_norm: flag(cells, "layer_norm")?,
            bias: flag(cells, "bias")?,
            head_norm: flag(cells, "head_norm")?,
            learned_positions: count("positions")?,
            further_tokens: count("further")?,
            bidirectional: false,
        },
    })
}

fn attention(cells: &Cells) -> Result<Attention, String> {
    let heads = cells.degree("heads")?;
    let latent: Vec<u32> = cells
        .text("latent")
        .split_whitespace()
        .map(|size| size.parse().map_err(|_| format!("latent is `{size}`")))
        .collect::<Result<_, _>>()?;
    Ok(match latent.as_slice() {
        [query_rank, kv_rank, nope_dim, rope_dim, value_dim] => Attention::Latent {
            heads,
            query_rank: *query_rank,
            kv_rank: *kv_rank,
            nope_dim: *nope_dim,
            rope_dim: *rope_dim,
            value_dim: *value_dim,
            indexer: None,
        },
        _ => Attention::Grouped {
            heads,
            kv_heads: cells.degree("kv_heads")?,
            head_dim: cells.degree("head_dim")?,
            value_dim: cells.degree("head_dim")?,
            bias: false,
            gated: false,
        },
    })
}
