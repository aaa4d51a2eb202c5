//! The parallelism of a line: the degrees it names, or all that the engine runs.

use crate::batch::input::{BatchError, Line};
use crate::hardware::Accelerator;
use crate::placement::{Illegal, Placement};
use crate::serving::scenario::Scenario;
use crate::serving::search::COUNTS;
use crate::support::placements;

/// The degrees of parallelism a line names.
pub(crate) struct Degrees {
    fixed: Option<Placement>,
    accelerators: Option<u32>,
}

impl Degrees {
    pub(crate) fn read(line: &Line) -> Result<Self, BatchError> {
        let named = [
            line.tensor_parallel,
            line.pipeline_parallel,
            line.expert_parallel,
            line.data_parallel,
        ];
        if line.accelerators == Some(0) {
            return Err(BatchError::new(
                "accelerators",
                "0 is not between 1 and 1e6",
            ));
        }
        let degree = |given: Option<u32>| given.unwrap_or(1);
        Ok(Self {
            fixed: named.iter().any(Option::is_some).then(|| Placement {
                tensor: degree(line.tensor_parallel),
                pipeline: degree(line.pipeline_parallel),
                expert: degree(line.expert_parallel),
                data: degree(line.data_parallel),
            }),
            accelerators: line.accelerators,
        })
    }

    /// Every placement the line allows on `chip`, with the replicas it makes.
    pub(crate) fn each(
        &self,
        scenario: &Scenario,
        chip: &Accelerator,
    ) -> Result<Vec<(Placement, u32)>, BatchError> {
        let (engine, model) = (scenario.engine.engine, &scenario.model);
        let node = scenario.limits.node(chip);
        let Some(placement) = self.fixed else {
            let counts = match self.accelerators {
                Some(count) => vec![count],
                None => COUNTS.to_vec(),
            };
            return Ok(counts
                .into_iter()
                .flat_map(|count| {
                    // More replicas of fewer accelerators are possible too.
                    COUNTS
                        .into_iter()
                        .filter(move |size| count.is_multiple_of(*size))
                        .flat_map(move |size| {
                            placements(engine, model, node, size)
                                .into_iter()
                                .map(move |placement| (placement, count / size))
                        })
                })
                .collect());
        };
        // A node as large as the line needs: measured systems exist as they are.
        placement
            .check(model, node.max(placement.tensor))
            .map_err(|reason| illegal(&placement, reason))?;
        let size = placement.accelerators();
        let accelerators = self.accelerators.unwrap_or(size);
        if !accelerators.is_multiple_of(size) {
            return Err(BatchError::new(
                "accelerators",
                format!("{accelerators} is no multiple of tp x pp x dp = {size}"),
            ));
        }
        Ok(vec![(placement, accelerators / size)])
    }
}

/// Names the degree that cannot be, and why.
fn illegal(placement: &Placement, reason: Illegal) -> BatchError {
    let (field, message) = match reason {
        Illegal::Zero => ("accelerators", "a degree of zero".to_owned()),
        Illegal::Heads { heads } => (
            "tensor_parallel",
            format!("{} does not divide {heads} heads", placement.tensor),
        ),
        Illegal::KvHeads { kv_heads } => (
            "tensor_parallel",
            format!(
                "{} and {kv_heads} key/value heads do not divide",
                placement.tensor
            ),
        ),
        Illegal::Width { width } => (
            "tensor_parallel",
            format!("{} does not divide a width of {width}", placement.tensor),
        ),
        Illegal::AcrossNodes { node } => (
            "tensor_parallel",
            format!("{} is more than a node of {node}", placement.tensor),
        ),
        Illegal::Stages { layers } => (
            "pipeline_parallel",
            format!("{} is more than {layers} layers", placement.pipeline),
        ),
        Illegal::Experts { experts } => (
            "expert_parallel",
            format!("{} does not divide {experts} experts", placement.expert),
        ),
        Illegal::ExpertRanks { ranks } => (
            "expert_parallel",
            format!("{} does not divide tp x dp = {ranks}", placement.expert),
        ),
        Illegal::NoExperts if placement.expert > 1 => {
            ("expert_parallel", "the model has no experts".to_owned())
        }
        Illegal::NoExperts => ("data_parallel", "the model has no experts".to_owned()),
    };
    BatchError::new(field, message)
}
