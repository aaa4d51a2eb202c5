//! The shape of a model as Megatron-LM's flags.
//!
//! What no record holds, the reader names: the base of rotary positions, their scaling, the
//! epsilon of norms. `--use-checkpoint-args` is no way out: `load_args_from_checkpoint` takes the
//! base over, and neither scaling nor epsilon; it would put the checkpoint's dropout before ours.

use super::{Gap, Launch};
use crate::model::{Attention, Model};
use crate::script::Command;
use crate::training::job::Job;

/// Writes what the layers are; the gap where flags cannot say it.
pub(super) fn write(command: &mut Command, job: &Job, launch: &mut Launch) {
    let model = &job.model;
    let mixed = model.full.is_some() && model.window.is_some();
    let several = model.dense.len() > 1;
    launch.gap(
        model.recurrent.is_some() || mixed || several || model.other_parameters > 0,
        Gap::Model,
    );
    command.option("--num-layers", model.layers);
    command.option("--hidden-size", model.hidden_size);
    attention(command, model);
    feed_forward(command, model);
    let longest = model.max_context.unwrap_or(job.sequence).max(job.sequence);
    let block = model.block;
    if block.learned_positions > 0 {
        command.option("--position-embedding-type", "learned_absolute");
        command.option("--max-position-embeddings", block.learned_positions);
    } else {
        command.option("--position-embedding-type", "rope");
        command.option("--max-position-embeddings", longest);
        rotary(command, model);
    }
    let norm = if block.layer_norm {
        "LayerNorm"
    } else {
        "RMSNorm"
    };
    command.option("--normalization", norm);
    command.raw("--norm-epsilon \"${NORM_EPSILON:?}\"");
    command.flag_if(block.head_norm, "--qk-layernorm");
    command.flag_if(!block.bias, "--disable-bias-linear");
    command.option("--vocab-size", model.vocabulary);
    command.flag_if(
        !model.tied_embeddings,
        "--untie-embeddings-and-output-weights",
    );
    if block.further_tokens > 0 {
        command.option("--mtp-num-layers", block.further_tokens);
    }
}

/// Rotary positions, as the model's configuration has them. Latent attention stretches its own
/// way in every model; other models where their configuration says so.
fn rotary(command: &mut Command, model: &Model) {
    command.raw("--rotary-base \"${ROTARY_BASE:?}\"");
    if model.is_latent() {
        command.raw("--rotary-scaling-factor \"${ROPE_SCALING_FACTOR:?}\"");
    } else {
        command.raw(
            "${ROPE_SCALING_FACTOR:+--use-rope-scaling --rope-scaling-factor \"$ROPE_SCALING_FACTOR\"}",
        );
    }
}

/// Where the reader finds what the command asks of the model.
pub(super) fn note(model: &Model) -> String {
    let epsilon = if model.block.layer_norm {
        "layer_norm_eps"
    } else {
        "rms_norm_eps"
    };
    let norm = format!("Of the model's configuration: NORM_EPSILON is {epsilon}");
    if model.block.learned_positions > 0 {
        return format!("{norm}.");
    }
    let scaling = if model.is_latent() {
        "ROPE_SCALING_FACTOR its rope_scaling factor (1 without)."
    } else {
        "ROPE_SCALING_FACTOR its rope_scaling factor, unset unless the type is llama3."
    };
    format!("{norm}, ROTARY_BASE its rope_theta in whole numbers,\n{scaling}")
}

fn attention(command: &mut Command, model: &Model) {
    match model.attention() {
        None => {}
        Some(Attention::Grouped {
            heads,
            kv_heads,
            head_dim,
            bias,
            ..
        }) => {
            command.option("--num-attention-heads", heads);
            if kv_heads < heads {
                command.flag("--group-query-attention");
                command.option("--num-query-groups", kv_heads);
            }
            command.option("--kv-channels", head_dim);
            command.flag_if(bias && !model.block.bias, "--add-qkv-bias");
            if let (None, Some(window)) = (model.full, model.window) {
                let tokens = window.tokens;
                command.option("--window-size", format!("({tokens},0)").as_str());
            }
        }
        Some(Attention::Latent {
            heads,
            query_rank,
            kv_rank,
            nope_dim,
            rope_dim,
            value_dim,
            ..
        }) => {
            command.option("--num-attention-heads", heads);
            command.flag("--multi-latent-attention");
            if query_rank > 0 {
                command.option("--q-lora-rank", query_rank);
            }
            command.option("--kv-lora-rank", kv_rank);
            command.option("--qk-head-dim", nope_dim);
            command.option("--qk-pos-emb-head-dim", rope_dim);
            command.option("--v-head-dim", value_dim);
        }
    }
}

fn feed_forward(command: &mut Command, model: &Model) {
    let dense = model.dense.first();
    let width = dense.map(|part| part.width);
    let gated = dense.map(|part| part.gated);
    if let Some(width) = width.or(model.experts.map(|part| part.width)) {
        command.option("--ffn-hidden-size", width);
    }
    let swiglu = gated.or(model.experts.map(|part| part.gated));
    command.flag_if(swiglu.unwrap_or(false), "--swiglu");
    let Some(experts) = model.experts else {
        return;
    };
    command.option("--num-experts", experts.routed);
    command.option("--moe-router-topk", experts.active);
    command.option("--moe-ffn-hidden-size", experts.width);
    if experts.shared_width > 0 {
        command.option(
            "--moe-shared-expert-intermediate-size",
            experts.shared_width,
        );
    }
    let before = model.layers.saturating_sub(experts.layers);
    if before > 0 {
        // Layers without experts come first, as in the models that have both.
        let pattern = format!("([0]*{before}+[1]*{})", experts.layers);
        command.option("--moe-layer-freq", pattern.as_str());
    }
    command.option("--moe-token-dispatcher-type", "alltoall");
    command.flag("--moe-grouped-gemm");
}
