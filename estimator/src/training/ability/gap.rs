//! A gap: a job that software has no setting for.

use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// Something of a job or a layout that its software has no setting for, or none that
    /// a launch reaches.
    Gap {
        /// Tensor parallelism.
        Tensor = "tensor",
        /// Pipeline parallelism.
        Pipeline = "pipeline",
        /// Chunks of a stage's layers of this size.
        VirtualStages = "virtual-stages",
        /// Context parallelism.
        Context = "context",
        /// Expert parallelism.
        Expert = "expert",
        /// Experts that ranks share.
        ExpertTensor = "expert-tensor",
        /// States cut so.
        Sharding = "sharding",
        /// The number format.
        Precision = "precision",
        /// The optimizer.
        Optimizer = "optimizer",
        /// States kept there.
        Offload = "offload",
        /// This much recomputed.
        Recompute = "recompute",
        /// The loss taken so.
        Loss = "loss",
        /// Attention computed so.
        Attention = "attention",
        /// Adapters.
        Adapters = "adapters",
        /// A frozen copy beside the model.
        Reference = "reference",
        /// The model's layers, or names of them that are known.
        Model = "model",
        /// A ready configuration of the model; the user's own takes its place.
        Configuration = "configuration",
        /// All parameters.
        Full = "full",
        /// Learnt magnitudes beside adapters.
        Magnitude = "magnitude",
        /// A frozen base in so few bits, here.
        Base = "base",
        /// Weights at random.
        Scratch = "scratch",
        /// Accelerators of this maker, which have launchers of their own.
        Hardware = "hardware",
    }
);

impl Gap {
    /// Whether a launch that leaves it out would train something else, or not as it was estimated:
    /// no command is written then. How a loss or attention is computed and recomputation change no
    /// result; a configuration of the user's own takes the place of a ready one.
    #[must_use]
    pub const fn stops(self) -> bool {
        !matches!(
            self,
            Self::Loss
                | Self::Attention
                | Self::Recompute
                | Self::VirtualStages
                | Self::ExpertTensor
                | Self::Configuration
        )
    }
}
