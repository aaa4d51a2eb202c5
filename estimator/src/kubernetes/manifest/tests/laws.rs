//! What one document names is in another, and each number of a question is in its files.

use super::super::deploy::*;
use super::super::node::{Fields, Node, Value};
use super::super::set::{About, Finding};
use super::super::{File, figure, write};
use super::draw::{Change, any_deploy, served, serving, started, trained, training, wide};
use crate::engine::Engine;
use crate::kubernetes::autoscale;
use crate::quantity::{Bytes, Seconds};
use crate::serving::command::{Draft, Head, Settings};
use crate::serving::options::Adapters;
use proptest::prelude::*;

/// A head of its own that drafts.
const HEAD: Draft = Draft {
    head: Head::Eagle3,
    tokens: 3,
};

/// The value at a path of names and places in lists.
fn at<'a>(fields: &'a Fields, path: &str) -> Option<&'a Node> {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let mut node = fields.get(first)?;
    for part in rest.split('/').filter(|part| !part.is_empty()) {
        node = match &node.value {
            Value::Fields(fields) => fields.get(part)?,
            Value::List(all) => all.get(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(node)
}

fn text(fields: &Fields, path: &str) -> Option<String> {
    match &at(fields, path)?.value {
        Value::Text(text) => Some(text.clone()),
        Value::Whole(count) => Some(count.to_string()),
        _ => None,
    }
}

fn is(fields: &Fields, kind: &str, name: &str) -> bool {
    text(fields, "kind").as_deref() == Some(kind)
        && text(fields, "metadata/name").as_deref() == Some(name)
}

fn there(files: &[File], kind: &str, name: &str) -> bool {
    files.iter().any(|file| is(&file.fields, kind, name))
}

fn find(files: &[File], about: About) -> &Fields {
    &files
        .iter()
        .find(|file| file.about == about)
        .expect("it is written")
        .fields
}

/// Whether each of these labels is among those.
fn matched(wanted: &Node, labels: &Node) -> bool {
    let (Value::Fields(wanted), Value::Fields(labels)) = (&wanted.value, &labels.value) else {
        return false;
    };
    let same = |(name, node): &(String, Node)| {
        labels
            .get(name)
            .is_some_and(|label| label.value == node.value)
    };
    wanted.iter().all(same)
}

proptest! {
    /// Targets, claims, selectors, ports, queues and machine classes meet; names of files sort in
    /// the order of their documents.
    #[test]
    fn links_hold(deploy in any_deploy()) {
        let Ok(set) = write(&deploy) else { return Ok(()) };
        let files = &set.files;
        prop_assert!(files.windows(2).all(|pair| pair[0].name < pair[1].name && pair[0].about <= pair[1].about));
        let workloads = files.iter().filter(|file| file.about == About::Workload);
        let template = workloads.into_iter().find_map(|file| {
            at(&file.fields, "spec/template").or_else(|| at(&file.fields, "spec/leaderWorkerTemplate/leaderTemplate"))
        });
        let pods = template.and_then(|node| match &node.value { Value::Fields(fields) => Some(fields), _ => None });
        for file in files {
            let fields = &file.fields;
            let stack = files.iter().any(|file| file.about == About::Values);
            if let (Some(kind), Some(name), false) = (text(fields, "spec/scaleTargetRef/kind"), text(fields, "spec/scaleTargetRef/name"), stack) {
                prop_assert!(there(files, &kind, &name));
            }
            let selector = match file.about {
                About::Service => at(fields, "spec/selector"),
                About::Budget | About::Monitor | About::Workload => at(fields, "spec/selector/matchLabels"),
                _ => None,
            };
            if let Some(selector) = selector {
                let labels = at(pods.expect("pods"), "metadata/labels").expect("labels");
                prop_assert!(matched(selector, labels));
                if file.about == About::Service {
                    let port = text(pods.expect("pods"), "spec/containers/0/ports/0/name");
                    prop_assert_eq!(text(fields, "spec/ports/0/targetPort"), port);
                }
            }
            if file.text.contains("kueue.x-k8s.io/queue-name: serving") {
                prop_assert!(there(files, "LocalQueue", "serving"));
            }
            if file.about == About::Queue {
                prop_assert!(there(files, "ClusterQueue", &text(fields, "spec/clusterQueue").expect("named")));
            }
            if file.about == About::Quota {
                prop_assert!(there(files, "ResourceFlavor", &text(fields, "spec/resourceGroups/0/flavors/0/name").expect("named")));
            }
            if file.about == About::Flavor {
                prop_assert!(there(files, "Topology", &text(fields, "spec/topologyName").expect("named")));
            }
            if file.about == About::Machines {
                prop_assert!(there(files, "EC2NodeClass", &text(fields, "spec/template/spec/nodeClassRef/name").expect("named")));
            }
        }
        if let Some(pods) = pods {
            for (field, kind) in [("resourceClaimTemplateName", "ResourceClaimTemplate"), ("resourceClaimName", "ResourceClaim")] {
                if let Some(name) = text(pods, &format!("spec/resourceClaims/0/{field}")) {
                    prop_assert!(there(files, kind, &name));
                    let claimed = text(pods, "spec/containers/0/resources/limits/memory");
                    prop_assert!(claimed.is_some());
                    let limits = format!("{:?}", at(pods, "spec/containers/0/resources/limits"));
                    prop_assert!(!limits.contains("nvidia.com"));
                }
            }
            if let Some(name) = text(pods, "spec/volumes/0/persistentVolumeClaim/claimName") {
                prop_assert!(there(files, "PersistentVolumeClaim", &name));
            }
        }
    }
}

/// All text of a set.
fn all(deploy: &Deploy) -> String {
    let set = write(deploy).unwrap_or_else(|problems| panic!("{problems:?}"));
    set.files.into_iter().map(|file| file.text).collect()
}

/// Settings as a trial found them.
const fn tried(target: f64, window: u64) -> autoscale::Settings {
    autoscale::Settings {
        target,
        window,
        up: 2,
        least: 2,
    }
}

/// Each number of a question about serving changes what is written.
#[test]
fn each_number_of_serving_is_in_the_files() {
    let before = Serving {
        autoscaler: Autoscaler::Keda,
        model: "/models/qwen".to_owned(),
        to_zero: true,
        gap: Some(Seconds::new(3_600.0)),
        ..served()
    };
    let changes: [Change<Serving>; 26] = [
        ("tensor", |it| it.settings.placement.tensor = 4),
        ("pipeline", |it| it.settings.placement.pipeline = 2),
        ("data", |it| it.settings.placement.data = 2),
        ("expert", |it| it.settings.placement.expert = 2),
        ("mean", |it| it.replicas.mean = 4),
        ("peak", |it| it.replicas.peak = 7),
        ("least", |it| {
            it.to_zero = false;
            it.replicas.least = 3;
        }),
        ("context", |it| it.settings.context = Some(8_192)),
        ("sequences", |it| it.settings.sequences = Some(128)),
        ("batched", |it| it.settings.batched = Some(4_096)),
        ("share", |it| it.settings.memory = Some(0.9)),
        ("prefix", |it| it.settings.prefix = Some(true)),
        ("draft", |it| it.settings.draft = Some(HEAD)),
        ("adapters", |it| {
            it.settings.adapters = Some(Adapters { rank: 16, count: 4 });
        }),
        ("host", |it| it.settings.host = Some(Bytes::gb(200.0))),
        ("weights", |it| it.weights = Bytes::gb(90.0)),
        ("cold start", |it| it.cold_start = Seconds::new(184.0)),
        ("node start", |it| it.node_start = Seconds::new(600.0)),
        ("carries", |it| it.carries = 60.0),
        ("target", |it| it.target = Some(30.0)),
        ("tried target", |it| it.scaling = Some(tried(29.0, 600))),
        ("tried window", |it| it.scaling = Some(tried(36.0, 1_800))),
        ("first token", |it| it.first_token = Some(Seconds::new(2.0))),
        ("answer", |it| it.answer = Seconds::new(100.0)),
        ("gap", |it| it.gap = Some(Seconds::new(7_200.0))),
        ("up", |it| it.up = 3),
    ];
    let first = all(&serving(before.clone()));
    for (name, change) in changes {
        let mut after = before.clone();
        change(&mut after);
        assert_ne!(all(&serving(after)), first, "{name}");
    }
    // What a claim asks for, in whole MiB: 40 GB over 0.92 is 41,464.1, 42 GB 43,537.3.
    let claimed = |gb| {
        all(&serving(Serving {
            devices: Devices::Claim,
            held: Bytes::gb(gb),
            ..served()
        }))
    };
    assert!(claimed(40.0).contains("quantity('41465Mi')"));
    assert!(claimed(42.0).contains("quantity('43538Mi')"));
}

/// From thirty replicas on, two in a hundred are followed upwards, by either autoscaler; few keep the
/// cluster's own tenth.
#[test]
fn many_replicas_are_followed_finely() {
    for autoscaler in [Autoscaler::Hpa, Autoscaler::Keda] {
        for (peak, finely) in [(29, false), (30, true)] {
            let mut many = Serving {
                autoscaler,
                ..served()
            };
            many.replicas.peak = peak;
            let written = all(&serving(many)).matches("tolerance: \"0.02\"").count();
            assert_eq!(written, usize::from(finely), "{peak}");
        }
    }
}

/// On AMD's boards nothing names NVIDIA's devices; what NVIDIA alone has is a problem of its field.
#[test]
fn a_board_has_its_makers_names() {
    let mut deploy = serving(served());
    deploy.board.maker = Maker::Amd;
    deploy.board.product = Some("AMD_Instinct_MI300X_OAM".to_owned());
    deploy.machines = None;
    let written = all(&deploy);
    assert!(!written.contains("nvidia"), "{written}");
    for part in [
        "amd.com/gpu: 2",
        "amd.com/gpu.product-name: AMD_Instinct_MI300X_OAM",
        "supplementalGroups",
        "vllm-openai-rocm",
    ] {
        assert!(written.contains(part), "{part}");
    }
    let mut run = training(trained());
    run.board.maker = Maker::Amd;
    run.board.product = None;
    run.machines = None;
    let written = all(&run);
    assert!(!written.contains("nvidia"), "{written}");
    assert!(written.contains("rocm/pytorch"));
    let refused = |change: fn(&mut Deploy, &mut Serving)| {
        let (mut deploy, mut asked) = (deploy.clone(), served());
        change(&mut deploy, &mut asked);
        deploy.work = Work::Serving(Box::new(asked));
        let problems = write(&deploy).expect_err("NVIDIA's alone");
        problems
            .into_iter()
            .map(|error| error.field)
            .collect::<Vec<_>>()
    };
    let with = |field: &str| vec![field.to_owned()];
    assert_eq!(
        refused(|_, it| it.devices = Devices::Claim),
        with("devices")
    );
    assert_eq!(
        refused(|_, it| it.engine = Engine::TensorRtLlm)[0],
        "engine"
    );
    assert_eq!(
        refused(|deploy, _| {
            deploy.machines = Some(Machines {
                gpu: "h100".to_owned(),
                each: 8,
                spot: false,
                zones: Vec::new(),
            });
        }),
        with("machines")
    );
    assert_eq!(
        refused(|_, it| {
            it.sharing = Sharing::TimeSlicing(2);
            it.settings.placement.tensor = 1;
            it.held = Bytes::gb(1.0);
        }),
        with("sharing")
    );
}

/// A head that drafts is named by a variable of the container, which the reader sets: no list of
/// arguments goes through a shell.
#[test]
fn variables_are_of_the_container() {
    let drafted = Serving {
        settings: Settings {
            draft: Some(HEAD),
            ..served().settings
        },
        ..served()
    };
    let set = write(&serving(drafted)).expect("it can be written");
    let container = find(&set.files, About::Workload);
    let container = at(container, "spec/template/spec/containers/0").expect("a container");
    let Value::Fields(container) = &container.value else {
        panic!("fields");
    };
    let arguments = (0..40).filter_map(|n| text(container, &format!("args/{n}")));
    let drafts: Vec<String> = arguments
        .filter(|argument| argument.starts_with("--speculative-config="))
        .collect();
    assert_eq!(drafts.len(), 1, "{drafts:?}");
    let json = drafts[0].trim_start_matches("--speculative-config=");
    let read: serde_json::Value = serde_json::from_str(json).expect("JSON without a shell's marks");
    assert_eq!(read["model"], "$(DRAFT)");
    let names: Vec<String> = (0..9)
        .filter_map(|n| text(container, &format!("env/{n}/name")))
        .collect();
    assert!(names.contains(&"DRAFT".to_owned()), "{names:?}");
}

/// Each number of a question about training changes what is written.
#[test]
fn each_number_of_training_is_in_the_files() {
    let first = all(&training(trained()));
    let changes: [Change<Training>; 9] = [
        ("nodes", |it| it.nodes = 3),
        ("each", |it| it.each = 4),
        ("setting", |it| it.settings = vec![("micro-batch", 1)]),
        ("every", |it| it.every = Some(Seconds::new(900.0))),
        ("run", |it| it.run = Some(Seconds::new(3_600.0))),
        ("failures", |it| it.failures = 2.2),
        ("checkpoint", |it| it.checkpoint = Bytes::gb(200.0)),
        ("kept", |it| it.kept = 3),
        ("host", |it| it.host = Bytes::gb(200.0)),
    ];
    for (name, change) in changes {
        let mut after = trained();
        change(&mut after);
        assert_ne!(all(&training(after)), first, "{name}");
    }
}

/// A run that its launch files start: each number of it and each file is in the documents, the
/// command finds its files, its variables and the place where processes meet, in every kind.
#[test]
fn launch_files_are_mounted_where_they_run() {
    let launched = || Training {
        files: started(),
        ..trained()
    };
    let first = all(&training(launched()));
    let changes: [Change<Training>; 10] = [
        ("nodes", |it| it.nodes = 3),
        ("each", |it| it.each = 4),
        ("every", |it| it.every = Some(Seconds::new(900.0))),
        ("run", |it| it.run = Some(Seconds::new(3_600.0))),
        ("failures", |it| it.failures = 2.2),
        ("checkpoint", |it| it.checkpoint = Bytes::gb(200.0)),
        ("kept", |it| it.kept = 3),
        ("host", |it| it.host = Bytes::gb(200.0)),
        ("date", |it| it.dated = true),
        ("file", |it| it.files[0].text.push_str("true\n")),
    ];
    for (name, change) in changes {
        let mut after = launched();
        change(&mut after);
        assert_ne!(all(&training(after)), first, "{name}");
    }
    for (form, met) in [
        (RunForm::JobSet, "value: chat-node-0-0.chat #"),
        (RunForm::TrainJob, "MASTER_ADDR=$PET_MASTER_ADDR"),
        (RunForm::PyTorchJob, "NODE_RANK=$RANK"),
    ] {
        let written = all(&training(Training { form, ..launched() }));
        for part in [
            met,
            "bash",
            "launch.sh",
            "subPath: train.py",
            "name: DATASET",
            "name: chat-launch",
            "mountPath: /workspace/output",
        ] {
            assert!(written.contains(part), "{form:?} {part}\n{written}");
        }
        let map = written.matches("kind: ConfigMap").count();
        assert_eq!(map, 1, "{form:?}");
    }
}

/// The worked answer: two accelerators a replica, a cold start of 92 s, 48 requests at once.
#[test]
fn a_worked_answer_has_its_numbers() {
    let set = write(&serving(served())).expect("it can be written");
    let workload = find(&set.files, About::Workload);
    let container = "spec/template/spec/containers/0";
    let value = |path: &str| text(workload, &format!("{container}/{path}"));
    // 3 x 92 / 10 = 27.6.
    assert_eq!(
        value("startupProbe/failureThreshold").as_deref(),
        Some("28")
    );
    // 2 x (2 + 2) threads.
    assert_eq!(value("resources/requests/cpu").as_deref(), Some("8"));
    // 10 GB is 9.3 GiB, and 8 + 8: 25.3.
    assert_eq!(value("resources/requests/memory").as_deref(), Some("26Gi"));
    // 15 + 85 s.
    let grace = text(workload, "spec/template/spec/terminationGracePeriodSeconds");
    assert_eq!(grace.as_deref(), Some("100"));
    // An apply must not reset what the autoscaler counts.
    assert!(at(workload, "spec/replicas").is_none());
    let scaler = find(&set.files, About::Autoscaler);
    // Three quarters of 48; 300 + 92 s in whole minutes.
    let target = text(scaler, "spec/metrics/0/external/target/averageValue");
    assert_eq!(target.as_deref(), Some("36"));
    let window = text(scaler, "spec/behavior/scaleDown/stabilizationWindowSeconds");
    assert_eq!(window.as_deref(), Some("420"));
    // 6 x 2 accelerators in machines of 8: two, 16.
    let machines = &find(&set.files, About::Machines)
        .get("spec")
        .expect("a spec")
        .value;
    assert!(format!("{machines:?}").contains("Text(\"16\")"));
    assert_eq!(set.findings, []);
    // Every computed number says where it is from.
    let node = at(
        workload,
        &format!("{container}/startupProbe/failureThreshold"),
    );
    assert!(node.expect("it is there").note.is_some());
}

/// The forms that placements ask for, and the slices that boards hold.
#[test]
fn forms_and_slices_follow_from_the_answer() {
    let set = write(&serving(wide())).expect("it can be written");
    let group = find(&set.files, About::Workload);
    assert_eq!(text(group, "kind").as_deref(), Some("LeaderWorkerSet"));
    assert_eq!(
        text(group, "spec/leaderWorkerTemplate/size").as_deref(),
        Some("2")
    );
    let [h100, a30, h200] = [79.65, 24.0, 140.4].map(Bytes::gib);
    for (profile, board, count) in [
        ("1g.10gb", h100, Some(7)),
        ("1g.10gb+me", h100, Some(1)),
        ("2g.20gb", h100, Some(3)),
        ("3g.40gb", h100, Some(2)),
        ("7g.80gb", h100, Some(1)),
        ("1g.6gb", a30, Some(4)),
        ("3g.71gb", h200, Some(2)),
        ("3g.90gb", h100, None),
        ("9g.10gb", h100, None),
        ("1g.10gb+x", h100, None),
        ("half", h100, None),
    ] {
        assert_eq!(figure::slices(profile, board), count, "{profile}");
    }
}

/// What a reader is told beside the files.
#[test]
fn findings_tell_what_files_cannot() {
    let asleep = Serving {
        autoscaler: Autoscaler::Keda,
        to_zero: true,
        gap: Some(Seconds::new(120.0)),
        ..served()
    };
    let found = write(&serving(asleep)).expect("it can be written").findings;
    assert_eq!(
        found,
        [Finding::SleepDoesNotPay, Finding::NeedsWaitingGateway]
    );
    let alone = Serving {
        autoscaler: Autoscaler::None,
        engine: Engine::Sglang,
        replicas: Replicas {
            least: 1,
            mean: 1,
            peak: 1,
        },
        ..served()
    };
    let set = write(&serving(alone)).expect("it can be written");
    assert_eq!(set.findings, [Finding::RollOutIsOutage]);
    assert!(set.files.iter().all(|file| file.about != About::Budget));
}

/// The chart's memory is a quantity with its unit, the same as a Deployment's.
#[test]
fn the_charts_memory_has_its_unit() {
    let written = |form| {
        all(&serving(Serving {
            form: Some(form),
            ..served()
        }))
    };
    let chart = written(Form::ProductionStack);
    assert!(chart.contains("requestMemory: 26Gi #"), "{chart}");
    assert!(chart.contains("limitMemory: 26Gi #"), "{chart}");
    assert!(written(Form::Deployment).contains("memory: 26Gi #"));
}
