//! The seven numbers of a recorded load, from its facts.
//!
//! Turns, first input, answer and gap are read off. The tokens a turn adds are chosen so that the
//! mean input is the recorded one, compactions so that a cache without an end finds as much as it
//! did there; tokens it finds beyond every session's own context are shared: means over turns
//! alone miss both, since long sessions have most of the turns. A recorded gap is from start to
//! start, so that it stands for delay and answer together.

use super::delay::Delay;
use super::law::{Law, Rhythm};
use super::load::{Population, Sessions};
use crate::trace::Facts;

/// Rounds in which additions and compactions settle.
const ROUNDS: u32 = 60;

impl Sessions {
    /// Those of a trace; `None` where its sessions are not known, or it has none of two turns.
    #[must_use]
    pub fn recorded(facts: &Facts) -> Option<Self> {
        let sessions = facts.sessions.as_ref()?;
        let (turns, gap) = (sessions.turns.as_ref()?, sessions.gap_s.as_ref()?);
        let input = facts.input.as_ref()?.mean;
        let several = sessions.multi_turn_share;
        let single_share = 1.0 - several;
        let p50 = gap.p50.max(1e-3);
        let mut load = Self {
            population: Population::PerHour(
                sessions.count as f64 / facts.duration_s.max(1.0) * 3600.0,
            ),
            turns: ((turns.mean - single_share) / several.max(1e-9)).clamp(1.0, 1e4),
            single_share,
            first: sessions.first_input.as_ref()?.mean,
            shared: 0.0,
            added: 0.0,
            answer: facts.output.as_ref()?.mean.max(1.0),
            delay: Delay::new(p50, gap.p90.max(p50)),
            compaction: 0.0,
            dropped: 0.0,
        };
        let block = facts.block_tokens.map_or(1.0, |block| block as f64);
        let cache = facts.cache.as_ref();
        let limit = cache.map(|cache| cache.unlimited_share);
        for _ in 0..ROUNDS {
            // The mean input is linear in the tokens a turn brings.
            load.added = 0.0;
            let alone = load.sums(block);
            let grown = alone.inputs - alone.turns * load.first;
            let wanted = (input - load.first) * alone.turns;
            load.added = (load.answer * (wanted / grown.max(1e-9) - 1.0)).clamp(0.0, 1e7);
            let Some(limit) = limit else { break };
            let sums = load.sums(block);
            let cut = 1.0 - limit * sums.inputs / sums.kept.max(1e-9);
            load.compaction = f64::midpoint(load.compaction, cut.clamp(0.0, 1.0));
        }
        // Tokens found beyond a session's own context are shared by all where the smallest cache
        // finds them as well.
        let law = Law::new(&load, 0.0, Rhythm::of(&load), block);
        let smallest = cache.and_then(|cache| cache.curve.iter().min_by_key(|one| one.blocks));
        let beyond = limit.unwrap_or(0.0) - law.limit();
        let shared = beyond.min(smallest.map_or(0.0, |one| one.share));
        load.shared = (shared * input).clamp(0.0, load.first);
        load.checked().ok()
    }
}
