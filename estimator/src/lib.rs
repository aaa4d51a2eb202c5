//! Sizing physics: what a model needs of an accelerator, and how fast it then
//! runs.
//!
//! The crate is pure and total: it knows no catalogue, clock, locale, DOM or
//! file system, and an estimate cannot fail on the way. A [`Scenario`] and the
//! [`Offer`]s to consider become a [`Report`] in [`search`]; one fixed
//! configuration becomes an [`Estimate`] in [`estimate`].
//!
//! Read in this order: [`quantity`], [`precision`], [`model`],
//! [`parameters`], [`hardware`], [`workload`], [`placement`], [`scenario`];
//! then [`memory`] and [`speed`], where the formulas are; then [`search`] and
//! [`report`].

#![forbid(unsafe_code)]

pub mod balance;
pub mod band;
pub mod batch;
pub mod confirm;
pub mod cost;
mod crowd;
pub mod currency;
pub mod curve;
pub mod date;
pub mod decimal;
pub mod engine;
pub mod error;
pub mod estimate;
pub mod explain;
pub mod export;
pub mod finding;
pub mod fleet;
pub mod generation;
pub mod hardware;
pub mod host;
pub mod import;
pub mod lever;
pub mod link;
pub mod listed;
pub mod memory;
pub mod model;
pub mod money;
pub mod named;
mod near_miss;
pub mod order;
pub mod parameters;
pub mod placement;
pub mod plan;
pub mod precision;
pub mod price_age;
pub mod quantity;
pub mod question;
pub mod queue;
pub mod quick;
pub mod replica;
pub mod report;
pub mod roofline;
mod root;
pub mod scenario;
pub mod search;
pub mod serving;
mod sizing;
pub mod soundness;
pub mod speed;
pub mod summary;
pub mod support;
pub mod training;
pub mod workload;
