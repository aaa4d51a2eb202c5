//! What a reader is told from outside: counts of the catalogue.

use crate::vision::denoise::Decoder;
use crate::vision::network::Network;

/// Counts that no file has.
pub trait Known {
    /// The decoder of a class of diffusers that has one shape, by the channels of its latents.
    fn decoder(&self, class: &str, latents: u32) -> Option<Decoder>;

    /// The network of a name of timm, at a side or at its own.
    fn network(&self, name: &str, side: Option<u32>) -> Option<Network>;
}

/// Nothing is known.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

impl Known for Nothing {
    fn decoder(&self, _: &str, _: u32) -> Option<Decoder> {
        None
    }

    fn network(&self, _: &str, _: Option<u32>) -> Option<Network> {
        None
    }
}
