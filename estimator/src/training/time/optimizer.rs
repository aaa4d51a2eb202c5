//! The optimizer's pass over the parameters a rank keeps: `B N_r / d / BW`, `d` ranks it is cut
//! over.
//!
//! `B` bytes a parameter: Adam 36 with fp32 moments ([`ADAM_BYTES`]); a moment read and
//! written at `x` bytes is `2 x` of them, which gives the others. Muon orthogonalises
//! each matrix by five iterations of three products with its smaller side (Jordan et al.
//! 2024, "Muon"): about `30 h` operations a parameter at 16 bits, on every rank that
//! holds the whole matrix.

use crate::training::constants::ADAM_BYTES;
use crate::training::method::{Offload, Optimizer, Precision, Sharding};
use crate::training::time::setting::Setting;

/// Seconds of the pass, once a step.
pub(super) fn pass(setting: &Setting) -> f64 {
    if setting.layout.offload != Offload::None {
        return 0.0;
    }
    let learnt = if setting.is_frozen() {
        setting.constants.adapter_pass
    } else {
        1.0
    };
    let parameters = learnt * setting.rank_parameters / cut(setting);
    let traffic = bytes(setting) * parameters / setting.rates.bandwidth;
    traffic + orthogonal(setting, parameters)
}

/// Bytes read and written a parameter.
fn bytes(setting: &Setting) -> f64 {
    // Pure bf16: weight, gradient and both moments at 2 bytes.
    if setting.job.precision == Precision::Bf16
        && matches!(
            setting.job.optimizer,
            Optimizer::AdamW | Optimizer::AdamWHalf
        )
    {
        return 2.0 * 4.0 + 2.0 * 3.0;
    }
    let moments = 16.0;
    let rest = ADAM_BYTES - moments;
    match setting.job.optimizer {
        Optimizer::AdamW => ADAM_BYTES,
        Optimizer::AdamW8 => rest + 4.0,
        Optimizer::AdamW4 => rest + 2.0,
        Optimizer::Adafactor => rest,
        Optimizer::AdamWHalf | Optimizer::Sgd | Optimizer::Muon => rest + 8.0,
    }
}

/// Seconds of Muon's iterations.
fn orthogonal(setting: &Setting, parameters: f64) -> f64 {
    if setting.job.optimizer != Optimizer::Muon {
        return 0.0;
    }
    let side = if setting.shape.expert_layers > setting.shape.dense_layers {
        setting.shape.expert_width.min(setting.shape.hidden)
    } else {
        setting.shape.hidden
    };
    30.0 * side * parameters / setting.rates.sixteen
}

/// Ranks the pass is cut over.
pub(super) fn cut(setting: &Setting) -> f64 {
    let shards = f64::from(setting.layout.shards().max(1));
    match setting.layout.sharding {
        Sharding::None => 1.0,
        Sharding::Hybrid => f64::from(setting.hybrid_group()),
        Sharding::DistributedOptimizer | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => {
            shards
        }
    }
}
