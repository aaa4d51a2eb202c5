//! The command line of an engine, as a list of arguments: exactly what the estimate assumed.
//!
//! Names of options: vLLM 0.33 (`vllm/engine/arg_utils.py`), `SGLang` 0.5.23
//! (`sglang/srt/server_args.py`), TensorRT-LLM 1.4 (`trtllm-serve serve`), llama.cpp's
//! `llama-server` of autumn 2026, which takes an option and its value apart. Over several nodes, vLLM and `SGLang` are told the group by the variables that
//! `LeaderWorkerSet` sets, so no shell is needed.

use super::deploy::{Serving, Sharing};
use super::node::{Node, noted, yours};
use crate::decimal;
use crate::engine::Engine;
use crate::precision::{KvFormat, WeightFormat};

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
pub(super) fn image(engine: Engine) -> Node {
    const PINNED: &str = "its options were read; a digest is better";
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

    fn noted(&mut self, option: &str, value: &str, note: &str) {
        self.set(option, value);
        if let Some(last) = self.all.pop() {
            self.all.push(noted(last, note));
        }
    }

    fn count(&mut self, option: &str, count: Option<u32>, note: &str) {
        if let Some(count) = count {
            self.noted(option, &count.to_string(), note);
        }
    }

    fn above_one(&mut self, option: &str, count: u32, note: &str) {
        self.count(option, Some(count).filter(|count| *count > 1), note);
    }

    fn share(&mut self, option: &str, share: Option<f64>, note: &str) {
        if let Some(share) = share {
            let share = decimal::show(decimal::round(share, 4));
            self.noted(option, &share, note);
        }
    }

    fn flag(&mut self, wanted: bool, flag: &str) {
        if wanted {
            self.all.push(flag.into());
        }
    }
}

const TENSOR: &str = "ranks that share every layer";
const PIPELINE: &str = "stages";
const COPIES: &str = "copies of the attention";
const EXPERTS: &str = "ranks that the experts are spread over";
const CONTEXT: &str = "the longest sequence that was asked about";
const SEQUENCES: &str = "the most sequences in a step that were estimated";
const BATCHED: &str = "the most tokens in a step that were estimated";
const SHARE: &str = "share of memory that the estimate gave the engine";

/// The arguments of `role` for a model at `model`.
pub(super) fn arguments(serving: &Serving, model: &str, role: Role) -> Vec<Node> {
    let mut out = Options::of(serving.engine);
    match serving.engine {
        Engine::Vllm => vllm(&mut out, serving, model, role),
        Engine::Sglang => sglang(&mut out, serving, model, role),
        Engine::TensorRtLlm => tensorrt(&mut out, serving),
        Engine::LlamaCpp => llama(&mut out, serving, model),
    }
    out.all
}

fn vllm(out: &mut Options, serving: &Serving, model: &str, role: Role) {
    out.set("--model", model);
    out.set("--served-model-name", &serving.served);
    settings_of_vllm(out, serving);
    out.set("--port", &PORT.to_string());
    if role != Role::Alone {
        out.set("--nnodes", "$(LWS_GROUP_SIZE)");
        out.set("--node-rank", "$(LWS_WORKER_INDEX)");
        out.set("--master-addr", "$(LWS_LEADER_ADDRESS)");
        out.flag(role == Role::Worker, "--headless");
    }
}

/// What the estimate assumed, without the addresses: what `KServe` and charts add to their own.
pub(super) fn settings(serving: &Serving) -> Vec<Node> {
    let mut out = Options::of(Engine::Vllm);
    settings_of_vllm(&mut out, serving);
    out.all
}

fn settings_of_vllm(out: &mut Options, serving: &Serving) {
    let placed = serving.placement;
    out.count("--tensor-parallel-size", Some(placed.tensor), TENSOR);
    out.above_one("--pipeline-parallel-size", placed.pipeline, PIPELINE);
    out.above_one("--data-parallel-size", placed.data, COPIES);
    out.flag(placed.expert > 1, "--enable-expert-parallel");
    batches_of_vllm(out, serving);
    out.share(
        "--gpu-memory-utilization",
        serving.memory_share,
        share_note(serving),
    );
}

/// Formats and sizes of batches.
fn batches_of_vllm(out: &mut Options, serving: &Serving) {
    if serving.weight_format == WeightFormat::Fp8 {
        out.set("--quantization", "fp8");
    }
    if serving.cache_format == KvFormat::Fp8 {
        out.set("--kv-cache-dtype", "fp8");
    }
    out.count("--max-model-len", serving.context, CONTEXT);
    out.count("--max-num-seqs", serving.sequences, SEQUENCES);
    out.count("--max-num-batched-tokens", serving.batched, BATCHED);
}

/// The options that the chart of the production stack has no key for.
pub(super) fn beside_the_chart(serving: &Serving) -> Vec<Node> {
    let mut out = Options::of(Engine::Vllm);
    let placed = serving.placement;
    out.set("--served-model-name", &serving.served);
    out.above_one("--pipeline-parallel-size", placed.pipeline, PIPELINE);
    out.above_one("--data-parallel-size", placed.data, COPIES);
    out.flag(placed.expert > 1, "--enable-expert-parallel");
    let without = Serving {
        context: None,
        sequences: None,
        ..serving.clone()
    };
    batches_of_vllm(&mut out, &without);
    out.all
}

const fn share_note(serving: &Serving) -> &'static str {
    match serving.sharing {
        Sharing::Mig(_) => "of the slice",
        _ => SHARE,
    }
}

fn sglang(out: &mut Options, serving: &Serving, model: &str, role: Role) {
    let placed = serving.placement;
    out.set("--model-path", model);
    out.set("--served-model-name", &serving.served);
    // SGLang counts the copies of the attention among its tensor ranks.
    out.count("--tp-size", Some(placed.stage_ranks()), TENSOR);
    out.above_one("--pp-size", placed.pipeline, PIPELINE);
    out.above_one("--dp-size", placed.data, COPIES);
    out.flag(placed.data > 1, "--enable-dp-attention");
    out.above_one("--ep-size", placed.expert, EXPERTS);
    if serving.weight_format == WeightFormat::Fp8 {
        out.set("--quantization", "fp8");
    }
    if serving.cache_format == KvFormat::Fp8 {
        out.set("--kv-cache-dtype", "fp8_e4m3");
    }
    out.count("--context-length", serving.context, CONTEXT);
    out.count("--max-running-requests", serving.sequences, SEQUENCES);
    out.count("--chunked-prefill-size", serving.batched, BATCHED);
    out.share(
        "--mem-fraction-static",
        serving.memory_share,
        share_note(serving),
    );
    out.flag(true, "--enable-metrics");
    out.set("--host", "0.0.0.0");
    out.set("--port", &PORT.to_string());
    if role != Role::Alone {
        out.set("--nnodes", "$(LWS_GROUP_SIZE)");
        out.set("--node-rank", "$(LWS_WORKER_INDEX)");
        out.set("--dist-init-addr", "$(LWS_LEADER_ADDRESS):20000");
    }
}

fn tensorrt(out: &mut Options, serving: &Serving) {
    let placed = serving.placement;
    out.count("--tp_size", Some(placed.stage_ranks()), TENSOR);
    out.above_one("--pp_size", placed.pipeline, PIPELINE);
    out.above_one("--ep_size", placed.expert, EXPERTS);
    out.count("--max_seq_len", serving.context, CONTEXT);
    out.count("--max_batch_size", serving.sequences, SEQUENCES);
    out.count("--max_num_tokens", serving.batched, BATCHED);
    let share = serving.memory_share;
    out.share(
        "--kv_cache_free_gpu_memory_fraction",
        share,
        share_note(serving),
    );
    out.set("--host", "0.0.0.0");
    out.set("--port", &PORT.to_string());
}

fn llama(out: &mut Options, serving: &Serving, model: &str) {
    let from_hub = !model.starts_with('/');
    out.set(if from_hub { "--hf-repo" } else { "--model" }, model);
    out.set("--alias", &serving.served);
    // Its context is that of all slots together.
    let slots = serving.sequences.unwrap_or(1);
    let whole = serving.context.map(|one| one.saturating_mul(slots));
    out.count("--ctx-size", whole, "the longest sequence, once a slot");
    out.count("--parallel", serving.sequences, SEQUENCES);
    out.count("--batch-size", serving.batched, BATCHED);
    out.set("--n-gpu-layers", "999");
    out.flag(true, "--metrics");
    out.set("--host", "0.0.0.0");
    out.set("--port", &PORT.to_string());
}
