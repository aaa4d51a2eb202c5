//! Constants from measured rows, latencies and full batches: least squares on logarithms of
//! `estimate / measurement` ([`super::least_squares`]), with the priors of
//! [`PARAMETERS`].
//!
//! Rows of a series (one model on one accelerator by one release of an engine) share an error that
//! no constant explains: releases differ by 10 to 25 %. It is taken for a random effect (Balestra
//! & Nerlove 1966): of `n` residuals of a series the share `1 - 1/sqrt(1 + n s^2)` of their mean
//! is left out, with `s` the spread of series over that of rows. Differences inside a series then
//! count in full, and a long series does not outvote the others.

use super::least_squares::{Problem, Term};
use super::parameter::PARAMETERS;
use super::residual::{Quantity, estimate};
use super::row::Row;
use super::throughput::Figure;
use estimator::serving::speed::Constants;
use nalgebra::DVector;
use std::collections::BTreeMap;

/// Error of a logarithm at which the loss turns from square to linear.
const TPOT_SCALE: f64 = 0.1;
/// The same of the time to first token, which is noisier.
const TTFT_SCALE: f64 = 0.2;
/// Weight of a time to first token against a time per output token.
const TTFT_WEIGHT: f64 = 0.5;
/// The scale of throughput in full batches.
const OUTPUT_SCALE: f64 = 0.15;
/// Its weight. With 0.5 full batches with a model left out 12.5 % at the median, with 1
/// 12.0 %, latencies as they were.
const OUTPUT_WEIGHT: f64 = 1.0;
/// A prior counts as much as this many rows. Of 1, 4, 8, 12 and 16, those from 8 on are best on
/// rows left out: TPOT in closed loops with a model left out 10.5, 9.7, 9.4, 9.3 and 9.3 % at the
/// median, TTFT 25, 23, 22, 22 and 21 %.
const PRIOR_WEIGHT: f64 = 16.0;
/// Spread of the errors of series over that of rows in one. Of 0, 0.3, 0.5, 0.7 and
/// 1: TPOT with a model left out 9.8, 9.5, 9.3, 9.3 and 9.3 %, 90th percentile of
/// TTFT 52, 50, 50, 49 and 48 %.
const SERIES_SPREAD: f64 = 0.5;

/// Residuals of rows and figures, in order; a row that cannot be estimated has none.
fn terms(constants: &Constants, rows: &[&Row], figures: &[&Figure]) -> Vec<Term> {
    let mut terms = Vec::with_capacity(rows.len() * 2 + figures.len() + PARAMETERS.len());
    for row in rows {
        let estimated = estimate(constants, row);
        for (quantity, scale, weight) in [
            (Quantity::Tpot, TPOT_SCALE, 1.0),
            (Quantity::Ttft, TTFT_SCALE, TTFT_WEIGHT),
        ] {
            let measured = quantity.measured(row).filter(|_| quantity.is_kept(row));
            let value = estimated
                .zip(measured)
                .map_or(0.0, |(ours, theirs)| (ours.of(quantity) / theirs).ln());
            terms.push(Term {
                value: value / scale,
                weight,
            });
        }
    }
    for figure in figures {
        let ratio = figure.output(constants);
        let value = ratio.map_or(0.0, |output| (figure.measured / output).ln());
        terms.push(Term {
            value: value / OUTPUT_SCALE,
            weight: OUTPUT_WEIGHT,
        });
    }
    share_errors(&mut terms, rows, figures);
    for parameter in &PARAMETERS {
        terms.push(Term {
            value: parameter.surprise(constants),
            weight: PRIOR_WEIGHT,
        });
    }
    terms
}

/// Leaves the shared part of a series' residuals out, quantity by quantity; `terms`
/// are those of the rows, in order.
fn share_errors(terms: &mut [Term], rows: &[&Row], figures: &[&Figure]) {
    let mut series: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        for (order, quantity) in Quantity::ALL.into_iter().enumerate() {
            if quantity.is_kept(row) {
                let members = series.entry((&row.series, order)).or_default();
                members.push(at * Quantity::ALL.len() + order);
            }
        }
    }
    for (at, figure) in figures.iter().enumerate() {
        let members = series.entry((&figure.series, 2)).or_default();
        members.push(rows.len() * Quantity::ALL.len() + at);
    }
    for members in series.into_values() {
        let count = members.len() as f64;
        let values = members.iter().filter_map(|at| terms.get(*at));
        // A wrong row is not to move its whole series.
        let sum: f64 = values.map(|term| term.value.clamp(-3.0, 3.0)).sum();
        let shared = 1.0 - (1.0 + count * SERIES_SPREAD * SERIES_SPREAD).sqrt().recip();
        for at in members {
            if let Some(term) = terms.get_mut(at) {
                term.value -= shared * sum / count;
            }
        }
    }
}

/// `constants` with their logarithms moved by `step`, in bounds.
fn moved(constants: &Constants, step: &DVector<f64>) -> Constants {
    let mut next = *constants;
    for (parameter, step) in PARAMETERS.iter().zip(step.iter()) {
        let value = (parameter.get)(constants) * step.clamp(-0.5, 0.5).exp();
        (parameter.set)(&mut next, value);
    }
    next
}

/// Fits from `start`.
#[must_use]
pub fn fit(start: &Constants, rows: &[&Row], figures: &[&Figure]) -> Constants {
    Problem {
        size: PARAMETERS.len(),
        moved: &moved,
        terms: &|constants| terms(constants, rows, figures),
    }
    .solve(start)
}
