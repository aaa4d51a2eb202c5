//! Models that hear: Whisper, and encoders of raw waves (wav2vec 2.0, `HuBERT`).
//!
//! ```text
//! d width, L layers, f feed-forward width, t tokens of a window
//!
//! Whisper     2 t L (4 d^2 + 2 d f) and two windows of three over 2 t frames, 4 d t^2 L attention
//! traffic     L (42 d t + 4 f t) + 4 d 3 t, waves with their seven convolutions
//! alive       24 d t and the frames; waves: their first features twice
//! ```

use super::{dense, found};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window};
use crate::import::network::{Found, Note, Refused, rounded};
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::Counted;
use crate::vision::speech::{Decoder, Encoder, Listener};
use serde_json::Value;

/// Families of raw waves.
pub(super) const WAVES: &[&str] = &[
    "wav2vec2",
    "hubert",
    "unispeech",
    "unispeech-sat",
    "wavlm",
    "data2vec-audio",
    "wav2vec2-conformer",
];

/// Features of a second that Whisper reads.
const FRAMES: f64 = 100.0;
/// Kernels of a layer of its decoder.
const KERNELS: u32 = 34;
/// Seconds of a window of waves, which the classes do not bound, and samples of one.
const SECONDS: f64 = 10.0;
const SAMPLES: f64 = 16_000.0;

/// Parameters of a layer without its feed-forward's norm: keys have no bias.
fn attention(width: f64) -> f64 {
    4.0 * width * width + 3.0 * width + 2.0 * width
}

fn feed(width: f64, inner: f64) -> f64 {
    2.0 * width * inner + inner + width + 2.0 * width
}

/// Whisper.
pub(super) fn whisper(config: Fields<'_>) -> Result<Found, Refused> {
    let width = config.count(&["d_model"])?;
    let layers = config.count(&["encoder_layers"])?;
    let inner = config.or("encoder_ffn_dim", 4.0 * width)?;
    let depth = config.count(&["decoder_layers"])?;
    let written = config.or("decoder_ffn_dim", 4.0 * width)?;
    let vocabulary = config.count(&["vocab_size"])?;
    let bins = config.or("num_mel_bins", 80.0)?;
    let tokens = config.or("max_source_positions", 1500.0)?;
    let texts = config.or("max_target_positions", 448.0)?;
    let frames = 2.0 * tokens;
    let heard = 3.0 * bins * width + 3.0 * width * width + 2.0 * width;
    let encoder =
        heard + tokens * width + layers * (attention(width) + feed(width, inner)) + 2.0 * width;
    let decoder =
        vocabulary * width + depth * (2.0 * attention(width) + feed(width, written)) + 2.0 * width;
    let row = tokens * width;
    let products = 2.0 * frames * 3.0 * bins * width
        + 2.0 * tokens * 3.0 * width * width
        + 2.0 * tokens * layers * (4.0 * width * width + 2.0 * width * inner);
    let traffic = layers * (42.0 * row + 4.0 * inner * tokens) + 12.0 * row;
    listener(&Listener {
        parameters: encoder + decoder + texts * width,
        encoder: Encoder {
            products: Flops::new(products),
            attention: Flops::new(4.0 * width * tokens * tokens * layers),
            traffic: Bytes::new(traffic),
            alive: Bytes::new(2.0 * bins * frames + 24.0 * row),
            seconds: (frames / FRAMES).round(),
        },
        decoder: Some(Decoder {
            parameters: decoder,
            layers: rounded(depth),
            width: rounded(width),
            cross_tokens: rounded(tokens),
            kernels: KERNELS,
        }),
    })
}

/// Encoders of raw waves, ten seconds of them.
pub(super) fn waves(config: Fields<'_>) -> Result<Found, Refused> {
    let widths = config.list_or("conv_dim", &[512.0; 7])?;
    let sizes = config.list_or("conv_kernel", &[10.0, 3.0, 3.0, 3.0, 3.0, 2.0, 2.0])?;
    let strides = config.list_or("conv_stride", &[5.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0])?;
    if sizes.len() != widths.len() || strides.len() != widths.len() {
        return Err(missing("conv_kernel"));
    }
    let width = config.count(&["hidden_size"])?;
    let layers = config.count(&["num_hidden_layers"])?;
    let inner = config.count(&["intermediate_size"])?;
    let bias = config.is("conv_bias", false);
    let every = config.word("feat_extract_norm") == Some("layer");
    let mut tally = Tally::default();
    // A row of samples, one column wide: its windows are counted by hand.
    let mut map = Map::image(SECONDS * SAMPLES, 1.0, 1.0);
    for (at, ((to, size), stride)) in widths.iter().zip(&sizes).zip(&strides).enumerate() {
        let rows = ((map.rows - size) / stride).floor() + 1.0;
        if rows < 1.0 {
            return Err(missing("conv_stride"));
        }
        tally.linear(rows, size * map.channels, *to, bias);
        map = Map::image(rows, 1.0, *to);
        if every || at == 0 {
            tally.norm(rows, *to);
        }
        tally.activate(rows * to);
    }
    let rows = map.rows;
    tally.norm(rows, map.channels);
    tally.linear(rows, map.channels, width, true);
    let family = config.word("model_type").unwrap_or_default();
    // Places come of a wide window over neighbours, its weights at length one; or of some smaller
    // ones, with a norm that has no weights.
    let some = family == "data2vec-audio";
    let size = if some {
        config.or("conv_pos_kernel_size", 19.0)?
    } else {
        config.or("num_conv_pos_embeddings", 128.0)?
    };
    let windows = if some {
        config.or("num_conv_pos_embeddings", 5.0)?
    } else {
        1.0
    };
    let groups = config.or("num_conv_pos_embedding_groups", 16.0)?;
    let by = Window {
        size: 1.0,
        stride: 1.0,
        groups,
        bias: true,
    };
    let before = tally.parameters;
    let place = tally.convolve(Map::image(rows, 1.0, width), width, by);
    let length = if some { 0.0 } else { size };
    tally.parameters = before + windows * (width * width / groups * size + width) + length;
    let placed = 2.0 * windows * rows * width * width / groups * size;
    tally.activate(windows * place.size());
    tally.sum(place.size());
    tally.norm(rows, width);
    tally.parameters += width;
    if family == "wav2vec2-conformer" {
        let of = Conformer::read(config, "relative")?;
        tally.times(layers, |tally| of.count(tally, rows, width, inner));
    } else {
        tally.times(layers, |tally| {
            for _ in 0..4 {
                tally.linear(rows, width, width, true);
            }
            tally.attend(rows, rows, width);
            tally.sum(rows * width);
            tally.norm(rows, width);
            tally.feed(rows, width, inner);
            tally.sum(rows * width);
            tally.norm(rows, width);
        });
    }
    if family == "wavlm" {
        // Offsets are biases of all layers, let through by gates of each.
        let heads = config.or("num_attention_heads", 12.0)?;
        let buckets = config.or("num_buckets", 320.0)?;
        let gates = 8.0 * width / heads + 8.0 + heads;
        tally.parameters += buckets * heads + layers * gates;
        tally.products += 16.0 * layers * rows * width;
        tally.moved.pointwise += 12.0 * layers * heads * rows * rows;
        tally.kernels += 8.0 * layers;
    }
    if config.made_for() == "CTC" {
        let letters = config.or("vocab_size", 32.0)?;
        tally.linear(rows, width, letters, true);
    }
    tally.products += placed;
    hears(&tally, SECONDS, None)
}

/// The counts of what hears a window.
fn hears(tally: &Tally, seconds: f64, decoder: Option<Decoder>) -> Result<Found, Refused> {
    let moved = tally.moved;
    listener(&Listener {
        parameters: tally.parameters,
        encoder: Encoder {
            products: Flops::new(tally.work()),
            attention: Flops::new(tally.attention),
            traffic: Bytes::new(moved.norm + moved.pointwise + moved.copy),
            alive: Bytes::new(2.0 * tally.alive),
            seconds,
        },
        decoder,
    })
}

/// A layer of attention between two halves of feed-forward, with a window a channel behind it.
struct Conformer {
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
    fn read(config: Fields<'_>, usual: &str) -> Result<Self, Refused> {
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

    fn count(&self, tally: &mut Tally, rows: f64, width: f64, inner: f64) {
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

/// Moonshine: three windows over waves, and a transformer for ten seconds of them.
pub(super) fn moonshine(config: Fields<'_>) -> Result<Found, Refused> {
    let d = config.or("hidden_size", 288.0)?;
    let inner = config.or("intermediate_size", 4.0 * d)?;
    let hearing = config.or("encoder_num_hidden_layers", 6.0)?;
    let depth = config.or("decoder_num_hidden_layers", 6.0)?;
    let vocabulary = config.or("vocab_size", 32_768.0)?;
    let mut tally = Tally::default();
    let mut rows = SECONDS * SAMPLES;
    for (from, to, size, stride, bias) in [
        (1.0, d, 127.0, 64.0, false),
        (d, 2.0 * d, 7.0, 3.0, true),
        (2.0 * d, d, 3.0, 2.0, true),
    ] {
        rows = ((rows - size) / stride).floor() + 1.0;
        tally.linear(rows, size * from, to, bias);
        tally.activate(rows * to);
    }
    tally.norm(rows, d);
    tally.times(hearing, |tally| {
        tally.scaled(rows, d, 1.0);
        for _ in 0..4 {
            tally.linear(rows, d, d, false);
        }
        tally.attend(rows, rows, d);
        tally.sum(rows * d);
        tally.scaled(rows, d, 1.0);
        tally.feed(rows, d, inner);
        tally.sum(rows * d);
    });
    tally.scaled(rows, d, 1.0);
    let one = 8.0 * d * d + 3.0 * d * inner + 2.0 * inner + d + 3.0 * d;
    let decoder = vocabulary * d + depth * one + d;
    tally.parameters += decoder;
    let writes = Decoder {
        parameters: decoder,
        layers: rounded(depth),
        width: rounded(d),
        cross_tokens: rounded(rows),
        kernels: KERNELS,
    };
    hears(&tally, SECONDS, Some(writes))
}

fn listener(listener: &Listener) -> Result<Found, Refused> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "seconds of a window, whole and above zero"
    )]
    let seconds = listener.encoder.seconds as u64;
    found(&Counted::Listener(*listener), vec![Note::Seconds(seconds)])
}
