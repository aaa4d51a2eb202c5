//! The estimator for JavaScript: the batch estimator's objects in and out (docs/batch.md),
//! computed where it is called, with nothing sent anywhere.
//!
//! What goes wrong is thrown as an `Error` whose `field` is the path of what caused it in
//! the object that was given.

#[cfg(feature = "catalogue")]
mod listed;
#[cfg(not(feature = "catalogue"))]
mod nothing;

use estimator::batch::{self, BatchError};
use js_sys::{Error, JSON, JsString, Reflect, Uint8Array};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

#[cfg(feature = "catalogue")]
use listed::{facts, known};
#[cfg(not(feature = "catalogue"))]
use nothing::{facts, known};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = concat!(
    include_str!(concat!(env!("OUT_DIR"), "/types.d.ts")),
    "export type Scenario = ServingScenario | TrainingScenario;
/** A line without how it is spread, and what its requests must keep. */
export type Question = ServingScenario & { sla?: Demands };
/** What the functions throw. */
export interface EstimateError extends Error { field: string }
"
);

/// The estimate of one configuration, serving or training. What is left out takes a
/// default, echoed under `assumed`; of what says how it is spread, the best is searched.
///
/// # Errors
/// An `EstimateError`.
#[wasm_bindgen(unchecked_return_type = "Estimate")]
pub fn estimate(
    #[wasm_bindgen(unchecked_param_type = "Scenario")] scenario: &JsValue,
) -> Result<JsValue, JsValue> {
    let line = value(scenario)?;
    give(&batch::estimate(&line, &mut facts()).map_err(|error| thrown(&error))?)
}

/// What the load of a question needs of every accelerator of the catalogue, or of the one
/// it names, the best first.
///
/// # Errors
/// An `EstimateError`.
#[wasm_bindgen(unchecked_return_type = "Found[]")]
pub fn search(
    #[wasm_bindgen(unchecked_param_type = "Question")] question: &JsValue,
) -> Result<JsValue, JsValue> {
    let line = value(question)?;
    give(&batch::search(&line, &mut facts()).map_err(|error| thrown(&error))?)
}

/// Reads a model out of `config.json`, or the head of a safetensors or GGUF file. The
/// file's name helps where its content does not say what it is.
///
/// # Errors
/// An `EstimateError`.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a text of JavaScript's is handed over, not lent"
)]
#[wasm_bindgen(js_name = parseModel, unchecked_return_type = "ReadModel")]
pub fn parse_model(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] file: &JsValue,
    name: Option<String>,
) -> Result<JsValue, JsValue> {
    let bytes = match file.as_string() {
        Some(text) => text.into_bytes(),
        None => match file.dyn_ref::<Uint8Array>() {
            Some(bytes) => bytes.to_vec(),
            None => return Err(thrown(&BatchError::new("", "needed: text or bytes"))),
        },
    };
    give(&batch::read_model(&bytes, name.as_deref()).map_err(|error| thrown(&error))?)
}

/// What the catalogue knows: models and accelerators, by the ids that scenarios name.
///
/// # Errors
/// None that is known of.
#[wasm_bindgen(unchecked_return_type = "Known")]
pub fn catalog() -> Result<JsValue, JsValue> {
    give(&known())
}

/// An object of JavaScript as a value.
fn value(given: &JsValue) -> Result<Value, JsValue> {
    // What JSON has no words for, such as a function, becomes nothing.
    let text = JSON::stringify(given)
        .ok()
        .and_then(|text| text.as_string());
    let text = text.unwrap_or_default();
    serde_json::from_str(&text)
        .map_err(|_| thrown(&BatchError::new("", "a scenario must be an object")))
}

/// What was computed as an object of JavaScript.
fn give(computed: &impl Serialize) -> Result<JsValue, JsValue> {
    // Numbers and texts can always be written; an empty text is no JSON and throws.
    JSON::parse(&serde_json::to_string(computed).unwrap_or_default())
}

fn thrown(error: &BatchError) -> JsValue {
    let thrown = Error::new(&error.message);
    let (name, field) = (
        JsString::from("field"),
        JsString::from(error.field.as_str()),
    );
    // An object that was just made takes a property.
    let _ = Reflect::set(&thrown, &name, &field);
    thrown.into()
}
