//! Runs that end as soon as it is sure that they miss what is demanded.
//!
//! Of `n` requests the percentile `p` lies between the values at `floor(p (n - 1))` and above:
//! with as many late ones as there are from that place on it is late, whatever the others are.
//! What a run would have come to is then known without its end, but for one thing: whether it
//! would have been given up on the way, which says nothing for or against the replica. A run
//! of which that may be goes on.

use super::{Costs, Run};
use crate::serving::queue::source::Source;
use crate::serving::queue::tally::Demanded;

/// How many times the turns that a request took so far the others are thought to take at the
/// most. Those that were measured came after the replica was full, and nothing makes the ones
/// behind them dearer but what is put back: of 40,000 random runs within random numbers of
/// turns none was stopped that would have been given up.
const MANY_TIMES: f64 = 10.0;

/// Limits, seconds: of the first token, of each token after it.
pub(crate) type Within = (Option<f64>, Option<f64>);

impl<C: Costs, S: Source> Run<C, S> {
    /// Goes on until the run is over, or it is sure that less than the share `share` of what is
    /// measured has its first token and its tokens after it within so many seconds each;
    /// whether that is so, and the run not over. One that takes so many turns that it may be
    /// given up goes on to its end, since one that is given up says nothing.
    /// Requests are counted by `limits`.
    pub(crate) fn misses(&mut self, within: Within, limits: Within, share: f64) -> bool {
        let measured = self.length.measured as usize;
        let demanded = Demanded::of(within.0, within.1, share, measured);
        self.engine.tally.demanded = Some(demanded.counting(limits.0, limits.1));
        while !self.is_over() {
            if self.engine.tally.is_missed() && !self.may_be_given_up() {
                return true;
            }
            self.turn();
        }
        false
    }

    /// Counts the requests that have their first token and their tokens after it within so many
    /// seconds each.
    pub(crate) fn count(&mut self, limits: Within) {
        self.engine.tally.demanded = Some(Demanded::counted(limits.0, limits.1));
    }

    /// Whether the run may be given up: where what is left of it takes many times the turns
    /// that as much took so far. Where several ranks read prompts, prompts are begun on all of them
    /// while one has room, so that in a replica that is overrun ever more are begun, each of which
    /// every turn looks at: what it takes grows with the square of what is answered.
    fn may_be_given_up(&self) -> bool {
        let progress = self.engine.tally.progress();
        let done = if self.engine.budget.len() > 1 {
            progress * progress
        } else {
            progress
        };
        self.turns as f64 * MANY_TIMES >= self.length.most_turns as f64 * done
    }
}

#[cfg(test)]
mod tests;
