//! How far a run can be relied on, and the worth of that.
//!
//! As in serving ([`crate::serving::soundness`]) a doubt is a price and no veto: a run that may not
//! fit, or whose speed nobody measured on such hardware, is recommended only where nothing sounder
//! costs less than half as much again. Where speed is wanted, time takes the place of cost.
//!
//! ```text
//! weighed = cost * 1.5 where the hardware is unmeasured * 1.5 where the memory is nearly full
//! ```

use crate::band::Evidence;
use crate::serving::soundness::DEARER;
use crate::training::report::Run;

/// Memory taken above which it is called nearly full: allocations that no estimate counts may not
/// fit.
pub const NEARLY_FULL: f64 = 0.95;

impl Run {
    /// Share of the memory of the fullest accelerator that is taken.
    #[must_use]
    pub fn memory_taken(&self) -> f64 {
        let memory = &self.estimate.memory;
        memory.needed() / memory.capacity
    }

    /// Whether the memory is nearly full, so that it may not fit.
    #[must_use]
    pub fn may_not_fit(&self) -> bool {
        self.memory_taken() > NEARLY_FULL
    }

    /// Whether nobody measured training on such hardware.
    #[must_use]
    pub fn is_unmeasured(&self) -> bool {
        let speed = self.estimate.speed.as_ref();
        speed.is_some_and(|speed| speed.band.evidence == Evidence::Unmeasured)
    }

    /// `measure` of the run, a cost or a time, weighed by its doubts.
    #[must_use]
    pub fn weighed(&self, measure: f64) -> f64 {
        let doubts = [self.is_unmeasured(), self.may_not_fit()];
        let doubts = doubts.into_iter().filter(|holds| *holds);
        doubts.fold(measure, |weighed, _| weighed * DEARER)
    }
}
