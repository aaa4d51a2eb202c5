//! How far a run can be relied on, and the worth of that.
//!
//! Like a thin margin in serving ([`crate::serving::soundness`]), memory that is all but full is a
//! doubt and a price, no veto: the run may not fit, so it is recommended only where nothing sounder
//! costs less than half as much again. Where speed is wanted, time takes the place of cost.
//!
//! ```text
//! weighed = cost * 1.5 where the memory is nearly full
//! ```

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

    /// `measure` of the run, a cost or a time, weighed by its doubt.
    #[must_use]
    pub fn weighed(&self, measure: f64) -> f64 {
        if self.may_not_fit() {
            measure * DEARER
        } else {
            measure
        }
    }
}
