//! The network of convolutions and attention that Stable Diffusion 1, 2 and XL denoise with: down
//! over halved grids and up again, each block of the way up beside its twin of the way down.
//!
//! Counted at a grid of 64 x 64 latents and said by the latent: all but attention grows with it.

use super::super::tally::{Map, Tally, Window, window};
use super::{Released, images};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::{Refused, rounded};
use crate::vision::denoise::{AttentionForm, Denoiser, Form, Guiding};
use serde_json::Value;

/// Latents of a side at which it is counted.
const SIDE: f64 = 64.0;

const THREE: Window = Window {
    bias: true,
    ..window(3.0, 1.0)
};
const ONE: Window = Window {
    bias: true,
    ..window(1.0, 1.0)
};

/// The count in the making.
struct Walk {
    tally: Tally,
    /// Width of what says the time, and of a text's token.
    time: f64,
    text: f64,
    /// Operations of a text's token, and of neither.
    read: f64,
    constant: f64,
    /// Operations of attention an image's token squared, and times a text's token.
    own: f64,
    cross: f64,
    attentions: f64,
}

impl Walk {
    /// Notes what is kept for the way up.
    fn beside(&mut self, kept: &[Map]) {
        self.tally.held = kept.iter().map(|map| map.size()).sum();
    }

    fn residual(&mut self, from: Map, to: f64) -> Map {
        let tally = &mut self.tally;
        tally.norm(from.places(), from.channels);
        tally.activate(from.size());
        let map = tally.convolve(from, to, THREE);
        tally.parameters += self.time * to + to;
        self.constant += 2.0 * self.time * to;
        tally.kernels += 2.0;
        tally.sum(map.size());
        tally.norm(map.places(), to);
        tally.activate(map.size());
        let map = tally.convolve(map, to, THREE);
        if from.channels.total_cmp(&to).is_ne() {
            tally.convolve(from, to, ONE);
        }
        tally.sum(map.size());
        map
    }

    /// Layers of attention to itself, to the text, and of gated features.
    fn attend(&mut self, map: Map, layers: f64) {
        let (places, width) = (map.places(), map.channels);
        let tally = &mut self.tally;
        tally.norm(places, width);
        tally.linear(places, width, width, true);
        let text = self.text;
        tally.times(layers, |tally| {
            tally.norm(places, width);
            for _ in 0..3 {
                tally.linear(places, width, width, false);
            }
            tally.linear(places, width, width, true);
            tally.sum(places * width);
            tally.norm(places, width);
            tally.linear(places, width, width, false);
            tally.parameters += 2.0 * text * width;
            tally.linear(places, width, width, true);
            tally.sum(places * width);
            tally.norm(places, width);
            tally.linear(places, width, 8.0 * width, true);
            // Half of them through an activation, the product of both: all are there at once.
            tally.holds(17.0 * places * width);
            tally.activate(4.0 * places * width);
            tally.sum(4.0 * places * width);
            tally.linear(places, 4.0 * width, width, true);
            tally.sum(places * width);
            tally.kernels += 4.0;
        });
        tally.linear(places, width, width, true);
        tally.sum(places * width);
        let share = places / (SIDE * SIDE);
        self.read += 4.0 * layers * text * width;
        self.own += 4.0 * layers * width * share * share;
        self.cross += 4.0 * layers * width * share;
        self.attentions += 2.0 * layers;
    }
}

/// Names of blocks, and whether one has attention.
fn attends(config: Fields<'_>, name: &str, levels: usize, usual: &[bool]) -> Vec<bool> {
    let all = config.0.get(name).and_then(Value::as_array);
    let said = all.map(|all| {
        let names = all.iter().map(|one| one.as_str().unwrap_or_default());
        names
            .map(|name| name.starts_with("CrossAttn"))
            .collect::<Vec<_>>()
    });
    let said = said.filter(|said| said.len() == levels);
    said.unwrap_or_else(|| usual.to_vec())
}

/// A number for all levels, or one of each.
fn by_level(
    config: Fields<'_>,
    name: &str,
    levels: usize,
    usual: f64,
) -> Result<Vec<f64>, Refused> {
    if config.0.get(name).is_some_and(Value::is_array) {
        let all = config.list(name)?.unwrap_or_default();
        return Some(all)
            .filter(|all| all.len() == levels)
            .ok_or_else(|| missing(name));
    }
    Ok(vec![config.or(name, usual)?; levels])
}

/// Counts one.
pub(super) fn count(config: Fields<'_>) -> Result<(Denoiser, Released), Refused> {
    let widths = config.list_or("block_out_channels", &[320.0, 640.0, 1280.0, 1280.0])?;
    let levels = widths.len();
    if levels > 8 {
        return Err(missing("block_out_channels"));
    }
    let mut usual = vec![true; levels];
    if let Some(last) = usual.last_mut() {
        *last = false;
    }
    let down = attends(config, "down_block_types", levels, &usual);
    usual.reverse();
    let up = attends(config, "up_block_types", levels, &usual);
    let layers = by_level(config, "transformer_layers_per_block", levels, 1.0)?;
    let depth = rounded(config.or("layers_per_block", 2.0)?.min(16.0));
    let channels = config.or("in_channels", 4.0)?;
    let out = config.or("out_channels", 4.0)?;
    let first = widths.first().copied().unwrap_or(0.0);
    let last = widths.last().copied().unwrap_or(0.0);
    let side = config.or("sample_size", 64.0)?;
    let mut walk = Walk {
        tally: Tally::default(),
        time: 4.0 * first,
        text: config.or("cross_attention_dim", 768.0)?,
        read: 0.0,
        constant: 0.0,
        own: 0.0,
        cross: 0.0,
        attentions: 0.0,
    };
    let further = config.maybe(&["projection_class_embeddings_input_dim"])?;
    let said = first * walk.time + walk.time * walk.time + 2.0 * walk.time;
    let added = further.map_or(0.0, |from| {
        from * walk.time + walk.time * walk.time + 2.0 * walk.time
    });
    walk.tally.parameters += said + added;
    walk.constant += 2.0 * (said + added);
    let mut map = walk
        .tally
        .convolve(Map::image(SIDE, SIDE, channels), first, THREE);
    let mut kept = vec![map];
    for (at, ((width, attends), layers)) in widths.iter().zip(&down).zip(&layers).enumerate() {
        for _ in 0..depth {
            map = walk.residual(map, *width);
            if *attends {
                walk.attend(map, *layers);
            }
            kept.push(map);
            walk.beside(&kept);
        }
        if at + 1 < levels {
            let half = Window {
                stride: 2.0,
                ..THREE
            };
            map = walk.tally.convolve(map, *width, half);
            kept.push(map);
            walk.beside(&kept);
        }
    }
    walk.residual(map, last);
    walk.attend(map, layers.last().copied().unwrap_or(1.0));
    walk.residual(map, last);
    let rising = widths.iter().zip(&layers).rev().zip(&up);
    for (at, ((width, layers), attends)) in rising.enumerate() {
        for _ in 0..=depth {
            let twin = kept.pop().unwrap_or(map);
            walk.beside(&kept);
            let both = map.of(map.channels + twin.channels);
            walk.tally.copy(both.size());
            map = walk.residual(both, *width);
            if *attends {
                walk.attend(map, *layers);
            }
        }
        if at + 1 < levels {
            map = Map {
                rows: 2.0 * map.rows,
                columns: 2.0 * map.columns,
                ..map
            };
            walk.tally.copy(map.size());
            map = walk.tally.convolve(map, *width, THREE);
        }
    }
    let tally = &mut walk.tally;
    tally.norm(map.places(), first);
    tally.activate(map.size());
    tally.convolve(map, out, THREE);
    let denoiser = walk.denoiser();
    let pixels = rounded((side * 8.0).min(16_384.0));
    let steps = if further.is_some() { 30 } else { 50 };
    let released = images(pixels, steps, Guiding::ClassifierFree, [77, 77]);
    Ok((denoiser, released))
}

impl Walk {
    fn denoiser(&self) -> Denoiser {
        let places = SIDE * SIDE;
        let tally = &self.tally;
        let moved = tally.moved;
        let image = tally.work() / places;
        Denoiser {
            parameters: tally.parameters,
            count: 1,
            linear: Form {
                image,
                text: self.read,
                constant: self.constant,
            },
            attention: AttentionForm::OwnAndCross(self.own, self.cross),
            traffic: Form {
                image: (moved.norm + moved.pointwise + moved.copy) / places,
                text: 0.0,
                constant: 0.0,
            },
            alive: Form {
                image: 2.0 * tally.alive / places,
                text: 0.0,
                constant: 0.0,
            },
            kernels: [
                rounded(tally.kernels * 0.4),
                rounded(self.attentions),
                rounded(tally.kernels * 0.6),
            ],
            convolutions: tally.convolved() / tally.work().max(1.0),
            heads: None,
            patch: [1, 1, 1],
            reference: 0.0,
        }
    }
}
