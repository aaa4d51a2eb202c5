//! Sizing for sessions: which accelerators hold how many conversations or agents at once within a
//! promise, what they cost, and where they fall over.
//!
//! A [`Question`] goes by names: the calculator's model, formats, promise and fleet, and a load of
//! sessions. The catalogue makes a [`Scenario`] and offers of it; [`search`] sizes offer after
//! offer into a [`report::Report`]. The finds of caches are [`super::served`]'s, placements
//! those of the serving search, bills those of [`crate::rental`].

mod borne;
pub mod choose;
pub mod chosen;
pub mod confirm;
mod drawn;
mod error;
pub mod export;
pub mod fields;
pub mod launch;
pub mod lever;
pub mod link;
pub mod met;
mod question;
pub mod replayed;
pub mod report;
mod scenario;
pub mod search;
mod sized;
pub mod strip;
pub mod task;
#[cfg(test)]
mod tests;

pub use error::{Field, FieldError};
pub use question::{Question, preset_of};
pub use scenario::{Scenario, problems};
