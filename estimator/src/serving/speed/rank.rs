//! One rank's share of the model: bytes to read and FLOPs to do for a step,
//! prepared once and used for every load.
//!
//! Per class of tensor: `w = parameters * bits / 8 / tp` bytes and
//! `f = 2 * parameters / tp / (peak * eta)` seconds a token; experts split over
//! all `n = tp * dp` ranks of a stage. A pipeline does not change the time of
//! one pass through the depth: each stage holds its layers, one pass visits
//! all, so the whole depth is counted on the ranks of one stage, and hops are
//! added.

use crate::engine::Engine;
use crate::model::Model;
use crate::precision::{ComputeType, TensorClass};
use crate::serving::memory::adapters::AdapterShare;
use crate::serving::options::Adapters;
use crate::serving::speed::cache::{CacheShare, cache_share};
use crate::serving::speed::link::{self, Collective};
use crate::serving::speed::overhead::{ADAPTER_KERNELS, Overhead, Shared};
use crate::serving::speed::spec::{ExpertShare, Share, Spec};

/// One rank of a placement, ready for [`Rank::step`](super::step).
#[derive(Debug, Clone, PartialEq)]
pub struct Rank {
    pub(crate) attention: Share,
    pub(crate) feed_forward: Share,
    pub(crate) head: Share,
    pub(crate) router: Share,
    pub(crate) experts: Option<ExpertShare>,
    pub(crate) cache: CacheShare,
    /// Bytes of activations a token moves, all layers.
    pub(crate) activation_bytes: f64,
    /// Bytes of activations a second.
    pub(crate) activation_rate: f64,
    /// Bytes of cache a second.
    pub(crate) kv_rate: f64,
    /// Seconds of decoding attention per sequence and cached token.
    pub(crate) decode_attention: f64,
    /// FLOPs of decoding attention per sequence and cached token.
    pub(crate) decode_attention_flops: f64,
    /// FLOPs of prompt attention per pair of tokens, full layers.
    pub(crate) prompt_full: f64,
    /// The same of window layers.
    pub(crate) prompt_window: f64,
    /// Tokens of a prompt at which its attention reaches half its rate.
    pub(crate) attention_half_length: f64,
    /// FLOPs of prompt attention a second.
    pub(crate) attention_rate: f64,
    /// All-reduces of a step, and their path.
    pub(crate) tensor: Option<(f64, Collective)>,
    /// Exchanges of a step, ranks that a token visits, and their path.
    pub(crate) exchange: Option<(f64, f64, Collective)>,
    /// Hops from stage to stage.
    pub(crate) hops: f64,
    /// Seconds of a hop per token.
    pub(crate) hop_per_token: f64,
    /// Bytes of a token between layers.
    pub(crate) hidden_bytes: f64,
    /// Fixed seconds of all layers.
    pub(crate) layers: f64,
    /// Least seconds of a step with prompt tokens.
    pub(crate) floor: f64,
    /// Layers of the model.
    pub(crate) depth: f64,
    pub(crate) overhead: Overhead,
    pub(crate) shared: Shared,
    /// Ranks of attention data parallelism.
    pub(crate) data: f64,
    /// Stages.
    pub(crate) pipeline: f64,
    /// Stages that the parts of one prompt pass through one behind the other: llama.cpp's
    /// (ggml-org/llama.cpp#6017); 1 where each part waits for the one before.
    pub(crate) prompt_stages: f64,
    /// 1 over the ranks of a stage.
    pub(crate) ranks_inverse: f64,
    /// Tokens a sequence puts into a decoding step: 1 plus the drafts.
    pub(crate) tokens_per_sequence: f64,
    /// Tokens a step yields beyond the first.
    pub(crate) extra_tokens: f64,
    /// Adapters that requests choose among.
    pub(crate) adapters: Option<AdapterLoad>,
    /// Dense 16-bit peak of the chip, FLOPs a second, for the roofline.
    pub(crate) peak: f64,
    /// Its bandwidth, bytes a second.
    pub(crate) bandwidth: f64,
}

impl Rank {
    /// Prepares the most loaded rank; `None` where the chip has no rate for a
    /// product the model needs.
    #[must_use]
    pub fn new(spec: &Spec<'_>) -> Option<Self> {
        let (model, counted, chip) = (spec.model, spec.parameters, spec.chip);
        let placement = spec.placement;
        let tensor = f64::from(placement.tensor.max(1));
        let ranks = f64::from(placement.stage_ranks().max(1));
        let shares = spec.efficiency();
        let overhead = spec.overhead();
        let shared = spec.constants.shared;
        let depth = f64::from(model.layers);
        let plain_read = shares.weight_read * chip.bandwidth.get();
        let peak = spec.peak(ComputeType::Sixteen)?;
        let hidden_bytes = f64::from(model.hidden_size) * 2.0;
        let experts = match model.experts {
            None => None,
            Some(part) => Some(spec.expert_share(&part, ranks)?),
        };
        let attention = PromptAttention::of(model, tensor);
        Some(Self {
            attention: spec.share(TensorClass::Attention, counted.attention, tensor)?,
            feed_forward: spec.share(TensorClass::FeedForward, counted.feed_forward, tensor)?,
            // The head is read at the plain rate whatever the layers are.
            head: Share {
                read_rate: plain_read,
                ..spec.share(TensorClass::Head, counted.head, tensor)?
            },
            router: Share {
                bytes: 2.0 * counted.router,
                read_rate: plain_read,
                ..Share::default()
            },
            experts,
            cache: cache_share(model, spec.kv_cache, placement),
            activation_bytes: spec.activation_bytes(),
            activation_rate: plain_read,
            kv_rate: shares.kv_read * chip.bandwidth.get(),
            decode_attention: attention.decode / (shared.decode_attention * peak),
            decode_attention_flops: attention.decode,
            prompt_full: attention.full,
            prompt_window: attention.window,
            attention_half_length: shares.attention_half_length,
            attention_rate: shares.attention * attention.head_share * peak,
            tensor: (placement.tensor > 1).then(|| {
                let path =
                    Collective::new(&spec.constants.switched, chip, placement.tensor, spec.node);
                (2.0 * depth, path)
            }),
            exchange: experts.filter(|_| placement.data > 1).map(|part| {
                let path = Collective::new(
                    &spec.constants.switched,
                    chip,
                    placement.stage_ranks(),
                    spec.node,
                );
                (2.0 * part.layers, part.active.min(ranks), path)
            }),
            hops: f64::from(placement.pipeline.saturating_sub(1)),
            hop_per_token: link::hop_per_byte(chip, placement.accelerators(), spec.node)
                * hidden_bytes,
            hidden_bytes,
            layers: spec.layer_overheads(&overhead, experts.as_ref())
                * shares.layer_overhead
                * 1e-6,
            floor: spec.launch_floor(&overhead) * depth * shares.launch_floor * 1e-6,
            depth,
            overhead,
            shared,
            data: f64::from(placement.data.max(1)),
            pipeline: f64::from(placement.pipeline.max(1)),
            prompt_stages: match spec.engine {
                Engine::LlamaCpp => f64::from(placement.pipeline.max(1)),
                Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => 1.0,
            },
            ranks_inverse: 1.0 / ranks,
            tokens_per_sequence: 1.0,
            extra_tokens: 0.0,
            adapters: None,
            peak,
            bandwidth: chip.bandwidth.get(),
        })
    }
}

/// The cost of adapters to one rank in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct AdapterLoad {
    /// Those to choose among.
    pub adapters: Adapters,
    /// Bytes of one.
    pub bytes: f64,
    /// FLOPs of one for a token.
    pub flops_per_token: f64,
    /// Seconds of one for a token.
    pub seconds_per_token: f64,
    /// Fixed seconds of their kernels.
    pub kernels: f64,
}

/// FLOPs of attention on one rank.
struct PromptAttention {
    /// Per pair of tokens of a causal prompt, full layers: half of the square.
    full: f64,
    /// Per pair of tokens inside the window, window layers.
    window: f64,
    /// Per decoding sequence and cached token, full layers.
    decode: f64,
    /// Small heads reach less of the peak, and so do the scattered reads of
    /// sparse attention.
    head_share: f64,
}

impl PromptAttention {
    fn of(model: &Model, tensor: f64) -> Self {
        let full = model.full.map(|part| (f64::from(part.layers), part.shape));
        Self {
            full: full.map_or(0.0, |(layers, shape)| {
                shape.prompt_flops() / 2.0 * layers / tensor
            }),
            window: model.window.map_or(0.0, |part| {
                part.shape.prompt_flops() * f64::from(part.layers) / tensor
            }),
            decode: full.map_or(0.0, |(layers, shape)| {
                shape.decode_flops() * layers / tensor
            }),
            head_share: model.attention().map_or(1.0, |shape| {
                if shape.head_dim() == 64 || shape.indexer().is_some() {
                    0.8
                } else {
                    1.0
                }
            }),
        }
    }
}

impl Rank {
    /// Turns on speculative decoding: every decoding sequence carries `drafts`
    /// more tokens a step, of which `extra` are kept on average. A step then
    /// reads the experts of all of them.
    pub(crate) fn speculate(&mut self, drafts: f64, extra: f64) {
        self.tokens_per_sequence = 1.0 + drafts;
        self.extra_tokens = extra;
    }

    /// Lets requests choose among `adapters`, of which a rank holds `share`. Their products
    /// run at the pace of the projections they are added to.
    pub(crate) fn adapt(&mut self, adapters: Adapters, share: AdapterShare) {
        let flops = 2.0 * share.parameters;
        let pace = if self.attention.flops_per_token > 0.0 {
            self.attention.seconds_per_token / self.attention.flops_per_token
        } else {
            1.0 / self.peak
        };
        self.adapters = Some(AdapterLoad {
            adapters,
            bytes: 2.0 * share.parameters,
            flops_per_token: flops,
            seconds_per_token: flops * pace,
            kernels: share.projections * ADAPTER_KERNELS,
        });
    }

    /// The engine's fixed costs and habits.
    pub(crate) const fn overhead(&self) -> &Overhead {
        &self.overhead
    }

    /// Tokens a decoding sequence puts into a step, and how many of them it keeps.
    pub(crate) fn speculation(&self) -> (f64, f64) {
        (self.tokens_per_sequence, 1.0 + self.extra_tokens)
    }

    /// Attention copies of a stage, `dp`.
    pub(crate) const fn data(&self) -> f64 {
        self.data
    }

    /// Shares of the memory's bandwidth that reads of weights and of the cache reach.
    pub(crate) fn read_shares(&self) -> (f64, f64) {
        (
            self.activation_rate / self.bandwidth,
            self.kv_rate / self.bandwidth,
        )
    }

    /// Share of the chip's 16-bit peak that the products of a full step reach.
    pub(crate) fn product_share(&self) -> f64 {
        self.attention.flops_per_token / (self.attention.seconds_per_token * self.peak)
    }

    /// Dense 16-bit peak of the chip, for the roofline.
    #[must_use]
    pub const fn peak(&self) -> crate::quantity::FlopsPerSecond {
        crate::quantity::FlopsPerSecond::new(self.peak)
    }

    /// Memory bandwidth of the chip, for the roofline.
    #[must_use]
    pub const fn bandwidth(&self) -> crate::quantity::BytesPerSecond {
        crate::quantity::BytesPerSecond::new(self.bandwidth)
    }
}
