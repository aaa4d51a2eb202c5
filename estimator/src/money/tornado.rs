//! Which inputs matter most: the outcome with each of them a stated share lower and higher, all
//! others as they are, within the bounds of each. The five that move it farthest, the farthest
//! first.

use super::input::{Input, Values};
use crate::order::ascending;
use serde::Serialize;

/// Inputs that are shown.
const SHOWN: usize = 5;

/// A lever: an input, or the price of renting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lever {
    /// An input.
    Input(Input),
    /// The price of renting.
    Rent,
}

/// One input and its effect on the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bar {
    /// Which.
    pub lever: Lever,
    /// Its lower and its higher value, in its own unit; for renting, shares of the price.
    pub between: (f64, f64),
    /// The outcome at the one and at the other, dollars.
    pub outcome: (f64, f64),
}

impl Bar {
    /// How far it moves the outcome.
    #[must_use]
    pub fn reach(&self) -> f64 {
        (self.outcome.1 - self.outcome.0).abs()
    }
}

/// The five that matter most. `outcome` is asked for inputs and a factor on the price of
/// renting.
pub(super) fn tornado(values: &Values, outcome: impl Fn(&Values, f64) -> Option<f64>) -> Vec<Bar> {
    let swing = values.get(Input::Swing).unwrap_or(0.0);
    let (less, more) = (1.0 - swing, 1.0 + swing);
    let of_input = |(input, value): (Input, f64)| {
        let (least, most) = input.bounds();
        let between = (
            (value * less).clamp(least, most),
            (value * more).clamp(least, most),
        );
        let at = |value| outcome(&values.with(input, value), 1.0);
        Some(Bar {
            lever: Lever::Input(input),
            between,
            outcome: (at(between.0)?, at(between.1)?),
        })
    };
    // The horizon and the share moved are the question, not its inputs.
    let moved = values
        .known()
        .filter(|(input, _)| !matches!(input, Input::Horizon | Input::Swing));
    let mut bars: Vec<Bar> = moved.filter_map(of_input).collect();
    if let (Some(low), Some(high)) = (outcome(values, less), outcome(values, more)) {
        bars.push(Bar {
            lever: Lever::Rent,
            between: (less, more),
            outcome: (low, high),
        });
    }
    bars.retain(|bar| bar.reach() > 0.0);
    let mut bars = ascending(bars, |bar| -bar.reach());
    bars.truncate(SHOWN);
    bars
}
