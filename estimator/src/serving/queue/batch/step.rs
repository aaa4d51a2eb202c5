//! Steps: how long they take, and what they leave in the cache.

use super::{Costs, Engine};
use crate::serving::queue::source::Source;
use std::cmp::Reverse;

impl<C: Costs> Engine<C> {
    /// Sequences a stage of the pipeline works on together.
    pub(super) fn micro_batch(&self) -> f64 {
        let running = self.decoding as f64;
        (running / self.rules.stages).max(running.min(1.0))
    }

    pub(super) fn mean_context(&self, ahead: f64) -> f64 {
        if self.decoding == 0 {
            0.0
        } else {
            self.context / self.decoding as f64 + ahead
        }
    }

    /// `seconds` pass in `steps` steps.
    pub(super) fn pass(&mut self, seconds: f64, steps: u64) {
        self.now += seconds;
        self.settled = self.now - seconds / steps as f64 / 2.0;
        self.tally.steps += steps;
        self.tally.pass(seconds, self.share());
    }

    /// A step that carries `prompts` prompt tokens.
    pub(super) fn mixed(&mut self, prompts: f64, source: &mut impl Source) {
        let context = self.mean_context(0.0);
        let batch = if self.rules.separate {
            0.0
        } else {
            self.micro_batch()
        };
        // A prompt is read by one rank, and takes as long as if the others had as much to
        // do; what it costs those who decode is its share of a step that is shared evenly.
        let ranks = self.budget.len() as f64;
        let (tokens, attention) = self.longest;
        let own = self.costs.step(batch, tokens * ranks, context) + attention;
        let even = if ranks > 1.0 || self.rules.stages > 1.0 {
            self.costs.step(batch, prompts, context) + self.attention.iter().sum::<f64>() / ranks
        } else {
            own
        };
        // Other prompts pass through the other stages of a pipeline meanwhile.
        let beside = if batch > 0.0 && self.rules.stages > 1.0 {
            self.costs.step(batch, 0.0, context)
        } else {
            0.0
        };
        let seconds = beside + (even - beside).max(0.0) / self.rules.stages;
        self.pass(seconds, 1);
        if !self.rules.separate {
            self.grow(1);
        }
        let depth = own - seconds;
        let mut index = 0;
        while let Some(task) = self.prefilling.get(index).copied() {
            if task.done >= task.fresh {
                self.prefilling.remove(index);
                self.begin(task, depth.max(0.0), source);
            } else {
                index += 1;
            }
        }
        self.finish(source);
        self.make_room();
    }

    /// Seconds of a step without a prompt, at a context `ahead` of the present one.
    pub(super) fn step(&self, ahead: f64) -> f64 {
        let context = self.mean_context(ahead);
        self.costs.step(self.micro_batch(), 0.0, context)
    }

    /// Steps without a prompt, up to the next event.
    pub(super) fn decode(&mut self, source: &mut impl Source) {
        let next_end = if self.joining.is_empty() {
            self.ends.peek().map_or(1, |Reverse((end, _, _))| {
                end.saturating_sub(self.decoded).max(1)
            })
        } else {
            1
        };
        let once = self.step(0.0);
        let until = source
            .next_at()
            .map_or(f64::INFINITY, |at| (at - self.now) / once.max(1e-9) + 0.5);
        let growth = self.growth();
        let room = if growth > 0.0 {
            (self.rules.pool - self.held) / growth
        } else {
            f64::INFINITY
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // At least 1, and no more than what was a whole number.
        let steps = until.ceil().min(room.floor()).clamp(1.0, next_end as f64) as u64;
        let seconds = if steps == 1 {
            once
        } else {
            let ahead = (steps - 1) as f64 * self.rules.kept / 2.0;
            self.step(ahead) * steps as f64
        };
        self.pass(seconds, steps);
        self.grow(steps);
        self.finish(source);
        self.make_room();
    }

    /// Bytes that the cache grows by in a decoding step.
    pub(super) fn growth(&self) -> f64 {
        if self.rules.reserves {
            0.0
        } else {
            self.decoding as f64 * self.rules.kept * self.rules.per_token
        }
    }

    pub(super) fn grow(&mut self, steps: u64) {
        self.decoded += steps;
        self.held += self.growth() * steps as f64;
        self.context += self.decoding as f64 * self.rules.kept * steps as f64;
        for (slot, uses) in self.joining.drain(..) {
            let place = self.slots.get_mut(slot).filter(|place| place.0 == uses);
            if let Some(sequence) = place.and_then(|place| place.1.as_mut()) {
                sequence.task.first.get_or_insert(self.now);
            }
        }
    }
}
