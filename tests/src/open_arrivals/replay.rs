//! A row's replica, run on its requests.

use super::lengths::{LONG, Lengths};
use super::load::{Cached, Runs};
use super::row::{Origin, Row};
use crate::tensor;
use catalog::measured::scenario;
use estimator::engine::{Engine, EngineSettings};
use estimator::parameters;
use estimator::quantity::Bytes;
use estimator::serving::queue::Simulated;
use estimator::serving::queue::batch::{Costs, Length, Rules, run};
use estimator::serving::replica::{Point, Replica};
use estimator::serving::scenario::Scenario;
use estimator::serving::speed::Rank;
use estimator::workload::{Load, Percentile};

/// How often a row's runs are drawn: 2,400 to 7,200 requests.
const DRAWN: u32 = 8;
/// Requests over all runs that are enough.
const ENOUGH: u32 = 6000;

/// A row with its replica.
#[derive(Debug)]
pub struct Replay<'a> {
    /// The row.
    pub row: &'a Row,
    /// Its replica.
    pub replica: Replica,
    /// Lengths of its requests.
    pub lengths: Lengths,
    /// The rules of its engine.
    pub rules: Rules,
    /// Which of its runs find their prompts cached.
    pub cached: Cached,
    scenario: Scenario,
}

/// Steps that take `factor` times as long.
struct Scaled<'a> {
    rank: &'a Rank,
    factor: f64,
}

impl Costs for Scaled<'_> {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        self.factor * Costs::step(self.rank, decoding, prompt, context)
    }

    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64 {
        self.factor * Costs::attention(self.rank, cached, from, to, whole)
    }
}

impl<'a> Replay<'a> {
    /// Prepares a row, the `first` of its sweep over rates or a later one; `None` where
    /// it lacks its prompts' length, or the chip a rate.
    #[must_use]
    pub fn new(row: &'a Row, first: bool) -> Option<Self> {
        let lengths = Lengths::of(row)?;
        let mut scenario = scenario(
            row.model.clone(),
            (row.weights, row.kv_cache),
            (lengths.input.0, row.output.0),
            Load::Poisson(row.rate),
            settings(row),
        );
        scenario.workload.variation.input_p95 = lengths.input.1;
        scenario.workload.variation.output_p95 = lengths.output.1.map(|p95| p95.min(lengths.cap));
        scenario.workload.variation.arrivals = row.arrivals;
        let replica = replica(&scenario, row)?;
        let mut rules = replica.rules();
        if matches!(row.origin, Origin::AccelMark | Origin::Powertrace) {
            // Within the process, or on the same host: there is no network.
            rules.overhead = 0.0;
        }
        // Chunked prefill was for long contexts alone.
        rules.separate |= row.is_first_vllm() && lengths.input.0 < LONG;
        let all = f64::from(row.requests) * (lengths.input.0 + row.output.0);
        let cached =
            match row.origin {
                // Prompts that come in the same order push each other out of a cache that
                // does not hold them all.
                Origin::AccelMark if row.repeats && all * rules.per_token <= rules.pool => {
                    if first { Cached::Later } else { Cached::Always }
                }
                Origin::Kubernetes if !first => Cached::Always,
                _ => Cached::Never,
            };
        Some(Self {
            row,
            replica,
            lengths,
            rules,
            cached,
            scenario,
        })
    }

    /// The simulation, with steps `factor` times as long.
    #[must_use]
    pub fn simulate(&self, factor: f64) -> Simulated {
        let row = self.row;
        let once = row.requests * row.runs;
        let length = Length {
            warm: 0,
            measured: once * DRAWN.min(ENOUGH.div_ceil(once)),
            most_turns: u64::MAX,
            most_waiting: usize::MAX,
        };
        let mut source = Runs::new(row, self.lengths, self.cached);
        let costs = Scaled {
            rank: &self.replica.rank,
            factor,
        };
        run(&costs, &self.rules, &mut source, length)
    }

    /// The factor on steps with which the time per output token is the measured one at the median,
    /// and the simulation with it: the error left is not the step's.
    #[must_use]
    pub fn matched(&self) -> Option<(f64, Simulated)> {
        let wanted = self.row.tpot.p50?;
        let mut factor = 1.0;
        let mut got = self.simulate(factor);
        for _ in 0..4 {
            factor *= wanted / got.tpot.p50;
            got = self.simulate(factor);
        }
        Some((factor, got))
    }

    /// The closed form at a percentile, the network left out where the row has none;
    /// `None` where it says that the replica does not keep up.
    #[must_use]
    pub fn bound(&self, percentile: Percentile) -> Option<Point> {
        let mut scenario = self.scenario.clone();
        scenario.sla.percentile = percentile;
        let replica = replica(&scenario, self.row)?;
        let users = replica.users_at_rate(self.row.rate, replica.capacity())?;
        let mut point = replica.crowded(users, true);
        let outside = self.replica.rules().overhead - self.rules.overhead;
        point.ttft -= outside;
        point.ttft_at_percentile -= outside;
        Some(point)
    }
}

fn replica(scenario: &Scenario, row: &Row) -> Option<Replica> {
    let counted = parameters::count(&scenario.model);
    let replica = Replica::new(scenario, &counted, &row.chip, tensor(row.tensor))?;
    (replica.space.short() <= Bytes::ZERO).then_some(replica)
}

/// The engine's settings: those the source says, else its defaults.
fn settings(row: &Row) -> EngineSettings {
    let (sequences, tokens) = match (row.origin, row.engine) {
        // Prompts whole, and as many as one of the longest admitted has tokens.
        (_, Engine::Vllm) if row.is_first_vllm() => (Some(256), Some(8192)),
        // Embedded, vLLM takes the defaults of no server.
        (Origin::AccelMark, Engine::Vllm) => (Some(128), Some(2048)),
        (Origin::Powertrace, _) => (Some(256), Some(8192)),
        // SGLang admits as much as the cache holds, and cuts prompts by the card's memory.
        (_, Engine::Sglang) => {
            let memory = row.chip.memory;
            let tokens = if memory < Bytes::gib(35.0) {
                2048
            } else if memory < Bytes::gib(60.0) {
                4096
            } else {
                8192
            };
            (Some(2048), Some(tokens))
        }
        _ => (None, None),
    };
    EngineSettings {
        max_num_seqs: sequences,
        max_num_batched_tokens: tokens,
        ..EngineSettings::new(row.engine)
    }
}
