//! The load as Mooncake JSON lines, which benchmarks replay and this product reads back:
//! `timestamp` in milliseconds, `input_length`, `output_length`, `hash_ids` of blocks of 512
//! tokens, `session_id` and `block_size`.
//!
//! An id names a block together with all before it. Blocks of the shared prompt have the same
//! ids in every session; the others are numbered as they first appear. Serving is taken to need
//! the time that is given, whatever runs.

use super::draw::{Course, Draw};
use super::load::{Population, Sessions};
use crate::quantity::whole;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write;

/// Tokens of a block.
pub const BLOCK: u64 = 512;
/// Requests at the most.
pub const MOST_REQUESTS: u32 = 20_000;
/// Blocks of all requests at the most: some 100 MB of text.
const MOST_BLOCKS: u64 = 16_000_000;
/// Sessions that are under way at the beginning at the most.
const MOST_SESSIONS: f64 = 20_000.0;

/// How much is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// Seconds.
    pub seconds: f64,
    /// Requests, at most [`MOST_REQUESTS`].
    pub requests: u32,
    /// Seconds that a turn takes.
    pub latency: f64,
    /// Of the random numbers: the same gives the same lines.
    pub seed: u64,
}

impl Default for Extent {
    fn default() -> Self {
        Self {
            seconds: 600.0,
            requests: 2000,
            latency: 0.0,
            seed: 1,
        }
    }
}

/// A session with the ids of its context.
struct Written {
    number: u64,
    course: Course,
    ids: Vec<u64>,
}

/// Milliseconds, then the session: the next turn first.
type Due = BinaryHeap<Reverse<(u64, usize)>>;

struct Writer {
    draw: Draw,
    extent: Extent,
    shared: u64,
    sessions: Vec<Written>,
    due: Due,
    next_id: u64,
    begun: u64,
    random: Pcg64Mcg,
}

/// The load drawn for a while, a request a line.
#[must_use]
pub fn mooncake(load: &Sessions, extent: Extent) -> String {
    let shared = whole(load.shared) / BLOCK;
    let mut writer = Writer {
        draw: Draw::new(load),
        extent,
        shared,
        sessions: Vec::new(),
        due: BinaryHeap::new(),
        next_id: shared,
        begun: 0,
        random: Pcg64Mcg::seed_from_u64(extent.seed),
    };
    writer.fill(load);
    writer.write(load)
}

impl Writer {
    /// Sessions as if they had always been there.
    fn fill(&mut self, load: &Sessions) {
        let present = load.present(self.extent.latency).round();
        let present = whole(present.clamp(1.0, MOST_SESSIONS));
        for _ in 0..present {
            let course = self.draw.under_way(&mut self.random);
            let pause = self.extent.latency + self.draw.delay(&mut self.random);
            let at = Draw::about(pause, &mut self.random).min(pause);
            let ids = self.named(Vec::new(), Draw::context(&course));
            self.add(course, ids, at);
        }
        if let Population::PerHour(many) = load.population {
            // A session that begins is one that is there without a turn yet.
            let gap = 3600.0 / many;
            let mut at = Draw::about(gap, &mut self.random);
            let mut more = 0;
            while at < self.extent.seconds && more < self.extent.requests.min(MOST_REQUESTS) {
                self.add(Draw::NEW, Vec::new(), at);
                at += Draw::about(gap, &mut self.random);
                more += 1;
            }
        }
    }

    fn add(&mut self, course: Course, ids: Vec<u64>, at: f64) {
        let number = self.begun;
        self.begun += 1;
        self.due
            .push(Reverse((whole(at * 1000.0), self.sessions.len())));
        self.sessions.push(Written {
            number,
            course,
            ids,
        });
    }

    /// `ids`, with names for all full blocks of `tokens`.
    fn named(&mut self, mut ids: Vec<u64>, tokens: f64) -> Vec<u64> {
        let full = whole(tokens) / BLOCK;
        for place in ids.len() as u64..full {
            ids.push(if place < self.shared {
                place
            } else {
                self.next_id += 1;
                self.next_id
            });
        }
        ids
    }

    fn write(mut self, load: &Sessions) -> String {
        let mut text = String::new();
        let most = whole(self.extent.seconds * 1000.0);
        let replaced = matches!(load.population, Population::AtOnce(_));
        let (mut requests, mut blocks) = (0, 0);
        while let Some(Reverse((at, place))) = self.due.pop() {
            let enough = requests >= self.extent.requests.min(MOST_REQUESTS);
            if at > most || enough || blocks > MOST_BLOCKS {
                break;
            }
            let Some(session) = self.sessions.get_mut(place) else {
                continue;
            };
            let course = session.course;
            let mut ids = std::mem::take(&mut session.ids);
            let next = self.draw.go_on(course, &mut self.random);
            let (course, turn) = match next {
                Some(next) => next,
                None if replaced => {
                    session.number = self.begun;
                    self.begun += 1;
                    self.draw.begin(&mut self.random)
                }
                None => continue,
            };
            ids.truncate(usize::try_from(whole(turn.known) / BLOCK).unwrap_or(usize::MAX));
            let ids = self.named(ids, turn.input);
            let Some(session) = self.sessions.get_mut(place) else {
                continue;
            };
            let (input, output, number) = (whole(turn.input), whole(turn.output), session.number);
            let list = ids.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                r#"{{"timestamp":{at},"input_length":{input},"output_length":{output},"hash_ids":[{list}],"session_id":"s{number}","block_size":{BLOCK}}}"#
            );
            requests += 1;
            blocks += ids.len() as u64;
            // The last token of an answer has no entry.
            let ids = self.named(ids, turn.input + turn.output - 1.0);
            let pause = self.extent.latency + self.draw.delay(&mut self.random);
            self.due
                .push(Reverse((at + whole(pause * 1000.0).max(1), place)));
            if let Some(session) = self.sessions.get_mut(place) {
                (session.course, session.ids) = (course, ids);
            }
        }
        text
    }
}
