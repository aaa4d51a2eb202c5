//! Heads that draft, by their kind.

use crate::engine::Engine;
use crate::placement::Placement;

/// A kind of head, as catalogues and engines call them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Head {
    /// Multi-token prediction, part of the checkpoint.
    Mtp,
    /// EAGLE, first and second version.
    Eagle,
    /// EAGLE-3.
    Eagle3,
    /// `DFlash`, a block of tokens at once.
    Dflash,
    /// `DSpark`, a block of tokens at once.
    Dspark,
    /// A model of its own.
    Model,
}

impl Head {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Mtp,
        Self::Eagle,
        Self::Eagle3,
        Self::Dflash,
        Self::Dspark,
        Self::Model,
    ];

    /// Its name in catalogues.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Mtp => "mtp",
            Self::Eagle => "eagle",
            Self::Eagle3 => "eagle3",
            Self::Dflash => "dflash",
            Self::Dspark => "dspark",
            Self::Model => "draft-model",
        }
    }

    /// The kind of that name; `None` for any other.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|head| head.id() == id)
    }
}

/// A draft that speculative decoding goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draft {
    /// Its kind.
    pub head: Head,
    /// Tokens proposed a step.
    pub tokens: u32,
}

/// Whether `engine` drafts with such a head where the depth is cut into stages.
///
/// - vLLM 0.33.0 hands the states that EAGLE-3 reads from stage to stage, and builds MTP on the
///   last (`v1/worker/gpu/spec_decode/eagle`); whether a model does it is checked at the start
/// - `SGLang` 0.5.23: EAGLE and MTP, by a variable, without copies of the attention or pools
///   (`arg_groups/validation_hook.py`)
/// - TensorRT-LLM: no (its matrix of features)
/// - llama.cpp knows no stages: whole layers are dealt to devices
pub(super) const fn over_stages(
    engine: Engine,
    head: Head,
    placed: Placement,
    pools: bool,
) -> bool {
    match engine {
        Engine::Vllm => matches!(head, Head::Mtp | Head::Eagle3),
        Engine::Sglang => matches!(head, Head::Mtp | Head::Eagle) && placed.data <= 1 && !pools,
        Engine::TensorRtLlm => false,
        Engine::LlamaCpp => true,
    }
}
