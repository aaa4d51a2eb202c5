//! The command line of an engine, as a list of arguments: exactly what the estimate assumed.
//!
//! Names of options are those of [`crate::serving::command`]; llama.cpp takes an option and
//! its value apart. Over several nodes, vLLM and `SGLang` are told the group by the variables
//! that `LeaderWorkerSet` sets, so no shell is needed.

use super::deploy::{Maker, Serving, Sharing};
use super::node::{Node, noted, yours};
use crate::engine::Engine;
use crate::serving::command::{self, Argument, SHARE, Value};

/// The port that the engine listens on.
pub(super) const PORT: u32 = 8000;

/// The pod of a replica that is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The whole replica.
    Alone,
    /// The first of several, which answers.
    Leader,
    /// One of the others.
    Worker,
}

/// The image of an engine's version whose options are written here.
pub(super) fn image(engine: Engine, maker: Maker) -> Node {
    const PINNED: &str = "its options were read; a digest is better";
    if maker == Maker::Amd {
        let named = match engine {
            Engine::Vllm => "vllm/vllm-openai-rocm:v0.33.0",
            Engine::Sglang => "lmsysorg/sglang:v0.5.23-rocm",
            Engine::TensorRtLlm | Engine::LlamaCpp => "ghcr.io/ggml-org/llama.cpp:server-rocm",
        };
        return yours(named, "the tag of your ROCm release");
    }
    match engine {
        Engine::Vllm => noted("vllm/vllm-openai:v0.33.0", PINNED),
        Engine::Sglang => noted("lmsysorg/sglang:v0.5.23", PINNED),
        Engine::TensorRtLlm => yours(
            "nvcr.io/nvidia/tensorrt-llm/release:1.4.0",
            "the options are those of the 1.4 series",
        ),
        Engine::LlamaCpp => yours(
            "ghcr.io/ggml-org/llama.cpp:server-cuda",
            "add the build, as in server-cuda-b1234",
        ),
    }
}

/// The engine's port, as its option says it.
pub(super) fn port() -> Node {
    noted(PORT, "as the engine's option says")
}

/// The command, where the image's own does not do.
pub(super) fn command(engine: Engine, model: &str) -> Option<Vec<Node>> {
    match engine {
        Engine::Vllm | Engine::LlamaCpp => None,
        Engine::Sglang => Some(
            ["python3", "-m", "sglang.launch_server"]
                .map(Node::from)
                .into(),
        ),
        Engine::TensorRtLlm => Some(["trtllm-serve", "serve", model].map(Node::from).into()),
    }
}

/// The origin of a number that needs no other word there.
const LAUNCH: &str = "as in the answer's launch command";

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Text(text) if text.parse::<f64>().is_ok())
}

/// Options with their values.
struct Options {
    all: Vec<Node>,
    /// Whether a value is an argument of its own.
    apart: bool,
}

impl Options {
    fn of(engine: Engine) -> Self {
        Self {
            all: Vec::new(),
            apart: engine == Engine::LlamaCpp,
        }
    }

    fn set(&mut self, option: &str, value: &str) {
        if self.apart {
            self.all.push(option.into());
            self.all.push(value.into());
        } else {
            self.all.push(format!("{option}={value}").into());
        }
    }

    fn port(&mut self) {
        self.set("--port", &PORT.to_string());
        self.say("one port, whatever the engine's own is");
    }

    /// What is said behind the last argument.
    fn say(&mut self, why: &str) {
        if let Some(last) = self.all.pop() {
            self.all.push(noted(last, why));
        }
    }

    fn flag(&mut self, wanted: bool, flag: &str) {
        if wanted {
            self.all.push(flag.into());
        }
    }

    fn take(&mut self, argument: &Argument, sharing: &Sharing) {
        match &argument.value {
            Value::None => self.all.push(argument.option.into()),
            Value::Text(value) => self.set(argument.option, value),
            Value::Variable(value) => self.set(argument.option, &in_a_list(value)),
        }
        let why = match sharing {
            Sharing::Mig(_) if argument.why == SHARE => "of the slice",
            Sharing::TimeSlicing(_) | Sharing::Mps(_) if argument.why == SHARE => {
                "of the whole board: others hold the rest"
            }
            _ if argument.why.is_empty() && is_number(&argument.value) => LAUNCH,
            _ => argument.why,
        };
        if !why.is_empty() {
            self.say(why);
        }
    }

    /// What the estimate assumed.
    fn settings(&mut self, serving: &Serving) {
        for argument in command::arguments(serving.engine, &serving.settings) {
            self.take(&argument, &serving.sharing);
        }
    }
}

/// Variables of the reader's that an argument can name, with what each is.
const VARIABLES: [(&str, &str); 2] = [
    (
        "DRAFT",
        "the head that drafts: its name on the hub, or a path",
    ),
    ("ADAPTERS", "the adapters: their names and paths"),
];

/// A value that a shell would fill in, as a list of arguments has it: no quotes to escape, and
/// variables that the cluster fills in from the container's environment.
fn in_a_list(value: &str) -> String {
    let mut text = value.replace("\\\"", "\"");
    for (name, _) in VARIABLES {
        text = text.replace(&format!("${{{name}:?}}"), &format!("$({name})"));
    }
    text
}

/// The variables that arguments name, with what each is.
pub(super) fn variables(serving: &Serving) -> Vec<(&'static str, &'static str)> {
    let arguments = command::arguments(serving.engine, &serving.settings);
    let is_named = |(name, _): &(&str, &str)| {
        let name = format!("${{{name}:?}}");
        arguments.iter().any(|argument| match &argument.value {
            Value::Variable(value) => value.contains(&name),
            Value::None | Value::Text(_) => false,
        })
    };
    VARIABLES.into_iter().filter(is_named).collect()
}

/// The arguments of `role` for a model at `model`.
pub(super) fn arguments(serving: &Serving, model: &str, role: Role) -> Vec<Node> {
    let mut out = Options::of(serving.engine);
    match serving.engine {
        Engine::Vllm => {
            out.set("--model", model);
            out.set("--served-model-name", &serving.served);
            out.settings(serving);
            out.port();
        }
        Engine::Sglang => {
            out.set("--model-path", model);
            out.set("--served-model-name", &serving.served);
            out.settings(serving);
            listening(&mut out);
        }
        Engine::TensorRtLlm => {
            out.settings(serving);
            listening(&mut out);
        }
        Engine::LlamaCpp => {
            let from_hub = !model.starts_with('/');
            out.set(if from_hub { "--hf-repo" } else { "--model" }, model);
            out.set("--alias", &serving.served);
            out.settings(serving);
            listening(&mut out);
        }
    }
    if role != Role::Alone {
        group(&mut out, serving.engine, role);
    }
    out.all
}

fn listening(out: &mut Options) {
    out.set("--host", "0.0.0.0");
    out.port();
}

/// The group that several pods are.
fn group(out: &mut Options, engine: Engine, role: Role) {
    match engine {
        Engine::Vllm => {
            out.set("--nnodes", "$(LWS_GROUP_SIZE)");
            out.set("--node-rank", "$(LWS_WORKER_INDEX)");
            out.set("--master-addr", "$(LWS_LEADER_ADDRESS)");
            out.flag(role == Role::Worker, "--headless");
        }
        Engine::Sglang => {
            out.set("--nnodes", "$(LWS_GROUP_SIZE)");
            out.set("--node-rank", "$(LWS_WORKER_INDEX)");
            out.set("--dist-init-addr", "$(LWS_LEADER_ADDRESS):20000");
        }
        Engine::TensorRtLlm | Engine::LlamaCpp => {}
    }
}

/// What the estimate assumed, without the addresses: what `KServe` and charts add to their own.
pub(super) fn settings(serving: &Serving) -> Vec<Node> {
    let mut out = Options::of(Engine::Vllm);
    for argument in command::arguments(Engine::Vllm, &serving.settings) {
        out.take(&argument, &serving.sharing);
    }
    out.all
}

/// The options that the chart of the production stack has no key for.
pub(super) fn beside_the_chart(serving: &Serving) -> Vec<Node> {
    /// Those that it has.
    const KEYS: [&str; 4] = [
        "--tensor-parallel-size",
        "--max-model-len",
        "--max-num-seqs",
        "--gpu-memory-utilization",
    ];
    let mut out = Options::of(Engine::Vllm);
    out.set("--served-model-name", &serving.served);
    for argument in command::arguments(Engine::Vllm, &serving.settings) {
        if !KEYS.contains(&argument.option) {
            out.take(&argument, &serving.sharing);
        }
    }
    out.all
}
