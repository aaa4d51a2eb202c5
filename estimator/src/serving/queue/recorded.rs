//! A recorded load, request by request: each comes when it came, whatever others wait, and finds
//! what the caches still hold of its blocks.
//!
//! ```text
//! found in a tier = leading blocks no deeper than room
//! ```
//!
//! Blocks of requests that wait or run are among those that came since: they lie on top.

use super::batch::Run;
use super::sessions::Found;
use super::source::{Request, Source};
use super::tally::Simulated;
use crate::serving::speed::Rank;
use crate::session::settle::Tiers;
use crate::trace::Replay;
use crate::workload::Sla;
use std::collections::HashMap;

/// Sends the requests of a recorded load.
#[derive(Debug)]
pub struct Log {
    replay: Replay,
    tiers: Tiers,
    sla: Sla,
    next: usize,
    /// By number: arrival, seconds, and tokens of the answer.
    asked: HashMap<u64, [f64; 2]>,
    found: Found,
}

impl Log {
    /// That of `replay` on a replica with caches of `tiers`, within the demands of `sla` or not.
    #[must_use]
    pub fn new(replay: Replay, tiers: Tiers, sla: Sla) -> Self {
        Self {
            replay,
            tiers,
            sla,
            next: 0,
            asked: HashMap::new(),
            found: Found::default(),
        }
    }
}

impl Source for Log {
    fn next_at(&self) -> Option<f64> {
        self.replay
            .requests
            .get(self.next)
            .map(|request| request.at)
    }

    fn take(&mut self) -> Option<Request> {
        let request = *self.replay.requests.get(self.next)?;
        let (input, output) = (request.input, request.output);
        let in_tier = |room: f64| {
            let found = self.replay.found(&request, room);
            found.min(input - 1.0).max(0.0)
        };
        let own = in_tier(self.tiers.accelerator);
        let host = (in_tier(self.tiers.host) - own).max(0.0);
        let disk = (in_tier(self.tiers.disk) - own - host).max(0.0);
        self.asked.insert(self.next as u64, [request.at, output]);
        self.next += 1;
        self.found.turns += 1;
        self.found.input += input;
        self.found.accelerator += own;
        self.found.host += host;
        self.found.disk += disk;
        Some(Request {
            arrival: request.at,
            fresh: input - own - host - disk,
            cached: 0.0,
            restored: host + disk,
            own,
            output,
        })
    }

    fn left(&mut self, number: u64, first: f64, last: f64) {
        let Some([arrival, output]) = self.asked.remove(&number) else {
            return;
        };
        self.found.answered += 1;
        let token = (last - first) / (output - 1.0).max(1.0);
        let over = self.sla.excess(first - arrival, token);
        self.found.good += u64::from(over <= 1.0);
    }

    fn answered(&mut self, _at: f64) {}
}

/// A replica that meets a recorded load, simulated in parts.
pub struct LogRun<'a>(pub(crate) Run<&'a Rank, Log>);

impl LogRun<'_> {
    /// Goes on for `turns` turns of the engine, or until the run is over; whether it is not.
    pub fn advance(&mut self, turns: u64) -> bool {
        self.0.advance(turns)
    }

    /// What was seen so far, and what was found.
    #[must_use]
    pub fn close(self) -> (Simulated, Found) {
        let found = self.0.source().found;
        (self.0.close(), found)
    }
}
