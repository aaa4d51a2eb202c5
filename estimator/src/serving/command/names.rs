//! What no estimate knows: where the weights are, and what drafts.

use super::argument::Value;
use crate::engine::Engine;
use crate::precision::WeightFormat;

/// The names of a model on the hub; [`Names::default`] where nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Names<'a> {
    /// The published checkpoint in the format that was asked about.
    pub published: Option<&'a str>,
    /// The checkpoint that it is released as.
    pub released: Option<&'a str>,
    /// Whether that one is at 16 bits, which engines can quantise.
    pub sixteen: bool,
    /// What drafts.
    pub drafter: Option<Drafter<'a>>,
}

/// A head that drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drafter<'a> {
    /// Its kind: `mtp` in the checkpoint itself, `eagle3` and so on.
    pub kind: &'a str,
    /// Its own checkpoint; `None` where it is in the model's, or not known.
    pub checkpoint: Option<&'a str>,
}

/// Where an engine gets the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Checkpoint<'a> {
    /// A checkpoint in the format.
    Published(&'a str),
    /// One at 16 bits, quantised while it is loaded.
    Wider(&'a str),
    /// The reader's.
    Yours,
}

impl<'a> Checkpoint<'a> {
    /// The checkpoint for `engine` in `format`.
    pub(super) fn of(names: &Names<'a>, engine: Engine, format: WeightFormat) -> Self {
        let quantises = format == WeightFormat::Fp8 && quantises(engine);
        let wider = names.released.filter(|_| names.sixteen && quantises);
        // It reads GGUF alone: what is published in floats is no file of its own kind.
        let own = engine != Engine::LlamaCpp || format.is_gguf();
        match (names.published.filter(|_| own), wider) {
            (Some(published), _) => Self::Published(published),
            (None, Some(wider)) => Self::Wider(wider),
            (None, None) => Self::Yours,
        }
    }

    /// What the engine is told.
    pub(super) fn value(self) -> Value {
        match self {
            Self::Published(name) | Self::Wider(name) => name.into(),
            Self::Yours => Value::yours("MODEL"),
        }
    }
}

/// Whether an engine makes fp8 of weights at 16 bits while it loads them.
const fn quantises(engine: Engine) -> bool {
    matches!(engine, Engine::Vllm | Engine::Sglang)
}

/// A repository of GGUF files with the mark that those of a format carry, unless it has one. The
/// quantiser of llama.cpp takes the plain names of block types for their middle mixes.
pub(super) fn marked(name: &str, format: WeightFormat) -> String {
    if name.contains(':') {
        return name.to_owned();
    }
    let mark = match format {
        WeightFormat::Q3K => "Q3_K_M".to_owned(),
        WeightFormat::Q4K => "Q4_K_M".to_owned(),
        WeightFormat::Q5K => "Q5_K_M".to_owned(),
        other => other.id().to_uppercase(),
    };
    format!("{name}:{mark}")
}
