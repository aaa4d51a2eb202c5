//! All tensors of a file, and the model they make up.

use super::names::{Part, is_tower, layer, part};
use super::shapes::{Parts, Seen, count};
use super::stored::{Marks, packed};
use crate::error::Unreadable;
use crate::import::bounds::MOST_LAYERS;
use crate::import::stack::{self, Frame};
use crate::import::{Imported, Note, bad, missing, unknown_architecture};
use crate::parameters;

/// All tensors of a file, reduced to the facts they show.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    layers: Vec<Parts>,
    embedding: Option<(u64, u64)>,
    has_head: bool,
    has_end: bool,
    marks: Marks,
    /// Values by dtype.
    dtypes: Vec<(String, f64)>,
    /// Values in all.
    stored: f64,
    tower: f64,
}

impl Inventory {
    pub(super) fn add(&mut self, name: &str, dtype: &str, shape: &[u64]) {
        self.marks.see(name);
        let scale = [
            "scale",
            "scales",
            "qzeros",
            "g_idx",
            "scale_inv",
            "absmax",
            "quant_map",
        ]
        .iter()
        .any(|ending| name.ends_with(ending));
        #[allow(clippy::cast_precision_loss)]
        let values = shape
            .iter()
            .fold(packed(dtype) as f64, |all, side| all * *side as f64);
        if !scale {
            self.stored += values;
            let few = self.dtypes.len() < 32;
            match self.dtypes.iter_mut().find(|(known, _)| known == dtype) {
                Some((_, sum)) => *sum += values,
                None if few => self.dtypes.push((dtype.to_owned(), values)),
                None => {}
            }
        }
        if is_tower(name) {
            self.tower += values;
            return;
        }
        // Cut far above believable sizes, far below those that overflow.
        let side = |index: usize| shape.get(index).map_or(0, |side| *side.min(&(1 << 40)));
        let most = usize::try_from(MOST_LAYERS).unwrap_or_default();
        if let Some((index, rest)) = layer(name).filter(|(index, _)| *index < most) {
            let Some(part) = part(rest) else { return };
            if self.layers.len() <= index {
                self.layers.resize_with(index + 1, Parts::default);
            }
            if let Some(parts) = self.layers.get_mut(index) {
                parts.add(Seen {
                    part,
                    shape: [side(0), side(1), side(2)],
                    packing: known(dtype),
                });
            }
            return;
        }
        self.has_head |= name.ends_with("lm_head.weight");
        self.has_end |= name.ends_with(".norm.weight") || name.ends_with(".final_layernorm.weight");
        let embeds = [
            "embed_tokens.weight",
            "wte.weight",
            "word_embeddings.weight",
            "embed_in.weight",
        ];
        if embeds.iter().any(|ending| name.ends_with(ending)) {
            self.embedding = Some((side(0), side(1)));
        }
    }

    /// The model, where the file holds all of it.
    pub(super) fn imported(mut self) -> Result<Imported, Unreadable> {
        // Blocks that predict further tokens stand at the end.
        while self
            .layers
            .last()
            .is_some_and(|parts| parts.find(Part::Next).is_some())
        {
            self.layers.pop();
        }
        if self.layers.is_empty() {
            return Err(unknown_architecture("safetensors"));
        }
        // One shard of several shows neither the depth nor the vocabulary.
        let (Some((vocabulary, hidden)), true) = (self.embedding, self.has_end) else {
            return Err(missing("config.json").into());
        };
        if self.layers.iter().any(Parts::is_empty) {
            return Err(missing("config.json").into());
        }
        let mut notes = Vec::new();
        let layers = self
            .layers
            .iter()
            .map(|parts| parts.layer(hidden, &mut notes))
            .collect::<Result<Vec<_>, _>>()?;
        let frame = Frame {
            id: "safetensors".to_owned(),
            depth: u32::try_from(layers.len()).map_err(|_| bad("layers"))?,
            hidden_size: count("hidden_size", hidden)?,
            vocabulary: count("vocab_size", vocabulary)?,
            tied: !self.has_head,
            max_context: None,
            other: 0,
            block: crate::model::Block::default(),
        };
        let mut model = stack::model(frame, &layers, &mut notes);
        crate::import::bounds::check(&model)?;
        self.add_uncounted(&mut model, &mut notes);
        let dtype = self.dtypes.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        Ok(Imported {
            model,
            weights: dtype.and_then(|(dtype, _)| self.marks.format(dtype)),
            notes,
        })
    }

    /// Adds towers, and other tensors stored beyond the count.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn add_uncounted(&self, model: &mut crate::model::Model, notes: &mut Vec<Note>) {
        if self.tower > 0.0 {
            notes.push(Note::Tower {
                parameters: self.tower as u64,
            });
            model.other_parameters = self.tower as u64;
        }
        let counted = parameters::count(model).total;
        let believable = self.stored < 1e13;
        if believable && (self.stored / counted - 1.0).abs() > 0.01 {
            notes.push(Note::PublishedDiffers {
                published: self.stored as u64,
                counted: counted as u64,
            });
            let beyond = (self.stored - counted).max(0.0) as u64;
            model.other_parameters = model.other_parameters.saturating_add(beyond);
        }
    }
}

/// The dtypes that pack several values, which a matrix' width depends on.
fn known(dtype: &str) -> &'static str {
    match dtype {
        "U8" => "U8",
        "I32" => "I32",
        _ => "",
    }
}
