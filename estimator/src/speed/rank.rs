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
use crate::hardware::Accelerator;
use crate::model::Model;
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::precision::{ComputeType, KvFormat, TensorClass, WeightFormat};
use crate::speed::efficiency::{self, Efficiency, GROUPED_WEIGHT_ONLY};
use crate::speed::link::{self, Collective};
use crate::speed::overhead::{self, Overhead};

/// A class of tensor on one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Share {
    /// Bytes read a step.
    pub bytes: f64,
    /// Seconds a token at the efficient rate.
    pub seconds_per_token: f64,
    /// FLOPs a token.
    pub flops_per_token: f64,
    /// Bytes a second the weights are read at.
    pub read_rate: f64,
}

/// Routed experts on one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct ExpertShare {
    pub layers: f64,
    pub routed: f64,
    pub active: f64,
    /// Bytes of one expert of one layer.
    pub one: f64,
    pub share: Share,
    pub imbalance: f64,
}

/// Cached bytes on one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct CacheShare {
    /// Of one token, full-attention layers.
    pub full: f64,
    /// Of one token, window layers.
    pub window: f64,
    /// Tokens of the window.
    pub window_tokens: f64,
    /// Recurrent state of one request.
    pub state: f64,
    /// Read of the sparse indexer's keys, of one token.
    pub index: f64,
    /// Tokens sparse attention reads.
    pub top_k: f64,
}

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
    pub(crate) activation_rate: f64,
    pub(crate) kv_rate: f64,
    /// Seconds of decoding attention per sequence and cached token.
    pub(crate) decode_attention: f64,
    pub(crate) decode_attention_flops: f64,
    /// FLOPs of prompt attention per pair of tokens, full and window layers.
    pub(crate) prompt_full: f64,
    pub(crate) prompt_window: f64,
    pub(crate) attention_half_length: f64,
    pub(crate) attention_rate: f64,
    pub(crate) tensor: Option<(f64, Collective)>,
    pub(crate) exchange: Option<(f64, f64, Collective)>,
    pub(crate) hops: f64,
    pub(crate) hop_per_token: f64,
    pub(crate) hidden_bytes: f64,
    /// Fixed seconds of all layers.
    pub(crate) layers: f64,
    /// Least seconds of a step with prompt tokens.
    pub(crate) floor: f64,
    pub(crate) depth: f64,
    pub(crate) overhead: Overhead,
    pub(crate) data: f64,
    pub(crate) pipeline: f64,
    /// 1 over the ranks of a stage.
    pub(crate) ranks_inverse: f64,
    /// Tokens a sequence puts into a decoding step: 1 plus the drafts.
    pub(crate) tokens_per_sequence: f64,
    /// Tokens a step yields beyond the first.
    pub(crate) extra_tokens: f64,
    /// Dense 16-bit peak of the chip and its bandwidth, for the roofline.
    pub(crate) peak: f64,
    pub(crate) bandwidth: f64,
}

/// What a rank is made from.
#[derive(Debug, Clone, Copy)]
pub struct Spec<'a> {
    /// The model.
    pub model: &'a Model,
    /// Its parameters, counted.
    pub parameters: &'a Parameters,
    /// How weights are stored.
    pub weights: WeightFormat,
    /// How the cache is stored.
    pub kv_cache: KvFormat,
    /// Which engine runs.
    pub engine: Engine,
    /// The accelerator.
    pub chip: &'a Accelerator,
    /// The placement.
    pub placement: Placement,
    /// Accelerators of one node.
    pub node: u32,
}

impl Spec<'_> {
    fn efficiency(&self) -> Efficiency {
        let mut shares = efficiency::of(self.chip.architecture);
        if self.engine == Engine::LlamaCpp {
            let (plain, quantised) = overhead::LLAMA_CPP_READ;
            let read = if self.weights.bits_per_weight() < 16.0 {
                quantised
            } else {
                plain
            };
            let board = if self.chip.hbm {
                overhead::LLAMA_CPP_HBM
            } else {
                1.0
            };
            shares.weight_read = read * board;
            shares.expert_read = read * board;
            shares.kv_read = overhead::LLAMA_CPP_KV_READ;
        }
        shares
    }

    fn compute(&self, class: TensorClass) -> ComputeType {
        self.weights
            .compute_type(class, self.model.is_mixture(), self.chip)
    }

    fn peak(&self, compute: ComputeType) -> Option<f64> {
        self.chip
            .peak
            .of(compute, self.weights)
            .map(crate::quantity::FlopsPerSecond::get)
            .filter(|peak| *peak > 0.0)
    }

    /// Whether a class runs at its own rate with quantised activations, or is
    /// widened to 16 bit.
    fn quantises(&self, class: TensorClass) -> bool {
        self.compute(class) < ComputeType::Sixteen
    }

    fn share(&self, class: TensorClass, parameters: f64, ranks: f64) -> Option<Share> {
        let shares = self.efficiency();
        let compute = self.compute(class);
        let eta = match compute {
            ComputeType::Four => shares.gemm_4,
            ComputeType::Eight => shares.gemm_8,
            ComputeType::Sixteen | ComputeType::ThirtyTwo => shares.gemm_16,
        };
        let bits = self.weights.bits(class, self.model.is_mixture());
        let four = compute == ComputeType::Four;
        let (read, four_read, grouped) = if class == TensorClass::Experts {
            let weight_only = compute == ComputeType::Sixteen && bits < 16.0;
            let grouped = if weight_only {
                GROUPED_WEIGHT_ONLY
            } else {
                shares.grouped
            };
            (shares.expert_read, shares.four_bit_expert_read, grouped)
        } else {
            (shares.weight_read, shares.four_bit_read, 1.0)
        };
        // The head is read at the plain rate whatever the layers are.
        let factor = if four { four_read } else { 1.0 };
        let flops = 2.0 * parameters / ranks;
        Some(Share {
            bytes: parameters * bits / 8.0 / ranks,
            seconds_per_token: flops / (self.peak(compute)? * eta * grouped),
            flops_per_token: flops,
            read_rate: read * factor * self.chip.bandwidth.get(),
        })
    }
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
        let overhead = overhead::of(spec.engine);
        let depth = f64::from(model.layers);
        let bandwidth = chip.bandwidth.get();
        let peak = spec.peak(ComputeType::Sixteen)?;
        let d = f64::from(model.hidden_size);

        let experts = match model.experts {
            None => None,
            Some(part) => {
                let (layers, routed, active) = (
                    f64::from(part.layers),
                    f64::from(part.routed),
                    f64::from(part.active),
                );
                let visited = active * layers * counted.one_expert;
                let bits = spec.weights.bits(TensorClass::Experts, true);
                Some(ExpertShare {
                    layers,
                    routed,
                    active,
                    one: counted.one_expert * bits / 8.0,
                    share: spec.share(TensorClass::Experts, visited, ranks)?,
                    imbalance: if placement.expert > 1 {
                        overhead::EXPERT_IMBALANCE
                    } else {
                        1.0
                    },
                })
            }
        };
        let mut head = spec.share(TensorClass::Head, counted.head, tensor)?;
        head.read_rate = shares.weight_read * bandwidth;
        let full = model.full.map(|part| (f64::from(part.layers), part.shape));
        let window = model
            .window
            .map(|part| (f64::from(part.layers), part.shape));
        let head_share = model
            .attention()
            .map_or(1.0, |shape| if shape.head_dim() == 64 { 0.8 } else { 1.0 });
        let per_layer = layer_overheads(spec, &overhead, experts.as_ref());
        let floor = overhead.floor_us
            + if overhead.floor_us > 0.0 {
                f64::from(u8::from(model.is_mixture())) * overhead::EXPERT_FLOOR
                    + f64::from(u8::from(model.is_latent())) * overhead::LATENT_FLOOR
            } else {
                0.0
            };
        Some(Self {
            attention: spec.share(TensorClass::Attention, counted.attention, tensor)?,
            feed_forward: spec.share(TensorClass::FeedForward, counted.feed_forward, tensor)?,
            head,
            router: Share {
                bytes: 2.0 * counted.router,
                read_rate: shares.weight_read * bandwidth,
                ..Share::default()
            },
            cache: cache_share(model, spec.kv_cache, placement),
            activation_bytes: overhead::ACTIVATION_PASSES * d * 2.0 * depth,
            activation_rate: shares.weight_read * bandwidth,
            kv_rate: shares.kv_read * bandwidth,
            decode_attention: full.map_or(0.0, |(layers, shape)| {
                shape.decode_flops() * layers / tensor / (overhead::DECODE_ATTENTION * peak)
            }),
            decode_attention_flops: full.map_or(0.0, |(layers, shape)| {
                shape.decode_flops() * layers / tensor
            }),
            // A causal prompt visits half of the square.
            prompt_full: full.map_or(0.0, |(layers, shape)| {
                shape.prompt_flops() / 2.0 * layers / tensor
            }),
            prompt_window: window.map_or(0.0, |(layers, shape)| {
                shape.prompt_flops() * layers / tensor
            }),
            attention_half_length: shares.attention_half_length,
            attention_rate: shares.attention * head_share * peak,
            tensor: (placement.tensor > 1).then(|| {
                (
                    2.0 * depth,
                    Collective::new(chip, placement.tensor, spec.node),
                )
            }),
            exchange: experts.filter(|_| placement.data > 1).map(|part| {
                (
                    2.0 * part.layers,
                    part.active.min(ranks),
                    Collective::new(chip, placement.stage_ranks(), spec.node),
                )
            }),
            hops: f64::from(placement.pipeline.saturating_sub(1)),
            hop_per_token: link::hop(chip, placement.accelerators(), spec.node, d * 2.0)
                - link::hop(chip, placement.accelerators(), spec.node, 0.0),
            hidden_bytes: d * 2.0,
            layers: per_layer * shares.layer_overhead * 1e-6,
            floor: floor * depth * shares.launch_floor * 1e-6,
            depth,
            overhead,
            data: f64::from(placement.data.max(1)),
            pipeline: f64::from(placement.pipeline.max(1)),
            ranks_inverse: 1.0 / ranks,
            tokens_per_sequence: 1.0,
            extra_tokens: 0.0,
            peak,
            bandwidth,
            experts,
        })
    }
}

/// Fixed time of all layers, microseconds, before the generation's factor.
fn layer_overheads(spec: &Spec<'_>, overhead: &Overhead, experts: Option<&ExpertShare>) -> f64 {
    let model = spec.model;
    let depth = f64::from(model.layers);
    let base = if spec.engine == Engine::LlamaCpp {
        overhead::LLAMA_CPP_LAYER
    } else {
        overhead::LAYER
    };
    let mixture = experts.map_or(0.0, |part| {
        overhead::EXPERT_LAYER * part.layers * (part.routed / 256.0).sqrt()
    });
    let latent = if model.is_latent() {
        overhead::LATENT_LAYER * depth * overhead.latent_layer
    } else {
        0.0
    };
    let recurrent = model.recurrent.map_or(0.0, |part| {
        overhead::RECURRENT_LAYER * f64::from(part.layers)
    });
    let wide_class = if model.is_mixture() {
        TensorClass::Experts
    } else {
        TensorClass::FeedForward
    };
    let quantised = [TensorClass::Attention, wide_class]
        .into_iter()
        .filter(|class| spec.quantises(*class))
        .count();
    // Each is half of a layer's products.
    let quantising = overhead::QUANTISED_LAYER * depth * quantised as f64 / 2.0;
    base * depth + mixture + latent + recurrent + quantising
}

/// Cached bytes of one token on one rank of a stage, all layers. A pipeline
/// divides them further; see [`crate::memory::kv_cache`].
pub(crate) fn cache_share(model: &Model, format: KvFormat, placement: Placement) -> CacheShare {
    let tensor = placement.tensor.max(1);
    let shards =
        |shape: &crate::model::Attention| f64::from(tensor.min(shape.cache_shards().max(1)));
    let index = model.full.and_then(|part| {
        part.shape.indexer().map(|index| {
            (
                f64::from(index.head_dim) * f64::from(part.layers),
                index.top_k,
            )
        })
    });
    CacheShare {
        full: model.full.map_or(0.0, |part| {
            model.full_cache_per_token(format).get() / shards(&part.shape)
        }),
        window: model.window.map_or(0.0, |part| {
            model.window_cache_per_token(format).get() / shards(&part.shape)
        }),
        window_tokens: model
            .window
            .map_or(f64::INFINITY, |part| f64::from(part.tokens)),
        state: model.state_per_request().get() / f64::from(tensor),
        index: index.map_or(0.0, |(bytes, _)| bytes),
        top_k: index.map_or(f64::INFINITY, |(_, top_k)| f64::from(top_k)),
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

    /// Attention copies of a stage, `dp`.
    pub(crate) const fn data(&self) -> f64 {
        self.data
    }

    /// Pipeline stages.
    pub(crate) const fn stages(&self) -> f64 {
        self.pipeline
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
