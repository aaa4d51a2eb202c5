//! Type-ahead: what somebody means by a few letters comes first.

use catalog::search::{find_accelerators, find_models};

#[track_caller]
fn first_model(query: &str, id: &str) {
    let found: Vec<_> = find_models(query, 5, false)
        .iter()
        .map(|entry| entry.id)
        .collect();
    assert_eq!(found.first(), Some(&id), "{query}: {found:?}");
}

#[track_caller]
fn first_accelerator(query: &str, id: &str) {
    let found: Vec<_> = find_accelerators(query, 5)
        .iter()
        .map(|record| record.accelerator.id.as_str())
        .collect();
    assert_eq!(found.first(), Some(&id), "{query}: {found:?}");
}

#[test]
fn models_by_a_few_letters() {
    first_model("llama 70", "meta-llama/Llama-3.3-70B-Instruct");
    first_model("llama3.3", "meta-llama/Llama-3.3-70B-Instruct");
    first_model("Llama-3.1-8B", "meta-llama/Llama-3.1-8B");
    first_model(
        "meta-llama/Llama-3.1-8B-Instruct",
        "meta-llama/Llama-3.1-8B",
    );
    first_model("qwen 32", "Qwen/Qwen3-32B");
    first_model("gpt-oss", "openai/gpt-oss-120b");
    first_model("oss 20", "openai/gpt-oss-20b");
    first_model("deepseek r1", "deepseek-ai/DeepSeek-R1");
    first_model("kimi", "moonshotai/Kimi-K2.5");
    first_model("mixtral 22", "mistralai/Mixtral-8x22B-v0.1");
    first_model("glm 5.2", "zai-org/GLM-5.2");
    first_model("ｌｌａｍａ　７０", "meta-llama/Llama-3.3-70B-Instruct");
    first_model("gemma 27", "google/gemma-3-27b-it");
}

#[test]
fn accelerators_by_a_few_letters() {
    first_accelerator("h2", "nvidia-h200-sxm-141gb");
    first_accelerator("h100", "nvidia-h100-sxm-80gb");
    first_accelerator("h100 pcie", "nvidia-h100-pcie-80gb");
    first_accelerator("mi3", "amd-mi300x");
    first_accelerator("l40s", "nvidia-l40s");
    first_accelerator("a100 40", "nvidia-a100-sxm-40gb");
    first_accelerator("4090", "nvidia-rtx-4090");
    first_accelerator("b200", "nvidia-b200-sxm");
    first_accelerator("tpu v6", "google-tpu-v6e");
    first_accelerator("m3 ultra", "apple-m3-ultra");
}

#[test]
fn nothing_typed_offers_the_usual_ones() {
    let featured = find_models("", 10, false);
    assert_eq!(featured.len(), 10);
    assert!(featured.iter().all(|entry| entry.featured));
    assert_eq!(find_accelerators(" ", 3).len(), 3);
}

#[test]
fn nonsense_finds_nothing_and_does_no_harm() {
    for query in ["zzzqqq", "🦙🦙", "llama zzz", "'\"\\%", &"a".repeat(10_000)] {
        assert!(find_models(query, 10, false).is_empty(), "{query}");
    }
    assert!(find_accelerators("x".repeat(5000).as_str(), 10).is_empty());
    assert!(find_models("llama", 0, false).is_empty());
    // Encoders generate nothing, so they are not offered.
    let generates = |entry: &&catalog::ModelEntry| entry.generates;
    assert!(find_models("bert", 10, false).iter().all(generates));
    // What is trained may be an encoder, of words or of images.
    let first = |query| find_models(query, 1, true).first().map(|entry| entry.id);
    assert_eq!(first("bert base"), Some("bert-base-uncased"));
    assert_eq!(first("vit-b/16"), Some("google/vit-base-patch16-224"));
}
