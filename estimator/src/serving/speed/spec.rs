//! The parts of a rank, and how a class of tensor becomes bytes to read and FLOPs to do: `w =
//! parameters * bits / 8 / ranks` bytes and `f = 2 * parameters / ranks / (peak * eta)` seconds a
//! token.

use crate::engine::Engine;
use crate::hardware::{Accelerator, Architecture};
use crate::model::{ExpertLayers, Model, Recurrent, RecurrentLayers};
use crate::parameters::Parameters;
use crate::placement::Placement;
use crate::precision::{ComputeType, KvFormat, TensorClass, WeightFormat};
use crate::quantity::FlopsPerSecond;
use crate::serving::release::Worth;
use crate::serving::release::kernels::together_since;
use crate::serving::speed::constants::Constants;
use crate::serving::speed::efficiency::Efficiency;
use crate::serving::speed::overhead::{LlamaCpp, Overhead};

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
    /// Tokens that fill the tiles which a product leaves partly empty.
    pub filling: f64,
}

/// Routed experts on one rank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct ExpertShare {
    /// Layers with experts.
    pub layers: f64,
    /// Routed experts of a layer, `E`.
    pub routed: f64,
    /// Experts a token visits, `k`.
    pub active: f64,
    /// `ln(1 - k/E)`: how likely one token is to miss an expert.
    pub log_missed: f64,
    /// Bytes of one expert of one layer.
    pub one: f64,
    pub share: Share,
    /// The rate of experts of few tokens, as a factor on their own.
    pub alone: f64,
    /// The gain of crowded experts over those of few tokens, at most, a factor less `alone`.
    pub gain: f64,
    /// Tokens of a step at which experts have half of it.
    pub half_crowd: f64,
    /// Factor on the work of the most loaded rank.
    pub imbalance: f64,
}

impl ExpertShare {
    /// The gain of `tokens` in a step by sharing experts, `1 + gain m/(m + m_half)`. In llama.cpp
    /// the 1 is nothing beside what tiles of few tokens waste, until other kernels take over.
    pub(crate) fn crowding(&self, tokens: f64) -> f64 {
        (self.alone + self.gain * tokens / (tokens + self.half_crowd)).max(1.0)
    }
}

/// The grouped products of experts beside a dense layer's.
struct Grouped {
    /// Share of its efficiency that they reach with few tokens each.
    share: f64,
    /// [`ExpertShare::alone`].
    alone: f64,
    /// Tokens of one expert at which they are halfway to it.
    half_tokens: f64,
}

/// The parts of a rank.
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
    /// The constants of the estimate.
    pub constants: &'a Constants,
    /// The worth of the engine's release and launch.
    pub worth: Worth,
}

impl Spec<'_> {
    pub(crate) fn efficiency(&self) -> Efficiency {
        let mut shares = self.constants.efficiency(self.chip.architecture);
        if self.engine == Engine::LlamaCpp {
            let read = if self.is_apple() {
                LlamaCpp::FITTED.apple_read
            } else if self.weights.bits_per_weight() < 16.0 {
                LlamaCpp::FITTED.read_quantised
            } else {
                LlamaCpp::FITTED.read_16
            };
            let board = if self.chip.hbm {
                LlamaCpp::FITTED.hbm
            } else {
                1.0
            };
            shares.weight_read = read * board;
            shares.expert_read = read * board;
            let full = self.model.full.map(|part| part.shape);
            let wide = self.model.is_latent() || full.is_some_and(|shape| shape.head_dim() > 256);
            shares.kv_read = match (self.worth.flash, wide) {
                (true, false) => LlamaCpp::FITTED.kv_read,
                (true, true) => LlamaCpp::FITTED.kv_read_wide,
                (false, _) => LlamaCpp::FITTED.kv_read_apart,
            };
        }
        let all = self.worth.kernels;
        let (reading, fixed) = (all * self.worth.reading, all * self.worth.fixed);
        Efficiency {
            weight_read: shares.weight_read / reading,
            kv_read: shares.kv_read / reading,
            expert_read: shares.expert_read / reading,
            gemm_16: shares.gemm_16 / all,
            gemm_8: shares.gemm_8 / all,
            gemm_4: shares.gemm_4 / all,
            attention: shares.attention / all,
            layer_overhead: shares.layer_overhead * fixed,
            launch_floor: shares.launch_floor * fixed,
            ..shares
        }
    }

    /// The engine's fixed costs. Costs that are not of the model's kernels, as tokenising, do not
    /// depend on them.
    pub(crate) fn overhead(&self) -> Overhead {
        let usual = self.constants.overhead(self.engine);
        let slower = self.worth.kernels * self.worth.fixed;
        let step_ms = if self.launches_together() && !self.is_apple() {
            LlamaCpp::FITTED.graph_ms
        } else {
            usual.step_ms
        };
        Overhead {
            step_ms: step_ms * slower,
            sequence_us: usual.sequence_us * slower,
            is_overlapped: usual.is_overlapped && self.worth.overlapped,
            ..usual
        }
    }

    /// Whether llama.cpp launches the kernels of a step together. GB10's rows show no gain.
    fn launches_together(&self) -> bool {
        self.engine == Engine::LlamaCpp
            && self.worth.together
            && together_since(self.chip.architecture).is_some()
            && (self.is_apple() || !self.chip.unified)
    }

    fn is_apple(&self) -> bool {
        self.chip.architecture == Architecture::Apple
    }

    fn compute(&self, class: TensorClass) -> ComputeType {
        self.weights
            .compute_type(class, self.model.is_mixture(), self.chip)
    }

    pub(crate) fn peak(&self, compute: ComputeType) -> Option<f64> {
        self.chip
            .peak
            .of(compute, self.weights)
            .map(FlopsPerSecond::get)
            .filter(|peak| *peak > 0.0)
    }

    /// FLOPs a second of the products of a full step, of which `compute` reaches the share `eta`
    /// of its peak; llama.cpp's are bound by another unit.
    fn products(&self, compute: ComputeType, eta: f64) -> Option<f64> {
        let peak = self.peak(compute)? * eta;
        if self.engine != Engine::LlamaCpp {
            return Some(peak);
        }
        let known = LlamaCpp::FITTED.products(self.chip);
        Some(known.map_or(peak, |rate| rate / self.worth.kernels))
    }

    /// Whether a class runs at its own rate with quantised activations, or is
    /// widened to 16 bit.
    fn quantises(&self, class: TensorClass) -> bool {
        self.compute(class) < ComputeType::Sixteen
    }

    /// Whether experts are kept in fewer bits than they are multiplied in.
    fn unpacks_experts(&self) -> bool {
        self.compute(TensorClass::Experts) == ComputeType::Sixteen
            && self.weights.bits(TensorClass::Experts, true) < 16.0
    }

    /// Factor on the cost of a layer's experts in kernels.
    fn fused(&self) -> f64 {
        if self.compute(TensorClass::Experts) == ComputeType::Four {
            self.constants.shared.fused_experts
        } else {
            1.0
        }
    }

    /// How the grouped products of experts compare to a dense layer's.
    fn grouped(&self) -> Grouped {
        let shared = &self.constants.shared;
        if self.engine == Engine::LlamaCpp {
            return Grouped {
                share: LlamaCpp::FITTED.grouped,
                alone: 0.0,
                half_tokens: LlamaCpp::FITTED.expert_half_tokens,
            };
        }
        Grouped {
            share: if self.unpacks_experts() {
                shared.grouped_weight_only
            } else {
                self.efficiency().grouped
            },
            alone: 1.0,
            half_tokens: shared.expert_half_tokens,
        }
    }

    /// The cost of narrow experts beyond their FLOPs, `(w + w_half) / w`, on a rank that holds `w`
    /// of an expert's width: tensor parallelism cuts experts, expert parallelism hands out whole
    /// ones. llama.cpp's tiles are 128 values wide.
    fn narrowness(&self, part: &ExpertLayers) -> f64 {
        if self.engine == Engine::LlamaCpp {
            return 1.0;
        }
        let cuts = if self.placement.expert > 1 {
            1
        } else {
            self.placement.tensor.max(1)
        };
        let width = f64::from(part.width.max(1)) / f64::from(cuts);
        (width + self.constants.shared.expert_half_width) / width
    }

    pub(crate) fn share(&self, class: TensorClass, parameters: f64, ranks: f64) -> Option<Share> {
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
            (
                shares.expert_read,
                shares.four_bit_expert_read,
                self.grouped().share,
            )
        } else {
            (shares.weight_read, shares.four_bit_read, 1.0)
        };
        let factor = if four { four_read } else { 1.0 };
        let flops = 2.0 * parameters / ranks;
        // Experts have a law of their own; llama.cpp's parts of a batch are of one size.
        let dense = matches!(class, TensorClass::Attention | TensorClass::FeedForward)
            && self.engine != Engine::LlamaCpp;
        Some(Share {
            bytes: parameters * bits / 8.0 / ranks,
            seconds_per_token: flops / (self.products(compute, eta)? * grouped),
            flops_per_token: flops,
            read_rate: read * factor * self.chip.bandwidth.get(),
            filling: if dense { shares.filling_tokens } else { 0.0 },
        })
    }

    /// Fixed time of all layers, microseconds, before the generation's factor.
    pub(crate) fn layer_overheads(
        &self,
        overhead: &Overhead,
        experts: Option<&ExpertShare>,
    ) -> f64 {
        let model = self.model;
        let shared = &self.constants.shared;
        let depth = f64::from(model.layers);
        let base = match self.engine {
            Engine::LlamaCpp if !self.is_apple() => LlamaCpp::FITTED.layer_us,
            Engine::LlamaCpp if self.launches_together() => LlamaCpp::FITTED.apple_layer_us,
            Engine::LlamaCpp => LlamaCpp::FITTED.apple_layer_apart_us,
            Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => shared.layer_us,
        };
        let mixture = experts.map_or(0.0, |part| {
            let sorting = shared.expert_layer_us
                * (part.routed / 256.0).powf(shared.expert_count_power)
                * (part.active / 8.0).powf(shared.expert_copy_power);
            let unpacking = if self.unpacks_experts() && self.engine != Engine::LlamaCpp {
                shared.weight_only_layer_us
            } else {
                0.0
            };
            part.layers * (sorting * self.fused() + unpacking)
        });
        let latent = if model.is_latent() {
            shared.latent_layer_us * depth * overhead.latent_layer
        } else {
            0.0
        };
        let indexed = model.full.map_or(0.0, |part| {
            let layers = part.shape.indexer().map_or(0, |_| part.layers);
            shared.indexer_layer_us * f64::from(layers)
        });
        let recurrent = model.recurrent.map_or(0.0, |part| {
            shared.recurrent_layer_us * f64::from(part.layers)
        });
        let wide_class = if model.is_mixture() {
            TensorClass::Experts
        } else {
            TensorClass::FeedForward
        };
        let quantised = [TensorClass::Attention, wide_class]
            .into_iter()
            .filter(|class| self.quantises(*class))
            .count();
        // Each is half of a layer's products.
        let quantising = shared.quantised_layer_us * depth * quantised as f64 / 2.0;
        base * depth + mixture + latent + indexed + recurrent + quantising
    }

    /// Bytes of activations that a token moves on one rank, all layers: the residual stream, whole
    /// on every rank; the outputs of projections, `parameters / d` values, which the ranks share;
    /// the copies that visit experts, whole again.
    pub(crate) fn activation_bytes(&self) -> f64 {
        let shared = &self.constants.shared;
        let counted = self.parameters;
        let tensor = f64::from(self.placement.tensor.max(1));
        let width = f64::from(self.model.hidden_size);
        let depth = f64::from(self.model.layers);
        let (routed, copies) = self.model.experts.map_or((0.0, 0.0), |part| {
            let visits = f64::from(part.active) * f64::from(part.layers);
            (visits * counted.one_expert, visits * width)
        });
        let projected = (counted.attention + counted.feed_forward + routed) / width.max(1.0);
        2.0 * (shared.activation_passes * width * depth
            + shared.projected_passes * projected / tensor
            + shared.routed_passes * copies)
    }

    /// Least time of a layer in a step with prompt tokens, microseconds, the mean over layers.
    pub(crate) fn launch_floor(&self, overhead: &Overhead) -> f64 {
        if overhead.floor_us <= 0.0 {
            return 0.0;
        }
        let shared = &self.constants.shared;
        let extra = |on: bool, cost: f64| if on { cost } else { 0.0 };
        let chunked = match self.model.recurrent {
            Some(RecurrentLayers {
                layers,
                shape: Recurrent::Linear { .. },
            }) => f64::from(layers),
            // A scan is one kernel, or five.
            Some(RecurrentLayers {
                shape: Recurrent::Mamba1 { .. } | Recurrent::Mamba2 { .. },
                ..
            })
            | None => 0.0,
        };
        overhead.floor_us
            + extra(
                self.model.is_mixture(),
                shared.expert_floor_us * self.fused(),
            )
            + extra(self.model.is_latent(), shared.latent_floor_us)
            + overhead.linear_floor_us * chunked / f64::from(self.model.layers.max(1))
    }

    /// Routed experts on one of `ranks` ranks.
    pub(crate) fn expert_share(&self, part: &ExpertLayers, ranks: f64) -> Option<ExpertShare> {
        let (layers, active) = (f64::from(part.layers), f64::from(part.active.max(1)));
        let one = self.parameters.one_expert;
        let mut share = self.share(TensorClass::Experts, active * layers * one, ranks)?;
        share.seconds_per_token *= self.narrowness(part);
        let grouped = self.grouped();
        Some(ExpertShare {
            layers,
            routed: f64::from(part.routed),
            active,
            log_missed: (1.0 - active / f64::from(part.routed)).max(1e-300).ln(),
            one: one * self.weights.bits(TensorClass::Experts, true) / 8.0,
            share,
            alone: grouped.alone,
            gain: grouped.share.recip() - grouped.alone,
            half_crowd: grouped.half_tokens * f64::from(part.routed) / active,
            imbalance: if self.placement.expert > 1 {
                self.constants.shared.expert_imbalance
            } else {
                1.0
            },
        })
    }
}
