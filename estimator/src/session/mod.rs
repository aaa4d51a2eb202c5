//! Sessions as a load: conversations and agents whose every turn reads the context of the turn
//! before again, and the share that a prefix cache of a given size then finds.
//!
//! ```text
//! hit share = the part that survives in the cache from one turn of a session to its next
//!           = P(gap <= T), T: how long an idle context lives, footprint(T) = pool
//! ```
//!
//! [`Sessions`] are the load in seven numbers, [`law::Law`] the share of it that a cache finds,
//! [`settle::settle`] the hit share that keeps itself up where hits shorten turns and turns make
//! hits, [`served::Served`] all of that on a placement of a model.
//!
//! ```
//! use estimator::session::law::{Law, Rhythm};
//! use estimator::session::{Preset, Sessions};
//!
//! let load: Sessions = Preset::CodingAgent.sessions(40.0);
//! let law = Law::new(&load, load.rate(0.0), Rhythm::of(&load), 16.0);
//! assert!(law.hits(20e6) > 0.9 && law.hits(0.5e6) < 0.6);
//! ```

pub mod cliff;
pub mod delay;
pub mod draw;
pub mod export;
pub mod law;
mod load;
mod preset;
mod recorded;
pub mod restore;
pub mod routing;
pub mod served;
pub mod settle;
pub mod sizing;
pub mod sweep;
#[cfg(test)]
mod tests;
mod turns;

pub use load::{LoadError, LoadField, Population, Sessions};
pub use preset::Preset;
pub use routing::Routing;
