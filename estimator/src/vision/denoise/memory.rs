//! Bytes on an accelerator, by phase: the largest counts.
//!
//! ```text
//! text    = encoders + denoiser + decoder             model offload: the largest encoder alone
//! denoise = encoders + denoiser/(tp pp) (/ranks sharded) + act + decoder
//! act     = sequences/sp (p0 N + p1 T) + p2/sp        the authors' code x 2: fp32 residuals
//! decode  = encoders + decoder + 1.3 alive (video x 1) pixels batch + denoiser
//! tiling: at most 512x512 at a time, one item ; encoders on demand or on the host are gone
//! sequential: a layer at a time, act + W/30 ; group: two groups of blocks, act + 2 W/20
//! ```

use super::{Implementation, Offload, Question, TextEncoders, Work};
use crate::quantity::Bytes;

/// Memory of a decoder of images over its live tensors: workspaces of its convolutions.
const WORKSPACE: f64 = 1.3;
/// The authors' code keeps residuals in fp32 and rotary angles in fp64.
const OFFICIAL: f64 = 2.0;
/// Pixels of a tile: 512 a side.
const TILE: f64 = 262_144.0;
/// Layers of a denoiser, of which one is there at a time.
const LAYERS: f64 = 30.0;
/// Groups of blocks, of which two are.
const GROUPS: f64 = 20.0;

/// Bytes on the most loaded accelerator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// The denoiser's weights that are there while it works.
    pub denoiser: Bytes,
    /// The text encoders' that stay.
    pub encoders: Bytes,
    /// The decoder's.
    pub decoder: Bytes,
    /// Activations of a step.
    pub denoising: Bytes,
    /// Activations of decoding.
    pub decoding: Bytes,
    /// In all while prompts are read, while it denoises, while it decodes.
    pub phases: [Bytes; 3],
    /// The largest phase.
    pub peak: Bytes,
}

impl Memory {
    /// Weights that are there.
    #[must_use]
    pub fn weights(&self) -> Bytes {
        self.denoiser + self.encoders + self.decoder
    }
}

impl Question {
    /// Bytes of encoders, denoisers and decoder, as they are kept.
    pub(in crate::vision) fn kept_bytes(&self) -> [Bytes; 3] {
        let encoders = self.model.encoders.iter();
        let encoders = encoders.map(|one| self.encoder_weights.bytes(one.parameters));
        let kept = self.kept.unwrap_or(self.weights);
        let denoiser = &self.model.denoiser;
        let decoder = if self.decoder_is_fp32() { 4.0 } else { 2.0 };
        [
            Bytes::new(encoders.sum()),
            Bytes::new(kept.bytes(denoiser.parameters) * f64::from(denoiser.count)),
            Bytes::new(self.model.decoder.parameters * decoder),
        ]
    }

    /// Bytes by phase.
    #[must_use]
    pub fn memory(&self, work: &Work) -> Memory {
        let [encoders, denoiser, decoder] = self.kept_bytes();
        let ranks = f64::from(self.parallel.ranks());
        let split = f64::from(self.parallel.tensor) * f64::from(self.parallel.pipefusion);
        let shards = if self.sharded { ranks } else { 1.0 };
        let denoiser = denoiser / split / shards;
        let encoders = encoders / shards;
        let largest = self.model.encoders.iter().fold(0.0_f64, |most, one| {
            most.max(self.encoder_weights.bytes(one.parameters))
        });
        let reading = match self.encoders {
            TextEncoders::Cpu => Bytes::ZERO,
            _ => Bytes::new(largest) / shards,
        };
        let stay = self.encoders == TextEncoders::Resident && self.offload == Offload::None;
        let resident = if stay { encoders } else { Bytes::ZERO };
        let denoising = self.denoising(work);
        let decoding = self.decoding();
        let (weights, phases) = match self.offload {
            Offload::None => {
                let read = resident + denoiser + decoder;
                let denoise = read + denoising;
                (denoiser, [read, denoise, read + decoding])
            }
            Offload::Model => (
                denoiser,
                [reading, denoiser + denoising, decoder + decoding],
            ),
            Offload::Sequential => {
                let layer = denoiser / LAYERS;
                let read = reading / LAYERS;
                (layer, [read, layer + denoising, decoder + decoding])
            }
            Offload::Group => {
                let blocks = denoiser * (2.0 / GROUPS);
                (blocks, [reading, blocks + denoising, decoder + decoding])
            }
        };
        let [read, denoise, decode] = phases;
        Memory {
            denoiser: weights,
            encoders: resident,
            decoder,
            denoising,
            decoding,
            phases,
            peak: read.max(denoise).max(decode),
        }
    }

    /// Activations of a step.
    fn denoising(&self, work: &Work) -> Bytes {
        let alive = &self.model.denoiser.alive;
        let tokens = alive.image * work.tokens + alive.text * work.text_tokens;
        let all = (self.sequences() * tokens + alive.constant) / self.parallel.sequence();
        let wide = if self.implementation == Implementation::Official {
            OFFICIAL
        } else {
            1.0
        };
        Bytes::new((all / self.turns() * wide).max(0.0))
    }

    /// Activations of decoding.
    fn decoding(&self) -> Bytes {
        let [height, width] = self.resolution.map(f64::from);
        let (pixels, items) = if self.tiling {
            ((height * width).min(TILE), 1.0)
        } else {
            (height * width, f64::from(self.batch))
        };
        let wide = if self.decoder_is_fp32() { 2.0 } else { 1.0 };
        let more = if self.model.video { 1.0 } else { WORKSPACE };
        let frames = f64::from(self.frames);
        self.model.decoder.alive * (more * wide * pixels * frames * items)
    }
}
