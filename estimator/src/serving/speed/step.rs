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
use crate::serving::speed::link::HOP;
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
fn soft_max(a: f64, b: f64) -> f64 {
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

fn part(share: &Share, tokens: f64) -> f64 {
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
        self.parts(decoding, prompt, context).total.get()
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
    #[inline]
    pub fn parts(&self, decoding: f64, prompt: f64, context: f64) -> StepParts {
        let all = decoding * self.tokens_per_sequence + prompt;
        let tokens = all / self.data;
        let sequences = decoding / self.data;
        let prompts = if prompt > 0.0 { 1.0 } else { 0.0 };
        let sampled = ((decoding * self.tokens_per_sequence + prompts) / self.data).max(1.0);

        let attention = part(&self.attention, tokens);
        let ffn = part(&self.feed_forward, tokens);
        let head = part(&self.head, sampled);
        let router = self.router.bytes / self.router.read_rate;
        let adapters = self.adapted(sequences + prompts, tokens);
        let activations = self.activation_bytes * tokens / self.activation_rate;
        let (experts, expert_bytes, expert_compute) =
            self.experts.map_or((0.0, 0.0, 0.0), |part| {
                let bytes = part.layers * self.experts_hit(all) * part.one * self.ranks_inverse;
                let compute = part.share.seconds_per_token * all / part.crowding(all);
                let time = part.imbalance * soft_max(bytes / part.share.read_rate, compute);
                (time, bytes, compute)
            });
        let expert_flops = self
            .experts
            .map_or(0.0, |part| part.share.flops_per_token * all);
        let cached = self.cached_read(context);
        let attended = context.min(self.cache.top_k);
        let kv = soft_max(
            sequences * cached / self.kv_rate,
            sequences * self.tokens_per_sequence * self.decode_attention * attended,
        );
        let all_reduce = self.tensor.map_or(0.0, |(count, path)| {
            count * path.all_reduce(tokens * self.hidden_bytes)
        });
        let all_to_all = self.exchange.map_or(0.0, |(count, copies, path)| {
            // A token is sent at 8 bit and comes back at 16: 1.5 bytes a value.
            count * path.all_to_all(tokens * copies * self.hidden_bytes / 2.0 * 1.5)
        });
        let pipeline = self.hops * (HOP + tokens * self.hop_per_token);
        let floor = prompts * self.floor;
        let body = attention
            + ffn
            + experts
            + head
            + router
            + adapters.0
            + activations
            + kv
            + all_reduce
            + all_to_all
            + pipeline
            + self.layers;
        // The launch floor joins with exponent 3.
        let bounded = if floor > 0.0 {
            (body * body * body + floor * floor * floor).cbrt()
        } else {
            body
        };
        let (host, idle) = self.host(sequences, bounded);
        let drafting = self.drafting((decoding, prompt, context), body, head);
        let flops = self.attention.flops_per_token * tokens
            + self.feed_forward.flops_per_token * tokens
            + self.head.flops_per_token * sampled
            + expert_flops
            + self.adapters.map_or(0.0, |part| part.flops_per_token) * tokens
            + sequences * self.tokens_per_sequence * self.decode_attention_flops * attended;
        let compute = self.attention.seconds_per_token * tokens
            + self.feed_forward.seconds_per_token * tokens
            + self.head.seconds_per_token * sampled
            + expert_compute
            + self.adapters.map_or(0.0, |part| part.seconds_per_token) * tokens
            + sequences * self.tokens_per_sequence * self.decode_attention * attended;
        StepParts {
            attention_weights: Seconds::new(attention),
            ffn_weights: Seconds::new(ffn),
            experts: Seconds::new(experts),
            head: Seconds::new(head),
            router: Seconds::new(router),
            adapters: Seconds::new(adapters.0),
            activations: Seconds::new(activations),
            kv: Seconds::new(kv),
            all_reduce: Seconds::new(all_reduce),
            all_to_all: Seconds::new(all_to_all),
            pipeline: Seconds::new(pipeline),
            layer_overhead: Seconds::new(self.layers),
            host: Seconds::new(host),
            idle: Seconds::new(idle),
            drafting: Seconds::new(drafting),
            launch_floor: Seconds::new(floor),
            total: Seconds::new(bounded + drafting + host),
            bytes: Bytes::new(
                self.attention.bytes
                    + self.feed_forward.bytes
                    + self.head.bytes
                    + self.router.bytes
                    + adapters.1
                    + expert_bytes
                    + self.activation_bytes * tokens
                    + sequences * cached,
            ),
            flops: Flops::new(flops),
            compute: Seconds::new(compute),
        }
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

    /// Seconds of a step, and those of them in which the accelerator works or has no
    /// choice but to wait.
    pub(crate) fn step_and_work(&self, decoding: f64, prompt: f64, context: f64) -> (f64, f64) {
        let parts = self.parts(decoding, prompt, context);
        (parts.total.get(), (parts.total - parts.idle).get())
    }

    /// Seconds and bytes of the adapters that `requests` requests name, over `tokens` tokens.
    fn adapted(&self, requests: f64, tokens: f64) -> (f64, f64) {
        self.adapters.map_or((0.0, 0.0), |part| {
            let bytes = part.adapters.named_by(requests) * part.bytes;
            let compute = part.seconds_per_token * tokens;
            let time = soft_max(bytes / self.attention.read_rate, compute) + part.kernels;
            (time, bytes)
        })
    }

    /// Seconds of drafts, which come from a head one layer deep, run once for each token;
    /// each is sampled. Prompts beside them are none of theirs.
    fn drafting(&self, (decoding, prompt, context): (f64, f64, f64), body: f64, head: f64) -> f64 {
        let drafts = self.tokens_per_sequence - 1.0;
        if drafts <= 0.0 || decoding <= 0.0 {
            0.0
        } else if prompt > 0.0 {
            self.parts(decoding, 0.0, context).drafting.get()
        } else {
            drafts * (body / self.depth.max(1.0) + head)
        }
    }

    /// Bytes a decoding sequence reads of its cache at `context` tokens; the
    /// recurrent state is read and written.
    pub(crate) fn cached_read(&self, context: f64) -> f64 {
        let cache = &self.cache;
        context.min(cache.top_k) * cache.full
            + context.min(cache.window_tokens) * cache.window
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
