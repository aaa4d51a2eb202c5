//! Transformers that denoise, in which the image attends to itself and then to the text.
//!
//! ```text
//! block   itself 4 d^2, to the text 2 d^2 of an image's token and 2 d^2 of a text's, feed-forward 2 d f
//! token   2 (6 d^2 + 2 d f) operations a block; 4 d^2 of a text's token
//! attention 4 d N^2 + 4 d N T a block
//! ```

use super::{Dit, Released, TIME, embedded, images};
use crate::import::network::fields::Fields;
use crate::import::network::{Refused, rounded};
use crate::vision::denoise::{AttentionForm, Denoiser, Guiding};

type Counted = Result<(Denoiser, Released), Refused>;

/// What the classes share.
struct Blocks {
    heads: f64,
    each: f64,
    layers: f64,
    inner: f64,
    /// Width of what the encoders give, and products that bring it to the blocks' width.
    text: f64,
    /// Values of a token that go in and come out.
    ends: f64,
    /// Parameters beside blocks and ends.
    beside: f64,
    traffic: [f64; 2],
    alive: [f64; 2],
    /// Kernels beside products and attention in a block.
    kernels: f64,
    patch: [u32; 3],
}

impl Blocks {
    fn denoiser(self) -> Denoiser {
        let d = self.heads * self.each;
        let square = d * d;
        let read = self.text * d + square;
        let layers = self.layers;
        let block = 8.0 * square + 2.0 * d * self.inner;
        let dit = Dit {
            width: d,
            heads: self.heads,
            layers,
            parameters: layers * (block + 18.0 * d + self.inner)
                + read
                + self.ends * d
                + self.beside,
            linear: [
                2.0 * layers * (6.0 * square + 2.0 * d * self.inner) + 2.0 * self.ends * d,
                4.0 * layers * square + 2.0 * read,
                2.0 * self.beside,
            ],
            attention: AttentionForm::OwnAndCross(4.0 * d * layers, 4.0 * d * layers),
            traffic: self.traffic,
            alive: self.alive,
            kernels: [10.0, 2.0, self.kernels],
            patch: self.patch,
        };
        let attentions = rounded(2.0 * layers);
        let mut denoiser = dit.denoiser();
        denoiser.kernels[1] = attentions;
        denoiser
    }
}

/// `PixArt`.
pub(super) fn pixart(config: Fields<'_>) -> Counted {
    let heads = config.or("num_attention_heads", 16.0)?;
    let each = config.or("attention_head_dim", 72.0)?;
    let d = heads * each;
    let channels = config.or("in_channels", 4.0)?;
    let out = config.or("out_channels", 8.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let side = config.or("sample_size", 128.0)?;
    let denoiser = Blocks {
        heads,
        each,
        layers: config.or("num_layers", 28.0)?,
        inner: 4.0 * d,
        text: config.or("caption_channels", 4096.0)?,
        ends: (channels + out) * patch * patch,
        beside: embedded(TIME, d) + 6.0 * d * d,
        traffic: [84.0, 9.5],
        alive: [24.0, 9.0],
        kernels: 21.0,
        patch: [1, rounded(patch), rounded(patch)],
    }
    .denoiser();
    let pixels = rounded((side * 8.0).min(16_384.0));
    let released = images(pixels, 20, Guiding::ClassifierFree, [300, 300]);
    Ok((denoiser, released))
}

/// Three sides of a patch.
fn patch(config: Fields<'_>, usual: [u32; 3]) -> Result<[u32; 3], Refused> {
    let usual = usual.map(f64::from);
    let sides = config.list_or("patch_size", &usual)?;
    match sides.as_slice() {
        [frames, rows, columns] => Ok([rounded(*frames), rounded(*rows), rounded(*columns)]),
        _ => Err(crate::import::network::fields::missing("patch_size")),
    }
}

/// Wan 2.1 and 2.2; with an image at its start, keys and values of that in each block.
pub(super) fn wan(config: Fields<'_>) -> Counted {
    let heads = config.or("num_attention_heads", 40.0)?;
    let each = config.or("attention_head_dim", 128.0)?;
    let d = heads * each;
    let inner = config.or("ffn_dim", 13_824.0)?;
    let layers = config.or("num_layers", 40.0)?;
    let channels = config.or("in_channels", 16.0)?;
    let out = config.or("out_channels", 16.0)?;
    let patch = patch(config, [1, 2, 2])?;
    let seen = config.maybe(&["image_dim"])?;
    let cells: f64 = patch.iter().map(|side| f64::from(*side)).product();
    let shown = seen.map_or(0.0, |width| {
        2.0 * layers * d * d + width * d + width * width
    });
    let mut denoiser = Blocks {
        heads,
        each,
        layers,
        inner,
        text: config.or("text_dim", 4096.0)?,
        ends: (channels + out) * cells,
        beside: embedded(config.or("freq_dim", TIME)?, d) + 6.0 * d * d,
        traffic: [335.0 + 4.2 * inner / d, 40.4],
        alive: [13.8 + 3.07 * inner / d, 6.0],
        kernels: 80.0,
        patch,
    }
    .denoiser();
    denoiser.parameters += shown;
    // 257 tokens of the image at the start.
    denoiser.linear.constant += 514.0 * shown;
    let small = d < 2000.0;
    let fine = channels > 40.0 && out > 40.0;
    let (resolution, frames) = match (small, fine) {
        (true, _) => ([480, 832], 81),
        (false, true) => ([704, 1280], 121),
        (false, false) => ([720, 1280], 81),
    };
    let released = Released {
        resolution,
        frames,
        steps: 50,
        guiding: Guiding::ClassifierFree,
        tokens: [512, 512],
        video: true,
    };
    Ok((denoiser, released))
}

/// LTX-Video.
pub(super) fn ltx(config: Fields<'_>) -> Counted {
    let heads = config.or("num_attention_heads", 32.0)?;
    let each = config.or("attention_head_dim", 64.0)?;
    let d = heads * each;
    let layers = config.or("num_layers", 28.0)?;
    let channels = config.or("in_channels", 128.0)?;
    let out = config.or("out_channels", 128.0)?;
    let denoiser = Blocks {
        heads,
        each,
        layers,
        inner: 4.0 * d,
        text: config.or("caption_channels", 4096.0)?,
        ends: channels + out,
        beside: embedded(TIME, d) + 6.0 * d * d,
        traffic: [367.5, 40.2],
        alive: [32.1, 5.0],
        kernels: 78.5,
        patch: [1, 1, 1],
    }
    .denoiser();
    let large = layers > 40.0;
    let released = Released {
        resolution: if large { [704, 1216] } else { [512, 768] },
        frames: if large { 121 } else { 161 },
        steps: if large { 30 } else { 40 },
        guiding: Guiding::ClassifierFree,
        tokens: [128, 128],
        video: true,
    };
    Ok((denoiser, released))
}
