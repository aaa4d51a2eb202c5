//! One reader a format.

pub(super) mod bench;
pub(super) mod chrome;
pub(super) mod host;
pub(super) mod llama;
