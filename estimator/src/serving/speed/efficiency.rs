//! The share of its data sheet that a chip reaches, by generation.
//!
//! Hopper and Blackwell: fitted together with the fixed costs of [`super::overhead`] on public
//! rows of time per output token, of time to first token and maxima of full batches
//! ([`super::Constants::FITTED_ON`]; least squares on log ratios, pseudo-Huber loss, a random
//! effect of every series, priors from kernel tables: `cargo xtask accuracy --fit`); their worth
//! with a model left out is in `docs/accuracy.md`.
//!
//! Other generations take Hopper's fit, scaled by the rates that GEMM, attention and memory
//! kernels reach there against Hopper in the kernel tables published with ai-dynamo/aiconfigurator
//! (A100, L40S, RTX PRO 6000), or by the largest matrix product measured there
//! (stas00/ml-engineering, "maximum achievable matmul FLOPS": MI300X .51, MI355X .68, Gaudi 2 .97,
//! Gaudi 3 .74 of the dense peak). Where neither exists, GEMM .55 and memory .80, wide bands.

use crate::hardware::Architecture;

/// Shares of the peak, by phase of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Efficiency {
    /// Weight reads, of memory bandwidth: `e_m`.
    pub weight_read: f64,
    /// Cache reads, of memory bandwidth: `e_kv`.
    pub kv_read: f64,
    /// Routed experts' weight reads: `e_me`.
    pub expert_read: f64,
    /// Factor on `weight_read` for dense 4-bit products: `e_4`.
    pub four_bit_read: f64,
    /// Factor on `expert_read` for 4-bit experts: `e_4x`.
    pub four_bit_expert_read: f64,
    /// Matrix products at 16 bit, of the dense peak: `eta_16`.
    pub gemm_16: f64,
    /// At 8 bit: `eta_8`.
    pub gemm_8: f64,
    /// At 4 bit: `eta_4`.
    pub gemm_4: f64,
    /// Tokens that fill the tiles which a large product of a dense layer leaves partly
    /// empty, half a tile: tiles are 128 tokens high on Hopper, 256 on Blackwell, whose
    /// multiprocessors work in pairs.
    pub filling_tokens: f64,
    /// Further factor for the grouped products of wide experts that few tokens
    /// visit: `eta_moe`.
    pub grouped: f64,
    /// Attention over a long prompt: `eta_a`.
    pub attention: f64,
    /// Prompt length at which attention reaches half of it, tokens.
    pub attention_half_length: f64,
    /// Factor on the fixed cost of a layer: `theta`.
    pub layer_overhead: f64,
    /// Factor on the launch floor: `phi`.
    pub launch_floor: f64,
}

pub(super) const HOPPER: Efficiency = Efficiency {
    weight_read: 0.88,
    kv_read: 0.885,
    expert_read: 0.81,
    four_bit_read: 1.0,
    four_bit_expert_read: 1.0,
    gemm_16: 0.803,
    gemm_8: 0.601,
    gemm_4: 0.495,
    filling_tokens: 64.5,
    grouped: 0.245,
    attention: 0.60,
    attention_half_length: 1000.0,
    layer_overhead: 1.0,
    launch_floor: 1.0,
};

pub(super) const BLACKWELL: Efficiency = Efficiency {
    weight_read: 0.851,
    kv_read: 0.893,
    expert_read: 0.845,
    four_bit_read: 0.746,
    four_bit_expert_read: 1.05,
    gemm_16: 0.805,
    gemm_8: 0.549,
    gemm_4: 0.488,
    filling_tokens: 129.0,
    grouped: 0.217,
    attention: 0.57,
    attention_half_length: 1000.0,
    layer_overhead: 0.885,
    launch_floor: 0.78,
};

/// A100 against H100 in the kernel tables: GEMM .91/.80, weights .72/.86,
/// cache .74/.90, attention half length 620.
const fn ampere(hopper: Efficiency) -> Efficiency {
    Efficiency {
        weight_read: 0.72 / 0.86 * hopper.weight_read,
        kv_read: 0.74 / 0.90 * hopper.kv_read,
        expert_read: 0.72 / 0.86 * hopper.expert_read,
        gemm_16: 0.91 / 0.80 * hopper.gemm_16,
        gemm_8: 0.91 / 0.80 * hopper.gemm_16,
        attention_half_length: 620.0,
        ..hopper
    }
}

/// L40S against H100: GEMM .62/.80 and .50/.53, cache .82/.90, attention .52 at half
/// length 480; weights at the .80 of chips without a table.
const fn ada(hopper: Efficiency) -> Efficiency {
    Efficiency {
        weight_read: 0.80,
        kv_read: 0.82 / 0.90 * hopper.kv_read,
        expert_read: 0.80 / hopper.weight_read * hopper.expert_read,
        gemm_16: 0.62 / 0.80 * hopper.gemm_16,
        gemm_8: 0.50 / 0.53 * hopper.gemm_8,
        attention: 0.52,
        attention_half_length: 480.0,
        ..hopper
    }
}

/// RTX PRO 6000 against H100: GEMM .86/.80 and .78/.53, fp4 .64.
const fn blackwell_graphics(hopper: Efficiency, blackwell: Efficiency) -> Efficiency {
    Efficiency {
        gemm_16: 0.86 / 0.80 * hopper.gemm_16,
        gemm_8: 0.78 / 0.53 * hopper.gemm_8,
        gemm_4: 0.64,
        four_bit_read: blackwell.four_bit_read,
        layer_overhead: blackwell.layer_overhead,
        launch_floor: blackwell.launch_floor,
        ..ada(hopper)
    }
}

/// MI300X: 668 of 1307 TFLOP/s in the largest product measured. Weight reads, 8-bit
/// products and their tiles by 80 latencies of fixed batches, cache reads by 36 offline
/// maxima, all of one model (Llama-3.1-405B on eight, vLLM 0.6.6 to 0.9.1), so with a
/// wide band.
const fn cdna3(hopper: Efficiency) -> Efficiency {
    Efficiency {
        weight_read: 0.70,
        kv_read: 0.50,
        expert_read: 0.70,
        gemm_16: 0.51,
        gemm_8: 0.38,
        filling_tokens: 256.0,
        gemm_4: 0.42,
        attention: 0.40,
        ..hopper
    }
}

/// MI250X: MI300X's shares where nothing was measured on either.
const fn cdna2(hopper: Efficiency) -> Efficiency {
    Efficiency {
        kv_read: 0.75,
        gemm_8: 0.42,
        ..cdna3(hopper)
    }
}

/// MI355X: 1565 of 2300 TFLOP/s.
const fn cdna4(hopper: Efficiency) -> Efficiency {
    Efficiency {
        kv_read: 0.75,
        gemm_16: 0.65,
        gemm_8: 0.50,
        gemm_4: 0.45,
        ..cdna3(hopper)
    }
}

/// Gaudi 2: 418.7 of 432 TFLOP/s; Gaudi 3: 1243 of 1677.
const fn gaudi(hopper: Efficiency) -> Efficiency {
    Efficiency {
        weight_read: 0.80,
        kv_read: 0.70,
        expert_read: 0.70,
        gemm_16: 0.80,
        gemm_8: 0.65,
        attention: 0.50,
        ..hopper
    }
}

/// Trainium and Inferentia: a layer costs 4.5 times Hopper's fixed time, collectives over the
/// cores of its chips included, and reads at the .80 of chips without a table. By 20 times per
/// token of Llama 2 and 3 of 7B and 70B on sixteen Trainium1 (AWS Neuron SDK 2.18's performance
/// pages, transformers-neuronx, an engine of 2024): either size alone asks for it.
const fn neuron(hopper: Efficiency) -> Efficiency {
    Efficiency {
        layer_overhead: 4.5,
        ..unknown(hopper)
    }
}

const fn unknown(hopper: Efficiency) -> Efficiency {
    Efficiency {
        weight_read: 0.80,
        kv_read: 0.75,
        expert_read: 0.70,
        gemm_16: 0.55,
        gemm_8: 0.45,
        gemm_4: 0.45,
        attention: 0.45,
        ..hopper
    }
}

/// The shares of a generation, given the two that were fitted.
#[must_use]
pub(super) const fn of(
    architecture: Architecture,
    hopper: Efficiency,
    blackwell: Efficiency,
) -> Efficiency {
    match architecture {
        Architecture::Hopper => hopper,
        Architecture::Blackwell | Architecture::Rubin => blackwell,
        Architecture::BlackwellGraphics => blackwell_graphics(hopper, blackwell),
        Architecture::Ampere => ampere(hopper),
        Architecture::Ada | Architecture::AmpereGraphics => ada(hopper),
        Architecture::Cdna2 => cdna2(hopper),
        Architecture::Cdna3 => cdna3(hopper),
        Architecture::Cdna4 => cdna4(hopper),
        Architecture::Gaudi => gaudi(hopper),
        Architecture::Neuron => neuron(hopper),
        Architecture::Pascal
        | Architecture::Volta
        | Architecture::Turing
        | Architecture::Cdna1
        | Architecture::Rdna
        | Architecture::Xe
        | Architecture::Tpu
        | Architecture::Apple
        | Architecture::Other => unknown(hopper),
    }
}
