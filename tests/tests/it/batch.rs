//! The batch contract: a line in, a line out, nothing lost, errors by field.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use catalog::CatalogFacts;
use estimator::batch::answer;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

fn ask(line: &Value) -> Value {
    answer(&line.to_string(), &mut CatalogFacts::default()).0
}

fn fixed() -> Value {
    json!({
        "id": "r1", "task": "serving", "model": "meta-llama/Llama-3.1-8B",
        "weights": "bf16", "kv_cache": "bf16", "accelerator": "nvidia-h100-sxm-80gb",
        "accelerators": 1, "tensor_parallel": 1, "engine": "vllm",
        "input_tokens": 1024, "output_tokens": 512, "concurrency": 16,
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut line = fixed();
    line[field] = value;
    line
}

#[test]
fn every_field_of_the_contract_is_there() {
    let out = ask(&fixed());
    assert_eq!(out["id"], "r1");
    assert_eq!(out["fits"], true);
    assert!(out["reason"].is_null());
    for field in [
        "capacity_bytes",
        "weights_bytes",
        "kv_bytes_per_token",
        "kv_pool_bytes",
        "kv_tokens",
        "max_concurrency",
        "activation_bytes",
        "runtime_bytes",
        "peak_bytes",
    ] {
        assert!(out["memory"][field].as_f64().unwrap() > 0.0, "{field}");
    }
    for field in [
        "ttft_s",
        "tpot_s",
        "request_latency_s",
        "output_tokens_per_s",
        "total_tokens_per_s",
        "requests_per_s",
        "prefill_tokens_per_s",
        "ttft_p50_s",
        "ttft_p95_s",
        "tpot_p95_s",
        "step_s",
        "tokens_per_s_per_gpu",
    ] {
        assert!(out["performance"][field].as_f64().unwrap() > 0.0, "{field}");
    }
    let known = [
        "compute",
        "memory-bandwidth",
        "interconnect",
        "engine",
        "kv-capacity",
    ];
    assert!(known.contains(&out["performance"]["bottleneck"].as_str().unwrap()));
    for field in [
        "usd_per_hour",
        "usd_per_million_output_tokens",
        "usd_per_million_input_tokens",
        "usd_per_million_blended_tokens",
        "tco_usd_per_gpu_hour",
    ] {
        assert!(out["cost"][field].as_f64().unwrap() > 0.0, "{field}");
    }
    assert!(out["cost"]["price"]["source"].is_string());
    for field in ["ttft", "tpot", "output_tokens_per_s"] {
        let band = out["band"][field].as_array().unwrap();
        assert!(band[0].as_f64().unwrap() < band[1].as_f64().unwrap());
    }
}

/// The worked example through a line; inputs left out are echoed, half of the time costs
/// nearly twice as much an hour, and both kinds of tokens blend.
#[test]
fn owning_costs_what_the_example_says() {
    let ownership = json!({
        "accelerator-usd": 37500, "chassis": 1, "network": 0, "spares": 0, "residual": 0.1,
        "years": 4, "capital": 0, "node-kw": 10.2, "load-draw": 0.7, "colocation": 184,
        "kwh-usd": 0.08, "pue": 1.3, "salary-usd": 0, "support": 0,
    });
    let out = ask(&with("ownership", ownership.clone()));
    let hour = |out: &Value| out["cost"]["tco_usd_per_gpu_hour"].as_f64().unwrap();
    assert!((hour(&out) - 1.377).abs() < 1e-3, "{}", hour(&out));
    let echoed = out["assumed"]["ownership"].as_object().unwrap();
    assert!(echoed.contains_key("idle-draw") && !echoed.contains_key("years"));
    let mut half = ownership;
    half["utilization"] = json!(0.5);
    let ratio = hour(&ask(&with("ownership", half))) / hour(&out);
    assert!((1.9..2.0).contains(&ratio), "{ratio}");
    let cost = |field: &str| 1.0 / out["cost"][field].as_f64().unwrap();
    let both = cost("usd_per_million_input_tokens") + cost("usd_per_million_output_tokens");
    assert!((cost("usd_per_million_blended_tokens") / both - 1.0).abs() < 1e-12);
}

/// Owning is told where nobody rents; zero years and names of no input are refused.
#[test]
fn owning_is_checked() {
    for (input, field) in [
        (json!({"years": 0}), "ownership.years"),
        (json!({"utilization": 0}), "ownership.utilization"),
        (json!({"horizon": 3}), "ownership"),
        (json!({"yeers": 3}), "ownership"),
        (json!({"years": "4"}), "ownership"),
    ] {
        assert_eq!(ask(&with("ownership", input))["error"]["field"], field);
    }
    let mut line = json!({"task": "training", "model": "meta-llama/Llama-3.1-8B",
        "accelerator": "nvidia-h100-sxm-80gb", "accelerators": 8});
    assert!(ask(&line)["cost"]["tco_usd_per_gpu_hour"].as_f64().unwrap() > 1.0);
    line["ownership"] = json!({"years": 0});
    assert_eq!(ask(&line)["error"]["field"], "ownership.years");
    let out = ask(
        &json!({"model": "meta-llama/Llama-3.1-8B", "accelerators": 1,
        "accelerator": "nvidia-h20"}),
    );
    assert_eq!(out["fits"], true);
    assert!(out["cost"]["usd_per_hour"].is_null());
    assert!(out["cost"]["tco_usd_per_gpu_hour"].as_f64().unwrap() > 0.0);
}

#[test]
fn gigabytes_agree_with_tokens() {
    let memory = &ask(&fixed())["memory"];
    let tokens =
        memory["kv_pool_bytes"].as_f64().unwrap() / memory["kv_bytes_per_token"].as_f64().unwrap();
    assert!((memory["kv_tokens"].as_f64().unwrap() / tokens - 1.0).abs() < 1e-3);
}

#[test]
fn defaults_are_echoed() {
    let out = ask(&json!({"id": 7, "model": "meta-llama/Llama-3.1-8B",
        "accelerator": "nvidia-h100-sxm-80gb", "accelerators": 1}));
    assert_eq!(out["id"], 7);
    let assumed = &out["assumed"];
    for field in [
        "task",
        "weights",
        "kv_cache",
        "engine",
        "input_tokens",
        "output_tokens",
        "tensor_parallel",
        "load",
        "scheduler_poll_steps",
    ] {
        assert!(!assumed[field].is_null(), "{field}");
    }
    assert_eq!(assumed["load"], "saturated");
    assert!(ask(&fixed())["assumed"]["weights"].is_null());
    assert_eq!(ask(&fixed())["assumed"]["load"], "steady");
    assert_eq!(
        ask(&with("request_rate", json!(1.0)))["assumed"]["load"],
        "steady"
    );
}

/// A release and a launch are asked about by name: the defaults written out are the defaults, a
/// launch without a recipe and a first port take longer within wider bands, and an unbelievable
/// value is named by its field.
#[test]
fn releases_and_launches() {
    let plain = ask(&fixed());
    let tpot = |out: &Value| out["performance"]["tpot_s"].as_f64().unwrap();
    let wide = |out: &Value| {
        let [low, high] = [0, 1].map(|end| out["band"]["tpot"][end].as_f64().unwrap());
        high / low
    };
    assert_eq!(ask(&with("launch", json!("tuned"))), plain);
    // Long settled.
    let dated = ask(&with("engine_version", json!("0.33.0")));
    assert!((tpot(&dated) / tpot(&plain) - 1.0).abs() < 1e-3);
    for (launch, least, wider) in [("default", 1.1, 1.3), ("first-port", 1.5, 1.5)] {
        let out = ask(&with("launch", json!(launch)));
        assert!(tpot(&out) > least * tpot(&plain), "{launch}");
        assert!(wide(&out) > wider * wide(&plain), "{launch}");
    }
    for (field, value) in [
        ("launch", json!("fast")),
        ("launch", json!(1)),
        ("engine_version", json!("0.99.0")),
        ("engine_version", json!(0.19)),
        ("measured_month", json!("2031-01")),
        ("measured_month", json!("2019-01")),
        ("measured_month", json!("March")),
    ] {
        let (out, good) = answer(
            &with(field, value.clone()).to_string(),
            &mut CatalogFacts::default(),
        );
        assert!(!good, "{value}");
        assert_eq!(out["error"]["field"], field, "{out}");
    }
    // Llama 3.1 came out before Blackwell.
    let mut line = with("launch", json!("first-port"));
    line["model"] = json!("meta-llama/Llama-3.1-8B");
    line["accelerator"] = json!("nvidia-b200-sxm");
    let (out, good) = answer(&line.to_string(), &mut CatalogFacts::default());
    assert!(!good);
    assert_eq!(out["error"]["field"], "launch", "{out}");
}

#[test]
fn what_is_left_out_is_searched() {
    let out =
        ask(&json!({"model": "meta-llama/Llama-3.1-70B", "weights": "fp8", "concurrency": 32}));
    assert_eq!(out["fits"], true);
    assert!(catalog::accelerator(out["assumed"]["accelerator"].as_str().unwrap()).is_some());
}

#[test]
fn replicas_multiply_throughput_and_share_users() {
    let one = ask(&fixed());
    let mut line = with("accelerators", json!(4));
    line["concurrency"] = json!(64);
    let four = ask(&line);
    let rate = |out: &Value| out["performance"]["output_tokens_per_s"].as_f64().unwrap();
    assert!((rate(&four) / rate(&one) - 4.0).abs() < 1e-6);
    assert_eq!(one["performance"]["tpot_s"], four["performance"]["tpot_s"]);
}

#[test]
fn what_does_not_fit_still_reports_its_memory() {
    let mut line = with("model", json!("meta-llama/Llama-3.1-70B"));
    line["weights"] = json!("bf16");
    let out = ask(&line);
    assert_eq!(out["fits"], false);
    assert!(out["reason"].as_str().unwrap().contains("GiB"));
    assert!(out["memory"]["weights_bytes"].as_f64().unwrap() > 140e9);
    assert!(out["performance"].is_null() && out["cost"].is_null());
}

/// Requests that come more often than they are answered wait without end: a line about them says
/// how many are, and nothing of latencies. The rent is the same.
#[test]
fn what_does_not_keep_up_says_so() {
    let mut line = fixed();
    line.as_object_mut().unwrap().remove("concurrency");
    line["request_rate"] = json!(500.0);
    line["accelerators"] = json!(4);
    let out = ask(&line);
    assert_eq!(out["fits"], true);
    assert!(out["reason"].as_str().unwrap().contains("500 requests"));
    let most = out["overrun_at_requests_per_s"].as_f64().unwrap();
    assert!(out["performance"].is_null() && out["band"].is_null());
    let usd = out["cost"]["usd_per_hour"].as_f64().unwrap();
    assert!(usd > 0.0 && out["cost"]["usd_per_million_output_tokens"].is_null());
    // The rate it says it answers, it answers, and no more than that.
    line["request_rate"] = json!(0.999 * most);
    let out = ask(&line);
    assert!(out["overrun_at_requests_per_s"].is_null() && out["reason"].is_null());
    assert_eq!(out["cost"]["usd_per_hour"], usd);
    let said = out["performance"]["requests_per_s"].as_f64().unwrap();
    assert!(
        (said / (0.999 * most) - 1.0).abs() < 1e-3,
        "{said} of {most}"
    );
    line["request_rate"] = json!(1.001 * most);
    assert!(ask(&line)["performance"].is_null());
}

/// Of the ways to spread a model, one that keeps up is taken.
#[test]
fn what_keeps_up_is_searched() {
    let out = ask(
        &json!({"model": "meta-llama/Llama-3.1-70B", "weights": "fp8",
        "accelerator": "nvidia-h100-sxm-80gb", "request_rate": 12}),
    );
    let said = out["performance"]["requests_per_s"].as_f64().unwrap();
    assert!((said - 12.0).abs() < 0.01, "{said}");
}

fn llama() -> Value {
    json!({
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
        "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
        "intermediate_size": 14336, "vocab_size": 128_256, "tie_word_embeddings": false,
        "max_position_embeddings": 131_072,
    })
}

/// A width of nothing, or of more than there is, is no model, for either task.
#[test]
fn an_impossible_config_json_is_refused() {
    for (field, value) in [
        ("hidden_size", json!(0)),
        ("vocab_size", json!(0)),
        ("num_key_value_heads", json!(64)),
        ("hidden_size", json!(4_000_000_000_u32)),
    ] {
        let mut config = llama();
        config[field] = value.clone();
        let serving = with("model", config.clone());
        let training = json!({"task": "training", "model": config, "accelerators": 8,
            "accelerator": "nvidia-h100-sxm-80gb"});
        for line in [serving, training] {
            let out = ask(&line);
            assert_eq!(out["error"]["field"], "model", "{field} {value}: {out}");
        }
    }
}

/// An encoder generates nothing; it can be trained.
#[test]
fn encoders_are_not_served() {
    for entry in catalog::models().iter().filter(|entry| !entry.generates) {
        let out = ask(&with("model", json!(entry.id)));
        assert_eq!(out["error"]["field"], "model", "{}: {out}", entry.id);
        let line = json!({"task": "training", "model": entry.id, "accelerators": 8,
            "accelerator": "nvidia-h100-sxm-80gb"});
        assert!(ask(&line)["error"].is_null(), "{}", entry.id);
    }
}

/// The share of memory that is echoed is the one that the cache is sized with: naming it
/// changes nothing where an engine's own rules apply, and SGLang goes by a reserve.
#[test]
fn the_share_of_memory_is_the_one_that_was_used() {
    for (engine, share) in [
        ("vllm", Some(0.92)),
        ("sglang", None),
        ("trt-llm", Some(0.9)),
        ("llama.cpp", Some(1.0)),
    ] {
        let line = with("engine", json!(engine));
        let out = ask(&line);
        assert_eq!(
            out["assumed"]["memory_utilization"].as_f64(),
            share,
            "{engine}"
        );
        if let Some(share) = share {
            let mut named = line;
            named["memory_utilization"] = json!(share);
            let named = ask(&named);
            assert_eq!(
                named["memory"]["kv_pool_bytes"],
                out["memory"]["kv_pool_bytes"]
            );
            assert!(named["assumed"]["memory_utilization"].is_null());
        }
    }
    // Published loads are reproduced with vLLM's share, llama.cpp's too.
    let mut line = with("engine", json!("llama.cpp"));
    line["load"] = json!("closed");
    assert_eq!(ask(&line)["assumed"]["memory_utilization"], 0.92);
    // A setting of memory takes its own rules.
    line["max_num_seqs"] = json!(64);
    assert_eq!(ask(&line)["assumed"]["memory_utilization"], 1.0);
}

/// Two users on eight replicas are two users: six replicas idle, and cost as much.
#[test]
fn users_are_as_many_as_they_are() {
    let mut line = with("concurrency", json!(2));
    // Paid for one by one.
    line["usd_per_accelerator_hour"] = json!(2.0);
    line["accelerators"] = json!(2);
    let two = ask(&line);
    line["accelerators"] = json!(8);
    let eight = ask(&line);
    let of = |out: &Value, field: &str| out["performance"][field].as_f64().unwrap();
    assert!((of(&eight, "concurrency") - 2.0).abs() < 1e-9);
    for field in [
        "output_tokens_per_s",
        "requests_per_s",
        "total_tokens_per_s",
        "ttft_s",
    ] {
        let ratio = of(&eight, field) / of(&two, field);
        assert!((ratio - 1.0).abs() < 1e-9, "{field}: {ratio}");
    }
    let ratio = of(&two, "tokens_per_s_per_gpu") / of(&eight, "tokens_per_s_per_gpu");
    assert!((ratio - 4.0).abs() < 1e-9, "{ratio}");
    let usd = |out: &Value| {
        out["cost"]["usd_per_million_output_tokens"]
            .as_f64()
            .unwrap()
    };
    assert!((usd(&eight) / usd(&two) - 4.0).abs() < 1e-9);
}

#[test]
fn a_config_json_object_is_a_model() {
    let named = ask(&fixed());
    let given = ask(&with("model", llama()));
    assert_eq!(
        named["memory"]["weights_bytes"],
        given["memory"]["weights_bytes"]
    );
    assert_eq!(
        named["performance"]["tpot_s"],
        given["performance"]["tpot_s"]
    );
}

#[test]
fn mistakes_are_named_by_field() {
    for (field, value) in [
        ("nonsense", json!(1)),
        ("model", json!("no/such-model")),
        ("model", json!(3)),
        ("weights", json!("fp3")),
        ("kv_cache", json!("fp99")),
        ("engine", json!("abacus")),
        ("accelerator", json!("nvidia-h1000")),
        ("accelerators", json!(0)),
        ("accelerators", json!(-1)),
        ("tensor_parallel", json!(3)),
        ("concurrency", json!("many")),
        ("concurrency", json!(-4)),
        ("input_tokens", json!(0)),
        ("prefix_hit_rate", json!(1.5)),
        ("memory_utilization", json!(7)),
        ("load", json!("sideways")),
        ("task", json!("knitting")),
        ("context_parallel", json!(2)),
    ] {
        let (out, good) = answer(
            &with(field, value.clone()).to_string(),
            &mut CatalogFacts::default(),
        );
        assert!(!good, "{field}: {value}");
        assert_eq!(out["error"]["field"], field, "{out}");
        assert!(!out["error"]["message"].as_str().unwrap().is_empty());
        assert_eq!(out["id"], "r1");
    }
    let (out, good) = answer("{not json", &mut CatalogFacts::default());
    assert!(!good && out["id"].is_null() && out["error"]["message"].is_string());
    let (out, good) = answer("[1, 2]", &mut CatalogFacts::default());
    assert!(!good && out["error"]["message"].is_string());
}

#[test]
fn speculation_helps_a_single_user_and_acceptance_matters() {
    let tpot = |acceptance: f64| {
        let mut line = with("concurrency", json!(1));
        line["draft_tokens"] = json!(3);
        line["draft_acceptance"] = json!(acceptance);
        ask(&line)["performance"]["tpot_s"].as_f64().unwrap()
    };
    let mut plain = fixed();
    plain["concurrency"] = json!(1);
    let plain = ask(&plain)["performance"]["tpot_s"].as_f64().unwrap();
    assert!(tpot(0.8) < plain);
    assert!(tpot(0.8) < tpot(0.3));
    // Drafts that are never kept only cost.
    assert!(tpot(0.0) > plain);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text gets an answer, and the answer is one object.
    #[test]
    fn any_line_is_answered(line in ".{0,200}") {
        let (out, _) = answer(&line, &mut CatalogFacts::default());
        prop_assert!(out.is_object());
    }

    /// As many requests are answered as come, or the line says that they are not.
    #[test]
    fn what_is_answered_keeps_up(
        model in select(vec!["meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-70B",
            "openai/gpt-oss-120b", "Qwen/Qwen3-32B"]),
        accelerator in select(vec!["nvidia-h100-sxm-80gb", "nvidia-l40s", "nvidia-b200-sxm",
            "amd-mi300x"]),
        (tensor, replicas) in (select(vec![1, 2, 4, 8]), 1..5),
        (rate, input, output) in (-3.0..3.0f64, 1.0..4.5f64, 0.0..4.0f64),
    ) {
        let [rate, input, output] = [rate, input, output].map(|power| 10.0f64.powf(power));
        let out = ask(&json!({
            "model": model, "weights": "fp8", "accelerator": accelerator,
            "tensor_parallel": tensor, "accelerators": tensor * replicas, "request_rate": rate,
            "input_tokens": input, "output_tokens": output,
        }));
        if let Some(most) = out["overrun_at_requests_per_s"].as_f64() {
            prop_assert!(most < rate && out["performance"].is_null(), "{}", out);
        } else if out["fits"] == true {
            let said = out["performance"]["requests_per_s"].as_f64().unwrap();
            prop_assert!((said / rate - 1.0).abs() < 1e-3, "{} of {}", said, rate);
        }
    }

    /// A stated value lies in its stated band.
    #[test]
    fn values_lie_in_their_bands(
        model in select(vec!["meta-llama/Llama-3.1-8B", "openai/gpt-oss-120b", "Qwen/Qwen3-32B",
            "Qwen/Qwen3-Next-80B-A3B-Instruct", "deepseek-ai/DeepSeek-V3"]),
        accelerator in select(vec!["nvidia-h100-sxm-80gb", "nvidia-l40s", "nvidia-b200-sxm",
            "amd-mi300x"]),
        (tensor, replicas) in (select(vec![1, 2, 4, 8]), 1..9),
        load in select(vec!["steady", "closed", "lockstep", "burst", "poisson", "saturated"]),
        (amount, input, output) in (0.0..3.0f64, 1.0..4.5f64, 0.0..4.0f64),
    ) {
        let [amount, input, output] = [amount, input, output].map(|power| 10.0f64.powf(power));
        let mut line = json!({
            "model": model, "weights": "fp8", "accelerator": accelerator,
            "tensor_parallel": tensor, "accelerators": tensor * replicas,
            "input_tokens": input, "output_tokens": output,
        });
        match load {
            "saturated" => {}
            "poisson" => line["request_rate"] = json!(amount / 10.0),
            other => {
                line["load"] = json!(other);
                line["concurrency"] = json!(amount);
            }
        }
        let out = ask(&line);
        for (value, band) in [
            ("ttft_s", "ttft"),
            ("tpot_s", "tpot"),
            ("output_tokens_per_s", "output_tokens_per_s"),
        ] {
            if let Some(value) = out["performance"][value].as_f64() {
                let [low, high] = [0, 1].map(|end| out["band"][band][end].as_f64().unwrap());
                prop_assert!((low..=high).contains(&value), "{band}: {value} of {low} to {high}");
            }
        }
    }

    /// Any value in any field too.
    #[test]
    fn any_value_is_answered(
        field in select(vec!["id", "task", "model", "params", "weights", "kv_cache",
            "accelerator", "accelerators", "tensor_parallel", "pipeline_parallel",
            "expert_parallel", "data_parallel", "engine", "usd_per_accelerator_hour",
            "max_model_len", "max_num_seqs", "max_num_batched_tokens", "memory_utilization",
            "concurrency", "request_rate", "input_tokens", "output_tokens", "prefix_hit_rate",
            "draft_tokens", "draft_acceptance", "scheduler_poll_steps", "load",
            "engine_version", "measured_month", "launch"]),
        value in prop_oneof![
            Just(Value::Null), any::<bool>().prop_map(Value::from), any::<f64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from), any::<u32>().prop_map(Value::from),
            ".{0,12}".prop_map(Value::from), Just(json!([])), Just(json!({"a": 1})),
        ],
    ) {
        let (out, good) = answer(&with(field, value).to_string(), &mut CatalogFacts::default());
        prop_assert!(out.is_object());
        prop_assert_eq!(good, out["error"].is_null());
    }
}

/// A record of what was measured makes a line of the same engine, accelerator and model that of the
/// measured configuration, and says so; to others it says nothing, and one that cannot be is an
/// error.
#[test]
fn a_line_goes_by_what_was_measured() {
    let record = |model: &str, decode: f64| {
        json!({
            "v": estimator::calibration::VERSION, "engine": "vllm", "accelerator": "nvidia-h100-sxm-80gb", "model": model,
            "weights": ["bf16"], "decode": decode, "prefill": 1.1, "step_us": 0, "rows": 4,
            "error": {"tpot": [0.2, 0.02, 0.03]}, "of": "2026-11",
            "near": [[0, 4, 10, 9, 1, 1, 0, null]],
        })
    };
    let model = "meta-llama/Llama-3.1-8B";
    let (plain, ours) = (ask(&fixed()), ask(&with("calibration", record(model, 1.2))));
    let of = |answer: &Value, part: &str, field: &str| answer[part][field].clone();
    assert!(plain.get("calibrated").is_none());
    let said = &ours["calibrated"];
    assert_eq!(
        (&said["applied"], &said["beyond"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        (&said["rows"], &said["tpot_error"]),
        (&json!(4), &json!([0.2, 0.02]))
    );
    assert!(said.get("ttft_error").is_none());
    let tpot = |answer: &Value| of(answer, "performance", "tpot_s").as_f64().unwrap();
    let slower = tpot(&ours) / tpot(&plain);
    assert!(slower > 1.1 && slower < 1.2, "{slower}");
    // What the record says nothing of stays to the bit; the band is narrower.
    assert_eq!(
        of(&ours, "performance", "ttft_s"),
        of(&plain, "performance", "ttft_s")
    );
    let width = |answer: &Value| {
        let band = of(answer, "band", "tpot");
        band[1].as_f64().unwrap() / band[0].as_f64().unwrap()
    };
    assert!(width(&ours) < width(&plain));
    let other = ask(&with("calibration", record("Qwen/Qwen3-32B", 1.2)));
    assert_eq!(other["calibrated"]["applied"], false);
    for part in ["performance", "band", "cost"] {
        assert_eq!(other[part], plain[part]);
    }
    let refused = ask(&with("calibration", record(model, 2.5)));
    assert_eq!(refused["error"]["field"], "calibration");
}
