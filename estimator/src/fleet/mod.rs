//! Packing a fleet: the cheapest GPUs that hold a set of workloads, each GPU whole or shared in
//! one of five ways, by the rules of `docs/sharing.md`.
//!
//! ```text
//! least sum of prices, then fewest GPUs, so that each workload stands on one GPU whose set fits
//! ```
//!
//! [`read`] takes a question from JSON, [`Search`] works on it in steps that can be stopped at
//! any time, and [`Packing`] is the best found with a bound below and whether it is proved.
//!
//! ```
//! let load = [0.3; 24];
//! let text = format!(
//!     r#"{{"name": "two", "gpus": [{{"name": "A", "memory_mib": 1000, "price_milli_usd": 2000,
//!     "modes": ["exclusive", "mps"]}}], "workloads": [
//!     {{"id": "a", "memory_mib": 400, "load": {load:?}, "isolation": "memory"}},
//!     {{"id": "b", "memory_mib": 600, "load": {load:?}, "isolation": "none"}}]}}"#
//! );
//! let question = estimator::fleet::read::case(&text).expect("readable");
//! let mut search = estimator::fleet::Search::new(question);
//! while !search.advance(1000) {}
//! let packing = search.answer();
//! assert_eq!((packing.price_milli_usd, packing.gpus, packing.optimal), (Some(2000), Some(1), true));
//! ```

pub mod alternatives;
mod answer;
pub mod asked;
pub mod board;
mod bound;
pub mod budget;
mod cover;
pub mod figures;
pub mod finding;
mod fitting;
pub mod hours;
pub mod law;
pub mod machines;
mod patterns;
pub mod question;
pub mod read;
pub mod refusal;
mod repack;
mod search;
pub mod served;
mod simplex;
mod slices;
#[cfg(test)]
mod tests;

pub use answer::{Bin, Packing};
pub use machines::Machines;
pub use search::Search;
use search::least;

use serde::Serialize;
use std::fmt;

/// How a GPU is used, in the order that decides among equal prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// By one workload.
    Exclusive,
    /// By instances.
    Mig,
    /// By clients of one server.
    Mps,
    /// In turns.
    TimeSlicing,
    /// By guests of equal size.
    Vgpu,
    /// By whole models, one after the other.
    Swap,
}

impl Mode {
    /// All, in order.
    pub const ALL: [Self; 6] = [
        Self::Exclusive,
        Self::Mig,
        Self::Mps,
        Self::TimeSlicing,
        Self::Vgpu,
        Self::Swap,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exclusive => "exclusive",
            Self::Mig => "mig",
            Self::Mps => "mps",
            Self::TimeSlicing => "time-slicing",
            Self::Vgpu => "vgpu",
            Self::Swap => "swap",
        }
    }
}

/// Why a question cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FleetError {
    /// The field, with its place: `workloads[3].load`.
    pub field: String,
    /// The problem with it.
    pub message: String,
}

impl fmt::Display for FleetError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.field, self.message)
    }
}

impl std::error::Error for FleetError {}

/// The difference that a comparison of two amounts forgives.
const SLACK: f64 = 1e-9;

/// Whether the first is at most the second, but for rounding.
fn at_most(value: f64, most: f64) -> bool {
    value <= most + SLACK
}
