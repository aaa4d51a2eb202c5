//! The actions of a cluster's controllers on a fleet, re-computed from their rules without a
//! cluster.
//!
//! [`autoscale`] is the `HorizontalPodAutoscaler` (`autoscaling/v2`) and KEDA's `ScaledObject`:
//! how many replicas are asked for, second by second. [`queue`] is Kueue's admission: which of the
//! teams' jobs enter, wait and are evicted; [`teams`] is the task of its page. [`manifest`] writes the
//! objects of a cluster.

pub mod autoscale;
pub mod manifest;
mod object;
mod problem;
pub mod queue;
pub mod teams;

pub use problem::{FieldError, Problem};
