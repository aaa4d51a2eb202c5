//! Weights, master weights, gradients and moments of a rank: bytes a parameter ([`super::recipe`],
//! [`super::trained`]) over ranks ([`super::shards`]), less the states on the host.

use crate::hardware::Accelerator;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::memory::gathered::wide;
use crate::training::memory::recipe::Recipe;
use crate::training::memory::shards::Shards;
use crate::training::memory::trained::Trained;
use crate::training::method::{Base, Family, Method, Offload};
use crate::training::parameters::RankParameters;

/// Bytes of a rank's states.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct States {
    /// Weights as they are multiplied, frozen ones included.
    pub weights: f64,
    /// fp32 copies that the optimizer changes.
    pub master: f64,
    /// Gradients.
    pub gradients: f64,
    /// Moments.
    pub moments: f64,
    /// The bytes the host keeps instead.
    pub host: f64,
}

/// The states of a rank on `chip` that holds `rank`, of which it trains `trained`.
pub(super) fn states(
    job: &Job,
    chip: &Accelerator,
    layout: &Layout,
    rank: &RankParameters,
    trained: &Trained,
) -> States {
    let shards = Shards::of(chip, layout);
    let over = |parameters: (f64, f64), shards: (f64, f64)| {
        parameters.0 / shards.0 + parameters.1 / shards.1
    };
    let (recipe, frozen) = match job.method {
        Method::Full => {
            let copy = if job.reference { wide(job) } else { 0.0 };
            (Recipe::of(job), (copy * rank.dense(), copy * rank.experts))
        }
        Method::Adapter(adapter) => (
            Recipe::of_adapter(job, adapter),
            frozen_bytes(rank, adapter.base),
        ),
    };
    let learnt = over(trained.parameters, shards.optimizer);
    let weights =
        recipe.weights * over(trained.parameters, shards.weights) + over(frozen, shards.weights);
    let master = recipe.master * learnt;
    let gradients = recipe.gradients * over(trained.parameters, shards.gradients);
    let moments = over(
        trained.moments(job.optimizer, recipe.half),
        shards.optimizer,
    ) + recipe.optimizer_gradients * learnt;
    offloaded(
        job,
        layout,
        States {
            weights,
            master,
            gradients,
            moments,
            host: 0.0,
        },
        learnt,
    )
}

/// Bytes of a frozen base: linear layers as kept, everything else at 16 bits.
fn frozen_bytes(rank: &RankParameters, base: Base) -> (f64, f64) {
    let kept = base.bits() / 8.0;
    (
        kept * rank.linear + 2.0 * (rank.dense() - rank.linear),
        kept * rank.experts,
    )
}

/// The states that stay once `layout` has sent the rest to the host. The host steps at fp32 and
/// keeps gradients so. `DeepSpeed` sends gradients along with the optimizer; others keep them.
/// From flash one group of 10^9 parameters at a time is read, with 16 bytes each: weights,
/// gradients and moments (`sub_group_size` of ZeRO-Infinity).
fn offloaded(job: &Job, layout: &Layout, states: States, learnt: f64) -> States {
    const GROUP: f64 = 1e9;
    const GROUP_BYTES: f64 = 16.0;
    let optimizer = states.master + states.moments;
    match layout.offload {
        Offload::None => states,
        Offload::Optimizer | Offload::Nvme => {
            let sent = job.stack.family() == Family::DeepSpeed;
            let host = if layout.offload == Offload::Nvme {
                GROUP_BYTES * learnt.min(GROUP)
            } else {
                optimizer + if sent { 4.0 * learnt } else { 0.0 }
            };
            States {
                master: 0.0,
                moments: 0.0,
                gradients: if sent { 0.0 } else { states.gradients },
                host,
                ..states
            }
        }
        Offload::States => States {
            host: optimizer + states.weights + 4.0 * learnt,
            ..States::default()
        },
    }
}
