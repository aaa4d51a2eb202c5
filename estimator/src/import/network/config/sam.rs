//! Segment Anything of both versions, and Hiera, whose stages the second sees with.
//!
//! ```text
//! image    a transformer in windows, some layers over all places, once an image
//! prompt   a point and its tokens attend to the image and back, twice; four masks
//! ```

use super::dense::biased;
use super::{Input, image};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, window};
use crate::import::network::{Found, Refused};
use serde_json::Value;

/// Windows that a layer is cut into, padded, and the places of one.
fn windows(map: Map, side: f64) -> (f64, f64) {
    let padded = |size: f64| (size / side).ceil() * side;
    (padded(map.rows) * padded(map.columns), side * side)
}

/// Tokens of one point: two of its own, one of the score, four of masks.
const TOKENS: f64 = 7.0;
const MASKS: f64 = 4.0;
/// Parameters of points, boxes and masks as prompts: vectors and three convolutions, in widths and
/// beside; the second version has one table less.
const PROMPTS: f64 = 6220.0;
const PLACES: f64 = 256.0;

/// The object of that name, or an empty one: classes have defaults for all.
fn inside<'a>(config: Fields<'a>, name: &str) -> Fields<'a> {
    config.inside(name).unwrap_or(Fields(&Value::Null))
}

/// Attention of a prompt and an image, in half of the width.
fn across(tally: &mut Tally, queries: f64, keys: f64, width: f64, inner: f64) {
    tally.linear(queries, width, inner, true);
    tally.linear(keys, width, inner, true);
    tally.linear(keys, width, inner, true);
    tally.attend(queries, keys, inner);
    tally.linear(queries, inner, width, true);
    tally.sum(queries * width);
    tally.norm(queries, width);
}

/// What makes masks of an image and a point.
fn prompted(tally: &mut Tally, config: Fields<'_>, map: Map, second: bool) -> Result<(), Refused> {
    let d = config.or("hidden_size", 256.0)?;
    let inner = config.or("mlp_dim", 2048.0)?;
    let half = (d / config.or("attention_downsample_rate", 2.0)?).floor();
    let places = map.places();
    let tokens = TOKENS + if second { 1.0 } else { 0.0 };
    tally.parameters += PROMPTS + if second { 0.0 } else { PLACES };
    tally.parameters += (MASKS + if second { 2.0 } else { 1.0 }) * d;
    tally.times(config.or("num_hidden_layers", 2.0)?, |tally| {
        across(tally, tokens, tokens, d, d);
        across(tally, tokens, places, d, half);
        tally.feed(tokens, d, inner);
        tally.sum(tokens * d);
        tally.norm(tokens, d);
        across(tally, places, tokens, d, half);
    });
    across(tally, tokens, places, d, half);
    let large = tally.spread(map.of(d), d / 4.0, 2.0);
    tally.norm(large.places(), large.channels);
    tally.activate(large.size());
    let fine = tally.spread(large, d / 8.0, 2.0);
    tally.activate(fine.size());
    tally.times(MASKS, |tally| tally.perceive(1.0, &[d, d, d, d / 8.0]));
    tally.perceive(1.0, &[d, d, d, MASKS]);
    if second {
        tally.perceive(1.0, &[d, d, d, 1.0]);
        tally.convolve(large.of(d), d / 4.0, biased(1.0, 1.0));
        tally.convolve(fine.of(d), d / 8.0, biased(1.0, 1.0));
    }
    tally.products += 2.0 * MASKS * fine.size();
    Ok(())
}

/// Segment Anything.
pub(super) fn first(config: Fields<'_>) -> Result<Found, Refused> {
    let sees = inside(config, "vision_config");
    let input = Input::read(sees, 1024.0)?;
    let d = sees.or("hidden_size", 768.0)?;
    let layers = sees.or("num_hidden_layers", 12.0)?;
    let heads = sees.or("num_attention_heads", 12.0)?;
    let patch = sees.or("patch_size", 16.0)?;
    let ratio = sees.ratio("mlp_ratio", 4.0)?;
    let inner = sees.maybe(&["mlp_dim"])?.unwrap_or((ratio * d).floor());
    let side = sees.or("window_size", 14.0)?;
    let whole = sees.list_count("global_attn_indexes", 4.0).min(layers);
    let mut tally = Tally::default();
    let map = tally.convolve(input.map(), d, biased(patch, patch));
    tally.parameters += map.size();
    tally.sum(map.size());
    let (padded, keys) = windows(map, side);
    for (times, rows, keys, sides) in [
        (layers - whole, padded, keys, (side, side)),
        (whole, map.places(), map.places(), (map.rows, map.columns)),
    ] {
        tally.times(times, |tally| {
            let scores = rows * keys * heads;
            let before = *tally;
            tally.transform(map.places(), keys, d, inner);
            // Attention and its products are of padded windows.
            let more = rows - map.places();
            tally.products =
                before.products + 2.0 * map.places() * 2.0 * d * inner + 8.0 * rows * d * d;
            tally.attention = before.attention + 4.0 * d * rows * keys;
            tally.copy(2.0 * (more + map.places()) * d);
            // Offsets of rows and columns are vectors that queries are multiplied with.
            let (high, wide) = sides;
            tally.parameters += (2.0 * (high + wide) - 2.0) * d / heads;
            tally.products += 2.0 * rows * (high + wide) * d;
            tally.sum(scores);
        });
    }
    let out = sees.or("output_channels", 256.0)?;
    let mut neck = tally.convolve(map, out, window(1.0, 1.0));
    tally.norm(neck.places(), out);
    neck = tally.convolve(neck, out, window(3.0, 1.0));
    tally.norm(neck.places(), out);
    prompted(
        &mut tally,
        inside(config, "mask_decoder_config"),
        neck,
        false,
    )?;
    image(&tally, &input)
}

/// A block of Hiera: to more channels and a quarter of the places, or neither.
struct Block {
    to: f64,
    inner: f64,
    /// Places of a window, and all of them with its padding.
    keys: f64,
    rows: f64,
    pools: bool,
}

impl Block {
    fn count(&self, tally: &mut Tally, from: Map) -> Map {
        let (places, width) = (from.places(), from.channels);
        let fewer = if self.pools { 4.0 } else { 1.0 };
        let out = if self.pools {
            Map {
                rows: (from.rows / 2.0).ceil(),
                columns: (from.columns / 2.0).ceil(),
                channels: self.to,
            }
        } else {
            from.of(self.to)
        };
        tally.held = from.size();
        tally.norm(places, width);
        if width.total_cmp(&self.to).is_ne() {
            tally.linear(places, width, self.to, true);
        }
        tally.copy(2.0 * self.rows * width);
        tally.linear(self.rows, width, 3.0 * self.to, true);
        if self.pools {
            tally.pool(from.of(2.0 * self.to), 2.0, 2.0);
        }
        tally.attend(self.rows / fewer, self.keys, self.to);
        tally.linear(self.rows / fewer, self.to, self.to, true);
        tally.sum(out.size());
        tally.norm(out.places(), self.to);
        tally.feed(out.places(), self.to, self.inner);
        tally.sum(out.size());
        tally.held = 0.0;
        out
    }
}

/// Hiera, whose windows are as many places as a unit that training hides.
pub(super) fn hiera(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 224.0)?;
    let first = config.or("embed_dim", 96.0)?;
    let depths = config.list_or("depths", &[2.0, 3.0, 16.0, 3.0])?;
    let ratio = config.ratio("mlp_ratio", 4.0)?;
    let more = config.ratio("embed_dim_multiplier", 2.0)?;
    let pools = config.or("num_query_pool", 3.0)?;
    let hidden = config
        .0
        .get("masked_unit_attention")
        .and_then(Value::as_array);
    let units = config.list_or("masked_unit_size", &[8.0, 8.0])?;
    let mut unit: f64 = units.iter().product();
    let mut tally = Tally::default();
    let cut = config.list_or("patch_size", &[7.0, 7.0])?;
    let step = config.list_or("patch_stride", &[4.0, 4.0])?;
    let (cut, step) = (cut.first().copied(), step.first().copied());
    let by = biased(cut.unwrap_or(7.0), step.unwrap_or(4.0));
    let mut map = tally.convolve(input.map(), first, by);
    tally.parameters += map.size();
    tally.sum(map.size());
    let mut before = true;
    for (at, depth) in depths.iter().enumerate() {
        let windowed = hidden
            .and_then(|all| all.get(at)?.as_bool())
            .unwrap_or(at < 2);
        let stage = u32::try_from(at).map_or(0.0, f64::from);
        let to = if at > 0 {
            (map.channels * more).floor()
        } else {
            first
        };
        let pools = at > 0 && stage <= pools;
        let rows = map.places();
        let keys = if windowed || before { unit } else { rows };
        let block = |rows: f64, keys: f64, pools: bool| Block {
            to,
            inner: (to * ratio).floor(),
            keys: keys.min(rows),
            rows,
            pools,
        };
        map = block(rows, keys, pools).count(&mut tally, map);
        if pools {
            unit = (unit / 4.0).max(1.0);
        }
        let stage = map;
        let keys = if windowed { unit } else { stage.places() };
        tally.times(depth - 1.0, |tally| {
            block(stage.places(), keys, false).count(tally, stage);
        });
        before = windowed;
    }
    tally.mean(map);
    tally.norm(1.0, map.channels);
    if config.made_for() == "ImageClassification" {
        tally.linear(1.0, map.channels, config.labels(), true);
    }
    image(&tally, &input)
}

/// Parameters of what remembers frames of a video: attention over them and what writes them down.
const MEMORY: f64 = 5_922_304.0 + 1_384_608.0 + 17.0 + 197_376.0 + 16_448.0 + 1_280.0;

/// Segment Anything 2.
pub(super) fn second(config: Fields<'_>) -> Result<Found, Refused> {
    let sees = inside(config, "vision_config");
    let of = inside(sees, "backbone_config");
    let input = Input::read(of, 1024.0)?;
    let depths = of.list_or("blocks_per_stage", &[1.0, 2.0, 7.0, 2.0])?;
    let widths = of.list_or("embed_dim_per_stage", &[96.0, 192.0, 384.0, 768.0])?;
    let sides = of.list_or("window_size_per_stage", &[8.0, 4.0, 14.0, 7.0])?;
    let grid = of.list_or("window_positional_embedding_background_size", &[7.0, 7.0])?;
    let whole = of.list_or("global_attention_blocks", &[5.0, 7.0, 9.0])?;
    let ratio = of.ratio("mlp_ratio", 4.0)?;
    if depths.len() != widths.len() || sides.len() != widths.len() {
        return Err(missing("blocks_per_stage"));
    }
    let mut tally = Tally::default();
    let first = widths.first().copied().unwrap_or(96.0);
    let side = sides.first().copied().unwrap_or(8.0);
    let mut map = tally.convolve(input.map(), first, biased(7.0, 4.0));
    tally.parameters += first * (grid.iter().product::<f64>() + side * side);
    tally.sum(map.size());
    let mut maps = Vec::new();
    let (mut number, mut before) = (0.0, side);
    for ((depth, width), side) in depths.iter().zip(&widths).zip(&sides) {
        let mut at = 0.0;
        while at < depth.min(256.0) {
            let begins = at < 1.0;
            let all = whole.iter().any(|one| one.total_cmp(&number).is_eq());
            let side = if begins { before } else { *side };
            let (rows, keys) = if all {
                (map.places(), map.places())
            } else {
                windows(map, side)
            };
            let block = Block {
                to: *width,
                inner: (width * ratio).floor(),
                keys,
                rows,
                pools: begins && number > 0.0,
            };
            map = block.count(&mut tally, map);
            at += 1.0;
            number += 1.0;
        }
        before = *side;
        maps.push(map);
    }
    let out = sees.or("fpn_hidden_size", 256.0)?;
    for map in &maps {
        tally.convolve(*map, out, biased(1.0, 1.0));
    }
    let at = maps.len().saturating_sub(2);
    let read = maps.get(at).copied().unwrap_or(map).of(out);
    tally.parameters += out;
    if config.word("model_type") == Some("sam2_video") {
        tally.parameters += MEMORY;
    }
    prompted(
        &mut tally,
        inside(config, "mask_decoder_config"),
        read,
        true,
    )?;
    image(&tally, &input)
}
