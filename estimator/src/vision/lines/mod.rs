//! Batch lines of vision, embedding, diffusion and speech, and of images and sound in a
//! serving line: one JSON object in, one out, as the batch estimator's.
//!
//! A line is a fixed configuration; performance is reported also where it does not fit, for
//! memory is known to a tenth at best. The page's estimator does not carry this module: whoever
//! wants these tasks asks [`answer`] first, which leaves all others.

mod diffusion;
mod embedding;
mod kept;
mod read;
mod serving;
mod speech;
mod vision;
mod write;

use super::{Board, denoise, network, speech as hearing, text};
use crate::batch::BatchError;
use crate::offer::Price;
use serde_json::{Value, json};

/// Where a line's names are looked up: a catalogue.
pub trait Facts {
    /// Whether a network of this id is known.
    fn is_network(&self, id: &str) -> bool;
    /// The network at a resolution, or at its own; `None` where it has none.
    fn network(&self, id: &str, resolution: Option<u32>) -> Option<network::Network>;
    /// The encoder of an id, and its longest text where that is known.
    fn encoder(&self, id: &str) -> Option<(text::Encoder, Option<u32>)>;
    /// The pipeline of an id.
    fn pipeline(&self, id: &str) -> Option<denoise::Model>;
    /// The listener of an id.
    fn listener(&self, id: &str) -> Option<hearing::Listener>;
    /// The board of an accelerator's id.
    fn board(&self, id: &str) -> Option<Board>;
    /// The least price of one of it.
    fn price(&self, accelerator: &str) -> Option<Price>;
}

/// Answers one line where its task is one of these; `None` for all others, which the batch
/// estimator answers. The flag says whether it could be read and answered.
pub fn answer(line: &Value, facts: &dyn Facts) -> Option<(Value, bool)> {
    let task = line.get("task").and_then(Value::as_str);
    let answered = match task {
        Some("vision") => vision::answer(line, facts),
        Some("embedding") => embedding::answer(line, facts),
        Some("diffusion") => diffusion::answer(line, facts),
        Some("speech") => speech::answer(line, facts),
        Some("serving") | None if serving::asks(line) => serving::answer(line, facts),
        _ => return None,
    };
    let id = line.get("id").cloned().unwrap_or(Value::Null);
    Some(match answered {
        Ok(mut answer) => {
            if let Some(object) = answer.as_object_mut() {
                object.insert("id".to_owned(), id);
            }
            (answer, true)
        }
        Err(BatchError { field, message }) => (
            json!({"id": id, "error": {"field": field, "message": message}}),
            false,
        ),
    })
}
