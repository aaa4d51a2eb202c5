//! Money beside the answer: the cost of owning the accelerators, against renting them and against
//! an API, over years; that of a token, a request and a user; energy and carbon.
//!
//! Nothing is searched again, and nothing here is reached from the search: a chosen sizing of the
//! report is read, its price is [`crate::serving::cost`]'s, and the replicas of other loads and
//! hours are [`crate::serving::plan`]'s. Values typed or taken from the catalogue are one list,
//! [`Input`]; the catalogue makes complete [`Terms`] of it, and [`report()`] the answer.

pub mod api;
mod autoscaled;
mod case;
pub mod choice;
pub mod course;
pub mod curve;
pub mod demand;
pub mod energy;
pub mod error;
pub mod explain;
pub mod export;
pub mod horizon;
pub mod input;
mod levels;
pub mod link;
pub mod load;
pub mod ownership;
pub mod power;
pub mod question;
mod renting;
pub mod report;
pub mod run;
pub mod score;
pub mod split;
mod stair;
pub mod terms;
pub mod tornado;
pub mod units;
pub mod ways;

pub use autoscaled::{Autoscaled, Followed, ScaledWeek, autoscaled};
pub use input::{Input, Values};
pub use ownership::{Component, Expense, Hardware, Ownership};
pub use report::{Report, report};
pub use terms::{Outcome, Rent, Terms};
