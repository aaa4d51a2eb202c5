//! Prefill and decode on replicas of their own, simulated: two pools at once.
//!
//! A request goes to the prefill replica with the fewest prompt tokens left to read, of
//! equals to the one whose step ends first; it is read there in chunks among others, and
//! its first token is not sampled. Its cache then goes to the decode replica with the
//! fewest requests, through a port of either end: a rank has one, and sends one cache at a
//! time. There it joins the batch at a step's begin once the cache has blocks for it, and
//! yields its first token with that step (vLLM with NIXL). Who is put back for want of
//! blocks is read again where it decodes.
//!
//! Everything happens in the order of time. A replica takes steps together only up to
//! the earliest moment at which anything could reach it.
//!
//! A large fleet is met in part: some decode replicas, and as many prefill replicas, a
//! whole number, as belong to them. What these read for other decode replicas is sent
//! there, and counted nowhere.

mod journey;
mod replica;
mod server;

pub use replica::{Met, Simulation};

use super::batch::{Costs, Length, Rules, drawn};
use super::source::{Moment, Request, Source};
use super::tally::{Simulated, Tally};
use server::{Server, least};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What runs beside each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fleet {
    /// Replicas that read prompts.
    pub prefill: usize,
    /// Replicas that decode.
    pub decode: usize,
    /// What the engine goes by in each of them.
    pub rules: Rules,
    /// Bytes a second through a port.
    pub port: f64,
    /// Share of the prompts that is decoded here; the others only take time to be read.
    pub here: f64,
    /// Seconds from the prompt's end to the last token, for each token of an answer that
    /// is decoded elsewhere.
    pub elsewhere: f64,
}

/// What a run comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Of the whole that was simulated.
    pub simulated: Simulated,
    /// Mean seconds from an arrival to the prompt's end.
    pub read: f64,
    /// Mean seconds from there to the first token.
    pub handed: f64,
}

/// A request on its way.
#[derive(Debug, Clone, Copy)]
struct Journey {
    request: Request,
    /// Its number in the count; `None` where it is decoded elsewhere.
    number: Option<u64>,
    prefill: usize,
    decode: usize,
    /// When its prompt was read.
    read: f64,
    first: f64,
}

/// What happens to a journey: its prompt is read, or its answer complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Read,
    Answered,
}

struct State<'a, C: Costs> {
    fleet: Fleet,
    prefill: Vec<Server<'a, C>>,
    decode: Vec<Server<'a, C>>,
    journeys: Vec<Journey>,
    events: BinaryHeap<Reverse<(Moment, Stage, usize)>>,
    now: f64,
    /// Of the prompts that belong to other decode replicas, what the next one lacks.
    owed: f64,
    tally: Tally,
    /// Seconds until prompts were read, from there to the first token, and requests.
    phases: (f64, f64, f64),
    /// What the last turn counts as.
    weight: u64,
}

/// Replicas that are looked over in the time that a step takes to be worked out.
const LOOKS: usize = 64;

/// A run of a fleet on what a source sends, which can be taken in parts, and dropped.
pub struct Run<'a, C: Costs, S: Source> {
    state: State<'a, C>,
    source: S,
    length: Length,
    turns: u64,
    /// Nothing comes any more.
    dry: bool,
}

/// Runs `fleet` on what `source` sends until `length` is reached.
pub fn run<C: Costs>(
    costs: &C,
    fleet: &Fleet,
    source: &mut impl Source,
    length: Length,
) -> Outcome {
    let mut run = Run::new(costs, fleet, source, length);
    run.advance(u64::MAX);
    run.close()
}

impl<'a, C: Costs, S: Source> Run<'a, C, S> {
    /// Begins with an empty fleet.
    pub fn new(costs: &'a C, fleet: &Fleet, source: S, length: Length) -> Self {
        Self {
            state: State::new(costs, fleet, length),
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
        let looked = (self.state.prefill.len() + self.state.decode.len()) / LOOKS;
        while !self.is_over() && self.turns < until {
            self.dry = !self.state.turn(&mut self.source);
            let weight = self.state.weight + looked as u64;
            self.turns = self.turns.saturating_add(weight);
        }
        !self.is_over()
    }

    /// Turns so far: see [`super::batch::Run::turns`]. One of a large fleet counts as one
    /// more for every 64 replicas of it.
    #[must_use]
    pub const fn turns(&self) -> u64 {
        self.turns
    }

    fn is_over(&self) -> bool {
        self.dry
            || self.state.tally.is_complete()
            || self.turns >= self.length.most_turns
            || self.state.line() >= self.length.most_waiting
    }

    /// What was seen so far.
    #[must_use]
    pub fn close(mut self) -> Outcome {
        let complete = self.state.tally.is_complete();
        self.state.tally.given_up = self.turns >= self.length.most_turns && !complete;
        self.state.close()
    }
}

impl<'a, C: Costs> State<'a, C> {
    fn new(costs: &'a C, fleet: &Fleet, length: Length) -> Self {
        let plain = Rules {
            overhead: 0.0,
            ..fleet.rules
        };
        // Nothing is copied from host memory where nothing is read.
        let decoding = Rules { copy: 0.0, ..plain };
        Self {
            fleet: *fleet,
            prefill: (0..fleet.prefill.max(1))
                .map(|_| Server::reading(costs, &plain))
                .collect(),
            decode: (0..fleet.decode.max(1))
                .map(|_| Server::decoding(costs, &decoding))
                .collect(),
            journeys: Vec::new(),
            events: BinaryHeap::new(),
            now: 0.0,
            owed: 0.0,
            tally: Tally::new(length.warm, length.measured, fleet.rules.overhead),
            phases: (0.0, 0.0, 0.0),
            weight: 1,
        }
    }

    /// Does what comes first; false where nothing comes any more.
    fn turn(&mut self, source: &mut impl Source) -> bool {
        let arrival = source.next_at().unwrap_or(f64::INFINITY);
        let event = self
            .events
            .peek()
            .map_or(f64::INFINITY, |Reverse((Moment(at), _, _))| *at);
        let (reads, read_at) = least(&self.prefill, Server::next);
        let (decodes, decode_at) = least(&self.decode, Server::next);
        let turn = read_at.min(decode_at);
        if arrival.min(event).min(turn) == f64::INFINITY {
            return false;
        }
        self.weight = 1;
        if event <= arrival.min(turn) {
            if let Some(Reverse((Moment(at), stage, journey))) = self.events.pop() {
                self.pass(at);
                match stage {
                    Stage::Read => self.send(journey, source),
                    Stage::Answered => self.answer(journey),
                }
            }
        } else if arrival <= turn {
            self.pass(arrival);
            self.arrive(source);
        } else if read_at <= decode_at {
            if let Some(server) = self.prefill.get_mut(reads) {
                server.turn(f64::INFINITY);
                self.weight = server.engine.weight();
            }
            self.read(reads);
        } else {
            let mut until = arrival.min(event).min(read_at);
            if source.asks_again() {
                let others = self.decode.iter().enumerate();
                until = others
                    .filter(|(index, _)| *index != decodes)
                    .fold(until, |least, (_, server)| least.min(server.first_end()));
            }
            if let Some(server) = self.decode.get_mut(decodes) {
                server.turn(until);
                self.weight = server.engine.weight();
            }
            self.decoded(decodes, source);
        }
        true
    }

    fn pass(&mut self, at: f64) {
        let shares: f64 = self.decode.iter().map(|server| server.engine.share()).sum();
        let share = shares / self.decode.len().max(1) as f64;
        self.tally.pass((at - self.now).max(0.0), share);
        self.now = at.max(self.now);
    }

    /// Requests that wait to be read, or to be let in where they decode.
    fn line(&self) -> usize {
        let all = self.prefill.iter().chain(&self.decode);
        all.map(Server::line).sum()
    }

    fn close(mut self) -> Outcome {
        for server in self.prefill.iter().chain(&self.decode) {
            let one = &server.engine.tally;
            self.tally.steps += one.steps;
            self.tally.preempted = self.tally.preempted.saturating_add(one.preempted);
        }
        for server in &self.decode {
            let peak = server.engine.tally.cache_peak;
            self.tally.cache_peak = self.tally.cache_peak.max(peak);
        }
        let (read, handed, answered) = self.phases;
        Outcome {
            simulated: self.tally.close(self.now),
            read: read / answered.max(1.0),
            handed: handed / answered.max(1.0),
        }
    }
}
