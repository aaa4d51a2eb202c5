//! Commands that start an engine: every option is one of the engine's version and takes what it
//! is given, their figures are the estimate's, and a shell reads exactly them.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod golden;

use catalog::checkpoints::names;
use estimator::choice::ModelChoice;
use estimator::engine::{Engine, EngineSettings};
use estimator::offer::Offer;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::quantity::{Bytes, RequestsPerSecond, Seconds, TokensPerSecond};
use estimator::serving::command::{
    Drafter, Figure, Launch, Names, Problem, Process, Remark, Role, Value, launch, version,
};
use estimator::serving::estimate::estimate;
use estimator::serving::options::{Adapters, Speculation};
use estimator::serving::question::Question;
use estimator::serving::replica::disaggregated::Pools;
use estimator::serving::report::Sizing;
use estimator::serving::scenario::Scenario;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;

/// Options of the engines, one a line below the engine and its version.
const OPTIONS: &str = include_str!("engine_options.txt");

/// The lines of a section of [`OPTIONS`]: names, and what they take.
fn section(name: &str) -> BTreeMap<&'static str, &'static str> {
    let head = format!("[{name}]");
    let mut lines = OPTIONS.lines().skip_while(|line| !line.starts_with(&head));
    lines.next().unwrap_or_else(|| panic!("{name}"));
    let lines = lines.take_while(|line| !line.is_empty());
    let all: BTreeMap<_, _> = lines
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
        .collect();
    assert!(!all.is_empty(), "{name}");
    all
}

/// Whether a value is one that an option takes.
fn takes(kind: &str, value: &Value) -> bool {
    let text = value.shown();
    match kind {
        "int" => text.parse::<i64>().is_ok(),
        "float" => text.parse::<f64>().is_ok_and(f64::is_finite),
        "json" => serde_json::from_str::<serde_json::Value>(&text).is_ok(),
        "text" => !text.is_empty(),
        choices => choices
            .split('|')
            .any(|choice| choice == text || choice == "int" && text.parse::<i64>().is_ok()),
    }
}

/// What a case asks.
#[derive(Debug, Clone)]
struct Case {
    scenario: Scenario,
    offer: Offer,
    sizing: Sizing,
    names: Names<'static>,
}

impl Case {
    fn launch(&self) -> Result<Launch, Vec<Problem>> {
        launch(&self.scenario, &self.offer, &self.sizing, &self.names)
    }

    fn written(&self) -> Launch {
        self.launch().expect("it can be written")
    }
}

/// A case of a question, on one accelerator, with `placement`.
fn case(question: &Question, chip: &str, placement: Placement) -> Case {
    let question = Question {
        fleet: estimator::choice::Fleet {
            accelerators: vec![chip.to_owned()],
            ..question.fleet.clone()
        },
        ..question.clone()
    };
    let (scenario, offers) = catalog::resolve(&question).expect("known names");
    let offer = offers.into_iter().next().expect("it is offered");
    assert_eq!(offer.accelerator.id, chip);
    let estimate = estimate(&scenario, &offer.accelerator, placement).expect("its rates are known");
    let pools = scenario.serving.disaggregated.then_some(Pools {
        prefill: 2,
        decode: 3,
        rate: RequestsPerSecond::new(10.0),
        prefill_most: RequestsPerSecond::new(6.0),
        decode_most: RequestsPerSecond::new(4.0),
        transfer: Seconds::new(0.1),
        moved: Bytes::gb(1.0),
    });
    let id = scenario.model.id.clone();
    let sizing = Sizing {
        replicas: pools.map_or(1, |pools| pools.prefill + pools.decode),
        spare_replicas: 0,
        extra_replicas: 0,
        estimate,
        max_concurrency: 8.0,
        headroom: 0.0,
        chance: None,
        full_output: TokensPerSecond::new(1.0),
        cost: None,
        pools,
        misses: Vec::new(),
        simulated: None,
    };
    Case {
        names: names(&id, scenario.weights),
        scenario,
        offer,
        sizing,
    }
}

fn question(model: &str, engine: Engine, weights: WeightFormat, cache: KvFormat) -> Question {
    Question {
        model: ModelChoice::Catalog(model.to_owned()),
        engine: EngineSettings::new(engine),
        weights,
        kv_cache: cache,
        ..Question::default()
    }
}

const fn split(tensor: u32, pipeline: u32, data: u32, expert: u32) -> Placement {
    Placement {
        tensor,
        pipeline,
        expert,
        data,
    }
}

/// The value of an option of a process.
fn value(process: &Process, option: &str) -> Option<String> {
    let found = process.argument(option)?;
    Some(found.value.as_ref().map_or_else(String::new, Value::shown))
}

fn degree(process: &Process, option: &str) -> u32 {
    value(process, option).map_or(1, |text| text.parse().expect("a count"))
}

/// Every option is the version's, takes what it is given, and stands there once; so does every
/// line of the file of settings.
fn is_known(launch: &Launch) {
    let engine = launch.engine.id();
    assert_eq!(launch.version, version(launch.engine));
    let known = section(&format!("{engine} {}", launch.version));
    for process in &launch.processes {
        let mut seen = Vec::new();
        for argument in &process.arguments {
            let kind = known.get(argument.option);
            let kind = kind.unwrap_or_else(|| panic!("{engine} has no {}", argument.option));
            match &argument.value {
                None => assert_eq!(*kind, "switch", "{}", argument.option),
                Some(value) => {
                    assert_ne!(*kind, "switch", "{}", argument.option);
                    assert!(takes(kind, value), "{} {value:?}", argument.option);
                }
            }
            assert!(!seen.contains(&argument.option), "{}", argument.option);
            seen.push(argument.option);
        }
        if !process.config.is_empty() {
            let keys = section("trt-llm config");
            for setting in &process.config {
                assert!(keys.contains_key(setting.path), "{}", setting.path);
            }
            assert!(seen.contains(&"--config"));
        }
    }
}

/// A shell reads exactly the words of each process; no file's name stands twice but for the
/// settings that processes of a role share.
fn is_read_back(launch: &Launch) {
    let files = launch.files();
    let commands: Vec<_> = files
        .iter()
        .filter(|file| file.name.ends_with(".sh"))
        .collect();
    assert_eq!(commands.len(), launch.processes.len());
    for (file, process) in commands.iter().zip(&launch.processes) {
        let read = shlex::split(&file.text).expect("a command");
        assert_eq!(read, process.words(), "{}", file.text);
        let same = commands.iter().filter(|other| other.name == file.name);
        assert_eq!(same.count(), 1, "{}", file.name);
    }
    for file in files.iter().filter(|file| file.name.ends_with(".yaml")) {
        use saphyr::LoadableYamlNode;
        let read = saphyr::Yaml::load_from_str(&file.text).expect("YAML");
        assert_eq!(read.len(), 1, "{}", file.text);
    }
}

/// Parallel sizes multiply to the accelerators of a replica, on nodes that hold them.
fn is_whole(case: &Case, launch: &Launch) {
    let placed = case.sizing.estimate.placement;
    let node = case.scenario.limits.node(&case.offer.accelerator);
    for process in &launch.processes {
        let all = match launch.engine {
            Engine::Vllm => {
                let copies = degree(process, "--data-parallel-size");
                let spread = process.argument("--enable-expert-parallel").is_some();
                assert_eq!(spread, placed.expert > 1);
                if process.argument("--data-parallel-size-local").is_some() {
                    let local = degree(process, "--data-parallel-size-local");
                    assert_eq!(local * process.nodes, copies);
                    let start = degree(process, "--data-parallel-start-rank");
                    assert_eq!(start, local * process.node);
                }
                degree(process, "--tensor-parallel-size")
                    * degree(process, "--pipeline-parallel-size")
                    * copies
            }
            Engine::Sglang => {
                let tensor = degree(process, "--tp-size");
                assert!(tensor.is_multiple_of(degree(process, "--attn-dp-size")));
                assert!(tensor.is_multiple_of(degree(process, "--ep-size")));
                tensor * degree(process, "--pp-size")
            }
            Engine::TensorRtLlm => {
                let tensor = degree(process, "--tensor_parallel_size");
                assert!(tensor.is_multiple_of(degree(process, "--moe_expert_parallel_size")));
                tensor * degree(process, "--pipeline_parallel_size")
            }
            Engine::LlamaCpp => {
                let parts = value(process, "--tensor-split");
                let parts = parts.map_or(1, |parts| parts.split(',').count());
                u32::try_from(parts).expect("few")
            }
        };
        assert_eq!(all, placed.accelerators());
        assert!(all <= process.nodes * node && process.node < process.nodes);
    }
}

/// The figures are the scenario's, where it has them, and of one kind at all.
fn is_as_asked(case: &Case, launch: &Launch) {
    let settings = &case.scenario.engine;
    let placed = case.sizing.estimate.placement;
    let of = |options: [&'static str; 4]| {
        options[match launch.engine {
            Engine::Vllm => 0,
            Engine::Sglang => 1,
            Engine::TensorRtLlm => 2,
            Engine::LlamaCpp => 3,
        }]
    };
    let copies = if launch.engine == Engine::Sglang {
        placed.data
    } else {
        1
    };
    for process in &launch.processes {
        let share = of([
            "--gpu-memory-utilization",
            "--mem-fraction-static",
            "--free_gpu_memory_fraction",
            "",
        ]);
        if !share.is_empty() {
            let share: f64 = value(process, share).expect("it").parse().expect("a share");
            assert!((0.0..=1.0).contains(&share));
            if let Some(asked) = settings.memory_utilization {
                assert!((share - asked).abs() <= 0.5e-4, "{share} of {asked}");
            }
        }
        for (asked, options, times) in [
            (
                settings.max_model_len,
                ["--max-model-len", "--context-length", "--max_seq_len", ""],
                1,
            ),
            (
                settings.max_num_seqs,
                [
                    "--max-num-seqs",
                    "--max-running-requests",
                    "--max_batch_size",
                    "--parallel",
                ],
                copies,
            ),
            (
                settings.max_num_batched_tokens,
                [
                    "--max-num-batched-tokens",
                    "--chunked-prefill-size",
                    "--max_num_tokens",
                    "--batch-size",
                ],
                copies,
            ),
        ] {
            let option = of(options);
            if option.is_empty() {
                continue;
            }
            let told = degree(process, option);
            assert!(told > 0 && process.argument(option).is_some(), "{option}");
            if let Some(asked) = asked {
                assert_eq!(told, asked * times, "{option}");
            }
        }
        let drafts = process.arguments.iter().map(|argument| argument.figure);
        let drafts = drafts.chain(process.config.iter().map(|setting| setting.figure));
        let figures: Vec<Figure> = drafts.collect();
        let serving = &case.scenario.serving;
        for (there, figure) in [
            (serving.speculation.is_some(), Figure::Draft),
            (serving.adapters.is_some(), Figure::Adapters),
            (process.role != Role::Serve, Figure::Pools),
        ] {
            assert_eq!(figures.contains(&figure), there, "{figure:?}");
        }
        assert!(figures.contains(&Figure::Cache) && figures.contains(&Figure::Tensor));
    }
    let first = launch.processes.iter().filter(|process| process.node == 0);
    let roles: Vec<(Role, u32)> = first
        .map(|process| (process.role, process.replicas))
        .collect();
    match case.sizing.pools {
        Some(pools) => assert_eq!(
            roles,
            [(Role::Prefill, pools.prefill), (Role::Decode, pools.decode)]
        ),
        None => assert_eq!(roles, [(Role::Serve, case.sizing.replicas)]),
    }
}

const MODELS: [&str; 5] = [
    "meta-llama/Llama-3.3-70B-Instruct",
    "deepseek-ai/DeepSeek-V3",
    "openai/gpt-oss-120b",
    "Qwen/Qwen3-8B",
    "Qwen/Qwen3-Next-80B-A3B",
];
const CHIPS: [&str; 5] = [
    "nvidia-h100-sxm-80gb",
    "nvidia-h200-sxm-141gb",
    "amd-mi300x",
    "nvidia-rtx-4090",
    "apple-m3-ultra",
];

/// A question with any settings, and a place among the placements of as many accelerators.
fn drawn() -> impl Strategy<Value = (Question, &'static str, u32, usize)> {
    let settings = (
        proptest::option::of(0.3..0.99_f64),
        proptest::option::of(1..200_000_u32),
        proptest::option::of(1..2000_u32),
        proptest::option::of(1..40_000_u32),
    );
    let speculation = proptest::option::of((1..8_u32, 0.1..0.9_f64));
    let adapters = proptest::option::of((1..64_u32, 1..600_u32));
    (
        (
            select(&MODELS[..]),
            select(Engine::ALL),
            select(WeightFormat::ALL),
            select(KvFormat::ALL),
        ),
        settings,
        (speculation, adapters, any::<bool>()),
        (select(vec![0.0, 0.5]), select(vec![0.0, 0.3])),
        (select(&CHIPS[..]), select(vec![1, 2, 4, 8, 16]), 0..64_usize),
    )
        .prop_map(
            |(
                (model, engine, weights, cache),
                (share, context, sequences, batched),
                (speculation, adapters, apart),
                (hits, restored),
                (chip, count, place),
            )| {
                let mut asked = question(model, engine, weights, cache);
                asked.engine.memory_utilization = share;
                asked.engine.max_model_len = context.map(|least| least.max(4_000));
                asked.engine.max_num_seqs = sequences;
                asked.engine.max_num_batched_tokens = batched;
                asked.prefix_hit_rate = hits;
                asked.serving.restored = restored;
                asked.serving.disaggregated = apart;
                asked.serving.speculation =
                    speculation.map(|(draft_tokens, acceptance)| Speculation {
                        draft_tokens,
                        acceptance,
                    });
                asked.serving.adapters = adapters.map(|(count, rank)| Adapters { count, rank });
                (asked, chip, count, place)
            },
        )
}

/// A drawn case, where there is such a placement.
fn made(question: &Question, chip: &str, count: u32, place: usize) -> Option<Case> {
    let node = catalog::accelerator(chip).expect("known").accelerator.node_size;
    let id = match &question.model {
        ModelChoice::Catalog(id) => id,
        _ => return None,
    };
    let model = catalog::model(id).expect("known");
    let all = Placement::all(&model, node, count);
    let placement = all.get(place % all.len().max(1))?;
    Some(case(question, chip, *placement))
}

proptest! {
    /// Whatever is asked: a command whose options are the engine's, whose figures are the
    /// question's and which a shell reads as they are, or problems and nothing.
    #[test]
    fn a_command_says_what_was_assumed((asked, chip, count, place) in drawn()) {
        let Some(case) = made(&asked, chip, count, place) else {
            return Ok(());
        };
        match case.launch() {
            Err(problems) => prop_assert!(!problems.is_empty()),
            Ok(launch) => {
                is_known(&launch);
                is_read_back(&launch);
                is_whole(&case, &launch);
                is_as_asked(&case, &launch);
            }
        }
    }

    /// Names from anywhere stay single words.
    #[test]
    fn no_name_escapes_its_word(
        name in "[ -~é中\n]{0,20}",
        engine in select(Engine::ALL),
        weights in select(WeightFormat::ALL),
    ) {
        let asked = question(MODELS[3], engine, weights, KvFormat::Fp8);
        let mut case = case(&asked, CHIPS[0], Placement::SINGLE);
        case.scenario.kv_cache = match engine {
            Engine::LlamaCpp => KvFormat::Q8_0,
            _ => KvFormat::Fp8,
        };
        case.scenario.model.id.clone_from(&name);
        case.scenario.serving.speculation = Some(Speculation::TYPICAL);
        let names = Names {
            published: Some(&name),
            released: Some(&name),
            sixteen: true,
            drafter: Some(Drafter { kind: "eagle3", checkpoint: Some(&name) }),
        };
        if let Ok(launch) = launch(&case.scenario, &case.offer, &case.sizing, &names) {
            is_read_back(&launch);
        }
    }
}

/// A large part of what is drawn is written, of every engine: the laws above are of something.
#[test]
fn every_engine_is_written() {
    for (engine, cache) in [
        (Engine::Vllm, KvFormat::Fp8),
        (Engine::Sglang, KvFormat::Fp8),
        (Engine::TensorRtLlm, KvFormat::Fp8),
        (Engine::LlamaCpp, KvFormat::Q8_0),
    ] {
        let weights = match engine {
            Engine::LlamaCpp => WeightFormat::Q4KM,
            _ => WeightFormat::Fp8,
        };
        for count in [1, 2, 4, 8] {
            let asked = question(MODELS[0], engine, weights, cache);
            let case = case(&asked, CHIPS[1], split(count, 1, 1, 1));
            is_known(&case.written());
        }
    }
}

/// What an engine cannot be told is a problem and no command.
#[test]
fn what_cannot_be_is_a_problem() {
    let problems = |asked: &Question, chip, placement| {
        let case = case(asked, chip, placement);
        case.launch().expect_err("it cannot be")
    };
    let h200 = CHIPS[1];
    // llama.cpp: no fp8, neither weights nor cache; no stages of shared layers; no second node.
    let asked = question(MODELS[0], Engine::LlamaCpp, WeightFormat::Fp8, KvFormat::Fp8);
    assert_eq!(
        problems(&asked, h200, split(2, 2, 1, 1)),
        [
            Problem::Weights(WeightFormat::Fp8),
            Problem::Cache(KvFormat::Fp8),
            Problem::Split
        ]
    );
    let mut asked = question(MODELS[0], Engine::LlamaCpp, WeightFormat::Q8_0, KvFormat::Q8_0);
    assert_eq!(
        problems(&asked, h200, split(1, 16, 1, 1)),
        [Problem::Nodes]
    );
    asked.engine.max_num_seqs = Some(300);
    asked.serving.disaggregated = true;
    assert_eq!(
        problems(&asked, h200, split(2, 1, 1, 1)),
        [Problem::Sequences { most: 256 }, Problem::Pools]
    );
    // vLLM: experts over some ranks alone, drafts over stages, ranks beyond its list, a context
    // that its cache cannot hold.
    let mut asked = question(MODELS[2], Engine::Vllm, WeightFormat::Mxfp4, KvFormat::Fp8);
    assert_eq!(problems(&asked, h200, split(8, 1, 1, 4)), [Problem::Split]);
    asked.serving.speculation = Some(Speculation::TYPICAL);
    asked.serving.adapters = Some(Adapters { count: 1, rank: 513 });
    assert_eq!(
        problems(&asked, h200, split(4, 2, 1, 1)),
        [Problem::DraftStages, Problem::AdapterRank { most: 512 }]
    );
    let mut asked = question(MODELS[0], Engine::Vllm, WeightFormat::Fp8, KvFormat::Fp8);
    asked.engine.max_model_len = Some(50_000_000);
    let found = problems(&asked, h200, split(2, 1, 1, 1));
    assert!(matches!(found[..], [Problem::Context { most }] if most > 100_000));
    // TensorRT-LLM: copies of some ranks alone, heads of the first EAGLE.
    let mut asked = question(MODELS[2], Engine::TensorRtLlm, WeightFormat::Mxfp4, KvFormat::Int8);
    asked.serving.speculation = Some(Speculation::TYPICAL);
    let mut eagle = case(&asked, h200, split(2, 1, 4, 8));
    eagle.names.drafter = Some(Drafter {
        kind: "eagle",
        checkpoint: None,
    });
    assert_eq!(
        eagle.launch().expect_err("it cannot be"),
        [
            Problem::Cache(KvFormat::Int8),
            Problem::Split,
            Problem::Draft
        ]
    );
    // Too small a card.
    let asked = question(MODELS[0], Engine::Vllm, WeightFormat::Fp8, KvFormat::Fp8);
    let found = problems(&asked, CHIPS[3], Placement::SINGLE);
    assert_eq!(found, [Problem::NoRoom]);
}

/// Remarks stand beside what calls for them.
#[test]
fn remarks_say_what_no_option_does() {
    let asked = question(MODELS[0], Engine::Vllm, WeightFormat::Fp8, KvFormat::Fp8);
    let mut known = case(&asked, CHIPS[0], split(4, 1, 1, 1));
    assert_eq!(known.written().remarks, []);
    known.names.published = None;
    assert_eq!(known.written().remarks, [Remark::QuantisedAtStart]);
    known.names = Names::default();
    known.sizing.replicas = 2;
    assert_eq!(known.written().remarks, [Remark::Yours, Remark::Replicas]);
    // 8 billion parameters at 16 bits leave a card of 24 GiB some 30,000 tokens of 40,960.
    let small = question(MODELS[3], Engine::Vllm, WeightFormat::Bf16, KvFormat::Bf16);
    let cut = case(&small, CHIPS[3], Placement::SINGLE).written();
    assert_eq!(cut.remarks, [Remark::ContextCut]);
    let context = degree(&cut.processes[0], "--max-model-len");
    assert!(context < 40_960 && context.is_multiple_of(16), "{context}");
    // Drafts and adapters that nobody named.
    let mut asked = question(MODELS[3], Engine::LlamaCpp, WeightFormat::Q4KM, KvFormat::Q8_0);
    asked.engine.memory_utilization = Some(0.5);
    asked.engine.max_model_len = Some(8192);
    asked.serving.adapters = Some(Adapters::TYPICAL);
    let own = case(&asked, CHIPS[3], Placement::SINGLE).written();
    assert_eq!(
        own.remarks,
        [Remark::Yours, Remark::NoContext, Remark::NoMemoryShare]
    );
}
