//! The start of a run: from asking for machines to its first step.
//!
//! ```text
//! start = machine + weights / min(hub, network) + launch
//!         + weights / min(ranks * loader, node)
//! ```
//!
//! All machines start at once, and each fetches the published weights, of 16 bits, for itself;
//! a model from nothing has none. Booting a machine and pulling its image is
//! [`MACHINE_START`]; launching processes and reading weights is as where a replica starts
//! ([`crate::serving::balance`]). The first steps are taken to be as fast as the others, and data to be
//! there: both are assumptions.

use crate::offer::Price;
use crate::parameters;
use crate::quantity::{Bytes, BytesPerSecond, Seconds};
use crate::serving::balance::cold_start::{LAUNCH, NODE_RATE, RANK_RATE};
use crate::serving::question::MACHINE_START;
use crate::training::job::Job;
use serde::Serialize;

/// The rate at which one machine fetches from a hub of models: where Python's own client ends, by
/// the README of Hugging Face's `hf_transfer` ("to go beyond ~500MB/s").
const HUB: BytesPerSecond = BytesPerSecond::gb(0.5);

/// Bytes of a published parameter: 16 bits.
const PUBLISHED: f64 = 2.0;

/// The parts of a start.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Start {
    /// A machine booted, its image pulled.
    pub machine: Seconds,
    /// Weights fetched over the network.
    pub download: Seconds,
    /// Processes launched, weights read.
    pub loading: Seconds,
}

impl Start {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> Seconds {
        self.machine + self.download + self.loading
    }

    /// The start of a run that takes `ranks` accelerators of each machine, with `weights` to
    /// fetch, on machines at `price`.
    pub(super) fn of(weights: Bytes, ranks: u32, price: Option<&Price>) -> Self {
        let machine = price.and_then(|price| price.machine.as_ref());
        let network = machine.and_then(|machine| machine.network);
        let hub = network
            .filter(|rate| *rate > BytesPerSecond::ZERO)
            .map_or(HUB, |rate| rate.min(HUB));
        let loader = (RANK_RATE * f64::from(ranks.max(1))).min(NODE_RATE);
        Self {
            machine: MACHINE_START,
            download: weights / hub,
            loading: LAUNCH + weights / loader,
        }
    }
}

/// Published weights that a job begins with.
pub(super) fn weights(job: &Job) -> Bytes {
    if job.scratch {
        return Bytes::ZERO;
    }
    Bytes::new(PUBLISHED * parameters::count(&job.model).total)
}
