//! Memory as `PyTorch` recorded it: snapshots of its allocator, timelines by category.

mod course;
pub(in crate::profile) mod snapshot;
mod timeline;

pub(in crate::profile) use timeline::Timeline;
