//! The accelerators a queue may still take: its own share first, then the rest of the cohort's
//! pool.
//!
//! ```text
//! own = max(0, nominal - lend), or 0;   pool = sum(nominal - own);   used = sum max(0, usage - own)
//! available = max(0, own - usage) + min(pool - used, nominal - own - max(0, usage - own) + borrow)
//! potential = own + min(pool, nominal - own + borrow)
//! ```

use super::question::Queue;

/// The quotas of a cohort and their usage. The bounds of a question keep all sums far within 64
/// bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quota {
    lines: Vec<Line>,
    pool: i64,
    /// The queues' usage of the pool, accelerators.
    used: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    nominal: i64,
    own: i64,
    borrow: Option<i64>,
    usage: i64,
}

const NOTHING: Line = Line {
    nominal: 0,
    own: 0,
    borrow: Some(0),
    usage: 0,
};

impl Line {
    const fn borrowed(&self) -> i64 {
        if self.usage > self.own {
            self.usage - self.own
        } else {
            0
        }
    }
}

impl Quota {
    pub(super) fn new(queues: &[Queue]) -> Self {
        let lines: Vec<Line> = queues
            .iter()
            .map(|queue| {
                let nominal = signed(queue.nominal);
                Line {
                    nominal,
                    own: queue.lend.map_or(0, |lend| (nominal - signed(lend)).max(0)),
                    borrow: queue.borrow.map(signed),
                    usage: 0,
                }
            })
            .collect();
        Self {
            pool: lines.iter().map(|line| line.nominal - line.own).sum(),
            used: 0,
            lines,
        }
    }

    fn line(&self, queue: usize) -> Line {
        self.lines.get(queue).copied().unwrap_or(NOTHING)
    }

    /// Adds to a queue's usage; a negative number takes away.
    pub(super) fn add(&mut self, queue: usize, gpus: i64) {
        if let Some(line) = self.lines.get_mut(queue) {
            let before = line.borrowed();
            line.usage += gpus;
            self.used += line.borrowed() - before;
        }
    }

    pub(super) fn usage(&self, queue: usize) -> i64 {
        self.line(queue).usage
    }

    pub(super) fn nominal(&self, queue: usize) -> i64 {
        self.line(queue).nominal
    }

    /// Whether it uses more than its quota.
    pub(super) fn borrows(&self, queue: usize) -> bool {
        let line = self.line(queue);
        line.usage > line.nominal
    }

    /// Whether it is within its quota with so many more.
    pub(super) fn within_nominal(&self, queue: usize, gpus: i64) -> bool {
        let line = self.line(queue);
        line.usage + gpus <= line.nominal
    }

    /// Accelerators it may take now.
    pub(super) fn available(&self, queue: usize) -> i64 {
        let line = self.line(queue);
        let free = self.pool - self.used;
        let lent = line.borrow.map_or(free, |borrow| {
            free.min(line.nominal - line.own - line.borrowed() + borrow)
        });
        (line.own - line.usage).max(0) + lent
    }

    /// Accelerators it could take of an empty cohort.
    pub(super) fn potential(&self, queue: usize) -> i64 {
        let line = self.line(queue);
        let lent = line.borrow.map_or(self.pool, |borrow| {
            self.pool.min(line.nominal - line.own + borrow)
        });
        line.own + lent
    }

    /// Accelerators kept in a cycle for a head that finds no victim.
    pub(super) fn kept(&self, queue: usize, gpus: i64) -> i64 {
        let line = self.line(queue);
        let kept = if self.within_nominal(queue, gpus) {
            gpus.min(line.nominal - line.usage)
        } else {
            line.borrow
                .map_or(gpus, |borrow| gpus.min(line.nominal + borrow - line.usage))
        };
        kept.max(0)
    }
}

/// A count as a number that may become negative.
pub(super) fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
