//! How contexts grow: expected sums over the turns of a session.
//!
//! ```text
//! turns     1, or geometric on 2, 3, ...: P(n >= k) = w r^(k-2), w sessions that go on,
//!           r = 1 - 1/M, M = mean turns of those - 1
//! input     i_1 = I, i_k = I + g_k,  g_(k+1) = p (g_k + O + A), p = 1 - q: a compaction
//!           starts anew from I
//! context   c_k = i_k + O after the answer
//! sum of g  sum over k >= 2 of r^(k-2) g_k = p (O + A) M / (1 - p r)
//! dropped   of O only (1 - d) O is in the next input, and none of it is found: what is left out
//!           stands before the rest of the answer
//! ```

use super::load::Sessions;

/// Expected tokens of one session.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sums {
    /// Turns.
    pub turns: f64,
    /// Turns that another one follows.
    pub followed: f64,
    /// Chance, 0 to 1, that a turn which is not the first is followed.
    pub again: f64,
    /// Input of all turns.
    pub inputs: f64,
    /// Private context left by turns that are followed.
    pub kept: f64,
    /// Private context left by the last turn.
    pub left: f64,
}

impl Sessions {
    /// Share of sessions that go on after the first turn, and turns that those go on for.
    pub(super) fn going_on(&self) -> (f64, f64) {
        // Fewer than two turns where more than one was asked for: some have only one.
        let several = (self.turns - 1.0).clamp(0.0, 1.0);
        (
            (1.0 - self.single_share) * several,
            (self.turns - 1.0).max(1.0),
        )
    }

    /// Turns of a session, mean of all.
    #[must_use]
    pub fn mean_turns(&self) -> f64 {
        let (share, more) = self.going_on();
        1.0 + share * more
    }

    /// Tokens of the input of a turn, mean of all.
    #[must_use]
    pub fn mean_input(&self) -> f64 {
        let sums = self.sums(0.0);
        sums.inputs / sums.turns
    }

    /// Tokens of its own that an idle session's context has, mean over turns that another follows.
    #[must_use]
    pub fn idle_context(&self) -> f64 {
        let sums = self.sums(0.0);
        sums.kept / sums.followed.max(f64::MIN_POSITIVE)
    }

    /// The sums with a cache of blocks of `block` tokens, of which each context wastes half
    /// of one.
    pub(super) fn sums(&self, block: f64) -> Sums {
        let (share, more) = self.going_on();
        let again = 1.0 - 1.0 / more;
        let stays = 1.0 - self.compaction;
        let grown = share * stays * (self.remembered(self.answer) + self.added) * more
            / (1.0 - stays * again);
        let followed = share * more;
        let turns = 1.0 + followed;
        let first = self.first + self.reusable(self.answer);
        let wasted = self.shared + block / 2.0;
        let kept = followed * first + again * grown;
        let all = turns * (self.first + self.answer) + grown;
        Sums {
            turns,
            followed,
            again,
            inputs: turns * self.first + grown,
            kept: (kept - followed * wasted).max(0.0),
            left: (all - kept - wasted).max(0.0),
        }
    }
}
