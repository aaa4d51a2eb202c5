//! Commands of serving: every option is one that the engine has, its numbers are the answer's.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::hardware::Vendor;
use estimator::offer::Offer;
use estimator::serving::command::{Asked, Gap, Start, start};
use estimator::serving::options::{Adapters, Speculation};
use estimator::serving::question::{Question, Traffic};
use estimator::serving::report::Sizing;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use saphyr::{LoadableYamlNode, Yaml};
use std::collections::BTreeMap;

/// Names of options of every engine, with how many values each takes.
const OPTIONS: &str = include_str!("serving_options.txt");

fn known(engine: Engine) -> BTreeMap<&'static str, &'static str> {
    let rows = OPTIONS.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().expect("engine, name, values");
        (cell(), cell(), cell())
    });
    let own = rows.filter(|(of, ..)| *of == engine.id());
    own.map(|(_, name, values)| (name, values)).collect()
}

/// A question that is answered, and how many accelerators a node of its answer has.
struct Answered {
    scenario: Scenario,
    offer: Offer,
    sizing: Sizing,
}

fn answered(question: &Question) -> Answered {
    let (scenario, mut offers) = catalog::resolve(question).expect("complete");
    let report = search(&scenario, &offers);
    let candidate = report.recommended().expect("something does");
    Answered {
        sizing: candidate.best.clone().expect("a sizing"),
        offer: offers.swap_remove(candidate.offer),
        scenario,
    }
}

impl Answered {
    fn start(&self, model: Option<&str>) -> Start {
        let engine = self.scenario.engine.engine;
        let node = self.scenario.limits.node(&self.offer.accelerator);
        let asked = Asked {
            scenario: &self.scenario,
            chip: &self.offer.accelerator,
            sizing: &self.sizing,
            node,
            model,
            quantized: false,
            head: None,
            host: None,
        };
        start(engine, &asked)
    }
}

/// A script's YAML, which it writes for the engine, and its command.
fn parts(text: &str) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_prefix("cat > config.yaml <<END\n") else {
        return (None, text);
    };
    let (yaml, command) = rest.split_once("END\n").expect("an end");
    (Some(yaml), command)
}

/// Options with their values, as a shell splits a command.
fn options(text: &str) -> Vec<(String, Option<String>)> {
    let mut words = shlex::split(parts(text).1).expect("a command");
    // A line that goes on is an empty word to this reader.
    words.retain(|word| !word.is_empty());
    let mut options = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if word.starts_with("--") {
            let value = words.get(index + 1).filter(|next| !next.starts_with("--"));
            options.push((word.clone(), value.cloned()));
        }
    }
    options
}

/// How many values an option takes; none where it takes back a flag.
fn values(known: &BTreeMap<&str, &'static str>, option: &str) -> Option<&'static str> {
    let flag = |name: &str| {
        let mut whole = "--".to_owned();
        whole.push_str(name);
        known.get(whole.as_str()).filter(|values| **values == "2")
    };
    let taken_back = option.strip_prefix("--no-").and_then(flag).map(|_| "0");
    known.get(option).copied().or(taken_back)
}

/// Keys of a YAML, with dots between levels.
fn keys(yaml: &Yaml<'_>, above: &str, found: &mut Vec<String>) {
    for (key, value) in yaml.as_mapping().expect("a mapping") {
        let key = key.as_str().expect("a name");
        let name = if above.is_empty() {
            key.to_owned()
        } else {
            format!("{above}.{key}")
        };
        if value.as_mapping().is_some() {
            keys(value, &name, found);
        } else {
            found.push(name);
        }
    }
}

/// Questions that between them use every setting.
fn questions(engine: Engine) -> Vec<Question> {
    let plain = |model: &str| {
        let mut question = Question {
            model: ModelChoice::Catalog(model.to_owned()),
            ..Question::default()
        };
        question.serve_with(engine);
        if engine == Engine::TensorRtLlm {
            question.fleet.vendors = vec![Vendor::Nvidia];
        }
        question
    };
    let mut full = plain("Qwen/Qwen3-32B");
    full.serving.speculation = Some(Speculation::TYPICAL);
    full.serving.adapters = Some(Adapters {
        count: 12,
        rank: 64,
    });
    full.prefix_hit_rate = 0.3;
    full.serving.restored = 0.2;
    let mut apart = plain("meta-llama/Llama-3.1-70B");
    apart.serving.disaggregated = true;
    let mut large = plain("deepseek-ai/DeepSeek-V3.1");
    large.sla.ttft = None;
    large.sla.tpot = None;
    let small = plain("Qwen/Qwen3-8B");
    match engine {
        Engine::Vllm | Engine::Sglang => vec![small, full, apart, large],
        Engine::TensorRtLlm => vec![small, full, large],
        Engine::LlamaCpp => vec![small, plain("meta-llama/Llama-3.1-70B"), large],
    }
}

/// No engine is told anything that it does not know, a flag has no value and an option one.
#[test]
fn every_option_is_known() {
    for engine in Engine::ALL.iter().copied() {
        let known = known(engine);
        let mut written = 0;
        for question in questions(engine) {
            let Start { files, gaps } = answered(&question).start(Some("owner/name"));
            assert!(!gaps.iter().any(|gap| gap.stops()), "{engine:?} {gaps:?}");
            assert!(!files.is_empty());
            for file in files {
                if let (Some(yaml), _) = parts(&file.text) {
                    let yaml = yaml.replace("${DRAFT:?}", "owner/head");
                    let yaml = Yaml::load_from_str(&yaml).expect("YAML");
                    let mut found = Vec::new();
                    keys(yaml.first().expect("a document"), "", &mut found);
                    for key in found {
                        assert_eq!(known.get(key.as_str()), Some(&"key"), "{key}");
                        written += 1;
                    }
                }
                for (option, value) in options(&file.text) {
                    // Those of the launcher before it.
                    if ["--nodes", "--ntasks-per-node", "--mpi"].contains(&option.as_str()) {
                        continue;
                    }
                    let values = values(&known, &option);
                    let values = values.unwrap_or_else(|| panic!("{engine:?} {option}"));
                    let fits = match values {
                        "0" => value.is_none(),
                        "1" => value.is_some(),
                        _ => true,
                    };
                    assert!(fits, "{engine:?} {option} {value:?}");
                    written += 1;
                }
            }
        }
        assert!(written >= 8, "{engine:?} {written}");
    }
}

/// The ranks of a command are the accelerators of a replica; its limits are the question's
/// where that names them, and hold a request of the question where it does not.
#[test]
fn numbers_are_the_answers() {
    let number = |options: &[(String, Option<String>)], name: &str| {
        let found = options.iter().find(|(option, _)| option == name);
        found.and_then(|(_, value)| value.as_ref()?.parse::<f64>().ok())
    };
    for question in questions(Engine::Vllm) {
        let answered = answered(&question);
        let files = answered.start(None).files;
        let of = options(&files[0].text);
        let ranks = [
            "--tensor-parallel-size",
            "--pipeline-parallel-size",
            "--data-parallel-size",
        ];
        let product: f64 = ranks.iter().filter_map(|name| number(&of, name)).product();
        let accelerators = answered.sizing.estimate.placement.accelerators();
        assert!((product - f64::from(accelerators)).abs() < 1e-9);
        let context = number(&of, "--max-model-len").expect("always there");
        assert!(context >= question.input_tokens + question.output_tokens);
        let window = answered.scenario.model.max_context.map(f64::from);
        assert!(window.is_none_or(|window| context <= window));
        assert!(files[0].text.contains("vllm serve \"${MODEL:?}\""));
    }
    let mut set = questions(Engine::Vllm).swap_remove(0);
    set.engine.memory_utilization = Some(0.85);
    set.engine.max_model_len = Some(16_384);
    set.engine.max_num_seqs = Some(96);
    set.engine.max_num_batched_tokens = Some(4096);
    let of = options(&answered(&set).start(None).files[0].text);
    assert_eq!(number(&of, "--gpu-memory-utilization"), Some(0.85));
    assert_eq!(number(&of, "--max-model-len"), Some(16_384.0));
    assert_eq!(number(&of, "--max-num-seqs"), Some(96.0));
    assert_eq!(number(&of, "--max-num-batched-tokens"), Some(4096.0));
}

/// DeepSeek-V3.1 in 16 accelerators on nodes of eight is two commands of vLLM, of which one
/// answers; TensorRT-LLM is one that Slurm starts on both; llama.cpp cannot.
#[test]
fn several_nodes() {
    let mut question = questions(Engine::Vllm).swap_remove(3);
    question.weights = estimator::precision::WeightFormat::Bf16;
    question.fleet.accelerators = vec!["nvidia-h200-sxm-141gb".to_owned()];
    let mut answered = answered(&question);
    assert!(answered.sizing.estimate.placement.accelerators() > 8);
    let files = answered.start(None).files;
    let names: Vec<&str> = files.iter().map(|file| file.name).collect();
    assert_eq!(names, ["serve.sh", "serve-others.sh"]);
    assert!(files[0].text.contains("--node-rank 0") && files[0].text.contains("--port 8000"));
    assert!(files[1].text.contains("--headless") && !files[1].text.contains("--port"));
    answered.scenario.engine.engine = Engine::TensorRtLlm;
    let script = answered.start(None).files[0].text.clone();
    assert!(parts(&script).1.starts_with("srun --nodes "), "{script}");
    answered.scenario.engine.engine = Engine::LlamaCpp;
    let start = answered.start(None);
    assert_eq!(start.files, []);
    assert_eq!(start.gaps[0], Gap::Nodes);
}

/// An 8B model on parts of a node with eight accelerators: each replica is told which are its
/// own, and answers at its own port. One that has the whole node is not.
#[test]
fn replicas_that_share_a_node_have_devices_of_their_own() {
    let mut question = questions(Engine::Vllm).swap_remove(0);
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    question.traffic = Traffic::Rate(60.0);
    let mut answered = answered(&question);
    assert!(answered.sizing.replicas > 1);
    let of = |answered: &Answered| answered.start(Some("owner/name")).files[0].text.clone();
    let shared = of(&answered);
    assert!(
        shared.starts_with("CUDA_VISIBLE_DEVICES=\"${DEVICES:?}\" vllm serve owner/name \\\n"),
        "{shared}"
    );
    assert!(shared.ends_with("--port \"${PORT:?}\"\n"), "{shared}");
    answered.sizing.replicas = 1;
    let alone = of(&answered);
    assert!(alone.starts_with("vllm serve owner/name \\\n") && alone.ends_with("--port 8000\n"));
    answered.sizing.replicas = 2;
    answered.sizing.estimate.placement.tensor = 8;
    assert!(of(&answered).ends_with("--port 8000\n"));
}

/// SGLang keeps a reserve where nobody names a share, and is told the share that it leaves: on an
/// H100 with steps of 8192 tokens 512 + 12,288 + 128 + 512 MiB of what is free at the start.
#[test]
fn sglang_is_told_the_share_that_was_assumed() {
    let mut question = questions(Engine::Sglang).swap_remove(0);
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    let answered = answered(&question);
    assert_eq!(answered.sizing.estimate.placement.accelerators(), 1);
    let of = options(&answered.start(None).files[0].text);
    let share = of
        .iter()
        .find(|(option, _)| option == "--mem-fraction-static");
    let share: f64 = share
        .and_then(|(_, value)| value.as_ref()?.parse().ok())
        .expect("a share");
    let reserve = (1.0 - share) * answered.offer.accelerator.memory.to_gib() * 1024.0;
    // Of all memory it is some more than of what is free.
    assert!((13_440.0..13_900.0).contains(&reserve), "{reserve}");
}

/// llama.cpp has no cache in eight-bit floats: the command would keep half as much as was
/// estimated, so there is none.
#[test]
fn another_cache_than_estimated_is_not_started() {
    let mut question = questions(Engine::LlamaCpp).swap_remove(0);
    question.kv_cache = estimator::precision::KvFormat::Fp8;
    let Start { files, gaps } = answered(&question).start(Some("owner/name"));
    assert_eq!(files, []);
    assert_eq!(gaps, [Gap::Cache]);
}
