//! Step times that several suites go by.

use estimator::serving::queue::batch::Costs;

/// Steps that take longer the more they carry.
pub(crate) struct Growing;

impl Costs for Growing {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        0.01 + 1e-4 * decoding + 4e-5 * prompt + 1e-9 * decoding * context
    }

    fn attention(&self, _cached: f64, from: f64, to: f64, _whole: f64) -> f64 {
        1e-9 * (to * to - from * from)
    }
}
