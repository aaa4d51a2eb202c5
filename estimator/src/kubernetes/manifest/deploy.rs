//! What a set of manifests is written from: an answer, and the choices that no answer knows.
//!
//! Everything is plain, so that answers about serving, training and packing can fill it in.
//! [`super::write`] checks it; nothing is written of what cannot be.

use crate::engine::Engine;
use crate::hardware::{Accelerator, LinkKind, Vendor, in_machine};
use crate::kubernetes::autoscale::Settings;
use crate::quantity::{Bytes, Seconds};
use crate::script::File;
use crate::serving::command;

/// One workload on a cluster.
#[derive(Debug, Clone, PartialEq)]
pub struct Deploy {
    /// Its name: a DNS label of at most 40 letters, which other names are derived from.
    pub name: String,
    /// The namespace it stands in.
    pub namespace: String,
    /// Its number among several that answer at one address; absent of one alone.
    pub seat: Option<u32>,
    /// What it does.
    pub work: Work,
    /// The accelerators it runs on.
    pub board: Board,
    /// The queue that admits it, where Kueue is installed.
    pub queue: Option<Queue>,
    /// The machines that come for it, where Karpenter is installed.
    pub machines: Option<Machines>,
    /// Whether the Prometheus operator is installed.
    pub monitored: bool,
    /// Choices of the reader.
    pub site: Site,
}

/// What a workload does.
#[derive(Debug, Clone, PartialEq)]
pub enum Work {
    /// It answers requests.
    Serving(Box<Serving>),
    /// It trains, and ends.
    Training(Box<Training>),
}

/// The makers whose device plugins manifests are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    /// NVIDIA.
    Nvidia,
    /// AMD.
    Amd,
}

impl Maker {
    /// The maker of an accelerator; `None` where no manifests are written for it.
    #[must_use]
    pub const fn of(vendor: Vendor) -> Option<Self> {
        match vendor {
            Vendor::Nvidia => Some(Self::Nvidia),
            Vendor::Amd => Some(Self::Amd),
            Vendor::Google | Vendor::Aws | Vendor::Intel | Vendor::Apple | Vendor::Other => None,
        }
    }

    /// The extended resource of a whole accelerator, which is the key of the taint, too.
    #[must_use]
    pub const fn resource(self) -> &'static str {
        match self {
            Self::Nvidia => "nvidia.com/gpu",
            Self::Amd => "amd.com/gpu",
        }
    }

    /// The node label that names the board: of NVIDIA's feature discovery, of AMD's labeller.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Nvidia => "nvidia.com/gpu.product",
            Self::Amd => "amd.com/gpu.product-name",
        }
    }

    /// The node label of any of its boards.
    #[must_use]
    pub const fn present(self) -> &'static str {
        match self {
            Self::Nvidia => "nvidia.com/gpu.present",
            Self::Amd => "feature.node.kubernetes.io/amd-gpu",
        }
    }
}

/// The facts of an accelerator that manifests name.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// Whose it is.
    pub maker: Maker,
    /// The value of the node label [`Maker::label`].
    pub product: Option<String>,
    /// Memory of one.
    pub memory: Bytes,
    /// Accelerators of a node.
    pub node: u32,
    /// Whether NVLink joins those of a node.
    pub linked: bool,
    /// Accelerators that NVLink joins, of one node or of several.
    pub domain: u32,
    /// A label that nodes have beside the product's, and its value: of a packing, which layout
    /// their boards have.
    pub pinned: Option<(&'static str, String)>,
}

impl Board {
    /// Of an accelerator whose memory is `memory` as the driver reports it; `product` is its label
    /// where that is known. `None` where no manifests are written for its maker.
    #[must_use]
    pub fn of(chip: &Accelerator, memory: Bytes, product: Option<String>) -> Option<Self> {
        let linked =
            chip.link.domain > 1 && !matches!(chip.link.kind, LinkKind::Pcie | LinkKind::None);
        let board = Self {
            maker: Maker::of(chip.vendor)?,
            product,
            memory,
            node: 1,
            linked,
            domain: chip.joined(),
            pinned: None,
        };
        Some(board.in_nodes(chip.node_size))
    }

    /// The same in nodes of so many accelerators; of a domain over several machines, in its
    /// machines.
    #[must_use]
    pub fn in_nodes(self, node: u32) -> Self {
        Self {
            node: in_machine(self.domain, node),
            ..self
        }
    }
}

/// A model served.
#[derive(Debug, Clone, PartialEq)]
pub struct Serving {
    /// The model: its name on the hub, or a path in the volume.
    pub model: String,
    /// The name that requests ask for.
    pub served: String,
    /// The engine.
    pub engine: Engine,
    /// Its image with a tag; that of the version the options were read from if absent.
    pub image: Option<String>,
    /// Into which kind it is written; by the placement if absent.
    pub form: Option<Form>,
    /// How one replica is set: its placement and every option that the estimate went by.
    pub settings: command::Settings,
    /// Replicas over the day.
    pub replicas: Replicas,
    /// The published checkpoint: what is downloaded, and read at a start.
    pub weights: Bytes,
    /// What the most loaded rank needs: weights, activations, runtime and the cache of the
    /// requests that it serves at once.
    pub held: Bytes,
    /// From starting a replica to its first answer.
    pub cold_start: Seconds,
    /// From asking for a machine to a node with the image.
    pub node_start: Seconds,
    /// Requests in flight that one replica carries within the promise.
    pub carries: f64,
    /// Requests in flight of one replica that the autoscaler aims at; three quarters of
    /// `carries` if absent.
    pub target: Option<f64>,
    /// The promised time to the first token.
    pub first_token: Option<Seconds>,
    /// The 99th percentile of a whole answer.
    pub answer: Seconds,
    /// The mean pause between sessions.
    pub gap: Option<Seconds>,
    /// Who sets the number of replicas.
    pub autoscaler: Autoscaler,
    /// Its settings as they were tried on a day; by their rules if absent.
    pub scaling: Option<Settings>,
    /// Whether it may sleep without a replica.
    pub to_zero: bool,
    /// Replicas that may be added in a minute.
    pub up: u32,
    /// How the accelerators are asked for.
    pub devices: Devices,
    /// Whether several share one.
    pub sharing: Sharing,
    /// Separate replicas that read prompts, with their count and tensor parallelism.
    pub prefill: Option<Prefill>,
    /// The place that a packing gave its replicas, if one did.
    pub given: Option<Given>,
}

impl Serving {
    /// Whether the last replica may go.
    #[must_use]
    pub fn sleeps(&self) -> bool {
        self.to_zero && self.autoscaler == Autoscaler::Keda
    }
}

/// A place that a packing gave: its pods keep to nodes of that accelerator, however they ask for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// Memory of the accelerator, or of its slice.
    pub memory: Bytes,
    /// The memory of it that the packing counts for a replica, driver and context among it; absent
    /// of one that spans several.
    pub holds: Option<Bytes>,
    /// The claim of an accelerator that it shares with other workloads, by name.
    pub claim: Option<String>,
}

/// Replicas over the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replicas {
    /// At night, with what may fail.
    pub least: u32,
    /// On the average.
    pub mean: u32,
    /// At the peak.
    pub peak: u32,
}

/// Replicas that read prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefill {
    /// How many.
    pub replicas: u32,
    /// Tensor parallelism of one.
    pub tensor: u32,
}

/// Kinds that a workload is written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `Deployment`.
    Deployment,
    /// `LeaderWorkerSet`: one replica over several nodes.
    LeaderWorkerSet,
    /// `KServe`'s `LLMInferenceService`, with gateway and scheduler.
    Kserve,
    /// `KServe`'s `InferenceService`.
    InferenceService,
    /// Values of the chart of vLLM's production stack.
    ProductionStack,
}

impl Form {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Deployment,
        Self::LeaderWorkerSet,
        Self::Kserve,
        Self::InferenceService,
        Self::ProductionStack,
    ];
}

/// Who sets the number of replicas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Autoscaler {
    /// Nobody: the peak's stand all day.
    None,
    /// `HorizontalPodAutoscaler`, over an adapter of external metrics.
    Hpa,
    /// KEDA.
    Keda,
}

/// How accelerators are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Devices {
    /// As an extended resource of the device plugin.
    Plugin,
    /// As a claim (dynamic resource allocation, Kubernetes 1.34 and later).
    Claim,
}

/// Whether several share an accelerator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sharing {
    /// Nobody shares.
    None,
    /// A slice of this profile (`3g.40gb`).
    Mig(String),
    /// This many take turns.
    TimeSlicing(u32),
    /// This many run side by side.
    Mps(u32),
}

/// A training run.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    /// Into which kind it is written.
    pub form: RunForm,
    /// Image with a tag.
    pub image: Option<String>,
    /// Nodes.
    pub nodes: u32,
    /// Accelerators of each.
    pub each: u32,
    /// Files that start it, the command first ([`crate::training::launch`]). Without any, the
    /// reader's script gets [`Self::settings`].
    pub files: Vec<File>,
    /// Options that carry the answer: names and numbers, in order.
    pub settings: Vec<(&'static str, u32)>,
    /// Time between checkpoints (Young and Daly).
    pub every: Option<Seconds>,
    /// The whole run.
    pub run: Option<Seconds>,
    /// Whether it must be done by a date.
    pub dated: bool,
    /// Failures expected during it.
    pub failures: f64,
    /// Bytes of one checkpoint.
    pub checkpoint: Bytes,
    /// Checkpoints kept.
    pub kept: u32,
    /// Host memory of one node.
    pub host: Bytes,
    /// How the accelerators are asked for.
    pub devices: Devices,
}

/// Kinds that a run is written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunForm {
    /// `Job`: one node.
    Job,
    /// `JobSet`.
    JobSet,
    /// Kubeflow's `TrainJob`.
    TrainJob,
    /// Kubeflow's older `PyTorchJob`.
    PyTorchJob,
}

/// A team's queue.
#[derive(Debug, Clone, PartialEq)]
pub struct Queue {
    /// Its name in the namespace.
    pub name: String,
    /// Accelerators that are the team's own.
    pub nominal: u32,
    /// The teams that lend each other; none lends where absent.
    pub cohort: Option<String>,
    /// Accelerators that it may borrow.
    pub borrowing: Option<u32>,
    /// Accelerators that it may lend.
    pub lending: Option<u32>,
    /// Weight among the cohort, by budget.
    pub weight: Option<u32>,
    /// Whether the oldest job holds up those behind it.
    pub strict: bool,
}

impl Queue {
    /// A queue of a team on its own, with so many accelerators.
    #[must_use]
    pub const fn of(name: String, nominal: u32) -> Self {
        Self {
            name,
            nominal,
            cohort: None,
            borrowing: None,
            lending: None,
            weight: None,
            strict: false,
        }
    }
}

/// Machines that come when pods wait.
#[derive(Debug, Clone, PartialEq)]
pub struct Machines {
    /// The accelerator as Karpenter names it (`h100`).
    pub gpu: String,
    /// Accelerators of one.
    pub each: u32,
    /// Whether the answer carries spares, so that spot will do.
    pub spot: bool,
    /// Zones; all if empty.
    pub zones: Vec<String>,
}

impl Machines {
    /// Whole machines of an accelerator, in any zone. Instance types call it by the second word of
    /// its id.
    #[must_use]
    pub fn of(chip: &Accelerator) -> Self {
        let name = chip.id.split('-').nth(1).unwrap_or(&chip.id);
        Self {
            gpu: name.to_owned(),
            each: chip.node_size.max(1),
            spot: false,
            zones: Vec::new(),
        }
    }
}

/// Choices that no answer knows, each with a default that the file marks as the reader's.
#[derive(Debug, Clone, PartialEq)]
pub struct Site {
    /// Storage class of a volume that many nodes read; absent: nodes fetch the model from the hub.
    pub storage_class: Option<String>,
    /// Address of Prometheus.
    pub prometheus: String,
    /// The label `release` that its operator selects.
    pub release: String,
    /// Secret of the registry.
    pub pull_secret: Option<String>,
    /// Node label of a rack.
    pub rack: String,
    /// Namespace of the GPU operator.
    pub operator: String,
}

impl Default for Site {
    fn default() -> Self {
        Self {
            storage_class: None,
            prometheus: "http://prometheus-operated.monitoring.svc:9090".to_owned(),
            release: "kube-prometheus-stack".to_owned(),
            pull_secret: None,
            rack: "cloud.example.com/rack".to_owned(),
            operator: "gpu-operator".to_owned(),
        }
    }
}
