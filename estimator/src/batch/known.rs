//! A catalogue's knowledge, as objects for scripts; and a model out of a file, as a line's
//! `model`.

use super::input::BatchError;
use super::scenario::unreadable;
use crate::import::{self, wire};
use crate::link;
use crate::parameters;
use serde::Serialize;

/// A model of the catalogue.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct KnownModel {
    /// The id that a line's `model` names it by.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Parameters, and those that a token passes through.
    pub parameters: f64,
    /// See `parameters`.
    pub active_parameters: f64,
    /// Longest sequence, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_context: Option<u32>,
}

/// An accelerator of the catalogue.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct KnownAccelerator {
    /// The id that a line's `accelerator` names it by.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Usable memory as the driver reports it.
    pub memory_bytes: f64,
    /// Of its memory, a second.
    pub bandwidth_bytes_per_s: f64,
    /// The most that a node holds.
    pub node_size: u32,
    /// Whether it is announced and not on sale yet.
    pub announced: bool,
    /// The cheapest verified price on demand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_hour: Option<f64>,
}

/// All of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Known {
    /// Models that generate text.
    pub models: Vec<KnownModel>,
    /// Accelerators.
    pub accelerators: Vec<KnownAccelerator>,
}

/// A model as a line's `model` takes it: whole, in the words of a link that holds it alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Described {
    /// The words.
    pub described: String,
}

/// A file's facts of a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ReadModel {
    /// A line's `model`.
    pub model: Described,
    /// Its name in the file.
    pub name: String,
    /// Parameters, counted from the shape.
    pub parameters: f64,
    /// The format of its weights, as a line's `weights`, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// Assumptions and omissions, each a word and its subject.
    pub notes: Vec<String>,
}

/// Reads a model's file: `config.json`, or the head of a safetensors or GGUF file.
///
/// # Errors
/// Why it cannot be read.
pub fn read_model(bytes: &[u8], name: Option<&str>) -> Result<ReadModel, BatchError> {
    let imported =
        import::read(bytes, name).map_err(|error| BatchError::new("model", unreadable(&error)))?;
    Ok(ReadModel {
        name: imported.model.id.clone(),
        parameters: parameters::count(&imported.model).total,
        weights: imported.weights.map(|weights| weights.id().to_owned()),
        notes: imported
            .notes
            .iter()
            .map(|note| wire::note(note).join(" "))
            .collect(),
        model: Described {
            described: link::write_model(&imported.model),
        },
    })
}
