//! Images and video out: seconds of a generation by phase, bytes by phase, and training of the
//! denoiser.
//!
//! A [`Model`] is the counts of its parts; a [`Question`] names the output, where and how; its
//! [`answer`](Question::answer) takes a microsecond. A denoiser trained on latents and prompts
//! that were computed before is a [`TrainingQuestion`].

mod answer;
mod branches;
mod format;
mod link;
mod memory;
mod model;
mod question;
mod time;
mod training;
mod work;

pub use answer::Answer;
pub use format::Weights;
pub use memory::Memory;
pub use model::{AttentionForm, Decoder, Denoiser, Form, Guiding, Model, TextEncoder};
pub use question::{Implementation, Offload, Parallel, Question, TextEncoders};
pub use time::Parts;
pub use training::{Adapted, TrainingMemory, TrainingQuestion};
pub use work::Work;

#[cfg(test)]
mod tests;
