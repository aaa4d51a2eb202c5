//! The vision and audio towers of multimodal models, loaded beside the
//! decoder: counted as plain transformers from their shape.
//!
//! Per layer `4 h^2 + 2 h f` (3 with a gate), patches `c p^2 h`, and the
//! projection into the decoder. Known error: a few per cent of the tower.

use super::conventions;
use super::fields::Fields;
use crate::import::Note;
use crate::model::Model;

/// The towers beside the decoder.
#[derive(Debug, Default)]
pub(super) struct Towers {
    /// Parameters of all towers.
    pub parameters: u64,
    uncounted: bool,
}

impl Towers {
    /// Towers whose family has a row of its own.
    pub(super) const fn counted(parameters: u64) -> Self {
        Self {
            parameters,
            uncounted: false,
        }
    }

    pub(super) const fn note(&self) -> Option<Note> {
        if self.uncounted {
            Some(Note::TowerUncounted)
        } else if self.parameters > 0 {
            Some(Note::Tower {
                parameters: self.parameters,
            })
        } else {
            None
        }
    }
}

/// The towers of a whole file.
pub(super) fn parameters(whole: &Fields<'_>, decoder: &Model) -> Towers {
    let mut towers = Towers {
        uncounted: beside(whole),
        ..Towers::default()
    };
    for names in [
        ["vision_config", "thinker_config.vision_config"],
        ["audio_config", "thinker_config.audio_config"],
    ] {
        let Some(tower) = whole.object(&names) else {
            continue;
        };
        let own = conventions::tower(&tower);
        match own.or_else(|| count(&tower, f64::from(decoder.hidden_size))) {
            Some(parameters) => towers.parameters = towers.parameters.saturating_add(parameters),
            None => towers.uncounted = true,
        }
    }
    towers
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn count(tower: &Fields<'_>, decoder: f64) -> Option<u64> {
    let (own, hidden) = shape(tower)?;
    let read = |names: &[&'static str]| tower.count(names).ok().flatten().map(f64::from);
    let merged = hidden * read(&["spatial_merge_size"]).unwrap_or(1.0).powi(2);
    let total = own + merged * merged + merged * read(&["out_hidden_size"]).unwrap_or(decoder);
    (total < 1e12).then_some(total as u64)
}

/// Whether further networks stand beside the decoder: an encoder of speech, an image
/// tokenizer.
fn beside(whole: &Fields<'_>) -> bool {
    whole.own().iter().any(|(name, value)| {
        let network = value
            .as_object()
            .is_some_and(|part| part.contains_key("model_type"));
        let counted = [
            "text", "llm", "language", "vision", "audio", "thinker", "vlm",
        ]
        .iter()
        .any(|known| name.strip_suffix("_config") == Some(known));
        network && name.ends_with("_config") && !counted
    })
}

/// A tower's layers and patches, and its width.
fn shape(tower: &Fields<'_>) -> Option<(f64, f64)> {
    let read = |names: &[&'static str]| tower.count(names).ok().flatten().map(f64::from);
    let depth = read(&[
        "depth",
        "num_hidden_layers",
        "vt_num_hidden_layers",
        "encoder_layers",
        "layers",
    ])?;
    // Qwen2-VL calls the decoder's width the hidden size.
    let hidden = read(&[
        "embed_dim",
        "hidden_size",
        "vt_hidden_size",
        "d_model",
        "width",
    ])?;
    let inner = read(&[
        "intermediate_size",
        "vt_intermediate_size",
        "encoder_ffn_dim",
        "mlp_dim",
    ])
    .or_else(|| Some(tower.number(&["mlp_ratio"])? * hidden))
    .unwrap_or(4.0 * hidden);
    let gated = tower.text(&["hidden_act"]) == Some("silu");
    let matrices = if gated { 3.0 } else { 2.0 };
    let patch = read(&["patch_size"]).unwrap_or(0.0);
    let total =
        depth * (4.0 * hidden * hidden + matrices * hidden * inner) + 3.0 * patch * patch * hidden;
    (total < 1e12).then_some((total, hidden))
}

/// A tower without its projection into a decoder.
pub(super) fn plain(tower: &Fields<'_>) -> Option<f64> {
    shape(tower).map(|(parameters, _)| parameters)
}
