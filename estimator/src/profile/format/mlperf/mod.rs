//! `MLPerf`: the files of the load generator of inference, and the log of training.

pub(in crate::profile) mod loadgen;
pub(in crate::profile) mod mllog;
