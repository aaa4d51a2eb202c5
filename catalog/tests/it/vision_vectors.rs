//! Thirty-six worked lines of vision, embedding, diffusion, speech and towers: answers and
//! intermediate values of a reference, published with the formulas.

#![allow(clippy::expect_used, clippy::panic)] // helpers of tests

use catalog::vision::VisionFacts;
use estimator::vision::lines::answer;
use estimator::vision::tokens::{Image, Limits, Listener, family};
use serde_json::{Value, json};

/// Counts, bytes and operations; seconds and rates; tokens exact.
const COUNTED: f64 = 1e-3;
const TIMED: f64 = 1e-2;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../data/vision_vectors.json")).expect("JSON")
}

/// How far a value may be off, by its name.
fn tolerance(name: &str) -> f64 {
    if name.contains("token") && !name.ends_with("per_s") {
        1e-9
    } else if name.contains("bytes") || name.contains("flops") || name.contains("parameters") {
        COUNTED
    } else {
        TIMED
    }
}

/// Every number of `want` stands in `got`, near enough.
fn compare(at: &str, got: &Value, want: &Value, wrong: &mut Vec<String>) {
    match want {
        Value::Object(fields) => {
            for (name, value) in fields {
                // What a board holds is the catalogue's to say.
                if name != "capacity_bytes" {
                    compare(&format!("{at}.{name}"), &got[name], value, wrong);
                }
            }
        }
        Value::Number(_) => {
            let want = want.as_f64().expect("a number");
            let got = got.as_f64().unwrap_or(f64::NAN);
            let name = at.rsplit('.').next().unwrap_or_default();
            let near = (got - want).abs() <= tolerance(name) * want.abs() + 1e-12;
            if !near {
                wrong.push(format!("{at}: {got}, not {want}"));
            }
        }
        other if other != got => wrong.push(format!("{at}: {got}, not {other}")),
        _ => {}
    }
}

#[test]
fn lines_are_answered_as_worked() {
    let vectors = vectors();
    let lines = vectors["vectors"].as_array().expect("a list");
    assert_eq!(lines.len(), 36);
    let facts = VisionFacts::default();
    let mut wrong = Vec::new();
    for vector in lines {
        let mut line = vector["scenario"].clone();
        let id = line["id"].as_str().expect("an id").to_owned();
        line["explain"] = true.into();
        let (got, good) = answer(&line, &facts).expect("a task of this module");
        assert_eq!(got["id"], vector["scenario"]["id"]);
        if let Some(field) = vector.pointer("/error/field") {
            assert!(!good, "{id}: {got}");
            assert_eq!(&got["error"]["field"], field, "{id}");
            continue;
        }
        assert!(good, "{id}: {got}");
        for part in ["fits", "memory", "performance", "intermediate"] {
            if let Some(want) = vector.get(part) {
                compare(&format!("{id}.{part}"), &got[part], want, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The table of image and sound tokens beside the lines, exactly.
#[test]
fn tokens_are_those_of_the_table() {
    let vectors = vectors();
    let table = &vectors["image_tokens"];
    let sizes = table["sizes"].as_array().expect("a list");
    for (name, tokens) in table["tokens"].as_object().expect("a map") {
        let family = family(name).expect("a family");
        for (size, want) in sizes.iter().zip(tokens.as_array().expect("a list")) {
            let size = size.as_str().expect("a size");
            let image = Image::parse(size).expect("a size");
            let count = family.count(image, Limits::default()).expect("a count");
            // Cross-attention reads keys beside the prompt's one token.
            let tokens = count.tokens.max(count.cross_tokens);
            assert_eq!(Some(tokens), want.as_u64(), "{name} {size}");
        }
    }
    let seconds = table["audio_seconds"].as_array().expect("a list");
    for (name, tokens) in table["audio_tokens"].as_object().expect("a map") {
        let listener = Listener::of(name).expect("a listener");
        for (seconds, want) in seconds.iter().zip(tokens.as_array().expect("a list")) {
            let seconds = seconds.as_f64().expect("seconds");
            assert_eq!(
                listener.tokens(seconds).ok(),
                want.as_u64(),
                "{name} {seconds}"
            );
        }
    }
}

/// Other tasks are left to the batch estimator, images in a line with a model too.
#[test]
fn other_lines_are_left_alone() {
    let facts = VisionFacts::default();
    for line in [
        json!({"model": "Qwen/Qwen3-32B", "accelerator": "nvidia-h100-sxm-80gb"}),
        json!({"task": "serving", "model": "Qwen/Qwen3-32B"}),
        json!({"task": "training"}),
        json!({"task": "painting"}),
        json!([]),
        json!(null),
        json!("vision"),
    ] {
        assert!(answer(&line, &facts).is_none(), "{line}");
    }
}

/// What is wrong is named by its field, whatever is thrown at it.
#[test]
fn what_is_wrong_is_named() {
    let facts = VisionFacts::default();
    let lines = [
        (
            "vision",
            json!({"model": "timm/resnet50", "resolution": 224}),
        ),
        (
            "embedding",
            json!({"model": "BAAI/bge-m3", "input_tokens": 128}),
        ),
        ("diffusion", json!({"model": "flux1-dev"})),
        ("speech", json!({"model": "whisper-large-v3"})),
    ];
    let wrongs = [
        ("accelerator", json!("no-such-board")),
        ("accelerator", json!(null)),
        ("accelerators", json!(0)),
        ("accelerators", json!(-1)),
        ("accelerators", json!(4_000_000_000_u32)),
        ("batch", json!(0)),
        ("batch", json!(1.5)),
        ("batch", json!("8")),
        ("batch", json!(4_294_967_295_u32)),
        ("engine", json!("magic")),
        ("model", json!("no-such-model")),
        ("model", json!({"hidden_size": 4})),
        ("model", json!(null)),
        ("percentile", json!(1.0)),
        ("latency_limit_s", json!(-1)),
        ("request_rate", json!(0)),
        ("request_rate", json!(1e300)),
        ("usd_per_accelerator_hour", json!(-2)),
        ("colour", json!("blue")),
    ];
    for (task, base) in &lines {
        for (field, value) in &wrongs {
            let mut line = base.clone();
            line["task"] = (*task).into();
            line["accelerator"] = "nvidia-l40s".into();
            line[*field] = value.clone();
            let (got, good) = answer(&line, &facts).expect("a task");
            assert!(!good, "{line}: {got}");
            assert_eq!(got["error"]["field"], *field, "{line}: {got}");
        }
    }
    for (task, model, field, value) in [
        ("vision", "timm/resnet50", "resolution", json!(0)),
        ("vision", "timm/resnet50", "resolution", json!(1_000_000)),
        ("vision", "timm/resnet50", "precision", json!("fp2")),
        ("vision", "timm/resnet50", "method", json!("half")),
        ("embedding", "BAAI/bge-m3", "input_tokens", json!(0)),
        ("embedding", "BAAI/bge-m3", "input_tokens", json!(1e12)),
        ("embedding", "BAAI/bge-m3", "padded_to", json!(16)),
        (
            "embedding",
            "BAAI/bge-m3",
            "documents_per_request",
            json!(0),
        ),
        ("diffusion", "flux1-dev", "resolution", json!("1024")),
        ("diffusion", "flux1-dev", "resolution", json!("1024x-1")),
        ("diffusion", "flux1-dev", "resolution", json!("99999x99999")),
        ("diffusion", "flux1-dev", "frames", json!(0)),
        ("diffusion", "flux1-dev", "steps", json!(0)),
        ("diffusion", "flux1-dev", "guidance", json!(-1)),
        ("diffusion", "flux1-dev", "weights", json!("fp3")),
        ("diffusion", "flux1-dev", "vae_precision", json!("int8")),
        ("diffusion", "flux1-dev", "parallel", json!({"ulysses": 5})),
        ("diffusion", "flux1-dev", "parallel", json!({"ulysses": 0})),
        ("diffusion", "flux1-dev", "parallel", json!({"guidance": 2})),
        ("diffusion", "flux1-dev", "parallel", json!({"magic": 2})),
        ("diffusion", "flux1-dev", "parallel", json!([2])),
        (
            "diffusion",
            "flux1-dev",
            "parallel",
            json!({"ring": 4_000_000_000_u32, "tensor": 9}),
        ),
        ("diffusion", "flux1-dev", "offload", json!("moon")),
        ("diffusion", "flux1-dev", "method", json!("some")),
        (
            "speech",
            "whisper-large-v3",
            "audio_per_window_s",
            json!(31),
        ),
        ("speech", "whisper-large-v3", "audio_per_window_s", json!(0)),
        ("speech", "whisper-large-v3", "beam", json!(0)),
    ] {
        let mut line = json!({"task": task, "model": model, "accelerator": "nvidia-l40s"});
        if task == "vision" {
            line["resolution"] = 224.into();
        }
        line[field] = value;
        let (got, good) = answer(&line, &facts).expect("a task");
        assert!(!good, "{line}: {got}");
        assert_eq!(got["error"]["field"], field, "{line}: {got}");
    }
}

/// A promise is kept by as many as are named: the answer's own latency is within it.
#[test]
fn promises_are_kept() {
    let facts = VisionFacts::default();
    for (line, limit) in [
        (
            json!({"task": "vision", "model": "timm/resnet50", "resolution": 224,
            "engine": "tensorrt", "request_rate": 60_000, "latency_limit_s": 0.02}),
            0.02,
        ),
        (
            json!({"task": "embedding", "model": "BAAI/bge-m3", "input_tokens": 256,
            "request_rate": 2000, "latency_limit_s": 0.1}),
            0.1,
        ),
        (
            json!({"task": "speech", "model": "whisper-large-v3",
            "request_rate": 20, "latency_limit_s": 12}),
            12.0,
        ),
        (
            json!({"task": "diffusion", "model": "flux1-dev",
            "request_rate": 0.5, "latency_limit_s": 40}),
            40.0,
        ),
    ] {
        let mut line = line;
        line["accelerator"] = "nvidia-l40s".into();
        let (got, good) = answer(&line, &facts).expect("a task");
        assert!(good, "{got}");
        let performance = &got["performance"];
        let number = |name: &str| performance[name].as_f64().expect("a number");
        assert!(number("latency_p_s") <= limit, "{got}");
        let kept = number("requests_per_s") * number("replicas");
        assert!(
            kept >= line["request_rate"].as_f64().expect("a rate") * 0.999,
            "{got}"
        );
        assert_eq!(
            got["assumed"]["accelerators"], performance["replicas"],
            "{got}"
        );
    }
}
