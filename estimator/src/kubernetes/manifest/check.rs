//! What a question must be before anything is written of it. Every text is checked against what
//! its place allows, so that none can end a quote or become a command.

use super::deploy::{
    Autoscaler, Deploy, Devices, Form, Maker, Queue, RunForm, Serving, Sharing, Site, Training,
};
use super::name::{NAME, is_label, is_label_key, is_label_value, is_path};
use super::{figure, measure, set};
use crate::engine::Engine;
use crate::kubernetes::problem::{FieldError, Problem};
use crate::quantity::{Bytes, Seconds};

/// The most replicas, accelerators of a node, stages and the like.
pub(super) const MOST_COUNT: u32 = 100_000;
/// The most ranks of one replica.
const MOST_RANKS: u64 = 4096;
/// The most tokens of a sequence or a step.
const MOST_TOKENS: u32 = 1_000_000_000;
/// A day: no start or answer takes longer.
const DAY: f64 = 86_400.0;
/// Ten years: no run that is begun takes longer.
pub(super) const LONGEST_RUN: f64 = 365.0 * DAY * 10.0;
/// Failures of a run.
pub(super) const MOST_FAILURES: f64 = 1e6;
/// A thousand terabytes.
const MOST_BYTES: f64 = 1e15;
/// The most that share an accelerator: MPS serves 48 clients (NVIDIA, Multi-Process Service).
const MOST_SHARERS: u32 = 48;

const NAMED: Problem = Problem::Not(
    "a DNS label of at most 40 lower-case letters, digits and dashes that begins with a letter",
);
pub(super) const LABEL: Problem =
    Problem::Not("a DNS label of lower-case letters, digits and dashes");
pub(super) const VALUE: Problem =
    Problem::Not("a label's value of letters, digits, dots, dashes and underscores");
const PATH: Problem = Problem::Not("a path or a name of letters, digits and -_./:@+");
/// The need that makers other than NVIDIA do not meet.
pub const OF_NVIDIA: &str = "an accelerator of NVIDIA's";
/// The need of a `Job`, which has one node.
pub const SEVERAL_NODES: &str = "one node, or jobset";
/// The need of a run's claims.
pub const OWN_PODS: &str = "job, jobset or pytorchjob";
const ALONE: Problem = Problem::Needs(OF_NVIDIA);
const PINNED: Problem = Problem::Not("an image with a tag or a digest");

/// All that is wrong with a model served, in the order of the fields.
pub(super) fn of_serving(deploy: &Deploy, serving: &Serving) -> Vec<FieldError> {
    let mut found = of_any(deploy);
    served(deploy, serving, &mut found);
    found.0
}

/// All that is wrong with a training run, in the order of the fields.
pub(super) fn of_run(deploy: &Deploy, training: &Training) -> Vec<FieldError> {
    let mut found = of_any(deploy);
    trained(deploy, training, &mut found);
    found.0
}

fn of_any(deploy: &Deploy) -> Found {
    let mut found = Found(Vec::new());
    found.unless(is_label(&deploy.name, NAME), "name", NAMED);
    found.unless(is_label(&deploy.namespace, 63), "namespace", LABEL);
    let product = deploy.board.product.as_deref();
    found.unless(product.is_none_or(is_label_value), "board.product", VALUE);
    found.count(deploy.board.node, "board.node", 1024);
    found.bytes(deploy.board.memory, "board.memory");
    site(&deploy.site, &mut found);
    if let Some(queue) = &deploy.queue {
        queued(queue, &mut found);
    }
    let nvidia = deploy.board.maker == Maker::Nvidia;
    if let Some(machines) = &deploy.machines {
        // AWS rents no board of AMD's that models run on.
        found.unless(nvidia, "machines", ALONE);
        found.unless(is_label_value(&machines.gpu), "machines.gpu", VALUE);
        found.count(machines.each, "machines.each", 1024);
        let zones = machines.zones.iter().all(|zone| is_label_value(zone));
        found.unless(zones, "machines.zones", VALUE);
        found.unless(
            machines.zones.len() <= 64,
            "machines.zones",
            Problem::TooMany(64),
        );
    }
    found
}

struct Found(Vec<FieldError>);

impl Found {
    fn unless(&mut self, good: bool, field: &str, problem: Problem) {
        if !good {
            self.0.push(FieldError::new(field, problem));
        }
    }

    /// A count from one on.
    fn count(&mut self, count: u32, field: &str, most: u32) {
        let range = Problem::Range(1.0, f64::from(most));
        self.unless((1..=most).contains(&count), field, range);
    }

    fn number(&mut self, number: f64, field: &str, least: f64, most: f64) {
        let good = (least..=most).contains(&number);
        self.unless(good, field, Problem::Range(least, most));
    }

    fn time(&mut self, time: Seconds, field: &str) {
        self.number(time.get(), field, 0.0, DAY);
    }

    fn bytes(&mut self, bytes: Bytes, field: &str) {
        self.number(bytes.get(), field, 0.0, MOST_BYTES);
    }

    fn image(&mut self, image: Option<&str>) {
        let Some(image) = image else {
            return;
        };
        self.unless(is_path(image), "image", PATH);
        let last = image.rsplit('/').next().unwrap_or(image);
        let pinned = last.contains([':', '@']) && !last.ends_with(":latest");
        self.unless(pinned, "image", PINNED);
    }
}

fn site(site: &Site, found: &mut Found) {
    let class = site.storage_class.as_deref();
    let label = |text: &str| is_label(text, 63);
    found.unless(class.is_none_or(label), "site.storage_class", LABEL);
    let address = site.prometheus.strip_prefix("http://");
    let address = address.or_else(|| site.prometheus.strip_prefix("https://"));
    let address = address.is_some_and(is_path);
    found.unless(
        address,
        "site.prometheus",
        Problem::Not("an address that begins with http"),
    );
    found.unless(is_label_value(&site.release), "site.release", VALUE);
    let secret = site.pull_secret.as_deref();
    found.unless(secret.is_none_or(label), "site.pull_secret", LABEL);
    found.unless(
        is_label_key(&site.rack),
        "site.rack",
        Problem::Not("the name of a node's label"),
    );
    found.unless(label(&site.operator), "site.operator", LABEL);
}

fn queued(queue: &Queue, found: &mut Found) {
    found.unless(is_label(&queue.name, 63), "queue.name", LABEL);
    found.count(queue.nominal, "queue.nominal", MOST_COUNT);
    let cohort = queue.cohort.as_deref();
    found.unless(
        cohort.is_none_or(|name| is_label(name, 63)),
        "queue.cohort",
        LABEL,
    );
    let alone = cohort.is_none();
    let needs = || Problem::Needs("a cohort");
    found.unless(
        !alone || queue.borrowing.is_none(),
        "queue.borrowing",
        needs(),
    );
    found.unless(!alone || queue.lending.is_none(), "queue.lending", needs());
    let lends = queue.lending.is_none_or(|most| most <= queue.nominal);
    found.unless(lends, "queue.lending", Problem::AboveMost);
}

fn served(deploy: &Deploy, serving: &Serving, found: &mut Found) {
    found.unless(is_path(&serving.model), "model", PATH);
    let inside = !serving.model.starts_with('/') || serving.model.starts_with("/models/");
    found.unless(inside, "model", Problem::Not("a path below /models"));
    found.unless(is_path(&serving.served), "served", PATH);
    found.image(serving.image.as_deref());
    for (count, field) in [
        (serving.settings.placement.tensor, "placement.tensor"),
        (serving.settings.placement.pipeline, "placement.pipeline"),
        (serving.settings.placement.expert, "placement.expert"),
        (serving.settings.placement.data, "placement.data"),
        (serving.replicas.least, "replicas.least"),
        (serving.replicas.mean, "replicas.mean"),
        (serving.replicas.peak, "replicas.peak"),
        (serving.up, "up"),
    ] {
        found.count(count, field, MOST_COUNT);
    }
    let (least, mean, peak) = (
        serving.replicas.least,
        serving.replicas.mean,
        serving.replicas.peak,
    );
    found.unless(least <= peak, "replicas.least", Problem::AboveMost);
    found.unless(mean <= peak, "replicas.mean", Problem::AboveMost);
    for (count, field) in [
        (serving.settings.context, "context"),
        (serving.settings.sequences, "sequences"),
        (serving.settings.batched, "batched"),
    ] {
        if let Some(count) = count {
            found.count(count, field, MOST_TOKENS);
        }
    }
    if let Some(share) = serving.settings.memory {
        found.number(share, "memory_share", 0.01, 1.0);
    }
    found.bytes(serving.weights, "weights");
    found.bytes(serving.held, "held");
    found.time(serving.cold_start, "cold_start");
    found.time(serving.node_start, "node_start");
    found.time(serving.answer, "answer");
    if let Some(promise) = serving.first_token {
        found.number(promise.get(), "first_token", 0.001, DAY);
    }
    if let Some(gap) = serving.gap {
        found.number(gap.get(), "gap", 0.0, 365.0 * DAY);
    }
    found.number(serving.carries, "carries", 0.01, 1e6);
    if let Some(target) = serving.target {
        found.number(target, "target", 1.0, 1e6);
        let sequences = serving.settings.sequences.map_or(f64::INFINITY, f64::from);
        let held = target <= serving.carries.min(sequences);
        found.unless(held, "target", Problem::AboveMost);
    }
    let product = |all: [u32; 3]| all.into_iter().map(u64::from).product::<u64>();
    let placed = serving.settings.placement;
    let ranks = product([
        placed.tensor.min(5000),
        placed.pipeline.min(5000),
        placed.data.min(5000),
    ]);
    found.unless(ranks <= MOST_RANKS, "placement", Problem::AboveMost);
    // What follows reckons with the numbers above.
    if found.0.is_empty() {
        placement(deploy, serving, found);
        sharing(deploy, serving, found);
        scaling(deploy, serving, found);
    }
}

fn placement(deploy: &Deploy, serving: &Serving, found: &mut Found) {
    let nodes = figure::nodes(serving, &deploy.board);
    let form = set::form(deploy, serving);
    let even = figure::ranks(serving).is_multiple_of(nodes);
    found.unless(even, "placement", Problem::Not("equal parts of nodes"));
    let spread = matches!(form, Form::LeaderWorkerSet | Form::Kserve);
    found.unless(
        nodes == 1 || spread,
        "form",
        Problem::Needs("one node a replica, or leaderworkerset or kserve"),
    );
    let own = matches!(form, Form::Deployment | Form::LeaderWorkerSet);
    let spreads = matches!(serving.engine, Engine::Vllm | Engine::Sglang);
    found.unless(
        nodes == 1 || spreads,
        "engine",
        Problem::NoneOf(&["vllm", "sglang"]),
    );
    found.unless(
        own || serving.engine == Engine::Vllm,
        "engine",
        Problem::NoneOf(&["vllm"]),
    );
    if let Some(prefill) = serving.prefill {
        found.unless(form == Form::Kserve, "prefill", Problem::Needs("kserve"));
        found.count(prefill.replicas, "prefill.replicas", MOST_COUNT);
        found.count(prefill.tensor, "prefill.tensor", deploy.board.node);
    }
    let plugin = serving.devices == Devices::Plugin;
    found.unless(
        own || plugin,
        "devices",
        Problem::Needs("deployment or leaderworkerset"),
    );
}

fn sharing(deploy: &Deploy, serving: &Serving, found: &mut Found) {
    let nvidia = deploy.board.maker == Maker::Nvidia;
    let claimed = serving.devices == Devices::Claim;
    found.unless(nvidia || !claimed, "devices", ALONE);
    let shares = serving.sharing != Sharing::None;
    found.unless(nvidia || !shares, "sharing", ALONE);
    let runs = serving.engine != Engine::TensorRtLlm;
    found.unless(nvidia || runs, "engine", ALONE);
    let board = deploy.board.memory;
    let alone = figure::ranks(serving) == 1;
    let shared = serving.sharing != Sharing::None;
    found.unless(
        alone || !shared,
        "sharing",
        Problem::Needs("one rank a replica"),
    );
    let held = match &serving.sharing {
        Sharing::None => board,
        Sharing::Mig(profile) => {
            let fits = figure::slices(profile, board).is_some();
            found.unless(
                fits,
                "sharing",
                Problem::Not("a profile of slices of this accelerator"),
            );
            let size = figure::profile_size(profile).map_or(0, |(_, size)| size);
            Bytes::gib(f64::from(size))
        }
        Sharing::TimeSlicing(count) | Sharing::Mps(count) => {
            let good = (2..=MOST_SHARERS).contains(count);
            found.unless(
                good,
                "sharing",
                Problem::Range(2.0, f64::from(MOST_SHARERS)),
            );
            let by_claim = serving.devices == Devices::Claim;
            // Pods that name one claim meet on one device.
            let meet = !by_claim || serving.replicas.peak <= *count;
            found.unless(meet, "replicas.peak", Problem::AboveMost);
            board * (1.0 / f64::from((*count).max(1)))
        }
    };
    // A packing gives each what it holds, which need not be equal parts.
    let packed = serving.given.is_some();
    found.unless(packed || serving.held <= held, "held", Problem::AboveMost);
}

fn scaling(deploy: &Deploy, serving: &Serving, found: &mut Found) {
    let scaler = serving.autoscaler;
    let keda = scaler == Autoscaler::Keda;
    found.unless(keda || !serving.to_zero, "to_zero", Problem::Needs("keda"));
    if scaler == Autoscaler::None {
        return;
    }
    let counted = measure::is_counted(serving.engine);
    found.unless(
        counted,
        "autoscaler",
        Problem::Needs("an engine that counts its requests"),
    );
    if scaler == Autoscaler::Hpa {
        let form = set::form(deploy, serving);
        let by_itself = matches!(form, Form::Kserve | Form::InferenceService);
        found.unless(!by_itself, "autoscaler", Problem::NoneOf(&["none", "keda"]));
        found.unless(
            deploy.monitored,
            "monitored",
            Problem::Needs("to record what hpa reads"),
        );
    }
    let whole = matches!(
        set::form(deploy, serving),
        Form::Kserve | Form::InferenceService
    );
    found.unless(
        !(whole && serving.to_zero),
        "to_zero",
        Problem::Needs("deployment"),
    );
}

fn trained(deploy: &Deploy, training: &Training, found: &mut Found) {
    found.image(training.image.as_deref());
    found.count(training.nodes, "nodes", MOST_COUNT);
    found.count(training.each, "each", deploy.board.node.max(1));
    let alone = training.form != RunForm::Job || training.nodes == 1;
    found.unless(alone, "form", Problem::Needs(SEVERAL_NODES));
    let claimed = training.devices == Devices::Claim;
    let nvidia = deploy.board.maker == Maker::Nvidia;
    found.unless(nvidia || !claimed, "devices", ALONE);
    // Its runtime has the pods that would name the claims.
    let own = training.form != RunForm::TrainJob;
    found.unless(own || !claimed, "devices", Problem::Needs(OWN_PODS));
    found.unless(
        training.settings.len() <= 64,
        "settings",
        Problem::TooMany(64),
    );
    if let Some(every) = training.every {
        found.number(every.get(), "every", 1.0, LONGEST_RUN);
    }
    if let Some(run) = training.run {
        found.number(run.get(), "run", 1.0, LONGEST_RUN);
    }
    found.number(training.failures, "failures", 0.0, MOST_FAILURES);
    found.bytes(training.checkpoint, "checkpoint");
    found.bytes(training.host, "host");
    found.count(training.kept, "kept", 10_000);
}
