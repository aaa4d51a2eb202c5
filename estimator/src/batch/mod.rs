//! The batch estimator: one JSON object in, one out, many a second.
//!
//! A line is a fixed configuration: this model, this accelerator, this many,
//! spread so, under this load. Only what is left out is searched. A line that
//! cannot be read gives `{"id", "error": {"field", "message"}}`. `task` tells serving, the
//! default, from training. The same
//! objects serve scripts and JavaScript.

mod degrees;
mod input;
mod output;
mod ownership;
mod run;
mod scenario;
mod training;

pub use input::{BatchError, Line};

use crate::hardware::Accelerator;
use crate::model::Model;
use crate::money::Values;
use crate::scenario::Price;
use serde_json::{Value, json};

/// Where a line's names are looked up: a catalogue.
pub trait Facts {
    /// The model of an id.
    fn model(&mut self, id: &str) -> Option<Model>;
    /// The accelerator of an id.
    fn accelerator(&mut self, id: &str) -> Option<Accelerator>;
    /// Its cheapest verified on-demand price.
    fn price(&mut self, accelerator: &str) -> Option<Price>;
    /// What owning it is reckoned from by default; nothing of what is not known.
    fn ownership(&mut self, accelerator: &str) -> Values;
    /// Every accelerator, for a line that names none.
    fn accelerators(&mut self) -> Vec<String>;
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
    let training = value.get("task").and_then(Value::as_str) == Some("training");
    let answered = if training {
        training::answer(&value, facts)
    } else {
        Line::read(&value).and_then(|line| run::run(&line, facts))
    };
    match answered {
        Ok(mut estimate) => {
            if let Some(object) = estimate.as_object_mut() {
                object.insert("id".to_owned(), id);
            }
            (estimate, true)
        }
        Err(error) => (failed(&id, &error), false),
    }
}

fn failed(id: &Value, error: &BatchError) -> Value {
    json!({"id": id, "error": {"field": error.field, "message": error.message}})
}
