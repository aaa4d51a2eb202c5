//! Speech to text: seconds of sound a second, and memory.
//!
//! ```text
//! encoder = n (products/R + attention/(0.58 k16) + phi bytes/bw)      a window each
//! step    = smax( weights/bw + n cross keys/(0.366 BW) + n beam 2 params/(R/2) , host ) (1.6 beam)
//! host    = 2 ms + layers 34 x 41.4 us eager ; 12.1 ms + n 96.5 us + layers 34 x 2 us engine
//! window  = encoder + 3.95 seconds of window u step (1.5 where a batch waits for its longest)
//!         + n (12.3 ms, 49 ms long form; engine a tenth) + 51.5 ms eager, 5 ms engine
//! rtfx    = accelerators n seconds of sound/window
//! ```
//!
//! `u` is the share of a window that is sound; 3.95 tokens a second are spoken. Models without
//! a decoder (CTC) take the encoder alone. Engines' rows rest on one model: weak.

mod answer;
mod question;

pub use answer::{Answer, Memory};
pub use question::{Decoder, Encoder, Listener, Question};

#[cfg(test)]
mod tests;
