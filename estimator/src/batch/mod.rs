//! The batch estimator: one JSON object in, one out, many a second.
//!
//! A line is a fixed configuration: this model, this accelerator, this many, spread so, under this
//! load. Only fields left out are searched. A line that cannot be read gives `{"id", "error":
//! {"field", "message"}}`. `task` tells serving, the default, from training. The same objects
//! serve scripts and JavaScript.
//!
//! ```
//! let line = r#"{"id": 1, "model": "Qwen/Qwen3-32B", "accelerator": "nvidia-h100-sxm-80gb", "weights": "fp8",
//!     "input_tokens": 1000, "output_tokens": 200, "concurrency": 16}"#;
//! let (answer, good) = estimator::batch::answer(line, &mut catalog::CatalogFacts::default());
//! assert!(good, "{answer}");
//! assert_eq!(answer["fits"], true);
//! ```

mod degrees;
mod estimate;
pub(crate) mod fields;
mod found;
mod input;
mod known;
mod output;
mod ownership;
mod run;
mod scenario;
mod sessions;
mod training;

pub use estimate::Estimate;
pub use found::{Demands, Found, search};
pub use input::{BatchError, Line};
pub use known::{Described, Known, KnownAccelerator, KnownModel, ReadModel, read_model};

use crate::hardware::Accelerator;
use crate::model::Model;
use crate::money::Values;
use crate::offer::{Offer, Price, cheapest_each};
use crate::precision::WeightFormat;
use crate::serving::release::Month;
use run::prices;
use serde_json::{Value, json};

/// Where a line's names are looked up: a catalogue.
pub trait Facts {
    /// The model of an id.
    fn model(&mut self, id: &str) -> Option<Model>;
    /// The accelerator of an id.
    fn accelerator(&mut self, id: &str) -> Option<Accelerator>;
    /// Its on-demand prices: the cheapest instance of every size.
    fn prices(&mut self, accelerator: &str) -> Vec<Price>;
    /// The default inputs of owning it; unknown ones are absent.
    fn ownership(&mut self, accelerator: &str) -> Values;
    /// Every accelerator, for a line that names none.
    fn accelerators(&mut self) -> Vec<String>;
    /// The format that a model is released in, where that is known.
    fn released_in(&mut self, _model: &str) -> Option<WeightFormat> {
        None
    }
    /// The month in which a model came out, where that is known.
    fn released(&mut self, _model: &str) -> Option<Month> {
        None
    }
    /// The month it is, where somebody has a clock.
    fn today(&self) -> Option<Month> {
        None
    }
}

/// Answers one line. The flag says whether it could be read and answered.
pub fn answer(line: &str, facts: &mut dyn Facts) -> (Value, bool) {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => {
            let error = BatchError::new("", format!("not JSON: {error}"));
            return (failed(&Value::Null, &error), false);
        }
    };
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    let estimate = estimate(&value, facts).and_then(|estimate| {
        // Numbers and texts can always be written.
        serde_json::to_value(estimate).map_err(|error| BatchError::new("", error.to_string()))
    });
    match estimate {
        Ok(mut estimate) => {
            if let Some(object) = estimate.as_object_mut() {
                object.insert("id".to_owned(), id);
            }
            (estimate, true)
        }
        Err(error) => (failed(&id, &error), false),
    }
}

/// The estimate of a line, serving or training.
///
/// # Errors
/// The problem of the line, and its field.
pub fn estimate(line: &Value, facts: &mut dyn Facts) -> Result<Estimate, BatchError> {
    if line.get("task").and_then(Value::as_str) == Some("training") {
        training::answer(line, facts)
    } else {
        Line::read(line).and_then(|line| run::run(&line, facts))
    }
}

/// The accelerator of an id, or all, at a price given or the catalogue's.
fn offers(
    accelerator: Option<&str>,
    usd: Option<f64>,
    facts: &mut dyn Facts,
) -> Result<Vec<Offer>, BatchError> {
    let ids = match accelerator {
        Some(id) => vec![id.to_owned()],
        None => facts.accelerators(),
    };
    let mut offers = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(accelerator) = facts.accelerator(&id) else {
            let message = format!("unknown accelerator `{id}`");
            return Err(BatchError::new("accelerator", message));
        };
        let instances = prices(usd, &id, facts);
        offers.push(Offer {
            accelerator,
            price: cheapest_each(&instances).cloned(),
            instances,
            hosts: Vec::new(),
        });
    }
    Ok(offers)
}

/// The objects of this contract, as TypeScript.
#[cfg(feature = "typescript")]
#[must_use]
pub fn declarations() -> String {
    use ts_rs::TS;
    let how = &ts_rs::Config::default();
    let all = [
        input::Line::decl(how),
        sessions::Given::decl(how),
        training::Line::decl(how),
        found::Demands::decl(how),
        estimate::Estimate::decl(how),
        estimate::Memory::decl(how),
        estimate::Performance::decl(how),
        crate::serving::report::Bottleneck::decl(how),
        estimate::Bands::decl(how),
        estimate::Calibrated::decl(how),
        estimate::Cost::decl(how),
        estimate::PriceOf::decl(how),
        found::Found::decl(how),
        found::Met::decl(how),
        known::Described::decl(how),
        known::ReadModel::decl(how),
        known::KnownModel::decl(how),
        known::KnownAccelerator::decl(how),
        known::Known::decl(how),
    ];
    all.map(|one| format!("export {one}\n")).concat()
}

fn failed(id: &Value, error: &BatchError) -> Value {
    json!({"id": id, "error": {"field": error.field, "message": error.message}})
}
