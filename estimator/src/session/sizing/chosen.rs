//! What a search found for an offer, in a few numbers, and its way from the worker to the page.

use crate::parcel::{Parcel, fields};
use crate::placement::Placement;
use crate::session::cliff::Cliff;

/// What was found for an offer, in short: the long part of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chosen {
    /// How a replica is placed.
    pub(super) placement: Placement,
    /// Replicas that work.
    pub(super) working: u32,
    /// What they bear within the promise and before they fall over; `None` where no number of
    /// replicas keeps the promise, and these come nearest.
    pub(super) bears: Option<f64>,
    /// Where they fall over.
    pub(super) cliff: Option<Cliff>,
}

fields! {
    Chosen { placement, working, bears, cliff }
    Placement { tensor, pipeline, expert, data }
    Cliff { sessions, rate, hits }
}

/// What was found for several offers, each by its place, as a worker sends it.
#[must_use]
pub fn sent(found: &[(usize, Option<Chosen>)]) -> Parcel {
    Parcel::of(&found.to_vec())
}

/// Reads parcels of [`sent`]; `None` of any other.
#[must_use]
pub fn heard(parcel: &Parcel) -> Option<Vec<(usize, Option<Chosen>)>> {
    parcel.open()
}
