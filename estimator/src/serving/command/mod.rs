//! The command lines that start an engine as an answer assumed it: every setting that the
//! estimate went by and the engine has an option for, written out.
//!
//! ```text
//! longest sequence = that of the question, or the model's window as far as the cache holds it
//! sequences, tokens in a step, share of memory = those of the question, or the defaults that
//! the estimate took for the engine
//! ```
//!
//! Language-free. What is the user's stands as a shell variable that must be set: `$MODEL`
//! where no published checkpoint of the format is known by name, `$DRAFT` for a head that
//! drafts, `$ADAPTERS`; on several nodes `$MASTER_ADDR` and `$NODE_RANK`. Where the engine
//! has no option for something without which it would be set otherwise, there are no files
//! but the [`Gap`].

mod llama;
mod settings;
mod sglang;
mod tensorrt;
#[cfg(test)]
mod tests;
mod vllm;

pub use settings::{Argument, Draft, Pool, SHARE, Settings, Value, arguments, version};

use crate::engine::Engine;
use crate::hardware::Accelerator;
use crate::precision::KvFormat;
use crate::quantity::Bytes;
use crate::script::{Command, File, Machines, quoted};
use crate::serving::balance::{kept_by_replica, prompts};
use crate::serving::memory::activations::{sequences, step_tokens};
use crate::serving::memory::engine_rules::assumed_utilization;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;

/// The port that the engine answers at.
const PORT: u32 = 8000;

/// Names of a command, and of that for further nodes.
type Names = (&'static str, &'static str);

const SERVE: Names = ("serve.sh", "serve-others.sh");
const PREFILL: Names = ("prefill.sh", "prefill-others.sh");
const DECODE: Names = ("decode.sh", "decode-others.sh");

/// Where a command runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On every node alike.
    Any,
    /// On the first node, which answers.
    First,
    /// On each of the others.
    Other,
}

/// Something that the estimate assumed and the engine has no option for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gap {
    /// A replica on several nodes.
    Nodes,
    /// Prefill and decode in pools of their own.
    Pools,
    /// Stages, copies of the attention or experts spread over ranks.
    Placement,
    /// The format of the cache.
    Cache,
    /// A cache in host memory.
    Host,
    /// The share of memory.
    Memory,
}

impl Gap {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 6] = [
        Self::Nodes,
        Self::Pools,
        Self::Placement,
        Self::Cache,
        Self::Host,
        Self::Memory,
    ];

    /// Whether another replica would run without it, so that there are no files.
    #[must_use]
    pub const fn stops(self) -> bool {
        match self {
            Self::Nodes | Self::Pools | Self::Placement => true,
            Self::Cache | Self::Host | Self::Memory => false,
        }
    }
}

/// Everything that a replica is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The files, commands first; none where a gap stops it.
    pub files: Vec<File>,
    /// The settings that they leave out, in the order of [`Gap::ALL`].
    pub gaps: Vec<Gap>,
}

/// A sizing that is to be started.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The question, with its facts.
    pub scenario: &'a Scenario,
    /// The accelerator.
    pub chip: &'a Accelerator,
    /// The sizing.
    pub sizing: &'a Sizing,
    /// Accelerators of a node.
    pub node: u32,
    /// The published checkpoint of the format, where one is known by name.
    pub model: Option<&'a str>,
    /// Whether a draft is part of it.
    pub own_draft: bool,
}

/// The files that start one replica of a sizing on `engine`; with pools, one of either kind.
#[must_use]
pub fn start(engine: Engine, asked: &Asked<'_>) -> Start {
    let pools = asked.sizing.pools.is_some();
    let machines = Machines::of(asked.sizing.estimate.placement.accelerators(), asked.node);
    let settings = settings_of(engine, asked);
    let gaps = gaps(engine, &settings, machines, pools);
    let mut files = Vec::new();
    if !gaps.iter().any(|gap| gap.stops()) {
        let roles: &[(Names, Option<Pool>)] = if pools {
            &[(PREFILL, Some(Pool::Prefill)), (DECODE, Some(Pool::Decode))]
        } else {
            &[(SERVE, None)]
        };
        for ((first, others), pool) in roles {
            let settings = Settings {
                pool: *pool,
                ..settings.clone()
            };
            let file = |name, place| File {
                name,
                text: command(engine, asked.model, &settings, machines, place),
            };
            if engine == Engine::Vllm && machines.nodes > 1 {
                files.extend([file(*first, Place::First), file(*others, Place::Other)]);
            } else {
                files.push(file(*first, Place::Any));
            }
        }
        let config = (engine == Engine::TensorRtLlm).then(|| tensorrt::config(&settings));
        if let Some(text) = config.flatten() {
            files.push(File {
                name: tensorrt::CONFIG,
                text,
            });
        }
    }
    Start { files, gaps }
}

/// The settings of one replica.
#[must_use]
pub fn settings_of(engine: Engine, asked: &Asked<'_>) -> Settings {
    let (scenario, sizing) = (asked.scenario, asked.sizing);
    let (set, serving) = (&scenario.engine, &scenario.serving);
    let memory = &sizing.estimate.memory;
    let most = sequences(set, asked.chip);
    let slots = most.min(sizing.max_concurrency.floor()).max(1.0);
    let window = scenario.model.max_context.map_or(f64::INFINITY, f64::from);
    let (at_once, longest) = if engine == Engine::LlamaCpp {
        // Every slot has its part of the cache.
        (slots, memory.kv_tokens / slots)
    } else {
        (most, memory.longest.unwrap_or(f64::INFINITY))
    };
    let longest = longest.min(window);
    let context = longest.is_finite().then(|| whole(longest));
    Settings {
        placement: sizing.estimate.placement,
        weights: scenario.weights,
        cache: scenario.kv_cache,
        context: set.max_model_len.or(context),
        sequences: Some(whole(at_once)),
        batched: Some(whole(step_tokens(set, asked.chip))),
        memory: set.memory_utilization.or_else(|| share(engine)),
        prefix: scenario.workload.prefix_hit_rate > 0.0,
        draft: serving.speculation.map(|drafts| Draft {
            own: asked.own_draft,
            tokens: drafts.draft_tokens,
        }),
        adapters: serving.adapters,
        host: host(scenario, sizing),
        pool: None,
    }
}

/// The share of memory that the estimate took; `None` where the engine goes by none.
fn share(engine: Engine) -> Option<f64> {
    match engine {
        Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => assumed_utilization(engine, false),
        Engine::LlamaCpp => None,
    }
}

/// Host memory for the cache of one replica, where prompts are restored from there.
fn host(scenario: &Scenario, sizing: &Sizing) -> Option<Bytes> {
    let estimate = &sizing.estimate;
    let rate = prompts(sizing.pools.as_ref(), estimate.performance.as_ref());
    let kept = kept_by_replica(scenario, estimate.placement, &estimate.memory, rate);
    (kept > Bytes::ZERO).then_some(kept)
}

/// A count of tokens or sequences; at least one.
fn whole(count: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 1; casts of floats saturate"
    )]
    let whole = count.max(1.0) as u32;
    whole
}

fn gaps(engine: Engine, settings: &Settings, machines: Machines, pools: bool) -> Vec<Gap> {
    let placed = settings.placement;
    let is_missing = |gap: &Gap| match (gap, engine) {
        (Gap::Nodes, Engine::LlamaCpp) => machines.nodes > 1,
        (Gap::Pools, Engine::LlamaCpp | Engine::TensorRtLlm) => pools,
        // It splits layers or the whole depth, not both.
        (Gap::Placement, Engine::LlamaCpp) => {
            placed.data > 1 || placed.expert > 1 || (placed.tensor > 1 && placed.pipeline > 1)
        }
        (Gap::Cache, Engine::LlamaCpp) => {
            llama::cache(settings.cache).is_none() && settings.cache != KvFormat::Fp16
        }
        (Gap::Cache, Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm) => matches!(
            settings.cache,
            KvFormat::Int8 | KvFormat::Q8_0 | KvFormat::Q4_0 | KvFormat::Nvfp4
        ),
        (Gap::Host, Engine::LlamaCpp) => settings.host.is_some(),
        (Gap::Memory, Engine::LlamaCpp) => settings.memory.is_some(),
        (
            Gap::Nodes | Gap::Pools | Gap::Placement | Gap::Host | Gap::Memory,
            Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm,
        ) => false,
    };
    Gap::ALL.into_iter().filter(is_missing).collect()
}

/// The command of one replica, or of a node of it.
fn command(
    engine: Engine,
    model: Option<&str>,
    settings: &Settings,
    machines: Machines,
    place: Place,
) -> String {
    let mut command = begun(engine, model, machines);
    for Argument { option, value, .. } in arguments(engine, settings) {
        match value {
            Value::None => command.flag(option),
            Value::Text(value) => command.option(option, value),
            Value::Variable(value) => command.raw(&format!("{option} \"{value}\"")),
        }
    }
    if machines.nodes > 1 {
        joined(&mut command, engine, machines.nodes, place);
    }
    if place != Place::Other {
        command.option("--host", "0.0.0.0");
        command.option("--port", PORT);
    }
    command.finish()
}

/// The program and its model.
fn begun(engine: Engine, model: Option<&str>, machines: Machines) -> Command {
    let model = model.map_or_else(|| "\"$MODEL\"".to_owned(), quoted);
    let named = |program: &str, option: &str| {
        let mut command = Command::new(program);
        command.raw(&format!("{option} {model}"));
        command
    };
    match engine {
        Engine::Vllm => Command::new(&format!("vllm serve {model}")),
        Engine::Sglang => named("python3 -m sglang.launch_server", "--model-path"),
        Engine::TensorRtLlm if machines.nodes > 1 => {
            let Machines { nodes, each } = machines;
            let ranks = format!("srun --nodes {nodes} --ntasks-per-node {each} --mpi pmix");
            let serve = "trtllm-llmapi-launch trtllm-serve serve";
            Command::new(&format!("{ranks} {serve} {model}"))
        }
        Engine::TensorRtLlm => Command::new(&format!("trtllm-serve serve {model}")),
        Engine::LlamaCpp => named("llama-server", "--hf-repo"),
    }
}

/// The options that make several nodes one replica.
fn joined(command: &mut Command, engine: Engine, nodes: u32, place: Place) {
    match engine {
        Engine::Vllm => {
            command.option("--nnodes", nodes);
            if place == Place::Other {
                command.raw("--node-rank \"$NODE_RANK\"");
            } else {
                command.option("--node-rank", 0);
            }
            command.raw("--master-addr \"$MASTER_ADDR\"");
            command.flag_if(place == Place::Other, "--headless");
        }
        Engine::Sglang => {
            command.option("--nnodes", nodes);
            command.raw("--node-rank \"$NODE_RANK\"");
            command.raw("--dist-init-addr \"$MASTER_ADDR:20000\"");
        }
        Engine::TensorRtLlm | Engine::LlamaCpp => {}
    }
}
