//! What a search found for an offer, in a few numbers, and its way from the worker to the page.

use super::met::Met;
use super::report::Sizing;
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
    /// What one of them makes of single turns; `None` where that was not simulated.
    pub(super) met: Option<Met>,
}

fields! {
    Chosen { placement, working, bears, cliff, met }
    Placement { tensor, pipeline, expert, data }
    Cliff { sessions, rate, hits }
}

impl Chosen {
    /// That of which a sizing was made.
    #[must_use]
    pub fn of(sizing: &Sizing) -> Self {
        Self {
            placement: sizing.estimate.placement,
            working: sizing.working(),
            bears: Some(sizing.bears).filter(|bears| *bears > 0.0),
            cliff: sizing.fall.map(|fall| Cliff {
                sessions: fall.sessions,
                rate: fall.turns / sizing.task.turns,
                hits: fall.hits,
            }),
            met: sizing.met,
        }
    }

    /// It as a line of numbers.
    #[must_use]
    pub fn write(&self) -> String {
        Parcel::of(self).line()
    }

    /// What [`Self::write`] wrote; `None` of anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Parcel::of_line(text)?.open()
    }
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
