//! Images, video, sound and vectors: the cost of models that are no language models, and that of
//! language models to read images and sound.
//!
//! - [`network`]: vision networks (classify, detect, embed images), run and trained
//! - [`text`]: encoders of text, which embed or rerank
//! - [`denoise`]: images and video out, and training the models that draw them
//! - [`speech`]: speech to text
//! - [`tokens`]: how many tokens of a prompt an image or a recording becomes, [`encode`]: the cost
//!   of the tower that reads the images
//! - [`queue`]: the accelerators that a promise under open arrivals takes
//! - [`sizing`]: the question of the page: which accelerators, how many, at which bill
//! - [`lines`]: the batch lines of all of them
//! - [`counted`]: the counts of a user's own model, as links carry them
//!
//! All rest on one set of board rates: a [`Board`] is an accelerator of the catalogue with two
//! facts more, [`rates`] gives the rates it reaches. A question is checked once, with an error by
//! field ([`Problem`]); an answer takes microseconds and cannot fail.

pub mod board;
pub mod counted;
pub mod denoise;
pub mod encode;
pub mod lines;
pub mod network;
mod problem;
pub mod queue;
pub mod rates;
#[cfg(test)]
mod sample;
pub mod sizing;
mod smooth;
mod software;
pub mod speech;
pub mod text;
pub mod tokens;

pub use board::Board;
pub use problem::{Field, Kind, Problem};
pub use software::{Mode, Precision, Software};
