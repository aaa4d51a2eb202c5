//! What controllers of a cluster do with a fleet, re-computed from their rules without a cluster.
//!
//! [`autoscale`] is the `HorizontalPodAutoscaler` (`autoscaling/v2`) and KEDA's `ScaledObject`:
//! how many replicas are asked for, second by second.

pub mod autoscale;
mod object;
mod problem;

pub use problem::{FieldError, Problem};
