//! The constants of training speed from measured rows, by least squares on logarithms
//! of estimate over measurement ([`crate::accuracy::least_squares`]): first those of
//! dense models, then, with these held, those of experts. A source counts as the root of
//! its rows, so that a long table does not outvote the rest.

use super::row::{Kind, Row};
use crate::accuracy::least_squares::{Problem, Term};
use estimator::training::constants::Constants;
use nalgebra::DVector;
use std::collections::BTreeMap;

/// Error of a logarithm at which the loss turns from square to linear: dense models,
/// mixtures, whose software differs more from release to release.
const SCALES: [f64; 2] = [0.03, 0.15];

/// One constant of the fit.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its path.
    pub name: &'static str,
    /// Reads it.
    pub get: fn(&Constants) -> f64,
    /// Writes it.
    pub set: fn(&mut Constants, f64),
    /// Where it is expected.
    pub expected: f64,
    /// Standard deviation of its logarithm beforehand.
    pub spread: f64,
}

impl Parameter {
    /// How far `constants` lie from the expectation, in standard deviations.
    #[must_use]
    pub fn surprise(&self, constants: &Constants) -> f64 {
        ((self.get)(constants) / self.expected).ln() / self.spread
    }
}

macro_rules! parameter {
    ($($field:ident).+, $spread:literal, $expected:literal) => {
        Parameter {
            name: stringify!($($field).+),
            get: |constants| constants.$($field).+,
            set: |constants, value| constants.$($field).+ = value,
            expected: $expected,
            spread: $spread,
        }
    };
}

/// Those of dense models.
pub const DENSE: [Parameter; 22] = [
    parameter!(ampere.products, 0.1, 0.80),
    parameter!(hopper.per_joule, 0.1, 1.0e12),
    parameter!(blackwell.per_joule, 0.15, 1.4e12),
    parameter!(cdna3.per_joule, 0.3, 0.7e12),
    parameter!(cdna4.per_joule, 0.3, 1.0e12),
    parameter!(ampere.attention_2023, 0.4, 0.35),
    parameter!(hopper.attention_2023, 0.4, 0.25),
    parameter!(hopper.attention, 0.1, 0.33),
    parameter!(blackwell.attention, 0.2, 0.40),
    parameter!(eight, 0.15, 0.80),
    parameter!(eight_blocks, 0.1, 0.92),
    parameter!(four, 0.2, 0.61),
    parameter!(attention_half, 0.5, 1000.0),
    parameter!(attention_again, 0.2, 0.85),
    parameter!(eager, 0.3, 1.0),
    parameter!(fused, 0.3, 0.8),
    parameter!(casts, 0.5, 0.25),
    parameter!(logit_passes, 0.3, 8.0),
    parameter!(overlapped, 0.3, 0.6),
    parameter!(hop, 0.4, 2.0e-6),
    parameter!(step, 0.5, 0.02),
    parameter!(tensor_exposed, 0.3, 0.8),
];

/// Those of routed experts.
pub const EXPERTS: [Parameter; 6] = [
    parameter!(expert_half, 0.5, 1000.0),
    parameter!(expert_half_width, 0.5, 300.0),
    parameter!(permute, 0.5, 2.0),
    parameter!(biased_activation, 0.3, 6.0),
    parameter!(dispatch, 0.5, 1.0e-3),
    parameter!(exchange_exposed, 0.5, 0.4),
];

/// Fits the dense constants, then those of experts, on the rows that are wanted.
#[must_use]
pub fn fit(start: &Constants, rows: &[Row], wanted: impl Fn(&Row) -> bool) -> Constants {
    let of = |kind: Kind| -> Vec<&Row> {
        rows.iter()
            .filter(|row| row.fitted_as() == Some(kind) && wanted(row))
            .collect()
    };
    let [dense, mixtures] = SCALES;
    let constants = solve(start, &of(Kind::Dense), &DENSE, dense);
    solve(&constants, &of(Kind::Mixture), &EXPERTS, mixtures)
}

fn solve(start: &Constants, rows: &[&Row], parameters: &[Parameter], scale: f64) -> Constants {
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    for row in rows {
        *counts.entry(source(row)).or_default() += 1.0;
    }
    let terms = |constants: &Constants| -> Vec<Term> {
        let of_rows = rows.iter().map(|row| Term {
            value: row.ratio(constants).map_or(0.0, f64::ln) / scale,
            weight: counts
                .get(source(row))
                .map_or(1.0, |count| count.sqrt().recip()),
        });
        let priors = parameters.iter().map(|parameter| Term {
            value: parameter.surprise(constants),
            weight: 1.0,
        });
        of_rows.chain(priors).collect()
    };
    let moved = |constants: &Constants, step: &DVector<f64>| {
        let mut next = *constants;
        for (parameter, step) in parameters.iter().zip(step.iter()) {
            let value = (parameter.get)(constants) * step.clamp(-0.5, 0.5).exp();
            (parameter.set)(&mut next, value);
        }
        next
    };
    Problem {
        size: parameters.len(),
        moved: &moved,
        terms: &terms,
    }
    .solve(start)
}

/// Rows that share an error: a source's table, or a mixture in it.
fn source(row: &Row) -> &str {
    if row.kind == Kind::Mixture {
        mixture(row)
    } else {
        &row.group
    }
}

/// The model of a mixture, whether or not its further layer is trained.
pub(super) fn mixture(row: &Row) -> &str {
    if row.model == "deepseek-v3-without-mtp" {
        "deepseek-ai/DeepSeek-V3"
    } else {
        &row.model
    }
}

/// `constants` with every parameter where it is expected: where a fit begins that must
/// not have seen any row.
#[must_use]
pub fn expected(constants: &Constants) -> Constants {
    let mut expected = *constants;
    for parameter in DENSE.iter().chain(&EXPERTS) {
        (parameter.set)(&mut expected, parameter.expected);
    }
    expected
}
