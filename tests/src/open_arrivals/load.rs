//! The requests of a benchmark, made again: runs of so many from an idle engine, one run
//! long after the other.

use super::lengths::Lengths;
use super::row::Row;
use estimator::serving::queue::source::{Length, Open, Request, Shape, Source};

/// Seconds between the beginnings of runs: far more than any takes.
const APART: f64 = 1e5;

/// Tokens of a block of a prefix cache; the last one of a prompt is always computed.
const BLOCK: f64 = 16.0;

/// Which runs of a row find their prompts in the prefix cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cached {
    /// None.
    Never,
    /// All but the first of those pooled.
    Later,
    /// All.
    Always,
}

/// Runs of requests, one after the other.
#[derive(Debug)]
pub struct Runs {
    lengths: Lengths,
    rate: f64,
    arrivals: f64,
    /// Requests of a run.
    requests: u32,
    /// Runs that are pooled.
    pooled: u32,
    cached: Cached,
    open: Open,
    /// Requests sent of this run, and runs before it.
    sent: u32,
    run: u32,
}

impl Runs {
    /// The runs of `row`, again and again.
    #[must_use]
    pub fn new(row: &Row, lengths: Lengths, cached: Cached) -> Self {
        Self {
            lengths,
            rate: row.rate,
            arrivals: row.arrivals,
            requests: row.requests,
            pooled: row.runs,
            cached,
            open: begin(lengths, row.rate, row.arrivals, 0),
            sent: 0,
            run: 0,
        }
    }

    fn at(&self) -> Option<f64> {
        let within = if self.arrivals > 0.0 {
            self.open.next_at()?
        } else {
            f64::from(self.sent) / self.rate
        };
        Some(f64::from(self.run) * APART + within)
    }
}

fn begin(lengths: Lengths, rate: f64, arrivals: f64, run: u32) -> Open {
    let shape = Shape {
        input: Length::new(lengths.input.0, lengths.input.1),
        output: Length::new(lengths.output.0, lengths.output.1),
        cached: 0.0,
        restored: 0.0,
    };
    Open::new(shape, rate, arrivals, u64::from(run) + 1)
}

impl Source for Runs {
    fn next_at(&self) -> Option<f64> {
        self.at()
    }

    fn take(&mut self) -> Option<Request> {
        let arrival = self.at()?;
        let drawn = self.open.take()?;
        let (input, output) = self.lengths.draw(self.run, self.sent, drawn);
        let hits = match self.cached {
            Cached::Never => false,
            Cached::Later => !self.run.is_multiple_of(self.pooled),
            Cached::Always => true,
        };
        // Of tokens that come again, those that fill no whole block are computed: half of one on
        // average, and the last token in any case.
        let fresh = if hits {
            input.min(f64::midpoint(BLOCK, 1.0))
        } else {
            input
        };
        self.sent += 1;
        if self.sent == self.requests {
            self.sent = 0;
            self.run += 1;
            self.open = begin(self.lengths, self.rate, self.arrivals, self.run);
        }
        Some(Request {
            arrival,
            fresh,
            cached: input - fresh,
            restored: 0.0,
            own: 0.0,
            output,
        })
    }

    fn answered(&mut self, _at: f64) {}
}
