//! Traffic between ranks for one micro-batch.
//!
//! ```text
//! tensor    x_tp 16 (tp-1)/tp T h L (4/3 if full recompute) / (0.75 BW_l)
//! exchange  x_ep c L_m 8 T_k h (ep-1)/ep / (0.7 BW_l)                      ep in the domain
//!           x_ep c L_m 8 (T/tp) min(k, ep/dom) h (1 - dom/ep) / (0.8 BW_node)  beyond;
//!           c = 4/3 if full recompute
//! context   4 kv T (cp-1) (3 + [full recompute]) L / (tp BW)
//! sharding  N_r (4 + b_red) (n_g-1)/n_g / BW_c + 3 L (n_g-1) alpha          FSDP, ZeRO-3
//! paid      max(0, t - hidden under) + w min(t, hidden under)              sharding
//!           max(0, t - attention)                                          context
//! ```
//!
//! Tensor parallelism: four all-reduces of `T h` a layer (Shoeybi et al. 2019), each of
//! twice its size. Exchange: tokens to their experts and back, forward and backward, once
//! a node where several experts of it take the token. Context: keys and values pass
//! round the ring, backward with their gradients (Liu et al. 2023, arXiv 2310.01889).
//! Sharding: weights gathered twice at 2 bytes, gradients reduced at `b_red` bytes, 4 in
//! mixed precision and 2 in pure bf16; a quantised base as it is kept.

use crate::training::constants::{ALL_REDUCE, ALL_TO_ALL, RING, Reduction};
use crate::training::method::{Precision, Sharding};
use crate::training::time::setting::Setting;

/// Seconds of tensor parallelism's all-reduces.
pub(super) fn tensor(setting: &Setting) -> f64 {
    let ranks = setting.layout.tensor.max(1);
    if ranks == 1 {
        return 0.0;
    }
    setting.constants.tensor_exposed * 16.0 * setting.width * (setting.tensor - 1.0)
        / setting.tensor
        * setting.tokens
        * setting.shape.hidden
        * setting.shape.layers
        * setting.repeated()
        / (ALL_REDUCE * setting.fabric.path(ranks))
}

/// Seconds of the exchange between experts' ranks.
pub(super) fn exchange(setting: &Setting) -> f64 {
    let shape = &setting.shape;
    let ranks = setting.layout.expert.max(1);
    if ranks == 1 || shape.expert_layers <= 0.0 {
        return 0.0;
    }
    let fabric = &setting.fabric;
    let count = f64::from(ranks);
    let near = fabric.near;
    let seconds = if ranks <= near {
        let visits = setting.tokens * shape.active / setting.tensor;
        visits * (count - 1.0) / count / (ALL_TO_ALL * fabric.path(ranks))
    } else {
        let nodes = count / f64::from(near);
        setting.tokens / setting.tensor * shape.active.min(nodes) * (1.0 - nodes.recip())
            / (RING * fabric.network)
    };
    setting.constants.exchange_exposed
        * setting.repeated()
        * shape.expert_layers
        * 8.0
        * setting.width
        * shape.hidden
        * seconds
}

/// Seconds of the pieces of a sequence passed round, beyond the part that attention hides.
pub(super) fn context(setting: &Setting, attention: f64) -> f64 {
    let ranks = setting.layout.context.max(1);
    if ranks == 1 {
        return 0.0;
    }
    let shape = &setting.shape;
    let again = if setting.recomputes_all() { 1.0 } else { 0.0 };
    let span = ranks.saturating_mul(setting.layout.tensor);
    let width = shape.latent.map_or(2.0 * shape.key_value, |latent| {
        shape.heads * (latent.nope + latent.rope + latent.value)
    });
    let sent = 2.0
        * setting.width
        * width
        * setting.tokens
        * (f64::from(ranks) - 1.0)
        * (3.0 + again)
        * shape.layers
        / (setting.tensor * RING * setting.fabric.path(span));
    (sent - attention).max(0.0)
}

/// Seconds of weights gathered and gradients reduced, beyond the part that one micro-batch of
/// `micro` seconds on a stage hides.
pub(super) fn sharding(setting: &Setting, micro: f64) -> f64 {
    let layout = setting.layout;
    let group = match layout.sharding {
        Sharding::Zero3 => layout.shards(),
        Sharding::Hybrid => setting.hybrid_group(),
        Sharding::None | Sharding::DistributedOptimizer | Sharding::Zero1 | Sharding::Zero2 => 1,
    };
    if group <= 1 {
        return 0.0;
    }
    let ranks = f64::from(group);
    let reduced = if setting.is_frozen() {
        0.0
    } else {
        gradient_bytes(setting)
    };
    let band = RING * setting.fabric.ring(group, layout.tensor);
    let bytes = 4.0 * setting.width * setting.base_bits() / 16.0 + reduced;
    let [dense, experts] = rank_weights(setting);
    let sent = bytes * (dense + experts) * (ranks - 1.0) / ranks / band
        + 3.0 * setting.shape.layers * (ranks - 1.0) * setting.constants.hop;
    paid(setting, sent, micro)
}

/// Seconds, once a step, of gradients summed and new weights spread over data
/// parallelism that does not cut weights.
///
/// ```text
/// w B (dense/(tp pp) + experts/(ep pp)) / (0.8 BW)
/// ```
///
/// `B` bytes a parameter: distributed optimizer 6 (fp32 gradients reduced, 16-bit weights
/// gathered); ZeRO-1 4 and ZeRO-2 4, its gradients every micro-batch; none 8, an all-reduce of
/// fp32 gradients; copies of hybrid sharding the same over the parameters of a domain's rank.
pub(super) fn once_a_step(setting: &Setting) -> f64 {
    let layout = setting.layout;
    // Adapters' gradients are below a hundredth of the base's.
    if layout.shards() <= 1 || setting.is_frozen() {
        return 0.0;
    }
    let gradient = gradient_bytes(setting);
    let weights = 2.0 * setting.width;
    let (bytes, cut) = match layout.sharding {
        Sharding::Zero3 => return 0.0,
        Sharding::DistributedOptimizer => (4.0 + weights, 1.0),
        Sharding::Zero1 => (2.0 + weights, 1.0),
        Sharding::Zero2 => (2.0 * setting.micro_batches + weights, 1.0),
        Sharding::None => (2.0 * gradient, 1.0),
        Sharding::Hybrid if layout.shards() <= setting.hybrid_group() => return 0.0,
        Sharding::Hybrid => (2.0 * gradient, f64::from(setting.hybrid_group())),
    };
    let [dense, experts] = rank_weights(setting);
    let [dense_path, expert_path] = reduction_paths(setting);
    setting.constants.overlapped * bytes / cut / RING * (dense / dense_path + experts / expert_path)
}

/// Weights of a rank before data parallelism cuts them: `dense/(tp pp)` and
/// `experts/(ep etp pp)`.
fn rank_weights(setting: &Setting) -> [f64; 2] {
    let layout = setting.layout;
    let expert = f64::from(layout.expert.saturating_mul(layout.expert_tensor).max(1));
    [
        setting.dense_parameters / (setting.tensor * setting.stages),
        setting.expert_parameters / (expert * setting.stages),
    ]
}

/// Bandwidth of a rank in the reductions of dense weights and of experts.
fn reduction_paths(setting: &Setting) -> [f64; 2] {
    let (layout, fabric) = (setting.layout, &setting.fabric);
    match setting.constants.reduction {
        Reduction::OwnPort => {
            let path = if layout.accelerators > fabric.near {
                fabric.network
            } else {
                fabric.path(layout.accelerators)
            };
            [path; 2]
        }
        Reduction::AllPorts => {
            let expert = layout.expert.saturating_mul(layout.expert_tensor);
            [
                fabric.ring(layout.shards(), layout.tensor),
                fabric.ring(layout.expert_shards(), expert),
            ]
        }
    }
}

/// Bytes a gradient is reduced at, `b_red`.
fn gradient_bytes(setting: &Setting) -> f64 {
    if setting.job.precision == Precision::Bf16 {
        2.0
    } else {
        4.0
    }
}

/// The seconds paid of `sent` seconds of traffic under `hidden` seconds of compute.
pub(super) fn paid(setting: &Setting, sent: f64, hidden: f64) -> f64 {
    (sent - hidden).max(0.0) + setting.constants.overlapped * sent.min(hidden)
}
