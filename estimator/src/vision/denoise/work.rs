//! The work to do: tokens, work and traffic of one sequence, and of decoding one item.
//!
//! `N = ceil(latent frames/pt) ceil(h/(s ph)) ceil(w/(s pw))`, latent frames
//! `(frames - 1) div t + 1`. Reference images add their share of `N`. The attention in the
//! middle of a decoder grows with the square of a frame's latents.

use super::{AttentionForm, Question};
use crate::quantity::{Bytes, Flops};

/// Work and traffic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Work {
    /// Image tokens.
    pub tokens: f64,
    /// Text tokens.
    pub text_tokens: f64,
    /// Passes of a step.
    pub passes: f64,
    /// Products of one sequence.
    pub linear: Flops,
    /// Attention of one sequence.
    pub attention: Flops,
    /// Bytes that one sequence moves beside products.
    pub traffic: Bytes,
    /// Decoding one item.
    pub decoding: Flops,
    /// Bytes that it moves.
    pub decoding_traffic: Bytes,
}

impl Question {
    /// The work to do.
    #[must_use]
    pub fn work(&self) -> Work {
        let (denoiser, decoder) = (&self.model.denoiser, &self.model.decoder);
        let [height, width] = self.resolution;
        let [frames, rows, columns] = denoiser.patch.map(|side| side.max(1));
        let space = decoder.space.max(1);
        let latent_frames = (self.frames.max(1) - 1) / decoder.time.max(1) + 1;
        let framed = f64::from(latent_frames.div_ceil(frames));
        let tall = f64::from(height.div_ceil(space.saturating_mul(rows)));
        let wide = f64::from(width.div_ceil(space.saturating_mul(columns)));
        let n = framed * tall * wide * (1.0 + denoiser.reference);
        let t = f64::from(self.text_tokens);
        let attention = match denoiser.attention {
            AttentionForm::Joint(all) => all * (n + t).powi(2),
            AttentionForm::JointAndOwn(all, own) => all * (n + t).powi(2) + own * n * n,
            AttentionForm::OwnAndCross(own, cross) => own * n * n + cross * n * t,
            AttentionForm::Linear(square, each) => square * n * n + each * n,
            AttentionForm::SpaceTime(space, cross, time) => {
                space * n * n / framed + cross * n * t + time * n * framed
            }
        };
        let pixels = f64::from(height) * f64::from(width) * f64::from(self.frames);
        let latents = f64::from(height.div_ceil(space)) * f64::from(width.div_ceil(space));
        let more = latents / f64::from(decoder.tokens.max(1));
        let longer = f64::from(latent_frames) / f64::from(decoder.frames.max(1));
        let middle = decoder.attention * (more * more * longer);
        Work {
            tokens: n,
            text_tokens: t,
            passes: self.passes(),
            linear: Flops::new(denoiser.linear.at(n, t)),
            attention: Flops::new(attention.max(0.0)),
            traffic: Bytes::new(denoiser.traffic.at(n, t)),
            decoding: Flops::new(decoder.work * pixels) + middle,
            decoding_traffic: Bytes::new(decoder.traffic * pixels),
        }
    }
}
