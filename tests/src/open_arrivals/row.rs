//! One measurement.

use estimator::engine::Engine;
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::precision::{KvFormat, WeightFormat};

/// Who measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// `AccelMark`: an engine in the process of the load generator.
    AccelMark,
    /// `powertrace-sim`: `ShareGPT` over HTTP.
    Powertrace,
    /// The performance lab of `GPUStack`: `ShareGPT` over HTTP.
    GpuStack,
    /// The overhead benchmark of `kvcached`: uniform lengths over HTTP.
    Kvcached,
    /// A pull request of SGLang.
    SharedExperts,
    /// An engine in Kubernetes.
    Kubernetes,
}

impl Origin {
    pub(super) fn known(source: &str) -> Option<Self> {
        Some(match source {
            "AccelMark" => Self::AccelMark,
            "powertrace-sim" => Self::Powertrace,
            "GPUStack performance lab" => Self::GpuStack,
            "kvcached overhead benchmark" => Self::Kvcached,
            "SGLang DeepSeek-V3 shared-experts fusion" => Self::SharedExperts,
            "surajssd/llm-k8s" => Self::Kubernetes,
            _ => return None,
        })
    }
}

/// Percentiles as printed, seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Printed {
    /// Half of the requests stay below.
    pub p50: Option<f64>,
    /// Nine in ten.
    pub p90: Option<f64>,
    /// 19 in 20.
    pub p95: Option<f64>,
    /// 99 in 100.
    pub p99: Option<f64>,
}

/// One measurement.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its line in the file; the heading is line 1.
    pub line: usize,
    /// Who measured.
    pub origin: Origin,
    /// The source's name.
    pub source: String,
    /// The sweep over rates that it belongs to: one file, one setting.
    pub sweep: String,
    /// The engine.
    pub engine: Engine,
    /// Its version as printed.
    pub version: String,
    /// The same as numbers: 0.19.1 is (0, 19).
    pub release: (u32, u32),
    /// The model.
    pub model: Model,
    /// Format of its weights.
    pub weights: WeightFormat,
    /// Format of the cache.
    pub kv_cache: KvFormat,
    /// The accelerator.
    pub chip: Accelerator,
    /// Ranks.
    pub tensor: u32,
    /// Requests a second that the benchmark meant to send.
    pub rate: f64,
    /// Squared coefficient of variation of the time between them; 0 is a constant one.
    pub arrivals: f64,
    /// Requests of a run.
    pub requests: u32,
    /// Runs whose requests are pooled.
    pub runs: u32,
    /// Prompt: mean and 95th percentile, tokens.
    pub input: (Option<f64>, Option<f64>),
    /// Answer: mean and 95th percentile, tokens.
    pub output: (f64, Option<f64>),
    /// Answers are cut off at so many tokens.
    pub cap: Option<f64>,
    /// Whether steps are launched kernel by kernel, a setting the estimator lacks.
    pub eager: bool,
    /// Whether the prompts of one run come again in the next, into a prefix cache.
    pub repeats: bool,
    /// Time to first token.
    pub ttft: Printed,
    /// Time per output token by request; nothing where it is of single gaps.
    pub tpot: Printed,
    /// Requests over the whole time of a run.
    pub achieved: f64,
}

impl Row {
    /// vLLM from 0.10 on and SGLang from 0.4.6 on: the engines of today.
    #[must_use]
    pub fn is_current(&self) -> bool {
        match self.engine {
            Engine::Vllm => self.release >= (0, 10),
            _ => self.release >= (0, 5) || self.version.starts_with("0.4.6"),
        }
    }

    /// The engine of vLLM up to 0.7: prompts in steps of their own.
    #[must_use]
    pub fn is_first_vllm(&self) -> bool {
        self.engine == Engine::Vllm && self.release < (0, 8)
    }

    /// Whether the replica kept up with the requests sent.
    #[must_use]
    pub fn keeps_up(&self) -> bool {
        self.achieved >= 0.8 * self.rate
    }
}
