//! The worked cases of training speed: with the constants they were made with, the
//! formula gives their seconds and rates.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use estimator::model::{Attention, AttentionLayers, Block, DenseLayers, ExpertLayers, Model};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, Watts};
use estimator::training::constants::Constants;
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::report::Speed;
use estimator::training::target::Targets;
use estimator::training::{Job, Layout, Site, time};
use serde_json::Value;

const VECTORS: &str = include_str!("../../data/training_vectors.json");

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_default()
}

fn count(value: &Value, key: &str) -> u32 {
    u32::try_from(value[key].as_u64().unwrap_or_default()).expect("a small count")
}

fn degree(value: &Value, key: &str) -> u32 {
    count(value, key).max(1)
}

fn attention(model: &Value) -> Attention {
    let heads = count(model, "heads");
    if let Some(ranks) = model["mla"].as_array() {
        let rank = |index: usize| u32::try_from(ranks[index].as_u64().unwrap()).unwrap();
        return Attention::Latent {
            heads,
            query_rank: rank(0),
            kv_rank: rank(1),
            nope_dim: rank(2),
            rope_dim: rank(3),
            value_dim: rank(4),
            indexer: None,
        };
    }
    let size = count(model, "head_dim");
    Attention::Grouped {
        heads,
        kv_heads: count(model, "kv_heads"),
        head_dim: size,
        value_dim: size,
        bias: false,
        gated: false,
    }
}

fn model(case: &Value) -> Model {
    let model = &case["model"];
    let layers = count(model, "layers");
    let routed = count(model, "experts");
    let dense = if routed == 0 {
        layers
    } else {
        count(model, "dense_layers")
    };
    let gated = model["gated"].as_bool().unwrap();
    Model {
        id: case["id"].as_str().unwrap().to_owned(),
        layers,
        hidden_size: count(model, "hidden"),
        vocabulary: count(model, "vocab"),
        tied_embeddings: model["tied"].as_bool().unwrap(),
        max_context: None,
        full: Some(AttentionLayers {
            layers,
            shape: attention(model),
        }),
        window: None,
        recurrent: None,
        dense: vec![DenseLayers {
            layers: dense,
            width: count(model, "ffn"),
            gated,
        }],
        experts: (routed > 0).then(|| ExpertLayers {
            layers: layers - dense,
            routed,
            active: count(model, "top_k"),
            width: count(model, "expert_ffn"),
            shared_width: count(model, "shared_ffn"),
            gated,
        }),
        borrowing: estimator::model::Borrowing::default(),
        other_parameters: 0,
        block: Block {
            further_tokens: count(model, "mtp"),
            ..Block::default()
        },
    }
}

fn precision(inputs: &Value) -> Precision {
    match (inputs["dt"].as_str().unwrap(), count(inputs, "red")) {
        ("bf16", 2) => Precision::Bf16,
        ("bf16", _) => Precision::Bf16Mixed,
        ("fp8", _) => Precision::Fp8Mixed,
        ("mxfp8", _) => Precision::Mxfp8Mixed,
        ("fp4", _) => Precision::Nvfp4Mixed,
        (other, _) => panic!("unknown format {other}"),
    }
}

fn layout(case: &Value) -> Layout {
    let inputs = &case["inputs"];
    Layout {
        accelerators: count(inputs, "n"),
        tensor: degree(inputs, "tp"),
        pipeline: degree(inputs, "pp"),
        context: degree(inputs, "cp"),
        expert: degree(inputs, "ep"),
        expert_tensor: 1,
        virtual_stages: degree(inputs, "v"),
        last_stage: None,
        micro_batch: degree(inputs, "b"),
        sharding: match inputs["sh"].as_str().unwrap() {
            "zero3" => Sharding::Zero3,
            "distributed-optimizer" => Sharding::DistributedOptimizer,
            "none" => Sharding::None,
            other => panic!("unknown sharding {other}"),
        },
        recompute: match inputs["rc"].as_str().unwrap() {
            "none" => Recompute::None,
            "full" => Recompute::Full,
            other => panic!("unknown recompute {other}"),
        },
        sequence_parallel: false,
        offload: Offload::None,
    }
}

fn job(case: &Value, layout: &Layout) -> Job {
    let inputs = &case["inputs"];
    Job {
        model: model(case),
        method: if inputs["kind"] == "lora" {
            Method::Adapter(Adapter {
                rank: 16,
                targets: Targets::LINEAR,
                magnitude: false,
                base: Base::Sixteen,
                half: true,
            })
        } else {
            Method::Full
        },
        precision: precision(inputs),
        optimizer: Optimizer::AdamW,
        stack: if inputs["fw"] == "eager" {
            Stack::HuggingFace
        } else {
            Stack::Megatron
        },
        sequence: count(inputs, "s"),
        global_batch: layout.micro_batch * count(inputs, "acc") * layout.data(),
        tokens: 1e9,
        loss: Loss::Plain,
        flash: true,
        dropout: false,
        reference: false,
        scratch: false,
        packed: 1.0,
    }
}

fn chip(case: &Value) -> Accelerator {
    let hardware = &case["hardware"];
    let rate = |key: &str| Some(FlopsPerSecond::new(number(hardware, key)));
    let domain = count(hardware, "domain");
    let architecture = match case["inputs"]["gpu"].as_str().unwrap() {
        "a100_80" => Architecture::Ampere,
        "h100" => Architecture::Hopper,
        "b200" | "gb200" | "gb300" => Architecture::Blackwell,
        other => panic!("unknown accelerator {other}"),
    };
    Accelerator {
        id: "case".to_owned(),
        name: "case".to_owned(),
        vendor: Vendor::Nvidia,
        architecture,
        memory: Bytes::gib(80.0),
        marketed_memory: Bytes::gb(80.0),
        bandwidth: BytesPerSecond::new(number(hardware, "mem")),
        peak: Peaks {
            thirty_two: None,
            sixteen: rate("bf16"),
            fp8: rate("fp8"),
            int8: None,
            four: rate("fp4"),
        },
        link: Link {
            kind: LinkKind::NvLink,
            per_direction: BytesPerSecond::new(number(hardware, "link")),
            domain,
        },
        pcie: None,
        node_size: domain,
        power: Some(Watts::new(700.0)),
        headline_factor: 1.0,
        hbm: true,
        unified: false,
    }
}

fn site(case: &Value) -> Site {
    Site {
        network: Some(BytesPerSecond::new(number(
            &case["hardware"],
            "inter_node_per_gpu",
        ))),
        storage: BytesPerSecond::gb(2.0),
        loading: None,
        between_failures: Seconds::new(1e8),
        restart: Seconds::new(600.0),
    }
}

/// The prototype told Blackwell Ultra from Blackwell by name.
fn constants(case: &Value) -> Constants {
    let mut constants = Constants::PROTOTYPE;
    if case["inputs"]["gpu"] == "gb300" {
        constants.blackwell.products = 0.812_803_182_773_920_5;
    }
    constants
}

fn cases() -> Vec<Value> {
    let file: Value = serde_json::from_str(VECTORS).expect("valid JSON");
    file["vectors"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|case| case["kind"] == "throughput")
        .cloned()
        .collect()
}

fn off(what: &str, got: f64, expected: f64) -> Option<String> {
    close(what, got, expected, 0.005)
}

fn close(what: &str, got: f64, expected: f64, within: f64) -> Option<String> {
    let wrong = (got - expected).abs() > within * expected.abs();
    wrong.then(|| format!("{what}: {got} instead of {expected}"))
}

fn wrong(case: &Value) -> Vec<String> {
    let layout = layout(case);
    let job = job(case, &layout);
    let speed: Speed = time::speed_with(&constants(case), &job, &site(case), &chip(case), &layout)
        .expect("a speed");
    let seconds = &case["intermediate_seconds"];
    let micro_batches = f64::from(layout.micro_batches(&job));
    // The parts are of a step; the cases give whole models' micro-batches.
    let whole = |part: Seconds| part.get() * f64::from(layout.pipeline) / micro_batches;
    let step = speed.step;
    // Sharding's share is that of the micro-batches in FSDP, and of the optimizer's pass
    // in Megatron, where the cases count the reduction with it.
    let is_sharded = layout.sharding == Sharding::Zero3;
    let (each, once) = if is_sharded {
        (step.sharding.get() / micro_batches, step.optimizer.get())
    } else {
        (0.0, (step.sharding + step.optimizer).get())
    };
    // The cases leave the layer that predicts a further token out of the step and count
    // its experts as if every rank held them; here it is one more layer.
    let layers = f64::from(job.model.layers);
    let further = (layers + f64::from(job.model.block.further_tokens)) / layers;
    let has_further = further > 1.0;
    let parts = if has_further { 0.02 } else { 0.005 };
    let frozen = job.method.adapter().is_some();
    let mut checks = vec![
        off(
            "tokens/s",
            speed.tokens.get(),
            number(&case["expect"], "tokens_per_s_per_gpu"),
        ),
        off(
            "model FLOPs",
            time::flops::of_model(&job.model, job.sequence),
            number(&case["expect"], "model_flops_per_token"),
        ),
        off("t", step.total.get(), number(seconds, "t")),
        close(
            "linear",
            whole(step.linear),
            further * number(seconds, "t_lin"),
            parts,
        ),
        close(
            "attention",
            whole(step.attention),
            further * number(seconds, "t_at"),
            parts,
        ),
        close(
            "elementwise",
            whole(step.elementwise),
            further * number(seconds, "t_ew"),
            parts,
        ),
        close(
            "experts",
            whole(step.experts),
            further * number(seconds, "t_moe"),
            parts,
        ),
        close(
            "exchange",
            whole(step.exchange),
            further * number(seconds, "t_a2a"),
            parts,
        ),
        off("tensor", whole(step.tensor), number(seconds, "t_tp")),
        off("sharding", each, number(seconds, "t_c")),
    ];
    // One case reduces gradients at bf16 and keeps fp32 states, which no format here
    // does: its pass over them is a longer one.
    if !has_further && job.precision != Precision::Bf16 {
        checks.push(off("optimizer", once, number(seconds, "t_opt")));
    }
    // The cases give a frozen head a gradient, which it does not get here.
    if !frozen {
        checks.push(off("head", whole(step.head), number(seconds, "t_head")));
    }
    checks.into_iter().flatten().collect()
}

/// Every part of the eight worked steps within 0.5 %.
#[test]
fn every_part_of_every_worked_step_agrees() {
    let cases = cases();
    assert_eq!(cases.len(), 8);
    let wrong: Vec<String> = cases
        .iter()
        .flat_map(|case| {
            wrong(case)
                .into_iter()
                .map(|line| format!("{} {line}", case["id"]))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
