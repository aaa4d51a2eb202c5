//! Hugging Face `config.json`: one JSON object that names a model's family
//! (`model_type`, `architectures`) and its shape.
//!
//! There is no schema: every family names its fields as it likes, so they are read by meaning with
//! all their spellings first, and a table of families ([`family`]) holds the facts that only the
//! modelling code says. Multimodal models keep the language model in an object of its own
//! (`text_config`, `llm_config`). Source: Hugging Face transformers, `PretrainedConfig` and the
//! configuration class of each family.

mod attention;
mod blocks;
mod conventions;
mod details;
mod encoder;
mod family;
mod feed_forward;
mod fields;
mod formula;
mod layers;
mod mixes;
mod quantization;
mod recurrent;
mod said;
mod text;
mod tower;

use super::stack::{self, Frame};
use super::{Fault, Imported, Note, bad, shorten, trim, unknown_architecture};
use crate::error::Unreadable;
use crate::import::bounds::MOST_LAYERS;
use crate::model::Model;
use conventions::Row;
use family::Family;
use fields::Fields;
pub(super) use quantization::plain as plain_format;
use said::{guessed, identity, published};
use serde_json::{Map, Value};
pub(super) use text::json_error;
use text::tame;
use tower::Towers;

/// The most that is read: published files hold a few kilobytes, the largest,
/// with a list of quantised layers, a few hundred.
pub const MOST_BYTES: usize = 8 << 20;

/// Where multimodal models keep their language model.
const NESTED: [&str; 6] = [
    "text_config",
    "llm_config",
    "language_config",
    "thinker_config.text_config",
    "text_model_config",
    "vlm_config.text_config",
];

/// Reads the text of a `config.json`.
///
/// # Errors
/// Why it holds no model.
pub fn read(bytes: &[u8]) -> Result<Imported, Unreadable> {
    if bytes.len() > MOST_BYTES {
        return Err(Unreadable::TooLarge {
            most: MOST_BYTES as u64,
        });
    }
    let text = String::from_utf8_lossy(trim(bytes));
    let value: Value = serde_json::from_str(&tame(&text)).map_err(|error| json_error(&error))?;
    let object = value.as_object().ok_or(Unreadable::UnknownFormat)?;
    from_object(object)
}

/// Reads the object of a `config.json`. A field `params` beside the published
/// ones is the published total.
///
/// # Errors
/// Why it holds no model.
pub fn from_object(object: &Map<String, Value>) -> Result<Imported, Unreadable> {
    let whole = Fields::new(object);
    if let Some(class) = whole.text(&["_class_name"]) {
        return Err(unknown_architecture(class));
    }
    let outer_name = name_of(&whole);
    if outer_name == "clip" {
        return Err(unknown_architecture(outer_name));
    }
    let around = conventions::around(outer_name);
    let text = whole
        .object(&NESTED)
        .or_else(|| around.and_then(|_| whole.object(&["decoder"])))
        .map_or(whole, |nested| nested.within(object));
    let name = match name_of(&text) {
        // The package of Mamba's authors names no family.
        "" if text.find(&["ssm_cfg"]).is_some() => "mamba_ssm",
        "" => outer_name,
        name => name,
    };
    let row = conventions::decoder(name);
    let usual = row.map(|row| row.usual(text.own())).transpose()?;
    let text = usual.as_ref().map_or(text, |usual| text.saying(usual));
    let (family, known) = family::find(name, &text, row.is_some())?;
    let text = if text.is_nested() || family.defaults.len() == 1 {
        text.defaulting(family.defaults)
    } else {
        text
    };
    let mut notes = Vec::new();
    if !known {
        notes.push(Note::UnfamiliarFamily {
            name: shorten(name),
        });
    }
    let mut model = model(&text, &family, name, &mut notes)?;
    if !known {
        notes.extend(guessed(&text));
    }
    // Whether an unfamiliar family uses the window it names is not known.
    let named = text.find(&["sliding_window"]).is_some();
    if !known && named && model.window.is_none() && text.flag(&["use_sliding_window"]).is_none() {
        notes.push(Note::Assumed {
            field: "sliding_window".to_owned(),
        });
    }
    let unsure = row.and_then(Row::unsure);
    notes.extend(unsure.map(|field| Note::Assumed {
        field: field.to_owned(),
    }));
    let beside = row.map(|row| row.beside(&text)).transpose()?.flatten();
    model.other_parameters = model.other_parameters.saturating_add(beside.unwrap_or(0));
    let counted = around.map(|row| row.beside(&whole)).transpose()?.flatten();
    let towers = match counted {
        _ if is_decoder_alone(&whole) => Towers::default(),
        Some(parameters) => Towers::counted(parameters),
        None => tower::parameters(&whole, &model),
    };
    notes.extend(towers.note());
    model.other_parameters = model.other_parameters.saturating_add(towers.parameters);
    published(&whole, &mut model, &mut notes)?;
    let (weights, unfamiliar) = quantization::format(&text);
    notes.extend(unfamiliar);
    Ok(Imported {
        model,
        weights,
        notes,
    })
}

/// Reads the object of a `config.json` for training, which takes encoders of text and of
/// images too.
///
/// # Errors
/// Why it holds no model.
pub fn trainable_from_object(object: &Map<String, Value>) -> Result<Imported, Unreadable> {
    let fields = Fields::new(object);
    let name = name_of(&fields);
    if encoder::is_known(name) {
        encoder::read(&fields, name)
    } else {
        from_object(object)
    }
}

fn model(
    text: &Fields<'_>,
    family: &Family,
    name: &str,
    notes: &mut Vec<Note>,
) -> Result<Model, Unreadable> {
    let hidden_size = text.need(&["hidden_size", "d_model", "n_embd", "n_embed", "dim"])?;
    let (depth, layers) = layers::read(text, family, name, hidden_size)?;
    let vocabulary = text.need(&["vocab_size", "padded_vocab_size", "embedding_size"])?;
    let frame = Frame {
        id: identity(text, name),
        depth,
        hidden_size,
        vocabulary: padded(text, vocabulary)?,
        tied: ties_outside(text)
            .or_else(|| {
                text.anywhere(&["tie_word_embeddings", "tie_embeddings", "weight_tying"])
                    .and_then(Value::as_bool)
            })
            .or_else(|| Some(!text.flag(&["untie_embeddings_and_output_weights"])?))
            .unwrap_or(family.tied),
        max_context: text.count(&[
            "max_position_embeddings",
            "max_seq_len",
            "n_positions",
            "seq_length",
            "max_sequence_length",
            "n_ctx",
            "model_max_length",
        ])?,
        other: feed_forward::tables(text, name, hidden_size)?,
        block: details::read(text, name)?,
    };
    if depth == 0 || depth > MOST_LAYERS {
        return Err(bad("num_hidden_layers").into());
    }
    Ok(stack::model(frame, &layers, notes))
}

/// Since transformers 5 the outer object says whether a multimodal model's head is its
/// embedding, whatever its decoder's says.
fn ties_outside(text: &Fields<'_>) -> Option<bool> {
    let outer = text.outside()?;
    let recent = is_recent(&outer) && outer.object(&["text_config", "language_config"]).is_some();
    outer.flag(&["tie_word_embeddings"]).filter(|_| recent)
}

/// Whether a file is of transformers 5, which names classes by the parts they load.
fn is_recent(outer: &Fields<'_>) -> bool {
    outer
        .text(&["transformers_version"])
        .is_some_and(|version| version.starts_with("5."))
}

/// Whether a multimodal model's file is of a class that loads its decoder alone.
fn is_decoder_alone(whole: &Fields<'_>) -> bool {
    let class = whole
        .list(&["architectures"])
        .and_then(|list| list.first()?.as_str());
    is_recent(whole)
        && whole.object(&["text_config"]).is_some()
        && class.is_some_and(|class| class.ends_with("ForCausalLM"))
}

/// Vocabularies of the first Mamba files are padded when the model is built.
fn padded(text: &Fields<'_>, vocabulary: u32) -> Result<u32, Fault> {
    let multiple = text.count_or(&["pad_vocab_size_multiple"], 1)?.max(1);
    Ok(if text.find(&["ssm_cfg"]).is_some() {
        vocabulary.next_multiple_of(multiple)
    } else {
        vocabulary
    })
}

/// The family's name in the file, or its class.
fn name_of<'a>(fields: &Fields<'a>) -> &'a str {
    fields.text(&["model_type"]).unwrap_or_default()
}
