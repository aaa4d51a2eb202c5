//! Models that hear: Whisper, and encoders of raw waves (wav2vec 2.0, `HuBERT`).
//!
//! ```text
//! d width, L layers, f feed-forward width, t tokens of a window
//!
//! Whisper     2 t L (4 d^2 + 2 d f) and two windows of three over 2 t frames, 4 d t^2 L attention
//! traffic     L (42 d t + 4 f t) + 4 d 3 t, waves with their seven convolutions
//! alive       24 d t and the frames; waves: their first features twice
//! ```

use super::found;
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window};
use crate::import::network::{Found, Note, Refused, rounded};
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::Counted;
use crate::vision::speech::{Decoder, Encoder, Listener};

/// Families of raw waves.
pub(super) const WAVES: &[&str] = &["wav2vec2", "hubert"];

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
    // Places come of a wide window over neighbours, its weights at length one.
    let size = config.or("num_conv_pos_embeddings", 128.0)?;
    let groups = config.or("num_conv_pos_embedding_groups", 16.0)?;
    let by = Window {
        size: 1.0,
        stride: 1.0,
        groups,
        bias: true,
    };
    let before = tally.parameters;
    let place = tally.convolve(Map::image(rows, 1.0, width), width, by);
    tally.parameters = before + width * width / groups * size + width + size;
    let placed = 2.0 * rows * width * width / groups * size;
    tally.activate(place.size());
    tally.sum(place.size());
    tally.norm(rows, width);
    tally.parameters += width;
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
    if config.made_for() == "CTC" {
        let letters = config.or("vocab_size", 32.0)?;
        tally.linear(rows, width, letters, true);
    }
    let moved = tally.moved;
    listener(&Listener {
        parameters: tally.parameters,
        encoder: Encoder {
            products: Flops::new(tally.work() + placed),
            attention: Flops::new(tally.attention),
            traffic: Bytes::new(moved.norm + moved.pointwise + moved.copy),
            alive: Bytes::new(2.0 * tally.alive),
            seconds: SECONDS,
        },
        decoder: None,
    })
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
