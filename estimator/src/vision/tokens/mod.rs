//! Tokens of a prompt that images and sound become, by the rule of each family of models.
//!
//! A processor resizes an image, cuts it into patches or tiles, and puts one placeholder into
//! the prompt for each feature that the tower hands on. How many there are follows from the
//! size of the image alone: [`Rule`] has the arithmetic, [`FAMILIES`] which family follows
//! which rule with which limits.
//!
//! ```
//! use estimator::vision::tokens::{Image, Limits, family};
//!
//! let qwen = family("qwen2_5_vl").expect("a known family");
//! let image = Image::new(1080, 1920).expect("a size within bounds");
//! let count = qwen.count(image, Limits::default()).expect("an image that it takes");
//! assert_eq!((count.tokens, count.patches), (2691, 10_764));
//! ```

mod cells;
mod family;
mod image;
mod patches;
mod rule;
mod sound;
#[cfg(test)]
mod tests;
mod tiles;
mod tower;
mod unfit;
mod windows;

pub use family::{FAMILIES, Family, family};
pub use image::{Image, LONGEST, WIDEST};
pub use rule::{Canvases, Limits, MOST_PIXELS, MOST_TILES, Rule};
pub use sound::{Listener, MOST_SECONDS};
pub use tower::{Merger, Tower};
pub use unfit::{Part, Unfit, Why};

/// One image's tokens to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Tokens in the prompt, separators and overview included.
    pub tokens: u64,
    /// Keys that cross-attention layers read beside the prompt.
    pub cross_tokens: u64,
    /// Pieces that the tower reads, the overview among them; 1 where it reads the image whole.
    pub tiles: u64,
    /// Patches that the tower reads in all of them, class tokens included.
    pub patches: u64,
}
