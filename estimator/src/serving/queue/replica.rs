//! A replica of the estimator, run by the simulation: its steps cost what the closed
//! form says, its cache holds what the memory model leaves it.

use super::batch::{Costs, Length, Rules, Run, run};
use super::remembering::Remembering;
use super::source::{self, Closed, Either, Open, Shape, Source};
use super::tally::Simulated;
use crate::quantity::Seconds;
use crate::serving::replica::Replica;
use crate::serving::speed::Rank;
use crate::serving::speed::load::Lengths;
use crate::workload::{Load, Sla, Workload};

/// Requests that fill a replica before the measured ones, at the least.
const WARM: f64 = 100.0;
/// Requests that fill it where it is not full, in units of those it answers at once by the closed
/// form. Of 24 sizings, 40 seeds each, two to five came to the percentiles of runs ten times as
/// long, and so did as many as the replica has room for: all within their standard errors of 1 %.
const FILLS: f64 = 3.0;
/// Requests that wait before a run is given up: far more than any SLA bears.
const MOST_WAITING: usize = 4000;
/// Turns before it is: some tenths of a second.
const MOST_TURNS: u64 = 400_000;
/// Steps that the prompts of one request may take before fewer requests are met.
const LONG_PROMPT: f64 = 20.0;
/// Requests that are met at the least.
const FEWEST: f64 = 200.0;

/// Most users who are met one by one. A replica answers far fewer at a time: nearly all of
/// more would think, and those who do not wait for each other's answers.
const MOST_USERS: f64 = 1e6;

/// Which requests a replica meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arrivals {
    /// Open ones.
    Open {
        /// Requests a second.
        rate: f64,
        /// Squared coefficient of variation of the times between them.
        variation: f64,
    },
    /// From so many users, who wait for their answers and think between them.
    Users(u32),
}

impl Arrivals {
    /// Those of `load`, whose open arrivals have this `variation` and whose users ask again
    /// after `turn` seconds at the earliest; `None` for loads that have no single requests.
    ///
    /// Users beyond a million, each of them rare, superpose to a Poisson stream (Palm and
    /// Khintchine; Khintchine 1960, "Mathematical methods in the theory of queueing"): it
    /// comes as often as they do who never wait for others.
    #[must_use]
    pub fn of(load: Load, variation: f64, turn: f64) -> Option<Self> {
        match load {
            Load::Poisson(rate) => Some(Self::Open { rate, variation }),
            Load::Steady(users) if users > MOST_USERS => Some(Self::Open {
                rate: users / turn,
                variation: 1.0,
            }),
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            // At most a million.
            Load::Steady(users) => Some(Self::Users(users.ceil().max(1.0) as u32)),
            _ => None,
        }
    }
}

/// A run that measures so many requests after `warm` ones have filled the replica.
pub(crate) fn run_length(warm: f64, measured: f64) -> Length {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // Between 100 and twice what is measured; a cast saturates.
    let (warm, measured) = (
        warm.clamp(WARM, 2.0 * measured.max(WARM)) as u32,
        measured as u32,
    );
    Length {
        warm,
        measured,
        most_turns: MOST_TURNS,
        most_waiting: MOST_WAITING,
    }
}

/// A run that measures all of so many requests, none of which only warms up.
pub(crate) const fn whole_length(measured: u32) -> Length {
    Length {
        warm: 0,
        measured,
        most_turns: MOST_TURNS,
        most_waiting: MOST_WAITING,
    }
}

/// A replica that is simulated in parts: whoever waits for it can look up between them, and
/// drop it.
pub struct Simulation<'a> {
    run: Run<Remembering<'a>, Either>,
    /// What was measured of times to the first token beyond the steps' own, a factor; 1 where
    /// nothing was.
    first: f64,
}

impl Simulation<'_> {
    /// The same, given up after `turns` turns where it would go on for longer.
    #[must_use]
    pub fn within(self, turns: u64) -> Self {
        Self {
            run: self.run.within(turns),
            ..self
        }
    }

    /// Goes on for `turns` turns, or until the run is over; whether it is not. Parts of any
    /// size come to the same.
    pub fn advance(&mut self, turns: u64) -> bool {
        self.run.advance(turns)
    }

    /// Goes on until the run is over or surely misses `sla`, whatever margin that is kept by;
    /// whether it does, and is not over.
    pub(crate) fn misses(&mut self, sla: &Sla) -> bool {
        self.misses_counting(sla, sla)
    }

    /// The same of the limits of `wanted`, where requests are counted by those of `sla`.
    pub(crate) fn misses_counting(&mut self, wanted: &Sla, sla: &Sla) -> bool {
        let limits = |sla: &Sla| {
            let first = sla.ttft.map(|limit| limit.get() / self.first);
            (first, sla.tpot.map(Seconds::get))
        };
        let (wanted, limits) = (limits(wanted), limits(sla));
        let Some(tail) = sla.percentile.tail() else {
            self.run.count(limits);
            self.advance(u64::MAX);
            return false;
        };
        self.run.misses(wanted, limits, 1.0 - tail)
    }

    /// Turns so far: see [`Run::turns`].
    #[must_use]
    pub const fn turns(&self) -> u64 {
        self.run.turns()
    }

    /// What was seen so far.
    #[must_use]
    pub fn close(self) -> Simulated {
        let simulated = self.run.close();
        // To the bit where nothing was measured.
        Simulated {
            ttft: simulated.ttft.times(self.first),
            ..simulated
        }
    }
}

impl Costs for Rank {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        Self::step(self, decoding, prompt, context)
    }

    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64 {
        if to <= from || whole <= cached {
            return 0.0;
        }
        // The part's share of the whole prompt's, by pairs of tokens.
        let share = (to * to - from * from) / (whole * whole - cached * cached);
        let lengths = Lengths {
            fresh: whole - cached,
            cached,
            restored: 0.0,
            output: 1.0,
        };
        share * self.prompt_attention(lengths)
    }
}

impl Replica {
    /// Meets `measured` requests of `workload` that arrive as `arrivals` says.
    #[must_use]
    pub fn simulate(
        &self,
        workload: &Workload,
        arrivals: Arrivals,
        measured: u32,
        seed: u64,
    ) -> Simulated {
        let mut simulation = self.simulation(workload, arrivals, measured, seed);
        simulation.advance(u64::MAX);
        simulation.close()
    }

    /// The same, to be taken in parts.
    #[must_use]
    pub fn simulation(
        &self,
        workload: &Workload,
        arrivals: Arrivals,
        measured: u32,
        seed: u64,
    ) -> Simulation<'_> {
        let shape = self.shape(workload);
        let (stay, think) = (self.stay_alone(), workload.think.get());
        let most = match arrivals {
            Arrivals::Open { rate, .. } => {
                let most = self.capacity();
                let settled = self.users_at_rate(rate, most);
                settled.map_or(most, |users| most.min(FILLS * users))
            }
            Arrivals::Users(users) => 2.0 * f64::from(users) * stay / (stay + think),
        };
        let length = run_length(most, self.affordable(measured));
        let source = match arrivals {
            Arrivals::Open { rate, variation } => {
                Either::Open(Open::new(shape, rate, variation, seed))
            }
            Arrivals::Users(users) => Either::Closed(Closed::new(shape, users, think, stay, seed)),
        };
        let costs = Remembering::new(&self.rank, self.correction());
        Simulation {
            run: Run::new(costs, &self.rules(), source, length),
            first: self.first_of(arrivals),
        }
    }

    /// The factor on times to the first token of what was measured, with as many requests at once
    /// as the closed form expects.
    fn first_of(&self, arrivals: Arrivals) -> f64 {
        self.correction().map_or(1.0, |correction| {
            correction.first(match arrivals {
                Arrivals::Users(users) => f64::from(users),
                Arrivals::Open { rate, .. } => {
                    let most = self.capacity();
                    self.users_at_rate(rate, most).unwrap_or(most)
                }
            })
        })
    }

    /// Seconds that a request stays where nobody else is.
    pub(crate) fn stay_alone(&self) -> f64 {
        let alone = self.closed(1.0);
        alone.ttft + self.lengths.output * alone.outcome.tpot
    }

    /// What requests of `workload` look like.
    pub(super) fn shape(&self, workload: &Workload) -> Shape {
        Shape {
            input: source::Length::new(workload.input_tokens, workload.variation.input_p95)
                .at_most(self.longest() - workload.output_tokens),
            output: source::Length::new(workload.output_tokens, workload.variation.output_p95)
                .at_most(self.longest() - workload.input_tokens),
            cached: workload.prefix_hit_rate,
            restored: self.lengths.restored / workload.input_tokens,
        }
    }

    /// How many of `wanted` requests are met: fewer where prompts take many steps.
    pub(super) fn affordable(&self, wanted: u32) -> f64 {
        let prompts = self.lengths.fresh / self.pace().chunk;
        let wanted = f64::from(wanted);
        (wanted * (LONG_PROMPT / prompts).min(1.0)).max(FEWEST.min(wanted))
    }

    /// Meets what `source` sends until `length` is reached.
    pub fn meet(&self, source: &mut impl Source, length: Length) -> Simulated {
        run(&self.rank, &self.rules(), source, length)
    }

    /// What the engine goes by in this replica, for who wants other costs, another
    /// engine's habits or nothing of the network beside the same memory.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let overhead = self.rank.overhead();
        let cache = self.space.cache_in_replica();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Small whole numbers.
        let whole = |count: f64| count.max(1.0) as usize;
        let (taken, kept) = self.rank.speculation();
        Rules {
            chunk: self.pace().chunk,
            ranks: whole(self.rank.data()),
            stages: f64::from(self.placement.pipeline.max(1)),
            sequences: whole(self.sequences()),
            separate: overhead.separate_prompts,
            reserves: overhead.reserves_answer,
            taken,
            kept,
            pool: cache.pool * overhead.admission_slack,
            per_token: cache.per_token,
            per_window_token: cache.per_window_token,
            window: cache.window,
            state: cache.state,
            copy: if self.lengths.restored > 0.0 {
                self.pace().copy / self.lengths.restored
            } else {
                0.0
            },
            overhead: overhead.request_ms * 1e-3
                + self.rank.data_parallel_wait(self.lengths, self.pace()),
        }
    }
}
