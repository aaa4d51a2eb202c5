//! Which measured rows an estimate of serving is comparable with, how well they back it, and
//! the bands that follow.

use crate::band::{Band, CROWDED, Evidence, Spread};
use crate::engine::Engine;
use crate::hardware::Architecture;
use crate::model::ModelClass;
use crate::precision::{KvFormat, WeightFormat};
use crate::serving::scenario::Scenario;

/// The facts that decide which rows are comparable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparable {
    /// Class of the model.
    pub class: ModelClass,
    /// Generation of the accelerator.
    pub architecture: Architecture,
    /// The engine.
    pub engine: Engine,
    /// A placement that no row has: a pipeline, or tensor parallelism over PCI
    /// Express.
    pub unusual: bool,
    /// Format of the weights.
    pub weights: WeightFormat,
    /// A way to serve that no row has: see [`is_extended`].
    pub extended: bool,
    /// Factor by which bands are wider by the engine's release and launch.
    pub widening: f64,
    /// Share of the memory's room that the requests take.
    pub crowding: f64,
    /// Requests at once.
    pub users: f64,
    /// Whether the batch is kept full.
    pub saturated: bool,
}

/// The bands of one estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bands {
    /// Of the time to first token.
    pub ttft: Band,
    /// Of the time per output token.
    pub tpot: Band,
    /// Of the output tokens a second.
    pub output: Band,
}

/// Whether times of served models were published with weights in `format`; floats of 16
/// bits cost the same.
const fn is_measured(format: WeightFormat) -> bool {
    matches!(
        format,
        WeightFormat::Bf16
            | WeightFormat::Fp16
            | WeightFormat::Fp8
            | WeightFormat::Fp8Block
            | WeightFormat::Nvfp4
            | WeightFormat::Mxfp4
    )
}

/// Whether `scenario` serves in a way that no row has: with drafts or adapters, with parts of
/// prompts that are found in a cache, or with a cache in a format that was not measured. What a
/// launch without a recipe adds is [`crate::serving::release::Worth::widening`].
#[must_use]
pub fn is_extended(scenario: &Scenario) -> bool {
    let serving = &scenario.serving;
    let cache = matches!(
        scenario.kv_cache,
        KvFormat::Bf16 | KvFormat::Fp16 | KvFormat::Fp8
    );
    let found = scenario.workload.prefix_hit_rate > 0.0 || serving.restored > 0.0;
    serving.speculation.is_some() || serving.adapters.is_some() || found || !cache
}

impl Comparable {
    /// One user of llama.cpp.
    fn is_single_stream(&self) -> bool {
        self.engine == Engine::LlamaCpp && self.users <= 1.0
    }

    /// How well times per output token of such a configuration were measured.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        let plain = matches!(self.class, ModelClass::Dense | ModelClass::Moe);
        match self.architecture {
            // Boards, laptops and small servers, dense models and mixtures.
            Architecture::Ampere
            | Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::Apple
            | Architecture::Hopper
            | Architecture::BlackwellGraphics
                if self.is_single_stream() && plain && !self.extended =>
            {
                Evidence::Measured
            }
            Architecture::Hopper | Architecture::Blackwell
                if self.engine != Engine::LlamaCpp
                    && !self.unusual
                    && !self.extended
                    && is_measured(self.weights) =>
            {
                Evidence::Measured
            }
            // One machine with memory of its own kind, and boards of one publisher.
            Architecture::Rdna if self.is_single_stream() => Evidence::Interpolated,
            Architecture::Hopper
            | Architecture::Blackwell
            | Architecture::Ampere
            | Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::Apple
            | Architecture::BlackwellGraphics
            | Architecture::Cdna3 => Evidence::Interpolated,
            Architecture::Pascal
            | Architecture::Volta
            | Architecture::Turing
            | Architecture::Rubin
            | Architecture::Cdna1
            | Architecture::Cdna2
            | Architecture::Cdna4
            | Architecture::Rdna
            | Architecture::Gaudi
            | Architecture::Xe
            | Architecture::Tpu
            | Architecture::Neuron
            | Architecture::Other => Evidence::Unmeasured,
        }
    }

    /// The bands.
    #[must_use]
    pub fn bands(&self) -> Bands {
        let evidence = self.evidence();
        let ttft = if self.crowding > CROWDED {
            Spread::CROWDED_TTFT
        } else {
            Spread::of_ttft(self.class)
        };
        // Of llama.cpp prompts are published, and no times until a server's first token.
        let of_first = match evidence {
            Evidence::Measured if self.engine == Engine::LlamaCpp => Evidence::Interpolated,
            other => other,
        };
        let tpot = if self.is_single_stream() {
            Spread::SINGLE_STREAM
        } else {
            Spread::of_tpot(self.class)
        }
        .band(evidence);
        let [dense, mixture] = Spread::FULL_BATCH;
        let output = match (self.saturated, self.class) {
            (false, _) => tpot.inverse(),
            (true, ModelClass::Dense) => dense.band(evidence),
            (true, _) => mixture.band(evidence),
        };
        Bands {
            ttft: ttft.band(of_first).widened(self.widening),
            tpot: tpot.widened(self.widening),
            output: output.widened(self.widening),
        }
    }
}
