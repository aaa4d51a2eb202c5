//! Prefill and decode on replicas of their own, simulated: two pools at once.
//!
//! A request goes to the prefill replica with the fewest prompt tokens left to read, of
//! equals to the one whose step ends first; it is read there in chunks among others, and its first token is not sampled. Its cache then
//! goes to the decode replica with the fewest requests, through a port of either end: a
//! rank has one, and sends one cache at a time. There it joins the batch at a step's
//! begin once the cache has blocks for it, and yields its first token with that step
//! (vLLM with NIXL). Who is put back for want of blocks is read again where it decodes.
//!
//! Everything happens in the order of time. A replica takes steps together only up to
//! the earliest moment at which anything could reach it.
//!
//! A large fleet is met in part: some decode replicas, and as many prefill replicas, a
//! whole number, as belong to them. What these read for other decode replicas is sent
//! there, and counted nowhere.

mod replica;
mod server;

pub use replica::Met;

use super::batch::{Costs, Length, Rules};
use super::source::{Moment, Request, Source};
use super::tally::{Answered, Simulated, Tally};
use server::{Handed, Server, least, shortest};
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

struct Run<'a, C: Costs> {
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
}

/// Runs `fleet` on what `source` sends until `length` is reached.
pub fn run<C: Costs>(
    costs: &C,
    fleet: &Fleet,
    source: &mut impl Source,
    length: Length,
) -> Outcome {
    let plain = Rules {
        overhead: 0.0,
        ..fleet.rules
    };
    // Nothing is copied from host memory where nothing is read.
    let decoding = Rules { copy: 0.0, ..plain };
    let mut run = Run {
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
    };
    let mut turns = 0;
    while !run.tally.is_complete() && turns < length.most_turns && run.line() < length.most_waiting
    {
        turns += 1;
        if !run.advance(source) {
            break;
        }
    }
    run.tally.given_up = turns >= length.most_turns && !run.tally.is_complete();
    run.close()
}

impl<C: Costs> Run<'_, C> {
    /// Does what comes first; false where nothing comes any more.
    fn advance(&mut self, source: &mut impl Source) -> bool {
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

    /// The next request comes, and goes where the least is left to read.
    fn arrive(&mut self, source: &mut impl Source) {
        let Some(request) = source.take() else { return };
        let prefill = shortest(&self.prefill);
        self.owed += self.fleet.here.clamp(0.0, 1.0);
        let is_here = self.owed >= 1.0 - 1e-9;
        if is_here {
            self.owed -= 1.0;
        }
        let decode = shortest(&self.decode);
        let line = |servers: &[Server<'_, C>], at: usize| servers.get(at).map_or(0, Server::line);
        let number = is_here.then(|| {
            let found = line(&self.prefill, prefill) + line(&self.decode, decode);
            let all = self.line();
            self.tally.arrive(request.arrival, self.now, found, all)
        });
        let journey = self.journeys.len();
        self.journeys.push(Journey {
            request,
            number,
            prefill,
            decode,
            read: 0.0,
            first: 0.0,
        });
        if let Some(server) = self.prefill.get_mut(prefill) {
            server.load += request.fresh;
            server.hand(Handed {
                journey,
                request: Request {
                    output: 1.0,
                    ..request
                },
            });
        }
    }

    /// Notes whose prompts a step has ended.
    fn read(&mut self, prefill: usize) {
        let Some(server) = self.prefill.get_mut(prefill) else {
            return;
        };
        for (journey, _, at) in server.gone() {
            self.events
                .push(Reverse((Moment(at), Stage::Read, journey)));
        }
    }

    /// Sends the cache of a prompt to where it is decoded.
    fn send(&mut self, journey: usize, source: &mut impl Source) {
        let decode = shortest(&self.decode);
        let bytes = self
            .journeys
            .get(journey)
            .map_or(0.0, |one| self.fleet.rules.moved(&one.request));
        let seconds = bytes / self.fleet.port.max(1.0);
        let Some(one) = self.journeys.get_mut(journey) else {
            return;
        };
        let Some(from) = self.prefill.get_mut(one.prefill) else {
            return;
        };
        from.load = (from.load - one.request.fresh).max(0.0);
        one.read = self.now;
        let mut begin = from.port_free(self.now);
        if one.number.is_none() {
            from.take_port(begin + seconds);
            let last = begin + seconds + self.fleet.elsewhere * one.request.output;
            source.answered(last + self.fleet.rules.overhead);
            return;
        }
        let Some(to) = self.decode.get_mut(decode) else {
            return;
        };
        begin = begin.max(to.port_free(self.now));
        from.take_port(begin + seconds);
        to.take_port(begin + seconds);
        one.decode = decode;
        to.load += 1.0;
        to.hand(Handed {
            journey,
            request: Request {
                arrival: begin + seconds,
                ..one.request
            },
        });
    }

    /// Notes whose answers have ended.
    fn decoded(&mut self, decode: usize, source: &mut impl Source) {
        let Some(server) = self.decode.get_mut(decode) else {
            return;
        };
        for (journey, first, last) in server.gone() {
            if let Some(one) = self.journeys.get_mut(journey) {
                one.first = first;
            }
            self.events
                .push(Reverse((Moment(last), Stage::Answered, journey)));
            source.answered(last + self.fleet.rules.overhead);
        }
    }

    fn answer(&mut self, journey: usize) {
        let Some(one) = self.journeys.get(journey) else {
            return;
        };
        if let Some(server) = self.decode.get_mut(one.decode) {
            server.load = (server.load - 1.0).max(0.0);
        }
        self.phases.0 += one.read - one.request.arrival;
        self.phases.1 += one.first - one.read;
        self.phases.2 += 1.0;
        if let Some(number) = one.number {
            self.tally.answer(&Answered {
                number,
                arrival: one.request.arrival,
                first: one.first,
                last: self.now,
                output: one.request.output,
            });
        }
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

impl Rules {
    /// Bytes of a prompt's cache on a rank, what it shares with others left out.
    fn moved(&self, request: &Request) -> f64 {
        let tokens = request.fresh + request.restored;
        tokens * self.per_token + tokens.min(self.window) * self.per_window_token + self.state
    }
}
