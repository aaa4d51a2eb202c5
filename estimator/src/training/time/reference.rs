//! A frozen copy of the model that judges: one forward pass beside each step.
//!
//! Of each part the share that a forward pass is: of products `1 / n_p` (frozen weights:
//! `2/3` of that count), of attention `g / (3.5 + g [full])`, of the head a third, of
//! traffic `1 / (3 + r)`.

use crate::training::time::compute::ATTENTION_PASSES;
use crate::training::time::setting::Setting;

/// Seconds of the parts of forward and backward pass together.
pub(super) struct Both {
    /// Products.
    pub linear: f64,
    /// Attention.
    pub attention: f64,
    /// Norms and activations.
    pub elementwise: f64,
    /// Head and loss.
    pub head: f64,
    /// Routed experts: products, and the moves of their tokens.
    pub experts: [f64; 2],
    /// Traffic between ranks.
    pub moved: f64,
}

/// Seconds of the reference's forward pass; nothing without one.
pub(super) fn forward(setting: &Setting, both: &Both) -> f64 {
    if !setting.job.reference {
        return 0.0;
    }
    let forward = setting.constants.attention_again;
    let again = if setting.recomputes_all() {
        forward
    } else {
        0.0
    };
    let [products, dispatched] = both.experts;
    (both.linear + products) / setting.passes
        + both.attention * forward / (ATTENTION_PASSES + again)
        + both.elementwise / (3.0 + setting.again)
        + head(setting, both.head)
        + (both.moved + dispatched) / (3.0 * setting.repeated())
}

/// Seconds of them that the reference's head takes, of a head of `both` seconds.
pub(super) fn head(setting: &Setting, both: f64) -> f64 {
    match (setting.job.reference, setting.is_frozen()) {
        (false, _) => 0.0,
        (true, false) => both / 3.0,
        (true, true) => both / 2.0,
    }
}
