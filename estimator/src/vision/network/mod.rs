//! Vision networks: images a second, latency of a batch, memory, and training.
//!
//! A [`Network`] is its counts; a [`Question`] says where and how it runs; its
//! [`answer`](Question::answer) takes a microsecond, so curves over batch are many answers.

mod answer;
mod counts;
mod question;
mod time;

pub use answer::{Answer, Memory, TrainingAnswer};
pub use counts::{Network, Traffic};
pub(in crate::vision) use question::rated;
pub use question::{Method, Question, Training};
pub use time::Parts;

#[cfg(test)]
mod tests;
