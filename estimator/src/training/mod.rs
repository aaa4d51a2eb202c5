//! Training and fine-tuning: a run's need of an accelerator's memory, how long it takes, and on
//! how many.
//!
//! A [`Job`] is the model and the method; a [`Layout`] says how it is spread; a [`Site`] holds the
//! links of the machines. [`estimate`] answers for one layout on one accelerator, `search` for
//! every legal one on every offer.
//!
//! Read in this order: [`method`], [`ability`], [`job`], [`layout`], [`site`]; then
//! `parameters`, `memory`, `time`, where the formulas are; then `search` and [`report`].

pub mod ability;
pub mod constants;
pub mod error;
mod estimate;
pub mod export;
pub mod fields;
pub mod finding;
pub mod frontier;
pub mod job;
pub mod launch;
pub mod layout;
pub mod lever;
pub mod link;
pub mod lora;
pub mod memory;
pub mod method;
pub mod parameters;
pub mod question;
pub mod quick;
pub mod recorded;
pub mod reliability;
pub mod report;
pub mod run;
pub mod search;
mod shape;
pub mod site;
pub mod soundness;
pub mod start;
pub mod submitted;
pub mod support;
pub mod target;
pub mod time;
pub mod usual;

pub use estimate::estimate;
pub use job::Job;
pub use layout::Layout;
pub use site::Site;
