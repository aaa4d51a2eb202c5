//! Models from a user's pasted or dropped text: a Hugging Face `config.json`, the header of a
//! safetensors or GGUF file, or plain words such as `7B dense`.
//!
//! Every reader is total and bounded: any bytes give a [`Model`] whose counts lie inside
//! [`bounds`], or an [`Unreadable`] that names the fault. A file may be cut after its header: the
//! weights themselves are never needed.

pub mod bounds;
pub mod config_json;
pub mod gguf;
pub mod network;
pub mod onnx;
pub mod plain;
pub mod prices;
pub mod safetensors;
mod stack;
pub mod wire;

use crate::error::Unreadable;
use crate::model::Model;
use crate::precision::WeightFormat;
use serde::{Deserialize, Serialize};

/// The kind of a file or a pasted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A Hugging Face `config.json`, or the same object pasted.
    ConfigJson,
    /// A safetensors file, whole or its first bytes.
    Safetensors,
    /// `model.safetensors.index.json`: the names of all tensors, no shapes.
    SafetensorsIndex,
    /// A GGUF file, whole or its first bytes.
    Gguf,
    /// A size in words, such as `7B dense`.
    Plain,
    /// None of these.
    Unknown,
}

/// A model that was read, and its file's other facts.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The model.
    pub model: Model,
    /// How its weights are stored, where the file says so.
    pub weights: Option<WeightFormat>,
    /// Notes for the user about the reading.
    pub notes: Vec<Note>,
}

/// Something worth saying about how a file was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Note {
    /// A vision or audio tower was counted with the decoder.
    Tower {
        /// Its parameters, estimated from its shape.
        parameters: u64,
    },
    /// There is a tower whose shape could not be read: it is not counted.
    TowerUncounted,
    /// The published total differs from the count by more than 1 %. Where it
    /// is larger, the difference is loaded as other parameters.
    PublishedDiffers {
        /// Parameters as published.
        published: u64,
        /// Parameters as counted.
        counted: u64,
    },
    /// The family is not known by name: its fields were read by their usual
    /// meaning.
    UnfamiliarFamily {
        /// Its name in the file.
        name: String,
    },
    /// Layers of one kind have different shapes: the commonest stands for all.
    MixedShapes,
    /// The weights are stored in a way the estimator has no format for.
    UnfamiliarWeights {
        /// Its name in the file.
        name: String,
    },
    /// The file says nothing of a field: its usual value was taken.
    Assumed {
        /// The field's name in the file.
        field: String,
    },
    /// The file is cut after the facts that matter.
    CutShort,
}

/// How much of a dropped file a page should read: the tokenizer of a GGUF file
/// takes up to some 15 MB, a safetensors header rarely more than one.
pub const HEAD_BYTES: u64 = 32 << 20;

/// The most of a text that is quoted in errors and names.
pub(crate) const QUOTED: usize = 96;

/// The kind that `bytes` look like; a file's name only decides where its content does not.
#[must_use]
pub fn detect(bytes: &[u8], file_name: Option<&str>) -> Kind {
    let named = |ending: &str| {
        file_name.is_some_and(|name| name.trim().to_ascii_lowercase().ends_with(ending))
    };
    if bytes.starts_with(b"GGUF") {
        return Kind::Gguf;
    }
    if named(".gguf") {
        // A file that ends inside its first four bytes.
        return if b"GGUF".starts_with(bytes) {
            Kind::Gguf
        } else {
            Kind::Unknown
        };
    }
    if named(".safetensors") || looks_like_safetensors(bytes) {
        return Kind::Safetensors;
    }
    let text = trim(bytes);
    if text.first() == Some(&b'{') {
        if contains(text, b"\"weight_map\"") {
            return Kind::SafetensorsIndex;
        }
        if contains(text, b"\"data_offsets\"") {
            return Kind::Safetensors;
        }
        return Kind::ConfigJson;
    }
    if named(".json") {
        return Kind::ConfigJson;
    }
    if plain::looks_like(text) {
        return Kind::Plain;
    }
    Kind::Unknown
}

/// Reads a model from `bytes`, whatever they are.
///
/// # Errors
/// Why they hold no model.
pub fn read(bytes: &[u8], file_name: Option<&str>) -> Result<Imported, Unreadable> {
    let mut imported = match detect(bytes, file_name) {
        Kind::ConfigJson => config_json::read(bytes)?,
        Kind::Plain => plain::read(bytes)?,
        Kind::Safetensors => safetensors::read(bytes)?,
        Kind::SafetensorsIndex => safetensors::read_index(bytes)?,
        Kind::Gguf => gguf::read(bytes)?,
        Kind::Unknown => return Err(Unreadable::UnknownFormat),
    };
    if let Some(name) = file_name.and_then(stem) {
        imported.model.id = name;
    }
    bounds::check(&imported.model)?;
    Ok(imported)
}

/// Eight bytes of length, the upper ones zero as in no text, then JSON.
fn looks_like_safetensors(bytes: &[u8]) -> bool {
    let length = bytes
        .first_chunk::<8>()
        .map(|chunk| u64::from_le_bytes(*chunk));
    length.is_some_and(|length| length < 1 << 40) && matches!(bytes.get(8), None | Some(b'{'))
}

/// Whether `part` stands near the beginning of `text`.
fn contains(text: &[u8], part: &[u8]) -> bool {
    found(text.get(..64 << 10).unwrap_or(text), part)
}

/// Whether `text`, a name or little more, holds one of `parts`. The library's own search is
/// made for long texts, and is large.
pub(crate) fn holds(text: &str, parts: &[&str]) -> bool {
    parts
        .iter()
        .any(|part| found(text.as_bytes(), part.as_bytes()))
}

fn found(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len().max(1)).any(|window| window == part)
}

/// `text` without a byte-order mark and the white space around it.
pub(crate) fn trim(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(text)
        .trim_ascii()
}

/// A name for a model from its file's name, unless that says nothing.
fn stem(file_name: &str) -> Option<String> {
    let base = file_name.rsplit(['/', '\\']).next()?.trim();
    let stem = [".json", ".gguf", ".safetensors"]
        .iter()
        .find_map(|ending| base.strip_suffix(ending))
        .unwrap_or(base);
    let generic = ["config", "model", "pytorch_model", "params", "text", ""];
    let known = generic.contains(&stem) || stem.starts_with("model-0") || holds(stem, &[".index"]);
    (!known).then(|| shorten(stem))
}

/// `text` at a length fit to be shown, without control characters.
pub(crate) fn shorten(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_control())
        .take(QUOTED)
        .collect()
}

/// The fault of a field: an [`Unreadable`] before its name is copied. Readers pass it up through
/// every layer of a file, so it is kept small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is needed and not there.
    Missing(&'static str),
    /// It holds something impossible.
    Bad(&'static str),
}

impl From<Fault> for Unreadable {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Missing(name) => Self::MissingField {
                name: name.to_owned(),
            },
            Fault::Bad(name) => Self::BadField {
                name: name.to_owned(),
            },
        }
    }
}

/// A field is missing from a file.
pub(crate) const fn missing(name: &'static str) -> Fault {
    Fault::Missing(name)
}

/// A field of a file holds something impossible.
pub(crate) const fn bad(name: &'static str) -> Fault {
    Fault::Bad(name)
}

/// The estimator has no formulas for a file's architecture.
pub(crate) fn unknown_architecture(name: &str) -> Unreadable {
    Unreadable::UnknownArchitecture {
        name: shorten(name),
    }
}
