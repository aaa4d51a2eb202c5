//! Continuous batching, simulated step by step.
//!
//! A closed form knows means; an SLA speaks of the unlucky. Here requests arrive one
//! by one, wait for room, have their prompts read in chunks beside the others'
//! decoding, are put back when the cache overflows, and leave: every step takes the
//! time that [`crate::serving::speed`] gives it. What comes out are the latencies of single
//! requests, of which any percentile can be read.
//!
//! [`source`] makes the requests, [`sessions`] those of conversations,
//! [`recorded`] those of a log, [`batch`] is the engine, [`tally`] counts, and
//! [`replica`] ties them to a replica of the estimator; [`pools`] runs two kinds of
//! replicas beside each other, where prefill and decode are apart. A run is seeded: the same
//! question gives the same answer, and two placements meet the same requests.
//!
//! Checks: with constant steps and exponential answers it is M/M/c, and its waits are
//! those of Erlang's formula; Little's law holds to 1 %; no request is lost.

pub mod batch;
pub mod pools;
pub mod recorded;
mod remembering;
pub mod replica;
pub mod sessions;
pub mod source;
pub mod tally;

pub use tally::{Quantiles, Simulated};
