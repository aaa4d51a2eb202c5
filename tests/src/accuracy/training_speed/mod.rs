//! Training speed held against published runs.

pub mod fit;
mod mlperf;
mod model;
pub mod report;
pub mod row;
mod vision;
