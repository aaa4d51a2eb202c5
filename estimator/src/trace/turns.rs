//! Sessions of a trace: their turns, the tokens each adds, and the time between them.

use super::Trace;
use super::blocks::{Touches, following};
use super::sessions::{Seen, inferred};
use super::summary::Summary;
use serde::Serialize;

/// Sessions of a trace.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sessions {
    /// Sessions.
    pub count: u64,
    /// Requests of each.
    pub turns: Option<Summary<u64>>,
    /// Those of two turns and more, over all.
    pub multi_turn_share: f64,
    /// Input of first turns.
    pub first_input: Option<Summary<u64>>,
    /// Tokens a turn brings beside input and answer of the one before, where not negative.
    pub added_per_turn: Option<Summary<u64>>,
    /// Later turns where it is negative, over all later turns.
    pub not_growing_share: Option<f64>,
    /// Seconds from the start of a turn to that of the next.
    pub gap_s: Option<Summary<f64>>,
    /// The file's seconds between an answer and the next turn.
    pub think_s: Option<Summary<f64>>,
}

impl Trace {
    pub(super) fn sessions(&self, sessions: &[u32], times: &[f64]) -> Sessions {
        let next = following(sessions);
        let mut later = vec![false; next.len()];
        let mut before: Vec<Option<usize>> = vec![None; next.len()];
        for (at, next) in next.iter().enumerate() {
            if let Some(next) = *next
                && let (Some(later), Some(before)) = (later.get_mut(next), before.get_mut(next))
            {
                *later = true;
                *before = Some(at);
            }
        }
        let mut turns = vec![0_u64; next.len()];
        let (mut added, mut gaps, mut think, mut first) = (vec![], vec![], vec![], vec![]);
        let mut shrunk = 0_u64;
        for (at, request) in self.requests.iter().enumerate() {
            let turn = before.get(at).copied().flatten();
            let count = turn.and_then(|turn| turns.get(turn).copied()).unwrap_or(0);
            if let Some(turn) = turns.get_mut(at) {
                *turn = count + 1;
            }
            let Some(one) = turn.and_then(|turn| self.requests.get(turn)) else {
                first.push(request.input);
                continue;
            };
            let grown = one.input.saturating_add(one.output);
            match request.input.checked_sub(grown) {
                Some(more) => added.push(more),
                None => shrunk += 1,
            }
            let time = |at: usize| times.get(at).copied().unwrap_or(0.0);
            gaps.push(time(at) - turn.map_or(0.0, time));
            think.extend(request.think);
        }
        let last = |(turns, next): (&u64, &Option<usize>)| next.is_none().then_some(*turns);
        let turns: Vec<u64> = turns.iter().zip(&next).filter_map(last).collect();
        let count = turns.len() as u64;
        let several = turns.iter().filter(|&&turns| turns > 1).count();
        Sessions {
            count,
            turns: Summary::of(turns),
            multi_turn_share: several as f64 / count.max(1) as f64,
            first_input: Summary::of(first),
            not_growing_share: (!gaps.is_empty()).then(|| shrunk as f64 / gaps.len() as f64),
            added_per_turn: Summary::of(added),
            gap_s: Summary::of(gaps),
            think_s: Summary::of(think),
        }
    }
}

/// Sessions by the full blocks of the requests.
pub(super) fn by_blocks(touches: &Touches) -> Vec<u32> {
    let seen: Vec<Seen> = touches
        .requests
        .iter()
        .map(|touch| Seen {
            input: touch.input,
            full: touches.full(touch),
        })
        .collect();
    inferred(&seen, touches.distinct)
}
