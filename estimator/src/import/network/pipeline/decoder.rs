//! What turns latents into pixels: `AutoencoderKL` layer by layer, others as their class is known.
//!
//! ```text
//! up a stage   residual blocks of two convolutions of three, then twice the sides
//! middle       two such blocks around attention, whose work grows with the square of latents
//! alive        three tensors of a pixel's most channels
//! ```

use super::super::known::Known;
use super::super::tally::{Map, Tally, Window, window};
use super::family;
use crate::import::network::fields::Fields;
use crate::import::network::{Refused, rounded};
use crate::quantity::{Bytes, Flops};
use crate::vision::denoise::Decoder;

/// Latents of a side at which one is counted.
const SIDE: f64 = 128.0;

/// Counts one of that class.
pub(super) fn read(config: Fields<'_>, class: &str, known: &dyn Known) -> Result<Decoder, Refused> {
    let latents = config
        .maybe(&["latent_channels", "z_dim"])?
        .unwrap_or(if class == "AutoencoderKL" { 4.0 } else { 16.0 });
    if class != "AutoencoderKL" {
        let known = known.decoder(class, rounded(latents));
        return known.ok_or_else(|| family(class));
    }
    let widths = config.list_or("block_out_channels", &[64.0])?;
    let depth = config.or("layers_per_block", 1.0)?;
    let mut down = Tally::default();
    let mut up = Tally::default();
    encode(&mut down, &widths, depth, latents);
    let pixels = decode(&mut up, &widths, depth, latents);
    let (first, last) = match widths.as_slice() {
        [one] => (*one, *one),
        [first, .., last] => (*first, *last),
        [] => (0.0, 0.0),
    };
    let joined = widths.get(1).copied().unwrap_or(first).max(first);
    let halved = widths.len().saturating_sub(1).min(12);
    let space = 1_u32 << u32::try_from(halved).unwrap_or(12);
    let moved = up.moved;
    let tokens = SIDE * SIDE;
    Ok(Decoder {
        parameters: up.parameters + down.parameters,
        space,
        time: 1,
        work: up.work() / pixels,
        attention: Flops::new(4.0 * last * tokens * tokens),
        tokens: rounded(tokens),
        frames: 1,
        traffic: (moved.norm + moved.pointwise + moved.copy) / pixels,
        alive: Bytes::new(6.0 * joined),
        kernels: rounded(up.kernels),
        fp32: config.is("force_upcast", true),
    })
}

const THREE: Window = Window {
    bias: true,
    ..window(3.0, 1.0)
};
const ONE: Window = Window {
    bias: true,
    ..window(1.0, 1.0)
};

fn residual(tally: &mut Tally, from: Map, to: f64) -> Map {
    tally.norm(from.places(), from.channels);
    tally.activate(from.size());
    let map = tally.convolve(from, to, THREE);
    tally.norm(map.places(), to);
    tally.activate(map.size());
    let map = tally.convolve(map, to, THREE);
    if from.channels.total_cmp(&to).is_ne() {
        tally.convolve(from, to, ONE);
    }
    tally.sum(map.size());
    map
}

/// Two blocks around attention, whose work is counted apart.
fn middle(tally: &mut Tally, map: Map) {
    residual(tally, map, map.channels);
    tally.norm(map.places(), map.channels);
    for _ in 0..4 {
        tally.linear(map.places(), map.channels, map.channels, true);
    }
    tally.kernels += 1.0;
    tally.sum(map.size());
    residual(tally, map, map.channels);
}

fn decode(tally: &mut Tally, widths: &[f64], depth: f64, latents: f64) -> f64 {
    let last = widths.last().copied().unwrap_or(0.0);
    let mut map = Map::image(SIDE, SIDE, latents);
    // What brings latents to the decoder's scale.
    map = tally.convolve(map, latents, ONE);
    map = tally.convolve(map, last, THREE);
    middle(tally, map);
    for (at, width) in widths.iter().rev().enumerate() {
        map = residual(tally, map, *width);
        let more = map;
        tally.times(depth, |tally| {
            residual(tally, more, *width);
        });
        if at + 1 < widths.len() {
            map = Map {
                rows: 2.0 * map.rows,
                columns: 2.0 * map.columns,
                ..map
            };
            tally.copy(map.size());
            map = tally.convolve(map, *width, THREE);
        }
    }
    tally.norm(map.places(), map.channels);
    tally.activate(map.size());
    tally.convolve(map, 3.0, THREE);
    map.places()
}

fn encode(tally: &mut Tally, widths: &[f64], depth: f64, latents: f64) {
    let first = widths.first().copied().unwrap_or(0.0);
    let mut map = Map::image(SIDE, SIDE, 3.0);
    map = tally.convolve(map, first, THREE);
    for (at, width) in widths.iter().enumerate() {
        map = residual(tally, map, *width);
        let more = map;
        tally.times(depth - 1.0, |tally| {
            residual(tally, more, *width);
        });
        if at + 1 < widths.len() {
            let half = Window {
                stride: 2.0,
                ..THREE
            };
            map = tally.convolve(map, *width, half);
        }
    }
    middle(tally, map);
    tally.norm(map.places(), map.channels);
    tally.convolve(map, 2.0 * latents, THREE);
    tally.convolve(map.of(2.0 * latents), 2.0 * latents, ONE);
}
