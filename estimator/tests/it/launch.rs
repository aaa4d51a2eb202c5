//! Launch settings of training: every file is read again by a parser of its own notation,
//! and its numbers are the layout's.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::hardware::Vendor;
use estimator::training::ability::Task;
use estimator::training::launch::{self, Cluster, Gap, Launch};
use estimator::training::layout::Illegal;
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::target::Targets;
use estimator::training::time::pipeline::last_stage;
use estimator::training::{Job, Layout};
use proptest::prelude::*;
use saphyr::{LoadableYamlNode, Yaml};
use std::collections::{BTreeMap, BTreeSet};

fn job(model: &str, stack: Stack) -> Job {
    Job {
        model: catalog::model(model).expect("in the catalogue"),
        method: Method::Full,
        precision: Precision::Bf16Mixed,
        optimizer: Optimizer::AdamW,
        stack,
        sequence: 4096,
        global_batch: 256,
        tokens: 1e9,
        loss: Loss::Plain,
        flash: true,
        dropout: false,
        reference: false,
        scratch: false,
        packed: 1.0,
    }
}

/// Steps between two checkpoints.
const SAVE_EVERY: f64 = 120.0;

/// Machines of `node` accelerators, no links beyond them.
const fn machines(node: u32) -> Cluster {
    Cluster {
        vendor: Vendor::Nvidia,
        node,
        near: node,
        save_every: SAVE_EVERY,
    }
}

fn launch(job: &Job, layout: &Layout, node: u32) -> Launch {
    launch::launch(job, layout, &machines(node))
}

const QLORA: Method = Method::Adapter(BASE);
const BASE: Adapter = Adapter {
    rank: 64,
    targets: Targets::LINEAR,
    magnitude: false,
    base: Base::Nf4Double,
    half: false,
};

fn text<'a>(launch: &'a Launch, name: &str) -> &'a str {
    let file = launch.files.iter().find(|file| file.name == name);
    &file.unwrap_or_else(|| panic!("{name} of {launch:?}")).text
}

/// A command line as a shell splits it: options with their values, flags with nothing.
fn options(launch: &Launch) -> BTreeMap<String, String> {
    let words = shlex::split(text(launch, "launch.sh")).expect("a command");
    let mut options = BTreeMap::new();
    for (index, word) in words.iter().enumerate() {
        if word.starts_with("--") {
            let value = words.get(index + 1).filter(|next| !next.starts_with("--"));
            let again = options.insert(word.clone(), value.cloned().unwrap_or_default());
            assert_eq!(again, None, "{word} twice");
        }
    }
    options
}

fn count(options: &BTreeMap<String, String>, name: &str) -> u32 {
    let value = options
        .get(name)
        .unwrap_or_else(|| panic!("{name} of {options:?}"));
    value.parse().unwrap_or_else(|_| panic!("{name} {value}"))
}

fn json(launch: &Launch, name: &str) -> serde_json::Value {
    serde_json::from_str(text(launch, name)).expect("JSON")
}

/// A YAML file as paths with dots, every leaf as text.
fn yaml(launch: &Launch, name: &str) -> BTreeMap<String, String> {
    fn walk(node: &Yaml<'_>, path: &str, leaves: &mut BTreeMap<String, String>) {
        if let Some(fields) = node.as_mapping() {
            for (key, value) in fields {
                let key = key.as_str().expect("a name");
                walk(value, &format!("{path}{key}."), leaves);
            }
            return;
        }
        if let Some(nodes) = node.as_sequence() {
            for (index, node) in nodes.iter().enumerate() {
                walk(node, &format!("{path}{index}."), leaves);
            }
            return;
        }
        let leaf = match (node.as_bool(), node.as_integer(), node.as_str()) {
            (Some(flag), ..) => flag.to_string(),
            (_, Some(number), _) => number.to_string(),
            (_, _, Some(text)) => text.to_owned(),
            _ => panic!("{node:?}"),
        };
        leaves.insert(path.trim_end_matches('.').to_owned(), leaf);
    }
    let documents = Yaml::load_from_str(text(launch, name)).expect("YAML");
    assert_eq!(documents.len(), 1);
    let mut leaves = BTreeMap::new();
    walk(&documents[0], "", &mut leaves);
    leaves
}

/// Options that the software has, one a line below its name in brackets.
const OPTIONS: &str = include_str!("launch_options.txt");

/// The names of a section of [`OPTIONS`].
fn known(section: &str) -> BTreeSet<&'static str> {
    let head = format!("[{section}]");
    let mut lines = OPTIONS.lines().skip_while(|line| !line.starts_with(&head));
    lines.next().unwrap_or_else(|| panic!("{section}"));
    let names: BTreeSet<_> = lines.take_while(|line| !line.is_empty()).collect();
    assert!(!names.is_empty(), "{section}");
    names
}

/// The named arguments of the call of `function`, one a line, as they are written.
fn call<'a>(launch: &'a Launch, function: &str) -> BTreeMap<&'a str, &'a str> {
    let script = text(launch, "train.py");
    let head = format!(" = {function}(");
    let mut lines = script.lines().skip_while(|line| !line.ends_with(&head));
    let first = lines
        .next()
        .unwrap_or_else(|| panic!("{function} of {script}"));
    let end = format!("{})", &first[..first.len() - first.trim_start().len()]);
    let mut arguments = BTreeMap::new();
    for line in lines.take_while(|line| **line != end) {
        let argument = line.trim().strip_suffix(',').expect("an argument a line");
        let (name, value) = argument.split_once('=').expect("a name");
        assert_eq!(arguments.insert(name, value), None, "{name} twice");
    }
    arguments
}

fn has_call(launch: &Launch, function: &str) -> bool {
    text(launch, "train.py").contains(&format!(" = {function}("))
}

/// Whether a script has all its brackets and texts closed, tabs nowhere, and blocks that
/// are indented by fours.
fn is_balanced(script: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = script;
    while let Some(letter) = rest.chars().next() {
        if let Some(inner) = rest.strip_prefix("\"\"\"") {
            let Some(end) = inner.find("\"\"\"") else {
                return false;
            };
            rest = &inner[end + 3..];
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        match letter {
            '#' => rest = &rest[rest.find('\n').unwrap_or(rest.len())..],
            '"' => loop {
                let Some(end) = rest.find(['"', '\\', '\n']) else {
                    return false;
                };
                let found = &rest[end..];
                if found.starts_with('\n') {
                    return false;
                }
                let step = if found.starts_with('\\') { 2 } else { 1 };
                rest = &found[step..];
                if step == 1 {
                    break;
                }
            },
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(letter) => return false,
            '\t' => return false,
            _ => {}
        }
    }
    let fours = |line: &str| (line.len() - line.trim_start().len()).is_multiple_of(4);
    open.is_empty() && script.lines().all(fours)
}

/// Imports of a script: the last word of every name.
fn imported(script: &str) -> BTreeSet<&str> {
    let lines = script.lines();
    let names = lines.filter_map(|line| match line.strip_prefix("import ") {
        Some(name) => Some(name),
        None => line.strip_prefix("from ")?.split(" import ").nth(1),
    });
    names.flat_map(|names| names.split(", ")).collect()
}

/// Every option that is written is one that the software has, every file that is named is
/// one of the files, every name that is used is imported.
fn is_sound(launch: &Launch) {
    let script = launch.files.iter().find(|file| file.name == "train.py");
    if let Some(script) = script {
        assert!(is_balanced(&script.text), "{}", script.text);
        let trainer = |own| {
            known(own)
                .union(&known("TrainingArguments"))
                .copied()
                .collect()
        };
        for (function, options) in [
            ("SFTConfig", trainer("SFTConfig")),
            ("DPOConfig", trainer("DPOConfig")),
            ("LoraConfig", known("LoraConfig")),
            ("BitsAndBytesConfig", known("BitsAndBytesConfig")),
            ("SFTTrainer", known("SFTTrainer")),
            ("DPOTrainer", known("DPOTrainer")),
            (
                "FastLanguageModel.from_pretrained",
                known("FastLanguageModel.from_pretrained"),
            ),
            (
                "FastLanguageModel.get_peft_model",
                known("FastLanguageModel.get_peft_model"),
            ),
        ] {
            if !has_call(launch, function) {
                continue;
            }
            for name in call(launch, function).keys() {
                assert!(options.contains(name), "{function} has no {name}");
            }
            let object = function.split('.').next().expect("a name");
            assert!(imported(&script.text).contains(object), "{object}");
        }
        for (module, used) in [
            ("torch", "torch."),
            ("argparse", "argparse."),
            ("Path", "Path("),
        ] {
            let uses = script.text.matches(used).count() > 0;
            assert_eq!(uses, imported(&script.text).contains(module), "{module}");
        }
    }
    if launch
        .files
        .iter()
        .any(|file| file.name == "accelerate.yaml")
    {
        for path in yaml(launch, "accelerate.yaml").keys() {
            let (section, name) = match path.split_once('.') {
                Some((section, name)) => (format!("accelerate.{section}"), name),
                None => ("accelerate".to_owned(), path.as_str()),
            };
            assert!(known(&section).contains(name), "{path}");
        }
    }
    if launch.files.iter().any(|file| file.name == "axolotl.yaml") {
        for path in yaml(launch, "axolotl.yaml").keys() {
            let mut parts = path.split('.');
            let first = parts.next().expect("a name");
            assert!(known("axolotl").contains(first), "{path}");
            match (first, parts.next()) {
                ("fsdp_config", Some(name)) => {
                    assert!(known("axolotl.fsdp_config").contains(name), "{path}");
                }
                ("datasets", Some(_)) => {
                    let name = parts.next().expect("a field of a set");
                    assert!(known("axolotl.datasets").contains(name), "{path}");
                }
                _ => {}
            }
        }
    }
    // Names with such an ending are files: ours, the software's own, or the user's data.
    let own = ["pretrain_gpt.py", "dataset.jsonl"];
    let ours: BTreeSet<&str> = launch.files.iter().map(|file| file.name).collect();
    for file in &launch.files {
        let breaks = |letter: char| letter.is_whitespace() || "\"'=,()".contains(letter);
        for word in file.text.split(breaks) {
            let ending = [".py", ".yaml", ".json"]
                .iter()
                .any(|end| word.strip_suffix(end).is_some_and(|stem| !stem.is_empty()));
            assert!(
                !ending || ours.contains(word) || own.contains(&word),
                "{word}"
            );
        }
    }
}

/// Megatron: every degree and batch of the layout is a flag, and the model is spelled out.
#[test]
fn megatron_says_the_layout() {
    let job = Job {
        precision: Precision::Fp8Mixed,
        loss: Loss::Fused,
        ..job("meta-llama/Llama-3.1-70B", Stack::Megatron)
    };
    let layout = Layout {
        accelerators: 64,
        tensor: 4,
        pipeline: 4,
        context: 2,
        virtual_stages: 5,
        micro_batch: 1,
        sharding: Sharding::DistributedOptimizer,
        recompute: Recompute::Full,
        sequence_parallel: true,
        ..Layout::SINGLE
    };
    let launch = launch(&job, &layout, 8);
    assert_eq!(launch.gaps, []);
    let options = options(&launch);
    for (name, value) in [
        ("--nnodes", 8),
        ("--nproc-per-node", 8),
        ("--tensor-model-parallel-size", 4),
        ("--pipeline-model-parallel-size", 4),
        ("--context-parallel-size", 2),
        ("--num-virtual-stages-per-pipeline-rank", 5),
        ("--micro-batch-size", 1),
        ("--global-batch-size", 256),
        ("--seq-length", 4096),
        ("--train-iters", 954),
        ("--num-layers", 80),
        ("--hidden-size", 8192),
        ("--ffn-hidden-size", 28_672),
        ("--num-attention-heads", 64),
        ("--num-query-groups", 8),
        ("--kv-channels", 128),
        ("--vocab-size", 128_256),
        ("--recompute-num-layers", 1),
    ] {
        assert_eq!(count(&options, name), value, "{name}");
    }
    for flag in [
        "--sequence-parallel",
        "--use-distributed-optimizer",
        "--cross-entropy-loss-fusion",
        "--swiglu",
        "--bf16",
        "--disable-bias-linear",
        "--untie-embeddings-and-output-weights",
    ] {
        assert_eq!(options.get(flag).map(String::as_str), Some(""), "{flag}");
    }
    assert_eq!(options["--fp8-format"], "hybrid");
}

/// Megatron: experts and latent attention.
#[test]
fn megatron_says_the_experts() {
    let job = job("deepseek-ai/DeepSeek-V3", Stack::Megatron);
    let layout = Layout {
        accelerators: 256,
        tensor: 1,
        pipeline: 8,
        expert: 32,
        ..Layout::SINGLE
    };
    let options = options(&launch(&job, &layout, 8));
    assert_eq!(count(&options, "--expert-model-parallel-size"), 32);
    assert_eq!(count(&options, "--expert-tensor-parallel-size"), 1);
    assert_eq!(count(&options, "--num-experts"), 256);
    assert_eq!(count(&options, "--moe-router-topk"), 8);
    assert_eq!(count(&options, "--kv-lora-rank"), 512);
    assert_eq!(options["--moe-layer-freq"], "([0]*3+[1]*58)");
    // As even as 61 layers go.
    let dealt = dealt(&options["--pipeline-model-parallel-layout"]);
    assert_eq!(dealt, [8, 8, 8, 8, 8, 7, 7, 7]);
}

/// Decoder layers of each chunk, the embedding before and the loss behind them.
fn dealt(text: &str) -> Vec<u32> {
    let inner = text
        .strip_prefix('E')
        .and_then(|text| text.strip_suffix('L'));
    let inner = inner.expect("embedding and loss").trim_end_matches('m');
    let chunk = |chunk: &str| match chunk.strip_prefix("t*") {
        Some(layers) => layers.parse().expect("a count"),
        None => u32::from(chunk == "t"),
    };
    inner.split('|').map(chunk).collect()
}

/// Megatron: the layers that the estimate's last stage holds, by whichever option says
/// them; a stage's chunks sum up to its layers.
#[test]
fn megatron_says_the_last_stage() {
    let job = job("meta-llama/Llama-3.1-8B", Stack::Megatron);
    // The head is worth 2.4 of 32 layers: eight stages are quickest as 5, 5, 4, 4 … and 2.
    assert_eq!(last_stage(&job, 8), Some(2));
    assert_eq!(last_stage(&job, 1), None);
    let other = Job {
        stack: Stack::Torchtitan,
        ..job.clone()
    };
    assert_eq!(last_stage(&other, 8), None);
    let with = |pipeline, virtual_stages, last_stage| {
        let layout = Layout {
            accelerators: pipeline,
            pipeline,
            virtual_stages,
            last_stage,
            ..Layout::SINGLE
        };
        options(&launch(&job, &layout, 8))
    };
    let eight = with(8, 1, Some(2));
    let text = &eight["--pipeline-model-parallel-layout"];
    assert_eq!(dealt(text), [5, 5, 4, 4, 4, 4, 4, 2]);
    let equal = with(8, 1, Some(4));
    assert!(!equal.contains_key("--pipeline-model-parallel-layout"));
    let five = with(4, 1, Some(5));
    assert_eq!(count(&five, "--decoder-last-pipeline-num-layers"), 5);
    // 10, 10, 9 and 3 layers in two chunks each.
    let chunks = with(4, 2, Some(3));
    let text = &chunks["--pipeline-model-parallel-layout"];
    assert_eq!(dealt(text), [5, 5, 5, 2, 5, 5, 4, 1]);
}

/// torchtitan: the product of its degrees is the number of accelerators.
#[test]
fn torchtitan_says_the_layout() {
    let job = job("meta-llama/Llama-3.1-405B", Stack::Torchtitan);
    let layout = Layout {
        accelerators: 512,
        tensor: 8,
        pipeline: 8,
        virtual_stages: 2,
        micro_batch: 2,
        sharding: Sharding::Zero3,
        recompute: Recompute::Full,
        sequence_parallel: true,
        ..Layout::SINGLE
    };
    let launch = launch(&job, &layout, 8);
    // 126 layers are no 16 equal chunks.
    assert_eq!(launch.gaps, []);
    let options = options(&launch);
    assert_eq!(options["--module"], "llama3");
    assert_eq!(options["--config"], "llama3_405b");
    assert_eq!(count(&options, "--training.local_batch_size"), 32);
    assert_eq!(count(&options, "--training.global_batch_size"), 256);
    let micro = "--parallelism.pipeline_parallel_microbatch_size";
    assert_eq!(count(&options, micro), 2);
    let each = count(&options, "--parallelism.pipeline_parallel_layers_per_stage");
    assert_eq!(126_u32.div_ceil(each), 16);
    assert!(
        text(&launch, "launch.sh")
            .trim_end()
            .ends_with("activation-checkpoint:full")
    );
}

/// Holds a file to these values of these names.
fn says(config: &BTreeMap<String, String>, wanted: &[(&str, &str)]) {
    for (name, value) in wanted {
        assert_eq!(
            config.get(*name).map(String::as_str),
            Some(*value),
            "{name}"
        );
    }
}

/// Hugging Face: FSDP over two nodes, with the same numbers in YAML and JSON.
#[test]
fn accelerate_says_the_layout() {
    let job = job("meta-llama/Llama-3.1-8B", Stack::HuggingFace);
    let layout = Layout {
        accelerators: 16,
        micro_batch: 2,
        sharding: Sharding::Zero3,
        recompute: Recompute::Full,
        offload: Offload::States,
        ..Layout::SINGLE
    };
    let launch = launch(&job, &layout, 8);
    assert_eq!(launch.gaps, []);
    let wanted = [
        ("distributed_type", "FSDP"),
        ("mixed_precision", "bf16"),
        ("num_machines", "2"),
        ("num_processes", "16"),
        ("fsdp_config.fsdp_version", "2"),
        ("fsdp_config.fsdp_reshard_after_forward", "true"),
        ("fsdp_config.fsdp_offload_params", "true"),
    ];
    says(&yaml(&launch, "accelerate.yaml"), &wanted);
    let arguments = call(&launch, "SFTConfig");
    assert_eq!(arguments["per_device_train_batch_size"], "2");
    assert_eq!(arguments["gradient_accumulation_steps"], "8");
    assert_eq!(arguments["gradient_checkpointing"], "True");
    assert_eq!(arguments["max_length"], "4096");
    assert_eq!(arguments["max_steps"], "954");
    assert_eq!(arguments["learning_rate"], "args.learning_rate");
    assert_eq!(arguments["bf16"], "True");
    let kept = r#"{"dtype": "float32", "attn_implementation": "sdpa"}"#;
    assert_eq!(arguments["model_init_kwargs"], kept);
    assert!(!has_call(&launch, "LoraConfig"));
    is_sound(&launch);
    let options = options(&launch);
    assert_eq!(options["--config_file"], "accelerate.yaml");
    assert_eq!(options["--machine_rank"], "$NODE_RANK");
}

/// Hugging Face: FSDP does the offloading, on one accelerator as on many.
#[test]
fn accelerate_offloads_from_one_accelerator() {
    let job = job("meta-llama/Llama-3.1-8B", Stack::HuggingFace);
    let layout = Layout {
        sharding: Sharding::Zero3,
        offload: Offload::States,
        ..Layout::SINGLE
    };
    let launch = launch(&job, &layout, 8);
    assert_eq!(launch.gaps, []);
    let wanted = [
        ("distributed_type", "FSDP"),
        ("num_processes", "1"),
        ("fsdp_config.fsdp_offload_params", "true"),
    ];
    says(&yaml(&launch, "accelerate.yaml"), &wanted);
}

/// PEFT: a set of matrices, by the modules' names.
#[test]
fn peft_says_the_matrices() {
    let job = Job {
        method: Method::Adapter(Adapter {
            targets: Targets::from_id("k,down").expect("a set"),
            ..BASE
        }),
        ..job("meta-llama/Llama-3.3-70B-Instruct", Stack::HuggingFace)
    };
    let launch = launch(&job, &Layout::SINGLE, 8);
    let adapter = call(&launch, "LoraConfig");
    assert_eq!(adapter["target_modules"], r#"["k_proj", "down_proj"]"#);
    is_sound(&launch);
}

/// PEFT: the adapter and the base of `QLoRA`, on one accelerator.
#[test]
fn peft_says_the_adapters() {
    let job = Job {
        method: QLORA,
        ..job("meta-llama/Llama-3.3-70B-Instruct", Stack::HuggingFace)
    };
    let launch = launch(&job, &Layout::SINGLE, 8);
    assert_eq!(launch.gaps, []);
    let adapter = call(&launch, "LoraConfig");
    assert_eq!((adapter["r"], adapter["lora_alpha"]), ("64", "128"));
    assert_eq!(adapter["target_modules"], "\"all-linear\"");
    assert_eq!(adapter["use_dora"], "False");
    let base = call(&launch, "BitsAndBytesConfig");
    assert_eq!(base["load_in_4bit"], "True");
    assert_eq!(base["bnb_4bit_use_double_quant"], "True");
    assert_eq!(base["bnb_4bit_quant_storage"], "\"bfloat16\"");
    assert_eq!(yaml(&launch, "accelerate.yaml")["distributed_type"], "NO");
    let trainer = call(&launch, "SFTTrainer");
    assert_eq!(trainer["peft_config"], "adapters");
    assert_eq!(trainer["quantization_config"], "quantization");
    let script = text(&launch, "train.py");
    assert!(script.contains(r#"default="meta-llama/Llama-3.3-70B-Instruct""#));
    is_sound(&launch);
    // Cut over eight, the base is loaded by every rank.
    let layout = Layout {
        accelerators: 8,
        sharding: Sharding::Zero3,
        ..Layout::SINGLE
    };
    let launch = launch_of(&job, &layout);
    let config = yaml(&launch, "accelerate.yaml");
    assert_eq!(
        config["fsdp_config.fsdp_cpu_ram_efficient_loading"],
        "false"
    );
}

fn launch_of(job: &Job, layout: &Layout) -> Launch {
    launch(job, layout, 8)
}

/// Adapters on experts are adapters on the tensors that hold them.
#[test]
fn peft_says_the_experts() {
    let job = Job {
        method: Method::Adapter(Adapter {
            base: Base::Sixteen,
            ..BASE
        }),
        ..job("Qwen/Qwen3-30B-A3B", Stack::HuggingFace)
    };
    let launch = launch(&job, &Layout::SINGLE, 8);
    assert_eq!(launch.gaps, []);
    let adapter = call(&launch, "LoraConfig");
    let experts = r#"["experts.gate_up_proj", "experts.down_proj"]"#;
    assert_eq!(adapter["target_parameters"], experts);
    // Gates alone are half a tensor.
    let half = Job {
        method: Method::Adapter(Adapter {
            targets: Targets::from_id("q,gate").expect("a set"),
            base: Base::Sixteen,
            ..BASE
        }),
        ..job
    };
    let launch = launch_of(&half, &Layout::SINGLE);
    assert_eq!((launch.gaps, launch.files), (vec![Gap::Model], Vec::new()));
}

/// Unsloth: whole copies, adapters as its own call says them, on every accelerator.
#[test]
fn unsloth_says_the_adapters() {
    let job = Job {
        method: QLORA,
        ..job("meta-llama/Llama-3.1-8B", Stack::Unsloth)
    };
    let layout = Layout {
        accelerators: 4,
        micro_batch: 2,
        recompute: Recompute::Full,
        ..Layout::SINGLE
    };
    let launch = launch(&job, &layout, 8);
    assert_eq!(launch.gaps, []);
    is_sound(&launch);
    let loaded = call(&launch, "FastLanguageModel.from_pretrained");
    assert_eq!(loaded["load_in_4bit"], "True");
    assert_eq!(loaded["max_seq_length"], "4096");
    let adapter = call(&launch, "FastLanguageModel.get_peft_model");
    assert_eq!((adapter["r"], adapter["lora_alpha"]), ("64", "128"));
    let modules =
        r#"["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]"#;
    assert_eq!(adapter["target_modules"], modules);
    assert_eq!(
        call(&launch, "SFTConfig")["gradient_accumulation_steps"],
        "32"
    );
    // It must be there before the modules it changes.
    let script = text(&launch, "train.py");
    assert!(script.find("from unsloth") < script.find("from trl"));
    let options = options(&launch);
    assert_eq!(count(&options, "--nproc-per-node"), 4);
}

/// Axolotl: a YAML of its own names, over FSDP2.
#[test]
fn axolotl_says_the_adapters() {
    let job = Job {
        method: QLORA,
        ..job("meta-llama/Llama-3.3-70B-Instruct", Stack::Axolotl)
    };
    let layout = Layout {
        accelerators: 8,
        micro_batch: 2,
        sharding: Sharding::Zero3,
        recompute: Recompute::Full,
        ..Layout::SINGLE
    };
    let launch = launch(&job, &layout, 8);
    assert_eq!(launch.gaps, []);
    is_sound(&launch);
    let wanted = [
        ("base_model", "meta-llama/Llama-3.3-70B-Instruct"),
        ("adapter", "qlora"),
        ("load_in_4bit", "true"),
        ("lora_r", "64"),
        ("lora_target_linear", "true"),
        ("micro_batch_size", "2"),
        ("gradient_accumulation_steps", "16"),
        ("gradient_checkpointing", "true"),
        ("max_steps", "954"),
        ("datasets.0.path", "dataset.jsonl"),
        ("fsdp_version", "2"),
        ("fsdp_config.reshard_after_forward", "true"),
        ("fsdp_config.cpu_ram_efficient_loading", "false"),
    ];
    says(&yaml(&launch, "axolotl.yaml"), &wanted);
    let options = options(&launch);
    assert_eq!(options["--launcher"], "torchrun");
    assert_eq!(count(&options, "--nproc-per-node"), 8);
    assert!(text(&launch, "launch.sh").starts_with("ln -sfn \"${DATASET:?}\" dataset.jsonl\n"));
}

/// Axolotl: preferences on a cut 4-bit base go over `DeepSpeed`, as it asks; experts in
/// few bits are said so.
#[test]
fn axolotl_takes_the_backend_it_needs() {
    let layout = Layout {
        accelerators: 8,
        micro_batch: 2,
        sharding: Sharding::Zero3,
        ..Layout::SINGLE
    };
    let of = |model, reference| Job {
        method: QLORA,
        reference,
        ..job(model, Stack::Axolotl)
    };
    let preferred = launch(&of("meta-llama/Llama-3.1-8B", true), &layout, 8);
    assert_eq!(preferred.gaps, []);
    is_sound(&preferred);
    let config = yaml(&preferred, "axolotl.yaml");
    let wanted = [
        ("rl", "dpo"),
        ("deepspeed", "ds_config.json"),
        ("micro_batch_size", "1"),
    ];
    says(&config, &wanted);
    assert!(!config.contains_key("fsdp_version"));
    assert_eq!(
        json(&preferred, "ds_config.json")["zero_optimization"]["stage"],
        3
    );
    let experts = launch(&of("Qwen/Qwen3-30B-A3B", false), &layout, 8);
    assert_eq!(experts.gaps, []);
    let wanted = [
        ("quantize_moe_experts", "true"),
        ("lora_target_parameters.0", "experts.gate_up_proj"),
        ("lora_target_modules.0", "q_proj"),
    ];
    says(&yaml(&experts, "axolotl.yaml"), &wanted);
}

/// No command trains something else: where adapters, preferences, the model or its first weights
/// cannot be said, there are no files, only the missing parts.
#[test]
fn nothing_else_is_trained() {
    let qlora = |stack| Job {
        method: QLORA,
        ..job("meta-llama/Llama-3.3-70B-Instruct", stack)
    };
    let preferred = |stack| Job {
        reference: true,
        ..job("meta-llama/Llama-3.1-8B", stack)
    };
    let begun = |stack| Job {
        scratch: true,
        ..job("meta-llama/Llama-3.1-8B", stack)
    };
    for (job, gap) in [
        (qlora(Stack::Torchtitan), Gap::Adapters),
        (qlora(Stack::Megatron), Gap::Adapters),
        (preferred(Stack::Torchtitan), Gap::Reference),
        (preferred(Stack::Megatron), Gap::Reference),
        (job("meta-llama/Llama-3.1-8B", Stack::Unsloth), Gap::Full),
        (begun(Stack::HuggingFace), Gap::Scratch),
        (begun(Stack::DeepSpeed), Gap::Scratch),
        (begun(Stack::Axolotl), Gap::Scratch),
        (job("bert-base-uncased", Stack::HuggingFace), Gap::Model),
        (job("bert-base-uncased", Stack::Megatron), Gap::Model),
    ] {
        let launch = launch(&job, &Layout::SINGLE, 8);
        assert!(launch.gaps.contains(&gap), "{:?} {gap:?}", job.stack);
        assert_eq!(launch.files, [], "{:?}", job.stack);
    }
    // From nothing where that is meant, from published weights where it is not.
    for stack in [Stack::Torchtitan, Stack::Megatron] {
        let weights = ["--checkpoint.initial_load_in_hf", "--finetune"];
        let loads = |job: &Job| {
            let options = options(&launch(job, &Layout::SINGLE, 8));
            weights.iter().any(|name| options.contains_key(*name))
        };
        assert!(!loads(&begun(stack)));
        assert!(loads(&job("meta-llama/Llama-3.1-8B", stack)));
    }
}

/// Preference tuning takes the arguments of its own trainer: no packing, no kind of loss.
#[test]
fn preference_takes_its_own_arguments() {
    let job = Job {
        reference: true,
        ..job("meta-llama/Llama-3.1-8B", Stack::HuggingFace)
    };
    let launch = launch(&job, &Layout::SINGLE, 8);
    let arguments = call(&launch, "DPOConfig");
    assert!(!arguments.contains_key("packing") && !arguments.contains_key("loss_type"));
    assert_eq!(arguments["max_length"], "4096");
    assert!(has_call(&launch, "DPOTrainer") && !has_call(&launch, "SFTTrainer"));
    is_sound(&launch);
}

/// `DeepSpeed`: its batch rule holds, and the stage is the sharding.
#[test]
fn deepspeed_says_the_layout() {
    for (sharding, stage) in [
        (Sharding::None, 0),
        (Sharding::Zero1, 1),
        (Sharding::Zero2, 2),
        (Sharding::Zero3, 3),
    ] {
        let job = job("meta-llama/Llama-3.1-8B", Stack::DeepSpeed);
        let layout = Layout {
            accelerators: 32,
            micro_batch: 4,
            sharding,
            ..Layout::SINGLE
        };
        let launch = launch(&job, &layout, 8);
        assert_eq!(launch.gaps, []);
        let config = json(&launch, "ds_config.json");
        assert_eq!(config["zero_optimization"]["stage"], stage);
        assert_eq!(config["bf16"]["enabled"], true);
        let number = |name: &str| config[name].as_u64().expect("a count");
        let product =
            number("train_micro_batch_size_per_gpu") * number("gradient_accumulation_steps") * 32;
        assert_eq!((number("train_batch_size"), product), (256, 256));
        let arguments = call(&launch, "SFTConfig");
        assert_eq!(arguments["deepspeed"], "\"ds_config.json\"");
        is_sound(&launch);
    }
    let job = job("meta-llama/Llama-3.1-8B", Stack::DeepSpeed);
    let layout = Layout {
        accelerators: 8,
        sharding: Sharding::Zero3,
        offload: Offload::Nvme,
        ..Layout::SINGLE
    };
    let config = json(&launch(&job, &layout, 8), "ds_config.json");
    let device = &config["zero_optimization"]["offload_optimizer"]["device"];
    assert_eq!(device, "nvme");
    assert_eq!(config["optimizer"]["type"], "AdamW");
}

/// A stack's gaps are said, and not invented.
#[test]
fn gaps_are_said() {
    let layout = Layout {
        accelerators: 16,
        pipeline: 2,
        context: 2,
        sharding: Sharding::Zero1,
        ..Layout::SINGLE
    };
    let gaps = |job: &Job| launch(job, &layout, 8).gaps;
    let hf = gaps(&job("meta-llama/Llama-3.1-8B", Stack::HuggingFace));
    assert_eq!(hf, [Gap::Pipeline, Gap::Sharding]);
    let deepspeed = gaps(&job("meta-llama/Llama-3.1-8B", Stack::DeepSpeed));
    assert_eq!(deepspeed, [Gap::Pipeline, Gap::Context]);
    let titan = gaps(&Job {
        method: QLORA,
        optimizer: Optimizer::Adafactor,
        ..job("Qwen/Qwen3-4B", Stack::Torchtitan)
    });
    let expected = [
        Gap::Sharding,
        Gap::Optimizer,
        Gap::Adapters,
        Gap::Configuration,
    ];
    assert_eq!(titan, expected);
    let megatron = gaps(&Job {
        precision: Precision::Bf16,
        reference: true,
        ..job("Qwen/Qwen3-Next-80B-A3B", Stack::Megatron)
    });
    assert_eq!(megatron, [Gap::Precision, Gap::Reference, Gap::Model]);
}

/// A model's name from a stranger's link is written nowhere: it is no repository's.
#[test]
fn names_cannot_run() {
    for method in [QLORA, Method::Full] {
        for stack in Stack::ALL {
            let mut job = job("meta-llama/Llama-3.1-8B", *stack);
            job.method = method;
            job.model.id = "x/\"; rm -rf ~ #\n$(id) `id` \\ 'é".to_owned();
            let found = launch(&job, &Layout::SINGLE, 8);
            for file in &found.files {
                assert!(!file.text.contains("rm -rf"), "{stack:?} {}", file.name);
            }
            if !found.files.is_empty() {
                let command = text(&found, "launch.sh");
                assert!(command.contains("\"${MODEL:?}\""), "{stack:?}");
                assert!(shlex::split(command).is_some());
                is_sound(&found);
            }
        }
    }
}

fn any<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    proptest::sample::select(all)
}

fn power(most: u32) -> impl Strategy<Value = u32> {
    (0..=most).prop_map(|power| 1 << power)
}

/// Whatever saves, saves as often as the run was estimated, in whole steps, and never later than
/// at its end.
#[test]
fn checkpoints_are_as_often_as_assumed() {
    let named = |stack, cluster: &Cluster| {
        let mut job = job("meta-llama/Llama-3.1-8B", stack);
        if stack == Stack::Axolotl {
            job.method = QLORA;
        }
        let launch = launch::launch(&job, &Layout::SINGLE, cluster);
        match stack {
            Stack::Megatron => options(&launch)["--save-interval"].clone(),
            Stack::Torchtitan => options(&launch)["--checkpoint.interval"].clone(),
            Stack::Axolotl => yaml(&launch, "axolotl.yaml")["save_steps"].clone(),
            _ => call(&launch, "SFTConfig")["save_steps"].to_owned(),
        }
    };
    let all = Stack::ALL.iter().copied();
    for stack in all.filter(|stack| *stack != Stack::Unsloth) {
        let usual = machines(8);
        assert_eq!(named(stack, &usual), "120", "{stack:?}");
        // The job has 954 steps.
        for (asked, written) in [(1e9, "954"), (0.0, "1")] {
            let rare = Cluster {
                save_every: asked,
                ..usual
            };
            assert_eq!(named(stack, &rare), written, "{stack:?}");
        }
    }
}

/// States are cut over the group that was estimated: the accelerators of a rack that links join,
/// whatever machines they stand in.
#[test]
fn the_shard_group_is_the_racks() {
    let rack = Cluster {
        near: 72,
        ..machines(4)
    };
    let layout = Layout {
        accelerators: 1024,
        tensor: 4,
        sharding: Sharding::Hybrid,
        ..Layout::SINGLE
    };
    // 256 copies of 4: 18 of them fit the rack, 16 divide all.
    let group = layout.shard_group(72);
    assert_eq!(group, 16);
    let of = |stack| launch::launch(&job("mistralai/Mistral-7B-v0.3", stack), &layout, &rack);
    let titan = options(&of(Stack::Torchtitan));
    assert_eq!(count(&titan, "--nnodes"), 256);
    assert_eq!(
        count(&titan, "--parallelism.data_parallel_shard_degree"),
        group
    );
    assert_eq!(
        count(&titan, "--parallelism.data_parallel_replicate_degree"),
        16
    );
    let megatron = options(&of(Stack::Megatron));
    assert_eq!(
        count(&megatron, "--num-distributed-optimizer-instances"),
        16
    );
}

/// The reader names what no record holds of a model, and the learning rate, in the words of each
/// software; the release that the words are of stands above.
#[test]
fn what_no_record_holds_is_asked_for() {
    let of = |model, stack| launch(&job(model, stack), &Layout::SINGLE, 8);
    let dense = of("meta-llama/Llama-3.1-8B", Stack::Megatron);
    let asked = options(&dense);
    assert_eq!(asked["--rotary-base"], "${ROTARY_BASE:?}");
    assert_eq!(asked["--norm-epsilon"], "${NORM_EPSILON:?}");
    assert!(text(&dense, "launch.sh").contains("${ROPE_SCALING_FACTOR:+--use-rope-scaling "));
    assert!(text(&dense, "launch.sh").starts_with("# Flags of Megatron-LM at d98e8a6"));
    let latent = options(&of("deepseek-ai/DeepSeek-V3", Stack::Megatron));
    assert_eq!(
        latent["--rotary-scaling-factor"],
        "${ROPE_SCALING_FACTOR:?}"
    );
    let titan = of("meta-llama/Llama-3.1-8B", Stack::Torchtitan);
    let rate = "--optimizer.param_groups.0.optimizer_kwargs.lr";
    assert_eq!(options(&titan)[rate], "${LEARNING_RATE:?}");
    assert!(text(&titan, "launch.sh").starts_with("# Flags of torchtitan 0.3.0.\n"));
}

/// Accelerators that have launchers of their own get no files, and why is said.
#[test]
fn hardware_that_no_file_starts_has_none() {
    for vendor in Vendor::ALL.iter().copied() {
        let cluster = Cluster {
            vendor,
            ..machines(4)
        };
        let job = job("meta-llama/Llama-3.1-8B", Stack::HuggingFace);
        let launch = launch::launch(&job, &Layout::SINGLE, &cluster);
        let starts = matches!(vendor, Vendor::Nvidia | Vendor::Amd | Vendor::Other);
        assert_eq!(launch.gaps.contains(&Gap::Hardware), !starts, "{vendor:?}");
        assert_eq!(launch.files.is_empty(), !starts, "{vendor:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is legal: files are read again, processes are the accelerators, and the degrees
    /// and batches written multiply to those asked.
    #[test]
    fn numbers_multiply_to_the_layout(
        (tensor, pipeline, context, data, micro) in (power(3), power(2), power(1), power(4), power(1)),
        rounds in power(3),
        sharding in any(Sharding::ALL),
        recompute in any(Recompute::ALL),
        offload in any(Offload::ALL),
        precision in any(Precision::ALL),
        optimizer in any(Optimizer::ALL),
        loss in any(Loss::ALL),
        stack in any(Stack::ALL),
        adapts in proptest::bool::ANY,
        node in 1..9_u32,
    ) {
        let batch = data * micro * rounds;
        let job = Job {
            global_batch: batch,
            method: if adapts { QLORA } else { Method::Full },
            precision, optimizer, loss,
            ..job("meta-llama/Llama-3.1-8B", stack)
        };
        let layout = Layout {
            accelerators: tensor * pipeline * context * data,
            tensor, pipeline, context, micro_batch: micro, sharding, recompute, offload,
            ..Layout::SINGLE
        };
        prop_assert_eq!(layout.check(&job, 8), Ok::<(), Illegal>(()));
        let launch = launch(&job, &layout, node);
        let mut sorted = launch.gaps.clone();
        sorted.sort();
        sorted.dedup();
        prop_assert_eq!(&launch.gaps, &sorted);
        let task = Task::from(&job);
        let runs = task.untrained().is_none() && task.unspread(&layout).is_none();
        prop_assert!(runs || !launch.gaps.is_empty());
        let stays = task.gaps(&layout).all(|gap| gap == Gap::Recompute);
        prop_assert!(stays || launch.files.is_empty());
        if launch.files.is_empty() {
            prop_assert!(launch.gaps.iter().any(|gap| gap.stops()));
            return Ok(());
        }
        prop_assert!(!launch.gaps.iter().any(|gap| gap.stops()));
        is_sound(&launch);
        let options = options(&launch);
        let processes = match stack {
            Stack::HuggingFace => yaml(&launch, "accelerate.yaml")["num_processes"].parse().expect("whole"),
            _ => count(&options, "--nnodes") * count(&options, "--nproc-per-node"),
        };
        prop_assert_eq!(processes, layout.accelerators);
        match stack {
            Stack::Megatron => {
                let copies = processes
                    / count(&options, "--tensor-model-parallel-size")
                    / count(&options, "--pipeline-model-parallel-size")
                    / count(&options, "--context-parallel-size");
                let at_once = copies * count(&options, "--micro-batch-size");
                prop_assert_eq!(count(&options, "--global-batch-size") / at_once, rounds);
            }
            Stack::Torchtitan => {
                let product: u32 = ["data_parallel_replicate", "data_parallel_shard",
                    "tensor_parallel", "pipeline_parallel", "context_parallel"]
                    .iter()
                    .map(|name| count(&options, &format!("--parallelism.{name}_degree")))
                    .product();
                prop_assert_eq!(product, layout.accelerators);
                let local = count(&options, "--training.local_batch_size");
                let steps = batch / (local * data);
                let rounds_each = if pipeline > 1 { local / micro } else { 1 };
                prop_assert_eq!(steps * rounds_each, rounds);
            }
            Stack::DeepSpeed | Stack::HuggingFace | Stack::Unsloth => {
                let arguments = call(&launch, "SFTConfig");
                let number = |name: &str| arguments[name].parse::<u32>().expect("a count");
                let product = number("per_device_train_batch_size")
                    * number("gradient_accumulation_steps") * data;
                prop_assert_eq!(product, batch);
            }
            Stack::Axolotl => {
                let config = yaml(&launch, "axolotl.yaml");
                let number = |name: &str| config[name].parse::<u32>().expect("a count");
                let product = number("micro_batch_size")
                    * number("gradient_accumulation_steps") * data;
                prop_assert_eq!(product, batch);
            }
        }
        if stack == Stack::HuggingFace {
            let config = yaml(&launch, "accelerate.yaml");
            let offloads = config.get("fsdp_config.fsdp_offload_params").is_some_and(|on| on == "true");
            prop_assert_eq!(offloads, offload == Offload::States);
            let size = |name: &str| config.get(&format!("parallelism_config.parallelism_config_{name}_size"))
                .map(|text| text.parse::<u32>().expect("whole"));
            if let Some(shard) = size("dp_shard") {
                let product = shard * size("dp_replicate").expect("there")
                    * size("cp").expect("there");
                prop_assert_eq!(product, layout.accelerators);
            }
        }
        for file in &launch.files {
            if std::path::Path::new(file.name).extension().is_some_and(|end| end == "json") {
                json(&launch, file.name);
            }
        }
    }
}
