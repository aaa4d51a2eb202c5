//! Sizing physics: a model's needs of an accelerator, and how fast it then runs.
//!
//! ```
//! use estimator::serving::question::{Question, Traffic};
//! use estimator::serving::search::search;
//!
//! // A question by names becomes a complete one with the catalogue's facts.
//! let question = Question {
//!     traffic: Traffic::Users(50.0),
//!     ..Question::default()
//! };
//! let (scenario, offers) = catalog::resolve(&question).expect("known names, numbers in range");
//! let report = search(&scenario, &offers);
//! let best = report.recommended().expect("something on offer keeps the demands");
//! let sizing = best.best.as_ref().expect("it is sized");
//! let cost = sizing.cost.expect("it is sold");
//! assert!(cost.bill.accelerators >= sizing.replicas);
//! assert!(cost.per_hour.get() > 0.0);
//! ```
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
pub mod calibration;
pub mod choice;
mod cube_root;
pub mod currency;
pub mod date;
pub mod decimal;
pub mod engine;
pub mod error;
pub mod export;
pub mod field;
pub mod fleet;
pub mod generation;
pub mod hardware;
pub mod host;
pub mod import;
pub mod kubernetes;
pub mod link;
pub mod listed;
pub mod model;
pub mod money;
pub mod named;
pub mod offer;
pub mod order;
pub mod parameters;
pub mod parcel;
pub mod placement;
pub mod precision;
pub mod price_age;
pub mod profile;
mod protobuf;
#[cfg(test)]
mod published;
pub mod quantity;
pub mod quick;
pub mod rental;
mod root;
pub mod script;
pub mod serving;
pub mod session;
pub mod support;
pub mod trace;
pub mod training;
pub mod vision;
pub mod workload;
