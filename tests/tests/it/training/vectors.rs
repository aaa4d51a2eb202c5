//! The worked cases of training's memory: `data/training_vectors.json`, published with the model's
//! formulas, with the intermediate values of its prototype. Terms added since, on the evidence of
//! measured runs, are taken off before comparing: the workspaces of experts' products, the ends of
//! chunks between the steps of an interleaved schedule, the inputs that products with a 4-bit base
//! keep.

use crate::training::jobs::job;
use estimator::hardware::Accelerator;
use estimator::model::{Attention, AttentionLayers, Block, DenseLayers, ExpertLayers, Model};
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Precision, Recompute, Sharding, Stack,
};
use estimator::training::report::Component;
use estimator::training::target::Targets;
use estimator::training::{Layout, memory, parameters};
use serde_json::Value;

const TOLERANCE: f64 = 0.005;

fn count(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

/// The model of a case.
fn model(value: &Value) -> Model {
    let layers = count(&value["layers"]);
    let dense = count(&value["dense_layers"]);
    let gated = value["gated"].as_bool().unwrap();
    let experts = count(&value["experts"]);
    Model {
        id: "case".to_owned(),
        layers,
        hidden_size: count(&value["hidden"]),
        vocabulary: count(&value["vocab"]),
        tied_embeddings: value["tied"].as_bool().unwrap(),
        max_context: None,
        full: Some(AttentionLayers {
            layers,
            shape: Attention::Grouped {
                heads: count(&value["heads"]),
                kv_heads: count(&value["kv_heads"]),
                head_dim: count(&value["head_dim"]),
                value_dim: count(&value["head_dim"]),
                bias: false,
                gated: false,
            },
        }),
        window: None,
        recurrent: None,
        dense: if dense > 0 {
            vec![DenseLayers {
                layers: dense,
                width: count(&value["ffn"]),
                gated,
            }]
        } else {
            Vec::new()
        },
        experts: (experts > 0).then(|| ExpertLayers {
            layers: layers - dense,
            routed: experts,
            active: count(&value["top_k"]),
            width: count(&value["expert_ffn"]),
            shared_width: count(&value["shared_ffn"]),
            gated,
        }),
        borrowing: estimator::model::Borrowing::default(),
        other_parameters: 0,
        block: Block {
            layer_norm: value["norm"] == "layer",
            bias: value["bias"].as_bool().unwrap(),
            learned_positions: count(&value["learned_positions"]),
            ..Block::default()
        },
    }
}

fn recompute(value: &Value) -> Recompute {
    match value.as_str().unwrap() {
        "none" => Recompute::None,
        "perop" => Recompute::Selective,
        "full" => Recompute::Full,
        other => panic!("unknown recompute {other}"),
    }
}

/// Name, ours, theirs.
type Checked = Vec<(&'static str, f64, f64)>;

/// The layout of a case.
fn layout(inputs: &Value) -> Layout {
    let degree = |name: &str| count(&inputs[name]);
    Layout {
        accelerators: degree("gpus"),
        tensor: degree("tp"),
        pipeline: degree("pp"),
        context: degree("cp"),
        expert: degree("ep"),
        expert_tensor: degree("etp"),
        virtual_stages: degree("virtual_stages"),
        last_stage: None,
        micro_batch: degree("micro_batch"),
        sharding: Sharding::from_id(inputs["sharding"].as_str().unwrap()).unwrap(),
        recompute: recompute(&inputs["recompute"]),
        sequence_parallel: inputs["sequence_parallel"].as_bool().unwrap(),
        offload: Offload::None,
    }
}

fn megatron(vector: &Value) -> Checked {
    let inputs = &vector["inputs"];
    let layout = layout(inputs);
    let degree = |name: &str| count(&inputs[name]);
    let mut job = job(
        model(&vector["model"]),
        Stack::Megatron,
        Precision::Bf16Mixed,
    );
    job.sequence = degree("seq");
    job.global_batch = degree("micro_batches") * layout.data() * layout.micro_batch;
    job.flash = inputs["flash"].as_bool().unwrap();
    job.dropout = inputs["dropout"].as_bool().unwrap();
    let chip = chip(inputs["architecture"].as_str().unwrap());
    let memory = if inputs["stage"] == "last" {
        memory::at_stage(&job, &chip, &layout, layout.pipeline - 1)
    } else {
        memory::memory(&job, &chip, &layout)
    };
    let rank = parameters::of_rank(&job, &layout, memory.stage);
    let layer = memory::activations::layer(&job, &layout);
    let tokens = layout.tokens(&job);
    let said = &vector["intermediate"];
    let get = |name: &str| said[name].as_f64().unwrap();
    let part = |component| memory.part(component).get();
    let layers = f64::from(job.model.layers) / f64::from(layout.pipeline);
    // Terms that the prototype does not know: four streams of experts' products, and two tensors a
    // chunk that an interleaved schedule holds between steps.
    let streams = if job.model.is_mixture() {
        4.0 * 4.0 * 1_048_576.0
    } else {
        0.0
    };
    let ends = if layout.virtual_stages > 1 {
        let tensor = 2.0 * tokens * f64::from(job.model.hidden_size);
        2.0 * f64::from(layout.virtual_stages) * tensor
    } else {
        0.0
    };
    let mut all = vec![
        (
            "split",
            rank.split(),
            said["rank_params"]["split"].as_f64().unwrap(),
        ),
        (
            "replicated",
            rank.replicated(),
            said["rank_params"]["rep"].as_f64().unwrap(),
        ),
        (
            "experts",
            rank.experts,
            said["rank_params"]["exp"].as_f64().unwrap(),
        ),
        ("weights", part(Component::Weights), get("weights_bytes")),
        (
            "gradients",
            part(Component::Gradients),
            get("gradient_bytes"),
        ),
        (
            "optimizer",
            part(Component::Optimizer) + part(Component::MasterWeights),
            get("optimizer_bytes"),
        ),
        (
            "workspace",
            part(Component::Workspace) - streams,
            get("workspace_bytes"),
        ),
        (
            "in flight",
            layers * memory::activations::in_flight(&job, &layout, memory.stage),
            get("inflight_layers"),
        ),
        (
            "activations",
            part(Component::Activations) + part(Component::Logits),
            vector["expect"]["activation_bytes"].as_f64().unwrap(),
        ),
        (
            "allocated",
            memory.allocated.get() - streams - ends,
            vector["expect"]["allocated_bytes"].as_f64().unwrap(),
        ),
        (
            "peak",
            memory.peak.get() - streams,
            vector["expect"]["peak_bytes"].as_f64().unwrap(),
        ),
    ];
    if let Some(bytes) = said["moe_layer_activation_bytes"].as_f64() {
        all.push(("layer", tokens * (layer.common + layer.experts), bytes));
    } else if layout.recompute == Recompute::None {
        all.push((
            "layer",
            tokens * (layer.common + layer.dense),
            get("layer_activation_bytes"),
        ));
    }
    all
}

fn framework(vector: &Value) -> Checked {
    let inputs = &vector["inputs"];
    let precision = match inputs["rec"][0].as_f64() {
        Some(weight) if weight > 2.0 => Precision::Bf16Mixed,
        _ => Precision::Bf16,
    };
    let stack = if inputs["stack"] == "fused" {
        Stack::Torchtitan
    } else {
        Stack::HuggingFace
    };
    let mut job = job(model(&vector["model"]), stack, precision);
    job.sequence = count(&inputs["T"]);
    // Gradients stand beside activations, as they do once they accumulate.
    job.global_batch = 2;
    if inputs["loss"] == "chunked" {
        job.loss = Loss::Chunked;
    }
    let mut layout = Layout::SINGLE;
    if inputs["method"] == "lora" {
        // Both adapt queries and values: the rank follows from the count.
        let mut adapter = Adapter {
            rank: 1,
            targets: Targets::QUERY_VALUE,
            magnitude: false,
            base: match inputs["bits"].as_f64() {
                None => Base::Sixteen,
                Some(_) => Base::Nf4Double,
            },
            half: inputs["abytes"] == 8,
        };
        job.method = Method::Adapter(adapter);
        let one = parameters::trainable(&job);
        let trained = inputs["ntrain"].as_f64().unwrap();
        adapter.rank = (1..=256)
            .find(|rank| (f64::from(*rank) * one - trained).abs() < 0.5)
            .unwrap();
        job.method = Method::Adapter(adapter);
    }
    if let Some(shards) = inputs["shard"].as_u64() {
        layout.accelerators = u32::try_from(shards).unwrap();
        layout.sharding = Sharding::Zero3;
        job.global_batch *= layout.accelerators;
    }
    if !inputs["ckpt"].is_null() {
        layout.recompute = recompute(&inputs["ckpt"]);
    }
    let memory = memory::memory(&job, &chip("hopper"), &layout);
    let rank = parameters::of_rank(&job, &Layout::SINGLE, 0);
    // The prototype lets products with a 4-bit base keep no inputs, as at 16 bits.
    let mut plain = job.clone();
    if let Method::Adapter(adapter) = &mut plain.method {
        adapter.base = Base::Sixteen;
    }
    let job = plain;
    let kept = memory::memory(&job, &chip("hopper"), &layout).part(Component::Activations);
    let inputs_kept = memory.part(Component::Activations).get() - kept.get();
    let layer = memory::activations::layer(&job, &layout);
    let said = &vector["intermediate"];
    let get = |name: &str| said[name].as_f64().unwrap();
    let part = |component| memory.part(component).get();
    let states: f64 = Component::ALL[..5].iter().map(|kind| part(*kind)).sum();
    vec![
        (
            "parameters",
            rank.total(),
            vector["model"]["params_total"].as_f64().unwrap(),
        ),
        ("linear", rank.linear, get("linear_params")),
        (
            "layer",
            layout.tokens(&job) * (layer.common + layer.dense),
            get("layer_activation_bytes"),
        ),
        ("states", states, get("static")),
        ("activations", kept.get(), get("act")),
        ("logits", part(Component::Logits), get("logits")),
        (
            "peak",
            memory.peak.get() - inputs_kept,
            vector["expect"]["peak_bytes"].as_f64().unwrap(),
        ),
    ]
}

fn chip(architecture: &str) -> Accelerator {
    rightsize_tests::accelerator(match architecture {
        "ampere" => "nvidia-a100-sxm-80gb",
        "hopper" => "nvidia-h100-sxm-80gb",
        other => panic!("unknown architecture {other}"),
    })
}

/// How many cases there are, and the differences, in sentences.
pub(crate) fn wrong() -> (usize, Vec<String>) {
    let file: Value =
        serde_json::from_str(include_str!("../../../data/training_vectors.json")).unwrap();
    let mut wrong = Vec::new();
    let mut cases = 0;
    for vector in file["vectors"].as_array().unwrap() {
        let checked = match vector["kind"].as_str().unwrap() {
            "megatron-memory" => megatron(vector),
            "framework-memory" => framework(vector),
            _ => continue,
        };
        cases += 1;
        for (name, ours, theirs) in checked {
            let off = (ours - theirs).abs();
            if off > TOLERANCE * theirs.abs() {
                wrong.push(format!(
                    "{} {name}: {ours:.6e} against {theirs:.6e}",
                    vector["id"].as_str().unwrap()
                ));
            }
        }
    }
    (cases, wrong)
}
