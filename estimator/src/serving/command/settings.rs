//! The figures that options are written from: those that the estimate assumed, each said where
//! the question leaves it to the engine.

use super::argument::{Arguments, Figure, Value};
use super::names::{Checkpoint, Drafter, Names};
use super::problem::{Problem, Remark};
use super::{llama, sglang, tensorrt, vllm};
use crate::engine::Engine;
use crate::machines::Machines;
use crate::offer::Offer;
use crate::placement::Placement;
use crate::precision::{KvFormat, WeightFormat, formats};
use crate::quantity::Bytes;
use crate::serving::balance;
use crate::serving::memory::activations::{sequences, step_tokens};
use crate::serving::memory::engine_rules::{assumed_utilization, static_share};
use crate::serving::memory::is_published;
use crate::serving::options::Adapters;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::support::engine_reads;
use serde::{Deserialize, Serialize};

formats!(
    /// What a process does.
    Role {
        /// It reads prompts and answers.
        Serve = "serve",
        /// It reads prompts.
        Prefill = "prefill",
        /// It decodes.
        Decode = "decode",
    }
);

impl Role {
    /// The roles of a sizing, with the replicas of each.
    pub(super) fn of(sizing: &Sizing) -> Vec<(Self, u32)> {
        match sizing.pools {
            Some(pools) => vec![(Self::Prefill, pools.prefill), (Self::Decode, pools.decode)],
            None => vec![(Self::Serve, sizing.replicas)],
        }
    }
}

/// Drafting: with what, and how many tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Drafting<'a> {
    pub(super) drafter: Option<Drafter<'a>>,
    pub(super) tokens: u32,
}

impl Drafting<'_> {
    /// The kind of the head; where none is known, what most are published as.
    pub(super) fn kind(&self) -> &str {
        self.drafter.map_or("eagle3", |drafter| drafter.kind)
    }

    /// The head's own checkpoint; `None` where it is in the model's.
    pub(super) fn checkpoint(&self) -> Option<Value> {
        let known = self.drafter.and_then(|drafter| drafter.checkpoint);
        let missing = || (self.kind() != "mtp").then(|| Value::yours("DRAFT"));
        known.map(Value::from).or_else(missing)
    }
}

/// What one replica is told. What is `None` is left to the engine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Settings<'a> {
    pub(crate) engine: Engine,
    pub(crate) role: Role,
    pub(crate) placement: Placement,
    pub(crate) checkpoint: Checkpoint<'a>,
    /// The checkpoint that the model is released as, which has its tokenizer.
    pub(crate) released: Option<&'a str>,
    /// The model as requests name it; empty where that is the engine's choice.
    pub(crate) served: &'a str,
    pub(crate) weights: WeightFormat,
    /// `None` leaves it to the checkpoint.
    pub(crate) cache: Option<KvFormat>,
    pub(crate) context: Option<u32>,
    /// Most sequences in a step of one copy of the attention.
    pub(crate) sequences: Option<u32>,
    /// Most tokens in a step of one copy.
    pub(crate) batched: Option<u32>,
    pub(crate) memory_share: Option<f64>,
    /// Tokens that the cache of a replica holds, where that is the engine's to be told.
    pub(crate) pool: Option<u32>,
    pub(crate) prefix_hits: Option<bool>,
    pub(crate) drafting: Option<Drafting<'a>>,
    pub(crate) adapters: Option<Adapters>,
    /// Cache of a replica in main memory.
    pub(crate) host_cache: Option<Bytes>,
}

impl<'a> Settings<'a> {
    /// The figures of `sizing`; what cannot be goes into `problems`.
    pub(super) fn new(
        scenario: &'a Scenario,
        offer: &Offer,
        sizing: &Sizing,
        names: &Names<'a>,
        role: Role,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let (settings, serving) = (&scenario.engine, &scenario.serving);
        let engine = settings.engine;
        let chip = &offer.accelerator;
        let placement = sizing.estimate.placement;
        if !engine_reads(engine, scenario.weights) {
            problems.push(Problem::Weights(scenario.weights));
        }
        let assumed = assumed_utilization(engine, is_published(scenario));
        let share = settings.memory_utilization.or(assumed);
        let share = share.unwrap_or_else(|| static_share(settings, placement, chip));
        let held = whole(sizing.estimate.memory.kv_tokens);
        let copies = placement.data.max(1);
        let context = if engine == Engine::Vllm {
            context(scenario, held / copies, problems)
        } else {
            settings.max_model_len.or(scenario.model.max_context)
        };
        let tokens = |drafts: &crate::serving::options::Speculation| Drafting {
            drafter: names.drafter,
            tokens: drafts.draft_tokens,
        };
        // What is restored saves reading prompts.
        let restores = serving.restored > 0.0 && role != Role::Decode;
        Self {
            engine,
            role,
            placement,
            checkpoint: Checkpoint::of(names, engine, scenario.weights),
            released: names.released,
            served: &scenario.model.id,
            weights: scenario.weights,
            cache: Some(scenario.kv_cache),
            context,
            sequences: Some(most_sequences(scenario, offer, sizing, problems)),
            batched: Some(whole(step_tokens(settings, chip))),
            memory_share: Some(share).filter(|_| engine != Engine::LlamaCpp),
            pool: Some(held),
            prefix_hits: Some(scenario.workload.prefix_hit_rate > 0.0 || serving.restored > 0.0),
            drafting: serving.speculation.as_ref().map(tokens),
            adapters: serving.adapters,
            host_cache: restores.then(|| balance::host_cache(scenario, offer, sizing)),
        }
    }

    /// Every option but those of the nodes.
    pub(crate) fn write(&self, out: &mut Arguments) {
        self.name(out);
        self.figures(out);
        self.address(out);
    }

    /// The options that say the estimate's figures.
    pub(crate) fn figures(&self, out: &mut Arguments) {
        match self.engine {
            Engine::Vllm => vllm::figures(self, out),
            Engine::Sglang => sglang::figures(self, out),
            Engine::TensorRtLlm => tensorrt::figures(self, out),
            Engine::LlamaCpp => llama::figures(self, out),
        }
    }

    /// The model, where options name it, and what it is served as.
    pub(crate) fn name(&self, out: &mut Arguments) {
        let served = match self.engine {
            Engine::Vllm => {
                vllm::tokenizer(self, out);
                "--served-model-name"
            }
            Engine::Sglang => {
                out.set(Figure::Model, "--model-path", sglang::model(self));
                "--served-model-name"
            }
            Engine::TensorRtLlm => "--served_model_name",
            Engine::LlamaCpp => {
                llama::model(self, out);
                "--alias"
            }
        };
        if !self.served.is_empty() {
            out.set(Figure::Model, served, self.served);
        }
    }

    /// Where it listens.
    pub(crate) fn address(&self, out: &mut Arguments) {
        let metrics = match self.engine {
            Engine::Sglang => Some("--enable-metrics"),
            Engine::LlamaCpp => Some("--metrics"),
            // They count without being asked.
            Engine::Vllm | Engine::TensorRtLlm => None,
        };
        if let Some(metrics) = metrics {
            out.switch(Figure::Address, metrics, true);
        }
        out.set(Figure::Address, "--host", "0.0.0.0");
        out.set(Figure::Address, "--port", super::PORT);
    }

    /// The program, with what stands before its options.
    pub(super) fn program(&self, machines: Machines) -> Vec<Value> {
        match self.engine {
            Engine::Vllm => vec!["vllm".into(), "serve".into(), vllm::model(self)],
            Engine::Sglang => ["python3", "-m", "sglang.launch_server"]
                .map(Value::from)
                .into(),
            Engine::TensorRtLlm => tensorrt::program(self, machines),
            Engine::LlamaCpp => vec!["llama-server".into()],
        }
    }

    /// What a reader should know of them.
    pub(super) fn remarks(&self, scenario: &Scenario, names: &Names<'_>) -> Vec<Remark> {
        let settings = &scenario.engine;
        let llama = self.engine == Engine::LlamaCpp;
        let own = settings.max_model_len.or(scenario.model.max_context);
        let gguf = scenario.weights.is_gguf() && names.published.is_some();
        let sixteen = matches!(scenario.kv_cache, KvFormat::Bf16 | KvFormat::Fp16);
        [
            (
                matches!(self.checkpoint, Checkpoint::Wider(_)),
                Remark::QuantisedAtStart,
            ),
            (
                self.engine == Engine::TensorRtLlm && sixteen,
                Remark::CacheOfCheckpoint,
            ),
            (
                self.engine == Engine::Vllm && self.context < own,
                Remark::ContextCut,
            ),
            (
                llama && settings.max_model_len.is_some(),
                Remark::NoContext,
            ),
            (
                llama && settings.memory_utilization.is_some(),
                Remark::NoMemoryShare,
            ),
            (self.engine == Engine::Vllm && gguf, Remark::GgufPlugin),
            (self.adapters.is_some() && !llama, Remark::NameAdapters),
            (self.role != Role::Serve, Remark::Router),
            (settings.release.month.is_some(), Remark::OtherRelease),
            (self.engine == Engine::TensorRtLlm, Remark::Series),
        ]
        .into_iter()
        .filter_map(|(said, remark)| said.then_some(remark))
        .collect()
    }
}

/// The longest sequence: vLLM refuses to start where one would not fit its cache.
fn context(scenario: &Scenario, held: u32, problems: &mut Vec<Problem>) -> Option<u32> {
    let asked = scenario.engine.max_model_len;
    let own = scenario.model.max_context;
    match (asked, own) {
        (Some(asked), _) => {
            if asked > held {
                problems.push(Problem::Context { most: held });
            }
            Some(asked)
        }
        // Whole blocks, as its cache is dealt.
        (None, Some(own)) if own > held => Some((held / BLOCK).max(1) * BLOCK),
        (None, own) => own,
    }
}

/// The most sequences of a step; llama.cpp has a limit of its own, which the load must keep.
fn most_sequences(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    problems: &mut Vec<Problem>,
) -> u32 {
    let assumed = whole(sequences(&scenario.engine, &offer.accelerator));
    if scenario.engine.engine != Engine::LlamaCpp {
        return assumed;
    }
    let most = llama::MOST_SLOTS;
    let speed = sizing.estimate.performance.as_ref();
    let running = speed.map_or(0.0, |speed| speed.running);
    let asked = scenario.engine.max_num_seqs.unwrap_or(1);
    if asked > most || running > f64::from(most) {
        problems.push(Problem::Sequences { most });
    }
    assumed.min(most)
}

/// Tokens of a block of vLLM's cache.
const BLOCK: u32 = 16;

/// A number as a count: what is left of it below the point, within what a count holds.
pub(super) fn whole(number: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates, and what is no number is none"
    )]
    let count = number as u32;
    count
}
