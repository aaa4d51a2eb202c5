//! Launch settings of training: every file is read again by a parser of its own notation,
//! and its numbers are the layout's.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::training::launch::{Gap, Launch, launch};
use estimator::training::layout::Illegal;
use estimator::training::method::{
    Adapter, Base, Loss, Method, Offload, Optimizer, Precision, Recompute, Sharding, Stack,
};
use estimator::training::target::Targets;
use estimator::training::time::pipeline::last_stage;
use estimator::training::{Job, Layout};
use proptest::prelude::*;
use saphyr::{LoadableYamlNode, Yaml};
use std::collections::BTreeMap;

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
        packed: 1.0,
    }
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

/// What a file says of these names.
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
    let arguments = json(&launch, "training_args.json");
    assert_eq!(arguments["per_device_train_batch_size"], 2);
    assert_eq!(arguments["gradient_accumulation_steps"], 8);
    assert_eq!(arguments["gradient_checkpointing"], true);
    assert_eq!(arguments["max_length"], 4096);
    assert_eq!(arguments["max_steps"], 954);
    let options = options(&launch);
    assert_eq!(options["--config_file"], "accelerate.yaml");
    assert_eq!(options["--machine_rank"], "$NODE_RANK");
}

/// Hugging Face: FSDP is what offloads, on one accelerator as on many.
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
    let adapter = json(&launch(&job, &Layout::SINGLE, 8), "adapter_config.json");
    let modules = serde_json::json!(["k_proj", "down_proj"]);
    assert_eq!(adapter["target_modules"], modules);
}

/// PEFT: the adapter and the base of `QLoRA`, on one accelerator.
#[test]
fn peft_says_the_adapters() {
    let job = Job {
        method: QLORA,
        ..job("meta-llama/Llama-3.3-70B-Instruct", Stack::HuggingFace)
    };
    let launch = launch(&job, &Layout::SINGLE, 8);
    let adapter = json(&launch, "adapter_config.json");
    assert_eq!(adapter["r"], 64);
    assert_eq!(adapter["target_modules"], "all-linear");
    assert_eq!(adapter["use_dora"], false);
    let base = json(&launch, "quantization_config.json");
    assert_eq!(base["load_in_4bit"], true);
    assert_eq!(base["bnb_4bit_use_double_quant"], true);
    assert_eq!(yaml(&launch, "accelerate.yaml")["distributed_type"], "NO");
    let arguments = json(&launch, "training_args.json");
    assert_eq!(arguments["model_init_kwargs"]["dtype"], "bfloat16");
}

/// Preference tuning takes the arguments of its own trainer: no packing, no kind of loss.
#[test]
fn preference_takes_its_own_arguments() {
    let job = Job {
        reference: true,
        ..job("meta-llama/Llama-3.1-8B", Stack::HuggingFace)
    };
    let arguments = json(&launch(&job, &Layout::SINGLE, 8), "training_args.json");
    assert!(arguments["packing"].is_null() && arguments["loss_type"].is_null());
    assert_eq!(arguments["max_length"], 4096);
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
        let arguments = json(&launch, "training_args.json");
        assert_eq!(arguments["deepspeed"], "ds_config.json");
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

/// What a stack cannot do is said, and not invented.
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
    let expected = [Gap::Sharding, Gap::Optimizer, Gap::Adapters, Gap::Model];
    assert_eq!(titan, expected);
    let megatron = gaps(&Job {
        precision: Precision::Bf16,
        reference: true,
        ..job("Qwen/Qwen3-Next-80B-A3B", Stack::Megatron)
    });
    assert_eq!(megatron, [Gap::Precision, Gap::Reference, Gap::Model]);
}

/// A model's name from a stranger's link stays a name, in every notation.
#[test]
fn names_cannot_run() {
    let mut job = job("meta-llama/Llama-3.1-8B", Stack::HuggingFace);
    job.method = QLORA;
    job.model.id = "x\"; rm -rf ~ #\n$(id) `id` \\ 'é".to_owned();
    let found = launch(&job, &Layout::SINGLE, 8);
    let adapter = json(&found, "adapter_config.json");
    assert_eq!(adapter["base_model_name_or_path"], job.model.id);
    for stack in Stack::ALL {
        let job = Job {
            stack: *stack,
            ..job.clone()
        };
        let found = launch(&job, &Layout::SINGLE, 8);
        assert!(!text(&found, "launch.sh").contains("rm -rf"));
        assert!(shlex::split(text(&found, "launch.sh")).is_some());
    }
}

fn any<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    proptest::sample::select(all)
}

fn power(most: u32) -> impl Strategy<Value = u32> {
    (0..=most).prop_map(|power| 1 << power)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is legal: files are read again, processes are the accelerators, and the
    /// degrees and batches written multiply to what was asked.
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
            Stack::DeepSpeed | Stack::HuggingFace => {
                let arguments = json(&launch, "training_args.json");
                let number = |name: &str| arguments[name].as_u64().expect("a count");
                let product = number("per_device_train_batch_size")
                    * number("gradient_accumulation_steps") * u64::from(data);
                prop_assert_eq!(product, u64::from(batch));
            }
        }
        if stack == Stack::HuggingFace {
            let config = yaml(&launch, "accelerate.yaml");
            // What is offloaded is either said or named as a gap.
            let offloads = config.get("fsdp_config.fsdp_offload_params").is_some_and(|on| on == "true");
            let named = launch.gaps.contains(&Gap::Offload);
            prop_assert!(offload == Offload::None || offloads || named);
            let size = |name: &str| config.get(&format!("parallelism_config.parallelism_config_{name}_size"))
                .map(|text| text.parse::<u32>().expect("whole"));
            if let Some(shard) = size("dp_shard") {
                let product = shard * size("dp_replicate").expect("there")
                    * size("tp").expect("there") * size("cp").expect("there");
                prop_assert_eq!(product * pipeline, layout.accelerators);
            }
        }
        for file in &launch.files {
            if std::path::Path::new(file.name).extension().is_some_and(|end| end == "json") {
                json(&launch, file.name);
            }
        }
    }
}
