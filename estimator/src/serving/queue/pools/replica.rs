//! Replicas of the estimator whose prefill and decode are apart, run by the simulation.

use super::{Fleet, Run};
use crate::serving::queue::replica::{Arrivals, run_length};
use crate::serving::queue::source::{Closed, Either, Open};
use crate::serving::queue::tally::Simulated;
use crate::serving::replica::Replica;
use crate::serving::replica::disaggregated::PORT;
use crate::serving::speed::Rank;
use crate::workload::{Load, Workload, thinned};

/// Decode replicas that are simulated at the most: with so many to choose from, more
/// change nothing.
const MOST_DECODE: f64 = 16.0;

/// Prefill replicas that are.
const MOST_PREFILL: f64 = 512.0;

/// Requests that fill a fleet before the measured ones, over those that it holds: answers
/// take about as long as each other, and twice that time settles them.
const FILL: f64 = 2.0;

/// What two pools meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Met {
    /// Per replica, whatever its kind; latencies are of requests.
    pub simulated: Simulated,
    /// Mean seconds that a request waits to be read.
    pub read_wait: f64,
    /// The same for its first decoding step, once it is read.
    pub decode_wait: f64,
}

/// Two pools that are simulated in parts: whoever waits for them can look up between them,
/// and drop them.
pub struct Simulation<'a> {
    run: Run<'a, Rank, Either>,
    /// Share of the replicas that is simulated, of all there are.
    part: f64,
    all: f64,
    /// Seconds to a prompt's end, and from there to the first token, where nobody waits.
    phases: (f64, f64),
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

    /// Turns so far: see [`Run::turns`].
    #[must_use]
    pub const fn turns(&self) -> u64 {
        self.run.turns()
    }

    /// What was seen so far.
    #[must_use]
    pub fn close(self) -> Met {
        let outcome = self.run.close();
        let (read, handed) = self.phases;
        let simulated = outcome.simulated;
        Met {
            simulated: Simulated {
                users: simulated.users / (self.part * self.all),
                rate: simulated.rate / (self.part * self.all),
                ..simulated
            },
            read_wait: (outcome.read - read).max(0.0),
            decode_wait: (outcome.handed - handed).max(0.0),
        }
    }
}

impl Replica {
    /// Meets about `measured` requests of `workload` with `prefill` and `decode` replicas;
    /// `None` for loads that have no single requests, and for pools of more than 512
    /// prefill replicas to one that decodes.
    #[must_use]
    pub fn simulate_apart(
        &self,
        workload: &Workload,
        pools: (u32, u32),
        measured: u32,
        seed: u64,
    ) -> Option<Met> {
        let mut simulation = self.simulation_apart(workload, pools, measured, seed)?;
        simulation.advance(u64::MAX);
        Some(simulation.close())
    }

    /// The same, to be taken in parts.
    #[must_use]
    pub fn simulation_apart(
        &self,
        workload: &Workload,
        (prefill, decode): (u32, u32),
        measured: u32,
        seed: u64,
    ) -> Option<Simulation<'_>> {
        let point = self.standing(workload.load, (prefill, decode));
        let (all_prefill, all_decode) = (f64::from(prefill.max(1)), f64::from(decode.max(1)));
        let all = all_prefill + all_decode;
        let measured = self.affordable(measured);
        // Those it holds are measured several times over.
        let inside = point.users * all;
        let some = (all_decode * measured / (FILL * inside.max(1.0))).floor();
        let some = some
            .min((MOST_PREFILL * all_decode / all_prefill).floor())
            .clamp(1.0, MOST_DECODE.min(all_decode));
        let reading = (all_prefill * some / all_decode).ceil();
        if reading > MOST_PREFILL {
            return None;
        }
        let (part, share) = (some / all_decode, reading / all_prefill);
        let stay = point.ttft + self.lengths.output * point.outcome.tpot;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Small whole numbers.
        let fleet = Fleet {
            prefill: reading as usize,
            decode: some as usize,
            rules: self.rules(),
            port: PORT,
            here: part / share,
            elsewhere: point.outcome.tpot,
        };
        let length = run_length(FILL * inside * part, measured);
        let shape = self.shape(workload);
        let think = workload.think.get();
        let idle = self.standing(Load::Poisson(0.0), (prefill, decode));
        let turn = idle.ttft + self.lengths.output * idle.outcome.tpot + think;
        let met = workload.load.over(all_prefill / reading);
        let source = match Arrivals::of(met, thinned(workload.variation.arrivals, share), turn)? {
            Arrivals::Open { rate, variation } => {
                Either::Open(Open::new(shape, rate, variation, seed))
            }
            Arrivals::Users(users) => Either::Closed(Closed::new(shape, users, think, stay, seed)),
        };
        Some(Simulation {
            run: Run::new(&self.rank, &fleet, source, length),
            part,
            all,
            phases: self.least_phases(point.outcome.running),
        })
    }
}
