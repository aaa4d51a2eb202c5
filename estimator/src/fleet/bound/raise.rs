//! Prices against known sets: made feasible, or raised until sets are tight.

use crate::fleet::patterns::Pattern;
use crate::fleet::simplex::worth;

/// The prices over the worst excess of a set.
pub(super) fn feasible(mut dual: Vec<f64>, sets: &[Pattern]) -> Vec<f64> {
    for price in &mut dual {
        *price = price.max(0.0);
    }
    let excess = sets
        .iter()
        .map(|set| worth(&dual, &set.counts) / set.cost as f64)
        .fold(1.0, f64::max);
    for price in &mut dual {
        *price /= excess;
    }
    dual
}

/// Raises the prices one after the other as far as the sets allow.
pub(super) fn raise(dual: &mut [f64], sets: &[Pattern], order: &[usize]) {
    let mut slack: Vec<f64> = sets
        .iter()
        .map(|set| set.cost as f64 - worth(dual, &set.counts))
        .collect();
    for &kind in order {
        let with = |set: &Pattern| {
            set.counts
                .iter()
                .find(|(other, _)| *other == kind)
                .map(|(_, many)| f64::from(*many))
        };
        let room = sets
            .iter()
            .zip(&slack)
            .filter_map(|(set, slack)| with(set).map(|many| slack / many))
            .fold(f64::INFINITY, f64::min);
        if !room.is_finite() || room <= 0.0 {
            continue;
        }
        if let Some(price) = dual.get_mut(kind) {
            *price += room;
        }
        for (set, slack) in sets.iter().zip(&mut slack) {
            if let Some(many) = with(set) {
                *slack -= room * many;
            }
        }
    }
}
