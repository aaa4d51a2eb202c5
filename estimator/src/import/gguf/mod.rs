//! GGUF, the file format of llama.cpp: magic `GGUF`, version, the number of
//! tensors and of facts; then the facts (key, type, value), then one entry a
//! tensor (name, dimensions, type, offset), then the data, little-endian.
//! Source: ggml `docs/gguf.md`; names of keys and tensors from llama.cpp
//! `gguf-py/gguf/constants.py`.
//!
//! The tokenizer's tables come among the facts and take megabytes; the piece a page reads of a
//! large file may end inside them. The architecture's facts stand before, so such a piece still
//! answers, by the architecture's usual habits where the tensors would have told.

mod cursor;
mod facts;
mod formats;
mod layers;
mod tensors;

use super::stack::{self, Frame};
use super::{Imported, Note, bad, missing, shorten, unknown_architecture};
use crate::error::Unreadable;
use crate::import::bounds::MOST_LAYERS;
use crate::parameters;
use cursor::Cursor;
use facts::Facts;
use tensors::Tensors;

/// Reads the first bytes of a GGUF file.
///
/// # Errors
/// Why they hold no model.
pub fn read(bytes: &[u8]) -> Result<Imported, Unreadable> {
    let mut cursor = Cursor::new(bytes);
    if cursor.take(4).ok_or(Unreadable::Truncated)? != b"GGUF" {
        return Err(Unreadable::UnknownFormat);
    }
    // Version 1 counted in 32 bits and is of the summer of 2023; a big-endian
    // file shows a huge number.
    if !matches!(cursor.u32().ok_or(Unreadable::Truncated)?, 2 | 3) {
        return Err(bad("version").into());
    }
    let tensors = cursor.u64().ok_or(Unreadable::Truncated)?;
    let pairs = cursor.u64().ok_or(Unreadable::Truncated)?;
    let (facts, complete) = Facts::read(&mut cursor, pairs)?;
    let tensors = if complete {
        Tensors::read(&mut cursor, tensors)?
    } else {
        None
    };
    match imported(&facts, tensors.as_ref()) {
        // The missing field may stand behind the cut.
        Err(Unreadable::MissingField { .. }) if !complete => Err(Unreadable::Truncated),
        other => other,
    }
}

fn imported(facts: &Facts, tensors: Option<&Tensors>) -> Result<Imported, Unreadable> {
    let name = facts
        .architecture()
        .ok_or_else(|| missing("general.architecture"))?;
    if formats::is_no_decoder(name) {
        return Err(unknown_architecture(name));
    }
    let blocks = facts.need("block_count")?;
    // Blocks that predict further tokens stand at the end.
    let depth = blocks.saturating_sub(facts.count_or("nextn_predict_layers", 0)?);
    if depth == 0 || depth > MOST_LAYERS {
        return Err(bad("block_count").into());
    }
    let mut notes = Vec::new();
    let vocabulary = match (facts.count("vocab_size")?, facts.vocabulary()) {
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => tensors
            .and_then(|tensors| tensors.vocabulary)
            .ok_or_else(|| missing("tokenizer.ggml.tokens"))?,
    };
    let frame = Frame {
        id: shorten(facts.name().filter(|name| !name.is_empty()).unwrap_or(name)),
        depth,
        hidden_size: facts.need("embedding_length")?,
        vocabulary,
        tied: match tensors {
            Some(tensors) => !tensors.has_output,
            None => formats::is_tied(name),
        },
        max_context: facts.count("context_length")?,
        other: 0,
        block: crate::model::Block::default(),
    };
    let layers = layers::read(facts, tensors, name, depth, frame.hidden_size)?;
    let mut model = stack::model(frame, &layers, &mut notes);
    match tensors {
        Some(tensors) => tensors.add_uncounted(depth, &mut model, &mut notes),
        None => notes.push(Note::CutShort),
    }
    let weights = facts
        .file_type()
        .and_then(formats::of_file)
        .or_else(|| tensors.and_then(Tensors::weights));
    super::bounds::check(&model)?;
    debug_assert!(parameters::count(&model).total.is_finite());
    Ok(Imported {
        model,
        weights,
        notes,
    })
}
