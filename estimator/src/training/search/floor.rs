//! The least time a step can take: by it the search leaves a layout untried.
//!
//! Arithmetic divides by the accelerators at best, and so do the exchanges of tensor parallelism
//! inside a node; stages add their bubble, `(pp - 1) / (v m + pp - 1)` of the step. Whatever else
//! a layout costs comes on top.

use crate::hardware::Accelerator;
use crate::quantity::Seconds;
use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::Recompute;
use crate::training::report::StepParts;
use crate::training::site::Site;
use crate::training::time::OnChip;

/// Degrees of tensor parallelism that a floor is kept for.
const DEGREES: [u32; 5] = [1, 2, 4, 8, 16];
/// Sequences of the pass it is taken from: enough to fill the machine.
const SEQUENCES: u32 = 64;
/// The share left after effects of size that a larger pass would still show.
const SLACK: f64 = 0.97;

/// The least accelerator-seconds of a step.
#[derive(Debug, Clone)]
pub(super) struct Floor {
    /// By degree, for each mode of recompute.
    work: Vec<(u32, Recompute, f64)>,
}

impl Floor {
    /// The floor of `job` on `chip`; `None` where the record lacks a rate.
    pub(super) fn new(
        job: &Job,
        site: &Site,
        chip: &Accelerator,
        modes: &[Recompute],
    ) -> Option<Self> {
        let alone = Job {
            global_batch: SEQUENCES,
            ..job.clone()
        };
        let on = OnChip::fitted(&alone, site, chip)?;
        let scale = f64::from(job.global_batch) / f64::from(SEQUENCES);
        let mut work = Vec::new();
        for tensor in DEGREES {
            for &recompute in modes {
                let layout = Layout {
                    accelerators: tensor,
                    tensor,
                    expert_tensor: tensor,
                    expert: job.model.experts.map_or(1, |part| part.routed.max(1)),
                    micro_batch: SEQUENCES,
                    sequence_parallel: tensor > 1,
                    recompute,
                    ..Layout::SINGLE
                };
                let step = on.speed(&layout)?.step;
                let least = arithmetic(&step).get() * f64::from(tensor) * scale;
                work.push((tensor, recompute, least));
            }
        }
        Some(Self { work })
    }

    /// The least time of a step of `layout`, of `micro_batches` each.
    pub(super) fn step(&self, layout: &Layout, micro_batches: u32) -> Seconds {
        let work = self
            .work
            .iter()
            .rfind(|(tensor, mode, _)| *tensor <= layout.tensor && *mode == layout.recompute)
            .map_or(0.0, |(_, _, work)| *work);
        let stages = f64::from(layout.pipeline.saturating_sub(1));
        let passes = f64::from(layout.virtual_stages) * f64::from(micro_batches);
        let busy = passes / (passes + stages);
        Seconds::new(SLACK * work / f64::from(layout.accelerators.max(1)) / busy)
    }
}

fn arithmetic(step: &StepParts) -> Seconds {
    step.linear + step.attention + step.elementwise + step.head + step.experts + step.tensor
}
