//! A pipeline of the user's own: the counts of its parts in one value.

use super::{MOST_KERNELS, whole, works};
use crate::quantity::{Bytes, Flops};
use crate::vision::denoise::{AttentionForm, Decoder, Denoiser, Form, Guiding, Model, TextEncoder};

/// The most encoders of a prompt.
pub const MOST_ENCODERS: usize = 4;
/// Numbers before those of encoders, and of an encoder.
const BEFORE: usize = 40;
const EACH: usize = 3;
/// The largest side, count of frames or steps, patch or compression.
const MOST_SIDE: (f64, f64) = (16.0, 16_384.0);
const MOST_STEPS: (f64, f64) = (1.0, 10_000.0);
const MOST_PATCH: (f64, f64) = (1.0, 256.0);
/// The most tokens of a prompt, and heads.
const MOST_TEXT: (f64, f64) = (0.0, 65_536.0);
/// The most tokens and frames that a decoder was counted at.
const MOST_TOKENS: (f64, f64) = (1.0, 16_777_216.0);

/// The counts of a pipeline's parts: a [`Model`] that can be copied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pipeline {
    /// Draws.
    pub denoiser: Denoiser,
    /// Read the prompt.
    pub encoders: [Option<TextEncoder>; MOST_ENCODERS],
    /// Turns latents into pixels.
    pub decoder: Decoder,
    /// Tokens of a prompt after padding.
    pub text_tokens: u32,
    /// How it is guided.
    pub guiding: Guiding,
    /// Whether it draws video.
    pub video: bool,
    /// Height and width as released, pixels.
    pub resolution: [u32; 2],
    /// Frames as released.
    pub frames: u32,
    /// Denoising steps as released.
    pub steps: u32,
}

impl Pipeline {
    /// The same as the laws take it.
    #[must_use]
    pub fn model(&self) -> Model {
        Model {
            denoiser: self.denoiser,
            encoders: self.encoders.iter().flatten().copied().collect(),
            decoder: self.decoder,
            text_tokens: self.text_tokens,
            guiding: self.guiding,
            video: self.video,
            resolution: self.resolution,
            frames: self.frames,
            steps: self.steps,
        }
    }

    /// Its numbers, in the order of a link.
    pub(super) fn numbers(&self) -> Vec<f64> {
        let (of, to) = (&self.denoiser, &self.decoder);
        let (form, first, second) = match of.attention {
            AttentionForm::Joint(all) => (0.0, all, 0.0),
            AttentionForm::JointAndOwn(all, own) => (1.0, all, own),
            AttentionForm::OwnAndCross(own, cross) => (2.0, own, cross),
            AttentionForm::Linear(square, each) => (3.0, square, each),
            // Space and time apart: no file of it is read.
            AttentionForm::SpaceTime(space, cross, _) => (2.0, space, cross),
        };
        let form3 = |form: Form| [form.image, form.text, form.constant];
        let [height, width] = self.resolution;
        let mut numbers = vec![
            of.parameters,
            to.parameters,
            f64::from(u8::from(self.video)),
            match self.guiding {
                Guiding::ClassifierFree => 0.0,
                Guiding::Embedded => 1.0,
                Guiding::None => 2.0,
            },
            f64::from(self.text_tokens),
            f64::from(height),
            f64::from(width),
            f64::from(self.frames),
            f64::from(self.steps),
            f64::from(of.count),
            form,
            first,
            second,
        ];
        numbers.extend(form3(of.linear));
        numbers.extend(form3(of.traffic));
        numbers.extend(form3(of.alive));
        numbers.extend(of.kernels.map(f64::from));
        numbers.push(of.convolutions);
        numbers.push(f64::from(of.heads.unwrap_or(0)));
        numbers.extend(of.patch.map(f64::from));
        numbers.extend([
            f64::from(to.space),
            f64::from(to.time),
            to.work,
            to.attention.get(),
            f64::from(to.tokens),
            f64::from(to.frames),
            to.traffic,
            to.alive.get(),
            f64::from(to.kernels),
            f64::from(u8::from(to.fp32)),
        ]);
        for one in self.encoders.iter().flatten() {
            numbers.extend([one.parameters, one.work.get(), f64::from(one.kernels)]);
        }
        numbers
    }

    /// What [`Self::numbers`] gave, within bounds.
    pub(super) fn of_numbers(numbers: &[f64]) -> Option<Self> {
        let (numbers, read) = numbers.split_first_chunk::<BEFORE>()?;
        if read.len() > MOST_ENCODERS * EACH || !read.len().is_multiple_of(EACH) {
            return None;
        }
        let mut encoders = [None; MOST_ENCODERS];
        for (place, one) in encoders.iter_mut().zip(read.chunks_exact(EACH)) {
            let [parameters, work, kernels] = one.try_into().ok()?;
            *place = Some(TextEncoder {
                parameters,
                work: Flops::new(work),
                kernels: whole(kernels, (1.0, MOST_KERNELS))?,
            });
        }
        let [
            parameters,
            decoding,
            video,
            guiding,
            text_tokens,
            height,
            width,
            frames,
            steps,
            count,
            form,
            first,
            second,
            linear @ ..,
        ] = *numbers;
        let [l0, l1, l2, t0, t1, t2, a0, a1, a2, others @ ..] = linear;
        let [k0, k1, k2, convolutions, heads, p0, p1, p2, decoder @ ..] = others;
        let form3 = |image, text, constant| Form {
            image,
            text,
            constant,
        };
        works(&[l0, l2], f64::MIN_POSITIVE).then_some(())?;
        let kernels = |number| whole(number, (0.0, MOST_KERNELS));
        let patch = |number| whole(number, MOST_PATCH);
        let denoiser = Denoiser {
            parameters,
            count: whole(count, (1.0, 4.0))?,
            linear: form3(l0, l1, l2),
            attention: match whole(form, (0.0, 3.0))? {
                0 => AttentionForm::Joint(first),
                1 => AttentionForm::JointAndOwn(first, second),
                2 => AttentionForm::OwnAndCross(first, second),
                _ => AttentionForm::Linear(first, second),
            },
            traffic: form3(t0, t1, t2),
            alive: form3(a0, a1, a2),
            kernels: [kernels(k0)?, kernels(k1)?, kernels(k2)?],
            convolutions: (convolutions <= 1.0).then_some(convolutions)?,
            heads: Some(whole(heads, MOST_TEXT)?).filter(|heads| *heads > 0),
            patch: [patch(p0)?, patch(p1)?, patch(p2)?],
            reference: 0.0,
        };
        Some(Self {
            denoiser,
            encoders,
            decoder: decoder_of(decoding, decoder)?,
            text_tokens: whole(text_tokens, MOST_TEXT)?,
            guiding: match whole(guiding, (0.0, 2.0))? {
                0 => Guiding::ClassifierFree,
                1 => Guiding::Embedded,
                _ => Guiding::None,
            },
            video: whole(video, (0.0, 1.0))? == 1,
            resolution: [whole(height, MOST_SIDE)?, whole(width, MOST_SIDE)?],
            frames: whole(frames, MOST_STEPS)?,
            steps: whole(steps, MOST_STEPS)?,
        })
    }
}

fn decoder_of(parameters: f64, numbers: [f64; 10]) -> Option<Decoder> {
    let [
        space,
        time,
        work,
        attention,
        tokens,
        frames,
        traffic,
        alive,
        kernels,
        fp32,
    ] = numbers;
    Some(Decoder {
        parameters,
        space: whole(space, MOST_PATCH)?,
        time: whole(time, MOST_PATCH)?,
        work,
        attention: Flops::new(attention),
        tokens: whole(tokens, MOST_TOKENS)?,
        frames: whole(frames, MOST_TOKENS)?,
        traffic,
        alive: Bytes::new(alive),
        kernels: whole(kernels, (1.0, MOST_KERNELS))?,
        fp32: whole(fp32, (0.0, 1.0))? == 1,
    })
}

/// Numbers of a pipeline out of any: those that are counts are `small`.
#[cfg(test)]
#[allow(clippy::indexing_slicing)] // as many numbers as are asked
pub(super) fn likely(any: &[f64], small: f64) -> Vec<f64> {
    let mut numbers = any.to_vec();
    let side = small + 15.0;
    let patch = small.min(256.0);
    for (at, count) in [
        (2, small % 2.0),
        (3, small % 3.0),
        (4, small),
        (5, side),
        (6, side),
        (7, small),
        (8, small),
        (9, 1.0),
        (10, small % 4.0),
        (22, small),
        (23, small),
        (24, small),
        (25, 0.5),
        (26, small - 1.0),
        (27, patch),
        (28, patch),
        (29, patch),
        (30, patch),
        (31, patch),
        (34, small),
        (35, small),
        (38, small),
        (39, small % 2.0),
    ] {
        numbers[at] = count;
    }
    numbers[13] = numbers[13].max(1.0);
    for encoder in numbers[BEFORE..].chunks_mut(EACH) {
        encoder[2] = small;
    }
    numbers
}
