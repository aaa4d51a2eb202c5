//! D-FINE and `HGNetV2`, whose blocks gather what each of their layers gives.
//!
//! ```text
//! HGNetV2   n layers one behind the other, all n + 1 maps joined, 1x1 to half and to all channels
//! D-FINE    as RT-DETR, with joins of two branches a level, and boxes as distributions of edges
//! ```

use super::detect::{attention, boxes, feed};
use super::parts::backbone;
use super::{Input, image};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window, window};
use crate::import::network::{Found, Refused};
use serde_json::Value;

/// A list of switches, with what the class takes where the file has none.
fn switches(config: Fields<'_>, name: &str, usual: [bool; 4]) -> Vec<bool> {
    let all = config.0.get(name).and_then(Value::as_array);
    all.map_or(usual.to_vec(), |all| {
        all.iter().map(|one| one.as_bool() == Some(true)).collect()
    })
}

/// Counts `HGNetV2`: what comes out of each stage.
pub(super) fn stages(
    tally: &mut Tally,
    config: Fields<'_>,
    input: &Input,
) -> Result<Vec<Map>, Refused> {
    let stem = config.list_or("stem_channels", &[3.0, 32.0, 48.0])?;
    let [_, first, second] = stem.as_slice() else {
        return Err(missing("stem_channels"));
    };
    let inner = config.list_or("stage_mid_channels", &[48.0, 96.0, 192.0, 384.0])?;
    let widths = config.list_or("stage_out_channels", &[128.0, 512.0, 1024.0, 2048.0])?;
    let blocks = config.list_or("stage_num_blocks", &[1.0, 1.0, 3.0, 1.0])?;
    let layers = config.list_or("stage_numb_of_layers", &[6.0; 4])?;
    let sides = config.list_or("stage_kernel_size", &[3.0, 3.0, 5.0, 5.0])?;
    let light = switches(config, "stage_light_block", [false, false, true, true]);
    let halved = switches(config, "stage_downsample", [false, true, true, true]);
    for (name, many) in [
        ("stage_mid_channels", inner.len()),
        ("stage_num_blocks", blocks.len()),
        ("stage_numb_of_layers", layers.len()),
        ("stage_kernel_size", sides.len()),
        ("stage_light_block", light.len()),
        ("stage_downsample", halved.len()),
    ] {
        if many < widths.len() {
            return Err(missing(name));
        }
    }
    let map = tally.normed(input.map(), *first, window(3.0, 2.0), true);
    // Two windows of two beside a pool, on the same grid.
    tally.normed(map, first / 2.0, window(2.0, 1.0), true);
    tally.normed(map.of(first / 2.0), *first, window(2.0, 1.0), true);
    tally.pool(map, 2.0, 1.0);
    tally.copy(2.0 * map.size());
    let map = tally.normed(map.of(2.0 * first), *first, window(3.0, 2.0), true);
    let mut map = tally.normed(map, *second, window(1.0, 1.0), true);
    let mut stages = Vec::new();
    let shapes = inner.iter().zip(&layers).zip(sides.iter().zip(&blocks));
    let switched = light.iter().zip(&halved);
    for ((width, ((inner, layers), (side, blocks))), (light, halved)) in
        widths.iter().zip(shapes).zip(switched)
    {
        if *halved {
            let by = Window {
                groups: map.channels,
                ..window(3.0, 2.0)
            };
            map = tally.normed(map, map.channels, by, false);
        }
        let block = |tally: &mut Tally, from: Map| {
            let mut map = from;
            let mut at = 0.0;
            while at < layers.min(64.0) {
                if *light {
                    map = tally.normed(map, *inner, window(1.0, 1.0), false);
                }
                let groups = if *light { *inner } else { 1.0 };
                let by = Window {
                    groups,
                    ..window(*side, 1.0)
                };
                map = tally.normed(map, *inner, by, true);
                at += 1.0;
            }
            let all = from.channels + layers * inner;
            tally.copy(from.places() * all);
            let half = tally.normed(from.of(all), width / 2.0, window(1.0, 1.0), true);
            tally.normed(half, *width, window(1.0, 1.0), true)
        };
        map = block(tally, map);
        let more = map;
        tally.times(blocks - 1.0, |tally| {
            block(tally, more);
            tally.sum(more.size());
        });
        stages.push(map);
    }
    Ok(stages)
}

/// Joins of two branches.
struct Join {
    width: f64,
    inner: f64,
    blocks: f64,
}

impl Join {
    fn branch(&self, tally: &mut Tally, from: Map) -> Map {
        tally.normed(from, self.inner, window(1.0, 1.0), true);
        let map = tally.normed(from, self.inner, window(1.0, 1.0), true);
        tally.times(self.blocks, |tally| {
            tally.normed(map, self.inner, window(3.0, 1.0), false);
            tally.normed(map, self.inner, window(1.0, 1.0), false);
            tally.sum(map.size());
            tally.activate(map.size());
        });
        tally.sum(map.size());
        tally.normed(map, self.inner, window(3.0, 1.0), true)
    }

    fn count(&self, tally: &mut Tally, to: Map) {
        let two = to.of(2.0 * self.width);
        tally.copy(two.size());
        tally.normed(two, two.channels, window(1.0, 1.0), true);
        let map = self.branch(tally, to);
        self.branch(tally, map);
        let all = to.of(two.channels + 2.0 * self.inner);
        tally.copy(all.size());
        tally.normed(all, self.width, window(1.0, 1.0), true);
    }
}

/// D-FINE.
pub(super) fn fine(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 640.0)?;
    let mut tally = Tally::default();
    let of = config.inside("backbone_config");
    let stages = match of {
        Some(_) => backbone(&mut tally, config, &input)?,
        None => self::stages(&mut tally, Fields(&Value::Null), &input)?,
    };
    let known = config.list_or("encoder_in_channels", &[512.0, 1024.0, 2048.0])?;
    let width = config.or("encoder_hidden_dim", 256.0)?;
    let used = stages.iter().skip(stages.len().saturating_sub(known.len()));
    let maps: Vec<Map> = used
        .map(|map| tally.normed(*map, width, window(1.0, 1.0), false))
        .collect();
    let Some(last) = maps.last().copied() else {
        return Err(missing("backbone_config"));
    };
    let inner = config.or("encoder_ffn_dim", 1024.0)?;
    let rows = last.places();
    tally.times(config.or("encoder_layers", 1.0)?, |tally| {
        attention(tally, rows, rows, width);
        feed(tally, rows, width, inner);
    });
    let join = Join {
        width,
        inner: (width * config.ratio("hidden_expansion", 1.0)? / 2.0).round(),
        blocks: (3.0 * config.ratio("depth_mult", 1.0)?).round(),
    };
    for pair in maps.windows(2) {
        let [large, small] = pair else { continue };
        tally.normed(*small, width, window(1.0, 1.0), false);
        join.count(&mut tally, *large);
        tally.normed(*large, width, window(1.0, 1.0), false);
        let by = Window {
            groups: width,
            ..window(3.0, 2.0)
        };
        tally.normed(*large, width, by, false);
        join.count(&mut tally, *small);
    }
    decode(&mut tally, config, &maps, width)?;
    image(&tally, &input)
}

/// Queries that look at few points, and boxes as distributions of their edges.
fn decode(tally: &mut Tally, config: Fields<'_>, maps: &[Map], width: f64) -> Result<(), Refused> {
    let d = config.or("d_model", 256.0)?;
    let mut rows = 0.0;
    for map in maps {
        rows += map.places();
        if d.total_cmp(&width).is_ne() {
            tally.normed(*map, d, window(1.0, 1.0), false);
        }
    }
    let labels = if config.0.get("id2label").is_some() {
        config.labels()
    } else {
        config.or("num_labels", 80.0)?
    };
    let queries = config.or("num_queries", 300.0)?;
    let heads = config.or("decoder_attention_heads", 8.0)?;
    let levels = config.or("num_feature_levels", 3.0)?;
    let points = match config.0.get("decoder_n_points") {
        Some(Value::Array(_)) => config.list_or("decoder_n_points", &[])?.iter().sum(),
        _ => levels * config.or("decoder_n_points", 4.0)?,
    };
    let inner = config.or("decoder_ffn_dim", 1024.0)?;
    let bins = 4.0 * (config.or("max_num_bins", 32.0)? + 1.0);
    let best = 4.0 * (config.or("top_prob_values", 4.0)? + 1.0);
    let hidden = config.or("lqe_hidden_dim", 64.0)?;
    tally.parameters += (labels + 1.0) * d;
    tally.linear(rows, d, d, true);
    tally.norm(rows, d);
    tally.linear(rows, d, labels, true);
    boxes(tally, rows, d);
    boxes(tally, queries, d);
    tally.perceive(queries, &[4.0, 2.0 * d, d]);
    tally.times(config.or("decoder_layers", 6.0)?, |tally| {
        attention(tally, queries, queries, d);
        tally.linear(queries, d, 3.0 * heads * points, true);
        let read = queries * points * d;
        tally.copy(read);
        tally.attention += 2.0 * read;
        tally.kernels += 3.0 * levels;
        // What was seen and what was known are let through by gates of both.
        tally.copy(2.0 * queries * d);
        tally.linear(queries, 2.0 * d, 2.0 * d, true);
        tally.activate(2.0 * queries * d);
        tally.norm(queries, d);
        feed(tally, queries, d, inner);
        tally.linear(queries, d, labels, true);
        tally.perceive(queries, &[d, d, d, bins]);
        tally.perceive(queries, &[best, hidden, 1.0]);
    });
    Ok(())
}
