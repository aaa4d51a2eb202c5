//! One engine step: `D` decoding sequences and `C` prompt tokens over the
//! replica, `T = (D + C)/dp` tokens on an attention rank.
//!
//! ```text
//! part  = smax(bytes / read rate, FLOPs / efficient rate; 4)      per class of tensor,
//!         FLOPs of `T + F T/(T + F)` tokens in dense layers, `F` for tiles partly empty
//! E_hit = E (1 - (1 - k/E)^(tokens^gamma))                        experts a step reads
//! eta   = eta_moe w/(w + w_half) (1 + gain m/(m + m_half))        of a dense product's, for
//!         experts `w` wide on a rank with `m = tokens k/E` tokens each: crowded and
//!         wide experts multiply like a dense layer, `gain = 1/eta_moe - 1`
//! t_kv  = smax(D/dp (cached bytes) / kv rate, attention FLOPs; 4)
//! t_act = 2 T (N_d d L + N_p P_active/d/tp + N_r k d L_m) / read rate    activations
//! t_ar  = 2 L allreduce(T d 2, tp)
//! gpu   = smax(sum of parts + fixed layer costs, launch floor; 3)
//! step  = max(gpu, ts D/dp) + t0          gpu + ts D/dp + t0 where nothing overlaps
//! ```
//!
//! `smax(a, b; p) = (a^p + b^p)^(1/p)` is a soft maximum: memory and compute
//! overlap, but not perfectly where they are equal. The exponents 2 to 8 fit
//! alike (7.5 to 7.6 % median error). Engines schedule the next step while one
//! computes, so that their time per sequence shows only where it is the longer.
//! Experts read by a step: with the formula
//! the mean log error on 27,600 measured kernels is .11 to .22, with "active
//! experts only" .65 to 1.1.

use crate::quantity::{Bytes, Flops, Seconds};
use crate::serving::report::Bottleneck;
use crate::serving::speed::rank::Rank;
use crate::serving::speed::spec::Share;
use serde::Serialize;

/// The parts of one engine step, and its bytes and operations on one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct StepParts {
    /// Attention projections.
    pub attention_weights: Seconds,
    /// Dense feed-forward layers and shared experts.
    pub ffn_weights: Seconds,
    /// Routed experts.
    pub experts: Seconds,
    /// Output head.
    pub head: Seconds,
    /// Router.
    pub router: Seconds,
    /// Adapters.
    pub adapters: Seconds,
    /// Activations written and read between kernels.
    pub activations: Seconds,
    /// Cached keys and values read.
    pub kv: Seconds,
    /// All-reduces of tensor parallelism.
    pub all_reduce: Seconds,
    /// Dispatch and combine of expert parallelism.
    pub all_to_all: Seconds,
    /// Hops between pipeline stages.
    pub pipeline: Seconds,
    /// Fixed costs of the kernels, layer by layer.
    pub layer_overhead: Seconds,
    /// The time the step waits for the engine's scheduler and sampler.
    pub host: Seconds,
    /// The part of it that the accelerator stands idle for: prompts beside would fill it.
    pub idle: Seconds,
    /// Drafts of speculative decoding.
    pub drafting: Seconds,
    /// Least time of a step that carries prompt tokens.
    pub launch_floor: Seconds,
    /// The whole step.
    pub total: Seconds,
    /// Bytes read from memory on one rank.
    pub bytes: Bytes,
    /// Operations on one rank.
    pub flops: Flops,
    /// Time the matrix units would need alone.
    pub compute: Seconds,
}

/// `(a^4 + b^4)^(1/4)`.
pub(super) fn soft_max(a: f64, b: f64) -> f64 {
    let (a2, b2) = (a * a, b * b);
    (a2 * a2 + b2 * b2).sqrt().sqrt()
}

/// Tokens whose time a product of `tokens` tokens takes: its last tiles are partly empty,
/// and tiles are chosen the larger, the more tokens there are.
fn filled(tokens: f64, filling: f64) -> f64 {
    if filling > 0.0 {
        tokens + filling * tokens / (tokens + filling)
    } else {
        tokens
    }
}

pub(super) fn part(share: &Share, tokens: f64) -> f64 {
    soft_max(
        share.bytes / share.read_rate,
        share.seconds_per_token * filled(tokens, share.filling),
    )
}

impl Rank {
    /// Seconds of a step: `decoding` sequences at a mean context of `context` tokens beside
    /// `prompt` prompt tokens, both over the whole replica. A pipeline holds as many such steps as
    /// it has stages; `decoding` is then the sequences of one of them.
    #[must_use]
    pub fn step(&self, decoding: f64, prompt: f64, context: f64) -> f64 {
        self.timed(&self.carried(decoding, prompt), context).total
    }

    /// Experts of a layer that `tokens` tokens visit.
    #[must_use]
    pub fn experts_hit(&self, tokens: f64) -> f64 {
        self.experts.map_or(0.0, |part| {
            part.routed * (1.0 - (part.log_missed * tokens.powf(self.shared.routing_skew)).exp())
        })
    }

    /// The same, part by part.
    #[must_use]
    pub fn parts(&self, decoding: f64, prompt: f64, context: f64) -> StepParts {
        let terms = self.terms(decoding, prompt);
        let timed = self.timed(&terms.summed(decoding, prompt), context);
        let (tokens, sequences, sampled) = (terms.tokens, terms.sequences, terms.sampled);
        let attended = context.min(self.cache.top_k);
        let expert_flops = self
            .experts
            .map_or(0.0, |part| part.share.flops_per_token * terms.all);
        let flops = self.attention.flops_per_token * tokens
            + self.feed_forward.flops_per_token * tokens
            + self.head.flops_per_token * sampled
            + expert_flops
            + self.adapters.map_or(0.0, |part| part.flops_per_token) * tokens
            + sequences * self.tokens_per_sequence * self.decode_attention_flops * attended;
        let compute = self.attention.seconds_per_token * tokens
            + self.feed_forward.seconds_per_token * tokens
            + self.head.seconds_per_token * sampled
            + terms.expert_compute
            + self.adapters.map_or(0.0, |part| part.seconds_per_token) * tokens
            + sequences * self.tokens_per_sequence * self.decode_attention * attended;
        StepParts {
            attention_weights: Seconds::new(terms.attention),
            ffn_weights: Seconds::new(terms.ffn),
            experts: Seconds::new(terms.experts),
            head: Seconds::new(terms.head),
            router: Seconds::new(terms.router),
            adapters: Seconds::new(terms.adapters.0),
            activations: Seconds::new(terms.activations),
            kv: Seconds::new(timed.kv),
            all_reduce: Seconds::new(terms.all_reduce),
            all_to_all: Seconds::new(terms.all_to_all),
            pipeline: Seconds::new(terms.pipeline),
            layer_overhead: Seconds::new(self.layers),
            host: Seconds::new(timed.host),
            idle: Seconds::new(timed.idle),
            drafting: Seconds::new(timed.drafting),
            launch_floor: Seconds::new(terms.floor),
            total: Seconds::new(timed.total),
            bytes: Bytes::new(
                self.attention.bytes
                    + self.feed_forward.bytes
                    + self.head.bytes
                    + self.router.bytes
                    + terms.adapters.1
                    + terms.expert_bytes
                    + self.activation_bytes * tokens
                    + sequences * self.cached_read(context),
            ),
            flops: Flops::new(flops),
            compute: Seconds::new(compute),
        }
    }

    /// Seconds of a step, and those of them in which the accelerator works or has no
    /// choice but to wait.
    pub(crate) fn step_and_work(&self, decoding: f64, prompt: f64, context: f64) -> (f64, f64) {
        let timed = self.timed(&self.carried(decoding, prompt), context);
        (timed.total, timed.total - timed.idle)
    }

    /// Seconds and bytes of the adapters that `requests` requests name, over `tokens` tokens.
    pub(super) fn adapted(&self, requests: f64, tokens: f64) -> (f64, f64) {
        self.adapters.map_or((0.0, 0.0), |part| {
            let bytes = part.adapters.named_by(requests) * part.bytes;
            let compute = part.seconds_per_token * tokens;
            let time = soft_max(bytes / self.attention.read_rate, compute) + part.kernels;
            (time, bytes)
        })
    }

    /// Bytes a decoding sequence reads of its cache at `context` tokens; the
    /// recurrent state is read and written.
    pub(crate) fn cached_read(&self, context: f64) -> f64 {
        let cache = &self.cache;
        context.min(cache.top_k) * cache.full_read
            + context.min(cache.window_tokens) * cache.window_read
            + context * cache.index
            + 2.0 * cache.state
    }
}

impl StepParts {
    /// Products with weights and attention.
    fn matrices(&self) -> Seconds {
        self.attention_weights
            + self.ffn_weights
            + self.experts
            + self.head
            + self.router
            + self.adapters
            + self.kv
    }

    /// The time of the accelerator's own work: products, attention, activations.
    pub(crate) fn work(&self) -> Seconds {
        self.matrices() + self.activations
    }

    /// The part that takes the largest share of the step.
    #[must_use]
    pub fn bottleneck(&self) -> Bottleneck {
        let links = self.all_reduce + self.all_to_all + self.pipeline;
        let matrices = self.matrices();
        let work = self.work();
        let engine = self.host
            + self
                .layer_overhead
                .max(self.total - self.host - work - links);
        if links > work.max(engine) {
            Bottleneck::Interconnect
        } else if engine > work {
            Bottleneck::Engine
        } else if self.compute > matrices * 0.5 {
            Bottleneck::Compute
        } else {
            Bottleneck::MemoryBandwidth
        }
    }
}
