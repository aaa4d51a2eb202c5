//! The constants that the worked cases were made with: of the published prototype, from which the
//! product's form grew. Constants that the product has added since are neutral.

use estimator::serving::speed::Constants;
use estimator::serving::speed::efficiency::Efficiency;
use estimator::serving::speed::link::Switched;
use estimator::serving::speed::overhead::{Overhead, Shared};

/// The prototype's.
#[must_use]
pub(crate) fn constants() -> Constants {
    let ours = Constants::FITTED;
    Constants {
        shared: Shared {
            layer_us: 30.0,
            expert_layer_us: 45.1,
            expert_count_power: 0.5,
            expert_copy_power: 0.0,
            fused_experts: 1.0,
            weight_only_layer_us: 0.0,
            latent_layer_us: 33.8,
            indexer_layer_us: 0.0,
            copies_apart: 0.0,
            recurrent_layer_us: 10.8,
            quantised_layer_us: 13.6,
            expert_floor_us: 201.0,
            latent_floor_us: 1720.0,
            activation_passes: 20.0,
            projected_passes: 0.0,
            routed_passes: 0.0,
            poll: 0.734,
            grouped_weight_only: 0.242,
            expert_half_width: 0.0,
            expert_half_tokens: f64::INFINITY,
            ..ours.shared
        },
        switched: Switched {
            ring_us: 0.0,
            share: [0.60; 3],
            ..ours.switched
        },
        hopper: Efficiency {
            weight_read: 0.901,
            kv_read: 0.836,
            expert_read: 0.794,
            gemm_16: 0.769,
            gemm_8: 0.549,
            filling_tokens: 0.0,
            grouped: 0.247,
            ..ours.hopper
        },
        blackwell: Efficiency {
            weight_read: 0.791,
            kv_read: 0.944,
            expert_read: 0.899,
            four_bit_read: 0.718,
            four_bit_expert_read: 1.18,
            gemm_16: 0.712,
            gemm_8: 0.447,
            gemm_4: 0.484,
            filling_tokens: 0.0,
            grouped: 0.189,
            layer_overhead: 0.757,
            launch_floor: 0.697,
            ..ours.blackwell
        },
        vllm: Overhead {
            step_ms: 0.793,
            sequence_us: 11.3,
            floor_us: 499.0,
            request_ms: 25.3,
            is_overlapped: false,
            ..ours.vllm
        },
        sglang: Overhead {
            step_ms: 0.773,
            sequence_us: 20.8,
            floor_us: 275.0,
            linear_floor_us: 0.0,
            request_ms: 114.0,
            is_overlapped: false,
            ..ours.sglang
        },
        tensorrt_llm: Overhead {
            step_ms: 0.533,
            sequence_us: 5.75,
            floor_us: 537.0,
            request_ms: 26.0,
            is_overlapped: false,
            ..ours.tensorrt_llm
        },
        llama_cpp: ours.llama_cpp,
    }
}
