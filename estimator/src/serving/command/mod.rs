//! The command lines that start an engine as an answer assumed it: every setting that the
//! estimate went by and the engine has an option for, written out.
//!
//! ```text
//! longest sequence = that of the question, or the model's window as far as the cache holds it
//! sequences, tokens in a step, share of memory = those of the question, or the defaults that
//! the estimate took for the engine
//! ```
//!
//! Language-free. What is the user's stands as a shell variable without which nothing starts:
//! `${MODEL:?}` where no published checkpoint of the format is known by name, `DRAFT` for a head
//! that drafts, `ADAPTERS`; on several nodes `MASTER_ADDR` and `NODE_RANK`; where other replicas
//! share the node `DEVICES` and `PORT`. Where the engine has no option for something without
//! which it would be set otherwise, there are no files but the [`Gap`].

mod draft;
mod gap;
mod llama;
mod settings;
mod sglang;
mod tensorrt;
#[cfg(test)]
mod tests;
mod vllm;

pub use draft::{Draft, Head};
pub use gap::{Gap, engine_caches};
pub use settings::{Argument, Pool, SHARE, Settings, Value, arguments, version};
pub(crate) use sglang::OVER_STAGES;

use crate::engine::Engine;
use crate::hardware::{Accelerator, Vendor};
use crate::quantity::Bytes;
use crate::script::{Command, File, Machines, quoted};
use crate::serving::balance::{kept_by_replica, prompts};
use crate::serving::memory::activations::{sequences, step_tokens};
use crate::serving::memory::engine_rules::{assumed_utilization, static_share};
use crate::serving::memory::is_published;
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
    /// The published checkpoint, where one is known by name: of the format, or `quantized`.
    pub model: Option<&'a str>,
    /// Whether the checkpoint is at 16 bits, of which the engine makes fp8 as it loads it.
    pub quantized: bool,
    /// The head that drafts; `None` where none is known, and what most are published as is
    /// taken.
    pub head: Option<Head>,
    /// Host memory for the cache of one replica, where that was asked for; what the answer restores
    /// from there elsewhere.
    pub host: Option<Bytes>,
}

impl Asked<'_> {
    /// Accelerators of a machine: of a rack that NVLink joins, those of a tray.
    fn machine(&self) -> u32 {
        self.chip.machine(self.node)
    }
}

/// The files that start one replica of a sizing on `engine`; with pools, one of either kind.
#[must_use]
pub fn start(engine: Engine, asked: &Asked<'_>) -> Start {
    let pools = asked.sizing.pools.is_some();
    let machines = Machines::of_replica(asked.sizing.estimate.placement, asked.machine());
    let settings = settings_of(engine, asked);
    let gaps = gaps_of(engine, asked, &settings);
    let shared = shares_its_node(asked, machines);
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
                text: command(engine, asked.model, &settings, machines, place, shared),
            };
            if engine == Engine::Vllm && machines.nodes > 1 {
                files.extend([file(*first, Place::First), file(*others, Place::Other)]);
            } else {
                files.push(file(*first, Place::Any));
            }
        }
    }
    Start { files, gaps }
}

/// What the engine has no option for, of a sizing with its settings.
pub(crate) fn gaps_of(engine: Engine, asked: &Asked<'_>, settings: &Settings) -> Vec<Gap> {
    let sizing = asked.sizing;
    let estimate = &sizing.estimate;
    let machines = Machines::of_replica(estimate.placement, asked.machine());
    gap::gaps(engine, settings, machines, sizing.pools.is_some())
}

/// Whether the engine takes a setting from a file of its own, since no option says it.
#[must_use]
pub(crate) fn needs_file(engine: Engine, settings: &Settings) -> bool {
    engine == Engine::TensorRtLlm && tensorrt::config(settings).is_some()
}

/// Whether the engine drafts over pipeline stages, which it does only where [`OVER_STAGES`] is set.
#[must_use]
pub(crate) fn drafts_over_stages(engine: Engine, settings: &Settings) -> bool {
    engine == Engine::Sglang && settings.draft.is_some() && settings.placement.pipeline > 1
}

/// Whether other replicas may stand on the node of one, on accelerators of a kind whose software
/// is told which are its own.
fn shares_its_node(asked: &Asked<'_>, machines: Machines) -> bool {
    let Asked { sizing, chip, .. } = asked;
    let others = sizing.replicas > 1 || sizing.pools.is_some();
    let room = machines.each.saturating_mul(2) <= asked.machine();
    machines.nodes == 1 && others && room && matches!(chip.vendor, Vendor::Nvidia | Vendor::Amd)
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
        quantized: asked.quantized,
        cache: scenario.kv_cache,
        context: set.max_model_len.or(context),
        sequences: Some(whole(at_once)),
        batched: Some(whole(step_tokens(set, asked.chip))),
        memory: set.memory_utilization.or_else(|| share(engine, asked)),
        // What is restored from the host is found the same way.
        prefix: (scenario.workload.prefix_hit_rate > 0.0 || serving.restored > 0.0).then_some(true),
        draft: serving.speculation.map(|drafts| Draft {
            head: asked.head.unwrap_or(Head::Eagle3),
            tokens: drafts.draft_tokens,
        }),
        adapters: serving.adapters,
        host: asked.host.or_else(|| host(scenario, sizing)),
        pool: None,
    }
}

/// The share of memory that the estimate took; `None` where the engine goes by none.
fn share(engine: Engine, asked: &Asked<'_>) -> Option<f64> {
    if engine == Engine::LlamaCpp {
        return None;
    }
    let (scenario, placed) = (asked.scenario, asked.sizing.estimate.placement);
    let reserved = || static_share(&scenario.engine, placed, asked.chip);
    let assumed = assumed_utilization(engine, is_published(scenario));
    Some(assumed.unwrap_or_else(reserved))
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

/// The command of one replica, or of a node of it.
fn command(
    engine: Engine,
    model: Option<&str>,
    settings: &Settings,
    machines: Machines,
    place: Place,
    shared: bool,
) -> String {
    let mut command = begun(engine, model, settings, machines, shared);
    for Argument { option, value, .. } in arguments(engine, settings) {
        match value {
            Value::None => command.flag(option),
            Value::Text(value) => command.option(option, value),
            Value::Variable(value) => command.variable(option, &value),
        }
    }
    if machines.nodes > 1 {
        joined(&mut command, engine, machines.nodes, place);
    }
    if place != Place::Other {
        command.option("--host", "0.0.0.0");
        if shared {
            command.variable("--port", "${PORT:?}");
        } else {
            command.option("--port", PORT);
        }
    }
    command.finish()
}

/// The program and its model, with what stands before them.
fn begun(
    engine: Engine,
    model: Option<&str>,
    settings: &Settings,
    machines: Machines,
    shared: bool,
) -> Command {
    let mut start = String::new();
    if engine == Engine::TensorRtLlm {
        start.push_str(&tensorrt::written(settings));
    }
    if shared {
        // HIP reads it, too.
        start.push_str("CUDA_VISIBLE_DEVICES=\"${DEVICES:?}\" ");
    }
    if drafts_over_stages(engine, settings) {
        start.push_str(OVER_STAGES);
        start.push_str("=1 ");
    }
    if engine == Engine::TensorRtLlm && machines.nodes > 1 {
        let Machines { nodes, each } = machines;
        let ranks = format!("srun --nodes {nodes} --ntasks-per-node {each} --mpi pmix ");
        start.push_str(&ranks);
        start.push_str("trtllm-llmapi-launch ");
    }
    start.push_str(match engine {
        Engine::Vllm => "vllm serve ",
        Engine::Sglang => "python3 -m sglang.launch_server \\\n  --model-path ",
        Engine::TensorRtLlm => "trtllm-serve serve ",
        Engine::LlamaCpp => "llama-server \\\n  --hf-repo ",
    });
    start.push_str(&model.map_or_else(|| "\"${MODEL:?}\"".to_owned(), quoted));
    Command::new(&start)
}

/// The options that make several nodes one replica.
fn joined(command: &mut Command, engine: Engine, nodes: u32, place: Place) {
    match engine {
        Engine::Vllm => {
            command.option("--nnodes", nodes);
            if place == Place::Other {
                command.variable("--node-rank", "${NODE_RANK:?}");
            } else {
                command.option("--node-rank", 0);
            }
            command.variable("--master-addr", "${MASTER_ADDR:?}");
            command.flag_if(place == Place::Other, "--headless");
        }
        Engine::Sglang => {
            command.option("--nnodes", nodes);
            command.variable("--node-rank", "${NODE_RANK:?}");
            command.variable("--dist-init-addr", "${MASTER_ADDR:?}:20000");
        }
        Engine::TensorRtLlm | Engine::LlamaCpp => {}
    }
}
