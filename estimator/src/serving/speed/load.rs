//! From one step to the latencies of a load.
//!
//! A user decodes while the others' prompts pass through the same ranks. With
//! `B` users, prompt `s`, output `o`, mean context `s + o/2`:
//!
//! ```text
//! t_dec = step(B_run, 0)          t_mix = step(B_run, chunk)     (SGLang: step(0, chunk))
//! t_1   = m t_mix + t_att(s)      from admission to the first token, m chunks
//! t_m   = m (t_mix - t_dec) + t_att(s)       the time that one prompt costs the others
//! TPOT  = t_dec + rho (B_run/dp - 1) t_m / o
//! TTFT  = q + t_dec + t_1 + poll + f (B/dp - 1)/2 t_m
//! ```
//!
//! `f` is the first wave: 0 in the steady state, 0.1 in published closed-loop
//! benchmarks, which start all users at once and send about ten requests each.
//! `rho` comes out at .91 to 1.0 without being told: interference is a law.
//!
//! Attention over a prompt of `s` new tokens behind `p` cached ones: `F_pre ((s+p)^2 - p^2)` per
//! causal layer, at `eta s/(s + s_half)` of the 16-bit peak; a pipeline of `pp` stages works on
//! `pp` steps at once, so the time that a prompt costs the others is divided by `pp`. llama.cpp's
//! prompts pass through it in `m` parts, so that `t_1` is `(m + pp - 1)/(m pp)` of what it was.

use crate::serving::speed::overhead::DRAWN_LENGTH;
use crate::serving::speed::rank::Rank;

/// The lengths of a mean request, tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lengths {
    /// Prompt tokens to compute.
    pub fresh: f64,
    /// Prompt tokens found in the cache, shared with others.
    pub cached: f64,
    /// Prompt tokens copied from host memory, the request's own.
    pub restored: f64,
    /// Output tokens.
    pub output: f64,
}

impl Lengths {
    /// The whole prompt.
    #[must_use]
    pub fn prompt(&self) -> f64 {
        self.fresh + self.cached + self.restored
    }

    /// Mean context while decoding.
    #[must_use]
    pub fn context(&self) -> f64 {
        self.prompt() + self.output / 2.0
    }
}

/// How a closed population behaves; the product's own is [`Habit::Steady`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// Long after the start.
    Steady,
    /// A published closed-loop benchmark.
    Closed,
    /// The same with equal lengths.
    Lockstep,
    /// Everything at once.
    Burst,
}

/// Settings that touch the load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Prompt tokens one step takes.
    pub chunk: f64,
    /// Steps between looks at the queue.
    pub poll_steps: f64,
    /// Sequences that fit in memory at once, before the admission slack.
    pub fits: f64,
    /// Seconds that a prompt's restored tokens take to come from host memory.
    pub copy: f64,
}

/// Prompt costs, seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PromptCost {
    /// Attention over the prompt.
    pub attention: f64,
    /// A step that carries a chunk.
    pub mixed_step: f64,
    /// From admission to the first token, `t_1`.
    pub whole: f64,
    /// The time it costs the others, `t_m`.
    pub marginal: f64,
    /// The same packed with others into full steps, `t_w`.
    pub packed: f64,
}

/// The latencies of a load, seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Sequences decoding at once.
    pub running: f64,
    /// Time to first token, mean.
    pub ttft: f64,
    /// Time per output token, mean.
    pub tpot: f64,
    /// One decoding step.
    pub decode_step: f64,
    /// The prompt's costs.
    pub prompt: PromptCost,
    /// Wait for admission over capacity.
    pub admission_wait: f64,
    /// Wait for the scheduler to look.
    pub polling: f64,
    /// Wait for cached tokens from elsewhere: host memory, another replica.
    pub copy: f64,
    /// The time that others' prompts add to each token.
    pub interference: f64,
    /// Requests a second over the replica, from the latencies (Little's law).
    pub requests_per_second: f64,
}

/// Prompt tokens that one step takes of a request.
fn chunk(lengths: Lengths, pace: &Pace) -> f64 {
    lengths.fresh.min(pace.chunk).max(1.0)
}

impl Rank {
    /// Attention over `lengths.fresh` new tokens behind the cached ones,
    /// seconds.
    #[must_use]
    pub fn prompt_attention(&self, lengths: Lengths) -> f64 {
        let fresh = lengths.fresh;
        let cached = lengths.cached + lengths.restored;
        let end = fresh + cached;
        // Sparse attention reads at most the best `top_k` tokens.
        let pairs = if end > 2.0 * self.cache.top_k {
            2.0 * self.cache.top_k * fresh
        } else {
            end * end - cached * cached
        };
        let window = self.cache.window_tokens;
        let windowed = if end > window {
            window * fresh
        } else {
            (end * end - cached * cached) / 2.0
        };
        let work = self.prompt_full * pairs + self.prompt_window * windowed;
        let share = fresh / (fresh + self.attention_half_length);
        work / (share.max(1e-9) * self.attention_rate)
    }

    /// Sequences that pass through the stages of a pipeline together: a stage works
    /// on its share of them, and on a whole one where there are fewer than stages.
    pub(crate) fn micro_batch(&self, running: f64) -> f64 {
        (running / self.pipeline).max(running.min(1.0))
    }

    /// The time of one prompt beside `running` decoding sequences.
    #[must_use]
    pub fn prompt_cost(&self, running: f64, lengths: Lengths, pace: &Pace) -> PromptCost {
        let (_, work) = self.step_and_work(self.micro_batch(running), 0.0, lengths.context());
        self.prompt_beside(running, work, lengths, pace, true)
    }

    /// The same, given the work of a step without a prompt; packing is worked out only
    /// where it is `packed`.
    fn prompt_beside(
        &self,
        running: f64,
        decode_work: f64,
        lengths: Lengths,
        pace: &Pace,
        packed: bool,
    ) -> PromptCost {
        let context = lengths.context();
        let chunks = lengths.fresh / chunk(lengths, pace);
        let attention = self.prompt_attention(lengths);
        let (mixed_step, mixed_work) = self.mixed_step(running, lengths, pace);
        let whole = (chunks * mixed_step + attention) * self.overlap(chunks);
        let marginal = if self.overhead.separate_prompts {
            whole
        } else {
            chunks * (mixed_work - decode_work) + attention
        } / self.pipeline;
        let packed = if packed && lengths.fresh < pace.chunk {
            let full = self.step(0.0, pace.chunk * self.data, context);
            marginal.min((full * lengths.fresh / pace.chunk + attention) / self.pipeline)
        } else {
            marginal
        };
        PromptCost {
            attention,
            mixed_step,
            whole,
            marginal,
            packed,
        }
    }

    /// From admission to the first token beside `running` decoding sequences, `t_1`.
    pub(crate) fn prompt_whole(&self, running: f64, lengths: Lengths, pace: &Pace) -> f64 {
        let chunks = lengths.fresh / chunk(lengths, pace);
        let alone =
            chunks * self.mixed_step(running, lengths, pace).0 + self.prompt_attention(lengths);
        alone * self.overlap(chunks)
    }

    /// The share of the time of `n` parts of a prompt that is left where they pass through the
    /// stages one behind the other, `(n + pp - 1) / (n pp)`; 1 where they wait for each other.
    fn overlap(&self, chunks: f64) -> f64 {
        (chunks + self.prompt_stages - 1.0) / (chunks * self.prompt_stages)
    }

    /// A step that carries a chunk of a prompt, beside `running` decoding sequences where
    /// the engine lets them, and its work.
    fn mixed_step(&self, running: f64, lengths: Lengths, pace: &Pace) -> (f64, f64) {
        let beside = if self.overhead.separate_prompts {
            0.0
        } else {
            self.micro_batch(running)
        };
        let prompt = chunk(lengths, pace) * self.data;
        self.step_and_work(beside, prompt, lengths.context())
    }

    /// A prompt in a replica that reads nothing else: seconds from its first step to its
    /// last, and those it keeps a rank from others, short ones packed into full steps.
    pub(crate) fn prompt_alone(&self, lengths: Lengths, pace: &Pace) -> (f64, f64) {
        let context = lengths.context();
        let chunk = chunk(lengths, pace);
        let attention = self.prompt_attention(lengths);
        let step = self.step(0.0, chunk * self.data, context);
        let chunks = lengths.fresh / chunk;
        let whole = (chunks * step + attention) * self.overlap(chunks);
        let full = self.step(0.0, pace.chunk * self.data, context);
        let packed = full * lengths.fresh / pace.chunk + attention;
        (whole, whole.min(packed) / self.pipeline)
    }

    /// Latencies of `users` requests in the replica at once.
    #[must_use]
    pub fn outcome(&self, users: f64, lengths: Lengths, pace: &Pace, habit: Habit) -> Outcome {
        let context = lengths.context();
        let capacity = self.overhead.admission_slack * pace.fits;
        // Whoever decodes, decodes in a batch of one at the least.
        let running = users.min(capacity).max(1.0);
        let (step, work) = self.step_and_work(self.micro_batch(running), 0.0, context);
        let tokens = 1.0 + self.extra_tokens;
        let separate = self.overhead.separate_prompts;
        let packed = habit == Habit::Burst || (separate && habit != Habit::Steady);
        let prompt = self.prompt_beside(running, work, lengths, pace, packed);
        let others = (running / self.data - 1.0).max(0.0);
        let queued = (users / self.data - 1.0).max(0.0);
        let mut rho = self.overhead.interference;
        // The wait of a request of the first wave.
        let mut wave = if separate {
            prompt.packed
        } else {
            prompt.marginal
        };
        let (share, mut extra) = match habit {
            Habit::Steady => (0.0, self.data_wait(&prompt)),
            Habit::Closed => (self.overhead.first_wave, self.data_wait(&prompt)),
            Habit::Lockstep if separate => (self.overhead.first_wave, self.data_wait(&prompt)),
            Habit::Lockstep => (
                self.shared.lockstep_wave,
                (self.shared.lockstep_group.min(users) - 1.0).max(0.0) * prompt.marginal,
            ),
            Habit::Burst => {
                wave = prompt.packed;
                // A request waits for half of the other prompts on average.
                rho *= prompt.packed / (2.0 * prompt.marginal.max(f64::MIN_POSITIVE));
                (1.0, self.data_wait(&prompt))
            }
        };
        let interference = rho * others * prompt.marginal / lengths.output;
        // Prompts first fill the time that decoding alone leaves idle.
        let decode_step = step / tokens;
        let mut tpot = (work / tokens + interference).max(decode_step);
        let interference = tpot - decode_step;
        let polling = if separate && pace.poll_steps > 1.0 {
            self.shared.poll * pace.poll_steps * tpot
        } else {
            0.0
        };
        extra += polling;
        let first = self.overhead.request_ms * 1e-3 + step + prompt.whole + pace.copy + extra;
        let mut ttft = first + share * queued / 2.0 * wave;
        let mut admission_wait = 0.0;
        if users > capacity {
            let drawn = if matches!(habit, Habit::Closed) {
                DRAWN_LENGTH
            } else {
                1.0
            };
            let output = lengths.output * drawn;
            let served = running / (output * tpot + first);
            admission_wait = (users - capacity).max(0.0) / served;
            let total = lengths.prompt();
            let early = if self.overhead.reserves_answer {
                1.0
            } else {
                total / (total + lengths.output / 2.0)
            };
            ttft += early * admission_wait;
            tpot += (1.0 - early) * admission_wait / output;
        }
        Outcome {
            running,
            ttft,
            tpot,
            decode_step: step,
            prompt,
            admission_wait,
            polling,
            copy: pace.copy,
            interference,
            requests_per_second: users / (ttft + lengths.output * tpot),
        }
    }

    /// The time that attention data parallelism adds to the first token of a request alone.
    pub(crate) fn data_parallel_wait(&self, lengths: Lengths, pace: &Pace) -> f64 {
        self.data_wait(&self.prompt_cost(1.0, lengths, pace))
    }

    fn data_wait(&self, prompt: &PromptCost) -> f64 {
        if self.data > 1.0 {
            self.shared.data_parallel_wait * prompt.marginal
        } else {
            0.0
        }
    }

    /// Output tokens a second when the batch is kept full with `users`
    /// sequences and prompts are packed into the steps: the offline maximum.
    ///
    /// A step without prompts computes `places` sequences, at least `users`: an engine that
    /// captures steps of some sizes fills the next larger one with empty places, which read
    /// no cache. A step that carries prompts is not captured, and has none.
    #[must_use]
    pub fn saturated(&self, users: f64, places: f64, lengths: Lengths, pace: &Pace) -> f64 {
        let context = lengths.context();
        let decoding = self.micro_batch(users);
        let (step, work) = self.step_and_work(decoding, 0.0, context);
        let prompt = self.prompt_beside(users, work, lengths, pace, true);
        let (_, full) = self.step_and_work(decoding, pace.chunk * self.data, context);
        let full = full - work;
        let alone = (full * lengths.fresh / pace.chunk + prompt.attention) / self.pipeline;
        // Copies of attention read a prompt each at a time, nearly in step.
        let apart = self.shared.copies_apart;
        let packed = prompt.marginal.min(alone) * (apart + (1.0 - apart) / self.data);
        let steps = lengths.output / (1.0 + self.extra_tokens);
        let carrying = users * lengths.fresh / (pace.chunk * self.data);
        let empty = self.empty_places(users, places, context) * (steps - carrying).max(0.0);
        users * lengths.output / (steps * work + users * packed + empty).max(steps * step)
    }

    /// The time that a decoding step of `users` sequences takes longer for being computed as one
    /// of `places`.
    fn empty_places(&self, users: f64, places: f64, context: f64) -> f64 {
        if places <= users {
            return 0.0;
        }
        let work = |places: f64| {
            let decoding = self.micro_batch(places);
            self.step_and_work(decoding, 0.0, context * users / places)
                .1
        };
        (work(places) - work(users)).max(0.0)
    }
}
