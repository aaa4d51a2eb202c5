//! Encoders of text: embeddings, rerankers, classifiers.
//!
//! ```text
//! fill      = n s/(n s + 115)                    rows of a product that fill its tiles
//! products  = smax( linear n s/(R fill) , 2 x (params - embeddings)/bw ) (/0.834 TF-XLA)
//! attention = attention n s^2 (0.5 causal)/(0.58 k16, half in fp32)
//! others    = phi x traffic/bw
//! latency   = smax( sum + kernels 3.25 us (0.4 unless eager) , kernels launch ) + 0.4 ms
//! ```
//!
//! `n` sequences of `s` tokens, `x` the width of a value of two bytes. A reranker reads pairs:
//! both texts are one sequence. Constants are fitted on `MLPerf`'s BERT, published servers and
//! the benchmarks of Sentence Transformers.

mod answer;
mod question;

pub(in crate::vision) use answer::MOVED;
pub use answer::{Answer, Memory, Parts};
pub use question::{Encoder, Question};

#[cfg(test)]
mod tests;
