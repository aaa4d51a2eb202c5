//! The machines that a job is launched on, as its estimate saw them.

use crate::hardware::{Accelerator, Vendor};
use crate::training::report::Run;

/// What launch files say of machines, and how often a run saves there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cluster {
    /// Who makes the accelerator.
    pub vendor: Vendor,
    /// Accelerators of one machine.
    pub node: u32,
    /// Accelerators that reach each other without the network: those of several machines where a
    /// rack's links join them.
    pub near: u32,
    /// Steps from one checkpoint to the next.
    pub save_every: f64,
}

impl Cluster {
    /// The machines of `node` accelerators that `run` was estimated on.
    #[must_use]
    pub fn of(chip: &Accelerator, node: u32, run: &Run) -> Self {
        Self {
            vendor: chip.vendor,
            node,
            near: chip.near(),
            save_every: run.steps_of_a_checkpoint(),
        }
    }

    /// Whether the files start anything here. Accelerators of other makers have launchers of their
    /// own; of the user's own hardware nothing is known against it.
    pub(super) const fn starts(&self) -> bool {
        matches!(self.vendor, Vendor::Nvidia | Vendor::Amd | Vendor::Other)
    }
}

impl Run {
    /// Whole steps that the assumed time between checkpoints holds; at least one, and no more than
    /// the run has.
    #[must_use]
    pub fn steps_of_a_checkpoint(&self) -> f64 {
        let work = (self.compute + self.overheads.loading).get();
        let steps = self.steps.ceil().max(1.0);
        let held = self.overheads.checkpoint_every.get() / work * steps;
        if held.is_finite() {
            held.round().clamp(1.0, steps)
        } else {
            steps
        }
    }
}
