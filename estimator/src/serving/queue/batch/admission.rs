//! What a step carries of prompts, and which of those that wait are let in.

use super::{Costs, Engine, Task};
use crate::serving::memory::kv_cache::BLOCK;

impl<C: Costs> Engine<C> {
    /// Chooses the prompt tokens of the next step.
    pub(super) fn plan(&mut self) -> f64 {
        if self.prefilling.is_empty() && self.waiting.is_empty() {
            return 0.0;
        }
        let ranks = self.budget.len() as f64;
        let taken = if self.rules.separate {
            0.0
        } else {
            self.decoding as f64 * self.rules.taken / ranks
        };
        // Decoding is never starved, nor are prompts.
        let room = (self.rules.chunk - taken).max(1.0);
        self.budget.fill(room);
        self.attention.fill(0.0);
        self.longest = (0.0, 0.0);
        for index in 0..self.prefilling.len() {
            self.read(index);
        }
        while self.budget.iter().any(|left| *left > 0.0) && self.admit() {}
        if self.rules.stages <= 1.0 {
            self.longest = self
                .budget
                .iter()
                .zip(&self.attention)
                .map(|(left, attention)| (room - left, *attention))
                .fold((0.0, 0.0), longer);
        }
        self.budget.iter().map(|left| room - left).sum()
    }

    /// Gives the prompt at `index` its part of the step.
    fn read(&mut self, index: usize) {
        self.looked += 1;
        let Some(task) = self.prefilling.get_mut(index) else {
            return;
        };
        let Some(left) = self.budget.get_mut(task.rank) else {
            return;
        };
        let part = (task.fresh - task.done).min(*left).max(0.0);
        let kept = task.request.cached + task.request.restored + task.request.own;
        let from = kept + task.done;
        task.done += part;
        *left -= part;
        let attention = self.costs.attention(kept, from, from + part, task.length());
        self.longest = longer(self.longest, (part, attention));
        if let Some(seconds) = self.attention.get_mut(task.rank) {
            *seconds += attention;
        }
    }

    /// Admits the first that waits, where there is room, and gives it its part of the step.
    fn admit(&mut self) -> bool {
        let running = self.decoding + self.prefilling.len();
        let Some(mut task) = self.waiting.front().copied() else {
            return false;
        };
        if running >= self.rules.sequences.max(1) {
            return false;
        }
        let total = task.length() + task.left;
        task.fixed = total.min(self.rules.window) * self.rules.per_window_token + self.rules.state;
        let needed = self.held_by(&task, 0.0);
        // Those who decode take their next tokens first: who was put back for want of that
        // room must not have it. An engine that runs at all runs one request.
        if running > 0 && self.held + self.growth() + needed > self.rules.pool {
            return false;
        }
        self.waiting.pop_front();
        self.held += needed;
        task.rank = self.next_rank;
        self.next_rank = (self.next_rank + 1) % self.budget.len();
        if self.handed && task.done >= task.fresh {
            if let Some(joined) = self.decode_from(task, 1) {
                self.joining.push(joined);
            }
            return true;
        }
        self.prefilling.push_back(task);
        self.read(self.prefilling.len() - 1);
        true
    }

    /// Cached bytes of a task that has yielded `output` tokens since it was admitted: its
    /// own tokens in whole blocks; the shared prefix is stored once, outside the pool.
    pub(super) fn held_by(&self, task: &Task, output: f64) -> f64 {
        let grown = if self.rules.reserves {
            task.left
        } else {
            output
        };
        let tokens = task.request.restored + task.request.own + task.fresh + grown;
        // Half a block is empty on average, whatever the length.
        (tokens + (BLOCK - 1.0) / 2.0) * self.rules.per_token + task.fixed
    }
}

/// The longer of two prompts' shares of a step.
fn longer(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    if other.0 > one.0 { other } else { one }
}
