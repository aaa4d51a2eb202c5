//! The scenario that a measured configuration is.

use estimator::engine::EngineSettings;
use estimator::model::Model;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::scenario::{Limits, Scenario};
use estimator::workload::{Load, Percentile, Sla, Workload};

/// Formats of weights and cache.
pub type Formats = (WeightFormat, KvFormat);

/// `model` under `load`, `lengths` being prompt and answer in tokens; no demand on
/// latencies, whose means are compared.
#[must_use]
pub fn scenario(
    model: Model,
    (weights, kv_cache): Formats,
    (input_tokens, output_tokens): (f64, f64),
    load: Load,
    engine: EngineSettings,
) -> Scenario {
    Scenario {
        model,
        weights,
        kv_cache,
        workload: Workload {
            input_tokens,
            output_tokens,
            prefix_hit_rate: 0.0,
            load,
            speculation: None,
        },
        sla: Sla {
            ttft: None,
            tpot: None,
            percentile: Percentile::Mean,
        },
        engine,
        limits: Limits::default(),
    }
}
