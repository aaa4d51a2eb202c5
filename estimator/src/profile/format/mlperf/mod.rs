//! `MLPerf`: what the load generator of inference writes, and the log of training.

pub(in crate::profile) mod loadgen;
pub(in crate::profile) mod mllog;
