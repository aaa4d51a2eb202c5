//! Detectors of transformers: DETR, `YOLOS`, RT-DETR.

use super::convolved::Residual;
use super::parts::backbone;
use super::{Input, image};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window, window};
use crate::import::network::{Found, Refused};

/// A layer of attention to itself, or to others, with its four products.
pub(super) fn attention(tally: &mut Tally, rows: f64, keys: f64, width: f64) {
    tally.linear(rows, width, width, true);
    tally.linear(keys, width, width, true);
    tally.linear(keys, width, width, true);
    tally.attend(rows, keys, width);
    tally.linear(rows, width, width, true);
    tally.sum(rows * width);
    tally.norm(rows, width);
}

pub(super) fn feed(tally: &mut Tally, rows: f64, width: f64, inner: f64) {
    tally.feed(rows, width, inner);
    tally.sum(rows * width);
    tally.norm(rows, width);
}

/// Points of grids that each query looks at.
pub(super) struct Points {
    pub(super) heads: f64,
    pub(super) levels: f64,
    pub(super) each: f64,
}

impl Points {
    /// Attention to few points of all places: where they are and what they weigh is read off the
    /// query.
    pub(super) fn attend(&self, tally: &mut Tally, queries: f64, rows: f64, width: f64) {
        let seen = self.heads * self.levels * self.each;
        tally.linear(rows, width, width, true);
        tally.linear(queries, width, 2.0 * seen, true);
        tally.linear(queries, width, seen, true);
        let read = queries * self.levels * self.each * width;
        tally.copy(read);
        tally.attention += 2.0 * read;
        tally.kernels += 3.0 * self.levels;
        tally.linear(queries, width, width, true);
        tally.sum(queries * width);
        tally.norm(queries, width);
    }
}

/// Three products that say where a box is.
pub(super) fn boxes(tally: &mut Tally, rows: f64, width: f64) {
    tally.linear(rows, width, width, true);
    tally.activate(rows * width);
    tally.linear(rows, width, width, true);
    tally.activate(rows * width);
    tally.linear(rows, width, 4.0, true);
    tally.activate(rows * 4.0);
}

/// DETR, on a residual network by name or by its own shape.
pub(super) fn detr(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 800.0)?;
    let mut tally = Tally::default();
    let stages = backbone(&mut tally, config, &input)?;
    // Its norms are frozen: their scales are no parameters.
    let last = stages.last().copied().ok_or_else(|| missing("depths"))?;
    let width = config.or("d_model", 256.0)?;
    let queries = config.or("num_queries", 100.0)?;
    let one = Window {
        bias: true,
        ..window(1.0, 1.0)
    };
    tally.convolve(last, width, one);
    let rows = last.places();
    let inner = config.or("encoder_ffn_dim", 2048.0)?;
    tally.times(config.or("encoder_layers", 6.0)?, |tally| {
        tally.sum(rows * width);
        attention(tally, rows, rows, width);
        feed(tally, rows, width, inner);
    });
    let inner = config.or("decoder_ffn_dim", 2048.0)?;
    tally.parameters += queries * width;
    tally.times(config.or("decoder_layers", 6.0)?, |tally| {
        tally.sum(queries * width);
        attention(tally, queries, queries, width);
        tally.sum(rows * width);
        attention(tally, queries, rows, width);
        feed(tally, queries, width, inner);
    });
    tally.norm(queries, width);
    tally.linear(queries, width, config.labels() + 1.0, true);
    boxes(&mut tally, queries, width);
    image(&tally, &input)
}

/// `YOLOS`: a plain transformer whose further tokens are the boxes.
pub(super) fn yolos(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 512.0)?;
    let width = config.count(&["hidden_size"])?;
    let layers = config.count(&["num_hidden_layers"])?;
    let patch = config.or("patch_size", 16.0)?;
    let inner = config.or("intermediate_size", 4.0 * width)?;
    let found = config.or("num_detection_tokens", 100.0)?;
    let mut tally = Tally::default();
    let cut = Window {
        bias: true,
        ..window(patch, patch)
    };
    let map = tally.convolve(input.map(), width, cut);
    let rows = map.places() + found + 1.0;
    tally.copy(rows * width);
    tally.sum(rows * width);
    tally.parameters += (rows + found + 1.0) * width;
    if config.is("use_mid_position_embeddings", true) {
        tally.parameters += (layers - 1.0) * rows * width;
        tally.moved.pointwise += (layers - 1.0) * 6.0 * rows * width;
        tally.kernels += layers - 1.0;
    }
    tally.held = rows * width;
    tally.times(layers, |tally| {
        attention(tally, rows, rows, width);
        feed(tally, rows, width, inner);
    });
    tally.held = 0.0;
    tally.norm(rows, width);
    // A class and a box from the last tokens, each in three products.
    tally.linear(found, width, width, true);
    tally.activate(found * width);
    tally.linear(found, width, width, true);
    tally.activate(found * width);
    tally.linear(found, width, config.labels() + 1.0, true);
    boxes(&mut tally, found, width);
    image(&tally, &input)
}

/// Heads of the attention that picks places in RT-DETR.
const HEADS: f64 = 8.0;

/// RT-DETR of both versions.
pub(super) fn rt_detr(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 640.0)?;
    let backbone = config
        .inside("backbone_config")
        .ok_or_else(|| missing("backbone_config"))?;
    if !matches!(backbone.word("model_type"), None | Some("rt_detr_resnet")) {
        return Err(missing("backbone_config"));
    }
    let backbone = Residual {
        deep: true,
        ..Residual::read(backbone)?
    };
    let mut tally = Tally::default();
    let stages = backbone.count(&mut tally, input.map());
    let levels = config.or("num_feature_levels", 3.0)?;
    let used = stages.iter().rev().take(3).rev().copied();
    let width = config.or("encoder_hidden_dim", 256.0)?;
    let maps: Vec<Map> = used
        .map(|map| tally.normed(map, width, window(1.0, 1.0), false))
        .collect();
    let [large, middle, small] = maps.as_slice() else {
        return Err(missing("backbone_config"));
    };
    let inner = config.or("encoder_ffn_dim", 1024.0)?;
    let rows = small.places();
    tally.times(config.or("encoder_layers", 1.0)?, |tally| {
        attention(tally, rows, rows, width);
        feed(tally, rows, width, inner);
    });
    let hidden = (width * config.ratio("hidden_expansion", 1.0)?).round();
    // Down the pyramid and up again.
    for (from, to) in [(small, middle), (middle, large)] {
        tally.normed(*from, width, window(1.0, 1.0), true);
        tally.copy(2.0 * to.size());
        fused(&mut tally, to.of(2.0 * width), hidden, width);
    }
    for (from, to) in [(large, middle), (middle, small)] {
        tally.normed(*from, width, window(3.0, 2.0), true);
        tally.copy(2.0 * to.size());
        fused(&mut tally, to.of(2.0 * width), hidden, width);
    }
    let deep = config.or("d_model", 256.0)?;
    for map in &maps {
        tally.normed(*map, deep, window(1.0, 1.0), false);
    }
    decode(&mut tally, config, &maps, (deep, levels))?;
    image(&tally, &input)
}

/// Two branches of a join, one of them with three blocks of a large and a small window each.
fn fused(tally: &mut Tally, from: Map, hidden: f64, to: f64) {
    tally.normed(from, hidden, window(1.0, 1.0), true);
    let map = tally.normed(from, hidden, window(1.0, 1.0), true);
    tally.times(3.0, |tally| {
        tally.normed(map, hidden, window(3.0, 1.0), false);
        tally.normed(map, hidden, window(1.0, 1.0), false);
        tally.sum(map.size());
        tally.activate(map.size());
    });
    tally.sum(map.size());
    if hidden.total_cmp(&to).is_ne() {
        tally.normed(map, to, window(1.0, 1.0), true);
    }
}

/// The best places of all become queries, which look at few points of each level.
fn decode(
    tally: &mut Tally,
    config: Fields<'_>,
    maps: &[Map],
    (width, levels): (f64, f64),
) -> Result<(), Refused> {
    let rows: f64 = maps.iter().map(|map| map.places()).sum();
    let classes = if config.0.get("id2label").is_some() {
        config.labels()
    } else {
        config.or("num_labels", 80.0)?
    };
    let queries = config.or("num_queries", 300.0)?;
    let points = config.or("decoder_n_points", 4.0)?;
    let heads = config.or("decoder_attention_heads", HEADS)?;
    let inner = config.or("decoder_ffn_dim", 1024.0)?;
    tally.parameters += (classes + 1.0) * width;
    tally.linear(rows, width, width, true);
    tally.norm(rows, width);
    tally.linear(rows, width, classes, true);
    boxes(tally, rows, width);
    let points = Points {
        heads,
        levels,
        each: points,
    };
    tally.times(config.or("decoder_layers", 6.0)?, |tally| {
        attention(tally, queries, queries, width);
        points.attend(tally, queries, rows, width);
        feed(tally, queries, width, inner);
        boxes(tally, queries, width);
        tally.linear(queries, width, classes, true);
    });
    // Where a box is, as a vector: one network for all layers, run in each.
    tally.linear(queries, 4.0, 2.0 * width, true);
    tally.linear(queries, 2.0 * width, width, true);
    Ok(())
}
