//! Routed experts of one micro-batch.
//!
//! ```text
//! n_e = max(1, T k ep / E)      T_k = T k / tp      c = 4/3 with full recompute, else 1
//! u   = n_e / (n_e + n_half) f_e / (f_e + f_half)
//! products    2 L_m X T_k n_p / (P_e u)
//! permutation c 2 L_m T_k kappa_p (4 h + 8 u_f f_e) / BW
//! dispatch    c 3 L_m t_moe
//! ```
//!
//! `n_e` tokens of one expert, `u` the efficiency of products that small and narrow.
//! Source: fitted on public runs of mixtures (Megatron Bridge).

use crate::training::time::setting::Setting;

/// Seconds of the routed experts' products, and of permutation and dispatch.
pub(super) fn experts(setting: &Setting) -> [f64; 2] {
    let shape = &setting.shape;
    if shape.expert_layers <= 0.0 || shape.routed <= 0.0 {
        return [0.0; 2];
    }
    let constants = setting.constants;
    let ranks = f64::from(setting.layout.expert.max(1));
    let each = (setting.tokens * shape.active * ranks / shape.routed).max(1.0);
    let width = shape.expert_width.max(1.0);
    let efficiency =
        each / (each + constants.expert_half) * width / (width + constants.expert_half_width);
    let visits = setting.tokens * shape.active / setting.tensor;
    let products =
        2.0 * shape.expert * visits * setting.passes / (setting.rates.experts * efficiency);
    let activation = if setting.job.model.block.bias {
        constants.biased_activation
    } else {
        1.0
    };
    let permutation = 2.0
        * setting.width
        * visits
        * constants.permute
        * (4.0 * shape.hidden + 8.0 * activation * shape.expert_width)
        / setting.rates.bandwidth;
    let moved = setting.repeated() * (permutation + 3.0 * constants.dispatch);
    [shape.expert_layers * products, shape.expert_layers * moved]
}
