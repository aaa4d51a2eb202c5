//! The settings of an engine, by the names of its own options: one list for command lines and
//! for manifests.
//!
//! | engine | version | names read in |
//! | --- | --- | --- |
//! | vLLM | 0.33.0 | `vllm/engine/arg_utils.py`, `vllm/config/*.py` |
//! | `SGLang` | 0.5.23 | `sglang/srt/server_args.py` |
//! | TensorRT-LLM | 1.4 | `trtllm-serve serve`, the publisher's list of its options |
//! | llama.cpp | autumn 2026 | `common/arg.cpp`, as llama-cpp-python 0.3.36 carries it |

use super::draft::Draft;
use super::{llama, sglang, tensorrt, vllm};
use crate::decimal;
use crate::engine::Engine;
use crate::placement::Placement;
use crate::precision::KvFormat;
use crate::quantity::Bytes;
use crate::serving::options::Adapters;

/// The version of an engine whose options are written.
#[must_use]
pub const fn version(engine: Engine) -> &'static str {
    match engine {
        Engine::Vllm => "0.33.0",
        Engine::Sglang => "0.5.23",
        Engine::TensorRtLlm => "1.4",
        Engine::LlamaCpp => "2026",
    }
}

/// The part of a replica where prefill and decode are apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    /// It reads prompts.
    Prefill,
    /// It decodes.
    Decode,
}

/// How a replica is set; `None` leaves the engine its default.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// How the replica is spread.
    pub placement: Placement,
    /// Whether the engine makes fp8 of a checkpoint at 16 bits as it loads it.
    pub quantized: bool,
    /// Format of cached keys and values.
    pub cache: KvFormat,
    /// Longest sequence, tokens.
    pub context: Option<u32>,
    /// Most sequences in a step of one copy of the attention.
    pub sequences: Option<u32>,
    /// Most tokens in a step of one copy.
    pub batched: Option<u32>,
    /// Share of memory that the engine may take, 0 to 1.
    pub memory: Option<f64>,
    /// Whether the beginnings of prompts are found again.
    pub prefix: Option<bool>,
    /// Speculative decoding.
    pub draft: Option<Draft>,
    /// Adapters beside the weights.
    pub adapters: Option<Adapters>,
    /// Host memory of the whole replica for cached prompts.
    pub host: Option<Bytes>,
    /// The pool that it belongs to.
    pub pool: Option<Pool>,
}

/// The value of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// None: it is a flag.
    None,
    /// Text as it is.
    Text(String),
    /// Text in which a shell puts variables, between double quotes.
    Variable(String),
}

/// One option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name, dashes included.
    pub option: &'static str,
    /// Its value.
    pub value: Value,
    /// The figure that the value is, in words; empty where the option says it.
    pub why: &'static str,
}

/// The settings of `engine`, in the order in which people read them.
#[must_use]
pub fn arguments(engine: Engine, settings: &Settings) -> Vec<Argument> {
    let mut out = Arguments::default();
    match engine {
        Engine::Vllm => vllm::settings(&mut out, settings),
        Engine::Sglang => sglang::settings(&mut out, settings),
        Engine::TensorRtLlm => tensorrt::settings(&mut out, settings),
        Engine::LlamaCpp => llama::settings(&mut out, settings),
    }
    out.0
}

pub(super) const TENSOR: &str = "ranks that share every layer";
pub(super) const PIPELINE: &str = "stages";
pub(super) const COPIES: &str = "copies of the attention";
pub(super) const EXPERTS: &str = "ranks that the experts are spread over";
pub(super) const CONTEXT: &str =
    "the longest sequence: as typed, or what the cache and the model hold";
pub(super) const SEQUENCES: &str = "the most sequences in a step that were estimated";
pub(super) const BATCHED: &str = "the most tokens in a step that were estimated";
/// What a share of memory is.
pub const SHARE: &str = "share of memory that the estimate gave the engine";

/// Options as they are added.
#[derive(Default)]
pub(super) struct Arguments(Vec<Argument>);

impl Arguments {
    pub(super) fn set(&mut self, option: &'static str, value: &str) {
        self.noted(option, value, "");
    }

    pub(super) fn noted(&mut self, option: &'static str, value: &str, why: &'static str) {
        let value = Value::Text(value.to_owned());
        self.0.push(Argument { option, value, why });
    }

    pub(super) fn variable(&mut self, option: &'static str, value: &str) {
        let value = Value::Variable(value.to_owned());
        self.0.push(Argument {
            option,
            value,
            why: "",
        });
    }

    pub(super) fn count(&mut self, option: &'static str, count: Option<u32>, why: &'static str) {
        if let Some(count) = count {
            self.noted(option, &count.to_string(), why);
        }
    }

    /// A count of one copy, where the engine deals one of the whole replica out to them.
    pub(super) fn of_all(
        &mut self,
        option: &'static str,
        count: Option<u32>,
        copies: u32,
        why: &'static str,
    ) {
        let all = count.map(|count| count.saturating_mul(copies.max(1)));
        self.count(option, all, why);
    }

    pub(super) fn above_one(&mut self, option: &'static str, count: u32, why: &'static str) {
        self.count(option, Some(count).filter(|count| *count > 1), why);
    }

    pub(super) fn share(&mut self, option: &'static str, share: Option<f64>) {
        if let Some(share) = share {
            let share = decimal::show(decimal::round(share, 4));
            self.noted(option, &share, SHARE);
        }
    }

    pub(super) fn flag(&mut self, wanted: bool, option: &'static str) {
        if wanted {
            self.0.push(Argument {
                option,
                value: Value::None,
                why: "",
            });
        }
    }
}
