//! Models that hear: Whisper, and encoders of raw waves (wav2vec 2.0, `HuBERT`).
//!
//! ```text
//! d width, L layers, f feed-forward width, t tokens of a window
//!
//! Whisper     2 t L (4 d^2 + 2 d f) and two windows of three over 2 t frames, 4 d t^2 L attention
//! traffic     L (42 d t + 4 f t) + 4 d 3 t, waves with their seven convolutions
//! alive       24 d t and the frames; waves: their first features twice
//! ```

use super::conformers::Conformer;
use super::found;
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window};
use crate::import::network::{Found, Note, Refused, rounded};
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::Counted;
use crate::vision::speech::{Decoder, Encoder, Listener};

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
pub(super) const FRAMES: f64 = 100.0;
/// Kernels of a layer of its decoder.
pub(super) const KERNELS: u32 = 34;
/// Seconds of a window of waves, which the classes do not bound, and samples of one.
pub(super) const SECONDS: f64 = 10.0;
const SAMPLES: f64 = 16_000.0;

/// Parameters of a layer without its feed-forward's norm: keys have no bias.
pub(super) fn attention(width: f64) -> f64 {
    4.0 * width * width + 3.0 * width + 2.0 * width
}

pub(super) fn feed(width: f64, inner: f64) -> f64 {
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
pub(super) fn hears(
    tally: &Tally,
    seconds: f64,
    decoder: Option<Decoder>,
) -> Result<Found, Refused> {
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
