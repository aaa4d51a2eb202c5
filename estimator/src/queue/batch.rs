//! The engine: which requests a step carries, and what the step does to them.
//!
//! Every step, each decoding sequence yields a token, and what is left of the token
//! budget goes to prompts, those begun first (chunked prefill; Agrawal et al. 2023,
//! arXiv 2308.16369). A prompt is admitted when a slot is free and the cache has blocks
//! for it; an engine that reserves the whole answer admits later and never overflows,
//! the others put the latest request back and compute it again (vLLM; Kwon et al. 2023,
//! arXiv 2309.06180). SGLang reads prompts in steps of their own.
//!
//! Engines prepare a step while the one before runs: what it carries is settled half-way
//! through. (So an empty replica makes a request wait for one step on average, as
//! measured rows ask for.) Steps between two events (an arrival, a finished answer, a
//! full cache) differ only by the context, which grows by a token a sequence: they are
//! taken together, at their mean context.

use super::source::{Request, Source};
use super::tally::{Answered, Simulated, Tally};
use crate::memory::kv_cache::BLOCK;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// How long steps take.
pub trait Costs {
    /// Seconds of a step of `decoding` sequences at a mean context of `context` tokens
    /// beside `prompt` prompt tokens, over the whole replica.
    fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64;

    /// Seconds of attention over the part `from..to` of a prompt of `whole` tokens, of
    /// which the first `cached` were computed before.
    fn attention(&self, cached: f64, from: f64, to: f64, whole: f64) -> f64;
}

/// What the engine goes by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Tokens a step takes on one rank.
    pub chunk: f64,
    /// Attention ranks that share the replica's requests.
    pub ranks: usize,
    /// Stages of the pipeline.
    pub stages: f64,
    /// Most sequences in the replica.
    pub sequences: usize,
    /// Prompts run in steps of their own.
    pub separate: bool,
    /// Room for the whole answer is reserved at admission.
    pub reserves: bool,
    /// Tokens a decoding sequence puts into a step.
    pub taken: f64,
    /// Tokens it keeps of them.
    pub kept: f64,
    /// Room in the cache, bytes.
    pub pool: f64,
    /// Cached bytes of a token.
    pub per_token: f64,
    /// Further bytes of a token within the window.
    pub per_window_token: f64,
    /// Tokens of the window.
    pub window: f64,
    /// Bytes of a request's recurrent state.
    pub state: f64,
    /// Seconds that a restored token takes to come from host memory.
    pub copy: f64,
    /// Seconds a request spends outside: network, tokeniser.
    pub overhead: f64,
}

/// How long to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// Requests that only warm the replica up.
    pub warm: u32,
    /// Requests to measure.
    pub measured: u32,
    /// Turns of the engine, steps between two events being one, after which the run is
    /// given up without a result.
    pub most_turns: u64,
    /// Requests waiting at which it ends: the replica does not keep up.
    pub most_waiting: usize,
}

/// A request with what is left to do.
#[derive(Debug, Clone, Copy)]
struct Task {
    number: u64,
    request: Request,
    /// Prompt tokens to compute, after a preemption with the answer's beginning.
    fresh: f64,
    /// Of them computed.
    done: f64,
    /// Output tokens still to come.
    left: f64,
    /// When the first token came.
    first: Option<f64>,
    rank: usize,
    /// Cached bytes that do not grow.
    fixed: f64,
}

impl Task {
    fn length(&self) -> f64 {
        self.request.cached + self.request.restored + self.fresh
    }
}

/// A decoding sequence.
#[derive(Debug, Clone, Copy)]
struct Sequence {
    task: Task,
    /// Decoding steps done when it joined.
    joined: u64,
}

/// The engine's state.
struct Engine<'a, C: Costs> {
    costs: &'a C,
    rules: Rules,
    now: f64,
    /// Until when arrivals were looked at.
    settled: f64,
    /// Decoding steps done.
    decoded: u64,
    waiting: VecDeque<Task>,
    prefilling: VecDeque<Task>,
    /// By slot; a slot is used again, so its number of uses goes with it.
    slots: Vec<(u32, Option<Sequence>)>,
    free: Vec<usize>,
    /// When decoding sequences end, in decoding steps.
    ends: BinaryHeap<Reverse<(u64, usize, u32)>>,
    /// Slots in the order of their admission, for preemption.
    order: Vec<(usize, u32)>,
    decoding: usize,
    context: f64,
    held: f64,
    /// By attention rank: tokens the step may still take.
    budget: Vec<f64>,
    /// What holds up a first token longest: prompt tokens and seconds of attention, of
    /// the fullest rank, or of one prompt where a pipeline passes others on beside it.
    longest: (f64, f64),
    /// By attention rank: seconds of attention over prompts.
    attention: Vec<f64>,
    next_rank: usize,
    tally: Tally,
}

/// Runs the engine on what `source` sends until `length` is reached.
pub fn run<C: Costs>(
    costs: &C,
    rules: &Rules,
    source: &mut impl Source,
    length: Length,
) -> Simulated {
    let ranks = rules.ranks.max(1);
    let mut engine = Engine {
        costs,
        rules: *rules,
        now: 0.0,
        settled: 0.0,
        decoded: 0,
        waiting: VecDeque::new(),
        prefilling: VecDeque::new(),
        slots: Vec::new(),
        free: Vec::new(),
        ends: BinaryHeap::new(),
        order: Vec::new(),
        decoding: 0,
        context: 0.0,
        held: 0.0,
        budget: vec![0.0; ranks],
        longest: (0.0, 0.0),
        attention: vec![0.0; ranks],
        next_rank: 0,
        tally: Tally::new(length.warm, length.measured, rules.overhead),
    };
    let mut turns = 0;
    while !engine.tally.is_complete()
        && turns < length.most_turns
        && engine.waiting.len() < length.most_waiting
    {
        turns += 1;
        engine.receive(source);
        let prompts = engine.plan();
        if prompts == 0.0 && engine.decoding == 0 {
            // Idle until the next one arrives.
            match source.next_at() {
                Some(at) => {
                    engine.tally.pass((at - engine.now).max(0.0), 0.0);
                    engine.now = at.max(engine.now);
                    engine.settled = engine.now;
                }
                None => break,
            }
        } else if prompts > 0.0 {
            engine.mixed(prompts, source);
        } else {
            engine.decode(source);
        }
    }
    engine.tally.given_up = turns >= length.most_turns && !engine.tally.is_complete();
    engine.tally.close(engine.now)
}

impl<C: Costs> Engine<'_, C> {
    /// Lets in what has arrived.
    fn receive(&mut self, source: &mut impl Source) {
        while source.next_at().is_some_and(|at| at <= self.settled) {
            let Some(request) = source.take() else { return };
            let number = self
                .tally
                .arrive(request.arrival, self.now, self.waiting.len());
            self.waiting.push_back(Task {
                number,
                request,
                fresh: request.fresh,
                done: 0.0,
                left: request.output.max(1.0),
                first: None,
                rank: 0,
                fixed: 0.0,
            });
        }
    }

    /// Chooses the prompt tokens of the next step.
    fn plan(&mut self) -> f64 {
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
        while self.budget.iter().any(|left| *left > 0.0) && self.admit() {
            self.read(self.prefilling.len() - 1);
        }
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
        let Some(task) = self.prefilling.get_mut(index) else {
            return;
        };
        let Some(left) = self.budget.get_mut(task.rank) else {
            return;
        };
        let part = (task.fresh - task.done).min(*left).max(0.0);
        let kept = task.request.cached + task.request.restored;
        let from = kept + task.done;
        task.done += part;
        *left -= part;
        let attention = self.costs.attention(kept, from, from + part, task.length());
        self.longest = longer(self.longest, (part, attention));
        if let Some(seconds) = self.attention.get_mut(task.rank) {
            *seconds += attention;
        }
    }

    /// Admits the first that waits, where there is room.
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
        self.prefilling.push_back(task);
        true
    }

    /// Cached bytes of a task that has yielded `output` tokens since it was admitted: its
    /// own tokens in whole blocks; the shared prefix is stored once, outside the pool.
    fn held_by(&self, task: &Task, output: f64) -> f64 {
        let grown = if self.rules.reserves {
            task.left
        } else {
            output
        };
        let tokens = task.request.restored + task.fresh + grown;
        // Half a block is empty on average, whatever the length.
        (tokens + (BLOCK - 1.0) / 2.0) * self.rules.per_token + task.fixed
    }

    /// Sequences a stage of the pipeline works on together.
    fn micro_batch(&self) -> f64 {
        let running = self.decoding as f64;
        (running / self.rules.stages).max(running.min(1.0))
    }

    fn mean_context(&self, ahead: f64) -> f64 {
        if self.decoding == 0 {
            0.0
        } else {
            self.context / self.decoding as f64 + ahead
        }
    }

    /// `seconds` pass in `steps` steps.
    fn pass(&mut self, seconds: f64, steps: u64) {
        self.now += seconds;
        self.settled = self.now - seconds / steps as f64 / 2.0;
        self.tally.steps += steps;
        self.tally
            .pass(seconds, self.held / self.rules.pool.max(1.0));
    }

    /// A step that carries `prompts` prompt tokens.
    fn mixed(&mut self, prompts: f64, source: &mut impl Source) {
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

    /// Steps without a prompt, up to the next event.
    fn decode(&mut self, source: &mut impl Source) {
        let next_end = self.ends.peek().map_or(1, |Reverse((end, _, _))| {
            end.saturating_sub(self.decoded).max(1)
        });
        let once = self
            .costs
            .step(self.micro_batch(), 0.0, self.mean_context(0.0));
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
            let step = self
                .costs
                .step(self.micro_batch(), 0.0, self.mean_context(ahead));
            step * steps as f64
        };
        self.pass(seconds, steps);
        self.grow(steps);
        self.finish(source);
        self.make_room();
    }

    /// Bytes that the cache grows by in a decoding step.
    fn growth(&self) -> f64 {
        if self.rules.reserves {
            0.0
        } else {
            self.decoding as f64 * self.rules.kept * self.rules.per_token
        }
    }

    fn grow(&mut self, steps: u64) {
        self.decoded += steps;
        self.held += self.growth() * steps as f64;
        self.context += self.decoding as f64 * self.rules.kept * steps as f64;
    }

    /// A prompt has been read: its first token is there `depth` seconds from now.
    fn begin(&mut self, mut task: Task, depth: f64, source: &mut impl Source) {
        let first = *task.first.get_or_insert(self.now + depth);
        task.left -= 1.0;
        if task.left < 1.0 {
            self.held -= self.held_by_started(&task, 0.0);
            self.leave(&task, first, self.now + depth, source);
            return;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Lengths are bounded.
        let steps = (task.left / self.rules.kept).ceil().max(1.0) as u64;
        let sequence = Sequence {
            task,
            joined: self.decoded,
        };
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push((0, None));
            self.slots.len() - 1
        });
        let Some(place) = self.slots.get_mut(slot) else {
            return;
        };
        place.1 = Some(sequence);
        let uses = place.0;
        self.ends.push(Reverse((self.decoded + steps, slot, uses)));
        self.order.push((slot, uses));
        self.decoding += 1;
        self.context += task.length();
    }

    /// The same as [`Self::held_by`] for a task whose first token was counted off.
    fn held_by_started(&self, task: &Task, output: f64) -> f64 {
        let counted = Task {
            left: task.left + 1.0,
            ..*task
        };
        self.held_by(&counted, output)
    }

    /// Takes a sequence out of its slot, and its share of the cache and the context.
    fn take_out(&mut self, slot: usize, uses: u32) -> Option<(Task, f64)> {
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
    fn finish(&mut self, source: &mut impl Source) {
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

    fn leave(&mut self, task: &Task, first: f64, last: f64, source: &mut impl Source) {
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
        source.answered(last + self.rules.overhead);
    }

    /// Puts the latest back while the cache would overflow in the next step.
    fn make_room(&mut self) {
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

/// The longer of two prompts' shares of a step.
fn longer(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    if other.0 > one.0 { other } else { one }
}
