//! What a step carries: all of its time that does not depend on how much its sequences have
//! cached, worked out once for every context it is asked at.
//!
//! A simulation takes thousands of steps that carry as much as one before; of those only what
//! is read of the cache differs. [`Rank::parts`] says the same part by part, from the same
//! terms: this one is summed in its order, to the bit.

use crate::cube_root::cube_root;
use crate::serving::speed::link::HOP;
use crate::serving::speed::rank::Rank;
use crate::serving::speed::step::{part, soft_max};

/// The terms of a step that do not depend on its context, seconds but where it says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    /// Tokens of the replica, and on an attention rank.
    pub(super) all: f64,
    pub(super) tokens: f64,
    /// Decoding sequences on a rank.
    pub(super) sequences: f64,
    /// Tokens whose next one is sampled, on a rank.
    pub(super) sampled: f64,
    pub(super) attention: f64,
    pub(super) ffn: f64,
    pub(super) experts: f64,
    pub(super) expert_bytes: f64,
    pub(super) expert_compute: f64,
    pub(super) head: f64,
    pub(super) router: f64,
    /// Seconds and bytes.
    pub(super) adapters: (f64, f64),
    pub(super) activations: f64,
    pub(super) all_reduce: f64,
    pub(super) all_to_all: f64,
    pub(super) pipeline: f64,
    /// Least seconds of a step that carries prompt tokens.
    pub(super) floor: f64,
}

/// What a step carries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Carried {
    decoding: f64,
    prompt: f64,
    sequences: f64,
    /// Everything up to what is read of the cache.
    before: f64,
    all_reduce: f64,
    all_to_all: f64,
    pipeline: f64,
    floor: f64,
    head: f64,
}

/// How long a step takes at a context, seconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timed {
    pub(super) kv: f64,
    /// What the step waits for the engine.
    pub(super) host: f64,
    /// What of that more work would fill.
    pub(super) idle: f64,
    pub(super) drafting: f64,
    /// The whole step.
    pub(crate) total: f64,
}

impl Carried {
    /// Whether it is what so many sequences and prompt tokens come to.
    pub(crate) const fn is_of(&self, decoding: f64, prompt: f64) -> bool {
        self.decoding.to_bits() == decoding.to_bits() && self.prompt.to_bits() == prompt.to_bits()
    }
}

impl Terms {
    /// What a step of `decoding` sequences beside `prompt` prompt tokens carries whose terms these
    /// are.
    pub(super) fn summed(&self, decoding: f64, prompt: f64) -> Carried {
        Carried {
            decoding,
            prompt,
            sequences: self.sequences,
            before: self.attention
                + self.ffn
                + self.experts
                + self.head
                + self.router
                + self.adapters.0
                + self.activations,
            all_reduce: self.all_reduce,
            all_to_all: self.all_to_all,
            pipeline: self.pipeline,
            floor: self.floor,
            head: self.head,
        }
    }
}

impl Rank {
    /// The terms of a step of `decoding` sequences beside `prompt` prompt tokens, both over
    /// the whole replica.
    pub(super) fn terms(&self, decoding: f64, prompt: f64) -> Terms {
        let all = decoding * self.tokens_per_sequence + prompt;
        let tokens = all / self.data;
        let sequences = decoding / self.data;
        let prompts = if prompt > 0.0 { 1.0 } else { 0.0 };
        let sampled = ((decoding * self.tokens_per_sequence + prompts) / self.data).max(1.0);
        let (experts, expert_bytes, expert_compute) =
            self.experts.map_or((0.0, 0.0, 0.0), |part| {
                let bytes = part.layers * self.experts_hit(all) * part.one * self.ranks_inverse;
                let compute = part.share.seconds_per_token * all / part.crowding(all);
                let time = part.imbalance * soft_max(bytes / part.share.read_rate, compute);
                (time, bytes, compute)
            });
        Terms {
            all,
            tokens,
            sequences,
            sampled,
            attention: part(&self.attention, tokens),
            ffn: part(&self.feed_forward, tokens),
            experts,
            expert_bytes,
            expert_compute,
            head: part(&self.head, sampled),
            router: self.router.bytes / self.router.read_rate,
            adapters: self.adapted(sequences + prompts, tokens),
            activations: self.activation_bytes * tokens / self.activation_rate,
            all_reduce: self.tensor.map_or(0.0, |(count, path)| {
                count * path.all_reduce(tokens * self.hidden_bytes)
            }),
            all_to_all: self.exchange.map_or(0.0, |(count, copies, path)| {
                // A token is sent at 8 bit and comes back at 16: 1.5 bytes a value.
                count * path.all_to_all(tokens * copies * self.hidden_bytes / 2.0 * 1.5)
            }),
            pipeline: self.hops * (HOP + tokens * self.hop_per_token),
            floor: prompts * self.floor,
        }
    }

    /// What a step of `decoding` sequences beside `prompt` prompt tokens carries, both over
    /// the whole replica.
    pub(crate) fn carried(&self, decoding: f64, prompt: f64) -> Carried {
        self.terms(decoding, prompt).summed(decoding, prompt)
    }

    /// How long a step that carries this takes at a mean context of `context` tokens.
    pub(crate) fn timed(&self, carried: &Carried, context: f64) -> Timed {
        let kv = self.cache_time(carried.sequences, context);
        let body = self.body(carried, kv);
        let floor = carried.floor;
        // The launch floor joins with exponent 3.
        let bounded = if floor > 0.0 {
            cube_root(body * body * body + floor * floor * floor)
        } else {
            body
        };
        let (host, idle) = self.host(carried.sequences, bounded);
        let drafting = self.drafting(carried, context, body);
        Timed {
            kv,
            host,
            idle,
            drafting,
            total: bounded + drafting + host,
        }
    }

    /// Seconds of everything that the accelerator does, `kv` of them for the cache.
    fn body(&self, carried: &Carried, kv: f64) -> f64 {
        carried.before
            + kv
            + carried.all_reduce
            + carried.all_to_all
            + carried.pipeline
            + self.layers
    }

    /// Seconds in which `sequences` decoding sequences of a rank read what they have cached.
    fn cache_time(&self, sequences: f64, context: f64) -> f64 {
        let attended = context.min(self.cache.top_k);
        soft_max(
            sequences * self.cached_read(context) / self.kv_rate,
            sequences * self.tokens_per_sequence * self.decode_attention * attended,
        )
    }

    /// Seconds that a step whose work takes `computing` waits for the engine, and those of
    /// them that more work would fill.
    fn host(&self, sequences: f64, computing: f64) -> (f64, f64) {
        let base = self.overhead.step_ms * 1e-3;
        let scheduling = self.overhead.sequence_us * 1e-6 * sequences;
        if self.overhead.is_overlapped {
            let idle = (scheduling - computing).max(0.0);
            (base + idle, idle)
        } else {
            (base + scheduling, 0.0)
        }
    }

    /// Seconds of drafts, which come from a head one layer deep, run once for each token;
    /// each is sampled. Prompts beside them are none of theirs.
    fn drafting(&self, carried: &Carried, context: f64, body: f64) -> f64 {
        let drafts = self.tokens_per_sequence - 1.0;
        let of = |body: f64, head: f64| drafts * (body / self.depth.max(1.0) + head);
        if drafts <= 0.0 || carried.decoding <= 0.0 {
            0.0
        } else if carried.prompt > 0.0 {
            let alone = self.carried(carried.decoding, 0.0);
            let kv = self.cache_time(alone.sequences, context);
            of(self.body(&alone, kv), alone.head)
        } else {
            of(body, carried.head)
        }
    }
}
