//! How the passes of guidance run.

use super::{Implementation, Question};

impl Question {
    /// How often a step launches everything: twice where passes follow each other.
    pub(super) fn turns(&self) -> f64 {
        let apart = self.parallel.guidance > 1;
        if self.implementation == Implementation::Official && !apart {
            self.passes()
        } else {
            1.0
        }
    }

    /// Sequences of a step on one branch's accelerators.
    pub(super) fn sequences(&self) -> f64 {
        f64::from(self.batch) * self.passes() / f64::from(self.parallel.guidance.max(1))
    }
}
