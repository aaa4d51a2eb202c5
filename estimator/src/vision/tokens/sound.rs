//! Tokens of sound, from `frames = floor(100 * seconds)` of the spectrogram.
//! Sources: `processing_*.py` of the families in huggingface/transformers v5.23.0.

use super::cells::{above, whole};
use super::unfit::{Part, Unfit, Why};

/// The longest recording, seconds: a week.
pub const MOST_SECONDS: f64 = 604_800.0;
/// Frames of the spectrogram in a second.
const FRAMES: f64 = 100.0;
/// Seconds of Voxtral's windows, each padded to the end, and their tokens.
const WINDOW: f64 = 30.0;
const WINDOW_TOKENS: u64 = 375;
/// Gemma 4 hears so many tokens at most, Gemma 3n always as many.
const GEMMA_4: u64 = 750;
const GEMMA_3N: u64 = 188;

/// How a family hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listener {
    /// Halved twice, 25 a second: Qwen2-Audio, Qwen2.5-Omni.
    Qwen2,
    /// 13 for each second of 100 frames, the rest halved three times: Qwen3-Omni.
    Qwen3,
    /// One for eight frames: Phi-4-multimodal.
    Phi4,
    /// A whole window for each started one: Voxtral.
    Voxtral,
    /// Halved twice, up to a limit: Gemma 4.
    Gemma4,
    /// Always the same: Gemma 3n.
    Gemma3n,
}

impl Listener {
    /// The listener of a family, by its name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "qwen2_audio" | "qwen2_5_omni" => Self::Qwen2,
            "qwen3_omni" => Self::Qwen3,
            "phi4_multimodal" => Self::Phi4,
            "voxtral" => Self::Voxtral,
            "gemma4" => Self::Gemma4,
            "gemma3n" => Self::Gemma3n,
            _ => return None,
        })
    }

    /// Tokens of a recording of so many seconds; 0 where it is too short for one.
    ///
    /// # Errors
    /// A length that is not above zero, or above [`MOST_SECONDS`].
    pub fn tokens(self, seconds: f64) -> Result<u64, Unfit> {
        let wrong = |why| Unfit::new(Part::AudioSeconds, why);
        if seconds.is_nan() || seconds <= 0.0 {
            return Err(wrong(Why::NotPositive));
        }
        if seconds > MOST_SECONDS {
            return Err(wrong(Why::TooLarge(whole(MOST_SECONDS))));
        }
        let frames = whole(FRAMES * seconds);
        Ok(match self {
            Self::Qwen2 => frames.div_ceil(2) / 2,
            Self::Qwen3 => {
                let rest = frames % 100;
                frames / 100 * 13 + rest.div_ceil(2).div_ceil(2).div_ceil(2)
            }
            Self::Phi4 => frames.div_ceil(8),
            Self::Voxtral => WINDOW_TOKENS * above(seconds / WINDOW),
            Self::Gemma4 => frames.div_ceil(2).div_ceil(2).min(GEMMA_4),
            Self::Gemma3n => GEMMA_3N,
        })
    }
}
