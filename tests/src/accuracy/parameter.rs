//! What a fit may change, and what is known of each constant beforehand.
//!
//! Priors are log-normal. Hopper's shares lie where the kernel tables published
//! with ai-dynamo/aiconfigurator put its kernels (weights .86, cache .90, GEMM
//! .80 at 16 bit and .53 at 8 bit of the peak); another generation is expected
//! to be like Hopper until rows say otherwise. Fixed costs are known to a factor
//! of about 1.5.

use estimator::speed::Constants;

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
            // What it is like stands before it in the list.
            Expected::Like(other) => other(&expected),
        };
        (parameter.set)(&mut expected, value);
    }
    expected
}

macro_rules! parameter {
    ($($field:ident).+, at $value:expr, $spread:expr) => {
        Parameter {
            name: stringify!($($field).+),
            get: |constants| constants.$($field).+,
            set: |constants, value| constants.$($field).+ = value,
            expected: Expected::At($value),
            spread: $spread,
        }
    };
    ($($field:ident).+, like $($other:ident).+, $spread:expr) => {
        Parameter {
            name: stringify!($($field).+),
            get: |constants| constants.$($field).+,
            set: |constants, value| constants.$($field).+ = value,
            expected: Expected::Like(|constants| constants.$($other).+),
            spread: $spread,
        }
    };
}

/// All of them.
pub const PARAMETERS: [Parameter; 38] = [
    parameter!(hopper.weight_read, at 0.86, 0.1),
    parameter!(hopper.kv_read, at 0.90, 0.1),
    parameter!(hopper.expert_read, at 0.80, 0.15),
    parameter!(hopper.gemm_16, at 0.80, 0.1),
    parameter!(hopper.gemm_8, at 0.53, 0.15),
    parameter!(hopper.grouped, at 0.25, 0.3),
    parameter!(blackwell.weight_read, like hopper.weight_read, 0.15),
    parameter!(blackwell.kv_read, like hopper.kv_read, 0.15),
    parameter!(blackwell.expert_read, like hopper.expert_read, 0.15),
    parameter!(blackwell.four_bit_read, at 0.80, 0.2),
    parameter!(blackwell.four_bit_expert_read, at 1.0, 0.2),
    parameter!(blackwell.gemm_16, like hopper.gemm_16, 0.15),
    parameter!(blackwell.gemm_8, like hopper.gemm_8, 0.2),
    parameter!(blackwell.gemm_4, at 0.48, 0.25),
    parameter!(blackwell.grouped, like hopper.grouped, 0.3),
    parameter!(blackwell.layer_overhead, at 0.8, 0.2),
    parameter!(blackwell.launch_floor, at 0.8, 0.2),
    parameter!(shared.grouped_weight_only, at 0.25, 0.3),
    parameter!(shared.layer_us, at 30.0, 0.2),
    parameter!(shared.expert_layer_us, at 40.0, 0.4),
    parameter!(shared.latent_layer_us, at 25.0, 0.4),
    parameter!(shared.recurrent_layer_us, at 15.0, 0.5),
    parameter!(shared.quantised_layer_us, at 10.0, 0.4),
    parameter!(shared.expert_floor_us, at 200.0, 0.4),
    parameter!(shared.latent_floor_us, at 400.0, 0.8),
    parameter!(shared.poll, at 0.5, 0.3),
    parameter!(vllm.step_ms, at 0.8, 0.3),
    parameter!(vllm.sequence_us, at 12.0, 0.4),
    parameter!(vllm.floor_us, at 400.0, 0.4),
    parameter!(vllm.request_ms, at 25.0, 0.5),
    parameter!(sglang.step_ms, like vllm.step_ms, 0.3),
    parameter!(sglang.sequence_us, like vllm.sequence_us, 0.4),
    parameter!(sglang.floor_us, like vllm.floor_us, 0.4),
    parameter!(sglang.request_ms, at 60.0, 0.5),
    parameter!(tensorrt_llm.step_ms, like vllm.step_ms, 0.3),
    parameter!(tensorrt_llm.sequence_us, like vllm.sequence_us, 0.4),
    parameter!(tensorrt_llm.floor_us, like vllm.floor_us, 0.4),
    parameter!(tensorrt_llm.request_ms, like vllm.request_ms, 0.4),
];
