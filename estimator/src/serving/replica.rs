//! One replica: a placement of the model on a chip, asked about any load.
//!
//! Open arrivals keep a random number of requests in a replica. Where it is not
//! saturated that number is close to Poisson with the mean that Little's law gives (the
//! infinite-server limit behind square-root staffing; Whitt 1992, "Understanding the
//! efficiency of multi-server service systems"), so at a percentile with normal quantile
//! `z` it is `B_z = B + z sqrt(p B)`, with `p` above 1 where arrivals are bursty, and
//! `B_z` must fit in memory. Of a fleet's stream one replica meets the share that it answers,
//! taken by chance ([`thinned`]). How requests get into each other's way is in
//! [`crate::serving::crowd`]; a simulation refines both ([`crate::serving::queue`]).

mod crowded;
pub mod disaggregated;
#[cfg(test)]
mod flat;
mod population;

use crate::band::{Band, Evidence};
use crate::calibration::{Base, Correction};
use crate::engine::Engine;
use crate::hardware::{Accelerator, LinkKind};
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::quantity::Seconds;
use crate::serving::comparable::{Bands, Comparable, is_extended};
use crate::serving::memory::{MemoryBreakdown, Space, activations, adapters};
use crate::serving::release::Worth;
use crate::serving::scenario::Scenario;
use crate::serving::speed::link::COPIED;
use crate::serving::speed::load::{Habit, Lengths, Outcome, Pace, PromptCost};
use crate::serving::speed::overhead::chunk;
use crate::serving::speed::{Constants, Rank, Spec};
use crate::workload::{Certainty, Load, Percentile, Sla, thinned};
use crowded::longer;
pub(crate) use population::NEARLY;

/// Most sequences a saturated batch is estimated for.
const SATURATED_MOST: f64 = 2048.0;

/// Over its demands by which factor a mean request tells enough: nearer to them, whoever looks for
/// the load that just keeps them goes by those at the percentile.
const FAR_TOO_SLOW: f64 = 1.25;

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
    /// Lengths of a request whose prompt lies at the percentile; `None` where that is no
    /// longer than the mean one.
    longer: Option<Lengths>,
    /// Squared coefficients of variation of prompts and of answers.
    spread: (f64, f64),
    /// The same of the time between arrivals, of the whole fleet.
    arrivals: f64,
    /// Requests a second that come to the fleet, where they come whatever others wait.
    stream: f64,
    /// Seconds a user thinks between answers.
    think: f64,
    /// Longest sequence the engine admits.
    longest: f64,
    /// Whether requests come whatever others wait.
    open: bool,
    /// Whether prefill and decode are apart.
    disaggregated: bool,
    /// The facts that decide its bands; the load is [`Self::bands`]'s to add.
    comparable: Comparable,
    /// What was measured of such a placement, where somebody did.
    correction: Option<Box<Correction>>,
}

/// A replica at one load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Requests in the replica, mean.
    pub users: f64,
    /// Requests in the replica at the percentile.
    pub users_at_percentile: f64,
    /// Variance over mean of the requests in the replica.
    pub dispersion: f64,
    /// Mean latencies, and their parts.
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
        let serving = &scenario.serving;
        // The accelerator's own cache is asked first, and something is always new.
        let restored = serving.restored.min(1.0 - work.prefix_hit_rate).max(0.0);
        let fresh = 1.0 - work.prefix_hit_rate - restored;
        let lengths = Lengths {
            fresh: (work.input_tokens * fresh).max(1.0),
            cached: work.input_tokens * work.prefix_hit_rate,
            restored: work.input_tokens * restored,
            output: work.output_tokens.max(1.0),
        };
        let measured = (lengths.prompt(), lengths.output);
        let correction = Correction::of(scenario, chip, placement, measured).map(Box::new);
        // What was measured ran on some release, and its rows were held against a settled one.
        let worth = match correction {
            Some(_) => Worth::SETTLED,
            None => worth(scenario, chip),
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
            worth,
        })?;
        if let Some(adapters) = serving.adapters {
            let share = adapters::share(&scenario.model, adapters, placement);
            rank.adapt(adapters, share);
        }
        if let Some(speculation) = serving.speculation {
            rank.speculate(
                f64::from(speculation.draft_tokens),
                speculation.extra_tokens(),
            );
        }
        let space = Space::new(scenario, counted, chip, placement, lengths);
        let spread = work
            .variation
            .lengths(work.input_tokens, work.output_tokens);
        let chunk = scenario
            .engine
            .max_num_batched_tokens
            .map_or_else(|| chunk(scenario.engine.engine), f64::from);
        Some(Self {
            placement,
            pace: Pace {
                chunk: chunk.max(1.0),
                poll_steps: f64::from(scenario.engine.scheduler_poll_steps),
                // An engine that runs at all runs one request a rank.
                fits: space.mean_concurrency().max(f64::from(placement.data)),
                copy: space.request(lengths.restored).get() / (COPIED * chip.host_path().get()),
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
            longer: longer(lengths, spread.0, scenario.sla.percentile.z()),
            spread,
            arrivals: work.variation.arrivals,
            stream: match work.load {
                Load::Poisson(rate) => rate,
                _ => 0.0,
            },
            think: work.think.get(),
            open: matches!(work.load, Load::Poisson(_)),
            disaggregated: serving.disaggregated,
            longest: scenario
                .engine
                .max_model_len
                .or(scenario.model.max_context)
                .map_or(f64::INFINITY, f64::from),
            sequences: activations::sequences(&scenario.engine, chip) * f64::from(placement.data),
            comparable: Comparable {
                widening: worth.widening,
                ..comparable(scenario, chip, placement)
            },
            correction,
        })
    }

    /// The same where copies from host memory delay the first token by `seconds` in all.
    pub(crate) const fn copying(mut self, seconds: f64) -> Self {
        self.pace.copy = seconds;
        self
    }

    /// How far measurements lie around an estimate at `point`.
    #[must_use]
    pub fn bands(&self, point: &Point) -> Bands {
        let bands = Comparable {
            crowding: point.users_at_percentile / self.capacity(),
            users: point.users,
            ..self.comparable
        }
        .bands();
        let Some(correction) = self.correction.as_deref() else {
            return bands;
        };
        let (tpot, ttft) = correction.bands(point.users, bands.tpot, bands.ttft);
        Bands {
            ttft,
            tpot,
            output: tpot.inverse(),
        }
    }

    /// How well measurements back its times per output token.
    pub(crate) fn evidence(&self) -> Evidence {
        self.comparable.evidence()
    }

    /// The worst ratio of a latency at `point` to its demand, as sure as the SLA asks; 0
    /// where nothing is demanded.
    pub(crate) fn excess(&self, point: &Point, sla: &Sla) -> f64 {
        let (ttft, tpot) = self.margins(point, sla);
        sla.excess(
            ttft * point.ttft_at_percentile,
            tpot * point.tpot_at_percentile,
        )
    }

    /// By how much either latency at `point` may be longer than estimated, as sure as the
    /// SLA asks.
    pub(crate) fn margins(&self, point: &Point, sla: &Sla) -> (f64, f64) {
        if sla.certainty == Certainty::Even {
            return (1.0, 1.0);
        }
        let bands = self.bands_of_demands(point);
        (
            bands.ttft.margin(sla.certainty),
            bands.tpot.margin(sla.certainty),
        )
    }

    /// The chance that both demands are kept at `point`: the lesser of the two, since a cause that
    /// makes one late mostly makes the other late; 1 where nothing is demanded.
    pub(crate) fn chance(&self, point: &Point, sla: &Sla) -> f64 {
        let bands = self.bands_of_demands(point);
        let of = |band: Band, value: f64, limit: Option<Seconds>| {
            limit.map_or(1.0, |limit| band.chance(value, limit.get()))
        };
        of(bands.ttft, point.ttft_at_percentile, sla.ttft).min(of(
            bands.tpot,
            point.tpot_at_percentile,
            sla.tpot,
        ))
    }

    /// `sla` with limits that leave room for errors of estimates, where the load does not change
    /// how much that is: prefill and decode apart.
    pub(crate) fn sure(&self, sla: &Sla) -> Sla {
        self.within(sla, |band| band.margin(sla.certainty))
    }

    /// `sla` with limits that are missed where the range of either latency surely reaches beyond its
    /// own: by the bands without a crowded cache, which only widens them. As it is where bands depend
    /// on the load: of what was measured, and of single streams.
    pub(crate) fn likely(&self, sla: &Sla) -> Sla {
        if self.correction.is_some() || self.comparable.engine == Engine::LlamaCpp {
            return *sla;
        }
        self.within(sla, |band| band.high)
    }

    /// `sla` with its limits over what `margin` says of each latency's band.
    fn within(&self, sla: &Sla, margin: impl Fn(Band) -> f64) -> Sla {
        let bands = self.comparable.bands();
        let of =
            |limit: Option<Seconds>, band: Band| limit.map(|limit| limit * margin(band).recip());
        Sla {
            ttft: of(sla.ttft, bands.ttft),
            tpot: of(sla.tpot, bands.tpot),
            ..*sla
        }
    }

    /// Bands of the latencies that are demanded: a first token that waits for no cache on
    /// a replica that only reads prompts is none of a crowded memory.
    fn bands_of_demands(&self, point: &Point) -> Bands {
        if self.disaggregated {
            self.comparable.bands()
        } else {
            self.bands(point)
        }
    }

    /// Most requests that run at once without waiting for memory.
    #[must_use]
    pub fn capacity(&self) -> f64 {
        self.space.mean_concurrency().min(self.sequences)
    }

    /// Requests of a batch that is kept full.
    #[must_use]
    pub fn saturated_users(&self) -> f64 {
        self.capacity().min(SATURATED_MOST)
    }

    /// Most requests the engine takes at once, whatever the memory.
    pub(crate) const fn sequences(&self) -> f64 {
        self.sequences
    }

    /// Tokens of the longest sequence that the engine admits.
    pub(crate) const fn longest(&self) -> f64 {
        self.longest
    }

    /// Pace of the replica: chunking, polling, room.
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
        let outcome = self.outcome_of(users, self.habit);
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
            dispersion: 0.0,
            outcome,
            ttft: outcome.ttft,
            ttft_at_percentile: outcome.ttft + wait,
            tpot_at_percentile: outcome.tpot,
            rate: outcome.requests_per_second,
        }
    }

    /// Latencies of `users` requests at once, by what was measured of such a placement where
    /// somebody did: the one place where a calibration meets the closed form.
    pub(crate) fn outcome_of(&self, users: f64, habit: Habit) -> Outcome {
        let outcome = self.rank.outcome(users, self.lengths, &self.pace, habit);
        match self.correction.as_deref() {
            Some(correction) => self.corrected(&outcome, users, correction),
            None => outcome,
        }
    }

    /// What was measured of such a placement, where somebody did.
    pub(crate) fn correction(&self) -> Option<&Correction> {
        self.correction.as_deref()
    }

    /// By how much tokens take longer than the closed form says, of `users` requests at once.
    pub(crate) fn slowed(&self, users: f64) -> f64 {
        if self.correction.is_none() {
            return 1.0;
        }
        let shipped = self
            .rank
            .outcome(users, self.lengths, &self.pace, self.habit);
        self.outcome_of(users, self.habit).tpot / shipped.tpot
    }

    fn corrected(&self, outcome: &Outcome, users: f64, correction: &Correction) -> Outcome {
        // It counts where nothing is drafted: a step yields one token.
        let base = Base {
            step: outcome.decode_step,
            tokens: 1.0,
            tpot: outcome.tpot,
            ttft: outcome.ttft,
        };
        let (tpot, ttft) = correction.latencies(users, &base);
        let decode_step = correction.step(users, outcome.decode_step, outcome.decode_step);
        let prompts = correction.prompts();
        let prompt = outcome.prompt;
        Outcome {
            ttft,
            tpot,
            decode_step,
            prompt: PromptCost {
                attention: prompt.attention * prompts,
                mixed_step: prompt.mixed_step * prompts,
                whole: prompt.whole * prompts,
                marginal: prompt.marginal * prompts,
                packed: prompt.packed * prompts,
            },
            interference: (tpot - decode_step).max(0.0),
            requests_per_second: users / (ttft + self.lengths.output * tpot),
            ..*outcome
        }
    }

    /// A load of `users`, as the scenario's arrivals make it.
    #[must_use]
    pub fn at(&self, users: f64, open: bool) -> Point {
        if self.is_crowded(open) {
            self.crowded(users, open)
        } else {
            self.closed(users)
        }
    }

    /// Requests a second of the same, [`Point::rate`], without the waits that only the unlucky
    /// meet.
    pub(crate) fn rate(&self, users: f64, open: bool) -> f64 {
        if self.is_crowded(open) {
            self.mean_of(users, open).0.rate
        } else {
            self.closed(users).rate
        }
    }

    /// Whether requests come and go at random, or answers begin as others end.
    fn is_crowded(&self, open: bool) -> bool {
        let differing = self.think > 0.0 || self.spread != (0.0, 0.0);
        open || (differing && self.habit == Habit::Steady)
    }

    /// A load of `users`, [`Self::at`], and by which factor it is over its demands,
    /// [`Self::excess`]. Nobody at a percentile waits less than the mean request: where that is
    /// far too slow, both are of it alone.
    pub(crate) fn asked(&self, sla: &Sla, users: f64, open: bool) -> (Point, f64) {
        if !self.is_crowded(open) {
            let point = self.closed(users);
            return (point, self.excess(&point, sla));
        }
        let (mean, crowd) = self.mean_of(users, open);
        let excess = self.excess(&mean, sla);
        if excess > FAR_TOO_SLOW {
            return (mean, excess);
        }
        let point = self.at_percentile(&mean, &crowd);
        (point, excess.max(self.excess(&point, sla)))
    }

    /// The mean population whose crowd at the percentile is `crowd`, where arrivals are
    /// open: `B + z sqrt(p B) = crowd`, solved for `B`.
    #[must_use]
    pub fn mean_of_crowd(&self, crowd: f64) -> f64 {
        self.mean_where(crowd, self.arrivals, |users| self.rate(users, true))
    }

    /// The same where the arrivals of the whole fleet vary by `arrivals`, of which `users`
    /// requests are the share that `rate` says. The larger that share, the more it varies,
    /// and the fewer fit: both settle in two rounds, from below where arrivals are bursty.
    fn mean_where(&self, crowd: f64, arrivals: f64, rate: impl Fn(f64) -> f64) -> f64 {
        let of = |arrivals| {
            crowd_of(
                crowd,
                self.percentile.z() * self.peakedness(arrivals).sqrt(),
            )
        };
        let mut users = of(arrivals);
        if arrivals.total_cmp(&1.0).is_ne() {
            for _ in 0..2 {
                users = of(self.share_of(arrivals, rate(users)));
            }
        }
        users
    }

    /// The variation of arrivals at one replica at `rate` requests a second, where the arrivals of
    /// the whole fleet vary by `arrivals`: each goes to any replica, whatever is under way there.
    fn share_of(&self, arrivals: f64, rate: f64) -> f64 {
        thinned(arrivals, rate / self.stream)
    }

    /// Whether prefill and decode have replicas of their own.
    pub(crate) const fn is_disaggregated(&self) -> bool {
        self.disaggregated
    }

    /// Whether users think between their requests.
    pub(crate) fn thinks(&self) -> bool {
        self.think > 0.0
    }

    /// Users that `users` requests in the replica at `rate` a second stand for: those who
    /// wait for their answers and those who think.
    pub(crate) fn population(&self, users: f64, rate: f64) -> f64 {
        users + rate * self.think
    }

    /// How many of `users` users are in the replica on average, at most `most`.
    pub(crate) fn users_of_population(&self, users: f64, most: f64) -> f64 {
        where_reached(most, |waiting| {
            self.population(waiting, self.rate(waiting, false)) >= users
        })
    }

    fn busy(&self, rate: f64, marginal: f64) -> f64 {
        rate * marginal / self.rank.data()
    }
}

/// The worth of the engine's release and launch to a scenario on `chip`.
fn worth(scenario: &Scenario, chip: &Accelerator) -> Worth {
    let engine = &scenario.engine;
    engine.release.worth(
        engine.engine,
        (chip.architecture, chip.vendor),
        (&scenario.model, scenario.weights),
    )
}

/// The facts that decide the bands of a placement of `scenario` on `chip`, but for the load.
fn comparable(scenario: &Scenario, chip: &Accelerator, placement: Placement) -> Comparable {
    let over_pcie = placement.tensor > 1 && chip.link_for(placement.tensor).kind == LinkKind::Pcie;
    Comparable {
        class: scenario.model.class(),
        architecture: chip.architecture,
        engine: scenario.engine.engine,
        unusual: scenario.serving.disaggregated || placement.pipeline > 1 || over_pcie,
        weights: scenario.weights,
        extended: is_extended(scenario),
        widening: worth(scenario, chip).widening,
        crowding: 0.0,
        users: 1.0,
        saturated: scenario.workload.load == Load::Saturated,
    }
}

/// `B + z sqrt(B) = crowd`, solved for `B`.
fn crowd_of(crowd: f64, z: f64) -> f64 {
    let root = ((z * z + 4.0 * crowd).sqrt() - z) / 2.0;
    root * root
}

/// The least population up to `most` at which something is `reached`, to a per mille.
fn where_reached(most: f64, reached: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, most);
    for _ in 0..30 {
        let middle = f64::midpoint(low, high);
        if reached(middle) {
            high = middle;
        } else {
            low = middle;
        }
        if high - low < 1e-3 * high {
            break;
        }
    }
    high
}

#[cfg(test)]
mod tests;
