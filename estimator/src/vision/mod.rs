//! Images and sound as inputs: what they cost a model that reads them.
//!
//! [`tokens`] says how many tokens of the prompt an image or a recording becomes,
//! [`encode`] what the tower costs that reads the images.

pub mod encode;
pub mod tokens;
