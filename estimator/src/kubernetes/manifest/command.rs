//! The arguments of an engine's container: the options of [`crate::serving::command`], each with
//! what is said about its figure.
//!
//! An option and its value are one argument, but for llama.cpp, which takes them apart. Over several
//! nodes, vLLM and `SGLang` are told the group by the variables that `LeaderWorkerSet` sets, so no
//! shell is needed.

use super::deploy::{Serving, Sharing};
use super::node::{Node, noted, yours};
use crate::engine::Engine;
use crate::precision::{KvFormat, WeightFormat};
use crate::serving::command::{
    Argument, Arguments, Checkpoint, Figure, Group, Problem, Settings, Value, group, version,
};

pub(super) use crate::serving::command::PORT;

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
pub(super) fn image(engine: Engine) -> Node {
    const PINNED: &str = "its options were read; a digest is better";
    let version = version(engine);
    match engine {
        Engine::Vllm => noted(format!("vllm/vllm-openai:v{version}"), PINNED),
        Engine::Sglang => noted(format!("lmsysorg/sglang:v{version}"), PINNED),
        Engine::TensorRtLlm => yours(
            format!("nvcr.io/nvidia/tensorrt-llm/release:{version}.0"),
            "the options are those of the 1.4 series",
        ),
        Engine::LlamaCpp => yours(
            "ghcr.io/ggml-org/llama.cpp:server-cuda",
            "add the build, as in server-cuda-b1234",
        ),
    }
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

/// The figures of a question, for a model at `model`.
fn settings_of<'a>(serving: &'a Serving, model: &'a str) -> Settings<'a> {
    let checkpoint = if serving.weight_format == WeightFormat::Fp8 {
        Checkpoint::Wider(model)
    } else {
        Checkpoint::Published(model)
    };
    let sixteen = matches!(serving.cache_format, KvFormat::Bf16 | KvFormat::Fp16);
    Settings {
        engine: serving.engine,
        role: crate::serving::command::Role::Serve,
        placement: serving.placement,
        checkpoint,
        released: None,
        served: &serving.served,
        weights: serving.weight_format,
        cache: (!sixteen).then_some(serving.cache_format),
        context: serving.context,
        sequences: serving.sequences,
        batched: serving.batched,
        memory_share: serving.memory_share,
        pool: None,
        prefix_hits: None,
        drafting: None,
        adapters: None,
        host_cache: None,
    }
}

/// What the engine cannot be told of a question.
pub(super) fn problems(serving: &Serving) -> Vec<Problem> {
    let mut out = Arguments::default();
    settings_of(serving, &serving.model).figures(&mut out);
    out.problems
}

/// The arguments of `role` for a model at `model`.
pub(super) fn arguments(serving: &Serving, model: &str, role: Role) -> Vec<Node> {
    let settings = settings_of(serving, model);
    let mut out = Arguments::default();
    settings.write(&mut out);
    if role != Role::Alone {
        let of_set = |name: &str| Value::from(format!("$({name})"));
        let of_pod = Group {
            nodes: of_set("LWS_GROUP_SIZE"),
            rank: of_set("LWS_WORKER_INDEX"),
            head: of_set("LWS_LEADER_ADDRESS"),
            leads: role == Role::Leader,
            placed: None,
        };
        group(&settings, &of_pod, &mut out);
    }
    // The image's own command takes no model without a name.
    let mut all = Vec::new();
    if serving.engine == Engine::Vllm {
        all.push(Node::from(format!("--model={model}")));
    }
    all.extend(nodes(serving, out.all));
    all
}

/// What the estimate assumed, without the addresses: what `KServe` and charts add to their own.
pub(super) fn settings(serving: &Serving) -> Vec<Node> {
    let mut out = Arguments::default();
    settings_of(serving, &serving.model).figures(&mut out);
    nodes(serving, out.all)
}

/// The options that the chart of the production stack has no key for.
pub(super) fn beside_the_chart(serving: &Serving) -> Vec<Node> {
    let settings = settings_of(serving, &serving.model);
    let mut out = Arguments::default();
    settings.name(&mut out);
    settings.figures(&mut out);
    out.all.retain(|argument| {
        !matches!(
            argument.figure,
            Figure::Tensor | Figure::Context | Figure::Sequences | Figure::MemoryShare
        )
    });
    nodes(serving, out.all)
}

/// Options as arguments of a container.
fn nodes(serving: &Serving, all: Vec<Argument>) -> Vec<Node> {
    let mut nodes = Vec::new();
    for argument in all {
        let node = match argument.value {
            None => argument.option.into(),
            Some(value) if serving.engine == Engine::LlamaCpp => {
                nodes.push(argument.option.into());
                Node::from(value.shown())
            }
            Some(value) => format!("{}={}", argument.option, value.shown()).into(),
        };
        nodes.push(match note(argument.figure, serving) {
            Some(note) => noted(node, note),
            None => node,
        });
    }
    nodes
}

/// What is said about a figure.
fn note(figure: Figure, serving: &Serving) -> Option<&'static str> {
    Some(match figure {
        Figure::Tensor => "ranks that share every layer",
        Figure::Pipeline => "stages",
        Figure::Copies => "copies of the attention",
        Figure::Experts => "ranks that the experts are spread over",
        Figure::Context if serving.engine == Engine::LlamaCpp => {
            "the longest sequence, once a slot"
        }
        Figure::Context => "the longest sequence that was asked about",
        Figure::Sequences => "the most sequences in a step that were estimated",
        Figure::Batched => "the most tokens in a step that were estimated",
        Figure::MemoryShare if matches!(serving.sharing, Sharing::Mig(_)) => "of the slice",
        Figure::MemoryShare => "share of memory that the estimate gave the engine",
        Figure::Model
        | Figure::Weights
        | Figure::Cache
        | Figure::PrefixHits
        | Figure::Draft
        | Figure::Adapters
        | Figure::HostCache
        | Figure::Pools
        | Figure::Nodes
        | Figure::Address => return None,
    })
}
