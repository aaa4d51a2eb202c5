//! The common readers of the tasks' lines.

use super::Facts;
use crate::batch::BatchError;
use crate::vision::queue::Promise;
use crate::vision::{Board, Field, Precision, Problem, Software};
use serde_json::Value;

/// A promise without a percentile is of nineteen in twenty.
const USUAL_PERCENTILE: f64 = 0.95;

impl From<Problem> for BatchError {
    fn from(problem: Problem) -> Self {
        Self::new(problem.field.id(), problem.to_string())
    }
}

/// `message` about a field.
pub(super) fn wrong(field: Field, message: impl Into<String>) -> BatchError {
    BatchError::new(field.id(), message)
}

/// A field that must be there.
pub(super) fn needed<T>(field: Field, value: Option<T>) -> Result<T, BatchError> {
    value.ok_or_else(|| wrong(field, "missing"))
}

/// A catalogue id, which `known` looks up.
pub(super) fn model<T>(
    value: &Value,
    known: impl FnOnce(&str) -> Option<T>,
) -> Result<T, BatchError> {
    let id = match value {
        Value::String(id) => id,
        Value::Null => return Err(wrong(Field::Model, "missing")),
        _ => return Err(wrong(Field::Model, "an id of the catalogue is needed")),
    };
    known(id).ok_or_else(|| wrong(Field::Model, format!("unknown model `{id}`")))
}

/// The board of a line.
pub(super) fn board(id: Option<&String>, facts: &dyn Facts) -> Result<Board, BatchError> {
    let id = needed(Field::Accelerator, id)?;
    let unknown = || wrong(Field::Accelerator, format!("unknown accelerator `{id}`"));
    facts.board(id).ok_or_else(unknown)
}

/// A word of a list, or its default.
pub(super) fn word<T>(
    field: &'static str,
    given: Option<&String>,
    usual: T,
    from: impl Fn(&str) -> Option<T>,
) -> Result<T, BatchError> {
    let Some(given) = given else {
        return Ok(usual);
    };
    from(given).ok_or_else(|| BatchError::new(field, format!("unknown {field} `{given}`")))
}

/// The software that runs it.
pub(super) fn software(given: Option<&String>, usual: Software) -> Result<Software, BatchError> {
    word("engine", given, usual, Software::from_id)
}

/// The format it is computed in: fp16, or bf16 on chips that have no other 16 bit.
pub(super) fn precision(given: Option<&String>, board: &Board) -> Result<Precision, BatchError> {
    use crate::hardware::Vendor::{Aws, Google, Intel};
    let only = matches!(board.accelerator.vendor, Google | Aws | Intel);
    let usual = if only {
        Precision::Bf16
    } else {
        Precision::Fp16
    };
    word("precision", given, usual, Precision::from_id)
}

/// Open arrivals, where the line has some.
pub(super) fn promise(
    rate: Option<f64>,
    limit: Option<f64>,
    percentile: Option<f64>,
) -> Result<Option<Promise>, BatchError> {
    use crate::vision::problem::within;
    let percentile = percentile.unwrap_or(USUAL_PERCENTILE);
    within(Field::Percentile, percentile, 0.5, 0.999)?;
    if let Some(limit) = limit {
        within(Field::LatencyLimit, limit, 1e-6, 1e7)?;
    }
    let Some(rate) = rate else {
        return Ok(None);
    };
    within(Field::RequestRate, rate, 1e-9, 1e9)?;
    Ok(Some(Promise {
        rate,
        limit,
        percentile,
    }))
}

/// `HxW` in pixels.
pub(super) fn sides(text: &str) -> Result<[u32; 2], BatchError> {
    let sides = text.split_once('x').and_then(|(height, width)| {
        Some([height.parse::<u32>().ok()?, width.parse::<u32>().ok()?])
    });
    sides.ok_or_else(|| wrong(Field::Resolution, format!("`{text}` is not HEIGHTxWIDTH")))
}

/// Bytes of optimizer states of a trained parameter.
pub(super) fn states(given: Option<&String>) -> Result<u32, BatchError> {
    word("optimizer", given, 8, |name| match name {
        "adamw" => Some(8),
        "adamw-8bit" => Some(2),
        "adafactor" => Some(0),
        "sgd" | "muon" => Some(4),
        _ => None,
    })
}

/// Whether layers are computed again.
pub(super) fn recompute(given: Option<&String>) -> Result<bool, BatchError> {
    word("recompute", given, false, |name| match name {
        "none" => Some(false),
        "selective" | "full" => Some(true),
        _ => None,
    })
}
