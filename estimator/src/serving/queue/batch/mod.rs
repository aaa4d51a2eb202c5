//! The engine: which requests a step carries, and what the step does to them.
//!
//! Every step, each decoding sequence yields a token, and what is left of the token
//! budget goes to prompts, those begun first (chunked prefill; Agrawal et al. 2023,
//! arXiv 2308.16369). A prompt is admitted when a slot is free and the cache has blocks
//! for it; an engine that reserves the whole answer admits later and never overflows,
//! the others put the latest request back and compute it again (vLLM; Kwon et al. 2023,
//! arXiv 2309.06180). SGLang reads prompts in steps of their own.
//!
//! Engines prepare a step while the one before runs: what it carries is settled half-way
//! through. (So an empty replica makes a request wait for one step on average, as
//! measured rows ask for.) Steps between two events (an arrival, a finished answer, a
//! full cache) differ only by the context, which grows by a token a sequence: they are
//! taken together, at their mean context.

mod admission;
mod early;
mod leaving;
mod step;

use super::source::{Request, Source};
use super::tally::{Simulated, Tally};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// How long steps take.
pub trait Costs {
    /// Seconds of a step of `decoding` sequences at a mean context of `context` tokens
    /// beside `prompt` prompt tokens, over the whole replica.
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64;

    /// Seconds of attention over the part `from..to` of a prompt of `whole` tokens, of
    /// which the first `cached` were computed before.
    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64;
}

impl<C: Costs> Costs for &C {
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        (**self).step(decoding, prompt, context)
    }

    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64 {
        (**self).attention(cached, from, to, whole)
    }
}

/// What the engine goes by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Tokens a step takes on one rank.
    pub chunk: f64,
    /// Attention ranks that share the replica's requests.
    pub ranks: usize,
    /// Stages of the pipeline.
    pub stages: f64,
    /// Most sequences in the replica.
    pub sequences: usize,
    /// Prompts run in steps of their own.
    pub separate: bool,
    /// Room for the whole answer is reserved at admission.
    pub reserves: bool,
    /// Tokens a decoding sequence puts into a step.
    pub taken: f64,
    /// Tokens it keeps of them.
    pub kept: f64,
    /// Room in the cache, bytes.
    pub pool: f64,
    /// Cached bytes of a token.
    pub per_token: f64,
    /// Further bytes of a token within the window.
    pub per_window_token: f64,
    /// Tokens of the window.
    pub window: f64,
    /// Bytes of a request's recurrent state.
    pub state: f64,
    /// Seconds that a restored token takes to come from host memory.
    pub copy: f64,
    /// Seconds a request spends outside: network, tokeniser.
    pub overhead: f64,
}

/// How long to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// Requests that only warm the replica up.
    pub warm: u32,
    /// Requests to measure.
    pub measured: u32,
    /// Turns of the engine, steps between two events being one, after which the run is
    /// given up without a result. A turn in which much is looked at counts as several
    /// ([`Run::turns`]).
    pub most_turns: u64,
    /// Requests waiting at which it ends: the replica does not keep up.
    pub most_waiting: usize,
}

/// A request with what is left to do.
#[derive(Debug, Clone, Copy)]
struct Task {
    number: u64,
    request: Request,
    /// Prompt tokens to compute, after a preemption with the answer's beginning.
    fresh: f64,
    /// Of them computed.
    done: f64,
    /// Output tokens still to come.
    left: f64,
    /// When the first token came.
    first: Option<f64>,
    rank: usize,
    /// Cached bytes that do not grow.
    fixed: f64,
}

impl Task {
    fn length(&self) -> f64 {
        self.request.cached + self.request.restored + self.request.own + self.fresh
    }
}

/// A decoding sequence.
#[derive(Debug, Clone, Copy)]
struct Sequence {
    task: Task,
    /// Decoding steps done when it joined.
    joined: u64,
}

/// The engine's state.
pub(super) struct Engine<C: Costs> {
    costs: C,
    rules: Rules,
    now: f64,
    /// Until when arrivals were looked at.
    settled: f64,
    /// Decoding steps done.
    decoded: u64,
    waiting: VecDeque<Task>,
    prefilling: VecDeque<Task>,
    /// By slot; a slot is used again, so its number of uses goes with it.
    slots: Vec<(u32, Option<Sequence>)>,
    free: Vec<usize>,
    /// When decoding sequences end, in decoding steps.
    ends: BinaryHeap<Reverse<(u64, usize, u32)>>,
    /// Slots in the order of their admission, for preemption.
    order: Vec<(usize, u32)>,
    decoding: usize,
    context: f64,
    held: f64,
    /// By attention rank: tokens the step may still take.
    budget: Vec<f64>,
    /// What holds up a first token longest: prompt tokens and seconds of attention, of
    /// the fullest rank, or of one prompt where a pipeline passes others on beside it.
    longest: (f64, f64),
    /// By attention rank: seconds of attention over prompts.
    attention: Vec<f64>,
    next_rank: usize,
    /// Prompts were read elsewhere, and their cache is here.
    handed: bool,
    /// Slots whose first token is yet to come.
    joining: Vec<(usize, u32)>,
    /// Prompts that the turn looked at.
    looked: usize,
    pub(super) tally: Tally,
}

/// Prompts that are looked at in the time that a step takes to be worked out.
const LOOKS: usize = 8;

/// Requests that are drawn in the time that a turn takes.
const DRAWN: usize = 16;

/// Turns that it took to draw what is under way.
pub(super) fn drawn(source: &impl Source) -> u64 {
    (source.due() / DRAWN) as u64
}

/// A run of the engine on what a source sends, which can be taken in parts, and dropped.
pub struct Run<C: Costs, S: Source> {
    engine: Engine<C>,
    source: S,
    length: Length,
    turns: u64,
    /// Nothing comes any more.
    dry: bool,
}

impl<C: Costs, S: Source> Run<C, S> {
    /// Begins with an empty engine.
    pub fn new(costs: C, rules: &Rules, source: S, length: Length) -> Self {
        let tally = Tally::new(length.warm, length.measured, rules.overhead);
        Self {
            engine: Engine::new(costs, rules, tally),
            turns: drawn(&source),
            source,
            length,
            dry: false,
        }
    }

    /// The same, given up after `turns` turns where it would go on for longer.
    #[must_use]
    pub fn within(mut self, turns: u64) -> Self {
        self.length.most_turns = self.length.most_turns.min(turns);
        self
    }

    /// Goes on for `turns` turns, or until the run is over; whether it is not. Parts of any
    /// size come to the same.
    pub fn advance(&mut self, turns: u64) -> bool {
        let until = self.turns.saturating_add(turns);
        while !self.is_over() && self.turns < until {
            self.turn();
        }
        !self.is_over()
    }

    /// One turn, or the wait for what comes next.
    fn turn(&mut self) {
        let did = self.engine.turn(&mut self.source);
        self.turns = self.turns.saturating_add(self.engine.weight());
        if !did {
            match self.source.next_at() {
                Some(at) => self.engine.idle_until(at),
                None => self.dry = true,
            }
        }
    }

    /// Turns so far: a measure, the same on every machine, of what the run took to compute.
    /// One that looks at many prompts counts as one more for every eight of them, and so do
    /// sixteen users who are there at the beginning.
    #[must_use]
    pub const fn turns(&self) -> u64 {
        self.turns
    }

    fn is_over(&self) -> bool {
        self.dry
            || self.engine.tally.is_complete()
            || self.turns >= self.length.most_turns
            || self.engine.waiting.len() >= self.length.most_waiting
    }

    /// What sends the requests.
    #[must_use]
    pub const fn source(&self) -> &S {
        &self.source
    }

    /// What was seen so far.
    #[must_use]
    pub fn close(mut self) -> Simulated {
        let complete = self.engine.tally.is_complete();
        self.engine.tally.given_up = self.turns >= self.length.most_turns && !complete;
        self.engine.tally.close(self.engine.now)
    }
}

/// Runs the engine on what `source` sends until `length` is reached.
pub fn run<C: Costs>(
    costs: &C,
    rules: &Rules,
    source: &mut impl Source,
    length: Length,
) -> Simulated {
    let mut run = Run::new(costs, rules, source, length);
    run.advance(u64::MAX);
    run.close()
}

impl<C: Costs> Engine<C> {
    pub(super) fn new(costs: C, rules: &Rules, tally: Tally) -> Self {
        let ranks = rules.ranks.max(1);
        Self {
            costs,
            rules: *rules,
            now: 0.0,
            settled: 0.0,
            decoded: 0,
            waiting: VecDeque::new(),
            prefilling: VecDeque::new(),
            slots: Vec::new(),
            free: Vec::new(),
            ends: BinaryHeap::new(),
            order: Vec::new(),
            decoding: 0,
            context: 0.0,
            held: 0.0,
            budget: vec![0.0; ranks],
            longest: (0.0, 0.0),
            attention: vec![0.0; ranks],
            next_rank: 0,
            handed: false,
            joining: Vec::new(),
            looked: 0,
            tally,
        }
    }

    /// The same where prompts are read elsewhere: who is let in decodes at once, and its
    /// first token is that of its first step.
    pub(super) fn decoding(costs: C, rules: &Rules, tally: Tally) -> Self {
        Self {
            handed: true,
            ..Self::new(costs, rules, tally)
        }
    }

    /// When the step ends that was taken last.
    pub(super) const fn now(&self) -> f64 {
        self.now
    }

    /// Requests that are not let in yet.
    pub(super) fn line(&self) -> usize {
        self.waiting.len()
    }

    /// Whether there is anything to do.
    pub(super) fn is_busy(&self) -> bool {
        self.decoding > 0 || !self.prefilling.is_empty() || !self.waiting.is_empty()
    }

    /// Share of the cache in use.
    pub(super) fn share(&self) -> f64 {
        self.held / self.rules.pool.max(1.0)
    }

    /// No answer ends before, whoever comes: steps only grow longer.
    pub(super) fn first_end(&self) -> f64 {
        if !self.waiting.is_empty() || !self.prefilling.is_empty() {
            return self.now;
        }
        self.ends.peek().map_or(self.now, |Reverse((end, _, _))| {
            let steps = end.saturating_sub(self.decoded) as f64;
            self.now + steps * self.step(0.0)
        })
    }

    /// What the last turn counts as.
    pub(super) const fn weight(&self) -> u64 {
        1 + (self.looked / LOOKS) as u64
    }

    /// Steps up to the next event; false where there is nothing to do.
    pub(super) fn turn(&mut self, source: &mut impl Source) -> bool {
        self.looked = 0;
        self.receive(source);
        let prompts = self.plan();
        if prompts > 0.0 {
            self.mixed(prompts, source);
        } else if self.decoding > 0 {
            self.decode(source);
        } else {
            return false;
        }
        true
    }

    /// Nothing happens until `at`.
    pub(super) fn idle_until(&mut self, at: f64) {
        self.tally.pass((at - self.now).max(0.0), 0.0);
        self.now = at.max(self.now);
        self.settled = self.now;
    }

    /// Lets in what has arrived.
    fn receive(&mut self, source: &mut impl Source) {
        while source.next_at().is_some_and(|at| at <= self.settled) {
            let Some(request) = source.take() else { return };
            let line = self.waiting.len();
            let number = self.tally.arrive(request.arrival, self.now, line, line);
            self.waiting.push_back(Task {
                number,
                request,
                fresh: request.fresh,
                done: if self.handed { request.fresh } else { 0.0 },
                left: request.output.max(1.0),
                first: None,
                rank: 0,
                fixed: 0.0,
            });
        }
    }
}
