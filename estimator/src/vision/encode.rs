//! The cost of the tower that reads images: weights, activations, work and time.
//!
//! ```text
//! parameters = layers (4 d^2 + g d ff) + merger
//! linear     = 2 parameters of layers n + 2 merger n/m^2 + 2 n 3 p^2 d frames
//! attention  = 4 d n reach layers            windowed layers reach a window
//! traffic    = n layers 2 (12 d + 4 ff)
//! seconds    = smax( smax(linear/tp/R, weights/bw) + attention/tp/(R_att q/(q+243))
//!              + 0.951 traffic/tp/bw , 14 layers 3 us )
//! ```
//!
//! `n` patches of all images, `q` patches that attend to each other, `d` width, `ff`
//! feed-forward of `g` matrices, `p` patch, `m` merge. No measured row was available: the
//! constants are those fitted to denoisers, which are transformers of the same kind.

use super::smooth::{USUAL, larger};
use super::tokens::{Count, Merger, Tower};
use crate::quantity::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, Seconds};

/// Bytes of a weight and of an activation: 16 bit.
const WIDE: f64 = 2.0;
/// Bytes of a colour value as the processor hands it on: fp32.
const COLOUR: f64 = 4.0;
/// Colours of a pixel.
const COLOURS: f64 = 3.0;
/// Tensors of the width, and of the feed-forward's, that a layer reads and writes.
const WIDTHS_MOVED: f64 = 12.0;
const FORWARDS_MOVED: f64 = 4.0;
/// The same that are alive at once.
const WIDTHS_ALIVE: f64 = 6.0;
const FORWARDS_ALIVE: f64 = 3.0;
/// Patches at which attention reaches half its rate; fitted to denoisers.
const HALF_RATE: f64 = 243.0;
/// Share of the counted traffic that moves in eager kernels; fitted to denoisers.
const TRAFFIC: f64 = 0.951;
/// Kernels of a layer, and seconds that each takes to launch.
const KERNELS: f64 = 14.0;
const LAUNCH: f64 = 3e-6;

/// An accelerator's rates for the tower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Large 16-bit products.
    pub products: FlopsPerSecond,
    /// Attention over a long sequence.
    pub attention: FlopsPerSecond,
    /// Memory, as it is read.
    pub bandwidth: BytesPerSecond,
}

/// The cost of reading images, in all; divided by [`Encoding::seconds`] and [`Encoding::weights`]
/// over the accelerators.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encoding {
    /// Parameters of the tower's layers and the merger.
    pub parameters: f64,
    /// Work of products.
    pub linear: Flops,
    /// Work of attention.
    pub attention: Flops,
    /// Bytes that layers read and write beside weights.
    pub traffic: Bytes,
    patches: f64,
    reach: f64,
    tower: Tower,
}

impl Encoding {
    /// Of `images` that count as `count` each, for a language model of hidden size `text_width`.
    #[must_use]
    pub fn of(tower: Tower, count: Count, images: u32, text_width: u32) -> Self {
        let d = f64::from(tower.width);
        let forward = f64::from(tower.feed_forward);
        let layers = f64::from(tower.layers);
        let square = f64::from(tower.merge).powi(2);
        let body = layers * d * (4.0 * d + f64::from(tower.matrices) * forward);
        let merger = merger(tower, f64::from(text_width));
        let patches = count.patches as f64;
        let n = patches * f64::from(images);
        let embedded = COLOURS * f64::from(tower.patch).powi(2) * d * f64::from(tower.frames);
        let reach = if count.cross_tokens > 0 {
            patches
        } else {
            patches / count.tiles.max(1) as f64
        };
        // Layer by layer, patches that one attends to.
        let reached = tower.windows.map_or(layers * reach, |(window, full)| {
            let full = f64::from(full).min(layers);
            full * reach + (layers - full) * reach.min(f64::from(window))
        });
        Self {
            parameters: body + merger,
            linear: Flops::new(2.0 * n * (body + merger / square + embedded)),
            attention: Flops::new(4.0 * d * n * reached),
            traffic: Bytes::new(n * layers * WIDE * (WIDTHS_MOVED * d + FORWARDS_MOVED * forward)),
            patches,
            reach,
            tower,
        }
    }

    /// Weights on each of `shards` accelerators.
    #[must_use]
    pub fn weights(&self, shards: u32) -> Bytes {
        Bytes::new(WIDE * self.parameters) / f64::from(shards.max(1))
    }

    /// Activations and pixels of one image on each of `shards` accelerators.
    #[must_use]
    pub fn activations(&self, shards: u32) -> Bytes {
        let Tower {
            width,
            feed_forward,
            patch,
            ..
        } = self.tower;
        let alive = FORWARDS_ALIVE * f64::from(feed_forward) + WIDTHS_ALIVE * f64::from(width);
        let pixels = COLOUR * COLOURS * f64::from(patch).powi(2);
        Bytes::new(self.patches * (WIDE * alive / f64::from(shards.max(1)) + pixels))
    }

    /// How long the tower takes on `shards` accelerators that split its weights.
    #[must_use]
    pub fn seconds(&self, rates: &Rates, shards: u32) -> Seconds {
        let shards = f64::from(shards.max(1));
        let read = Bytes::new(WIDE * self.parameters) / rates.bandwidth;
        let products = larger(
            (self.linear / rates.products / shards).get(),
            (read / shards).get(),
            USUAL,
        );
        let share = self.reach / (self.reach + HALF_RATE);
        let attention = self.attention / (rates.attention * share) / shards;
        let traffic = self.traffic / rates.bandwidth * TRAFFIC / shards;
        let device = products + (attention + traffic).get();
        let host = KERNELS * f64::from(self.tower.layers) * LAUNCH;
        Seconds::new(larger(device, host, USUAL))
    }
}

/// Parameters of the part that turns merged patches into the language model's width.
fn merger(tower: Tower, text: f64) -> f64 {
    let width = f64::from(tower.width);
    let merged = f64::from(tower.merge).powi(2) * width;
    match tower.merger {
        Merger::TwoLayers { copies } => f64::from(copies) * merged * (merged + text),
        Merger::Published(parameters) => parameters as f64,
        Merger::Linear => merged * text,
        Merger::Pooled => width * text,
    }
}

#[cfg(test)]
#[path = "encode_tests.rs"]
mod tests;
