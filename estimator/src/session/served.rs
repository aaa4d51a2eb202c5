//! Sessions on a placement of a model: the pool that the memory leaves, the turns that a replica
//! answers with its hits there, and where it falls over.
//!
//! Cached tokens of a session are its own: a request that runs holds all of its context, and
//! only the prompt that all share is stored once.

use super::cliff::{Cliff, cliff};
use super::load::{Population, Sessions};
use super::restore::Restore;
use super::routing::Routing;
use super::settle::{Balance, Overrides, Question, Serves, Settled, Shares, Tiers, settle};
use crate::hardware::Accelerator;
use crate::parameters::{self, Parameters};
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::memory::kv_cache::{BLOCK, Cache};
use crate::serving::queue::batch::{Rules, Run};
use crate::serving::queue::recorded::{Log, LogRun};
use crate::serving::queue::replica::{run_length, whole_length};
use crate::serving::queue::sessions::{SessionRun, Turns};
use crate::serving::replica::{Point, Replica};
use crate::serving::scenario::Scenario;
use crate::trace::Replay;
use crate::workload::{Load, Sla};

/// How the load is cached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Caching {
    /// Replicas of the deployment, at least 1.
    pub replicas: f64,
    /// How turns are sent to them.
    pub routing: Routing,
    /// Main memory for caches, of all replicas.
    pub host: Bytes,
    /// Disk for caches, of all replicas.
    pub disk: Bytes,
    /// Bytes a second that the disks of a replica read.
    pub disk_rate: f64,
    /// Shares that are said instead of computed.
    pub overrides: Overrides,
}

impl Caching {
    /// One replica's accelerators alone.
    pub const PLAIN: Self = Self {
        replicas: 1.0,
        routing: Routing::Session,
        host: Bytes::ZERO,
        disk: Bytes::ZERO,
        disk_rate: 0.0,
        overrides: Overrides {
            accelerator: None,
            host: None,
        },
    };
}

/// A load of sessions on a placement.
#[derive(Debug, Clone)]
pub struct Served<'a> {
    /// With the lengths of a mean turn.
    scenario: Scenario,
    counted: Parameters,
    chip: &'a Accelerator,
    placement: Placement,
    load: Sessions,
    caching: Caching,
    tiers: Tiers,
    /// Bytes of a token, kept once.
    token: f64,
}

/// The answer: the finds of the caches, and a replica that serves so.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Hits by tier.
    pub balance: Balance,
    /// A replica.
    pub replica: Replica,
    /// At its load.
    pub point: Point,
    /// Whether more turns come than it answers.
    pub overrun: bool,
}

impl<'a> Served<'a> {
    /// `load` on `placement` of the model of `scenario`, whose own lengths and load are left
    /// aside; `None` where the chip lacks a rate that is needed.
    #[must_use]
    pub fn new(
        scenario: &Scenario,
        chip: &'a Accelerator,
        placement: Placement,
        load: Sessions,
        caching: Caching,
    ) -> Option<Self> {
        let mut scenario = scenario.clone();
        let turns = load.mean_turns();
        let work = &mut scenario.workload;
        work.input_tokens = load.mean_input();
        work.output_tokens = load.answer;
        work.think = crate::quantity::Seconds::new(load.delay.mean() * (turns - 1.0) / turns);
        work.load = arriving(&load, caching.replicas);
        let mut served = Self {
            counted: parameters::count(&scenario.model),
            scenario,
            chip,
            placement,
            load,
            caching,
            tiers: Tiers::default(),
            token: 0.0,
        };
        let replica = served.replica(&Shares::default())?;
        let context = load.mean_input() + load.answer;
        // Slower tiers keep one copy of the parts that ranks repeat, as offloading engines do for
        // latent attention.
        let once = Placement {
            tensor: 1,
            data: 1,
            ..placement
        };
        let cache = Cache::new(&served.scenario.model, served.scenario.kv_cache, once, true);
        let whole = cache.request(context).get().max(1.0) * f64::from(placement.pipeline.max(1));
        let token = whole / context;
        let held = |bytes: Bytes| bytes.get() / caching.replicas / token;
        served.token = token;
        served.tiers = Tiers {
            accelerator: replica.space.guaranteed_concurrency() * context,
            host: held(caching.host),
            disk: held(caching.disk),
        };
        Some(served)
    }

    /// The load.
    #[must_use]
    pub const fn load(&self) -> &Sessions {
        &self.load
    }

    /// Tokens that the tiers of a replica hold.
    #[must_use]
    pub const fn tiers(&self) -> Tiers {
        self.tiers
    }

    /// The same with so many sessions at once.
    #[must_use]
    pub fn at_once(&self, sessions: f64) -> Self {
        self.of(Population::AtOnce(sessions))
    }

    /// The same with another number of sessions.
    #[must_use]
    pub fn of(&self, population: Population) -> Self {
        let mut other = self.clone();
        other.load.population = population;
        other.scenario.workload.load = arriving(&other.load, self.caching.replicas);
        other
    }

    /// Bytes that a token of context takes, all ranks' together and kept once.
    #[must_use]
    pub const fn token(&self) -> f64 {
        self.token
    }

    /// A replica where the caches find `shares`, at its part of the load; and whether more turns
    /// come than it answers.
    pub(super) fn at(&self, shares: &Shares) -> Option<(Replica, Point, bool)> {
        let replica = self.replica(shares)?;
        let (point, overrun) = self.meet(&replica);
        Some((replica, point, overrun))
    }

    /// Sessions at once whose contexts the largest tier holds.
    #[must_use]
    pub fn hold(&self) -> f64 {
        let load = &self.load;
        let context = load.mean_input() + load.answer - load.shared;
        let held = self
            .tiers
            .accelerator
            .max(self.tiers.host)
            .max(self.tiers.disk);
        held / context.max(1.0) * self.caching.replicas
    }

    /// Copying a token back from main memory against computing it.
    #[must_use]
    pub fn restore(&self) -> Option<Restore> {
        let mut scenario = self.scenario.clone();
        scenario.serving.restored = 0.5;
        let half = Replica::new(&scenario, &self.counted, self.chip, self.placement)?;
        Some(Restore {
            copied: half.pace().copy / half.lengths.restored.max(1.0),
            computed: prefill(&half) / half.lengths.fresh,
        })
    }

    /// A replica that finds `shares`.
    fn replica(&self, shares: &Shares) -> Option<Replica> {
        let mut scenario = self.scenario.clone();
        let input = scenario.workload.input_tokens;
        let common = (self.load.shared / input).min(shares.accelerator).min(1.0);
        let own = shares.found() - common;
        scenario.workload.prefix_hit_rate = common;
        scenario.serving.restored = own.max(0.0);
        let replica = Replica::new(&scenario, &self.counted, self.chip, self.placement)?;
        // Of a session's own tokens only those of slower tiers are copied, while others are
        // computed.
        let host = Restore {
            copied: replica.pace().copy / replica.lengths.restored.max(1.0),
            computed: 0.0,
        };
        let disk = Restore {
            copied: if shares.disk > 0.0 {
                let context = input + self.load.answer;
                let rank = replica.space.request(context).get() / context;
                let ranks = f64::from(self.placement.accelerators());
                Restore::new(rank, ranks, f64::INFINITY, self.caching.disk_rate, 0.0).copied
            } else {
                0.0
            },
            computed: 0.0,
        };
        let copied = host.copied * shares.host * input + disk.copied * shares.disk * input;
        let prefill = prefill(&replica);
        Some(replica.copying((copied - prefill).max(0.0)))
    }

    /// How a replica meets its part of the load.
    fn meet(&self, replica: &Replica) -> (Point, bool) {
        let parts = self.caching.replicas;
        match self.load.population {
            Population::AtOnce(many) => {
                let users = replica.users_of_population(many / parts, many / parts);
                (replica.at(users, false), false)
            }
            Population::PerHour(_) => {
                let rate = self.load.rate(0.0) * self.load.mean_turns() / parts;
                let most = replica.capacity();
                match replica.users_at_rate(rate, most) {
                    Some(users) => (replica.crowded(users, true), false),
                    None => (replica.crowded(replica.busiest(most), true), true),
                }
            }
        }
    }

    fn serves(&self, replica: &Replica) -> Serves {
        let (point, _) = self.meet(replica);
        let outcome = &point.outcome;
        let work = &self.scenario.workload;
        let context = work.input_tokens + work.output_tokens / 2.0;
        Serves {
            latency: point.ttft + work.output_tokens * outcome.tpot,
            wait: (point.ttft - outcome.prompt.whole - outcome.decode_step).max(0.0),
            running: point.users.min(replica.capacity()) * context,
        }
    }

    /// The question of its hits.
    #[must_use]
    pub fn question(&self) -> Question<'_> {
        Question {
            load: &self.load,
            replicas: self.caching.replicas,
            routing: self.caching.routing,
            tiers: self.tiers,
            block: BLOCK,
            overrides: self.caching.overrides,
        }
    }

    /// How it is cached.
    #[must_use]
    pub const fn caching(&self) -> &Caching {
        &self.caching
    }

    /// The first replica's turns one by one, begun with an answer's hits and latency: `measured`
    /// of them, within the demands of `sla` or not.
    #[must_use]
    pub fn simulation<'b>(
        &self,
        answer: &'b Answer,
        sla: Sla,
        measured: u32,
        seed: u64,
    ) -> SessionRun<'b> {
        let (load, caching) = (&self.load, &self.caching);
        let latency = answer.balance.warm.serves.latency;
        let present = load.present(latency) / caching.replicas;
        let length = run_length(2.0 * present, f64::from(measured));
        let routed = (caching.routing, caching.replicas);
        let turns = Turns::new(
            load,
            routed,
            self.tiers,
            (sla, latency),
            (length.warm, seed),
        );
        let rules = self.rules(answer);
        SessionRun(Run::new(&answer.replica.rank, &rules, turns, length))
    }

    /// A recorded load on the first replica, request by request, within the demands of `sla` or
    /// not. The lengths and times are the log's; of the load that was asked only the replica
    /// is.
    #[must_use]
    pub fn replay<'b>(&self, answer: &'b Answer, sla: Sla, replay: Replay) -> LogRun<'b> {
        let measured = u32::try_from(replay.requests.len()).unwrap_or(u32::MAX);
        let log = Log::new(replay, self.tiers, sla);
        let (rules, length) = (self.rules(answer), whole_length(measured));
        LogRun(Run::new(&answer.replica.rank, &rules, log, length))
    }

    /// The engine's rules, with the time that a token takes from main memory.
    fn rules(&self, answer: &Answer) -> Rules {
        Rules {
            copy: self.restore().map_or(0.0, |restore| restore.copied),
            ..answer.replica.rules()
        }
    }

    /// The finds of a warm cache, without the other end; `None` where nothing can be served.
    #[must_use]
    pub fn warm(&self) -> Option<Settled> {
        let question = self.question();
        let mut serve = |shares: &Shares| Some(self.serves(&self.replica(shares)?));
        question.from(question.limit(), &mut serve)
    }

    /// The hits, and how the load is then served.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        let mut serve = |shares: &Shares| Some(self.serves(&self.replica(shares)?));
        let balance = settle(&self.question(), &mut serve)?;
        let (replica, point, overrun) = self.at(&balance.warm.shares)?;
        Some(Answer {
            balance,
            replica,
            point,
            overrun,
        })
    }

    /// Where more sessions at once are answered fewer turns a second.
    #[must_use]
    pub fn cliff(&self) -> Option<Cliff> {
        cliff(self.hold(), |sessions| {
            let other = self.at_once(sessions);
            let settled = other.warm()?;
            Some((
                other.load.rate(settled.serves.latency),
                settled.shares.found(),
            ))
        })
    }
}

/// A replica's part of a load, as turns.
fn arriving(load: &Sessions, replicas: f64) -> Load {
    match load.population {
        Population::AtOnce(many) => Load::Steady(many / replicas),
        Population::PerHour(_) => Load::Poisson(load.rate(0.0) * load.mean_turns() / replicas),
    }
}

/// Seconds that a mean turn takes to be read where nothing else is.
fn prefill(replica: &Replica) -> f64 {
    replica
        .rank
        .prompt_whole(1.0, replica.lengths, replica.pace())
}
