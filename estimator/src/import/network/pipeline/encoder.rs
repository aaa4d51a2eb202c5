//! What reads a pipeline's prompt: encoders of text by their own form, language models by the
//! calculator's reader, what sees an image as a network.

use super::family;
use crate::import::config_json;
use crate::import::network::config::{counted, own_family};
use crate::import::network::fields::Fields;
use crate::import::network::{Refused, rounded};
use crate::parameters;
use crate::quantity::Flops;
use crate::vision::counted::Counted;
use crate::vision::denoise::TextEncoder;
use serde_json::Value;

/// Tokens of a prompt that CLIP reads.
const CLIP: f64 = 77.0;
/// Kernels of a layer of a language model.
const KERNELS: f64 = 40.0;

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
        return language(config, tokens).ok_or_else(|| family(name));
    }
    Ok(match counted(fields)?.counted {
        Counted::Encoder(of) => TextEncoder {
            parameters: of.parameters,
            work: of.linear * tokens + of.attention * (tokens * tokens),
            kernels: of.kernels,
        },
        Counted::Network(of) => TextEncoder {
            parameters: of.parameters,
            work: of.work(),
            kernels: of.kernels,
        },
        _ => return Err(family(name)),
    })
}

/// A language model, whose last layer is read.
fn language(config: &Value, tokens: f64) -> Option<TextEncoder> {
    let text = serde_json::to_vec(config).ok()?;
    let model = config_json::read(&text).ok()?.model;
    let counts = parameters::count(&model);
    let inside = config.get("text_config").unwrap_or(config);
    let width = Fields(inside).count(&["hidden_size"]).ok()?;
    let layers = Fields(inside).count(&["num_hidden_layers"]).ok()?;
    let vocabulary = Fields(inside).or("vocab_size", 1.0).ok()?;
    let products = (counts.total - vocabulary * width).max(0.0);
    Some(TextEncoder {
        parameters: counts.total,
        work: Flops::new(2.0 * products * tokens + 2.0 * width * layers * tokens * tokens),
        kernels: rounded(KERNELS * layers),
    })
}
