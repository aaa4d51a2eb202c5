//! Transformers that denoise with blocks of their own: gates in the feed-forward, experts, linear
//! attention, modulations of few widths, text in a narrower stream.
//!
//! ```text
//! block      attention 4 d^2 (keys and values narrower: less), feed-forward m d f, m 2 or 3
//! token      2 times the parameters of the blocks that it passes
//! attention  4 d (N + T)^2 a block of one sequence, 4 d N^2 + 4 d N T a block that reads apart
//! ```
//!
//! Parameters and operations are those of the classes of diffusers 0.38 to 0.42 on empty tensors;
//! bytes and kernels those of the record of the class, or of the class whose blocks are alike.

use super::{Dit, Released, TIME, embedded, images};
use crate::import::network::fields::Fields;
use crate::import::network::{Refused, rounded};
use crate::vision::denoise::{AttentionForm, Denoiser, Guiding};

type Counted = Result<(Denoiser, Released), Refused>;

/// A width rounded up to a multiple.
fn up(width: f64, of: f64) -> f64 {
    (width / of).ceil() * of
}

/// Heads and the width that they make.
pub(super) fn width(config: Fields<'_>, heads: f64, each: f64) -> Result<(f64, f64), Refused> {
    let heads = config.or("num_attention_heads", heads)?;
    Ok((heads * config.or("attention_head_dim", each)?, heads))
}

/// One that draws video.
pub(super) const fn video(
    resolution: [u32; 2],
    frames: u32,
    steps: u32,
    tokens: [u32; 2],
) -> Released {
    Released {
        resolution,
        frames,
        steps,
        guiding: Guiding::ClassifierFree,
        tokens,
        video: true,
    }
}

/// Attention's kernels are those of the layers alone.
pub(super) fn denoiser(dit: Dit, attentions: f64) -> Denoiser {
    let mut of = dit.denoiser();
    of.kernels[1] = rounded(attentions);
    of
}

/// Sana: attention whose work grows with the image, and windows between the products of the
/// feed-forward. Its text is as long as it is released with.
pub(super) fn sana(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 70.0, 32.0)?;
    let layers = config.or("num_layers", 20.0)?;
    let channels = config.or("in_channels", 32.0)?;
    let out = config.maybe(&["out_channels"])?.unwrap_or(channels);
    let caption = config.or("caption_channels", 2304.0)?;
    let patch = config.or("patch_size", 1.0)?;
    let inner = config.ratio("mlp_ratio", 2.5)? * d;
    let side = config.or("sample_size", 32.0)?;
    let guided = config.is("guidance_embeds", false);
    let square = d * d;
    let numbers = embedded(TIME, d) * if guided { 2.0 } else { 1.0 } + 6.0 * square;
    let read = caption * d + square;
    let ends = (channels + out) * patch * patch * d;
    let seen = 18.0 * inner;
    let text = 300.0;
    let each = d / heads + 1.0;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: numbers
            + read
            + ends
            + 14.0 * d
            + layers * (8.0 * square + 3.0 * d * inner + seen + 4.0 * inner + 11.0 * d),
        linear: [
            2.0 * layers * (6.0 * square + 3.0 * d * inner + seen) + 2.0 * ends,
            4.0 * layers * square + 2.0 * read,
            2.0 * numbers,
        ],
        attention: AttentionForm::Linear(0.0, 4.0 * d * layers * (each + text)),
        traffic: [156.3, 1.0],
        alive: [28.0, 9.0],
        kernels: [11.0, 3.0, 30.0],
        patch: [1, rounded(patch), rounded(patch)],
    };
    let pixels = rounded((side * 32.0).min(16_384.0));
    let (steps, guiding) = if guided {
        (2, Guiding::Embedded)
    } else {
        (20, Guiding::ClassifierFree)
    };
    let released = images(pixels, steps, guiding, [300, 300]);
    Ok((denoiser(dit, 3.0 * layers), released))
}

/// What reads image and text apart in some blocks and together in the rest, both alike.
struct Refined {
    d: f64,
    heads: f64,
    layers: f64,
    /// Blocks of either before those of both.
    before: f64,
    /// Parameters of a block without its modulation, and of a modulation.
    block: f64,
    modulation: f64,
    channels: f64,
    caption: f64,
    /// Parameters beside: of time and text, of what comes out.
    beside: f64,
}

impl Refined {
    fn denoiser(&self, patch: f64) -> Denoiser {
        let (d, layers, before) = (self.d, self.layers, self.before);
        let cut = self.channels * patch * patch;
        let token = 2.0 * self.block * (layers + before);
        let dit = Dit {
            width: d,
            heads: self.heads,
            layers,
            parameters: self.block * (layers + 2.0 * before)
                + self.modulation * (layers + before)
                + 2.0 * cut * d
                + self.caption * d
                + self.beside,
            linear: [
                token + 4.0 * cut * d,
                token + 2.0 * self.caption * d,
                2.0 * (self.modulation * (layers + before) + self.beside),
            ],
            attention: AttentionForm::JointAndOwn(4.0 * d * layers, 4.0 * d * before),
            traffic: [325.0, 325.0],
            alive: [31.6, 33.8],
            kernels: [9.0, 1.0, 78.6],
            patch: [1, rounded(patch), rounded(patch)],
        };
        denoiser(dit, layers + 2.0 * before)
    }
}

/// Z-Image.
pub(super) fn zimage(config: Fields<'_>) -> Counted {
    let d = config.or("dim", 3840.0)?;
    let patch = config.list_or("all_patch_size", &[2.0])?;
    let inner = (d / 3.0 * 8.0).floor();
    // Modulations are made of the time in few widths.
    let time = TIME.min(d);
    let of = Refined {
        d,
        heads: config.or("n_heads", 30.0)?,
        layers: config.or("n_layers", 30.0)?,
        before: config.or("n_refiner_layers", 2.0)?,
        block: 4.0 * d * d + 3.0 * d * inner + 4.0 * d,
        modulation: 4.0 * d * (time + 1.0),
        channels: config.or("in_channels", 16.0)?,
        caption: config.or("cap_feat_dim", 2560.0)?,
        beside: 2.0 * TIME * 1024.0 + d * (time + 5.0),
    };
    let patch = patch.first().copied().unwrap_or(2.0);
    let released = images(1024, 9, Guiding::None, [128, 512]);
    Ok((of.denoiser(patch), released))
}

/// Lumina Image 2.0.
pub(super) fn lumina(config: Fields<'_>) -> Counted {
    let d = config.or("hidden_size", 2304.0)?;
    let heads = config.or("num_attention_heads", 24.0)?;
    let shared = config.or("num_kv_heads", 8.0)?;
    let caption = config.or("cap_feat_dim", 1024.0)?;
    let inner = up(4.0 * d, config.or("multiple_of", 256.0)?);
    let time = d.min(1024.0);
    let keys = shared * (d / heads).floor();
    let of = Refined {
        d,
        heads,
        layers: config.or("num_layers", 26.0)?,
        before: config.or("num_refiner_layers", 2.0)?,
        block: 2.0 * d * d + 2.0 * d * keys + 3.0 * d * inner + 4.0 * d,
        modulation: 4.0 * d * (time + 1.0),
        channels: config.or("in_channels", 16.0)?,
        caption,
        beside: embedded(TIME, time) + caption + d * (time + 3.0),
    };
    let released = images(1024, 30, Guiding::ClassifierFree, [256, 256]);
    Ok((of.denoiser(config.or("patch_size", 2.0)?), released))
}

/// `HiDream`: experts in the place of the image's feed-forward, of which a token passes some.
pub(super) fn hidream(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 20.0, 128.0)?;
    let double = config.or("num_layers", 16.0)?;
    let single = config.or("num_single_layers", 32.0)?;
    let channels = config.or("in_channels", 16.0)?;
    let pooled = config.or("text_emb_dim", 2048.0)?;
    let experts = config.or("num_routed_experts", 4.0)?;
    let passed = config.or("num_activated_experts", 2.0)?;
    let captions = config.list_or("caption_channels", &[4096.0, 4096.0])?;
    let patch = config.or("patch_size", 2.0)?;
    let square = d * d;
    let feed = |inner: f64| 3.0 * d * up((2.0 * inner / 3.0).floor(), 256.0);
    let (expert, shared) = (feed(4.0 * d), feed(2.0 * d));
    let layers = double + single;
    let caption = captions.first().copied().unwrap_or(4096.0);
    // Each layer reads another layer of the language model, and all one of the encoder.
    let read = (layers + 1.0) * caption * d;
    let numbers = embedded(TIME, d) + embedded(pooled, d) + 2.0 * square;
    let modulated = (12.0 * double + 6.0 * single) * square;
    let all = experts * expert + shared + experts * d;
    let some = passed * expert + shared + experts * d;
    let cut = channels * patch * patch * d;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: numbers
            + modulated
            + read
            + 2.0 * cut
            + double * (8.0 * square + all + expert + 24.0 * d)
            + single * (4.0 * square + all + 12.0 * d),
        linear: [
            2.0 * layers * (4.0 * square + some) + 4.0 * cut,
            2.0 * double * (4.0 * square + expert)
                + 2.0 * single * (4.0 * square + some)
                + 2.0 * read / 3.0,
            2.0 * (modulated + numbers),
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [288.0, 271.0],
        alive: [40.5, 40.5],
        kernels: [17.4, 1.0, 61.3],
        patch: [1, rounded(patch), rounded(patch)],
    };
    let released = images(1024, 50, Guiding::ClassifierFree, [384, 128]);
    Ok((denoiser(dit, layers), released))
}

/// Mochi: the text in a stream of half the width, gates in the feed-forward of both.
pub(super) fn mochi(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 24.0, 128.0)?;
    let layers = config.or("num_layers", 48.0)?;
    let channels = config.or("in_channels", 12.0)?;
    let narrow = config.or("pooled_projection_dim", 1536.0)?;
    let text = config.or("text_embed_dim", 4096.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let square = d * d;
    let inner = |width: f64| 3.0 * width * (8.0 * width / 3.0).floor();
    let image = 4.0 * square + inner(d);
    let read = 4.0 * narrow * d + inner(narrow);
    // The text of the last block ends in attention.
    let unread = narrow * d + inner(narrow);
    let modulated = layers * (4.0 * square + 4.0 * narrow * d) - 3.0 * narrow * d;
    let pooled = 3.0 * text * text + text * d;
    let numbers = embedded(TIME, d) + pooled + text * narrow;
    let cut = channels * patch * patch * d;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: numbers
            + 2.0 * cut
            + 2.0 * square
            + layers * (image + read + 10.0 * d)
            + modulated
            - unread,
        linear: [
            2.0 * layers * image + 4.0 * cut,
            2.0 * (layers * read - unread) + 2.0 * text * narrow + 4.0 * text * text,
            2.0 * (modulated + numbers),
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [403.6, 210.4],
        alive: [35.4, 6.7],
        kernels: [14.0, 1.0, 150.0],
        patch: [1, rounded(patch), rounded(patch)],
    };
    let released = video([480, 848], 163, 64, [256, 256]);
    Ok((denoiser(dit, layers), released))
}

/// `HunyuanVideo` 1.5: two streams in every block, text and first image read anew before them.
pub(super) fn hunyuan(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 16.0, 128.0)?;
    let layers = config.or("num_layers", 54.0)?;
    let anew = config.or("num_refiner_layers", 2.0)?;
    let channels = config.or("in_channels", 65.0)?;
    let out = config.maybe(&["out_channels"])?.unwrap_or(32.0);
    let joint = config.or("text_embed_dim", 3584.0)?;
    let other = config.or("text_embed_2_dim", 1472.0)?;
    let shown = config.or("image_embed_dim", 1152.0)?;
    let patch = config.or("patch_size", 1.0)?;
    let frames = config.or("patch_size_t", 1.0)?;
    let square = d * d;
    let read = joint * d + anew * 14.0 * square;
    let images = shown * (shown + d) + other * d + 2.0 * square;
    let numbers = 2.0 * embedded(TIME, d) + embedded(joint, d) + 2.0 * square;
    let ends = (channels + out) * patch * patch * frames * d;
    let token = 24.0 * square * layers;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: numbers + read + images + ends + layers * (36.0 * square + 30.0 * d),
        linear: [
            token + 2.0 * ends,
            token + 2.0 * read,
            2.0 * (12.0 * square * layers + numbers),
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [393.0, 393.0],
        alive: [80.0, 80.0],
        kernels: [14.4, 1.0, 85.7],
        patch: [rounded(frames), rounded(patch), rounded(patch)],
    };
    let released = video([480, 848], 121, 50, [320, 256]);
    Ok((denoiser(dit, layers), released))
}

/// `CogView3` Plus and `CogView4`: one set of weights for text and image, modulations of few widths.
pub(super) fn cogview(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 64.0, 40.0)?;
    let layers = config.or("num_layers", 30.0)?;
    let channels = config.or("in_channels", 16.0)?;
    let joint = config.or("text_embed_dim", 4096.0)?;
    let time = config.or("time_embed_dim", 512.0)?;
    let condition = config.or("condition_dim", 256.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let side = config.or("sample_size", 128.0)?;
    let square = d * d;
    let cut = channels * patch * patch * d;
    let modulated = time * d * (12.0 * layers + 2.0);
    // Sizes and crops are six numbers.
    let numbers = embedded(d, time) + embedded(6.0 * condition, time);
    let token = 24.0 * square * layers;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: 2.0 * cut
            + joint * d
            + modulated
            + numbers
            + layers * (12.0 * square + 21.0 * d),
        linear: [
            token + 4.0 * cut,
            token + 2.0 * joint * d,
            2.0 * (modulated + numbers),
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [197.0, 80.4],
        alive: [26.1, 14.7],
        kernels: [8.0, 1.0, 50.0],
        patch: [1, rounded(patch), rounded(patch)],
    };
    let pixels = rounded((side * 8.0).min(16_384.0));
    let released = images(pixels, 50, Guiding::ClassifierFree, [128, 128]);
    Ok((denoiser(dit, layers), released))
}

/// Chroma: the blocks of FLUX.1, whose modulations one network makes for all.
pub(super) fn chroma(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 24.0, 128.0)?;
    let double = config.or("num_layers", 19.0)?;
    let single = config.or("num_single_layers", 38.0)?;
    let channels = config.or("in_channels", 64.0)?;
    let joint = config.or("joint_attention_dim", 4096.0)?;
    let from = config.or("approximator_num_channels", 64.0)?;
    let hidden = config.or("approximator_hidden_dim", 5120.0)?;
    let deep = config.or("approximator_layers", 5.0)?;
    let square = d * d;
    let layers = double + single;
    let made = hidden * (from + 2.0 * deep * hidden + d);
    let token = 24.0 * square * layers;
    // A vector of each modulation is made: three a block and half, six of two.
    let vectors = 3.0 * single + 12.0 * double + 2.0;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: made
            + (2.0 * channels + joint) * d
            + double * (24.0 * square + 18.0 * d)
            + single * (12.0 * square + 8.0 * d),
        linear: [
            token + 4.0 * channels * d,
            token + 2.0 * joint * d,
            2.0 * made * vectors,
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [254.7, 254.4],
        alive: [34.4, 37.0],
        kernels: [8.7, 1.0, 56.7],
        patch: [1, 2, 2],
    };
    let released = images(1024, 40, Guiding::ClassifierFree, [512, 512]);
    Ok((denoiser(dit, layers), released))
}

/// `AuraFlow`: few blocks of two streams, many of one, no biases.
pub(super) fn aura(config: Fields<'_>) -> Counted {
    let (d, heads) = width(config, 12.0, 256.0)?;
    let double = config.or("num_mmdit_layers", 4.0)?;
    let single = config.or("num_single_dit_layers", 32.0)?;
    let channels = config.or("in_channels", 4.0)?;
    let joint = config.or("joint_attention_dim", 2048.0)?;
    let places = config.or("pos_embed_max_size", 1024.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let square = d * d;
    let layers = double + single;
    let feed = 3.0 * d * up((8.0 * d / 3.0).floor(), 256.0);
    let block = 4.0 * square + feed;
    let modulated = (12.0 * double + 6.0 * single + 2.0) * square;
    let cut = channels * patch * patch * d;
    let token = 2.0 * block * layers;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: block * (2.0 * double + single)
            + modulated
            + 2.0 * cut
            + (joint + places + 8.0) * d
            + embedded(TIME, d),
        linear: [
            token + 4.0 * cut,
            token + 2.0 * joint * d,
            2.0 * (modulated + embedded(TIME, d)),
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [145.0, 143.0],
        alive: [26.5, 10.0],
        kernels: [14.0, 1.0, 64.0],
        patch: [1, rounded(patch), rounded(patch)],
    };
    let released = images(1024, 50, Guiding::ClassifierFree, [256, 256]);
    Ok((denoiser(dit, layers), released))
}
