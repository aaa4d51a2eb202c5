//! Transformers over windows and pyramids: Swin of both versions, `SegFormer`.

use super::{Input, image};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window, window};
use crate::import::network::{Found, Refused};

/// Width of what makes positions into biases in the second version of Swin.
const BIASES: f64 = 512.0;

/// Swin.
pub(super) fn swin(config: Fields<'_>) -> Result<Found, Refused> {
    let second = config.word("model_type") == Some("swinv2");
    let input = Input::read(config, 224.0)?;
    let patch = config.or("patch_size", 4.0)?;
    let width = config.or("embed_dim", 96.0)?;
    let depths = config.list_or("depths", &[2.0, 2.0, 6.0, 2.0])?;
    let heads = config.list_or("num_heads", &[3.0, 6.0, 12.0, 24.0])?;
    let side = config.or("window_size", 7.0)?;
    let ratio = config.ratio("mlp_ratio", 4.0)?;
    if depths.len() != heads.len() {
        return Err(missing("num_heads"));
    }
    let mut tally = Tally::default();
    let cut = Window {
        bias: true,
        ..window(patch, patch)
    };
    let mut map = tally.convolve(input.map(), width, cut);
    tally.norm(map.places(), width);
    for (at, (depth, heads)) in depths.iter().zip(&heads).enumerate() {
        if at > 0 {
            map = merged(&mut tally, map, second);
        }
        let here = Attention {
            side: side.min(map.rows).min(map.columns),
            // Biases are of the window of the file, also where an image is smaller.
            table: side,
            heads: *heads,
            inner: (ratio * map.channels).round(),
            second,
        };
        let stage = map;
        tally.times(*depth, |tally| here.layer(tally, stage));
    }
    tally.norm(map.places(), map.channels);
    tally.mean(map);
    if config.made_for() == "ImageClassification" {
        tally.linear(1.0, map.channels, config.labels(), true);
    }
    image(&tally, &input)
}

/// Four neighbours become one of twice the channels.
fn merged(tally: &mut Tally, map: Map, second: bool) -> Map {
    let out = Map {
        rows: (map.rows / 2.0).ceil(),
        columns: (map.columns / 2.0).ceil(),
        channels: 2.0 * map.channels,
    };
    let four = 4.0 * map.channels;
    tally.copy(out.places() * four);
    if !second {
        tally.norm(out.places(), four);
    }
    tally.linear(out.places(), four, out.channels, false);
    if second {
        tally.norm(out.places(), out.channels);
    }
    out
}

struct Attention {
    side: f64,
    table: f64,
    heads: f64,
    inner: f64,
    second: bool,
}

impl Attention {
    fn layer(&self, tally: &mut Tally, map: Map) {
        let width = map.channels;
        // Windows reach over the edge of an image that they do not divide.
        let padded = |size: f64| (size / self.side).ceil() * self.side;
        let places = padded(map.rows) * padded(map.columns);
        let keys = self.side * self.side;
        let scores = places * keys * self.heads;
        tally.held = map.size();
        tally.norm(map.places(), width);
        // Windows are rolled in half of the layers, cut out, and put back.
        tally.copy(places * width);
        tally.copy(places * width);
        tally.linear(places, width, width, true);
        tally.linear(places, width, width, !self.second);
        tally.linear(places, width, width, true);
        tally.copy(3.0 * places * width);
        if self.second {
            // Keys and queries at length one, scaled by head; biases out of a small network.
            let sides = 2.0 * self.table - 1.0;
            tally.parameters += self.heads + 3.0 * BIASES + BIASES * self.heads;
            tally.products += 2.0 * sides * sides * BIASES * (2.0 + self.heads);
            tally.moved.pointwise += 8.0 * places * width;
            tally.moved.pool += 8.0 * places * width;
            tally.moved.pointwise += 10.0 * scores;
            tally.kernels += 14.0;
        } else {
            tally.parameters += (2.0 * self.table - 1.0).powi(2) * self.heads;
            tally.activate(places * width);
        }
        tally.held += 3.0 * places * width;
        tally.attend(places, keys, width);
        tally.sum(scores);
        tally.moved.softmax += 4.0 * scores;
        tally.holds(2.0 * scores);
        tally.kernels += 2.0;
        tally.held = map.size();
        tally.copy(places * width);
        tally.linear(places, width, width, true);
        tally.copy(places * width);
        tally.copy(places * width);
        tally.sum(map.size());
        tally.norm(map.places(), width);
        tally.feed(map.places(), width, self.inner);
        tally.sum(map.size());
        tally.held = 0.0;
    }
}

/// `SegFormer`, and the pyramid transformers of both versions.
pub(super) fn segformer(config: Fields<'_>) -> Result<Found, Refused> {
    let segments = config.made_for() == "SemanticSegmentation";
    let input = Input::read(config, if segments { 512.0 } else { 224.0 })?;
    let family = config.word("model_type").unwrap_or_default();
    let cut = family == "pvt";
    let (widths, patches, fewer): ([f64; 4], [f64; 4], &str) = if cut {
        let widths = [64.0, 128.0, 320.0, 512.0];
        (widths, [4.0, 2.0, 2.0, 2.0], "sequence_reduction_ratios")
    } else {
        let widths = [32.0, 64.0, 160.0, 256.0];
        (widths, [7.0, 3.0, 3.0, 3.0], "sr_ratios")
    };
    let reduced = fewer;
    let widths = config.list_or("hidden_sizes", &widths)?;
    let depths = config.list_or("depths", &[2.0, 2.0, 2.0, 2.0])?;
    let patches = config.list_or("patch_sizes", &patches)?;
    let strides = config.list_or("strides", &[4.0, 2.0, 2.0, 2.0])?;
    let fewer = config.list_or(reduced, &[8.0, 4.0, 2.0, 1.0])?;
    let ratios: [f64; 4] = if family == "segformer" {
        [4.0; 4]
    } else {
        [8.0, 8.0, 4.0, 4.0]
    };
    let ratios = config.list_or("mlp_ratios", &ratios)?;
    for (name, list) in [
        ("depths", &depths),
        ("patch_sizes", &patches),
        ("strides", &strides),
        (reduced, &fewer),
        ("mlp_ratios", &ratios),
    ] {
        if list.len() < widths.len() {
            return Err(missing(name));
        }
    }
    let mut tally = Tally::default();
    let mut map = input.map();
    let mut stages = Vec::new();
    let shapes = patches.iter().zip(&strides).zip(fewer.iter().zip(&ratios));
    for ((width, depth), ((patch, stride), (fewer, ratio))) in
        widths.iter().zip(&depths).zip(shapes)
    {
        let by = Window {
            bias: true,
            ..window(*patch, *stride)
        };
        map = tally.convolve(map, *width, by);
        tally.norm(map.places(), *width);
        if cut {
            tally.parameters += map.size();
            tally.sum(map.size());
        }
        let stage = map;
        let of = Layer {
            fewer: *fewer,
            inner: ratio * width,
            pooled: config.is("linear_attention", false),
            seen: !cut,
        };
        tally.times(*depth, |tally| layer(tally, stage, &of));
        if !cut {
            tally.norm(map.places(), *width);
        }
        stages.push(map);
    }
    if cut {
        // The norm of the last, its further token and that one's place.
        tally.norm(map.places(), map.channels);
        tally.parameters += 2.0 * map.channels;
    }
    if segments {
        decode(&mut tally, config, &stages)?;
    } else if config.made_for() == "ImageClassification" {
        tally.mean(map);
        tally.linear(1.0, map.channels, config.labels(), true);
    }
    image(&tally, &input)
}

/// Side of the grid that keys are pooled to where their number is fixed.
const POOLED: f64 = 7.0;

/// A layer whose keys are of a smaller grid.
struct Layer {
    /// Sides of the grid that make one of keys.
    fewer: f64,
    inner: f64,
    /// Whether keys are the means of a fixed grid.
    pooled: bool,
    /// Whether inner features see their neighbours.
    seen: bool,
}

fn layer(tally: &mut Tally, map: Map, of: &Layer) {
    let (places, width) = (map.places(), map.channels);
    let (fewer, inner) = (of.fewer, of.inner);
    tally.held = map.size();
    tally.norm(places, width);
    tally.linear(places, width, width, true);
    let keys = if of.pooled {
        tally.mean(map);
        let rows = POOLED * POOLED;
        tally.linear(rows, width, width, true);
        tally.norm(rows, width);
        tally.activate(rows * width);
        rows
    } else if fewer > 1.0 {
        let by = Window {
            bias: true,
            ..window(fewer, fewer)
        };
        let small = tally.convolve(map, width, by);
        tally.norm(small.places(), width);
        small.places()
    } else {
        places
    };
    tally.linear(keys, width, width, true);
    tally.linear(keys, width, width, true);
    tally.attend(places, keys, width);
    tally.linear(places, width, width, true);
    tally.sum(map.size());
    tally.norm(places, width);
    tally.linear(places, width, inner, true);
    if of.seen {
        let by = Window {
            groups: inner,
            bias: true,
            ..window(3.0, 1.0)
        };
        tally.convolve(map.of(inner), inner, by);
    }
    tally.activate(places * inner);
    tally.linear(places, inner, width, true);
    tally.sum(map.size());
    tally.held = 0.0;
}

/// All stages in one width and one size, joined, and a class for each place.
fn decode(tally: &mut Tally, config: Fields<'_>, stages: &[Map]) -> Result<(), Refused> {
    let width = config.or("decoder_hidden_size", 256.0)?;
    let Some(first) = stages.first() else {
        return Ok(());
    };
    let mut all = 0.0;
    for stage in stages {
        tally.linear(stage.places(), stage.channels, width, true);
        tally.activate(first.places() * width);
        all += width;
        tally.held = all * first.places();
    }
    tally.copy(first.places() * all);
    tally.held = 0.0;
    let joined = tally.normed(first.of(all), width, window(1.0, 1.0), true);
    let last = Window {
        bias: true,
        ..window(1.0, 1.0)
    };
    tally.convolve(joined, config.labels(), last);
    Ok(())
}
