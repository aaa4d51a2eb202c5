//! The pod of a replica: template, container, probes, resources, volumes.

use super::command::{self, Role};
use super::deploy::{Board, Deploy, Devices, Maker, Serving, Sharing};
use super::domain;
use super::figure;
use super::name::derived;
use super::node::{Fields, Node, field, noted, yours};
use crate::engine::Engine;
use crate::serving::command::{OVER_STAGES, drafts_over_stages};

/// The label that pods are selected by.
pub(super) const NAME: &str = "app.kubernetes.io/name";
/// The user that everything runs as.
const USER: u32 = 10001;
/// Debian's group `video`, and `render` as Ubuntu's drivers make it.
const GROUPS: [u32; 2] = [44, 109];
/// The claim of a pod, by its name there.
pub(super) const CLAIM: &str = "gpu";

/// Name, namespace and labels of an object.
pub(super) fn metadata(deploy: &Deploy, name: &str) -> Fields {
    field("name", name)
        .with("namespace", &deploy.namespace)
        .with("labels", labels(deploy))
}

/// The labels of the workload's own objects.
pub(super) fn labels(deploy: &Deploy) -> Fields {
    field(NAME, &deploy.name).with("app.kubernetes.io/managed-by", "rightsize")
}

/// The labels of a workload: its own, and the queue that admits it.
pub(super) fn workload_labels(deploy: &Deploy, priority: &str) -> Fields {
    let queue = deploy.queue.as_ref();
    labels(deploy)
        .maybe("kueue.x-k8s.io/queue-name", queue.map(|queue| &queue.name))
        .maybe("kueue.x-k8s.io/priority-class", queue.map(|_| priority))
}

/// What a selector matches.
pub(super) fn selector(deploy: &Deploy) -> Fields {
    field(NAME, &deploy.name)
}

/// What tells the pods of one workload from those of others at its address.
pub(super) fn own(deploy: &Deploy) -> Fields {
    let seat = deploy.seat.map(|seat| format!("seat-{seat}"));
    selector(deploy).maybe("app.kubernetes.io/component", seat)
}

/// Tolerates the taint that keeps others off nodes with accelerators.
pub(super) fn tolerations(board: &Board) -> Node {
    [field("key", board.maker.resource())
        .with("operator", "Exists")
        .with("effect", "NoSchedule")]
    .into()
}

/// The nodes that have the accelerator, or the sharing that was asked for.
pub(super) fn node_selector(board: &Board, sharing: &Sharing) -> Fields {
    let product = match &board.product {
        Some(product) => field(board.maker.label(), product),
        None => field(
            board.maker.present(),
            yours(
                "true",
                &format!("name the board by {}", board.maker.label()),
            ),
        ),
    };
    let strategy = match sharing {
        Sharing::TimeSlicing(_) => Some("time-slicing"),
        Sharing::Mps(_) => Some("mps"),
        Sharing::None | Sharing::Mig(_) => None,
    };
    let pinned = board.pinned.as_ref();
    let product = product.maybe("nvidia.com/gpu.sharing-strategy", strategy);
    match pinned {
        Some((label, layout)) => product.with(*label, noted(layout, "nodes with this layout")),
        None => product,
    }
}

/// The nodes of a pod; any of a claim that no packing placed, whose device says which.
fn nodes(deploy: &Deploy, serving: &Serving) -> Option<Fields> {
    if serving.devices == Devices::Plugin {
        return Some(node_selector(&deploy.board, &serving.sharing));
    }
    let placed = serving.given.is_some();
    placed.then(|| node_selector(&deploy.board, &Sharing::None))
}

/// The extended resource of an accelerator, a slice or a share of it.
pub(super) fn resource(board: &Board, sharing: &Sharing) -> String {
    match sharing {
        Sharing::None => board.maker.resource().to_owned(),
        Sharing::Mig(profile) => format!("nvidia.com/mig-{}", profile.replace('+', ".")),
        Sharing::TimeSlicing(_) | Sharing::Mps(_) => "nvidia.com/gpu.shared".to_owned(),
    }
}

/// Requests and limits of a pod.
pub(super) fn resources(deploy: &Deploy, serving: &Serving) -> Fields {
    let board = &deploy.board;
    let ranks = figure::each(serving, board);
    let shared = figure::shared(ranks, board.linked);
    let memory = format!("{}Gi", figure::memory(serving, ranks, board.linked));
    let cached = match serving.settings.host {
        Some(host) => format!(" + {} GB of cached prompts", figure::gb(host)),
        None => String::new(),
    };
    let requests = field(
        "cpu",
        noted(
            figure::threads(ranks).to_string(),
            format!(
                "2 + {ranks} processes, two threads each; no limit, which would stall launches"
            ),
        ),
    )
    .with(
        "memory",
        noted(
            memory.clone(),
            format!("10 GB + {ranks} x 4 GiB + {shared} GiB of shared memory{cached}"),
        ),
    );
    let limits = field(
        "memory",
        noted(memory, "the memory-backed /dev/shm counts here"),
    );
    if serving.devices == Devices::Claim {
        let mut claims = vec![claimed()];
        if domain::spans(deploy, serving) {
            claims.push(domain::of_container());
        }
        return field("requests", requests)
            .with("limits", limits)
            .with("claims", claims);
    }
    let note = match &serving.sharing {
        Sharing::None => "accelerators of one replica on this node".to_owned(),
        Sharing::Mig(_) => "one slice; one process, so nothing is parallel".to_owned(),
        Sharing::TimeSlicing(count) | Sharing::Mps(count) => {
            format!("one of {count} shares of an accelerator")
        }
    };
    let gpus = noted(ranks, note);
    field("requests", requests).with(
        "limits",
        limits.with(resource(board, &serving.sharing), gpus),
    )
}

/// How a container names the claim of its accelerators.
pub(super) fn claimed() -> Fields {
    field(
        "name",
        noted(CLAIM, "a claim, and so no nvidia.com/gpu beside it"),
    )
}

/// The claims of a pod, where it has any.
fn claims(deploy: &Deploy, serving: &Serving) -> Option<Vec<Fields>> {
    let mut claims = vec![super::claim::of_pod(deploy, serving)];
    if domain::spans(deploy, serving) {
        claims.push(domain::of_pod(deploy));
    }
    (serving.devices == Devices::Claim).then_some(claims)
}

/// Where the engine finds the model.
pub(super) fn model_path(deploy: &Deploy, serving: &Serving) -> String {
    let given = &serving.model;
    if given.starts_with('/') || deploy.site.storage_class.is_none() {
        return given.clone();
    }
    let last = given.rsplit('/').next().unwrap_or(given);
    format!("/models/{last}")
}

/// Whether a volume of weights is mounted.
pub(super) fn has_volume(deploy: &Deploy, serving: &Serving) -> bool {
    serving.model.starts_with('/') || deploy.site.storage_class.is_some()
}

fn probe(path: &str) -> Fields {
    field("httpGet", field("path", path).with("port", "http"))
}

/// The probe of a start.
pub(super) fn start_probe(serving: &Serving) -> Fields {
    probe("/health").and(start_times(serving))
}

/// How often a start is probed, and for how long.
pub(super) fn start_times(serving: &Serving) -> Fields {
    let cold = figure::show(serving.cold_start);
    field("periodSeconds", noted(figure::PERIOD, figure::USUAL)).with(
        "failureThreshold",
        noted(
            figure::start_failures(serving.cold_start),
            format!("3 x cold start of {cold} s"),
        ),
    )
}

/// What keeps a process from more than it needs.
pub(super) fn confined() -> Fields {
    field("allowPrivilegeEscalation", false)
        .with("readOnlyRootFilesystem", true)
        .with("capabilities", field("drop", ["ALL"]))
}

/// The container of the engine.
pub(super) fn container(deploy: &Deploy, serving: &Serving, role: Role) -> Fields {
    let model = model_path(deploy, serving);
    let image = match &serving.image {
        Some(image) => yours(image, ""),
        None => command::image(serving.engine, deploy.board.maker),
    };
    let answers = role != Role::Worker;
    field("name", "engine")
        .with("image", image)
        .maybe("command", command::command(serving.engine, &model))
        .with("args", command::arguments(serving, &model, role))
        .with("env", environment(deploy, serving))
        .when(
            answers,
            "ports",
            [field("name", "http").with("containerPort", command::port())],
        )
        .with("resources", resources(deploy, serving))
        .when(answers, "startupProbe", start_probe(serving))
        .when(
            answers,
            "readinessProbe",
            probe("/health")
                .with(
                    "periodSeconds",
                    noted(5_u32, "twice as often as Kubernetes' default"),
                )
                .with("failureThreshold", noted(3_u32, figure::USUAL)),
        )
        .when(
            answers,
            "livenessProbe",
            probe("/health")
                .with("periodSeconds", noted(figure::PERIOD, figure::USUAL))
                .with(
                    "timeoutSeconds",
                    noted(5_u32, "a long prompt may delay an answer"),
                )
                .with(
                    "failureThreshold",
                    noted(6_u32, "a minute of silence, twice Kubernetes' default"),
                ),
        )
        .when(
            answers,
            "lifecycle",
            field(
                "preStop",
                field(
                    "sleep",
                    field(
                        "seconds",
                        noted(figure::FAREWELL, "endpoints forget the pod before it stops"),
                    ),
                ),
            ),
        )
        .with("securityContext", confined())
        .with("volumeMounts", mounts(deploy, serving))
}

fn environment(deploy: &Deploy, serving: &Serving) -> Vec<Fields> {
    let set = |name: &str, value: Node| field("name", name).with("value", value);
    let mut all = vec![
        set("HOME", "/tmp".into()),
        set("USER", noted("engine", "torch asks for the user's name")),
    ];
    if drafts_over_stages(serving.engine, &serving.settings) {
        all.push(set(OVER_STAGES, noted("1", "drafts over pipeline stages")));
    }
    let named = command::variables(serving).into_iter();
    all.extend(named.map(|(name, note)| set(name, yours("set-me", note))));
    if serving.engine == Engine::Vllm {
        all.push(set("VLLM_CACHE_ROOT", "/cache".into()));
    }
    if serving.engine == Engine::LlamaCpp {
        all.push(set("LLAMA_CACHE", "/cache".into()));
    }
    if !has_volume(deploy, serving) {
        all.push(set("HF_HOME", "/cache/hub".into()));
        all.push(hub_token());
    }
    all
}

/// The hub's token, which a Secret holds that the reader makes.
pub(super) fn hub_token() -> Fields {
    let secret = field("name", "hub-token").with("key", "token").with(
        "optional",
        noted(
            true,
            "for a gated model: kubectl create secret generic hub-token --from-literal=token=...",
        ),
    );
    let from = field("valueFrom", field("secretKeyRef", secret));
    field("name", "HF_TOKEN").and(from)
}

fn mounts(deploy: &Deploy, serving: &Serving) -> Vec<Fields> {
    let at = |name: &str, path: &str| field("name", name).with("mountPath", path);
    let mut all = Vec::new();
    if has_volume(deploy, serving) {
        all.push(at("models", "/models").with("readOnly", true));
    }
    all.extend([
        at("shm", "/dev/shm"),
        at("tmp", "/tmp"),
        at("cache", "/cache"),
    ]);
    all
}

fn volumes(deploy: &Deploy, serving: &Serving) -> Vec<Fields> {
    let mut all = Vec::new();
    let mut cache = noted(
        "8Gi",
        "compiled graphs; on a volume of its own the warm-up halves",
    );
    if has_volume(deploy, serving) {
        let claim = field("claimName", derived(&deploy.name, "models")).with("readOnly", true);
        all.push(field("name", "models").with("persistentVolumeClaim", claim));
    } else {
        let weights = figure::gb(serving.weights);
        let size = figure::gib(serving.weights + crate::quantity::Bytes::gib(8.0));
        cache = noted(
            size,
            format!("weights of {weights} GB and 8 GiB of compiled graphs"),
        );
    }
    let ranks = figure::each(serving, &deploy.board);
    let shared = figure::shared(ranks, deploy.board.linked);
    let memory = field("medium", "Memory").with(
        "sizeLimit",
        noted(
            format!("{shared}Gi"),
            "the default of 64 MiB breaks exchange between ranks",
        ),
    );
    all.push(field("name", "shm").with("emptyDir", memory));
    all.push(field("name", "tmp").with(
        "emptyDir",
        field("sizeLimit", noted("8Gi", "room to compile in, a judgement")),
    ));
    all.push(field("name", "cache").with("emptyDir", field("sizeLimit", cache)));
    all
}

/// The spec of a pod.
pub(super) fn spec(deploy: &Deploy, serving: &Serving, role: Role) -> Fields {
    let pull = deploy.site.pull_secret.as_ref();
    let answer = figure::show(serving.answer);
    let mut user = field("runAsNonRoot", true)
        .with("runAsUser", noted(USER, "anyone but root"))
        .with("runAsGroup", noted(USER, "the same"))
        .with("fsGroup", noted(USER, "volumes are written by this group"));
    if deploy.board.maker == Maker::Amd {
        // ROCm's devices belong to groups of the node, whose numbers differ between systems.
        let groups: Vec<Node> = GROUPS.map(Node::from).into();
        let note = "video and render: getent group video render";
        user = user.with("supplementalGroups", yours(groups, note));
    }
    let user = user.with("seccompProfile", field("type", "RuntimeDefault"));
    field("serviceAccountName", &deploy.name)
        .with(
            "automountServiceAccountToken",
            noted(false, "the engine never talks to the API server"),
        )
        .with(
            "enableServiceLinks",
            noted(
                false,
                "a Service called vllm would set VLLM_PORT, which the engine reads",
            ),
        )
        .with(
            "terminationGracePeriodSeconds",
            noted(
                figure::grace(serving.answer),
                format!(
                    "{} s and an answer's 99th percentile of {answer} s, at least 30",
                    figure::FAREWELL
                ),
            ),
        )
        .maybe(
            "imagePullSecrets",
            pull.map(|name| [field("name", yours(name, ""))]),
        )
        .with("securityContext", user)
        .maybe("nodeSelector", nodes(deploy, serving))
        .with("tolerations", tolerations(&deploy.board))
        .maybe("resourceClaims", claims(deploy, serving))
        .with("containers", [container(deploy, serving, role)])
        .with("volumes", volumes(deploy, serving))
}
