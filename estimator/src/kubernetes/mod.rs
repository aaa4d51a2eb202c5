//! What controllers of a cluster do with a fleet: how many replicas an autoscaler asks for, second
//! by second, and which team's job a queue lets in. Both are re-computed from the rules of the
//! controllers, without a cluster.
//!
//! [`autoscale`] is the `HorizontalPodAutoscaler` (`autoscaling/v2`) and KEDA's `ScaledObject`;
//! [`queue`] is Kueue's quota admission.

pub mod autoscale;
mod object;
mod problem;
pub mod queue;

pub use problem::{FieldError, Problem};
