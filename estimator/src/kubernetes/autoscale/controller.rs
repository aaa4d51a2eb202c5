//! The state of a `HorizontalPodAutoscaler` between its syncs: its proposals and its changes, as
//! far as its windows and periods reach back. Whatever is exactly as old as a window has left it.
//!
//! ```text
//! up = least of the proposal and those younger than the window up
//! down = most of the proposal and those younger than the window down
//! stabilised = replicas, at least `up`, at most `down`
//! ```

use super::question::Question;
use std::cmp::Ordering;
use std::collections::VecDeque;

/// An autoscaler at work.
#[derive(Debug, Clone, Default)]
pub(super) struct Controller {
    /// Proposals, for the least of them in the window up.
    lows: Extreme,
    /// The same, for the most of them in the window down.
    highs: Extreme,
    added: VecDeque<(u64, u32)>,
    removed: VecDeque<(u64, u32)>,
    begun: bool,
}

/// The result of a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Synced {
    /// The proposal as the measure has it.
    pub(super) raw: u32,
    /// The replicas asked for from now on.
    pub(super) spec: u32,
}

impl Controller {
    /// A sync at `now`; `low` is the least while it is awake.
    pub(super) fn sync(
        &mut self,
        question: &Question,
        low: u32,
        now: u64,
        (spec, ready): (u32, u32),
        total: f64,
    ) -> Synced {
        let scaler = &question.scaler;
        if !self.begun {
            self.begun = true;
            self.propose(now, spec);
        }
        if spec == 0 {
            return Synced { raw: 0, spec };
        }
        // Outside of its bounds neither measure, window nor policy is asked.
        let synced = if spec > scaler.high || spec < low {
            let bound = spec.clamp(low, scaler.high);
            Synced {
                raw: bound,
                spec: bound,
            }
        } else {
            let measured = (total, question.target);
            let raw = question
                .metric
                .proposal(&scaler.behavior, measured, (spec, ready));
            let stable = self.stabilised(question, now, spec, raw);
            self.propose(now, raw);
            Synced {
                raw,
                spec: self.limited(question, low, now, spec, stable),
            }
        };
        if synced.spec > spec {
            self.added.push_back((now, synced.spec - spec));
        } else if synced.spec < spec {
            self.removed.push_back((now, spec - synced.spec));
        }
        synced
    }

    fn propose(&mut self, now: u64, replicas: u32) {
        self.lows.push(now, replicas, |kept| kept < replicas);
        self.highs.push(now, replicas, |kept| kept > replicas);
    }

    fn stabilised(&mut self, question: &Question, now: u64, spec: u32, raw: u32) -> u32 {
        let behavior = &question.scaler.behavior;
        let up = self.lows.younger(now, behavior.up.window);
        let down = self.highs.younger(now, behavior.down.window);
        let (up, down) = (up.unwrap_or(raw).min(raw), down.unwrap_or(raw).max(raw));
        spec.max(up).min(down)
    }

    fn limited(&mut self, question: &Question, low: u32, now: u64, spec: u32, stable: u32) -> u32 {
        let behavior = &question.scaler.behavior;
        let policies = behavior.up.policies.iter().chain(&behavior.down.policies);
        let longest = policies.map(|policy| policy.period).max().unwrap_or(0);
        forget(&mut self.added, now, longest);
        forget(&mut self.removed, now, longest);
        let start = |period| {
            let sum = |changes| younger(changes, now, period).map(i64::from).sum::<i64>();
            i64::from(spec) - sum(&self.added) + sum(&self.removed)
        };
        // A limit never pushes past the replicas that there are.
        let within = |limit: i64| u32::try_from(limit.max(0)).unwrap_or(u32::MAX);
        match stable.cmp(&spec) {
            Ordering::Greater => {
                let most = within(behavior.up.most(i64::from(spec), start)).max(spec);
                stable.min(most).min(question.scaler.high)
            }
            Ordering::Less => {
                let least = within(behavior.down.least(i64::from(spec), start)).min(spec);
                stable.max(least).max(low)
            }
            Ordering::Equal => spec,
        }
    }
}

/// Proposals that may still be the extreme of a window, the oldest first: those that a later one
/// beats or equals are gone. The window is the same at every question.
#[derive(Debug, Clone, Default)]
struct Extreme {
    kept: VecDeque<(u64, u32)>,
}

impl Extreme {
    /// One more; of those before it stay the ones that are further out.
    fn push(&mut self, now: u64, replicas: u32, stays: impl Fn(u32) -> bool) {
        while self.kept.pop_back_if(|(_, kept)| !stays(*kept)).is_some() {}
        self.kept.push_back((now, replicas));
    }

    /// The extreme of those younger than `age`.
    fn younger(&mut self, now: u64, age: u64) -> Option<u32> {
        forget(&mut self.kept, now, age);
        self.kept.front().map(|(_, replicas)| *replicas)
    }
}

/// Those younger than `age`.
fn younger(kept: &VecDeque<(u64, u32)>, now: u64, age: u64) -> impl Iterator<Item = u32> + use<'_> {
    kept.iter()
        .rev()
        .take_while(move |(at, _)| now - at < age)
        .map(|&(_, value)| value)
}

/// Drops those that are as old as `age`, or older.
fn forget(kept: &mut VecDeque<(u64, u32)>, now: u64, age: u64) {
    while kept.front().is_some_and(|(at, _)| now - at >= age) {
        kept.pop_front();
    }
}
