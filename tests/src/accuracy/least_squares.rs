//! Levenberg and Marquardt's steps on logarithms of constants, numerical derivatives,
//! with a pseudo-Huber loss, so that a wrong row pulls no harder than a merely bad one,
//! and square priors.

use nalgebra::{DMatrix, DVector};

/// Steps at most.
const STEPS: usize = 30;

/// A weighted residual.
pub(super) struct Term {
    /// Over its scale.
    pub value: f64,
    /// How much it counts.
    pub weight: f64,
}

/// The problem to fit.
pub(super) struct Problem<'a, C> {
    /// Constants that may change.
    pub size: usize,
    /// The constants with the logarithm of each changed by a step.
    pub moved: &'a dyn Fn(&C, &DVector<f64>) -> C,
    /// Residuals of rows, then as many priors as constants.
    pub terms: &'a dyn Fn(&C) -> Vec<Term>,
}

impl<C: Copy> Problem<'_, C> {
    /// The loss: priors square, rows pseudo-Huber.
    fn loss(&self, terms: &[Term]) -> f64 {
        let rows = terms.len() - self.size;
        terms
            .iter()
            .enumerate()
            .map(|(index, term)| {
                let square = term.value * term.value;
                let loss = if index < rows {
                    2.0 * ((1.0 + square).sqrt() - 1.0)
                } else {
                    square
                };
                term.weight * loss
            })
            .sum()
    }

    /// How every residual changes with the logarithm of every constant.
    fn slopes(&self, constants: &C, now: &[Term]) -> DMatrix<f64> {
        const NUDGE: f64 = 1e-3;
        let columns: Vec<DVector<f64>> = (0..self.size)
            .map(|index| {
                let nudge =
                    DVector::from_fn(self.size, |at, _| if at == index { NUDGE } else { 0.0 });
                let nudged = (self.terms)(&(self.moved)(constants, &nudge));
                let pairs = nudged.iter().zip(now);
                DVector::from_iterator(
                    now.len(),
                    pairs.map(|(to, from)| (to.value - from.value) / NUDGE),
                )
            })
            .collect();
        DMatrix::from_columns(&columns)
    }

    /// Weights that make a square loss of the pseudo-Huber one, here.
    fn weights(&self, terms: &[Term]) -> DVector<f64> {
        let rows = terms.len() - self.size;
        DVector::from_iterator(
            terms.len(),
            terms.iter().enumerate().map(|(index, term)| {
                let robust = if index < rows {
                    1.0 / (1.0 + term.value * term.value).sqrt()
                } else {
                    1.0
                };
                term.weight * robust
            }),
        )
    }

    /// Fits from `start`.
    pub(super) fn solve(&self, start: &C) -> C {
        let mut constants = *start;
        let mut damping = 1e-2;
        let mut now = (self.terms)(&constants);
        for _ in 0..STEPS {
            let slopes = self.slopes(&constants, &now);
            let weights = self.weights(&now);
            let values = DVector::from_iterator(now.len(), now.iter().map(|term| term.value));
            let mut weighted = slopes.clone();
            for mut column in weighted.column_iter_mut() {
                column.component_mul_assign(&weights);
            }
            let matrix = slopes.transpose() * &weighted;
            let right = -(weighted.transpose() * values);
            let before = self.loss(&now);
            let mut gain = 0.0;
            for _ in 0..6 {
                let damped = &matrix + DMatrix::from_diagonal(&(matrix.diagonal() * damping));
                damping *= 10.0;
                let Some(solved) = damped.cholesky() else {
                    continue;
                };
                let next = (self.moved)(&constants, &solved.solve(&right));
                let after = (self.terms)(&next);
                gain = before - self.loss(&after);
                if gain > 0.0 {
                    constants = next;
                    now = after;
                    damping = (damping / 50.0).max(1e-6);
                    break;
                }
            }
            if gain < 1e-4 * before {
                break;
            }
        }
        constants
    }
}
