//! Lines of the batch contract with choices for a cluster beside them.

use catalog::CatalogFacts;
use estimator::kubernetes::manifest::line;
use serde_json::{Value, json};

/// The choices of a line, each wrong once.
#[test]
fn a_lines_choices_name_their_field() {
    let facts = &mut CatalogFacts::default();
    let good = json!({"model": "Qwen/Qwen3-8B", "accelerator": "nvidia-h100-sxm-80gb",
        "input_tokens": 1000, "output_tokens": 200, "concurrency": 8});
    let mut refused = |kubernetes: Value| {
        let mut asked = good.clone();
        asked["kubernetes"] = kubernetes;
        line(&asked, facts, &|_| None).map_err(|error| error.field)
    };
    let set = refused(json!(null)).expect("all is optional");
    assert!(
        set.files
            .iter()
            .any(|file| file.text.contains("kind: Deployment"))
    );
    for (field, value) in [
        ("namespace", json!("Team")),
        ("name", json!("a_b")),
        ("name", json!(3)),
        ("autoscaler", json!("vpa")),
        ("min_replicas", json!(0)),
        ("max_replicas", json!(1.5)),
        ("scale_to_zero", json!("yes")),
        ("scale_to_zero", json!(true)),
        ("devices", json!("usb")),
        ("sharing", json!("mig:half")),
        ("sharing", json!("mps:one")),
        ("form", json!("job")),
        ("form", json!("pod")),
        ("kueue", json!("A")),
        ("karpenter", json!(1)),
        ("monitoring", json!("some")),
        ("storage_class", json!("a b")),
        ("prometheus", json!("ftp://a")),
        ("image", json!("a")),
        ("unknown", json!(1)),
    ] {
        let found = refused(json!({field: value})).expect_err("it is wrong");
        assert_eq!(found, format!("kubernetes.{field}"));
    }
}

/// A model served by eight accelerators of a node trains on four nodes, each in its own kind.
#[test]
fn a_line_chooses_its_kind() {
    let facts = &mut CatalogFacts::default();
    let asked = json!({"task": "training", "model": "Qwen/Qwen3-8B", "accelerators": 32,
        "accelerator": "nvidia-h100-sxm-80gb", "tokens": 1e9, "kubernetes": {"kueue": "team"}});
    let set = line(&asked, facts, &|_| None).expect("it can be written");
    let run = set.files.last().expect("it has files");
    assert!(run.text.contains("kind: JobSet") && run.text.contains("completions: 4"));
    assert!(run.text.contains("suspend: true"));
    let on = |accelerator: &str, facts: &mut CatalogFacts| {
        let asked = json!({"model": "Qwen/Qwen3-8B", "accelerator": accelerator, "concurrency": 8});
        line(&asked, facts, &|_| None)
    };
    let amd = on("amd-mi300x", facts).expect("it has a device plugin");
    let written = amd
        .files
        .iter()
        .any(|file| file.text.contains("amd.com/gpu: "));
    assert!(written, "{:?}", amd.files.len());
    let refused = on("google-tpu-v6e", facts).expect_err("it is of another maker");
    assert_eq!(refused.field, "accelerator");
}
