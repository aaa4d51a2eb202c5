//! Serving: which accelerators answer so many requests within the demands, and at what bill.
//!
//! A [`question`] by names becomes a [`scenario`] and offers; [`search`] sizes every offer with
//! [`memory`] and [`speed`], [`confirm`] holds the best against a simulation ([`queue`]), and
//! views, charts and files read the [`report`].

pub mod autoscaling;
pub mod backing;
pub mod balance;
pub mod checkpoint;
pub mod command;
pub mod comparable;
pub mod confirm;
pub mod cost;
mod crowd;
pub mod curve;
pub mod estimate;
pub mod explain;
pub mod export;
pub mod fields;
pub mod finding;
pub mod fleet;
pub mod lever;
pub mod link;
pub mod memory;
mod near_miss;
pub mod options;
pub mod plan;
pub mod question;
pub mod queue;
pub mod release;
pub mod replica;
pub mod report;
pub mod roofline;
pub mod scenario;
pub mod search;
pub mod served;
pub(crate) mod sizing;
pub mod soundness;
pub mod speed;
pub mod summary;
pub mod window;
pub mod within;
