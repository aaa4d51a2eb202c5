//! The constants that a fit may change, and the prior knowledge of each.
//!
//! Priors are log-normal. Hopper's shares lie where the kernel tables published with
//! ai-dynamo/aiconfigurator put its kernels (weights .86, cache .90, GEMM .80 at 16 bit and .53 at
//! 8 bit of the peak, .82 and .58 without the empty parts of tiles; half a tile of 128 tokens, of
//! 256 on Blackwell); another generation is expected to be like Hopper until rows say otherwise.
//! Fixed costs are known to a factor of about 1.5. Grouped products of experts reach a quarter to
//! a third of the peak there; the gain of wide and crowded ones and the cost of unpacking are
//! known to a factor of about 1.5, too; savings of fused kernels and launches of a latent layer by
//! their count.

use estimator::serving::speed::Constants;

/// Where a constant is expected.
#[derive(Clone, Copy)]
pub enum Expected {
    /// At a value.
    At(f64),
    /// Where another constant of the same set is.
    Like(fn(&Constants) -> f64),
}

/// One constant of the fit.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its path.
    pub name: &'static str,
    /// Reads it.
    pub get: fn(&Constants) -> f64,
    /// Writes it.
    pub set: fn(&mut Constants, f64),
    /// Where it is expected.
    pub expected: Expected,
    /// Standard deviation of its logarithm.
    pub spread: f64,
}

impl Parameter {
    /// How far `constants` lie from the expectation, in standard deviations.
    #[must_use]
    pub fn surprise(&self, constants: &Constants) -> f64 {
        let expected = match self.expected {
            Expected::At(value) => value,
            Expected::Like(other) => other(constants),
        };
        ((self.get)(constants) / expected).ln() / self.spread
    }
}

/// `constants` with every parameter where it is expected: where a fit begins
/// that must not have seen any row.
#[must_use]
pub fn expected(constants: &Constants) -> Constants {
    let mut expected = *constants;
    for parameter in &PARAMETERS {
        let value = match parameter.expected {
            Expected::At(value) => value,
            // The constant it is like stands before it in the list.
            Expected::Like(other) => other(&expected),
        };
        (parameter.set)(&mut expected, value);
    }
    expected
}

macro_rules! parameter {
    (@expected at $value:literal) => {
        Expected::At($value)
    };
    (@expected like $($other:ident).+) => {
        Expected::Like(|constants| constants.$($other).+)
    };
    ($($field:ident).+, $spread:literal, $($expected:tt)+) => {
        Parameter {
            name: stringify!($($field).+),
            get: |constants| constants.$($field).+,
            set: |constants, value| constants.$($field).+ = value,
            expected: parameter!(@expected $($expected)+),
            spread: $spread,
        }
    };
}

/// All of them.
pub const PARAMETERS: [Parameter; 47] = [
    parameter!(hopper.weight_read, 0.1, at 0.86),
    parameter!(hopper.kv_read, 0.1, at 0.90),
    parameter!(hopper.expert_read, 0.15, at 0.80),
    parameter!(hopper.gemm_16, 0.1, at 0.82),
    parameter!(hopper.gemm_8, 0.15, at 0.58),
    parameter!(hopper.filling_tokens, 0.5, at 64.0),
    parameter!(hopper.grouped, 0.3, at 0.26),
    parameter!(blackwell.weight_read, 0.15, like hopper.weight_read),
    parameter!(blackwell.kv_read, 0.15, like hopper.kv_read),
    parameter!(blackwell.expert_read, 0.15, like hopper.expert_read),
    parameter!(blackwell.four_bit_read, 0.2, at 0.80),
    parameter!(blackwell.four_bit_expert_read, 0.2, at 1.0),
    parameter!(blackwell.gemm_16, 0.15, like hopper.gemm_16),
    parameter!(blackwell.gemm_8, 0.2, like hopper.gemm_8),
    parameter!(blackwell.gemm_4, 0.25, at 0.48),
    parameter!(blackwell.filling_tokens, 0.5, at 128.0),
    parameter!(blackwell.grouped, 0.3, like hopper.grouped),
    parameter!(blackwell.layer_overhead, 0.2, at 0.8),
    parameter!(blackwell.launch_floor, 0.2, at 0.8),
    parameter!(shared.grouped_weight_only, 0.3, at 0.25),
    parameter!(shared.expert_half_width, 0.4, at 500.0),
    parameter!(shared.expert_half_tokens, 0.4, at 1000.0),
    parameter!(shared.activation_passes, 0.2, at 16.0),
    parameter!(shared.projected_passes, 0.3, at 1.0),
    parameter!(shared.layer_us, 0.2, at 32.0),
    parameter!(shared.expert_layer_us, 0.4, at 40.0),
    parameter!(shared.fused_experts, 0.3, at 0.5),
    parameter!(shared.weight_only_layer_us, 0.5, at 15.0),
    parameter!(shared.latent_layer_us, 0.4, at 25.0),
    parameter!(shared.recurrent_layer_us, 0.5, at 15.0),
    parameter!(shared.quantised_layer_us, 0.4, at 10.0),
    parameter!(shared.expert_floor_us, 0.4, at 200.0),
    parameter!(shared.latent_floor_us, 0.5, at 1000.0),
    parameter!(shared.poll, 0.3, at 0.5),
    parameter!(vllm.step_ms, 0.3, at 0.6),
    parameter!(vllm.sequence_us, 0.4, at 36.0),
    parameter!(vllm.floor_us, 0.4, at 400.0),
    parameter!(vllm.request_ms, 0.5, at 25.0),
    parameter!(sglang.step_ms, 0.3, like vllm.step_ms),
    parameter!(sglang.sequence_us, 0.4, like vllm.sequence_us),
    parameter!(sglang.floor_us, 0.4, like vllm.floor_us),
    parameter!(sglang.linear_floor_us, 0.5, like shared.latent_floor_us),
    parameter!(sglang.request_ms, 0.3, like vllm.request_ms),
    parameter!(tensorrt_llm.step_ms, 0.3, like vllm.step_ms),
    parameter!(tensorrt_llm.sequence_us, 0.4, at 18.0),
    parameter!(tensorrt_llm.floor_us, 0.4, like vllm.floor_us),
    parameter!(tensorrt_llm.request_ms, 0.4, like vllm.request_ms),
];
