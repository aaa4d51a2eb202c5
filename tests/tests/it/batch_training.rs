//! Batch lines of training: a line in, a line out, defaults echoed, errors by field.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use catalog::CatalogFacts;
use estimator::batch::{Facts, answer};
use estimator::choice::Fleet;
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::money::Values;
use estimator::offer::{Billing, Price};
use estimator::quantity::{Seconds, UsdPerHour};
use proptest::prelude::*;
use serde_json::{Value, json};

fn ask(line: &Value) -> Value {
    answer(&line.to_string(), &mut CatalogFacts::default()).0
}

/// A full fine-tune of an 8B model on eight accelerators, everything said.
fn fixed() -> Value {
    json!({
        "id": "t1", "task": "training", "model": "meta-llama/Llama-3.1-8B", "method": "full",
        "precision": "bf16-mixed", "optimizer": "adamw", "accelerator": "nvidia-h100-sxm-80gb",
        "accelerators": 8, "tensor_parallel": 1, "pipeline_parallel": 1, "context_parallel": 1,
        "sharding": "zero3", "sequence_length": 8192, "micro_batch": 1, "global_batch": 8,
        "recompute": "selective", "framework": "torchtitan", "tokens": 1e9,
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut line = fixed();
    line[field] = value;
    line
}

fn number(out: &Value, part: &str, field: &str) -> f64 {
    out[part][field]
        .as_f64()
        .unwrap_or_else(|| panic!("{part}.{field} of {out}"))
}

/// Every field of the contract is there, and the parts of memory make the whole.
#[test]
fn every_field_of_the_contract_is_there() {
    let out = ask(&fixed());
    assert_eq!((&out["id"], &out["fits"]), (&json!("t1"), &json!(true)));
    assert!(out["reason"].is_null());
    let part = |field| number(&out, "memory", field);
    let sum = part("weights_bytes")
        + part("gradient_bytes")
        + part("optimizer_bytes")
        + part("gathered_bytes")
        + part("activation_bytes")
        + part("workspace_bytes");
    let peak = part("peak_bytes");
    assert!((sum / peak - 1.0).abs() < 1e-9, "{sum} of {peak}");
    assert!(part("allocated_bytes") < peak && peak <= part("reserved_bytes"));
    assert!(part("reserved_bytes") + part("runtime_bytes") <= part("capacity_bytes"));
    assert!((part("trainable_parameters") / 8.03e9 - 1.0).abs() < 1e-3);
    let speed = |field| number(&out, "performance", field);
    // 64k tokens a step on eight accelerators.
    let tokens = 8.0 * 8192.0 / speed("step_s") / 8.0;
    assert!((speed("tokens_per_s_per_gpu") / tokens - 1.0).abs() < 1e-9);
    let share = speed("model_tflops_per_gpu") / 989.4;
    assert!((speed("mfu") / share - 1.0).abs() < 0.01);
    assert!(
        ["compute", "memory-bandwidth", "interconnect", "engine"]
            .contains(&out["performance"]["bottleneck"].as_str().unwrap())
    );
    let band = out["band"]["tokens_per_s_per_gpu"].as_array().unwrap();
    assert!(band[0].as_f64().unwrap() < speed("tokens_per_s_per_gpu"));
    assert!(band[1].as_f64().unwrap() > speed("tokens_per_s_per_gpu"));
    let cost = |field| number(&out, "cost", field);
    let hours = cost("run_s") / 3600.0;
    assert!((cost("usd_per_run") / (cost("usd_per_hour") * hours) - 1.0).abs() < 1e-9);
    // A run takes its steps, and a little more for checkpoints and failures.
    let steps = (1e9_f64 / (8.0 * 8192.0)).ceil() * speed("step_s");
    assert!(cost("run_s") >= steps && cost("run_s") < 1.2 * steps);
    assert!(out["cost"]["price"]["source"].is_string());
}

/// Which counter is which: torchtitan prints `max_memory_reserved`, 77.0 GiB for 8B on
/// eight H100, FSDP, two sequences of 8,192 a GPU, selective recompute, compiled
/// (`benchmarks/llama3_h100_202412_torchtitan.md`). Reserved is of that counter; allocated
/// lies below it.
#[test]
fn reserved_bytes_are_what_the_framework_counts() {
    let mut line = with("micro_batch", json!(2));
    line["global_batch"] = json!(16);
    // A larger board than that of the run: memory is the same, and it fits.
    line["accelerator"] = json!("nvidia-h200-sxm-141gb");
    let out = ask(&line);
    let gib = |field| number(&out, "memory", field) / 1024.0_f64.powi(3);
    let reserved = gib("reserved_bytes");
    assert!((reserved / 77.0 - 1.0).abs() < 0.1, "{reserved}");
    assert!(gib("peak_bytes") < reserved);
}

/// Trainables of adapters are exact: 2 x 16 x (4096 + 4096 + 4096 + 1024) ... a layer.
#[test]
fn adapters_count_exactly() {
    let line = json!({"task": "training", "model": "meta-llama/Llama-3.1-8B", "method": "qlora",
        "lora_rank": 16, "lora_targets": ["q_proj", "v_proj"], "accelerators": 1,
        "accelerator": "nvidia-h100-sxm-80gb", "sequence_length": 2048});
    let out = ask(&line);
    let expected = 32.0 * 16.0 * ((4096.0 + 4096.0) + (4096.0 + 1024.0));
    let counted = number(&out, "memory", "trainable_parameters");
    assert!((counted - expected).abs() < 0.5, "{counted}");
    assert_eq!(out["assumed"]["weights"], "nf4-dq");
    assert_eq!(out["assumed"]["framework"], "hf");
    assert_eq!(out["assumed"]["sharding"], "none");
    let weights = number(&out, "memory", "weights_bytes");
    assert!((4e9..8e9).contains(&weights), "{weights}");
}

/// A field left out is echoed with the value taken; one that is given is not.
#[test]
fn defaults_are_echoed() {
    let mut out = ask(
        &json!({"task": "training", "model": "meta-llama/Llama-3.1-8B",
        "accelerator": "nvidia-h100-sxm-80gb", "accelerators": 16, "tensor_parallel": 2,
        "pipeline_parallel": 2}),
    );
    // The inputs of owning are the catalogue's, and told beside the job.
    let owning = out["assumed"].as_object_mut().unwrap().remove("ownership");
    assert_eq!(owning.unwrap()["utilization"], 1.0);
    let expected = json!({
        "framework": "megatron", "method": "full", "precision": "bf16-mixed",
        "optimizer": "adamw", "sharding": "distributed-optimizer", "recompute": "none",
        "data_parallel": 4, "context_parallel": 1, "expert_parallel": 1,
        "virtual_pipeline": 1, "micro_batch": 1, "global_batch": 64, "sequence_length": 4096,
        "sequence_parallel": true, "flash_attention": true, "dropout": false, "loss": "plain",
        "offload": "none", "packed": 1.0, "network_gbps_per_node": 3200.0,
        "expert_tensor_parallel": 1,
    });
    assert_eq!(out["assumed"], expected);
    assert!(ask(&fixed())["assumed"]["sharding"].is_null());
}

/// Experts are cut by tensor parallelism in Megatron unless the line says otherwise.
#[test]
fn experts_follow_tensor_parallelism_in_megatron() {
    let line = json!({"task": "training", "model": "Qwen/Qwen3-30B-A3B", "accelerators": 16,
        "accelerator": "nvidia-h100-sxm-80gb", "tensor_parallel": 2, "expert_parallel": 8,
        "framework": "megatron"});
    assert_eq!(ask(&line)["assumed"]["expert_tensor_parallel"], 2);
}

/// Where the ranks of a stage do not allow that, the run was made with whole experts:
/// Megatron Bridge's published tp 2, pp 8, ep 32 on 256.
#[test]
fn experts_stay_whole_where_ranks_ask_for_it() {
    let line = json!({"task": "training", "model": "deepseek-ai/DeepSeek-V3", "accelerators": 256,
        "accelerator": "nvidia-b200-sxm", "tensor_parallel": 2, "pipeline_parallel": 8,
        "virtual_pipeline": 4, "expert_parallel": 32, "framework": "megatron",
        "global_batch": 2048, "precision": "mxfp8", "recompute": "full"});
    let out = ask(&line);
    assert_eq!(out["assumed"]["expert_tensor_parallel"], 1, "{out}");
}

/// An encoder can be trained from its config.json, though it cannot be served.
#[test]
fn encoders_are_models_of_training() {
    let config = json!({"architectures": ["BertForMaskedLM"], "model_type": "bert",
        "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
        "intermediate_size": 3072, "vocab_size": 30_522, "max_position_embeddings": 512});
    let line = json!({"task": "training", "model": config, "accelerators": 1,
        "accelerator": "nvidia-a100-sxm-80gb", "sequence_length": 512, "micro_batch": 32,
        "framework": "hf"});
    let out = ask(&line);
    assert_eq!(out["fits"], true, "{out}");
    let trainable = number(&out, "memory", "trainable_parameters");
    assert!((trainable / 110e6 - 1.0).abs() < 0.02, "{trainable}");
}

/// A line that names no layout is searched: the cheapest that fits.
#[test]
fn what_is_left_out_is_searched() {
    let out = ask(
        &json!({"task": "training", "model": "meta-llama/Llama-3.1-8B",
        "tokens": 2e8, "sequence_length": 4096}),
    );
    assert_eq!(out["fits"], true, "{out}");
    assert!(catalog::accelerator(out["assumed"]["accelerator"].as_str().unwrap()).is_some());
    assert!(out["assumed"]["accelerators"].as_u64().unwrap() >= 1);
    assert!(number(&out, "cost", "usd_per_run") > 0.0);
}

/// The catalogue, but for nodes of eight at 2.00 by the hour and at 2.40 by the second.
struct Sold(CatalogFacts);

impl Facts for Sold {
    fn model(&mut self, id: &str) -> Option<Model> {
        self.0.model(id)
    }

    fn accelerator(&mut self, id: &str) -> Option<Accelerator> {
        self.0.accelerator(id)
    }

    fn prices(&mut self, accelerator: &str) -> Vec<Price> {
        let known = catalog::instances(accelerator, &Fleet::default());
        let price = |usd: f64, billing: Billing| Price {
            per_accelerator: UsdPerHour::new(usd),
            instance_accelerators: 8,
            machine: None,
            billing,
            ..known[0].clone()
        };
        let hour = Seconds::new(3600.0);
        let hourly = Billing {
            unit: hour,
            least: hour,
        };
        vec![price(2.0, hourly), price(2.4, Billing::default())]
    }

    fn ownership(&mut self, accelerator: &str) -> Values {
        self.0.ownership(accelerator)
    }

    fn accelerators(&mut self) -> Vec<String> {
        self.0.accelerators()
    }
}

/// The seller is the one whose bill of the run is the least, as on the page: a million tokens
/// are some minutes with their start, which cost less by the second at 19.20 an hour than the
/// whole hour of 16.00; ten billion are many hours. Without a run the hour counts.
#[test]
fn the_bill_of_the_run_chooses_the_seller() {
    let of = |tokens: Option<f64>| {
        let line = with("tokens", json!(tokens));
        answer(&line.to_string(), &mut Sold(CatalogFacts::default())).0
    };
    let cost = |out: &Value, field| number(out, "cost", field);
    let paid = |out: &Value| cost(out, "usd_per_run") + cost(out, "usd_of_start");
    let hours = |out: &Value| (cost(out, "run_s") + cost(out, "start_s")) / 3600.0;
    let near = |one: f64, other: f64| assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");

    let short = of(Some(1e6));
    assert!(19.2 * hours(&short) < 16.0, "{short}");
    near(cost(&short, "usd_per_hour"), 19.2);
    near(paid(&short), 19.2 * hours(&short));

    let long = of(Some(1e10));
    near(cost(&long, "usd_per_hour"), 16.0);
    near(paid(&long), 16.0 * hours(&long).ceil());

    near(cost(&of(None), "usd_per_hour"), 16.0);
}

/// A job that does not fit still reports its memory and the shortfall.
#[test]
fn what_does_not_fit_still_reports_its_memory() {
    let out = ask(&with("model", json!("meta-llama/Llama-3.1-405B")));
    assert_eq!(out["fits"], false);
    assert!(out["reason"].as_str().unwrap().contains("GiB"));
    assert!(number(&out, "memory", "peak_bytes") > 80e9);
    assert!(out["performance"].is_null() && out["cost"].is_null());
}

/// A line whose table does not print how the run made room is not refused for it, and one
/// that no setting would save is.
#[test]
fn what_lacks_little_says_what_it_takes() {
    // MPT-1B with sequences of 2,048, twenty at once, ran on one H100 as llm-foundry's
    // table says; its fused loss is not in the table.
    let mpt = json!({
        "model_type": "mpt", "d_model": 2048, "n_heads": 16, "n_layers": 24,
        "expansion_ratio": 4, "vocab_size": 50368, "max_seq_len": 2048, "no_bias": true,
    });
    let mut line = with("model", mpt);
    line["accelerators"] = json!(8);
    line["framework"] = json!("hf");
    line["recompute"] = json!("none");
    line["sequence_length"] = json!(2048);
    line["micro_batch"] = json!(20);
    line["global_batch"] = json!(160);
    let open = ask(&line);
    assert_eq!(open["fits"], true, "{open}");
    assert_eq!(open["assumed"]["loss"], "chunked");
    assert_eq!(open["reason"], Value::Null);
    // Asked for a plain loss, it lacks a tenth, and takes layers computed again.
    line["loss"] = json!("plain");
    let plain = ask(&line);
    assert!(
        number(&plain, "memory", "reserved_bytes") > number(&plain, "memory", "capacity_bytes")
    );
    assert_eq!(plain["fits"], true, "{plain}");
    assert!(plain["reason"].as_str().unwrap().contains("computed again"));
    assert!(number(&plain, "performance", "tokens_per_s_per_gpu") > 0.0);
    // Twice as many sequences lack far more than settings could save.
    line["micro_batch"] = json!(40);
    line["global_batch"] = json!(320);
    let far = ask(&line);
    assert_eq!(far["fits"], false, "{far}");
    assert_eq!(far.get("performance"), None);
}

/// A config.json object is a model, and the same as its catalogue entry.
#[test]
fn a_config_json_object_is_a_model() {
    let config = json!({
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
        "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
        "intermediate_size": 14336, "vocab_size": 128_256, "tie_word_embeddings": false,
        "max_position_embeddings": 131_072,
    });
    let given = ask(&with("model", config));
    let named = ask(&fixed());
    assert_eq!(named["memory"], given["memory"]);
    assert_eq!(named["performance"], given["performance"]);
}

/// Names that frameworks use for the same thing mean the same.
#[test]
fn other_names_mean_the_same() {
    let out = ask(&fixed());
    for (field, value) in [
        ("sharding", json!("fsdp")),
        ("sharding", json!(3)),
        ("precision", json!("amp_bf16")),
        ("optimizer", json!("Adam")),
        ("framework", json!("torchao")),
    ] {
        assert_eq!(ask(&with(field, value.clone())), out, "{field} {value}");
    }
    let mut line = fixed();
    let fields = line.as_object_mut().unwrap();
    for (name, other) in [
        ("accelerators", "num_gpus"),
        ("sequence_length", "seq_len"),
        ("micro_batch", "micro_batch_size"),
        ("global_batch", "global_batch_size"),
    ] {
        let value = fields.remove(name).unwrap();
        fields.insert(other.to_owned(), value);
    }
    assert_eq!(ask(&line), out);
}

/// Every mistake names its field.
#[test]
fn mistakes_are_named_by_field() {
    for (field, value) in [
        ("nonsense", json!(1)),
        ("kv_cache", json!("fp8")),
        ("model", json!("no/such-model")),
        ("method", json!("magic")),
        ("precision", json!("fp3")),
        ("optimizer", json!("sgdd")),
        ("sharding", json!("zero9")),
        ("recompute", json!("some")),
        ("framework", json!("abacus")),
        ("loss", json!("big")),
        ("offload", json!("tape")),
        ("accelerator", json!("nvidia-h1000")),
        ("accelerators", json!(0)),
        ("accelerators", json!(-1)),
        ("tensor_parallel", json!(3)),
        ("pipeline_parallel", json!(64)),
        ("expert_parallel", json!(8)),
        ("virtual_pipeline", json!(64)),
        ("context_parallel", json!("two")),
        ("global_batch", json!(12)),
        ("sequence_length", json!(0)),
        ("micro_batch", json!(0)),
        ("tokens", json!(0)),
        ("packed", json!(2)),
        ("data_parallel", json!(4)),
        ("network_gbps_per_node", json!(-5)),
    ] {
        let (out, good) = answer(
            &with(field, value.clone()).to_string(),
            &mut CatalogFacts::default(),
        );
        assert!(!good, "{field} {value}: {out}");
        assert_eq!(out["error"]["field"], field, "{out}");
        assert!(!out["error"]["message"].as_str().unwrap().is_empty());
    }
    let rank = json!({"task": "training", "model": "meta-llama/Llama-3.1-8B", "method": "lora",
        "lora_rank": 5000, "accelerators": 1, "accelerator": "nvidia-h100-sxm-80gb"});
    assert_eq!(ask(&rank)["error"]["field"], "lora_rank");
    let contrary = with("lora_rank", json!(8));
    assert_eq!(ask(&contrary)["error"]["field"], "method");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands in a field, there is an answer or an error that names a field, and
    /// every figure is a number.
    #[test]
    fn no_line_breaks_the_estimator(
        field in proptest::sample::select(vec!["accelerators", "tensor_parallel", "pipeline_parallel",
            "context_parallel", "expert_parallel", "virtual_pipeline", "micro_batch", "global_batch",
            "sequence_length", "recompute", "sharding", "lora_targets", "precision", "tokens"]),
        value in prop_oneof![
            (0..5000_u32).prop_map(|number| json!(number)),
            "[a-z0-9-]{0,12}".prop_map(|text| json!(text)),
            Just(Value::Null), Just(json!([1])), Just(json!({})), Just(json!(1e300)), Just(json!(true)),
        ],
    ) {
        let (out, good) = answer(&with(field, value).to_string(), &mut CatalogFacts::default());
        if good {
            let text = out["memory"].to_string();
            prop_assert!(!text.contains("null"), "{}", out);
        } else {
            prop_assert!(out["error"]["field"].is_string(), "{}", out);
        }
    }
}
