//! The question that manifests of a training run are written from, out of the page's answer and what
//! the reader chose: every number is the report's.
//!
//! ```text
//! nodes, accelerators of each = as the launch files have them: equal parts, as few as hold them
//! checkpoints, failures, time = the run's own, with its overheads
//! quota                       = the run's accelerators
//! ```

use super::answer::NoManifest;
use super::check::{LONGEST_RUN, MOST_FAILURES};
use super::deploy::{Board, Deploy, Devices, Machines, Queue, RunForm, Site, Training, Work};
use crate::kubernetes::teams::{Class, Jobs};
use crate::offer::Offer;
use crate::quantity::{Seconds, UsdPerHour};
use crate::script;
use crate::training::Job;
use crate::training::launch::{Cluster, launch};
use crate::training::report::Run;

/// Checkpoints that are kept.
pub(super) const KEPT: u32 = 2;

/// What a reader chooses, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct RunChoices {
    /// Name of the run.
    pub name: String,
    /// Its namespace.
    pub namespace: String,
    /// The image; one with `PyTorch` if absent.
    pub image: Option<String>,
    /// Into which kind it is written; by the nodes if absent.
    pub form: Option<RunForm>,
    /// How accelerators are asked for.
    pub devices: Devices,
    /// The queue that admits it, where Kueue is installed.
    pub queue: Option<String>,
    /// Whether Karpenter brings the machines.
    pub karpenter: bool,
    /// What else no answer knows.
    pub site: Site,
}

/// A run as it was answered, before anything is chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Ran {
    training: Training,
    board: Board,
    machines: Machines,
    price: Option<UsdPerHour>,
}

impl Ran {
    /// Of a run of `job` on `offer`, over nodes of `node` accelerators; `dated` where it must be
    /// done by a date, `product` the label of its accelerator where that is known.
    ///
    /// # Errors
    /// Why there are no manifests of it: of another maker, its software lacks a setting without
    /// which another training would run, or it would take longer than ten years.
    pub fn of(
        job: &Job,
        run: &Run,
        offer: &Offer,
        node: u32,
        dated: bool,
        product: Option<&str>,
    ) -> Result<Self, NoManifest> {
        let chip = &offer.accelerator;
        let estimate = &run.estimate;
        let board = Board::of(chip, estimate.memory.capacity, product.map(str::to_owned));
        let board = board.ok_or(NoManifest::Vendor)?.in_nodes(node);
        let node = board.node;
        let started = launch(job, &estimate.layout, &Cluster::of(chip, node, run));
        if started.files.is_empty() {
            return Err(NoManifest::Gap);
        }
        let machines = script::Machines::of(estimate.layout.accelerators, node);
        let overheads = &run.overheads;
        let every = overheads.checkpoint_every;
        let in_time = run.wall.get() <= LONGEST_RUN && overheads.failures <= MOST_FAILURES;
        if !in_time {
            return Err(NoManifest::Nothing);
        }
        let in_time = |time: &Seconds| (1.0..=LONGEST_RUN).contains(&time.get());
        let training = Training {
            form: RunForm::Job,
            image: None,
            nodes: machines.nodes,
            each: machines.each,
            files: started.files,
            settings: Vec::new(),
            every: Some(every).filter(in_time),
            run: Some(run.wall).filter(in_time),
            dated,
            failures: overheads.failures,
            checkpoint: overheads.checkpoint,
            kept: KEPT,
            host: estimate.memory.host,
            devices: Devices::Plugin,
        };
        Ok(Self {
            training,
            board,
            machines: Machines {
                each: node,
                ..Machines::of(chip)
            },
            price: run
                .cost
                .filter(|_| run.accelerator_hours > 0.0)
                .map(|cost| UsdPerHour::new(cost.get() / run.accelerator_hours)),
        })
    }

    /// Its accelerators.
    #[must_use]
    pub const fn accelerators(&self) -> u32 {
        self.training.nodes.saturating_mul(self.training.each)
    }

    /// What it pays for an accelerator-hour; `None` without a price.
    #[must_use]
    pub const fn price(&self) -> Option<UsdPerHour> {
        self.price
    }

    /// How long it takes; `None` of one that is over at once.
    #[must_use]
    pub const fn time(&self) -> Option<Seconds> {
        self.training.run
    }

    /// The run as a job of a queue, under a name; `None` of one whose time is not known.
    #[must_use]
    pub fn job(&self, name: &str) -> Option<Jobs> {
        let class = if self.training.dated {
            Class::Deadline
        } else {
            Class::Batch
        };
        let whole = |time: Seconds| crate::quantity::whole(time.get().round()).max(1);
        Some(Jobs {
            class,
            checkpoint: self.training.every.map(whole),
            ..Jobs::new(name, 0, self.accelerators(), whole(self.time()?))
        })
    }

    /// The question, with what the reader chose.
    #[must_use]
    pub fn deploy(&self, choices: RunChoices) -> Deploy {
        let one_node = self.training.nodes == 1;
        let placed = if one_node {
            RunForm::Job
        } else {
            RunForm::JobSet
        };
        Deploy {
            name: choices.name,
            namespace: choices.namespace,
            seat: None,
            board: self.board.clone(),
            queue: choices
                .queue
                .map(|name| Queue::of(name, self.accelerators())),
            machines: choices.karpenter.then(|| self.machines.clone()),
            monitored: false,
            site: choices.site,
            work: Work::Training(Box::new(Training {
                form: choices.form.unwrap_or(placed),
                image: choices.image,
                devices: choices.devices,
                ..self.training.clone()
            })),
        }
    }
}
