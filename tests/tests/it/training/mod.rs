//! Shared parts of the tests of training.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

pub(crate) mod jobs;
pub(crate) mod vectors;
