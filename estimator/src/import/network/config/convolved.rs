//! Networks of convolutions: `ResNet`, `RegNet`, `ConvNeXt` of both versions.

use super::{Input, image};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window, window};
use crate::import::network::{Found, Refused};

/// Stages of a residual network.
pub(super) struct Residual {
    /// Channels before the stages.
    pub(super) first: f64,
    pub(super) widths: Vec<f64>,
    pub(super) depths: Vec<f64>,
    /// Blocks of three convolutions, the middle one in a quarter of the channels.
    pub(super) narrow: bool,
    /// Whether the first stage halves sides, too.
    pub(super) early: bool,
    /// Whether three small windows stand in the place of a large one at first, and shortcuts are
    /// pooled before they are widened: version D.
    pub(super) deep: bool,
}

impl Residual {
    /// Of a file, or the published fifty layers.
    pub(super) fn read(config: Fields<'_>) -> Result<Self, Refused> {
        let of = Self {
            first: config.or("embedding_size", 64.0)?,
            widths: config.list_or("hidden_sizes", &[256.0, 512.0, 1024.0, 2048.0])?,
            depths: config.list_or("depths", &[3.0, 4.0, 6.0, 3.0])?,
            narrow: config.word("layer_type") != Some("basic"),
            early: config.is("downsample_in_first_stage", false),
            deep: config.word("model_type") == Some("rt_detr_resnet"),
        };
        if of.widths.len() == of.depths.len() {
            Ok(of)
        } else {
            Err(missing("depths"))
        }
    }

    /// Of timm's name for it.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (depths, narrow) = match name {
            "resnet18" => ([2.0, 2.0, 2.0, 2.0], false),
            "resnet34" => ([3.0, 4.0, 6.0, 3.0], false),
            "resnet50" => ([3.0, 4.0, 6.0, 3.0], true),
            "resnet101" => ([3.0, 4.0, 23.0, 3.0], true),
            _ => return None,
        };
        let wide = if narrow { 4.0 } else { 1.0 };
        Some(Self {
            first: 64.0,
            widths: [64.0, 128.0, 256.0, 512.0]
                .map(|width| width * wide)
                .to_vec(),
            depths: depths.to_vec(),
            narrow,
            early: false,
            deep: false,
        })
    }

    /// Counts it: what comes out of each stage.
    pub(super) fn count(&self, tally: &mut Tally, from: Map) -> Vec<Map> {
        let mut map = if self.deep {
            let half = self.first / 2.0;
            let map = tally.normed(from, half, window(3.0, 2.0), true);
            let map = tally.normed(map, half, window(3.0, 1.0), true);
            tally.normed(map, self.first, window(3.0, 1.0), true)
        } else {
            tally.normed(from, self.first, window(7.0, 2.0), true)
        };
        map = tally.pool(map, 3.0, 2.0);
        let mut stages = Vec::new();
        for (at, (width, depth)) in self.widths.iter().zip(&self.depths).enumerate() {
            let stride = if at > 0 || self.early { 2.0 } else { 1.0 };
            map = self.block(tally, map, *width, stride);
            let more = map;
            tally.times(depth - 1.0, |tally| {
                self.block(tally, more, *width, 1.0);
            });
            stages.push(map);
        }
        stages
    }

    fn block(&self, tally: &mut Tally, from: Map, width: f64, stride: f64) -> Map {
        tally.held = from.size();
        let out = if self.narrow {
            let inner = width / 4.0;
            let map = tally.normed(from, inner, window(1.0, 1.0), true);
            let map = tally.normed(map, inner, window(3.0, stride), true);
            tally.normed(map, width, window(1.0, 1.0), false)
        } else {
            let map = tally.normed(from, width, window(3.0, stride), true);
            tally.normed(map, width, window(3.0, 1.0), false)
        };
        if stride > 1.0 || from.channels.total_cmp(&width).is_ne() {
            tally.held = out.size();
            if self.deep && stride > 1.0 {
                let pooled = tally.pool(from, 2.0, 2.0);
                tally.normed(pooled, width, window(1.0, 1.0), false);
            } else {
                tally.normed(from, width, window(1.0, stride), false);
            }
        }
        tally.sum(out.size());
        tally.activate(out.size());
        tally.held = 0.0;
        out
    }
}

/// A head: the mean of all places and a product.
fn head(tally: &mut Tally, config: Fields<'_>, map: Map) {
    tally.mean(map);
    if config.made_for() == "ImageClassification" {
        tally.linear(1.0, map.channels, config.labels(), true);
    }
}

/// `ResNet`.
pub(super) fn resnet(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 224.0)?;
    let mut tally = Tally::default();
    let stages = Residual::read(config)?.count(&mut tally, input.map());
    if let Some(last) = stages.last() {
        head(&mut tally, config, *last);
    }
    image(&tally, &input)
}

/// `RegNet`: three convolutions a block, the middle one in groups, with gates over channels or not.
pub(super) fn regnet(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 224.0)?;
    let mut tally = Tally::default();
    let widths = config.list_or("hidden_sizes", &[128.0, 192.0, 512.0, 1088.0])?;
    let depths = config.list_or("depths", &[2.0, 6.0, 12.0, 2.0])?;
    let width = config.or("groups_width", 64.0)?;
    let gated = config.word("layer_type") != Some("x");
    if widths.len() != depths.len() {
        return Err(missing("depths"));
    }
    let first = config.or("embedding_size", 32.0)?;
    let mut map = tally.normed(input.map(), first, window(3.0, 2.0), true);
    for (to, depth) in widths.iter().zip(&depths) {
        let block = |tally: &mut Tally, from: Map, stride: f64| {
            let groups = (to / width).floor().max(1.0);
            tally.held = from.size();
            let inner = tally.normed(from, *to, window(1.0, 1.0), true);
            let by = Window {
                groups,
                ..window(3.0, stride)
            };
            let inner = tally.normed(inner, *to, by, true);
            if gated {
                let few = (from.channels / 4.0).round();
                tally.mean(inner);
                tally.linear(1.0, *to, few, true);
                tally.activate(few);
                tally.linear(1.0, few, *to, true);
                tally.activate(*to);
                tally.activate(inner.size());
            }
            let out = tally.normed(inner, *to, window(1.0, 1.0), false);
            if stride > 1.0 || from.channels.total_cmp(to).is_ne() {
                tally.normed(from, *to, window(1.0, stride), false);
            }
            tally.sum(out.size());
            tally.activate(out.size());
            tally.held = 0.0;
            out
        };
        map = block(&mut tally, map, 2.0);
        let more = map;
        tally.times(depth - 1.0, |tally| {
            block(tally, more, 1.0);
        });
    }
    head(&mut tally, config, map);
    image(&tally, &input)
}

/// `ConvNeXt`; its second version norms responses in the place of scaling what a block adds.
pub(super) fn convnext(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 224.0)?;
    let mut tally = Tally::default();
    let widths = config.list_or("hidden_sizes", &[96.0, 192.0, 384.0, 768.0])?;
    let depths = config.list_or("depths", &[3.0, 3.0, 9.0, 3.0])?;
    let patch = config.or("patch_size", 4.0)?;
    let second = config.word("model_type") == Some("convnextv2");
    if widths.len() != depths.len() {
        return Err(missing("depths"));
    }
    let mut map = input.map();
    for (at, (width, depth)) in widths.iter().zip(&depths).enumerate() {
        if at > 0 {
            tally.norm(map.places(), map.channels);
        }
        let side = if at > 0 { 2.0 } else { patch };
        let cut = Window {
            bias: true,
            ..window(side, side)
        };
        map = tally.convolve(map, *width, cut);
        if at == 0 {
            tally.norm(map.places(), *width);
        }
        let stage = map;
        tally.times(*depth, |tally| block(tally, stage, second));
    }
    tally.mean(map);
    tally.norm(1.0, map.channels);
    if config.made_for() == "ImageClassification" {
        tally.linear(1.0, map.channels, config.labels(), true);
    }
    image(&tally, &input)
}

fn block(tally: &mut Tally, map: Map, second: bool) {
    let (places, width) = (map.places(), map.channels);
    let inner = 4.0 * width;
    tally.held = map.size();
    let by = Window {
        groups: width,
        bias: true,
        ..window(7.0, 1.0)
    };
    tally.convolve(map, width, by);
    tally.norm(places, width);
    tally.linear(places, width, inner, true);
    tally.activate(places * inner);
    if second {
        // The norm of a channel's responses, its share of all channels', a scale and a shift, in
        // seven kernels.
        tally.parameters += 2.0 * inner;
        tally.moved.batch_norm += 2.0 * places * inner;
        tally.moved.pointwise += 14.0 * places * inner;
        tally.kernels += 7.0;
        tally.holds(3.0 * places * inner);
    }
    tally.linear(places, inner, width, true);
    if !second {
        tally.parameters += width;
        tally.activate(map.size());
    }
    tally.sum(map.size());
    tally.held = 0.0;
}
