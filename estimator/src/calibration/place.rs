//! Where a load lies among others: what two of them share of their deviations.

use super::prior::{LENGTHS, OTHER_FORMAT, Prior};
use crate::placement::Placement;
use crate::precision::WeightFormat;

/// A load on a placement. Numbers are logarithms to base 2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Format of the weights.
    pub weights: WeightFormat,
    /// Requests at once in one replica.
    pub users: f64,
    /// Prompt, tokens.
    pub input: f64,
    /// Answer, tokens.
    pub output: f64,
    /// Tensor parallelism, as it is.
    pub tensor: u32,
    /// Attention data parallelism, as it is.
    pub data: u32,
}

impl Place {
    /// That of `users` requests of `input` and `output` tokens on a replica.
    #[must_use]
    pub fn new(
        weights: WeightFormat,
        placement: Placement,
        users: f64,
        (input, output): (f64, f64),
    ) -> Self {
        Self {
            weights,
            users: octave(users),
            input: octave(input),
            output: octave(output),
            tensor: placement.tensor,
            data: placement.data,
        }
    }

    /// What this and another place share of a deviation: a covariance of logarithms.
    pub(super) fn shared(&self, other: &Self, prior: &Prior) -> f64 {
        let (fixed, smooth) = self.shared_apart(other, prior);
        fixed + smooth * along(self.users, other.users)
    }

    /// The same, users left out: what does not depend on them, and the factor on what does.
    pub(super) fn shared_apart(&self, other: &Self, prior: &Prior) -> (f64, f64) {
        let same = self.weights == other.weights;
        let placed = same && self.tensor == other.tensor && self.data == other.data;
        let fixed = if placed { prior.placement.powi(2) } else { 0.0 };
        let format = if same { 1.0 } else { OTHER_FORMAT };
        let [_, input, output, tensor] = self.apart(other);
        let smooth = (-(input + output + tensor) / 2.0).exp();
        (fixed, format * prior.smooth.powi(2) * smooth)
    }

    /// Squared distances in users, prompt, answer and tensor parallelism, in the lengths over
    /// which deviations go on alike.
    fn apart(&self, other: &Self) -> [f64; 4] {
        let [users, input, output, tensor] = LENGTHS;
        let tensors = octave(f64::from(self.tensor)) - octave(f64::from(other.tensor));
        [
            ((self.users - other.users) / users).powi(2),
            ((self.input - other.input) / input).powi(2),
            ((self.output - other.output) / output).powi(2),
            (tensors / tensor).powi(2),
        ]
    }

    /// Whether it lies within one length of another.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        self.apart(other).iter().sum::<f64>() <= 1.0
    }

    /// An order that is the places' own, so that nothing depends on who was named first.
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        let counts = |one: &Self| (one.weights, one.tensor, one.data);
        counts(self)
            .cmp(&counts(other))
            .then(self.users.total_cmp(&other.users))
            .then(self.input.total_cmp(&other.input))
            .then(self.output.total_cmp(&other.output))
    }
}

/// How much of a smooth deviation goes on from one number of users to another.
pub(super) fn along(users: f64, other: f64) -> f64 {
    let [length, ..] = LENGTHS;
    (-((users - other) / length).powi(2) / 2.0).exp()
}

/// The logarithm to base 2 of a number, of one at the least.
pub(super) fn octave(number: f64) -> f64 {
    number.max(1.0).log2()
}
