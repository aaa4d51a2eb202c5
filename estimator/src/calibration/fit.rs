//! The three constants that rows ask for: ridge toward the shipped ones on logarithms of
//! measurement over estimate, pseudo-Huber (Hartley and Zisserman 2004, "Multiple View Geometry",
//! appendix 6), by Gauss-Newton.

use super::constants::Constants;
use super::prior::{self, CORNER, Prior};
use super::row::{Quantity, Row};
use super::solve::{Triangle, factor, solve};

/// Steps at the most; they settle in a few.
const STEPS: usize = 25;
/// A step that is this short, in spreads of the priors, is the last.
const SETTLED: f64 = 1e-9;

/// The priors of a quantity.
pub(super) const fn prior_of(quantity: Quantity) -> Prior {
    match quantity {
        Quantity::Tpot => prior::TPOT,
        Quantity::Ttft => prior::TTFT,
    }
}

/// The constants that rows ask for.
pub(super) fn fit(rows: &[Row]) -> Constants {
    // In spreads of the priors, so that the ridge is the unit matrix.
    let mut at = [0.0f64; 3];
    for _ in 0..STEPS {
        let constants = constants(at);
        let mut matrix: Triangle = vec![vec![1.0], vec![0.0, 1.0], vec![0.0, 0.0, 1.0]];
        let mut right = at.map(|value| -value);
        for row in rows {
            for quantity in Quantity::ALL {
                let Some(measured) = row.measured(quantity) else {
                    continue;
                };
                let scale = prior_of(quantity).row;
                let value = constants.of(quantity, &row.base);
                let residual = (value / measured).ln() / scale;
                let weight = (1.0 + (residual / CORNER).powi(2)).sqrt().recip();
                let [decode, prefill, host] = constants.slopes(quantity, &row.base);
                let slopes = [
                    decode * prior::DECODE / scale,
                    prefill * prior::PREFILL / scale,
                    host / scale,
                ];
                for (slope, (line, side)) in slopes.iter().zip(matrix.iter_mut().zip(&mut right)) {
                    *side -= weight * slope * residual;
                    for (entry, other) in line.iter_mut().zip(&slopes) {
                        *entry += weight * slope * other;
                    }
                }
            }
        }
        let Some(factor) = factor(&matrix) else {
            break;
        };
        let step = solve(&factor, &right);
        let mut longest = 0.0f64;
        for (value, step) in at.iter_mut().zip(&step) {
            // Half of a wide range at a time keeps far rows from overshooting.
            let step = step.clamp(-3.0, 3.0);
            *value += step;
            longest = longest.max(step.abs());
        }
        if longest < SETTLED {
            break;
        }
    }
    constants(at)
}

/// The constants so many spreads from the shipped ones; not far beyond their ranges.
fn constants([decode, prefill, host]: [f64; 3]) -> Constants {
    let within = |value: f64, (low, high): (f64, f64)| value.clamp(0.9 * low, 1.1 * high);
    let (least, most) = Constants::HOST;
    Constants {
        decode: within((decode * prior::DECODE).exp(), Constants::DECODE),
        prefill: within((prefill * prior::PREFILL).exp(), Constants::PREFILL),
        host: (host * prior::HOST).clamp(1.1 * least, 1.1 * most),
    }
}
