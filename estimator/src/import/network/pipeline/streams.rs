//! Transformers that denoise, in which text and image attend to each other as one sequence.
//!
//! ```text
//! two streams  a block has for each: modulation 6 d^2, attention 4 d^2, feed-forward 8 d^2
//! one stream   modulation 3 d^2, attention and feed-forward 12 d^2
//! token        2 (12 d^2) operations a block, attention 4 d (N + T)^2 a block
//! ```
//!
//! Bytes a token and the kernels of a block are those of the class, as its record was counted.

use super::{Dit, Released, TIME, embedded, images};
use crate::import::network::fields::Fields;
use crate::import::network::{Refused, rounded};
use crate::vision::denoise::{AttentionForm, Denoiser, Guiding};

type Counted = Result<(Denoiser, Released), Refused>;

/// Width and heads.
fn width(config: Fields<'_>, heads: f64, each: f64) -> Result<(f64, f64, f64), Refused> {
    let heads = config.or("num_attention_heads", heads)?;
    let each = config.or("attention_head_dim", each)?;
    Ok((heads * each, heads, each))
}

/// FLUX.1.
pub(super) fn flux(config: Fields<'_>) -> Counted {
    let (d, heads, each) = width(config, 24.0, 128.0)?;
    let double = config.or("num_layers", 19.0)?;
    let single = config.many("num_single_layers")?;
    let channels = config.or("in_channels", 64.0)?;
    let joint = config.or("joint_attention_dim", 4096.0)?;
    let pooled = config.or("pooled_projection_dim", 768.0)?;
    let guided = config.is("guidance_embeds", false);
    let times = if guided { 2.0 } else { 1.0 };
    let square = d * d;
    let numbers = times * embedded(TIME, d) + embedded(pooled, d);
    let parameters = numbers
        + (2.0 * channels + joint) * d
        + 2.0 * d
        + channels
        + double * (36.0 * square + 30.0 * d + 4.0 * each)
        + single * (15.0 * square + 11.0 * d + 2.0 * each)
        + 2.0 * square
        + 2.0 * d;
    let layers = double + single;
    let token = 24.0 * square * layers;
    let constant = 2.0 * (12.0 * square * double + 3.0 * square * single + 2.0 * square + numbers);
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters,
        linear: [
            token + 4.0 * channels * d,
            token + 2.0 * joint * d,
            constant,
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [254.7, 254.4],
        alive: [34.4, 37.0],
        kernels: [8.7, 1.0, 56.7],
        patch: [1, 2, 2],
    };
    let released = if guided {
        images(1024, 28, Guiding::Embedded, [512, 512])
    } else {
        images(1024, 4, Guiding::None, [512, 512])
    };
    Ok((without_ends(dit), released))
}

/// Kernels around the layers belong to products and the rest, not to attention.
fn without_ends(dit: Dit) -> Denoiser {
    let attentions = rounded(dit.layers * dit.kernels[1]);
    let mut denoiser = dit.denoiser();
    denoiser.kernels[1] = attentions;
    denoiser
}

/// FLUX.2: gates in the feed-forward, modulations once for all blocks.
pub(super) fn flux2(config: Fields<'_>) -> Counted {
    let (d, heads, _) = width(config, 48.0, 128.0)?;
    let double = config.or("num_layers", 8.0)?;
    let single = config.many("num_single_layers")?;
    let channels = config.or("in_channels", 128.0)?;
    let joint = config.or("joint_attention_dim", 15_360.0)?;
    let ratio = config.ratio("mlp_ratio", 3.0)?;
    let guided = config.is("guidance_embeds", true);
    let times = if guided { 2.0 } else { 1.0 };
    let square = d * d;
    let block = 4.0 + 3.0 * ratio;
    let numbers = times * (TIME * d + square) + 15.0 * square + 2.0 * square;
    let layers = double + single;
    let token = 2.0 * block * square * layers;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: numbers
            + (2.0 * channels + joint) * d
            + block * square * (2.0 * double + single),
        linear: [
            token + 4.0 * channels * d,
            token + 2.0 * joint * d,
            2.0 * numbers,
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [260.0, 259.7],
        alive: [42.5, 49.4],
        kernels: [3.7, 1.0, 51.0],
        patch: [1, 2, 2],
    };
    let released = if guided {
        images(1024, 50, Guiding::Embedded, [512, 512])
    } else {
        images(1024, 4, Guiding::None, [512, 512])
    };
    Ok((without_ends(dit), released))
}

/// Stable Diffusion 3 and 3.5.
pub(super) fn sd3(config: Fields<'_>) -> Counted {
    let (d, heads, _) = width(config, 18.0, 64.0)?;
    let layers = config.or("num_layers", 18.0)?;
    let channels = config.or("in_channels", 16.0)?;
    let joint = config.or("joint_attention_dim", 4096.0)?;
    let pooled = config.or("pooled_projection_dim", 2048.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let side = config.or("sample_size", 128.0)?;
    // Blocks in which the image attends to itself once more; the list is of their places from 0.
    let dual = config
        .0
        .get("dual_attention_layers")
        .and_then(|value| value.as_array())
        .map_or(0, |all| all.len().min(256));
    let dual = u32::try_from(dual).map_or(0.0, f64::from).min(layers);
    let normed = config.word("qk_norm").is_some();
    let square = d * d;
    let numbers = embedded(TIME, d) + embedded(pooled, d);
    let cut = channels * patch * patch * d;
    // The last block's text ends in attention.
    let text = 12.0 * layers - 9.0;
    let modulated = 12.0 * layers - 4.0 + 3.0 * dual + 2.0;
    let blocks = (12.0 * layers + 4.0 * dual + text + modulated) * square;
    let biases = 34.0 * d * layers;
    let dit = Dit {
        width: d,
        heads,
        layers,
        // Places are a table that is kept, and no parameters.
        parameters: numbers + 2.0 * cut + joint * d + blocks + biases,
        linear: [
            2.0 * square * (12.0 * layers + 4.0 * dual) + 4.0 * cut,
            2.0 * square * text + 2.0 * joint * d,
            2.0 * (modulated * square + numbers),
        ],
        attention: if dual > 0.0 {
            AttentionForm::JointAndOwn(4.0 * d * layers, 4.0 * d * dual)
        } else {
            AttentionForm::Joint(4.0 * d * layers)
        },
        traffic: [
            if normed { 145.0 } else { 77.0 } + 92.0 * dual / layers.max(1.0),
            if normed { 143.0 } else { 74.0 },
        ],
        alive: [26.5, 10.0],
        kernels: [
            14.0 + 4.0 * dual / layers.max(1.0),
            1.0,
            if normed { 64.0 } else { 32.0 } + 25.0 * dual / layers.max(1.0),
        ],
        patch: [1, rounded(patch), rounded(patch)],
    };
    let pixels = rounded((side * 8.0).min(16_384.0));
    let released = images(pixels, 28, Guiding::ClassifierFree, [333, 256]);
    let mut denoiser = without_ends(dit);
    denoiser.kernels[1] += rounded(dual);
    Ok((denoiser, released))
}

/// Qwen-Image.
pub(super) fn qwen(config: Fields<'_>) -> Counted {
    let (d, heads, each) = width(config, 24.0, 128.0)?;
    let layers = config.or("num_layers", 60.0)?;
    let channels = config.or("in_channels", 64.0)?;
    let joint = config.or("joint_attention_dim", 3584.0)?;
    let square = d * d;
    let token = 24.0 * square * layers;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: embedded(TIME, d)
            + (2.0 * channels + joint) * d
            + layers * (36.0 * square + 30.0 * d + 4.0 * each)
            + 2.0 * square,
        linear: [
            token + 4.0 * channels * d,
            token + 2.0 * joint * d,
            2.0 * (12.0 * square * layers + 2.0 * square),
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [185.0, 185.0],
        alive: [30.4, 1.7],
        kernels: [14.1, 1.0, 78.7],
        patch: [1, 2, 2],
    };
    let released = images(1024, 50, Guiding::ClassifierFree, [128, 162]);
    Ok((without_ends(dit), released))
}

/// `CogVideoX`: one set of weights for text and image, modulations of each block from the time.
pub(super) fn cogvideo(config: Fields<'_>) -> Counted {
    let (d, heads, each) = width(config, 30.0, 64.0)?;
    let layers = config.or("num_layers", 30.0)?;
    let time = config.or("time_embed_dim", 512.0)?;
    let channels = config.or("in_channels", 16.0)?;
    let joint = config.or("text_embed_dim", 4096.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let frames = config.maybe(&["patch_size_t"])?.unwrap_or(1.0);
    let turned = config.is("use_rotary_positional_embeddings", false);
    let square = d * d;
    let token = 24.0 * square * layers;
    let cut = channels * patch * patch * frames * d;
    let modulated = 12.0 * time * d * layers;
    let tokens = config.or("max_text_seq_length", 226.0)?;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: 2.0 * cut
            + joint * d
            + d * time
            + time * time
            + layers * (12.0 * square + 25.0 * d + 4.0 * each)
            + modulated
            + 2.0 * time * d,
        linear: [token + 4.0 * cut, token + 2.0 * joint * d, 2.0 * modulated],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: if turned { [197.0, 80.4] } else { [81.4, 80.4] },
        alive: [26.1, 14.7],
        kernels: [8.0, 1.0, if turned { 50.0 } else { 32.0 }],
        patch: [rounded(frames), rounded(patch), rounded(patch)],
    };
    let newer = frames > 1.0;
    let released = Released {
        resolution: if newer { [768, 1360] } else { [480, 720] },
        frames: if newer { 81 } else { 49 },
        steps: 50,
        guiding: Guiding::ClassifierFree,
        tokens: [rounded(tokens), rounded(tokens)],
        video: true,
    };
    Ok((without_ends(dit), released))
}

/// `HunyuanVideo`: the blocks of FLUX.1 behind two layers that read the text anew.
pub(super) fn hunyuan(config: Fields<'_>) -> Counted {
    let (d, heads, each) = width(config, 24.0, 128.0)?;
    let double = config.or("num_layers", 20.0)?;
    let single = config.many("num_single_layers")?;
    let anew = config.or("num_refiner_layers", 2.0)?;
    let channels = config.or("in_channels", 16.0)?;
    let joint = config.or("text_embed_dim", 4096.0)?;
    let pooled = config.or("pooled_projection_dim", 768.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let frames = config.or("patch_size_t", 1.0)?;
    let guided = config.is("guidance_embeds", true);
    let times = if guided { 2.0 } else { 1.0 };
    let square = d * d;
    let cut = channels * patch * patch * frames * d;
    let numbers = (times + 1.0) * embedded(TIME, d) + embedded(pooled, d) + embedded(joint, d);
    let layers = double + single;
    let token = 24.0 * square * layers;
    let dit = Dit {
        width: d,
        heads,
        layers,
        parameters: numbers
            + 2.0 * cut
            + joint * d
            + double * (36.0 * square + 30.0 * d + 4.0 * each)
            + single * (15.0 * square + 11.0 * d + 2.0 * each)
            + anew * 14.0 * square
            + 2.0 * square,
        linear: [
            token + 4.0 * cut,
            token + 24.0 * square * anew + 2.0 * joint * d,
            2.0 * (12.0 * square * double + 3.0 * square * single + numbers),
        ],
        attention: AttentionForm::Joint(4.0 * d * layers),
        traffic: [253.3, 150.5],
        alive: [36.4, 24.7],
        kernels: [9.0, 1.0, 60.0],
        patch: [rounded(frames), rounded(patch), rounded(patch)],
    };
    let released = Released {
        resolution: [720, 1280],
        frames: 129,
        steps: 50,
        guiding: if guided {
            Guiding::Embedded
        } else {
            Guiding::ClassifierFree
        },
        tokens: [256, 256],
        video: true,
    };
    Ok((without_ends(dit), released))
}
