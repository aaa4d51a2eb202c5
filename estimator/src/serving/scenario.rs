//! The complete, validated question to the estimator.
//!
//! A [`Scenario`] names the model, the load and the demands; [`Offer`](crate::offer::Offer)s the
//! accelerators. Both are complete: nothing in them refers to a catalogue.

use crate::calibration::Record;
use crate::engine::EngineSettings;
use crate::hardware::Accelerator;
use crate::model::Model;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::Bytes;
use crate::serving::checkpoint;
use crate::serving::options::Serving;
use crate::workload::{Sla, Workload};
use serde::{Deserialize, Serialize};

/// The model, the load and the demands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// The model.
    pub model: Model,
    /// How its weights are stored.
    pub weights: WeightFormat,
    /// The format that its maker releases it in, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<WeightFormat>,
    /// How its cache is stored.
    pub kv_cache: KvFormat,
    /// The traffic.
    pub workload: Workload,
    /// The demands on speed.
    pub sla: Sla,
    /// The engine.
    pub engine: EngineSettings,
    /// How it is made to serve.
    #[serde(default)]
    pub serving: Serving,
    /// Limits of a search.
    pub limits: Limits,
    /// What was measured of a configuration, where somebody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Box<Record>>,
}

impl Scenario {
    /// Whether the engine makes its weights of the released checkpoint while it loads.
    #[must_use]
    pub fn quantizes(&self) -> bool {
        checkpoint::is_quantized(self.engine.engine, self.weights, self.released)
    }

    /// Bytes of the published checkpoint, of the whole model.
    #[must_use]
    pub fn checkpoint(&self) -> Bytes {
        let engine = self.engine.engine;
        checkpoint::bytes(&self.model, engine, self.weights, self.released)
    }
}

/// Limits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// The most accelerators one node may hold; `None` leaves it to the
    /// hardware.
    pub max_per_node: Option<u32>,
    /// The most accelerators one replica may span.
    pub max_per_replica: u32,
    /// Replicas kept beyond the need of the load, for availability.
    pub spare_replicas: u32,
    /// Accelerators that are there already; `None` where everything is rented. It changes no
    /// answer: as much as they carry is said beside it ([`crate::serving::within`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owned: Option<u32>,
    /// Dollars a month that there are; the same holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<f64>,
}

impl Limits {
    /// Accelerators of one node of `chip`: as many as the hardware holds, or less where the user
    /// says so; at least one.
    #[must_use]
    pub fn node(&self, chip: &Accelerator) -> u32 {
        let node = chip.node_size.max(1);
        self.max_per_node.map_or(node, |most| node.min(most.max(1)))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_per_node: None,
            max_per_replica: 32,
            spare_replicas: 0,
            owned: None,
            budget: None,
        }
    }
}
