//! Stages that wait for each other.
//!
//! ```text
//! bubble = (pp - 1) / (v m + pp - 1)                  of the time
//! longest stage = max(ceil(L/pp), floor(L/pp) + H) / ((L + H)/pp)
//!   Megatron      min over k of max(k, L - k (pp - 1) + H) / ((L + H)/pp)
//! sent   = 2 v 2 T h / (tp BW)                        one micro-batch, both directions
//! ```
//!
//! The first and last micro-batches leave stages idle, less so when each holds `v` chunks
//! of layers (Narayanan et al. 2021, arXiv 2104.04473). Stages hold whole layers, what is
//! left over going to the first, and the last one the output head as well, worth `H`
//! layers (`parameters.rs` counts memory so). In Megatron the last may hold fewer than the
//! others' `k` (`pipeline-model-parallel-layout`, as its published recipes do). All go at
//! the pace of the longest.
//! What a stage passes on is sent under the next chunk where there are several, as
//! Megatron-LM does (`overlap_p2p_comm`, which needs interleaving), else in plain sight.

use crate::training::method::Stack;
use crate::training::time::setting::Setting;

/// Share of the step's busy time and waiting that is waiting.
pub(super) fn bubble(setting: &Setting) -> f64 {
    let waiting = setting.stages - 1.0;
    waiting / (chunks(setting) * setting.micro_batches + waiting)
}

/// What one micro-batch waits for, beyond the mean stage's `micro` seconds: the longest
/// stage, of which `head` of the model's `whole` seconds are the output head's, and what
/// stages send each other.
pub(super) fn waits(setting: &Setting, micro: f64, head: f64, whole: f64) -> f64 {
    if setting.stages <= 1.0 || !setting.constants.whole_stages {
        return 0.0;
    }
    let layer = (whole - head) / setting.shape.layers;
    let uneven = if layer > 0.0 {
        let longest = if setting.job.stack == Stack::Megatron {
            settled(setting.shape.layers, setting.stages, head / layer)
        } else {
            even(setting.shape.layers, setting.stages, head / layer)
        };
        micro * (longest - 1.0)
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

/// The longest stage over the mean one, where the head is worth `head` of `layers` layers
/// and what is left over goes to the first stages.
fn even(layers: f64, stages: f64, head: f64) -> f64 {
    let each = layers / stages;
    each.ceil().max(each.floor() + head) / ((layers + head) / stages)
}

/// The same where the last stage may hold fewer layers than the `k` of the others.
fn settled(layers: f64, stages: f64, head: f64) -> f64 {
    let mean = (layers + head) / stages;
    let of = |k: f64| k.max((layers - k * (stages - 1.0)).max(0.0) + head);
    // With `k` above the mean the last stage is no longer than the others; below, it is.
    let above = mean.ceil();
    of(above).min(of(above - 1.0)) / mean
}

/// Seconds one micro-batch's activations and gradients take from stage to stage.
fn sent(setting: &Setting) -> f64 {
    let fabric = &setting.fabric;
    let path = if setting.layout.accelerators > fabric.near() {
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

#[cfg(test)]
mod tests {
    use super::{even, settled};

    /// By hand: a head worth two layers of 32 over eight stages makes the last stage six
    /// layers long, or leaves it two where the others may take five, against 4.25 in the
    /// mean; without a head, and with layers that divide, nobody waits; 126 layers over 16
    /// leave room for a head worth two thirds of a layer either way.
    #[test]
    fn stages_go_at_the_pace_of_the_longest() {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-12;
        assert!(near(even(32.0, 8.0, 2.0), 6.0 / 4.25));
        assert!(near(settled(32.0, 8.0, 2.0), 5.0 / 4.25));
        let head = 2.0 / 3.0;
        for longest in [even, settled] {
            assert!(near(longest(32.0, 8.0, 0.0), 1.0));
            assert!(near(
                longest(126.0, 16.0, head),
                8.0 * 16.0 / (126.0 + head)
            ));
        }
    }
}
