//! Which documents belong to an answer, in the order in which they are applied: what others name
//! comes first.
//!
//! | answer | documents |
//! | --- | --- |
//! | one model, accelerators of one node | account, volume, Deployment, Service, budget, monitor, rules, autoscaler |
//! | a slice or a share | the same behind mig-parted's and the device plugin's files, or a claim |
//! | several nodes a replica | the same around a `LeaderWorkerSet` |
//! | separate pools, or an existing stack | `KServe`'s object or the chart's values alone, its autoscaler beside it |
//! | training | the files that start it, a volume and the run |
//! | any of them | Kueue's objects in front, Karpenter's in front |

use super::deploy::{Deploy, Devices, Form, Maker, RunForm, Serving, Sharing, Training};
use super::node::Fields;
use super::{
    claim, domain, fields, figure, kserve, machine, monitor, pod, queueing, run, scaling, share,
    stack,
};
use super::{workload, yaml};

/// What a document is for; the page has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// The namespace.
    Namespace,
    /// The layout of slices.
    Slices,
    /// How the device plugin shares.
    Plugin,
    /// What stands near what.
    Topology,
    /// The nodes that a quota is of.
    Flavor,
    /// The team's quota.
    Quota,
    /// The queue of the namespace.
    Queue,
    /// A class of priority.
    Priority,
    /// How a machine is set up.
    MachineClass,
    /// The machines that come.
    Machines,
    /// The account of the pods.
    Account,
    /// The files that start a run.
    Launch,
    /// The volume of the weights.
    Volume,
    /// The volume of the checkpoints.
    Checkpoints,
    /// The NVLink domain over several nodes.
    Domain,
    /// The claim of devices.
    Claim,
    /// The replicas.
    Workload,
    /// Values of a chart.
    Values,
    /// The training run.
    Run,
    /// The address of the replicas.
    Service,
    /// How many may be taken away.
    Budget,
    /// What is scraped.
    Monitor,
    /// What is recorded and what alerts.
    Rules,
    /// The fields that are read of accelerators.
    Metrics,
    /// The autoscaler.
    Autoscaler,
}

impl About {
    /// Every kind of document, in the order in which they are applied.
    pub const ALL: [Self; 25] = [
        Self::Namespace,
        Self::Slices,
        Self::Plugin,
        Self::Topology,
        Self::Flavor,
        Self::Quota,
        Self::Queue,
        Self::Priority,
        Self::MachineClass,
        Self::Machines,
        Self::Account,
        Self::Launch,
        Self::Volume,
        Self::Checkpoints,
        Self::Domain,
        Self::Claim,
        Self::Workload,
        Self::Values,
        Self::Run,
        Self::Service,
        Self::Budget,
        Self::Monitor,
        Self::Rules,
        Self::Metrics,
        Self::Autoscaler,
    ];

    /// The word that its file and its sentence are known by.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Namespace => "namespace",
            Self::Slices => "slices",
            Self::Plugin => "device-plugin",
            Self::Topology => "topology",
            Self::Flavor => "flavor",
            Self::Quota => "quota",
            Self::Queue => "queue",
            Self::Priority => "priority",
            Self::MachineClass => "machine-class",
            Self::Machines => "machines",
            Self::Account => "account",
            Self::Launch => "launch",
            Self::Volume => "volume",
            Self::Checkpoints => "checkpoints",
            Self::Domain => "compute-domain",
            Self::Claim => "claim",
            Self::Workload => "workload",
            Self::Values => "values",
            Self::Run => "run",
            Self::Service => "service",
            Self::Budget => "budget",
            Self::Monitor => "monitor",
            Self::Rules => "rules",
            Self::Metrics => "dcgm-metrics",
            Self::Autoscaler => "autoscaler",
        }
    }
}

/// A document.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Its name, which sorts in the order of `kubectl apply`.
    pub name: String,
    /// What it is for.
    pub about: About,
    /// Its fields.
    pub fields: Fields,
    /// The same as YAML.
    pub text: String,
}

/// What a reader should know beside the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// With one replica a roll-out is an outage.
    RollOutIsOutage,
    /// The mean pause is shorter than cooldown and cold start: sleeping does not pay.
    SleepDoesNotPay,
    /// While it sleeps, something in front must hold the first requests.
    NeedsWaitingGateway,
    /// The autoscaler counts what nothing scrapes here.
    ScrapedElsewhere,
    /// It needs a gate of the device driver that is off by default.
    NeedsGate,
    /// The kind is superseded by `TrainJob`.
    Superseded,
    /// The image must hold the software of the launch files.
    NeedsSoftware,
    /// Nodes must get the labels that the layouts name.
    LabelNodes,
    /// On a node of several accelerators, which of them a share is of is the device plugin's.
    AnyOfNode,
    /// A node has whole accelerators and shared ones, or differently shared ones, which the device
    /// plugin does not tell apart.
    MixedNode,
    /// The values are installed by `helm`, not applied.
    InstalledByHelm,
    /// Machines of some layouts stand by a gate of Karpenter's that is off by default: it knows
    /// neither slices nor shares nor claims.
    StandingMachines,
    /// Machines that are there already are not Karpenter's to bring.
    OwnMachines,
    /// Kueue counts no claims that several workloads name.
    UncountedClaims,
}

/// The form that a placement asks for, where the reader named none.
pub(super) fn form(deploy: &Deploy, serving: &Serving) -> Form {
    let placed = match (serving.prefill, figure::nodes(serving, &deploy.board)) {
        (Some(_), _) => Form::Kserve,
        (None, 1) => Form::Deployment,
        (None, _) => Form::LeaderWorkerSet,
    };
    serving.form.unwrap_or(placed)
}

/// All documents of a model served, of a question that was checked.
pub(super) fn of_serving(deploy: &Deploy, serving: &Serving) -> Vec<File> {
    let own = matches!(
        form(deploy, serving),
        Form::Deployment | Form::LeaderWorkerSet
    );
    let mut all = namespace(deploy, own);
    shared(deploy, serving, &mut all);
    queues(deploy, &serving.sharing, &mut all);
    machines(deploy, &mut all);
    served(deploy, serving, &mut all);
    if own && deploy.monitored && deploy.board.maker == Maker::Nvidia {
        // What scales comes last: it names the rest.
        let place = all
            .iter()
            .position(|(about, _)| *about == About::Autoscaler);
        let metrics = (About::Metrics, fields::metrics(deploy, serving));
        all.insert(place.unwrap_or(all.len()), metrics);
    }
    named(all)
}

/// All documents of a training run, of a question that was checked.
pub(super) fn of_run(deploy: &Deploy, training: &Training) -> Vec<File> {
    let mut all = namespace(deploy, false);
    queues(deploy, &Sharing::None, &mut all);
    machines(deploy, &mut all);
    trained(deploy, training, &mut all);
    named(all)
}

fn named(all: Vec<(About, Fields)>) -> Vec<File> {
    let all = all.into_iter();
    numbered(all.map(|(about, fields)| (about, String::new(), fields)))
}

fn namespace(deploy: &Deploy, restricted: bool) -> Vec<(About, Fields)> {
    let namespace = workload::namespace(deploy, restricted);
    let namespace = namespace.map(|fields| (About::Namespace, fields));
    namespace.into_iter().collect()
}

fn machines(deploy: &Deploy, all: &mut Vec<(About, Fields)>) {
    if let Some(machines) = &deploy.machines {
        let pool = machine::Pool::of(deploy, machines);
        all.push((About::MachineClass, machine::class(&pool)));
        all.push((About::Machines, pool.object()));
    }
}

/// Documents as files, in this order; what stands behind the word of some tells alike ones apart.
pub(super) fn numbered(all: impl ExactSizeIterator<Item = (About, String, Fields)>) -> Vec<File> {
    let width = if all.len() > 99 { 3 } else { 2 };
    let numbered = all.zip(1_u32..);
    numbered
        .map(|((about, behind, fields), number)| File {
            name: format!("{number:0width$}-{}{behind}.yaml", about.key()),
            about,
            text: yaml::document(&[], &fields),
            fields,
        })
        .collect()
}

fn shared(deploy: &Deploy, serving: &Serving, all: &mut Vec<(About, Fields)>) {
    // A claim carries how it is shared itself.
    if serving.devices == Devices::Claim {
        return;
    }
    if let Sharing::Mig(profile) = &serving.sharing {
        all.push((About::Slices, share::mig(deploy, profile)));
    }
    all.extend(share::plugin(deploy, &serving.sharing).map(|fields| (About::Plugin, fields)));
}

fn queues(deploy: &Deploy, sharing: &Sharing, all: &mut Vec<(About, Fields)>) {
    let Some(queue) = &deploy.queue else {
        return;
    };
    let rack = &deploy.site.rack;
    let topology = queueing::topology(&deploy.board, queueing::rack(rack));
    all.push((About::Topology, topology));
    all.push((About::Flavor, queueing::flavor(&deploy.board, sharing)));
    all.push((About::Quota, queueing::quota(deploy, queue)));
    all.push((About::Queue, queueing::local(deploy, queue)));
    let classes = queueing::CLASSES.into_iter().map(queueing::class);
    all.extend(classes.map(|fields| (About::Priority, fields)));
}

/// Everything of a workload that serves, by its form.
fn served(deploy: &Deploy, serving: &Serving, all: &mut Vec<(About, Fields)>) {
    let form = form(deploy, serving);
    match form {
        Form::InferenceService => all.push((About::Workload, kserve::plain(deploy, serving))),
        Form::ProductionStack => {
            all.push((About::Values, stack::values(deploy, serving)));
            all.extend(
                scaling::object_for(deploy, serving, form).map(|made| (About::Autoscaler, made)),
            );
        }
        Form::Kserve | Form::Deployment | Form::LeaderWorkerSet => {
            placed(deploy, serving, form, all);
        }
    }
}

/// Everything of a workload in a form that a placement asks for.
pub(super) fn placed(
    deploy: &Deploy,
    serving: &Serving,
    form: Form,
    all: &mut Vec<(About, Fields)>,
) {
    if form == Form::Kserve {
        all.push((About::Workload, kserve::scheduled(deploy, serving)));
    } else {
        own(deploy, serving, form, all);
    }
}

/// Everything around a workload that nothing else looks after.
fn own(deploy: &Deploy, serving: &Serving, form: Form, all: &mut Vec<(About, Fields)>) {
    let grouped = form == Form::LeaderWorkerSet;
    all.push((About::Account, workload::account(deploy)));
    if pod::has_volume(deploy, serving) {
        all.push((About::Volume, workload::volume(deploy, serving)));
    }
    if domain::spans(deploy, serving) {
        let nodes = figure::nodes(serving, &deploy.board);
        all.push((About::Domain, domain::object_of(deploy, nodes)));
    }
    if serving.devices == Devices::Claim && claim::met(serving).is_none() {
        all.push((About::Claim, claim::object_of(deploy, serving)));
    }
    let replicas = if grouped {
        workload::group(deploy, serving)
    } else {
        workload::deployment(deploy, serving)
    };
    all.push((About::Workload, replicas));
    all.push((About::Service, workload::service(deploy, grouped)));
    all.extend(workload::budget(deploy, serving).map(|made| (About::Budget, made)));
    if deploy.monitored {
        all.push((About::Monitor, monitor::pods(deploy, grouped)));
        all.extend(monitor::rules(deploy, serving).map(|made| (About::Rules, made)));
    }
    let scaled = scaling::object_for(deploy, serving, form);
    all.extend(scaled.map(|made| (About::Autoscaler, made)));
}

fn trained(deploy: &Deploy, training: &Training, all: &mut Vec<(About, Fields)>) {
    all.extend(run::launch(deploy, training).map(|fields| (About::Launch, fields)));
    // Without files to mount, a TrainJob's volumes are its runtime's.
    if training.form != RunForm::TrainJob || !training.files.is_empty() {
        all.push((About::Checkpoints, run::volume(deploy, training)));
    }
    if domain::spans_run(deploy, training) {
        let object = domain::object_of(deploy, training.nodes);
        all.push((About::Domain, object));
    }
    if training.devices == Devices::Claim {
        all.push((About::Claim, claim::of_run(deploy, training)));
    }
    all.push((About::Run, run::of(deploy, training)));
}

/// What there is to say beside the files of a model served.
pub(super) fn serving_findings(deploy: &Deploy, serving: &Serving) -> Vec<Finding> {
    let form = form(deploy, serving);
    let awake = serving.cold_start.get()
        + f64::from(u32::try_from(figure::cooldown(serving)).unwrap_or(u32::MAX));
    let short = serving.gap.is_some_and(|gap| gap.get() <= awake);
    let scaled = serving.autoscaler != super::deploy::Autoscaler::None;
    let claimed = serving.devices == Devices::Claim;
    those(&[
        (serving.replicas.peak == 1, Finding::RollOutIsOutage),
        (serving.to_zero && short, Finding::SleepDoesNotPay),
        (serving.to_zero, Finding::NeedsWaitingGateway),
        (scaled && !deploy.monitored, Finding::ScrapedElsewhere),
        (claimed && claim::is_shared(serving), Finding::NeedsGate),
        (form == Form::ProductionStack, Finding::InstalledByHelm),
    ])
}

/// What there is to say beside the files of a run.
pub(super) fn run_findings(training: &Training) -> Vec<Finding> {
    those(&[
        (!training.files.is_empty(), Finding::NeedsSoftware),
        (training.form == RunForm::PyTorchJob, Finding::Superseded),
    ])
}

/// The findings that are so.
pub(super) fn those(all: &[(bool, Finding)]) -> Vec<Finding> {
    let found = all.iter().filter(|(found, _)| *found);
    found.map(|(_, finding)| *finding).collect()
}
