//! What reads a pipeline's prompt: encoders of text by their own form, language models by the
//! calculator's reader, what sees an image as a network.

use super::family;
use crate::import::network::Refused;
use crate::import::network::config::{counted, own_family, text};
use crate::import::network::fields::Fields;
use crate::vision::counted::Counted;
use crate::vision::denoise::TextEncoder;
use crate::vision::text::Encoder;
use serde_json::Value;

/// Tokens of a prompt that CLIP reads.
const CLIP: f64 = 77.0;

/// Counts one at the tokens that it reads.
pub(super) fn read(config: &Value, longest: u32) -> Result<TextEncoder, Refused> {
    let fields = Fields(config);
    let name = fields.word("model_type").unwrap_or_default();
    let tokens = if name.starts_with("clip") {
        CLIP
    } else {
        f64::from(longest)
    };
    if !own_family(name) {
        return text::language(config, true)
            .map(|(of, _)| prompt(&of, tokens))
            .ok_or_else(|| family(name));
    }
    Ok(match counted(fields)?.counted {
        Counted::Encoder(of) => prompt(&of, tokens),
        Counted::Network(of) => TextEncoder {
            parameters: of.parameters,
            work: of.work(),
            kernels: of.kernels,
        },
        _ => return Err(family(name)),
    })
}

/// One prompt of so many tokens.
fn prompt(of: &Encoder, tokens: f64) -> TextEncoder {
    let half = if of.causal { 0.5 } else { 1.0 };
    TextEncoder {
        parameters: of.parameters,
        work: of.linear * tokens + of.attention * (tokens * tokens * half),
        kernels: of.kernels,
    }
}
