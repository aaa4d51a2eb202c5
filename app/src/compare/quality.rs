//! What is published of the quality of each column's model, and what the format of its weights
//! keeps of that: a row a test, never blended into one score.

use super::outcome::Outcome;
use super::sheet::{Cell, Row};
use crate::i18n::{Msg, number, percent, say, text};
use catalog::quality::{Score, Test, kept, of_model};
use estimator::choice::ModelChoice;
use estimator::precision::WeightFormat;
use std::sync::Arc;

/// The most ways of running one model that a cell names.
const WAYS: usize = 3;

/// The published scores of a column's model, the best way of running it first; none of a model that
/// is not the catalogue's.
pub(super) fn scores(outcome: Option<&Arc<Outcome>>) -> Vec<&'static Score> {
    match outcome.map(|outcome| &outcome.question.model) {
        Some(ModelChoice::Catalog(id)) => of_model(id),
        Some(ModelChoice::Custom(_) | ModelChoice::Plain(_)) | None => Vec::new(),
    }
}

/// The rows of tests that any of the models took, then that of formats; empty where nothing is
/// published of any.
pub(super) fn rows(outcomes: &[Option<&Arc<Outcome>>]) -> Vec<Row> {
    let known: Vec<Vec<&Score>> = outcomes.iter().map(|outcome| scores(*outcome)).collect();
    if known.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let taken = |test: &Test| {
        let mut firsts = known.iter().filter_map(|scores| scores.first());
        firsts.any(|score| score.of(*test).is_some())
    };
    let tests = Test::ALL.into_iter().filter(taken);
    let row = |test: Test| Row {
        name: test.name().to_owned(),
        cells: known.iter().map(|scores| cell(scores, test)).collect(),
    };
    let formats = Row {
        name: text(Msg::CompareKept).to_owned(),
        cells: outcomes.iter().map(|outcome| format(*outcome)).collect(),
    };
    tests.map(row).chain([formats]).collect()
}

fn cell(scores: &[&'static Score], test: Test) -> Cell {
    let of = |score: &&&Score| score.of(test);
    let Some(value) = scores.first().as_ref().and_then(of) else {
        return unknown();
    };
    let beside = if test == Test::Index {
        ways(scores)
    } else {
        own(scores)
    };
    Cell {
        words: number(value),
        beside,
        ..Cell::default()
    }
}

/// That a score is its publisher's own, where it is.
fn own(scores: &[&Score]) -> String {
    let is_own = scores.first().is_some_and(|score| !score.is_common);
    if is_own { text(Msg::CompareOwn) } else { "" }.to_owned()
}

/// The ways of running a model, with the index of each but the first, which stands before.
fn ways(scores: &[&Score]) -> String {
    let named = scores.iter().take(WAYS).enumerate().map(|(at, score)| {
        let value = score.of(Test::Index).filter(|_| at > 0).map(number);
        let estimated = score.is_estimated.then(|| text(Msg::CompareEstimated));
        let parts = [value.as_deref(), Some(score.variant), estimated];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    named.collect::<Vec<_>>().join(" · ")
}

/// What the format of the weights keeps of scores in 16 bit.
fn format(outcome: Option<&Arc<Outcome>>) -> Cell {
    let Some(weights) = outcome.map(|outcome| outcome.question.weights) else {
        return unknown();
    };
    // 16 bit is the measure.
    if matches!(
        weights,
        WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16
    ) {
        return Cell {
            words: percent(1.0),
            ..Cell::default()
        };
    }
    kept(weights).map_or_else(unknown, |kept| {
        let share = |value: f64| percent(value / 100.0);
        let models = f64::from(kept.models);
        Cell {
            words: share(kept.median),
            beside: say::compare_kept_of(models, &share(kept.highest), &share(kept.lowest)),
            ..Cell::default()
        }
    })
}

fn unknown() -> Cell {
    Cell {
        words: text(Msg::NotKnown).to_owned(),
        ..Cell::default()
    }
}
