//! What the tests of training share.

pub(crate) mod jobs;
pub(crate) mod vectors;
