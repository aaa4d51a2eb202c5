//! Autoscalers, computed as their controllers do: the `HorizontalPodAutoscaler` of
//! `autoscaling/v2` and the `ScaledObject` of KEDA, against a recorded measure (open loop) or a
//! fluid queue of requests that the replicas serve (closed loop).
//!
//! ```text
//! every sync:  measure -> proposal -> stabilised -> limited by policies -> within low .. high
//! every poll:  KEDA alone moves between zero and one
//! ```
//!
//! Sources: the Kubernetes documentation, "Horizontal Pod Autoscaling", algorithm details and
//! configurable scaling behavior; the KEDA documentation, "Scaling Deployments, `StatefulSets`
//! and Custom Resources"; the controllers' sources, Kubernetes 1.37 and KEDA 2.
//!
//! ```
//! use estimator::kubernetes::autoscale::{Behavior, Drive, Metric, Question, Run, Scaler};
//!
//! let question = Question {
//!     metric: Metric::AverageTotal,
//!     target: 10.0,
//!     start: 2,
//!     scaler: Scaler { low: 1, high: 20, behavior: Behavior::default(), sync: 15 },
//!     keda: None,
//!     cold_start: 0.0,
//!     until: 60,
//!     drive: Drive::Open(vec![(0.0, 20.0), (60.0, 130.0)]),
//! };
//! let mut run = Run::new(question).expect("in range");
//! while !run.advance(1_000) {}
//! // Four more at most in 15 s, though 13 are asked for.
//! assert_eq!(run.answer().changes, [(0, 2), (60, 6)]);
//! ```

mod behavior;
mod caution;
mod controller;
mod day;
mod fleet;
mod keda;
mod measure;
mod question;
mod read;
mod run;
mod search;
mod sleep;
#[cfg(test)]
mod tests;
mod trial;
mod week;

pub use behavior::{Behavior, Policy, Rules, Select, Size, finely};
pub use caution::Caution;
pub use day::{Day, MOMENT, Settings, Tried, Way};
pub use keda::Keda;
pub use measure::{Metric, largest};
pub use question::{Drive, MOST_REPLICAS, MOST_STEPS, Plant, Question, Scaler};
pub use read::{Case, Column, cases};
pub use run::{Answer, Moment, Row, Run, Totals};
pub use search::Search;
pub use sleep::Sleep;
pub use trial::{Outcome, Trial, Trying};
