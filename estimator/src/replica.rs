//! One replica: a placement of the model on a chip, asked about any load.
//!
//! Independent arrivals keep a random number of requests in a replica. Where
//! it is not saturated that number is close to Poisson with the mean that
//! Little's law gives (the infinite-server limit behind square-root staffing;
//! Whitt 1992, "Understanding the efficiency of multi-server service
//! systems"), so at a percentile with normal quantile `z` it is
//! `B_z = B + z sqrt(B)`: latencies at a percentile are those of `B_z`, and
//! `B_z` must fit in memory. Prompts queue for the ranks as in M/D/1 with
//! `rho = rate t_m / dp`: mean wait `rho t_m / (2 (1 - rho))`, exponential
//! tail. A simulation refines both; below 70 % load they agree closely.

use crate::hardware::Accelerator;
use crate::memory::{MemoryBreakdown, Space, activations};
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::scenario::Scenario;
use crate::speed::load::{Habit, Lengths, Outcome, Pace};
use crate::speed::overhead::CHUNK;
use crate::speed::{Constants, Rank, Spec};
use crate::workload::{Load, Percentile};

/// A placement, prepared.
#[derive(Debug, Clone)]
pub struct Replica {
    /// The placement.
    pub placement: Placement,
    /// Most loaded rank.
    pub rank: Rank,
    /// Its memory.
    pub space: Space,
    /// Lengths of the mean request.
    pub lengths: Lengths,
    pace: Pace,
    habit: Habit,
    percentile: Percentile,
    sequences: f64,
}

/// A replica at one load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Requests in the replica, mean.
    pub users: f64,
    /// Requests in the replica at the percentile.
    pub users_at_percentile: f64,
    /// Mean latencies, and what they are made of.
    pub outcome: Outcome,
    /// Mean time to first token, queueing for the ranks included.
    pub ttft: f64,
    /// At the percentile.
    pub ttft_at_percentile: f64,
    /// Time per output token at the percentile.
    pub tpot_at_percentile: f64,
    /// Requests a second that this is.
    pub rate: f64,
}

impl Replica {
    /// Prepares `placement` of `scenario` on `chip`; `None` where the chip lacks a rate that is needed.
    #[must_use]
    pub fn new(
        scenario: &Scenario,
        counted: &Parameters,
        chip: &Accelerator,
        placement: Placement,
    ) -> Option<Self> {
        Self::with(&Constants::FITTED, scenario, counted, chip, placement)
    }

    /// The same with other constants, as a fit tries them.
    #[must_use]
    pub fn with(
        constants: &Constants,
        scenario: &Scenario,
        counted: &Parameters,
        chip: &Accelerator,
        placement: Placement,
    ) -> Option<Self> {
        let work = &scenario.workload;
        let lengths = Lengths {
            fresh: (work.input_tokens * (1.0 - work.prefix_hit_rate)).max(1.0),
            cached: work.input_tokens * work.prefix_hit_rate,
            output: work.output_tokens.max(1.0),
        };
        let mut rank = Rank::new(&Spec {
            model: &scenario.model,
            parameters: counted,
            weights: scenario.weights,
            kv_cache: scenario.kv_cache,
            engine: scenario.engine.engine,
            chip,
            placement,
            node: scenario.limits.node(chip),
            constants,
        })?;
        if let Some(speculation) = work.speculation {
            rank.speculate(
                f64::from(speculation.draft_tokens),
                speculation.extra_tokens(),
            );
        }
        let space = Space::new(scenario, counted, chip, placement, lengths);
        let chunk = scenario
            .engine
            .max_num_batched_tokens
            .map_or(CHUNK, f64::from);
        Some(Self {
            placement,
            pace: Pace {
                chunk: chunk.max(1.0),
                poll_steps: f64::from(scenario.engine.scheduler_poll_steps),
                // An engine that runs at all runs one request a rank.
                fits: space.mean_concurrency().max(f64::from(placement.data)),
            },
            rank,
            space,
            lengths,
            habit: match work.load {
                Load::Closed(_) => Habit::Closed,
                Load::Lockstep(_) => Habit::Lockstep,
                Load::Burst(_) => Habit::Burst,
                Load::Steady(_) | Load::Poisson(_) | Load::Saturated => Habit::Steady,
            },
            percentile: scenario.sla.percentile,
            sequences: activations::sequences(&scenario.engine, chip) * f64::from(placement.data),
        })
    }

    /// Most requests that run at once without waiting for memory.
    #[must_use]
    pub fn capacity(&self) -> f64 {
        self.space.mean_concurrency().min(self.sequences)
    }

    /// Pace of the replica: chunking, polling, what fits.
    #[must_use]
    pub const fn pace(&self) -> &Pace {
        &self.pace
    }

    /// Memory with `running` requests.
    #[must_use]
    pub fn memory(&self, running: f64) -> MemoryBreakdown {
        self.space.breakdown(running)
    }

    /// A population of `users`, each waiting for its answer.
    #[must_use]
    pub fn closed(&self, users: f64) -> Point {
        let outcome = self
            .rank
            .outcome(users, self.lengths, &self.pace, self.habit);
        let marginal = outcome.prompt.marginal;
        let wait = match (self.percentile.tail(), self.habit) {
            (None, _) => 0.0,
            // The unlucky are at the end of the queue.
            (Some(tail), Habit::Burst) => {
                (users - 1.0).max(0.0) * (0.5 - tail) * outcome.prompt.packed
            }
            // At most one prompt is ahead: users are spaced by their own.
            (Some(tail), _) => {
                let busy = self.busy(outcome.requests_per_second, marginal);
                marginal * (1.0 - tail / busy.max(tail))
            }
        };
        Point {
            users,
            users_at_percentile: users,
            outcome,
            ttft: outcome.ttft,
            ttft_at_percentile: outcome.ttft + wait,
            tpot_at_percentile: outcome.tpot,
            rate: outcome.requests_per_second,
        }
    }

    /// Independent arrivals that keep `users` requests in the replica on
    /// average.
    #[must_use]
    pub fn open(&self, users: f64) -> Point {
        let outcome = self
            .rank
            .outcome(users, self.lengths, &self.pace, Habit::Steady);
        let crowd = users + self.percentile.z() * users.sqrt();
        let at = if crowd > users {
            self.rank
                .outcome(crowd.max(1.0), self.lengths, &self.pace, Habit::Steady)
        } else {
            outcome
        };
        let marginal = outcome.prompt.marginal;
        let busy = self.busy(outcome.requests_per_second, marginal).min(0.98);
        let queue = busy * marginal / (2.0 * (1.0 - busy));
        let tail = self.percentile.tail().map_or(queue, |tail| {
            if busy > tail {
                queue / busy * (busy / tail).ln()
            } else {
                0.0
            }
        });
        let ttft = outcome.ttft + queue;
        Point {
            users,
            users_at_percentile: crowd.max(1.0),
            outcome,
            ttft,
            ttft_at_percentile: (at.ttft + tail).max(ttft),
            tpot_at_percentile: at.tpot,
            rate: users / (ttft + self.lengths.output * outcome.tpot),
        }
    }

    /// A load of `users`, as the scenario's arrivals make it.
    #[must_use]
    pub fn at(&self, users: f64, open: bool) -> Point {
        if open {
            self.open(users)
        } else {
            self.closed(users)
        }
    }

    /// The mean population whose crowd at the percentile is `crowd`:
    /// `B + z sqrt(B) = crowd`, solved for `B`.
    #[must_use]
    pub fn mean_of_crowd(&self, crowd: f64) -> f64 {
        let z = self.percentile.z();
        let root = ((z * z + 4.0 * crowd).sqrt() - z) / 2.0;
        root * root
    }

    fn busy(&self, rate: f64, marginal: f64) -> f64 {
        rate * marginal / self.rank.data()
    }

    /// The population that open arrivals of `rate` keep in the replica, at
    /// most `most`; `None` where the rate is beyond it.
    #[must_use]
    pub fn users_at_rate(&self, rate: f64, most: f64) -> Option<f64> {
        if self.open(most).rate < rate {
            return None;
        }
        // The rate rises with the population: halve the interval.
        let (mut low, mut high) = (0.0, most);
        for _ in 0..30 {
            let middle = f64::midpoint(low, high);
            if self.open(middle).rate < rate {
                low = middle;
            } else {
                high = middle;
            }
            if high - low < 1e-3 * high {
                break;
            }
        }
        Some(high)
    }
}
