//! The counts of a pipeline's parts.
//!
//! Work and bytes of a denoiser are forms in image tokens `N` and text tokens `T`:
//! `a N + b T + c`. A multiply-add is two operations, bytes are those of 16-bit tensors.

use crate::quantity::{Bytes, Flops};
use std::borrow::Cow;

/// `image N + text T + constant`, in the unit of the form's use: FLOPs or bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Form {
    /// Of an image token.
    pub image: f64,
    /// Of a text token.
    pub text: f64,
    /// Of neither.
    pub constant: f64,
}

impl Form {
    /// Its value; never below zero, which a fitted form may be far from where it was counted.
    #[must_use]
    pub fn at(&self, image: f64, text: f64) -> f64 {
        (self.image * image + self.text * text + self.constant).max(0.0)
    }
}

/// Who attends to whom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AttentionForm {
    /// All tokens to all: `a (N+T)^2`.
    Joint(f64),
    /// Some layers all, some the image's alone: `a (N+T)^2 + b N^2`.
    JointAndOwn(f64, f64),
    /// The image to itself and to the text: `a N^2 + b N T`.
    OwnAndCross(f64, f64),
    /// Linear attention: `a N^2 + b N`, `a` next to nothing.
    Linear(f64, f64),
    /// Within frames, to the text, across frames: `a N^2/frames + b N T + c N frames`.
    SpaceTime(f64, f64, f64),
}

/// The network that denoises.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Denoiser {
    /// Parameters of one.
    pub parameters: f64,
    /// How many there are; one works in a step (two experts of Wan 2.2).
    pub count: u32,
    /// Work of products, of one sequence.
    pub linear: Form,
    /// Work of attention.
    pub attention: AttentionForm,
    /// Bytes moved beside products.
    pub traffic: Form,
    /// The most bytes alive.
    pub alive: Form,
    /// Kernels that eager `PyTorch` launches: products, attention, others.
    pub kernels: [u32; 3],
    /// Share of the products in convolutions.
    pub convolutions: f64,
    /// Heads of its attention; `None` where they differ by layer or are not known.
    pub heads: Option<u32>,
    /// Latent frames, rows and columns of a token.
    pub patch: [u32; 3],
    /// Image tokens that reference images add, of the picture's own.
    pub reference: f64,
}

/// Squares of the width that a block of linear attention has as parameters: four of either
/// attention and seven and a half of a feed-forward of two and a half widths in three products.
const SQUARES: f64 = 15.5;

/// Share of the products in convolutions above which a denoiser is a U-Net.
const U_NET: f64 = 0.05;

impl Denoiser {
    /// All kernels of a pass.
    #[must_use]
    pub fn launches(&self) -> f64 {
        self.kernels.iter().map(|count| f64::from(*count)).sum()
    }

    /// Attention layers.
    #[must_use]
    pub fn attentions(&self) -> f64 {
        let [_, attentions, _] = self.kernels;
        f64::from(attentions)
    }

    /// Blocks that attend: two attentions each where the text is read apart, three kernels where
    /// attention is linear, two of them its products.
    #[must_use]
    pub fn blocks(&self) -> f64 {
        match self.attention {
            AttentionForm::Joint(_) | AttentionForm::JointAndOwn(..) => self.attentions(),
            AttentionForm::Linear(..) => self.attentions() / 3.0,
            _ => self.attentions() / 2.0,
        }
    }

    /// Whether it is a U-Net: a fourth to three fifths of their products are convolutions, of a
    /// transformer's next to none.
    #[must_use]
    pub fn is_u_net(&self) -> bool {
        self.convolutions > U_NET
    }

    /// Width of its tokens, from the work of attention: `4 width` a pair of tokens and layer; linear
    /// attention has none of pairs, and a block of it `15.5 width^2` parameters.
    #[must_use]
    pub fn width(&self) -> f64 {
        if let AttentionForm::Linear(..) = self.attention {
            return (self.parameters / (SQUARES * self.blocks().max(1.0))).sqrt();
        }
        let pairs = match self.attention {
            AttentionForm::Joint(all) => all,
            AttentionForm::JointAndOwn(all, own) => all + own,
            AttentionForm::OwnAndCross(own, _) => own,
            AttentionForm::Linear(_, each) => each,
            AttentionForm::SpaceTime(_, cross, _) => cross,
        };
        pairs / (4.0 * self.blocks().max(1.0))
    }
}

/// The encoder that reads the prompt, or an image given with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextEncoder {
    /// Parameters.
    pub parameters: f64,
    /// Work of one prompt.
    pub work: Flops,
    /// Kernels that eager `PyTorch` launches.
    pub kernels: u32,
}

/// The decoder that turns latents into pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decoder {
    /// Parameters, with the encoder that turns pixels into latents.
    pub parameters: f64,
    /// Pixels of a latent's side.
    pub space: u32,
    /// Frames of a latent.
    pub time: u32,
    /// Work a pixel and frame.
    pub work: f64,
    /// Work of the attention in its middle, at as many latent tokens of a frame and latent
    /// frames.
    pub attention: Flops,
    /// Latent tokens of a frame where it was counted.
    pub tokens: u32,
    /// Latent frames where it was counted.
    pub frames: u32,
    /// Bytes moved a pixel and frame.
    pub traffic: f64,
    /// The most bytes alive a pixel and frame.
    pub alive: Bytes,
    /// Kernels that eager `PyTorch` launches.
    pub kernels: u32,
    /// Whether it runs in fp32 as released.
    pub fp32: bool,
}

/// How a model is guided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guiding {
    /// With a second pass without the prompt.
    ClassifierFree,
    /// By a number it was distilled with.
    Embedded,
    /// Not, unless asked to.
    None,
}

/// A pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Draws.
    pub denoiser: Denoiser,
    /// Read the prompt.
    pub encoders: Cow<'static, [TextEncoder]>,
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
