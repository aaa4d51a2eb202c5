//! What backs the latencies of a sizing, in a word.

use crate::band::Evidence;
use crate::precision::formats;
use crate::serving::report::Sizing;
use serde::{Deserialize, Serialize};

formats!(
    /// What backs a sizing's latencies, the best first.
    Backing {
        /// Measurements of this generation, with such models and such a placement.
        Measured = "measured",
        /// A simulation, request by request; of hardware of which something was measured.
        Simulated = "simulated",
        /// The closed form alone, or hardware of which nothing was measured.
        Estimated = "estimated",
    }
);

impl Sizing {
    /// How well measurements back its speed; `None` where nothing runs.
    #[must_use]
    pub fn evidence(&self) -> Option<Evidence> {
        let speed = self.estimate.performance.as_ref()?;
        Some(speed.tpot.band.evidence)
    }

    /// What backs its latencies; `None` where nothing runs.
    #[must_use]
    pub fn backing(&self) -> Option<Backing> {
        Some(match self.evidence()? {
            Evidence::Measured => Backing::Measured,
            Evidence::Interpolated if self.is_simulated() => Backing::Simulated,
            Evidence::Interpolated | Evidence::Unmeasured => Backing::Estimated,
        })
    }
}
