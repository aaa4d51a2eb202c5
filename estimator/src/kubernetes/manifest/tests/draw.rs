//! Questions drawn over every form, sharing and autoscaler.

use super::super::deploy::*;
use crate::engine::Engine;
use crate::placement::Placement;
use crate::precision::KvFormat;
use crate::quantity::{Bytes, Seconds};
use crate::script::File;
use crate::serving::command::Settings;
use proptest::prelude::*;

/// A change of a question, and its name.
pub(super) type Change<T> = (&'static str, fn(&mut T));

/// A model of 32 billion parameters on two of a node's eight.
pub(super) fn served() -> Serving {
    Serving {
        model: "Qwen/Qwen3-32B".to_owned(),
        served: "Qwen/Qwen3-32B".to_owned(),
        engine: Engine::Vllm,
        image: None,
        form: None,
        settings: Settings {
            placement: Placement {
                tensor: 2,
                ..Placement::SINGLE
            },
            quantized: false,
            cache: KvFormat::Bf16,
            context: Some(16_384),
            sequences: Some(64),
            batched: Some(8_192),
            memory: Some(0.92),
            prefix: None,
            draft: None,
            adapters: None,
            host: None,
            pool: None,
        },
        replicas: Replicas {
            least: 2,
            mean: 3,
            peak: 6,
        },
        weights: Bytes::gb(65.5),
        held: Bytes::gb(40.0),
        cold_start: Seconds::new(92.0),
        node_start: Seconds::new(300.0),
        carries: 48.0,
        target: None,
        first_token: Some(Seconds::new(1.5)),
        answer: Seconds::new(85.0),
        gap: None,
        autoscaler: Autoscaler::Hpa,
        scaling: None,
        to_zero: false,
        up: 2,
        devices: Devices::Plugin,
        sharing: Sharing::None,
        prefill: None,
        given: None,
    }
}

/// The same over two nodes: stages of eight.
pub(super) fn wide() -> Serving {
    let mut wide = served();
    wide.settings.placement.tensor = 8;
    wide.settings.placement.pipeline = 2;
    wide
}

/// A run on two nodes of eight.
pub(super) fn trained() -> Training {
    Training {
        form: RunForm::JobSet,
        image: None,
        nodes: 2,
        each: 8,
        files: Vec::new(),
        settings: vec![("micro-batch", 2), ("gradient-accumulation", 4)],
        every: Some(Seconds::new(1_800.0)),
        run: Some(Seconds::new(86_400.0)),
        dated: false,
        failures: 0.7,
        checkpoint: Bytes::gb(112.0),
        kept: 2,
        host: Bytes::gb(20.0),
        devices: Devices::Plugin,
    }
}

/// Files that start a run: a command with variables, and what it reads.
pub(super) fn started() -> Vec<File> {
    let command =
        "accelerate launch \\\n  --machine_rank \"$NODE_RANK\" \\\n  --dataset \"${DATASET:?}\"\n";
    let file = |name, text: &str| File {
        name,
        text: text.to_owned(),
    };
    vec![
        file("launch.sh", command),
        file("train.py", "import torch\n\n\ndef main():\n    pass  # 1\n"),
    ]
}

/// Eight to a node.
pub(super) fn board() -> Board {
    Board {
        maker: Maker::Nvidia,
        product: Some("NVIDIA-H100-80GB-HBM3".to_owned()),
        memory: Bytes::gib(79.65),
        node: 8,
        linked: true,
        domain: 8,
        pinned: None,
    }
}

/// A question about that work, with everything installed.
pub(super) fn deploy(work: Work) -> Deploy {
    Deploy {
        name: "chat".to_owned(),
        namespace: "inference".to_owned(),
        seat: None,
        work,
        board: board(),
        queue: Some(Queue {
            name: "serving".to_owned(),
            nominal: 12,
            cohort: Some("teams".to_owned()),
            borrowing: Some(4),
            lending: Some(8),
            weight: Some(2),
            strict: false,
        }),
        machines: Some(Machines {
            gpu: "h100".to_owned(),
            each: 8,
            spot: false,
            zones: vec!["eu-central-1a".to_owned()],
        }),
        monitored: true,
        site: Site::default(),
    }
}

pub(super) fn serving(work: Serving) -> Deploy {
    deploy(Work::Serving(Box::new(work)))
}

pub(super) fn training(work: Training) -> Deploy {
    deploy(Work::Training(Box::new(work)))
}

fn form() -> impl Strategy<Value = Option<Form>> {
    prop::option::weighted(0.6, prop::sample::select(Form::ALL.to_vec()))
}

fn sharing() -> impl Strategy<Value = Sharing> {
    let slices = ["3g.40gb", "1g.20gb+me"].map(|profile| Sharing::Mig(profile.to_owned()));
    let shares = (2..5).flat_map(|count| [Sharing::TimeSlicing(count), Sharing::Mps(count)]);
    let some: Vec<Sharing> = slices.into_iter().chain(shares).collect();
    prop_oneof![3 => Just(Sharing::None), 4 => prop::sample::select(some)]
}

fn autoscaler() -> impl Strategy<Value = Autoscaler> {
    prop_oneof![
        Just(Autoscaler::None),
        Just(Autoscaler::Hpa),
        Just(Autoscaler::Keda)
    ]
}

prop_compose! {
    /// Questions about serving, most of which can be written.
    fn any_serving()(
        form in form(),
        sharing in sharing(),
        autoscaler in autoscaler(),
        engine in prop::sample::select(Engine::ALL.to_vec()),
        (tensor, pipeline) in prop::sample::select(vec![(1, 1), (1, 1), (2, 1), (8, 1), (4, 2), (8, 2)]),
        (least, more) in (1_u32..20, 0_u32..20),
        claimed in any::<bool>(),
        to_zero in any::<bool>(),
        prefill in prop::option::weighted(0.2, (1_u32..9, 1_u32..9)),
        (cold, gb, carries) in (1.0_f64..900.0, 0.5_f64..30.0, 1.0_f64..200.0),
        path in any::<bool>(),
    ) -> Serving {
        Serving {
            form,
            sharing,
            autoscaler,
            engine,
            settings: Settings {
                placement: Placement { tensor, pipeline, ..Placement::SINGLE },
                ..served().settings
            },
            replicas: Replicas { least, mean: least, peak: least + more },
            devices: if claimed { Devices::Claim } else { Devices::Plugin },
            to_zero,
            prefill: prefill.map(|(replicas, tensor)| Prefill { replicas, tensor }),
            cold_start: Seconds::new(cold),
            held: Bytes::gb(gb),
            carries,
            model: if path { "/models/mine" } else { "Qwen/Qwen3-32B" }.to_owned(),
            ..served()
        }
    }
}

prop_compose! {
    fn any_training()(
        form in prop::sample::select(vec![RunForm::Job, RunForm::JobSet, RunForm::TrainJob, RunForm::PyTorchJob]),
        nodes in 1_u32..40,
        each in 1_u32..9,
        failures in 0.0_f64..50.0,
        (launched, dated, claimed) in any::<(bool, bool, bool)>(),
    ) -> Training {
        let files = if launched { started() } else { Vec::new() };
        let devices = if claimed { Devices::Claim } else { Devices::Plugin };
        Training { form, nodes, each, files, dated, failures, devices, ..trained() }
    }
}

prop_compose! {
    /// Questions about either, with more or less installed.
    pub(super) fn any_deploy()(
        work in prop_oneof![
            4 => any_serving().prop_map(|work| Work::Serving(Box::new(work))),
            1 => any_training().prop_map(|work| Work::Training(Box::new(work))),
        ],
        queued in any::<bool>(),
        machines in any::<bool>(),
        monitored in any::<bool>(),
        stored in any::<bool>(),
        (linked, fabric) in any::<(bool, bool)>(),
    ) -> Deploy {
        let mut made = deploy(work);
        made.queue = made.queue.filter(|_| queued);
        made.machines = made.machines.filter(|_| machines);
        made.monitored = monitored;
        made.site.storage_class = stored.then(|| "shared".to_owned());
        made.board.linked = linked;
        made.board.domain = if fabric { 72 } else { 8 };
        made
    }
}
