//! Masks of what is seen, one a query: `Mask2Former`, `OneFormer`, `MaskFormer`.
//!
//! ```text
//! pixels    the three smaller stages attend to few points of each other, the largest is added
//! queries   attend to one of the three, to themselves; a mask is a query times every pixel
//! ```

use super::dense::{biased, resized};
use super::detect::{Points, attention, feed};
use super::parts::backbone;
use super::{Input, image};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, window};
use crate::import::network::{Found, Refused};

/// Side of an image that a file does not bound.
const SIDE: f64 = 1024.0;
/// Levels of the grids that attend to each other, and points of each.
const LEVELS: f64 = 3.0;
const POINTS: f64 = 4.0;

/// A convolution of one place or more, and a norm over groups of its channels.
pub(super) fn grouped(
    tally: &mut Tally,
    from: Map,
    to: f64,
    (side, stride): (f64, f64),
    bias: bool,
) -> Map {
    let by = if bias {
        biased(side, stride)
    } else {
        window(side, stride)
    };
    let map = tally.convolve(from, to, by);
    tally.norm(map.places(), to);
    map
}

/// What queries become masks with: a class each, a vector that pixels are multiplied with.
struct Masks {
    queries: f64,
    width: f64,
    labels: f64,
    pixels: Map,
}

impl Masks {
    fn embed(&self, tally: &mut Tally) {
        let d = self.width;
        tally.norm(self.queries, d);
        tally.linear(self.queries, d, self.labels + 1.0, true);
        tally.perceive(self.queries, &[d, d, d, self.pixels.channels]);
    }

    fn draw(&self, tally: &mut Tally) {
        tally.products += 2.0 * self.queries * self.pixels.size();
        tally.activate(self.queries * self.pixels.places());
    }
}

/// `Mask2Former`, and `OneFormer`, whose queries read the task first.
pub(super) fn universal(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::open(SIDE);
    let mut tally = Tally::default();
    let maps = backbone(&mut tally, config, &input)?;
    let [first, others @ ..] = maps.as_slice() else {
        return Err(missing("backbone_config"));
    };
    let task = config.word("model_type") == Some("oneformer");
    let pixel = config.or(if task { "conv_dim" } else { "feature_size" }, 256.0)?;
    let mask = config.or(
        if task {
            "mask_dim"
        } else {
            "mask_feature_size"
        },
        pixel,
    )?;
    let d = config.or("hidden_dim", 256.0)?;
    let heads = config.or("num_attention_heads", 8.0)?;
    let queries = config.or("num_queries", if task { 150.0 } else { 100.0 })?;
    let mut rows = 0.0;
    for map in others {
        rows += grouped(&mut tally, *map, pixel, (1.0, 1.0), true).places();
    }
    let points = Points {
        heads,
        levels: LEVELS,
        each: POINTS,
    };
    let inner = config.or("encoder_feedforward_dim", 1024.0)?;
    tally.parameters += LEVELS * pixel;
    tally.times(config.or("encoder_layers", 6.0)?, |tally| {
        points.attend(tally, rows, rows, pixel);
        feed(tally, rows, pixel, inner);
    });
    let lateral = grouped(&mut tally, *first, pixel, (1.0, 1.0), false);
    tally.sum(lateral.size());
    let fine = grouped(&mut tally, lateral, pixel, (3.0, 1.0), false);
    tally.activate(fine.size());
    let pixels = tally.convolve(fine, mask, biased(1.0, 1.0));
    let masks = Masks {
        queries,
        width: d,
        labels: config.labels(),
        pixels,
    };
    let inner = config.or("dim_feedforward", 2048.0)?;
    // Queries are a table of vectors and one of places, or made of the task.
    tally.parameters += (LEVELS + if task { 1.0 } else { 2.0 } * queries) * d;
    if task {
        let length = config.or("task_seq_len", 77.0)?;
        tally.perceive(1.0, &[length, d, d]);
        let seen = tally.convolve(fine, d, biased(1.0, 1.0)).places();
        tally.times(config.or("query_dec_layers", 2.0)?, |tally| {
            attention(tally, queries, queries, d);
            attention(tally, queries, seen, d);
            feed(tally, queries, d, inner);
        });
        tally.norm(queries, d);
    }
    let layers = (config.or("decoder_layers", 10.0)? - 1.0).max(1.0);
    tally.times(layers, |tally| {
        // One of the three grids in turn.
        attention(tally, queries, rows / LEVELS, d);
        attention(tally, queries, queries, d);
        feed(tally, queries, d, inner);
    });
    masks.embed(&mut tally);
    // Each layer is told where to look by the masks so far.
    let parameters = tally.parameters;
    tally.times(layers, |tally| masks.embed(tally));
    tally.parameters = parameters;
    tally.times(layers + 1.0, |tally| masks.draw(tally));
    image(&tally, &input)
}

/// `MaskFormer`: a pyramid of convolutions beside a decoder as DETR's.
pub(super) fn pyramid(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::open(SIDE);
    let mut tally = Tally::default();
    let maps = backbone(&mut tally, config, &input)?;
    let [others @ .., last] = maps.as_slice() else {
        return Err(missing("backbone_config"));
    };
    let pixel = config.or("fpn_feature_size", 256.0)?;
    let mask = config.or("mask_feature_size", 256.0)?;
    let mut map = grouped(&mut tally, *last, pixel, (3.0, 1.0), false);
    tally.activate(map.size());
    for lateral in others.iter().rev() {
        let small = grouped(&mut tally, *lateral, pixel, (1.0, 1.0), false);
        resized(&mut tally, map, small.rows, small.columns);
        tally.sum(small.size());
        map = grouped(&mut tally, small, pixel, (3.0, 1.0), false);
        tally.activate(map.size());
    }
    let pixels = tally.convolve(map, mask, biased(3.0, 1.0));
    let decoder = config.inside("decoder_config").unwrap_or(config);
    let d = decoder.or("d_model", 256.0)?;
    let queries = decoder.or("num_queries", 100.0)?;
    let inner = decoder.or("decoder_ffn_dim", 2048.0)?;
    if last.channels.total_cmp(&d).is_ne() {
        tally.convolve(*last, d, biased(1.0, 1.0));
    }
    tally.parameters += queries * d;
    tally.times(decoder.or("decoder_layers", 6.0)?, |tally| {
        attention(tally, queries, queries, d);
        attention(tally, queries, last.places(), d);
        feed(tally, queries, d, inner);
    });
    let masks = Masks {
        queries,
        width: d,
        labels: config.labels(),
        pixels,
    };
    masks.embed(&mut tally);
    masks.draw(&mut tally);
    image(&tally, &input)
}
