//! The links of a run's machines: network, storage, and how often one fails.

use crate::quantity::{BytesPerSecond, Seconds};
use serde::{Deserialize, Serialize};

/// Everything of a cluster that is not its accelerators.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// Network of one accelerator between nodes, one direction; `None` takes the one usual with
    /// the accelerator.
    pub network: Option<BytesPerSecond>,
    /// The rate a checkpoint is written at, a node.
    pub storage: BytesPerSecond,
    /// Sequences a second that one copy of the model reads when nothing else runs; data
    /// loading shows once it is slower than a step. `None` where it keeps up.
    pub loading: Option<f64>,
    /// Mean time between failures of one accelerator that stop the run, its share of the
    /// node and of the network included.
    pub between_failures: Seconds,
    /// From a failure to the first step after it: notice, replace, load, warm up.
    pub restart: Seconds,
}
