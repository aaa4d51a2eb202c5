//! Sizing for models that are no language models: how many of which accelerators carry a load
//! within a promise, and what they cost.
//!
//! A [`Question`] goes by names; the catalogue makes a [`Scenario`] and offers of it;
//! [`search::search`] sizes offer after offer into a [`report::Report`]. Laws and queues are the
//! other rooms' of [`crate::vision`], bills those of [`crate::rental`].

pub mod beside;
pub mod curve;
pub mod error;
pub mod evidence;
pub mod export;
pub mod fields;
pub mod lever;
pub mod link;
pub mod question;
pub mod reader;
pub mod report;
pub mod scenario;
pub mod search;
mod served;
mod service;
#[cfg(test)]
mod tests;
pub mod unit;
mod work;

pub use error::{Field, FieldError, Problem};
pub use question::{Kind, Load, Question};
pub use reader::Reader;
pub use scenario::{Scenario, Task};
