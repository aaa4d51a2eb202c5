//! A training run: `Job` (`batch/v1`), `JobSet` (`jobset.x-k8s.io/v1alpha2`), Kubeflow's `TrainJob`
//! (`trainer.kubeflow.org/v1alpha1`) and its older `PyTorchJob` (`kubeflow.org/v1`). Each pod runs
//! what [`start`] says.

use super::claim;
use super::deploy::{Deploy, Devices, Maker, RunForm, Training};
use super::domain;
use super::figure;
use super::name::derived;
use super::node::{Fields, Node, field, noted, yours};
use super::pod;
use super::start::{self, MEETING, Mount};
use super::workload::object;
use crate::decimal;
use crate::quantity::Bytes;

/// Shared memory of a pod, in GiB: loaders of data pass batches through it.
const SHARED: f64 = 64.0;
/// Threads beside an accelerator: its process, and seven that load data.
const THREADS: u32 = 8;
/// A container that the reader has not named.
const IMAGE: &str = "nvcr.io/nvidia/pytorch:25.08-py3";
/// The same on `ROCm`.
const AMD_IMAGE: &str = "rocm/pytorch:rocm7.0_ubuntu24.04_py3.12_pytorch_release_2.8.0";

/// Threads and GiB of a pod.
pub(super) fn asked(training: &Training) -> (u64, u64) {
    let threads = u64::from(THREADS) * u64::from(training.each);
    // Each process keeps the framework and a copy of its shard while a checkpoint is written.
    let all = training.host + Bytes::gib(SHARED + 16.0 * f64::from(training.each));
    (threads, figure::up(all.to_gib()))
}

/// The run, by its form.
pub(super) fn of(deploy: &Deploy, training: &Training) -> Fields {
    match training.form {
        RunForm::Job => job(deploy, training),
        RunForm::JobSet => set(deploy, training),
        RunForm::TrainJob => train_job(deploy, training),
        RunForm::PyTorchJob => pytorch_job(deploy, training),
    }
}

/// The volume of the checkpoints.
pub(super) fn volume(deploy: &Deploy, training: &Training) -> Fields {
    let one = figure::gb(training.checkpoint);
    let kept = training.kept;
    let all = training.checkpoint * (f64::from(kept) + 1.0);
    let size = noted(
        figure::gib(all),
        format!("a checkpoint of {one} GB, {kept} kept and one being written"),
    );
    let class = deploy.site.storage_class.as_ref();
    let metadata = pod::metadata(deploy, &derived(&deploy.name, "checkpoints"));
    object("v1", "PersistentVolumeClaim", metadata).with(
        "spec",
        field("accessModes", ["ReadWriteMany"])
            .maybe("storageClassName", class.map(|class| yours(class, "")))
            .with("resources", field("requests", field("storage", size))),
    )
}

fn metadata(deploy: &Deploy, training: &Training) -> Fields {
    let priority = if training.dated { "deadline" } else { "batch" };
    field("name", &deploy.name)
        .with("namespace", &deploy.namespace)
        .with("labels", pod::workload_labels(deploy, priority))
}

/// Where the pods of a group must stand together, if a queue places them.
fn together(deploy: &Deploy, training: &Training) -> Option<Fields> {
    deploy.queue.as_ref()?;
    let level = if training.nodes > 1 {
        yours(&deploy.site.rack, "the nodes of one rack")
    } else {
        noted("kubernetes.io/hostname", "the accelerators of one node")
    };
    Some(field("kueue.x-k8s.io/podset-required-topology", level))
}

fn image(deploy: &Deploy, training: &Training) -> Node {
    let stock = match deploy.board.maker {
        Maker::Nvidia => IMAGE,
        Maker::Amd => AMD_IMAGE,
    };
    let what = if training.files.is_empty() {
        "with your script"
    } else {
        "with the software of the launch files"
    };
    yours(training.image.as_deref().unwrap_or(stock), what)
}

fn resources(deploy: &Deploy, training: &Training) -> Fields {
    let (threads, gib) = asked(training);
    let host = figure::gb(training.host);
    let each = training.each;
    let memory = noted(
        format!("{gib}Gi"),
        format!("{SHARED} GiB shared, 16 a process, {host} GB of what is offloaded"),
    );
    let threads = noted(threads.to_string(), format!("{THREADS} x {each} processes"));
    let limits = field("memory", noted(format!("{gib}Gi"), "as requested"));
    let requests = field("cpu", threads).with("memory", memory);
    if training.devices == Devices::Claim {
        let mut claims = vec![pod::claimed()];
        if domain::spans_run(deploy, training) {
            claims.push(domain::of_container());
        }
        return field("requests", requests)
            .with("limits", limits)
            .with("claims", claims);
    }
    let limits = limits.with(
        deploy.board.maker.resource(),
        noted(each, of_a_node(training)),
    );
    field("requests", requests).with("limits", limits)
}

/// The claims of a pod, where it has any.
fn claims(deploy: &Deploy, training: &Training) -> Option<Vec<Fields>> {
    let mut claims = vec![claim::of_run_pod(deploy)];
    if domain::spans_run(deploy, training) {
        claims.push(domain::of_pod(deploy));
    }
    (training.devices == Devices::Claim).then_some(claims)
}

/// What is said about the accelerators of a pod: a fabric's devices, where several nodes exchange, have
/// a name that each cluster gives them.
const fn of_a_node(training: &Training) -> &'static str {
    if training.nodes > 1 {
        "accelerators of a node; yours: the fabric's devices beside them, as your cluster names them \
         (rdma/hca: 1), and among what a quota covers"
    } else {
        "accelerators of a node"
    }
}

fn container(deploy: &Deploy, training: &Training, name: Node) -> Fields {
    let (command, args) = start::command(deploy, training);
    let environment = start::environment(deploy, training);
    let folder = start::folder(training);
    field("name", name)
        .with("image", image(deploy, training))
        .maybe("workingDir", folder)
        .with("command", command)
        .when(!args.is_empty(), "args", args)
        .when(!environment.is_empty(), "env", environment)
        .when(
            training.nodes > 1,
            "ports",
            [field(
                "containerPort",
                noted(MEETING, "where processes meet, as the command says"),
            )],
        )
        .with("resources", resources(deploy, training))
        .with("volumeMounts", mounted(&start::mounts(training)))
}

fn mounted(all: &[Mount]) -> Vec<Fields> {
    let one = |mount: &Mount| {
        field("name", mount.volume)
            .with("mountPath", mount.path.clone())
            .maybe("subPath", mount.file)
    };
    all.iter().map(one).collect()
}

/// Volumes of a pod: shared memory, checkpoints, the files that start it.
fn volumes(deploy: &Deploy, training: &Training) -> Vec<Fields> {
    let memory = field("medium", "Memory").with(
        "sizeLimit",
        noted(
            format!("{SHARED}Gi"),
            "loaders of data pass batches through it",
        ),
    );
    let claim = field("claimName", derived(&deploy.name, "checkpoints"));
    let mut all = vec![
        field("name", start::MEMORY).with("emptyDir", memory),
        field("name", start::CHECKPOINTS).with("persistentVolumeClaim", claim),
    ];
    if !training.files.is_empty() {
        let map = field("name", derived(&deploy.name, start::LAUNCH));
        all.push(field("name", start::LAUNCH).with("configMap", map));
    }
    all
}

/// The pod; `restart` where the kind above asks for it.
fn pods(deploy: &Deploy, training: &Training, container: Fields, restart: Option<&str>) -> Fields {
    Fields::new()
        .maybe("restartPolicy", restart)
        .with("automountServiceAccountToken", false)
        .with("enableServiceLinks", false)
        .and(placed(deploy))
        .maybe("resourceClaims", claims(deploy, training))
        .with("containers", [container])
        .with("volumes", volumes(deploy, training))
}

/// Where a pod may run, and how its image is fetched.
fn placed(deploy: &Deploy) -> Fields {
    let pull = deploy.site.pull_secret.as_ref();
    Fields::new()
        .maybe(
            "imagePullSecrets",
            pull.map(|name| [field("name", yours(name, ""))]),
        )
        .with(
            "nodeSelector",
            pod::node_selector(&deploy.board, &super::deploy::Sharing::None),
        )
        .with("tolerations", pod::tolerations(&deploy.board))
}

/// The files that start it, where there are any.
pub(super) fn launch(deploy: &Deploy, training: &Training) -> Option<Fields> {
    let metadata = pod::metadata(deploy, &derived(&deploy.name, start::LAUNCH));
    let data = start::files(training);
    (!training.files.is_empty()).then(|| object("v1", "ConfigMap", metadata).with("data", data))
}

/// A template, placed by its queue.
fn template(deploy: &Deploy, training: &Training, pods: Fields) -> Fields {
    let metadata =
        field("labels", pod::labels(deploy)).maybe("annotations", together(deploy, training));
    field("metadata", metadata).with("spec", pods)
}

fn suspended(deploy: &Deploy) -> Fields {
    Fields::new().when(
        deploy.queue.is_some(),
        "suspend",
        noted(true, "the queue lets it go"),
    )
}

/// A stop for runs that hang.
fn stop(training: &Training) -> Option<Node> {
    training.run.map(|run| {
        let note = format!("twice the run of {} s", figure::show(run));
        noted(figure::up(run.get() * 2.0), note)
    })
}

/// Restarts: twice the failures that are expected.
fn restarts(training: &Training) -> Node {
    let count = figure::up(training.failures * 2.0).max(1);
    let failures = match decimal::round(training.failures, 2) {
        few if few > 0.0 => decimal::show(few),
        _ => "fewer than 0.01".to_owned(),
    };
    noted(
        count,
        format!("2 x failures expected over the run ({failures}), at least one"),
    )
}

fn job(deploy: &Deploy, training: &Training) -> Fields {
    let container = container(deploy, training, "train".into());
    let pods = pods(deploy, training, container, Some("Never"));
    object("batch/v1", "Job", metadata(deploy, training)).with(
        "spec",
        suspended(deploy)
            .with("parallelism", noted(1_u32, "one node, one pod"))
            .with("completions", noted(1_u32, "the run, once"))
            .with("backoffLimit", restarts(training))
            .maybe("activeDeadlineSeconds", stop(training))
            .with(
                "ttlSecondsAfterFinished",
                noted(86_400_u32, "a day to read how it ended"),
            )
            .with("template", template(deploy, training, pods)),
    )
}

fn set(deploy: &Deploy, training: &Training) -> Fields {
    let container = container(deploy, training, "train".into());
    let pods = pods(deploy, training, container, Some("Never"));
    let nodes = |note: &str| noted(training.nodes, note);
    let inner = field("parallelism", nodes("nodes"))
        .with("completions", nodes("nodes"))
        .with("completionMode", "Indexed")
        .with("backoffLimit", noted(0_u32, "restarts are the set's"))
        .maybe("activeDeadlineSeconds", stop(training))
        .with("template", template(deploy, training, pods));
    let job = field("name", "node")
        .with("replicas", noted(1_u32, "one job of all nodes"))
        .with("template", field("spec", inner));
    let failures = field("maxRestarts", restarts(training)).with(
        "restartStrategy",
        noted(
            "BlockingRecreate",
            "all old pods are gone before new ones meet",
        ),
    );
    let success = field("operator", "All").with("targetReplicatedJobs", ["node"]);
    object(
        "jobset.x-k8s.io/v1alpha2",
        "JobSet",
        metadata(deploy, training),
    )
    .with(
        "spec",
        suspended(deploy)
            .with("network", field("enableDNSHostnames", true))
            .with("failurePolicy", failures)
            .with("successPolicy", success)
            .with("replicatedJobs", [job]),
    )
}

fn train_job(deploy: &Deploy, training: &Training) -> Fields {
    let gpus = |note: &str| noted(training.each.to_string(), note);
    let (threads, gib) = asked(training);
    let requests = field("cpu", noted(threads.to_string(), "eight a process"))
        .with(
            "memory",
            noted(format!("{gib}Gi"), "shared, and 16 GiB a process"),
        )
        .with(deploy.board.maker.resource(), gpus(of_a_node(training)));
    let limits = field("memory", noted(format!("{gib}Gi"), "as requested"))
        .with(deploy.board.maker.resource(), gpus("as requested"));
    let (command, args) = start::command(deploy, training);
    let environment = start::environment(deploy, training);
    let trainer = field("image", image(deploy, training))
        .with("command", command)
        .when(!args.is_empty(), "args", args)
        .when(!environment.is_empty(), "env", environment)
        .with("numNodes", noted(training.nodes, "nodes"))
        .with("numProcPerNode", noted(training.each, "one an accelerator"))
        .with(
            "resourcesPerNode",
            field("requests", requests).with("limits", limits),
        );
    object(
        "trainer.kubeflow.org/v1alpha1",
        "TrainJob",
        metadata(deploy, training),
    )
    .with(
        "spec",
        suspended(deploy)
            .with(
                "runtimeRef",
                field("name", yours("torch-distributed", "must be installed")),
            )
            .maybe("activeDeadlineSeconds", stop(training))
            .with("trainer", trainer)
            .maybe("runtimePatches", patches(deploy, training)),
    )
}

/// What a run adds to the pods of its runtime: where they may run, and the volumes of its files.
fn patches(deploy: &Deploy, training: &Training) -> Option<[Fields; 1]> {
    if training.files.is_empty() {
        return None;
    }
    let container = field("name", noted("node", "the runtime's container"))
        .with("volumeMounts", mounted(&start::mounts(training)));
    let pods = placed(deploy)
        .with("containers", [container])
        .with("volumes", volumes(deploy, training));
    let template = template(deploy, training, pods);
    let inner = field("template", field("spec", field("template", template)));
    let job = field("name", noted("node", "the runtime's job")).and(inner);
    let spec = field("template", field("spec", field("replicatedJobs", [job])));
    Some([field("manager", "rightsize").with("trainingRuntimeSpec", spec)])
}

fn pytorch_job(deploy: &Deploy, training: &Training) -> Fields {
    let role = |replicas: u32| {
        let container = container(
            deploy,
            training,
            noted("pytorch", "the operator looks for this name"),
        );
        let pods = pods(deploy, training, container, None);
        field("replicas", noted(replicas, "of the run's nodes"))
            .with("restartPolicy", "OnFailure")
            .with("template", template(deploy, training, pods))
    };
    let others = training.nodes.saturating_sub(1);
    let policy = suspended(deploy)
        .with("cleanPodPolicy", "None")
        .with("backoffLimit", restarts(training))
        .maybe("activeDeadlineSeconds", stop(training))
        .with(
            "ttlSecondsAfterFinished",
            noted(86_400_u32, "a day to read how it ended"),
        );
    object("kubeflow.org/v1", "PyTorchJob", metadata(deploy, training)).with(
        "spec",
        field(
            "nprocPerNode",
            noted(training.each.to_string(), "one an accelerator"),
        )
        .with("runPolicy", policy)
        .with(
            "pytorchReplicaSpecs",
            field("Master", role(1)).when(others > 0, "Worker", role(others)),
        ),
    )
}
