//! Fewer neighbours: those go first whose loss changes what the others say the least.

use super::fit::prior_of;
use super::near::covariances;
use super::place::Place;
use super::prior::Prior;
use super::row::Quantity;
use super::solve::{dot, factor, solve};

/// What the constants leave of a row's times per output token and to the first one, logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Where it lies.
    pub place: Place,
    /// Of the time per output token.
    pub tpot: Option<f64>,
    /// Of the time to the first token.
    pub ttft: Option<f64>,
}

impl Near {
    pub(super) const fn of(&self, quantity: Quantity) -> Option<f64> {
        match quantity {
            Quantity::Tpot => self.tpot,
            Quantity::Ttft => self.ttft,
        }
    }
}

/// At most `most` of them.
pub(super) fn thinned(mut near: Vec<Near>, most: usize) -> Vec<Near> {
    while near.len() > most {
        let mut losses = vec![0.0f64; near.len()];
        for quantity in Quantity::ALL {
            let prior = prior_of(quantity);
            let known: Vec<(usize, Place, f64)> = near
                .iter()
                .enumerate()
                .filter_map(|(number, one)| Some((number, one.place, one.of(quantity)?)))
                .collect();
            let places: Vec<Place> = known.iter().map(|(_, place, _)| *place).collect();
            let deviations: Vec<f64> = known.iter().map(|(.., deviation)| *deviation).collect();
            let lost = lost(&prior, &places, &deviations);
            for ((number, ..), lost) in known.iter().zip(lost) {
                if let Some(loss) = losses.get_mut(*number) {
                    *loss += lost / prior.row.powi(2);
                }
            }
        }
        let least = losses
            .iter()
            .enumerate()
            .min_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some((least, _)) = least else {
            break;
        };
        near.remove(least);
    }
    near
}

/// By how much the predictions at all places change in sum of squares, each place left out. With
/// `P` the inverse of the covariances, weights change by `P_j w_j / P_jj`.
fn lost(prior: &Prior, places: &[Place], deviations: &[f64]) -> Vec<f64> {
    let count = places.len();
    let Some(factor) = factor(&covariances(places, prior)) else {
        return vec![0.0; count];
    };
    let weights = solve(&factor, deviations);
    let noise = prior.noise.powi(2);
    (0..count)
        .map(|left| {
            let unit: Vec<f64> = (0..count)
                .map(|number| if number == left { 1.0 } else { 0.0 })
                .collect();
            let column = solve(&factor, &unit);
            let at = |list: &[f64]| list.get(left).copied().unwrap_or(0.0);
            let change = at(&weights) / at(&column).max(f64::MIN_POSITIVE);
            // Covariances without noise times the column: the unit vector less noise.
            let moved: Vec<f64> = unit
                .iter()
                .zip(&column)
                .map(|(unit, entry)| change * (unit - noise * entry))
                .collect();
            dot(&moved, &moved)
        })
        .collect()
}
