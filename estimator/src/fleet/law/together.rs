//! Kernels side by side: MPS.
//!
//! ```text
//! slowdown = 1 + sum over the others of fill x load        (the lower edge of throughput)
//! best     = max(1, sum of fill x load)                    (the upper)
//! ```
//!
//! MPS brings the time that one leaves idle and no more: seven clients of YOLOS, which fills 43 %
//! of an A100, do 1.93 times the work of one; a decode that fills the bandwidth gains nothing.

use super::Edges;

/// How many times as long a step takes beside others whose `fill x load` is `others` in sum.
#[must_use]
pub fn slowdown(others: f64) -> f64 {
    1.0 + others
}

/// The throughput of so many equal, always busy ones over one alone lies between these.
#[must_use]
pub fn edges(many: f64, fill: f64) -> Edges {
    Edges {
        least: many / slowdown((many - 1.0) * fill),
        most: many / (many * fill).max(1.0),
    }
}

/// The fill that a total of so many over one alone tells, by the lower edge; `None` of one, or
/// where nothing was done.
#[must_use]
pub fn fill_of(many: f64, total: f64) -> Option<f64> {
    (many > 1.0 && total > 0.0).then(|| ((many / total - 1.0) / (many - 1.0)).clamp(0.0, 1.0))
}
