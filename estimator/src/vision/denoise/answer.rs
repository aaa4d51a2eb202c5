//! The answer to a question about a generation.

use super::{Memory, Parts, Question, Work};

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// The work to do.
    pub work: Work,
    /// Where the time goes.
    pub parts: Parts,
    /// Bytes by phase.
    pub memory: Memory,
    /// Images or clips a second over all accelerators, one generation after another.
    pub items_per_second: f64,
}

impl Question {
    /// Answers it. Ask [`Question::check`] first: out of bounds the answer means nothing, but
    /// there is one.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let work = self.work();
        let parts = self.parts(&work);
        let replicas = f64::from(self.accelerators) / f64::from(self.parallel.ranks().max(1));
        // The time around one generation overlaps the next.
        let busy = (parts.request - parts.around).get();
        Answer {
            work,
            parts,
            memory: self.memory(&work),
            items_per_second: replicas * f64::from(self.batch) / busy,
        }
    }
}
