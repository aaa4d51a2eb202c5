//! The question by names: teams with their quotas, their jobs in rows, the nodes.

use crate::currency::Currency;
use crate::kubernetes::queue::{self, Level, Near, Reclaim, Strategy, Topology, Within};
use crate::precision::formats;
use crate::quantity::{UsdPerHour, whole};
use serde::{Deserialize, Serialize};

/// The most teams.
pub const MOST_TEAMS: usize = 50;
/// The most rows of jobs.
pub const MOST_ROWS: usize = 200;
/// The most accelerators of a team.
pub const MOST_GPUS: u32 = 100_000;
/// The highest price of an accelerator-hour, in millionths of a US dollar.
pub const MOST_PRICE: u32 = 1_000_000_000;
/// The most nodes of a rack, and racks of a block.
pub const MOST_RACK: u32 = 1_000;
/// The most accelerators of a node.
pub const MOST_NODE: u32 = 1024;
/// The longest time, seconds: ten years.
pub const MOST_SECONDS: u64 = 315_360_000;
/// The longest name, in letters.
pub const MOST_NAME: usize = 60;

/// `queueingStrategy` as Kueue names it.
pub const STRATEGIES: [(&str, Strategy); 2] = [
    ("BestEffortFIFO", Strategy::BestEffortFifo),
    ("StrictFIFO", Strategy::StrictFifo),
];

/// `preemption.withinClusterQueue` as Kueue names it.
pub const WITHINS: [(&str, Within); 3] = [
    ("Never", Within::Never),
    ("LowerPriority", Within::LowerPriority),
    (
        "LowerOrNewerEqualPriority",
        Within::LowerOrNewerEqualPriority,
    ),
];

/// `preemption.reclaimWithinCohort` as Kueue names it.
pub const RECLAIMS: [(&str, Reclaim); 3] = [
    ("Never", Reclaim::Never),
    ("LowerPriority", Reclaim::LowerPriority),
    ("Any", Reclaim::Any),
];

/// How near each other the pods of a job must be, by the names of links.
pub const NEARS: [(&str, Near); 5] = [
    ("anywhere", Near::Anywhere),
    ("preferred-rack", Near::Preferred(Level::Rack)),
    ("required-rack", Near::Required(Level::Rack)),
    ("preferred-block", Near::Preferred(Level::Block)),
    ("required-block", Near::Required(Level::Block)),
];

formats!(
    /// A class of priority, those that manifests define.
    Class {
        /// Replicas that answer requests.
        Serving = "serving",
        /// Runs that must be done by a date.
        Deadline = "deadline",
        /// Runs that can wait.
        Batch = "batch",
    }
);

impl Class {
    /// The value of its `WorkloadPriorityClass`.
    #[must_use]
    pub const fn priority(self) -> u32 {
        match self {
            Self::Serving => 2000,
            Self::Deadline => 1000,
            Self::Batch => 100,
        }
    }
}

/// A cluster, its teams and their jobs.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The teams.
    pub teams: Vec<Team>,
    /// Rows of jobs.
    pub jobs: Vec<Jobs>,
    /// Whether the teams lend each other.
    pub cohort: bool,
    /// Id of the accelerator, for manifests.
    pub accelerator: String,
    /// Accelerators of a node.
    pub node: u32,
    /// Threads of a node, for manifests.
    pub threads: u32,
    /// Memory of a node in GiB, for manifests.
    pub memory: u32,
    /// Nodes of a rack: jobs are placed on nodes then, else quotas alone decide.
    pub rack: Option<u32>,
    /// Racks of a block, where there is such a level.
    pub block: Option<u32>,
    /// The price of an accelerator-hour, in millionths of a US dollar; costs are told where it is
    /// known.
    pub price: Option<u32>,
    /// The currency that amounts are typed and shown in; dollars where absent.
    pub currency: Option<Currency>,
}

/// A team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// Its name.
    pub name: String,
    /// Accelerators that are its own (`nominalQuota`).
    pub gpus: u32,
    /// The most that it lends; all where absent.
    pub lend: Option<u32>,
    /// The most that it borrows; all there is where absent.
    pub borrow: Option<u32>,
    /// Whether the oldest job holds up those behind it.
    pub strategy: Strategy,
    /// Whom its jobs evict among its own.
    pub within: Within,
    /// Whom its jobs evict of teams that borrow.
    pub reclaim: Reclaim,
    /// Whether its jobs evict for what it borrows, too.
    pub borrow_within: bool,
}

/// Jobs alike, one after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jobs {
    /// Their name.
    pub name: String,
    /// The place of their team.
    pub team: usize,
    /// Their class of priority.
    pub class: Class,
    /// When the first comes, seconds.
    pub submit: u64,
    /// Accelerators of each.
    pub gpus: u32,
    /// Seconds of work of each.
    pub seconds: u64,
    /// Seconds of work between two checkpoints; none is kept where absent.
    pub checkpoint: Option<u64>,
    /// Seconds of each new start.
    pub restart: u64,
    /// How many come.
    pub count: u32,
    /// Seconds between two of them.
    pub every: u64,
    /// How near each other the pods of each must be, where there are racks.
    pub near: Near,
}

impl Team {
    /// A team that lends and borrows freely and calls back what it lent.
    #[must_use]
    pub fn new(name: &str, gpus: u32) -> Self {
        Self {
            name: name.to_owned(),
            gpus,
            lend: None,
            borrow: None,
            strategy: Strategy::BestEffortFifo,
            within: Within::LowerPriority,
            reclaim: Reclaim::Any,
            borrow_within: false,
        }
    }
}

impl Jobs {
    /// One job that can wait, from the beginning on, with a checkpoint an hour and ten minutes to
    /// start again.
    #[must_use]
    pub fn new(name: &str, team: usize, gpus: u32, seconds: u64) -> Self {
        Self {
            name: name.to_owned(),
            team,
            class: Class::Batch,
            submit: 0,
            gpus,
            seconds,
            checkpoint: Some(HOUR),
            restart: 600,
            count: 1,
            every: 0,
            near: Near::Anywhere,
        }
    }

    /// The names of its jobs: its own, with a number behind it where there are several.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        (1..=self.count).map(|number| {
            if self.count > 1 {
                format!("{} {number}", self.name)
            } else {
                self.name.clone()
            }
        })
    }
}

const HOUR: u64 = 3600;
/// What a dollar has of the unit of prices.
const PRICE: f64 = 1e6;

/// Three teams of a node each: one borrows for a long run, one calls its node back for a date, one
/// has many small jobs.
impl Default for Question {
    fn default() -> Self {
        let tuning = Jobs {
            class: Class::Deadline,
            submit: 4 * HOUR + HOUR / 2,
            ..Jobs::new("fine-tuning", 1, 8, 6 * HOUR)
        };
        let evaluation = Jobs {
            submit: HOUR,
            checkpoint: None,
            count: 12,
            every: HOUR,
            restart: 60,
            ..Jobs::new("evaluation", 2, 1, 2 * HOUR)
        };
        Self {
            teams: vec![
                Team::new("Research", 8),
                Team::new("Product", 8),
                Team::new("Platform", 8),
            ],
            jobs: vec![
                Jobs::new("pretraining", 0, 16, 24 * HOUR),
                tuning,
                evaluation,
            ],
            ..Self::nothing()
        }
    }
}

impl Question {
    /// No teams and no jobs, on nodes of eight.
    #[must_use]
    pub fn nothing() -> Self {
        Self {
            teams: Vec::new(),
            jobs: Vec::new(),
            cohort: true,
            accelerator: "nvidia-h100-sxm-80gb".to_owned(),
            node: 8,
            threads: 192,
            memory: 2048,
            rack: None,
            block: None,
            price: None,
            currency: None,
        }
    }

    /// The accelerators of all teams.
    #[must_use]
    pub fn gpus(&self) -> u64 {
        self.teams.iter().map(|team| u64::from(team.gpus)).sum()
    }

    /// The price of an accelerator-hour, where it is known.
    #[must_use]
    pub fn hourly(&self) -> Option<UsdPerHour> {
        let price = self.price?;
        Some(UsdPerHour::new(f64::from(price) / PRICE))
    }

    /// How many jobs come.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.jobs.iter().map(|jobs| u64::from(jobs.count)).sum()
    }

    /// The fresh example with a run of its own in the first team, whose quota then holds it, at the
    /// price that an accelerator-hour of the run has, if it has one.
    #[must_use]
    pub fn with_run(run: Jobs, price: Option<UsdPerHour>) -> Self {
        let price = price.map(|price| whole((price.get() * PRICE).round()));
        let price = price.and_then(|price| u32::try_from(price).ok());
        let mut question = Self {
            price: price.filter(|price| *price <= MOST_PRICE),
            ..Self::default()
        };
        if let Some(team) = question.teams.first_mut() {
            team.gpus = team.gpus.max(run.gpus);
        }
        if let Some(first) = question.jobs.first_mut() {
            *first = Jobs { team: 0, ..run };
        }
        question
    }

    /// The queue of these teams, its jobs one by one in the order of the rows.
    pub(super) fn queue(&self) -> queue::Question {
        let teams = self.teams.iter().map(|team| queue::Queue {
            name: team.name.clone(),
            nominal: u64::from(team.gpus),
            // Alone, a team lends and borrows nothing.
            lend: if self.cohort {
                team.lend.map(u64::from)
            } else {
                Some(0)
            },
            borrow: if self.cohort {
                team.borrow.map(u64::from)
            } else {
                Some(0)
            },
            strategy: team.strategy,
            within: team.within,
            reclaim: team.reclaim,
            borrow_within: team.borrow_within,
        });
        let jobs = self.each().map(|(name, number, jobs)| queue::Job {
            id: name,
            queue: jobs.team,
            submit: jobs
                .submit
                .saturating_add(jobs.every.saturating_mul(u64::from(number))),
            gpus: u64::from(jobs.gpus),
            seconds: jobs.seconds,
            priority: i64::from(jobs.class.priority()),
            checkpoint: jobs.checkpoint,
            restart: jobs.restart,
            near: jobs.near,
        });
        queue::Question {
            queues: teams.collect(),
            jobs: jobs.collect(),
            topology: self.topology(),
        }
    }

    /// The nodes as they lie, where jobs are placed on them.
    pub(super) fn topology(&self) -> Option<Topology> {
        Some(Topology {
            node: u64::from(self.node),
            rack: u64::from(self.rack?),
            block: self.block.map(u64::from),
        })
    }

    /// How near each other the pods of the job at a place must be.
    #[must_use]
    pub fn near(&self, job: usize) -> Near {
        let found = self.each().nth(job);
        found.map_or(Near::Anywhere, |(_, _, jobs)| jobs.near)
    }

    /// Every job: its name, its number among those alike from 0 on, and their row.
    pub(super) fn each(&self) -> impl Iterator<Item = (String, u32, &Jobs)> {
        self.jobs.iter().flat_map(|jobs| {
            let names = jobs.names().zip(0..);
            names.map(move |(name, number)| (name, number, jobs))
        })
    }
}
