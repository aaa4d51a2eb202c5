//! Sequences that begin to decode, end, or are put back.

use super::{Costs, Engine, Sequence, Task};
use crate::serving::queue::source::Source;
use crate::serving::queue::tally::Answered;
use std::cmp::Reverse;

impl<C: Costs> Engine<C> {
    /// A prompt has been read: its first token is there `depth` seconds from now.
    pub(super) fn begin(&mut self, mut task: Task, depth: f64, source: &mut impl Source) {
        let first = *task.first.get_or_insert(self.now + depth);
        if task.left < 2.0 {
            task.left -= 1.0;
            self.held -= self.held_by_started(&task, 0.0);
            self.leave(&task, first, self.now + depth, source);
            return;
        }
        self.decode_from(task, 0);
    }

    /// Gives a task a slot to decode in, of whose tokens one is there, or is in `ahead`
    /// steps.
    pub(super) fn decode_from(&mut self, mut task: Task, ahead: u64) -> Option<(usize, u32)> {
        task.left -= 1.0;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Lengths are bounded.
        let steps = ahead + (task.left / self.rules.kept).ceil().max(1.0 - ahead as f64) as u64;
        let sequence = Sequence {
            task,
            joined: self.decoded,
        };
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push((0, None));
            self.slots.len() - 1
        });
        let place = self.slots.get_mut(slot)?;
        place.1 = Some(sequence);
        let uses = place.0;
        self.ends.push(Reverse((self.decoded + steps, slot, uses)));
        self.order.push((slot, uses));
        self.decoding += 1;
        self.context += task.length();
        Some((slot, uses))
    }

    /// The same as [`Self::held_by`] for a task whose first token was counted off.
    pub(super) fn held_by_started(&self, task: &Task, output: f64) -> f64 {
        let counted = Task {
            left: task.left + 1.0,
            ..*task
        };
        self.held_by(&counted, output)
    }

    /// Takes a sequence out of its slot, and its share of the cache and the context.
    pub(super) fn take_out(&mut self, slot: usize, uses: u32) -> Option<(Task, f64)> {
        let place = self.slots.get_mut(slot).filter(|place| place.0 == uses)?;
        let Sequence { task, joined } = place.1.take()?;
        place.0 = uses.wrapping_add(1);
        self.free.push(slot);
        let output = (self.decoded - joined) as f64 * self.rules.kept;
        self.decoding -= 1;
        self.context -= task.length() + output;
        self.held -= self.held_by_started(&task, output);
        Some((task, output))
    }

    /// Lets those go that are done.
    pub(super) fn finish(&mut self, source: &mut impl Source) {
        while let Some(Reverse((end, slot, uses))) = self.ends.peek().copied() {
            if end > self.decoded {
                break;
            }
            self.ends.pop();
            if let Some((task, _)) = self.take_out(slot, uses) {
                let first = task.first.unwrap_or(self.now);
                self.leave(&task, first, self.now.max(first), source);
            }
        }
        if self.order.len() > 4 * self.decoding + 64 {
            let slots = &self.slots;
            self.order.retain(|(slot, uses)| {
                slots
                    .get(*slot)
                    .is_some_and(|(now, taken)| now == uses && taken.is_some())
            });
        }
    }

    pub(super) fn leave(&mut self, task: &Task, first: f64, last: f64, source: &mut impl Source) {
        // Copies come while others compute; the request alone waits for its own.
        let copy = task.request.restored * self.rules.copy;
        let (first, last) = (first + copy, last + copy);
        self.tally.answer(&Answered {
            number: task.number,
            arrival: task.request.arrival,
            first,
            last,
            output: task.request.output,
        });
        source.left(task.number, first, last);
        source.answered(last + self.rules.overhead);
    }

    /// Puts the latest back while the cache would overflow in the next step.
    pub(super) fn make_room(&mut self) {
        while self.decoding > 1 && self.held + self.growth() > self.rules.pool {
            let Some((slot, uses)) = self.order.pop() else {
                return;
            };
            if let Some((mut task, output)) = self.take_out(slot, uses) {
                self.tally.preempted = self.tally.preempted.saturating_add(1);
                // Its answer so far is part of the prompt that is computed again.
                task.fresh += output + 1.0;
                task.left = (task.left - output).max(1.0);
                task.done = 0.0;
                self.waiting.push_front(task);
            }
        }
    }
}
