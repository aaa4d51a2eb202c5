//! Models that hear through conformers: layers of them for wav2vec 2.0, w2v-BERT, `SeamlessM4T` and
//! Parakeet with what writes behind them.
//!
//! ```text
//! d width, f feed-forward width, k places of a window
//!
//! layer   two feed-forwards 2 d f, attention 4 d^2, a window 3 d^2 + k d; keys of offsets d^2 more
//! ```

use super::dense;
use super::sound::{FRAMES, KERNELS, SECONDS, attention, feed, hears};
use crate::import::network::fields::Fields;
use crate::import::network::tally::{Map, Tally, Window};
use crate::import::network::{Found, Refused, rounded};
use crate::vision::speech::Decoder;
use serde_json::Value;

/// A layer of attention between two halves of feed-forward, with a window a channel behind it.
pub(super) struct Conformer {
    side: f64,
    heads: f64,
    /// Whether keys of offsets are made by a product of their own.
    placed: bool,
    /// Vectors of offsets, of a head's width.
    offsets: f64,
    /// Whether products have biases, and windows.
    biases: (bool, bool),
}

impl Conformer {
    /// Of a file of wav2vec 2.0, whose class has places of that kind.
    pub(super) fn read(config: Fields<'_>, usual: &str) -> Result<Self, Refused> {
        let kind = config.word("position_embeddings_type").unwrap_or(usual);
        let left = config.or("left_max_position_embeddings", 64.0)?;
        let right = config.or("right_max_position_embeddings", 8.0)?;
        let keyed = kind == "relative_key";
        Ok(Self {
            side: config.or("conv_depthwise_kernel_size", 31.0)?,
            heads: config.or("num_attention_heads", 16.0)?,
            placed: kind == "relative",
            offsets: if keyed { left + right + 1.0 } else { 0.0 },
            biases: (true, false),
        })
    }

    pub(super) fn count(&self, tally: &mut Tally, rows: f64, width: f64, inner: f64) {
        let (bias, windows) = self.biases;
        let offsets = 2.0 * rows - 1.0;
        tally.held = rows * width;
        for _ in 0..2 {
            tally.norm(rows, width);
            tally.linear(rows, width, inner, bias);
            tally.activate(rows * inner);
            tally.linear(rows, inner, width, bias);
            tally.sum(rows * width);
        }
        tally.norm(rows, width);
        for _ in 0..4 {
            tally.linear(rows, width, width, bias);
        }
        tally.attend(rows, rows, width);
        if self.placed {
            tally.linear(offsets, width, width, false);
            tally.parameters += 2.0 * width;
            tally.attention += 2.0 * width * rows * offsets;
            tally.sum(self.heads * rows * rows);
        }
        if self.offsets > 0.0 {
            tally.parameters += self.offsets * width / self.heads;
            tally.attention += 2.0 * width * rows * rows;
            tally.sum(self.heads * rows * rows);
        }
        tally.sum(rows * width);
        tally.norm(rows, width);
        tally.linear(rows, width, 2.0 * width, windows);
        tally.activate(rows * width);
        // A window a channel, and a norm over batches.
        tally.parameters += self.side * width + if windows { width } else { 0.0 };
        tally.products += 2.0 * rows * self.side * width;
        tally.copy(rows * width);
        tally.norm(rows, width);
        tally.activate(rows * width);
        tally.linear(rows, width, width, windows);
        tally.sum(rows * width);
        tally.norm(rows, width);
        tally.held = 0.0;
    }
}

/// Features of a second that conformers of the second kind read: two of ten milliseconds each.
const PAIRS: f64 = 50.0;

/// The features of conformers that read no waves, and their layers.
fn conformed(tally: &mut Tally, config: Fields<'_>, names: [&str; 3]) -> Result<f64, Refused> {
    let [layers, inner, usual] = names;
    let width = config.or("hidden_size", 1024.0)?;
    let from = config.or("feature_projection_input_dim", 160.0)?;
    let rows = SECONDS * PAIRS;
    tally.norm(rows, from);
    tally.linear(rows, from, width, true);
    let of = Conformer {
        heads: config
            .maybe(&["speech_encoder_attention_heads", "num_attention_heads"])?
            .unwrap_or(16.0),
        ..Conformer::read(config, usual)?
    };
    let inner = config.or(inner, 4096.0)?;
    tally.times(config.or(layers, 24.0)?, |tally| {
        of.count(tally, rows, width, inner);
    });
    Ok(rows)
}

/// wav2vec 2.0 BERT.
pub(super) fn features(config: Fields<'_>) -> Result<Found, Refused> {
    let mut tally = Tally::default();
    let names = ["num_hidden_layers", "intermediate_size", "relative_key"];
    let rows = conformed(&mut tally, config, names)?;
    let width = config.or("hidden_size", 1024.0)?;
    tally.parameters += width;
    if config.made_for() == "CTC" {
        let letters = config.or("vocab_size", 32.0)?;
        tally.linear(rows, width, letters, true);
    }
    hears(&tally, SECONDS, None)
}

/// `SeamlessM4T` of both versions: what hears and what writes.
pub(super) fn seamless(config: Fields<'_>) -> Result<Found, Refused> {
    let mut tally = Tally::default();
    let second = config.word("model_type") == Some("seamless_m4t_v2");
    let usual = if second { "relative_key" } else { "relative" };
    let names = [
        "speech_encoder_layers",
        "speech_encoder_intermediate_size",
        usual,
    ];
    let rows = conformed(&mut tally, config, names)?;
    let width = config.or("hidden_size", 1024.0)?;
    let inner = config.or("speech_encoder_intermediate_size", 4096.0)?;
    tally.feed(rows, width, inner);
    tally.norm(rows, width);
    let side = config.or("adaptor_kernel_size", 8.0)?;
    let stride = config.or("adaptor_stride", 8.0)?;
    let fewer = (rows / stride).ceil();
    tally.times(config.or("num_adapter_layers", 1.0)?, |tally| {
        tally.norm(rows, width);
        for _ in 0..2 {
            tally.linear(fewer, side * width, 2.0 * width, true);
            tally.activate(2.0 * fewer * width);
        }
        tally.transform(fewer, fewer, width, inner);
    });
    tally.norm(fewer, width);
    let depth = config.or("decoder_layers", 24.0)?;
    let written = config.or("decoder_ffn_dim", 8192.0)?;
    let vocabulary = config.or("vocab_size", 256_102.0)?;
    // Keys have biases, which those of Whisper have not.
    let one = 2.0 * (attention(width) + width) + feed(width, written);
    let decoder = vocabulary * width + depth * one + 2.0 * width;
    tally.parameters += decoder;
    let writes = Decoder {
        parameters: decoder,
        layers: rounded(depth),
        width: rounded(width),
        cross_tokens: rounded(fewer),
        kernels: KERNELS,
    };
    hears(&tally, SECONDS, Some(writes))
}

/// Seconds of a window of Parakeet, which takes minutes.
const LONG: f64 = 30.0;
/// Kernels of a layer of its network of states.
const STATES: u32 = 6;

/// Parakeet: a conformer over every eighth feature, with letters or a network of states behind it.
pub(super) fn parakeet(config: Fields<'_>) -> Result<Found, Refused> {
    let nothing = Value::Null;
    let of = config.inside("encoder_config").unwrap_or(Fields(&nothing));
    let width = of.or("hidden_size", 1024.0)?;
    let layers = of.or("num_hidden_layers", 24.0)?;
    let inner = of.or("intermediate_size", 4096.0)?;
    let channels = of.or("subsampling_conv_channels", 256.0)?;
    let size = of.or("subsampling_conv_kernel_size", 3.0)?;
    let stride = of.or("subsampling_conv_stride", 2.0)?;
    let less = of.or("subsampling_factor", 8.0)?;
    let bins = of.or("num_mel_bins", 80.0)?;
    let mut tally = Tally::default();
    let by = Window {
        size,
        stride,
        groups: 1.0,
        bias: true,
    };
    let mut map = tally.convolve(Map::image(LONG * FRAMES, bins, 1.0), channels, by);
    tally.activate(map.size());
    let mut halved = stride;
    while halved < less && stride > 1.0 {
        let groups = channels;
        map = tally.convolve(map, channels, Window { groups, ..by });
        map = tally.convolve(map, channels, dense::biased(1.0, 1.0));
        tally.activate(map.size());
        halved *= stride;
    }
    let rows = map.rows;
    tally.linear(rows, map.columns * channels, width, true);
    let layer = Conformer {
        side: of.or("conv_kernel_size", 9.0)?,
        heads: of.or("num_attention_heads", 8.0)?,
        placed: true,
        offsets: 0.0,
        biases: (
            of.is("attention_bias", true),
            of.is("convolution_bias", true),
        ),
    };
    tally.times(layers, |tally| layer.count(tally, rows, width, inner));
    if config.word("model_type") == Some("parakeet_ctc") {
        tally.linear(rows, width, config.or("vocab_size", 1025.0)?, true);
        return hears(&tally, LONG, None);
    }
    let vocabulary = config.or("vocab_size", 8193.0)?;
    let d = config.or("decoder_hidden_size", 640.0)?;
    let depth = config.or("num_decoder_layers", 2.0)?;
    let durations = config.list_count("durations", 5.0);
    tally.linear(rows, width, d, true);
    let joint = (d + 1.0) * (vocabulary + durations);
    let decoder = vocabulary * d + depth * 8.0 * (d * d + d) + d * d + d + joint;
    tally.parameters += decoder;
    let states = Decoder {
        parameters: decoder,
        layers: rounded(depth),
        width: rounded(d),
        cross_tokens: 1,
        kernels: STATES,
    };
    hears(&tally, LONG, Some(states))
}
