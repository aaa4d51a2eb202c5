//! The commands that start an engine as it was estimated: every option with the figure that it
//! comes from, of one pinned version each.
//!
//! | engine | version | options read in |
//! | --- | --- | --- |
//! | vLLM | 0.33.0 | `vllm/engine/arg_utils.py`, `vllm/entrypoints/common/cli_args.py` |
//! | `SGLang` | 0.5.23 | `sglang/srt/server_args.py`, `sglang/srt/arg_groups` |
//! | TensorRT-LLM | the 1.4 series | `tests/unittest/api_stability/references/trtllm_serve_cli.yaml`, and for the file of `--config` `tensorrt_llm/usage/llm_args_golden_manifest.json` |
//! | llama.cpp | 0c1e57098 | `common/arg.cpp`, `tools/server/README.md` |
//!
//! Language-free. What is the reader's stands as a shell variable that must be set: `$MODEL`
//! where no checkpoint of the format is known, `$DRAFT`, `$ADAPTERS`, `$FIRST_NODE` (the address of a
//! replica's first node), `$THIS_NODE` (this node's own). What the engine cannot do is a
//! [`Problem`], and then there is no command.
//!
//! The options stand here once: [`crate::kubernetes::manifest`] reads them, too.

mod argument;
mod environment;
mod llama;
mod names;
mod nodes;
mod problem;
mod settings;
mod sglang;
mod tensorrt;
mod text;
mod vllm;

pub use argument::{Argument, Figure, Setting, Value};
pub(crate) use argument::Arguments;
pub use names::{Drafter, Names};
pub(crate) use names::Checkpoint;
pub(crate) use nodes::{Group, group};
pub use problem::{Problem, Remark};
pub use settings::Role;
pub(crate) use settings::Settings;
pub use text::File;

use crate::engine::Engine;
use crate::machines::Machines;
use crate::offer::Offer;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;

/// The port that an engine listens on.
pub(crate) const PORT: u32 = 8000;

/// The version whose options are written.
#[must_use]
pub const fn version(engine: Engine) -> &'static str {
    match engine {
        Engine::Vllm => "0.33.0",
        Engine::Sglang => "0.5.23",
        Engine::TensorRtLlm => "1.4",
        Engine::LlamaCpp => "0c1e57098",
    }
}

/// Everything that a sizing is started with.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// The engine.
    pub engine: Engine,
    /// Its version, as [`version`] has it.
    pub version: &'static str,
    /// The processes of one replica of each role, the first node's first.
    pub processes: Vec<Process>,
    /// What a reader should know, in the order of [`Remark::ALL`].
    pub remarks: Vec<Remark>,
}

/// One process to start.
#[derive(Debug, Clone, PartialEq)]
pub struct Process {
    /// What it does.
    pub role: Role,
    /// Replicas of this role, each started like this.
    pub replicas: u32,
    /// Place of its node among those of the replica, from 0.
    pub node: u32,
    /// Nodes of the replica.
    pub nodes: u32,
    /// Variables that are set for it.
    pub environment: Vec<(&'static str, Value)>,
    /// The program, and what stands before its options.
    pub program: Vec<Value>,
    /// Its options, in order.
    pub arguments: Vec<Argument>,
    /// What its file of settings says, where the engine reads one.
    pub config: Vec<Setting>,
}

/// The commands for `sizing` of `scenario` on `offer`; `names` are what no estimate knows.
///
/// # Errors
/// All that the engine's version cannot do, in the order of its variants.
pub fn launch(
    scenario: &Scenario,
    offer: &Offer,
    sizing: &Sizing,
    names: &Names<'_>,
) -> Result<Launch, Vec<Problem>> {
    let chip = &offer.accelerator;
    let machines = Machines::of(
        sizing.estimate.placement.accelerators(),
        scenario.limits.node(chip),
    );
    let mut problems = Vec::new();
    let mut remarks = Vec::new();
    let mut processes = Vec::new();
    for (role, replicas) in Role::of(sizing) {
        let settings = Settings::new(scenario, offer, sizing, names, role, &mut problems);
        remarks.extend(settings.remarks(scenario, names));
        for node in 0..machines.nodes {
            let mut out = Arguments::default();
            settings.write(&mut out);
            let group = Group::of_shell(machines, node);
            if machines.nodes > 1 {
                nodes::group(&settings, &group, &mut out);
            }
            problems.append(&mut out.problems);
            let config = std::mem::take(&mut out.config);
            processes.push(Process {
                role,
                replicas,
                node,
                nodes: machines.nodes,
                environment: environment::of(scenario, chip, machines, role),
                program: settings.program(machines),
                arguments: out.all,
                config,
            });
            // Its launcher starts the others.
            if settings.engine == Engine::TensorRtLlm {
                break;
            }
        }
    }
    if !sizing.estimate.memory.fits() {
        problems.push(Problem::NoRoom);
    }
    problems.sort_unstable();
    problems.dedup();
    if !problems.is_empty() {
        return Err(problems);
    }
    if sizing.replicas > 1 {
        remarks.push(Remark::Replicas);
    }
    let engine = scenario.engine.engine;
    let mut launch = Launch {
        engine,
        version: version(engine),
        processes,
        remarks,
    };
    if !launch.yours().is_empty() {
        launch.remarks.push(Remark::Yours);
    }
    launch.remarks.sort_unstable();
    launch.remarks.dedup();
    Ok(launch)
}

impl Launch {
    /// What the reader sets: variables of commands, and the words that stand for them in files.
    #[must_use]
    pub fn yours(&self) -> Vec<String> {
        let mut all = Vec::new();
        for process in &self.processes {
            let variables = process.environment.iter().map(|(_, value)| value);
            let values = process.arguments.iter().filter_map(|one| one.value.as_ref());
            let words = variables.chain(&process.program).chain(values);
            all.extend(words.filter_map(Value::variable).map(str::to_owned));
            let settings = process.config.iter().map(|setting| &setting.value);
            all.extend(settings.filter_map(Value::variable).map(text::marked));
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Process {

    /// The first argument that is `option`.
    #[must_use]
    pub fn argument(&self, option: &str) -> Option<&Argument> {
        self.arguments.iter().find(|one| one.option == option)
    }
}
