//! The common writers of the tasks' answers.

use super::Facts;
use crate::batch::BatchError;
use crate::offer::Price;
use crate::quantity::{Bytes, UsdPerHour};
use crate::vision::board::runtime;
use crate::vision::queue::Kept;
use crate::vision::{Board, Precision, Software};
use serde_json::{Map, Value, json};

/// Whether `needed` bytes fit a board, and the memory of driver and libraries beside them.
pub(super) fn fits(board: &Board, needed: Bytes, together: u32) -> (bool, Option<String>, Bytes) {
    let runtime = runtime(together);
    let short = needed + runtime - board.accelerator.memory;
    let fits = short.get() <= 0.0;
    let reason = (!fits).then(|| {
        let short = crate::decimal::fixed(short.to_gib(), 2);
        format!("{short} GiB are lacking per accelerator")
    });
    (fits, reason, runtime)
}

/// A band around a value, of a factor either way.
pub(super) fn around(value: f64, factor: f64) -> Value {
    json!([value / factor, value * factor])
}

/// The cost of an hour of so many, and where the price is from.
pub(super) struct Money {
    pub per_hour: f64,
    price: Value,
}

/// The price of a line, or the catalogue's.
pub(super) fn money(
    given: Option<f64>,
    board: &Board,
    accelerators: f64,
    facts: &dyn Facts,
) -> Result<Option<Money>, BatchError> {
    if let Some(usd) = given {
        if !usd.is_finite() || !(0.0..=1e6).contains(&usd) {
            let message = format!("{usd} is not between 0 and 1e6");
            return Err(BatchError::new("usd_per_accelerator_hour", message));
        }
        return Ok(Some(Money {
            per_hour: usd * accelerators,
            price: json!({"source": "given", "as_of": ""}),
        }));
    }
    let of = |price: Price| Money {
        per_hour: UsdPerHour::get(price.per_accelerator) * accelerators,
        price: json!({"source": price.label, "as_of": price.as_of}),
    };
    Ok(facts.price(&board.accelerator.id).map(of))
}

impl Money {
    /// The object `cost`, `units` a second under names of the cost of each.
    pub(super) fn cost(self, units: &[(&str, f64)]) -> Value {
        let mut cost = Map::new();
        cost.insert("usd_per_hour".to_owned(), self.per_hour.into());
        for (name, per_second) in units {
            let each = self.per_hour / 3600.0 / per_second;
            if each.is_finite() {
                cost.insert((*name).to_owned(), each.into());
            }
        }
        cost.insert("price".to_owned(), self.price);
        Value::Object(cost)
    }
}

/// The fleet that keeps a promise, among the figures of performance.
pub(super) fn promised(performance: &mut Map<String, Value>, kept: Option<&Kept>) {
    if let Some(kept) = kept {
        performance.insert("requests_per_s".to_owned(), kept.each.into());
        performance.insert("replicas".to_owned(), kept.replicas.into());
        if kept.latency.is_finite() {
            performance.insert("latency_p_s".to_owned(), kept.latency.into());
        }
    }
}

/// The fields that a line left to a default, with the values taken.
#[derive(Default)]
pub(super) struct Assumed(Map<String, Value>);

impl Assumed {
    /// Takes `value` where the line has none.
    pub(super) fn take(&mut self, missing: bool, field: &str, value: impl Into<Value>) {
        if missing {
            self.0.insert(field.to_owned(), value.into());
        }
    }
}

/// What every line may leave out: the software, its arithmetic, the batch and the number of
/// accelerators, each with whether it was left out.
pub(super) struct Usual {
    pub software: (bool, Software),
    pub precision: (bool, Precision),
    pub batch: (bool, u32),
    pub accelerators: (bool, u32),
}

impl From<Usual> for Assumed {
    fn from(usual: Usual) -> Self {
        let mut assumed = Self::default();
        assumed.take(usual.software.0, "engine", usual.software.1.id());
        assumed.take(usual.precision.0, "precision", usual.precision.1.id());
        assumed.take(usual.batch.0, "batch", usual.batch.1);
        assumed.take(usual.accelerators.0, "accelerators", usual.accelerators.1);
        assumed
    }
}

/// An answer in parts.
pub(super) struct Parts {
    pub fits: (bool, Option<String>, Bytes),
    pub memory: Value,
    pub performance: Map<String, Value>,
    pub cost: Option<Value>,
    pub band: Value,
    pub intermediate: Option<Value>,
    pub assumed: Assumed,
}

/// The object of the contract, less its `id`.
pub(super) fn whole(parts: Parts) -> Value {
    let (fits, reason, runtime) = parts.fits;
    let mut memory = parts.memory;
    if let Some(memory) = memory.as_object_mut() {
        memory.insert("runtime_bytes".to_owned(), runtime.get().into());
    }
    let mut whole = json!({
        "fits": fits,
        "reason": reason,
        "memory": memory,
        "performance": parts.performance,
        "band": parts.band,
        "assumed": parts.assumed.0,
    });
    if let Some(object) = whole.as_object_mut() {
        if let Some(cost) = parts.cost {
            object.insert("cost".to_owned(), cost);
        }
        if let Some(intermediate) = parts.intermediate {
            object.insert("intermediate".to_owned(), intermediate);
        }
    }
    whole
}

/// The word of the largest part.
pub(super) fn bottleneck(parts: &[(&'static str, f64)]) -> &'static str {
    let largest = parts.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    largest.map_or("compute", |(name, _)| name)
}

/// An object as a map.
pub(super) fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
