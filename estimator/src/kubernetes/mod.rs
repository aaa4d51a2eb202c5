//! What controllers of a cluster do with a fleet, re-computed from their rules without a cluster.
//!
//! [`autoscale`] is the `HorizontalPodAutoscaler` (`autoscaling/v2`) and KEDA's `ScaledObject`:
//! how many replicas are asked for, second by second. [`queue`] is Kueue's admission: which of the
//! teams' jobs enter, wait and are evicted. [`manifest`] writes what a cluster is told.

pub mod autoscale;
pub mod manifest;
mod object;
mod problem;
pub mod queue;

pub use problem::{FieldError, Problem};
