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

pub mod band;
pub mod batch;
pub mod choice;
pub mod currency;
pub mod date;
pub mod decimal;
pub mod engine;
pub mod error;
pub mod export;
pub mod field;
pub mod generation;
pub mod hardware;
pub mod host;
pub mod import;
pub mod link;
pub mod listed;
pub mod model;
pub mod money;
pub mod named;
pub mod offer;
pub mod order;
pub mod parameters;
pub mod placement;
pub mod precision;
pub mod price_age;
#[cfg(test)]
mod published;
pub mod quantity;
pub mod quick;
pub mod rental;
mod root;
pub mod serving;
pub mod support;
pub mod training;
pub mod workload;
