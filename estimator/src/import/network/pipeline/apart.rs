//! Transformers that denoise whose blocks read the text apart, with modulations of few widths:
//! Kandinsky 5, Cosmos.
//!
//! ```text
//! block      itself 4 d^2, to the text 2 d^2 of an image's token, feed-forward 2 d f
//! attention  4 d N^2 + 4 d N T a block
//! ```

use super::further::{denoiser, video, width};
use super::{Dit, Released, embedded};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::{Refused, rounded};
use crate::vision::denoise::{AttentionForm, Denoiser};

type Counted = Result<(Denoiser, Released), Refused>;

/// What reads the text apart, in blocks of a modulation of few widths.
struct Apart {
    d: f64,
    heads: f64,
    layers: f64,
    /// Parameters of a block that an image's token passes, that a text's does, and of its
    /// modulation.
    block: [f64; 3],
    /// Values of a token that go in and come out.
    ends: f64,
    /// Parameters that a text's token passes before the blocks, and those of numbers.
    read: f64,
    numbers: f64,
    patch: [u32; 3],
}

impl Apart {
    fn denoiser(&self) -> Denoiser {
        let (d, layers) = (self.d, self.layers);
        let [image, text, modulation] = self.block;
        let dit = Dit {
            width: d,
            heads: self.heads,
            layers,
            parameters: layers * (image + text + modulation)
                + self.ends * d
                + self.read
                + self.numbers,
            linear: [
                2.0 * (layers * image + self.ends * d),
                2.0 * (layers * text + self.read),
                2.0 * (layers * modulation + self.numbers),
            ],
            attention: AttentionForm::OwnAndCross(4.0 * d * layers, 4.0 * d * layers),
            traffic: [367.5, 40.2],
            alive: [32.1, 5.0],
            kernels: [10.0, 2.0, 78.5],
            patch: self.patch,
        };
        denoiser(dit, 2.0 * layers)
    }
}

/// Kandinsky 5.
pub(super) fn kandinsky(config: Fields<'_>) -> Counted {
    let d = config.or("model_dim", 2048.0)?;
    let inner = config.or("ff_dim", 5120.0)?;
    let time = config.or("time_dim", 512.0)?;
    let joint = config.or("in_text_dim", 3584.0)?;
    let pooled = config.or("in_text_dim2", 768.0)?;
    let layers = config.or("num_visual_blocks", 32.0)?;
    let anew = config.or("num_text_blocks", 2.0)?;
    let channels = config.or("in_visual_dim", 4.0)?;
    let out = config.or("out_visual_dim", 4.0)?;
    let each = config.list_or("axes_dims", &[16.0, 24.0, 24.0])?;
    let patch = config.list_or("patch_size", &[1.0, 2.0, 2.0])?;
    let [frames, rows, columns] = patch.as_slice() else {
        return Err(missing("patch_size"));
    };
    // A first frame stands beside the latents, with a sign of which places it has.
    let shown = if config.is("visual_cond", false) {
        2.0 * channels + 1.0
    } else {
        channels
    };
    let square = d * d;
    let of = Apart {
        d,
        heads: d / each.iter().sum::<f64>(),
        layers,
        block: [
            6.0 * square + 2.0 * d * inner + 6.0 * d,
            2.0 * square + 2.0 * d,
            9.0 * d * (time + 1.0),
        ],
        ends: (shown + out) * rows * columns * frames,
        read: joint * d + anew * (4.0 * square + 2.0 * d * inner + 6.0 * d * (time + 2.0)),
        numbers: embedded(d, time) + pooled * time + 2.0 * d * time,
        patch: [rounded(*frames), rounded(*rows), rounded(*columns)],
    };
    let released = video([512, 768], 121, 50, [256, 256]);
    Ok((of.denoiser(), released))
}

/// Cosmos: modulations through a narrow product each.
pub(super) fn cosmos(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 32.0, 128.0)?;
    let layers = config.or("num_layers", 28.0)?;
    let channels = config.or("in_channels", 16.0)?;
    let out = config.or("out_channels", 16.0)?;
    let joint = config.or("text_embed_dim", 1024.0)?;
    let narrow = config.or("adaln_lora_dim", 256.0)?;
    let ratio = config.ratio("mlp_ratio", 4.0)?;
    let patch = config.list_or("patch_size", &[1.0, 2.0, 2.0])?;
    let [frames, rows, columns] = patch.as_slice() else {
        return Err(missing("patch_size"));
    };
    let masked = if config.is("concat_padding_mask", true) {
        1.0
    } else {
        0.0
    };
    let most = config.list_or("max_size", &[128.0, 240.0, 240.0])?;
    let places = if config.word("extra_pos_embed_type").is_some() {
        most.iter()
            .zip(&patch)
            .map(|(most, patch)| (most / patch).floor())
            .sum::<f64>()
            * d
    } else {
        0.0
    };
    let square = d * d;
    let cells = frames * rows * columns;
    let of = Apart {
        d,
        heads,
        layers,
        block: [
            6.0 * square + 2.0 * ratio * square,
            2.0 * joint * d,
            3.0 * narrow * 4.0 * d,
        ],
        ends: (channels + masked + out) * cells,
        read: 0.0,
        numbers: 4.0 * square + 3.0 * narrow * d + places,
        patch: [rounded(*frames), rounded(*rows), rounded(*columns)],
    };
    let released = video([704, 1280], 93, 35, [512, 512]);
    Ok((of.denoiser(), released))
}
