//! Stages that wait for each other.
//!
//! ```text
//! bubble = (pp - 1) / (v m + pp - 1)                  of the time
//! longest stage = max(layers of the first, of the last + H) / ((L + H)/pp)
//! sent   = 2 v 2 T h / (tp BW)                        one micro-batch, both directions
//! ```
//!
//! The first and last micro-batches leave stages idle, less so when each holds `v` chunks of
//! layers (Narayanan et al. 2021, arXiv 2104.04473). Stages hold whole layers (`Layout::stage`),
//! and the last one the output head as well, worth `H` layers. All go at the pace of the longest.
//! Megatron lets the last hold fewer layers (`decoder-last-pipeline-num-layers`,
//! `pipeline-model-parallel-layout`), as its published recipes do ([`last_stage`]). A stage's
//! output is sent under the next chunk where there are several, as Megatron-LM does
//! (`overlap_p2p_comm`, which needs interleaving), else in plain sight.

use crate::model::Model;
use crate::training::job::Job;
use crate::training::method::Family;
use crate::training::time::flops;
use crate::training::time::setting::Setting;

/// Share of the step's busy time and waiting that is waiting.
pub(super) fn bubble(setting: &Setting) -> f64 {
    let waiting = setting.stages - 1.0;
    waiting / (chunks(setting) * setting.micro_batches + waiting)
}

/// The wait of one micro-batch beyond the mean stage's `micro` seconds: the longest stage, of
/// which `head` of the model's `whole` seconds are the output head's, and the stages' messages.
pub(super) fn waits(setting: &Setting, micro: f64, head: f64, whole: f64) -> f64 {
    if setting.stages <= 1.0 || !setting.constants.whole_stages {
        return 0.0;
    }
    let layer = (whole - head) / setting.shape.layers;
    let uneven = if layer > 0.0 {
        let (longest, mean) = longest(setting, head / layer);
        micro * (longest / mean - 1.0)
    } else {
        0.0
    };
    let sent = sent(setting);
    // One chunk after the other leaves nothing to send under.
    let shown = if setting.layout.virtual_stages > 1 {
        (sent - micro - uneven).max(0.0)
    } else {
        sent
    };
    uneven + shown
}

/// Layers of the longest stage, and of the mean one, where the head is worth `head`. Those
/// that predict further tokens count in neither, as if every stage had its part of them.
fn longest(setting: &Setting, head: f64) -> (f64, f64) {
    let held = |stage| f64::from(setting.layout.stage(setting.shape.depth, stage).1);
    let last = setting.layout.pipeline.saturating_sub(1);
    let mean = (f64::from(setting.shape.depth) + head) / setting.stages;
    (held(0).max(held(last) + head), mean)
}

/// Layers of the last of `stages` as the software of `job` deals them.
#[must_use]
pub fn last_stage(job: &Job, stages: u32) -> Option<u32> {
    match job.stack.family() {
        Family::Megatron => balanced(&job.model, stages),
        Family::Torchtitan | Family::HuggingFace | Family::DeepSpeed => None,
    }
}

/// Layers of the last of `stages` that make the longest shortest, by the work of layers
/// and head; `None` where even parts do. None is left without a layer.
fn balanced(model: &Model, stages: u32) -> Option<u32> {
    let before = stages.saturating_sub(1).max(1);
    let head = flops::head_in_layers(model);
    let longest = |last: u32| {
        let other = model.layers.saturating_sub(last).div_ceil(before);
        f64::from(other).max(f64::from(last) + head)
    };
    let even = model.layers.checked_div(stages)?;
    // Of those that are as good, the one with most: the others hold the less.
    let best = (1..=even)
        .rev()
        .min_by(|one, other| longest(*one).total_cmp(&longest(*other)))?;
    (stages > 1 && best < even).then_some(best)
}

/// Seconds one micro-batch's activations and gradients take from stage to stage.
fn sent(setting: &Setting) -> f64 {
    let fabric = &setting.fabric;
    let path = if setting.layout.accelerators > fabric.near {
        fabric.network
    } else {
        fabric.path(setting.layout.accelerators)
    };
    let bytes = 2.0 * setting.width * setting.tokens * setting.shape.hidden / setting.tensor;
    2.0 * chunks(setting) * bytes / path
}

/// Chunks of layers that a stage holds, `v`.
fn chunks(setting: &Setting) -> f64 {
    f64::from(setting.layout.virtual_stages.max(1))
}
