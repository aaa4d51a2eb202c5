//! The linear relaxation of the cover, whose prices bound every packing from below:
//!
//! ```text
//! least sum of cost x share of each set, so that every kind is covered        (primal)
//!   and no limited pool of types is used more often than there are
//! most sum of count x price of each kind - left x rent of each limited pool   (dual)
//!   so that no set is worth more than its cost and its pool's rent
//! ```
//!
//! Revised simplex with the inverse of the basis kept whole; there are few kinds and many sets,
//! of which some are looked at for each pivot. A set counts for no more of a kind than is left of
//! it. What rounding leaves a set worth too much is taken off the bound for every workload, so
//! that it can weaken the bound and never break it.

use super::bound::ROUNDING;
use super::patterns::Pattern;

/// How far below zero a reduced cost counts, as a share of the dearest set.
const TOLERANCE: f64 = 1e-10;
/// The least pivot.
const PIVOT: f64 = 1e-9;
/// Pivots per row at most; without them it cycles or is not worth the time.
const PIVOTS: usize = 60;
/// The cost of what no set of an unlimited pool covers, in dearest sets.
const OUT_OF_REACH: f64 = 1000.0;
/// Sets that are looked at for a pivot at least.
const SETS_A_PIVOT: usize = 400;

/// What is left to cover, and the sets that may cover it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open<'a> {
    /// All sets.
    pub(super) sets: &'a [Pattern],
    /// The places of those that may be used.
    pub(super) usable: &'a [usize],
    /// How many of each kind are to be covered.
    pub(super) rest: &'a [u32],
    /// How many of each pool there still are; `u64::MAX` is without limit.
    pub(super) left: &'a [u64],
}

impl<'a> Open<'a> {
    /// The set at a place among those that may be used.
    fn at(self, at: usize) -> Option<(usize, &'a Pattern)> {
        let place = *self.usable.get(at)?;
        Some((place, self.sets.get(place)?))
    }

    fn usable(self) -> impl Iterator<Item = (usize, &'a Pattern)> {
        let of = move |place: &usize| Some((*place, self.sets.get(*place)?));
        self.usable.iter().filter_map(of)
    }

    /// The kinds that a set still covers, and how many of each.
    pub(super) fn taken(self, set: &'a Pattern) -> impl Iterator<Item = (usize, u32)> + 'a {
        let rest = self.rest;
        let of = move |(kind, many): &(usize, u32)| {
            let many = (*many).min(rest.get(*kind).copied().unwrap_or(0));
            (many > 0).then_some((*kind, many))
        };
        set.counts.iter().filter_map(of)
    }
}

/// Prices of kinds and rents of limited pools.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Prices {
    /// The price of each kind.
    kinds: Vec<f64>,
    /// The rent of each pool; 0 of those without limit.
    rents: Vec<f64>,
    /// What a set is worth too much at most.
    excess: f64,
}

impl Prices {
    /// The cost of a set with its pool's rent, less its worth.
    pub(super) fn reduced(&self, open: Open<'_>, set: &Pattern) -> f64 {
        let price = |kind: usize| self.kinds.get(kind).copied().unwrap_or_default();
        let each = open.taken(set);
        let worth: f64 = each.map(|(kind, many)| price(kind) * f64::from(many)).sum();
        let rent = self.rents.get(set.pool).copied().unwrap_or_default();
        set.cost as f64 + rent - worth
    }

    /// No cover of the rest costs less, but for rounding.
    pub(super) fn total(&self, rest: &[u32], left: &[u64]) -> f64 {
        let many: f64 = rest.iter().map(|many| f64::from(*many)).sum();
        let rents = self.rents.iter().zip(left);
        let rents = rents.filter(|(rent, _)| **rent > 0.0);
        let rent: f64 = rents.map(|(rent, left)| rent * *left as f64).sum();
        total(&self.kinds, rest) * ROUNDING - self.excess * many - rent
    }
}

/// The sum of prices of so many of each kind.
pub(super) fn total(prices: &[f64], rest: &[u32]) -> f64 {
    let each = prices.iter().zip(rest);
    each.map(|(price, many)| price * f64::from(*many)).sum()
}

/// What stands in a row of the basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Basic {
    /// A set.
    Set(usize),
    /// More than is needed of a kind, fewer than there are of a pool, or what no set covers.
    Other,
}

#[derive(Debug, Clone)]
pub(super) struct Simplex {
    inverse: Vec<Vec<f64>>,
    basis: Vec<Basic>,
    costs: Vec<f64>,
    values: Vec<f64>,
    /// By row: kinds, then limited pools.
    prices: Vec<f64>,
    kinds: usize,
    /// The row of each pool that is limited.
    rows: Vec<Option<usize>>,
    tolerance: f64,
    pivots: usize,
    /// The set from which on the next pivot looks.
    from: usize,
}

/// A column that enters.
type Entering = (Basic, f64, Vec<(usize, f64)>);

impl Simplex {
    /// Starts from a pretended set for each kind, dearer than the cheapest true one.
    pub(super) fn new(open: Open<'_>) -> Self {
        let kinds = open.rest.len();
        let mut values: Vec<f64> = open.rest.iter().map(|many| f64::from(*many)).collect();
        let mut rows = Vec::with_capacity(open.left.len());
        for left in open.left {
            let limited = *left != u64::MAX;
            rows.push(limited.then_some(values.len()));
            if limited {
                values.push(*left as f64);
            }
        }
        let size = values.len();
        let mut costs = vec![f64::INFINITY; kinds];
        let mut dearest = 1.0_f64;
        for (_, set) in open.usable() {
            dearest = dearest.max(set.cost as f64);
            if rows.get(set.pool).copied().flatten().is_some() {
                continue;
            }
            for (kind, _) in open.taken(set) {
                if let Some(cost) = costs.get_mut(kind) {
                    *cost = cost.min(set.cost as f64 + 1.0);
                }
            }
        }
        let far = dearest * OUT_OF_REACH;
        for (cost, rest) in costs.iter_mut().zip(open.rest) {
            *cost = match rest {
                0 => 0.0,
                _ if cost.is_finite() => *cost,
                _ => far,
            };
        }
        costs.resize(size, 0.0);
        let unit = |row: usize| (0..size).map(|at| f64::from(u8::from(at == row))).collect();
        Self {
            inverse: (0..size).map(unit).collect(),
            basis: vec![Basic::Other; size],
            prices: costs.clone(),
            costs,
            values,
            kinds,
            rows,
            tolerance: dearest * TOLERANCE,
            pivots: PIVOTS * size,
            from: 0,
        }
    }

    /// One pivot; false where none improves.
    pub(super) fn step(&mut self, open: Open<'_>) -> bool {
        if self.pivots == 0 {
            return false;
        }
        self.pivots -= 1;
        let Some((basic, cost, column)) = self.entering(open) else {
            return false;
        };
        self.pivot(basic, &column, cost)
    }

    /// The column that improves the most, of the next sets among which one does.
    fn entering(&mut self, open: Open<'_>) -> Option<Entering> {
        let price = |row: usize| self.prices.get(row).copied().unwrap_or_default();
        let row = |pool: usize| self.rows.get(pool).copied().flatten();
        let (mut least, mut found) = (-self.tolerance, None);
        let mut from = self.from;
        let size = open.usable.len();
        for looked in 0..size {
            if found.is_some() && looked >= SETS_A_PIVOT {
                break;
            }
            let at = (self.from + looked) % size;
            let Some((place, set)) = open.at(at) else {
                continue;
            };
            let each = open.taken(set);
            let worth: f64 = each.map(|(kind, many)| price(kind) * f64::from(many)).sum();
            let reduced = set.cost as f64 - worth - row(set.pool).map_or(0.0, price);
            if reduced < least {
                (least, found) = (reduced, Some((place, set)));
            }
            from = (at + 1) % size;
        }
        let mut entering = found.map(|(place, set)| {
            let each = open.taken(set);
            let mut column: Vec<(usize, f64)> =
                each.map(|(kind, many)| (kind, f64::from(many))).collect();
            column.extend(row(set.pool).map(|row| (row, 1.0)));
            (Basic::Set(place), set.cost as f64, column)
        });
        // More of a kind than is needed costs nothing: no price is negative. Fewer of a pool than
        // there are neither: no rent is.
        for (row, price) in self.prices.iter().enumerate() {
            let sign = if row < self.kinds { -1.0 } else { 1.0 };
            let reduced = -sign * price;
            if reduced < least {
                least = reduced;
                entering = Some((Basic::Other, 0.0, vec![(row, sign)]));
            }
        }
        self.from = from;
        entering
    }

    fn pivot(&mut self, basic: Basic, column: &[(usize, f64)], cost: f64) -> bool {
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
            } else if *along != 0.0 {
                for (at, from) in line.iter_mut().zip(&row) {
                    *at -= along * from;
                }
                *value = (*value - along * ratio).max(0.0);
            }
        }
        // What the prices gain is the entering column's reduced cost along the new row.
        let worth: f64 = column
            .iter()
            .map(|(at, many)| self.prices.get(*at).unwrap_or(&0.0) * many)
            .sum();
        let gain = cost - worth;
        for (price, at) in self.prices.iter_mut().zip(&row) {
            *price += gain * at;
        }
        if let (Some(old), Some(stands)) =
            (self.costs.get_mut(leaving), self.basis.get_mut(leaving))
        {
            (*old, *stands) = (cost, basic);
        }
        true
    }

    /// Prices under which no usable set is worth more than its cost, but for rounding.
    pub(super) fn prices(&self, open: Open<'_>) -> Prices {
        // Summed anew: each pivot adds its rounding.
        let mut exact = vec![0.0; self.prices.len()];
        for (row, cost) in self.inverse.iter().zip(&self.costs) {
            for (sum, at) in exact.iter_mut().zip(row) {
                *sum += at * cost;
            }
        }
        let rent = |row: &Option<usize>| {
            let price = row.and_then(|row| exact.get(row));
            price.map_or(0.0, |price| (-price).max(0.0))
        };
        let rents = self.rows.iter().map(rent).collect();
        exact.truncate(self.kinds);
        let mut prices = Prices {
            kinds: exact.into_iter().map(|price| price.max(0.0)).collect(),
            rents,
            excess: 0.0,
        };
        let over = open.usable().map(|(_, set)| -prices.reduced(open, set));
        prices.excess = over.fold(0.0, f64::max);
        prices
    }

    /// The share of every set that stands in the basis.
    pub(super) fn shares(&self) -> impl Iterator<Item = (usize, f64)> {
        let of = |(basic, value): (&Basic, &f64)| match basic {
            Basic::Set(place) => Some((*place, *value)),
            Basic::Other => None,
        };
        self.basis.iter().zip(&self.values).filter_map(of)
    }
}
