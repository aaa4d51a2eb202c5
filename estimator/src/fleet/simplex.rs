//! The linear relaxation of the cover, whose prices per workload bound every packing from below:
//!
//! ```text
//! least sum of cost x share of each set, so that every kind is covered      (primal)
//! most sum of count x price of each kind, no set worth more than its cost   (dual)
//! ```
//!
//! Revised simplex with the inverse of the basis kept whole; there are few kinds and many sets.
//! Counts of types are left out, which only lowers the bound. The prices are made feasible
//! afterwards, so that rounding can weaken the bound and never break it.

use super::patterns::Pattern;

/// How far below zero a reduced cost counts, as a share of the dearest set.
const TOLERANCE: f64 = 1e-10;
/// The least pivot.
const PIVOT: f64 = 1e-9;
/// Pivots per kind at most; without them it cycles or is not worth the time.
const PIVOTS: usize = 60;

#[derive(Debug, Clone)]
pub(super) struct Simplex {
    inverse: Vec<Vec<f64>>,
    costs: Vec<f64>,
    values: Vec<f64>,
    prices: Vec<f64>,
    tolerance: f64,
    pivots: usize,
}

impl Simplex {
    /// Starts from a pretended set for each kind, dearer than the cheapest true one.
    pub(super) fn new(demand: &[u32], patterns: &[Pattern]) -> Self {
        let size = demand.len();
        let mut costs = vec![f64::INFINITY; size];
        let mut dearest = 1.0_f64;
        for pattern in patterns {
            dearest = dearest.max(pattern.cost as f64);
            for (kind, _) in &pattern.counts {
                if let Some(cost) = costs.get_mut(*kind) {
                    *cost = cost.min(pattern.cost as f64 + 1.0);
                }
            }
        }
        for cost in &mut costs {
            *cost = if cost.is_finite() { *cost } else { 0.0 };
        }
        let unit = |row: usize| (0..size).map(|at| f64::from(u8::from(at == row))).collect();
        Self {
            inverse: (0..size).map(unit).collect(),
            prices: costs.clone(),
            costs,
            values: demand.iter().map(|many| f64::from(*many)).collect(),
            tolerance: dearest * TOLERANCE,
            pivots: PIVOTS * size,
        }
    }

    /// One pivot; false where none improves.
    pub(super) fn step(&mut self, patterns: &[Pattern]) -> bool {
        if self.pivots == 0 {
            return false;
        }
        self.pivots -= 1;
        let (mut least, mut entering) = (-self.tolerance, None);
        for pattern in patterns {
            let reduced = pattern.cost as f64 - worth(&self.prices, &pattern.counts);
            if reduced < least {
                (least, entering) = (reduced, Some(pattern));
            }
        }
        let mut column: Vec<(usize, f64)> = Vec::new();
        let mut cost = 0.0;
        if let Some(pattern) = entering {
            cost = pattern.cost as f64;
            column = pattern
                .counts
                .iter()
                .map(|(kind, many)| (*kind, f64::from(*many)))
                .collect();
        }
        // More of a kind than is needed costs nothing: no price is negative.
        for (kind, price) in self.prices.iter().enumerate() {
            if *price < least {
                (least, cost, column) = (*price, 0.0, vec![(kind, -1.0)]);
            }
        }
        !column.is_empty() && self.pivot(&column, cost)
    }

    fn pivot(&mut self, column: &[(usize, f64)], cost: f64) -> bool {
        let along: Vec<f64> = self
            .inverse
            .iter()
            .map(|row| {
                column
                    .iter()
                    .map(|(at, many)| row.get(*at).unwrap_or(&0.0) * many)
                    .sum()
            })
            .collect();
        let leaving = along
            .iter()
            .zip(&self.values)
            .enumerate()
            .filter(|(_, (along, _))| **along > PIVOT)
            .map(|(row, (along, value))| (row, value / along, *along))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((leaving, ratio, pivot)) = leaving else {
            return false;
        };
        let Some(mut row) = self.inverse.get(leaving).cloned() else {
            return false;
        };
        for at in &mut row {
            *at /= pivot;
        }
        let lines = self
            .inverse
            .iter_mut()
            .zip(&mut self.values)
            .zip(&along)
            .enumerate();
        for (index, ((line, value), along)) in lines {
            if index == leaving {
                line.clone_from(&row);
                *value = ratio;
            } else {
                for (at, from) in line.iter_mut().zip(&row) {
                    *at -= along * from;
                }
                *value = (*value - along * ratio).max(0.0);
            }
        }
        if let Some(old) = self.costs.get_mut(leaving) {
            *old = cost;
        }
        let inverse = &self.inverse;
        let costs = &self.costs;
        self.prices = (0..self.prices.len())
            .map(|at| {
                let lines = inverse.iter().zip(costs);
                lines
                    .map(|(row, cost)| row.get(at).unwrap_or(&0.0) * cost)
                    .sum()
            })
            .collect();
        true
    }

    /// A price per kind, before it is made feasible.
    pub(super) fn prices(&self) -> Vec<f64> {
        self.prices.clone()
    }
}

/// The worth of a set at the prices.
pub(super) fn worth(prices: &[f64], counts: &[(usize, u32)]) -> f64 {
    counts
        .iter()
        .map(|(kind, many)| prices.get(*kind).copied().unwrap_or_default() * f64::from(*many))
        .sum()
}
