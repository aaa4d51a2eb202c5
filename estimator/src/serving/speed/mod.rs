//! How long a step takes, and the latencies that follow from it: [`step`] is one pass through the
//! model on one rank, [`load`] turns steps into latencies.
//!
//! The closed form and its constants were fitted on 1,238 public latency rows and 333 maxima of
//! full batches, and judged on rows a fit had not seen: median error in closed loops with a model
//! left out 9 % of the time per output token (dense models 6 %), 20 % of the time to first token.
//! `docs/accuracy.md` has the figures of today.

pub mod cache;
mod carried;
pub mod constants;
pub mod efficiency;
pub mod link;
pub mod load;
pub mod overhead;
pub mod rank;
pub mod spec;
pub mod step;

pub(crate) use carried::Carried;
pub use constants::{Constants, FittedOn};
pub use rank::Rank;
pub use spec::Spec;
pub use step::StepParts;
