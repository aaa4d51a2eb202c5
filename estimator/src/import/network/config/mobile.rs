//! Networks of inverted residual blocks: `EfficientNet`, `MobileNet` of both versions, `MobileViT`.
//!
//! ```text
//! block   1x1 to more channels, a window a channel, gates over channels or none, 1x1 to few
//! ```

use super::{Input, image};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window, window};
use crate::import::network::{Found, Refused};

/// A number of channels rounded to a multiple, never down by more than a tenth.
fn multiple(channels: f64, of: f64) -> f64 {
    let near = ((channels + of / 2.0) / of).floor() * of;
    let near = near.max(of);
    if near < 0.9 * channels {
        near + of
    } else {
        near
    }
}

/// A block.
struct Block {
    /// Channels of its middle and of its end.
    inner: f64,
    to: f64,
    side: f64,
    stride: f64,
    /// Channels that the gates are made of.
    gates: Option<f64>,
}

impl Block {
    fn count(&self, tally: &mut Tally, from: Map) -> Map {
        tally.held = from.size();
        let mut map = from;
        if self.inner > from.channels {
            map = tally.normed(map, self.inner, window(1.0, 1.0), true);
        }
        let by = Window {
            groups: map.channels,
            ..window(self.side, self.stride)
        };
        map = tally.normed(map, map.channels, by, true);
        if let Some(few) = self.gates {
            tally.mean(map);
            tally.perceive(1.0, &[map.channels, few, map.channels]);
            tally.activate(map.size());
        }
        let out = tally.normed(map, self.to, window(1.0, 1.0), false);
        if self.stride <= 1.0 && from.channels.total_cmp(&self.to).is_eq() {
            tally.sum(out.size());
        }
        tally.held = 0.0;
        out
    }
}

/// The mean of all places and a class.
fn classes(tally: &mut Tally, config: Fields<'_>, map: Map) {
    tally.mean(map);
    if config.made_for() == "ImageClassification" {
        tally.linear(1.0, map.channels, config.labels(), true);
    }
}

/// `EfficientNet`.
pub(super) fn efficient(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 600.0)?;
    let wide = config.ratio("width_coefficient", 2.0)?;
    let deep = config.ratio("depth_coefficient", 3.1)?;
    let of = config.or("depth_divisor", 8.0)?;
    let gated = config.ratio("squeeze_expansion_ratio", 0.25)?;
    let sides = config.list_or("kernel_sizes", &[3.0, 3.0, 5.0, 3.0, 5.0, 5.0, 3.0])?;
    let strides = config.list_or("strides", &[1.0, 2.0, 2.0, 2.0, 1.0, 2.0, 1.0])?;
    let widths = config.list_or(
        "out_channels",
        &[16.0, 24.0, 40.0, 80.0, 112.0, 192.0, 320.0],
    )?;
    let many = config.list_or("num_block_repeats", &[1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 1.0])?;
    let more = config.list_or("expand_ratios", &[1.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0])?;
    for (name, list) in [
        ("kernel_sizes", &sides),
        ("strides", &strides),
        ("num_block_repeats", &many),
        ("expand_ratios", &more),
    ] {
        if list.len() < widths.len() {
            return Err(missing(name));
        }
    }
    let mut tally = Tally::default();
    let first = multiple(32.0 * wide, of);
    let mut map = tally.normed(input.map(), first, window(3.0, 2.0), true);
    let shapes = sides.iter().zip(&strides).zip(many.iter().zip(&more));
    for (width, ((side, stride), (many, more))) in widths.iter().zip(shapes) {
        let block = |from: Map, stride: f64| Block {
            inner: from.channels * more,
            to: multiple(width * wide, of),
            side: *side,
            stride,
            gates: Some((from.channels * gated).floor().max(1.0)),
        };
        map = block(map, *stride).count(&mut tally, map);
        let stage = map;
        tally.times((deep * many).ceil() - 1.0, |tally| {
            block(stage, 1.0).count(tally, stage);
        });
    }
    let last = config.or("hidden_dim", 2560.0)?;
    map = tally.normed(map, last, window(1.0, 1.0), true);
    classes(&mut tally, config, map);
    image(&tally, &input)
}

/// Channels and strides of the windows of `MobileNet`'s first version.
const FIRST: [(f64, f64); 13] = [
    (64.0, 1.0),
    (128.0, 2.0),
    (128.0, 1.0),
    (256.0, 2.0),
    (256.0, 1.0),
    (512.0, 2.0),
    (512.0, 1.0),
    (512.0, 1.0),
    (512.0, 1.0),
    (512.0, 1.0),
    (512.0, 1.0),
    (1024.0, 2.0),
    (1024.0, 1.0),
];

/// `MobileNet`: windows a channel and products of channels in turn.
pub(super) fn mobile(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 224.0)?;
    let wide = config.ratio("depth_multiplier", 1.0)?;
    let least = config.or("min_depth", 8.0)?;
    let width = |channels: f64| (channels * wide).round().max(least);
    let mut tally = Tally::default();
    let mut map = tally.normed(input.map(), width(32.0), window(3.0, 2.0), true);
    for (to, stride) in FIRST {
        let by = Window {
            groups: map.channels,
            ..window(3.0, stride)
        };
        map = tally.normed(map, map.channels, by, true);
        map = tally.normed(map, width(to), window(1.0, 1.0), true);
    }
    classes(&mut tally, config, map);
    image(&tally, &input)
}

/// Channels, blocks and stride of the stages of its second version.
const SECOND: [(f64, f64, f64); 6] = [
    (24.0, 2.0, 2.0),
    (32.0, 3.0, 2.0),
    (64.0, 4.0, 2.0),
    (96.0, 3.0, 1.0),
    (160.0, 3.0, 2.0),
    (320.0, 1.0, 1.0),
];

/// `MobileNetV2`.
pub(super) fn inverted(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 224.0)?;
    let wide = config.ratio("depth_multiplier", 1.0)?;
    let of = config.or("depth_divisible_by", 8.0)?;
    let more = config.ratio("expand_ratio", 6.0)?;
    let width = |channels: f64| multiple((channels * wide).round(), of);
    let mut tally = Tally::default();
    let first = width(32.0);
    let map = tally.normed(input.map(), first, window(3.0, 2.0), true);
    let block = |from: Map, inner: f64, to: f64, stride: f64| Block {
        inner: multiple((from.channels * inner).round(), of),
        to,
        side: 3.0,
        stride,
        gates: None,
    };
    let mut map = block(map, 1.0, width(16.0), 1.0).count(&mut tally, map);
    for (to, many, stride) in SECOND {
        let to = width(to);
        map = block(map, more, to, stride).count(&mut tally, map);
        let stage = map;
        tally.times(many - 1.0, |tally| {
            block(stage, more, to, 1.0).count(tally, stage);
        });
    }
    let last = if wide < 1.0 && config.is("finegrained_output", true) {
        1280.0
    } else {
        width(1280.0)
    };
    map = tally.normed(map, last, window(1.0, 1.0), true);
    classes(&mut tally, config, map);
    image(&tally, &input)
}

/// Layers of the transformers of `MobileViT`'s three last stages.
const DEEP: [f64; 3] = [2.0, 4.0, 3.0];

/// `MobileViT`: transformers over every fourth place of a grid.
pub(super) fn mobilevit(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 256.0)?;
    let widths = config.list_or("hidden_sizes", &[144.0, 192.0, 240.0])?;
    let necks = config.list_or(
        "neck_hidden_sizes",
        &[16.0, 32.0, 64.0, 96.0, 128.0, 160.0, 640.0],
    )?;
    let [stem, one, two, stages @ .., last] = necks.as_slice() else {
        return Err(missing("neck_hidden_sizes"));
    };
    let more = config.ratio("expand_ratio", 4.0)?;
    let ratio = config.ratio("mlp_ratio", 2.0)?;
    let side = config.or("conv_kernel_size", 3.0)?;
    let patch = config.or("patch_size", 2.0)?;
    let block = |from: Map, to: f64, stride: f64| Block {
        inner: multiple((from.channels * more).round(), 8.0),
        to,
        side: 3.0,
        stride,
        gates: None,
    };
    let mut tally = Tally::default();
    let map = tally.normed(input.map(), *stem, window(3.0, 2.0), true);
    let map = block(map, *one, 1.0).count(&mut tally, map);
    let mut map = block(map, *two, 2.0).count(&mut tally, map);
    for _ in 0..2 {
        map = block(map, *two, 1.0).count(&mut tally, map);
    }
    for ((neck, width), deep) in stages.iter().zip(&widths).zip(DEEP) {
        map = block(map, *neck, 2.0).count(&mut tally, map);
        let wide = tally.normed(map, *neck, window(side, 1.0), true);
        let tokens = tally.convolve(wide, *width, window(1.0, 1.0));
        let places = tokens.places();
        tally.copy(tokens.size());
        tally.times(deep, |tally| {
            tally.transform(
                places,
                places / (patch * patch),
                *width,
                (width * ratio).floor(),
            );
        });
        tally.norm(places, *width);
        tally.copy(tokens.size());
        let back = tally.normed(tokens, *neck, window(1.0, 1.0), true);
        tally.copy(2.0 * back.size());
        map = tally.normed(back.of(2.0 * neck), *neck, window(side, 1.0), true);
    }
    map = tally.normed(map, *last, window(1.0, 1.0), true);
    classes(&mut tally, config, map);
    image(&tally, &input)
}
