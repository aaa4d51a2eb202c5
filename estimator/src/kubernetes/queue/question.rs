//! The question about a queue: teams with their quotas, and their jobs.

use crate::kubernetes::problem::{FieldError, Problem};
use std::collections::HashSet;

/// The most queues of a cohort.
pub(super) const MOST_QUEUES: usize = 1_000;
/// The most jobs.
pub const MOST_JOBS: usize = 10_000;
/// The most cycles of a run.
pub const MOST_CYCLES: u64 = 20_000_000;
/// The most accelerators of a quota or a job.
pub(super) const MOST_GPUS: u64 = 1_000_000_000;
/// The most nodes of a topology.
pub const MOST_NODES: u64 = 2_000;
/// The most accelerators of a node of a topology.
pub(super) const MOST_OF_NODE: u64 = 1024;
/// The longest time, seconds: some thirty years.
pub(super) const LONGEST: u64 = 1_000_000_000;

/// A cohort and the jobs submitted to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its queues.
    pub queues: Vec<Queue>,
    /// The jobs.
    pub jobs: Vec<Job>,
    /// The nodes of the flavor, where jobs are placed on them; quotas alone decide where absent.
    pub topology: Option<Topology>,
}

/// The nodes of a flavor: as many as hold all quotas, the last one the rest, rack by rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Topology {
    /// Accelerators of a node.
    pub node: u64,
    /// Nodes of a rack.
    pub rack: u64,
    /// Racks of a block; no such level where absent.
    pub block: Option<u64>,
}

/// A level of the topology.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// `kubernetes.io/hostname`.
    Node,
    /// The nodes of a rack.
    Rack,
    /// The racks of a block.
    Block,
}

/// How near each other the pods of a job must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Near {
    /// On any nodes (`podset-unconstrained-topology`).
    Anywhere,
    /// In one domain of the level, of one above, or in the fewest (`podset-preferred-topology`).
    Preferred(Level),
    /// In one domain of the level (`podset-required-topology`).
    Required(Level),
}

/// A `ClusterQueue`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue {
    /// Its name.
    pub name: String,
    /// `nominalQuota`, accelerators.
    pub nominal: u64,
    /// `lendingLimit`: the most that others may use of it; all where absent.
    pub lend: Option<u64>,
    /// `borrowingLimit`: the most above nominal; all there is where absent.
    pub borrow: Option<u64>,
    /// `queueingStrategy`.
    pub strategy: Strategy,
    /// `preemption.withinClusterQueue`.
    pub within: Within,
    /// `preemption.reclaimWithinCohort`.
    pub reclaim: Reclaim,
    /// Whether `preemption.borrowWithinCohort` is other than `Never`.
    pub borrow_within: bool,
}

/// The effect of a job at the head that cannot enter on those behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// It is set aside until something changes.
    BestEffortFifo,
    /// They wait.
    StrictFifo,
}

/// Whom a job may evict in its own queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Nobody.
    Never,
    /// Jobs of lower priority.
    LowerPriority,
    /// Those, and jobs of its own priority that were submitted later.
    LowerOrNewerEqualPriority,
}

/// Whom a job may evict in other queues that borrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reclaim {
    /// Nobody.
    Never,
    /// Jobs of lower priority.
    LowerPriority,
    /// Anybody.
    Any,
}

/// A job that needs all of its accelerators at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// The place of its queue.
    pub queue: usize,
    /// When it is submitted, seconds.
    pub submit: u64,
    /// Accelerators.
    pub gpus: u64,
    /// Seconds of work.
    pub seconds: u64,
    /// The higher, the earlier.
    pub priority: i64,
    /// Seconds of work between two checkpoints: 0 keeps all work, absent keeps none.
    pub checkpoint: Option<u64>,
    /// Seconds that each new start takes before work goes on.
    pub restart: u64,
    /// How near each other its pods must be, where the question has a topology.
    pub near: Near,
}

impl Near {
    /// The level that its pods are looked for at first.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            Self::Anywhere => Level::Node,
            Self::Preferred(level) | Self::Required(level) => level,
        }
    }
}

impl Topology {
    /// The nodes that hold `all` accelerators.
    #[must_use]
    pub const fn nodes(&self, all: u64) -> u64 {
        let node = if self.node > 0 { self.node } else { 1 };
        all.div_ceil(node)
    }

    /// The accelerators of each of them.
    pub(super) fn sizes(&self, all: u64) -> impl Iterator<Item = u64> {
        let node = self.node.max(1);
        (0..self.nodes(all)).map(move |number| node.min(all - number * node))
    }
}

impl Queue {
    /// A queue with Kueue's defaults: lends and borrows without limit, best effort, evicts nobody.
    #[must_use]
    pub fn new(name: &str, nominal: u64) -> Self {
        Self {
            name: name.to_owned(),
            nominal,
            lend: None,
            borrow: None,
            strategy: Strategy::BestEffortFifo,
            within: Within::Never,
            reclaim: Reclaim::Never,
            borrow_within: false,
        }
    }
}

impl Job {
    /// A job of one accelerator, without priority or checkpoint.
    #[must_use]
    pub fn new(id: &str, queue: usize, submit: u64, seconds: u64) -> Self {
        Self {
            id: id.to_owned(),
            queue,
            submit,
            gpus: 1,
            seconds,
            priority: 0,
            checkpoint: None,
            restart: 0,
            near: Near::Anywhere,
        }
    }
}

impl Question {
    /// Whether all is in range and each job has its queue.
    ///
    /// # Errors
    ///
    /// The first field that is wrong.
    pub fn check(&self) -> Result<(), FieldError> {
        let wrong = |field: String, problem| Err(FieldError::new(field, problem));
        let range = |least, most| Problem::Range(least, most as f64);
        if self.queues.is_empty() {
            return wrong("queues".to_owned(), Problem::Empty);
        }
        if self.queues.len() > MOST_QUEUES {
            return wrong("queues".to_owned(), Problem::TooMany(MOST_QUEUES));
        }
        if self.jobs.len() > MOST_JOBS {
            return wrong("jobs".to_owned(), Problem::TooMany(MOST_JOBS));
        }
        let mut seen = HashSet::new();
        for (place, queue) in self.queues.iter().enumerate() {
            let at = |name| format!("queues[{place}].{name}");
            let limits = [
                ("nominal", Some(queue.nominal)),
                ("lend", queue.lend),
                ("borrow", queue.borrow),
            ];
            for (name, limit) in limits {
                if limit.is_some_and(|limit| limit > MOST_GPUS) {
                    return wrong(at(name), range(0.0, MOST_GPUS));
                }
            }
            if !seen.insert(&queue.name) {
                return wrong(at("name"), Problem::Repeated);
            }
        }
        self.check_topology()?;
        seen.clear();
        for (place, job) in self.jobs.iter().enumerate() {
            let at = |name| format!("jobs[{place}].{name}");
            let numbers = [
                ("submit", job.submit, 0, LONGEST),
                ("gpus", job.gpus, 1, MOST_GPUS),
                ("seconds", job.seconds, 1, LONGEST),
                ("checkpoint", job.checkpoint.unwrap_or(0), 0, LONGEST),
                ("restart", job.restart, 0, LONGEST),
            ];
            for (name, number, least, most) in numbers {
                if !(least..=most).contains(&number) {
                    return wrong(at(name), range(least as f64, most));
                }
            }
            if job.queue >= self.queues.len() {
                return wrong(at("queue"), Problem::NoQueue);
            }
            if !seen.insert(&job.id) {
                return wrong(at("id"), Problem::Repeated);
            }
        }
        Ok(())
    }

    /// Whether its nodes can be played, and have each level that a job asks for.
    fn check_topology(&self) -> Result<(), FieldError> {
        let Some(topology) = &self.topology else {
            return Ok(());
        };
        let most = MOST_NODES as f64;
        let wrong = |name: &str, problem| Err(FieldError::new(format!("topology.{name}"), problem));
        let counts = [
            ("node", topology.node, MOST_OF_NODE),
            ("rack", topology.rack, MOST_GPUS),
            ("block", topology.block.unwrap_or(1), MOST_GPUS),
        ];
        for (name, count, most) in counts {
            if !(1..=most).contains(&count) {
                return wrong(name, Problem::Range(1.0, most as f64));
            }
        }
        let all = self.queues.iter().map(|queue| queue.nominal).sum();
        if topology.nodes(all) > MOST_NODES {
            let least = (all as f64 / most).ceil();
            return wrong("node", Problem::Range(least, MOST_OF_NODE as f64));
        }
        let missing = |job: &Job| job.near.level() == Level::Block && topology.block.is_none();
        match self.jobs.iter().position(missing) {
            Some(place) => {
                let problem = Problem::Needs("racks of a block");
                Err(FieldError::new(format!("jobs[{place}].near"), problem))
            }
            None => Ok(()),
        }
    }
}
