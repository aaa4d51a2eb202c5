//! The engines' costs beside the arithmetic: fixed times per layer, step, sequence and request.
//! Fitted with the efficiencies (see [`super::efficiency`]) unless a line says otherwise.

use crate::engine::Engine;
use crate::hardware::{Accelerator, Architecture};

/// Prompt tokens one step takes by default on current servers; llama.cpp computes its batches in
/// parts of 512 (`--ubatch-size`).
#[must_use]
pub const fn chunk(engine: Engine) -> f64 {
    match engine {
        Engine::Vllm | Engine::Sglang | Engine::TensorRtLlm => 8192.0,
        Engine::LlamaCpp => 512.0,
    }
}

/// Mean over nominal length where a benchmark draws lengths at 80 to 100 %.
pub const DRAWN_LENGTH: f64 = 0.9;

/// Seconds that the two grouped products of adapters take on one projection beside their
/// bytes and FLOPs: Punica adds 2 ms to a token on a model of 32 layers with 7 adapted
/// projections each (Chen et al. 2023, arXiv 2310.18547, abstract and section 7).
pub const ADAPTER_KERNELS: f64 = 2e-3 / 224.0;

/// The costs that every engine and generation pays alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shared {
    /// Kernels of one layer, fixed time: `tau`, microseconds.
    pub layer_us: f64,
    /// Extra per mixture-of-experts layer at 256 experts of which a token visits 8:
    /// `tau_moe`, microseconds.
    pub expert_layer_us: f64,
    /// How it grows with the number of experts, whose places are worked out; set.
    pub expert_count_power: f64,
    /// How it grows with the experts that a token visits, for each of which it is
    /// copied, sent and summed; set (0.5 to 1 do alike).
    pub expert_copy_power: f64,
    /// Factor on it where experts are multiplied by 4-bit units: routing, permuting
    /// and both products are then a few fused kernels; on the launch floor, too.
    pub fused_experts: f64,
    /// Extra per layer whose experts are kept in fewer bits than they are multiplied
    /// in: kernels of their own sort tokens and unpack, microseconds (llama.cpp's do
    /// not).
    pub weight_only_layer_us: f64,
    /// Extra per latent-attention layer: `tau_mla`, microseconds.
    pub latent_layer_us: f64,
    /// Extra per layer with a sparse indexer, which scores and picks tokens in kernels of its own,
    /// microseconds. Set: as much as a latent layer's extra, the amount that such models lack
    /// without it.
    pub indexer_layer_us: f64,
    /// Extra per recurrent layer: `tau_lin`, microseconds (one model).
    pub recurrent_layer_us: f64,
    /// Quantising activations, per layer: `tau_q`, microseconds.
    pub quantised_layer_us: f64,
    /// Passes over the residual stream, `tokens * d * 2` bytes a layer, on every rank:
    /// two norms and two sums read and write it: `N_d`.
    pub activation_passes: f64,
    /// Passes over the outputs of projections, 2 bytes a value, on the ranks that share it: `N_p`.
    /// Values written and read again partly stay in the cache.
    pub projected_passes: f64,
    /// Passes over the copies of a token that its experts read and give back, whole on
    /// every rank: `N_r`, set.
    pub routed_passes: f64,
    /// Skew of routing: experts hit as if by `tokens^gamma` tokens; set (.955 to
    /// .967 fitted).
    pub routing_skew: f64,
    /// Load of the fullest rank over the mean under expert parallelism; set (1.17
    /// to 1.20 fitted).
    pub expert_imbalance: f64,
    /// Added launch floor per layer of a mixture: `lam_moe`, microseconds.
    pub expert_floor_us: f64,
    /// The same with latent attention: `lam_mla`, microseconds. Such a layer launches
    /// some thirty kernels more than a dense one's dozen (low-rank projections and
    /// their norms, keys and values unfolded and joined, chunks merged), at the 35
    /// us each that `floor_us` stands for.
    pub latent_floor_us: f64,
    /// Share of the 16-bit peak that decoding attention reaches; set.
    pub decode_attention: f64,
    /// Prompts a new one waits for under attention data parallelism, in `t_m`
    /// (18 rows).
    pub data_parallel_wait: f64,
    /// Share of a prompt's time in a full batch that copies of attention do not have in
    /// common: they read prompts at once, but not always in step, and wait for each other
    /// in every layer; set (0.1 to 0.2 do alike on 81 maxima).
    pub copies_apart: f64,
    /// Share of a polling interval that a request waits, in steps: fitted on
    /// SGLang rows.
    pub poll: f64,
    /// Users that come back together in lock-step runs; set (2.70 to 2.80
    /// fitted).
    pub lockstep_group: f64,
    /// Share of requests in the first wave of a lock-step run.
    pub lockstep_wave: f64,
    /// Further factor on matrix products of weight-only 4-bit experts, on every
    /// generation: `g_w4a16`.
    pub grouped_weight_only: f64,
    /// Width of an expert on one rank, values, at which its products reach half of the rate they
    /// reach when it is wide, `w_half`: a narrow one fills few tiles.
    pub expert_half_width: f64,
    /// Tokens of one expert in a step at which its products are halfway from the
    /// factor of few tokens to a dense layer's, `m_half`.
    pub expert_half_tokens: f64,
}

/// The fit.
pub(super) const SHARED: Shared = Shared {
    layer_us: 32.5,
    expert_layer_us: 50.7,
    expert_count_power: 0.125,
    expert_copy_power: 0.5,
    fused_experts: 0.528,
    weight_only_layer_us: 15.1,
    latent_layer_us: 27.6,
    indexer_layer_us: 29.3,
    recurrent_layer_us: 14.7,
    quantised_layer_us: 10.1,
    activation_passes: 16.0,
    projected_passes: 1.01,
    routed_passes: 2.0,
    routing_skew: 0.96,
    expert_imbalance: 1.2,
    expert_floor_us: 201.0,
    latent_floor_us: 1060.0,
    decode_attention: 0.6,
    data_parallel_wait: 2.0,
    copies_apart: 0.15,
    poll: 0.546,
    lockstep_group: 2.7,
    lockstep_wave: 0.11,
    grouped_weight_only: 0.23,
    expert_half_width: 526.0,
    expert_half_tokens: 1020.0,
};

/// One engine's fixed costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overhead {
    /// Base of a step: `t0`, milliseconds.
    pub step_ms: f64,
    /// Scheduling and sampling, per sequence and rank: `ts`, microseconds.
    pub sequence_us: f64,
    /// Least time of a step that carries prompt tokens, per layer: `lam`,
    /// microseconds: such a step is launched kernel by kernel.
    pub floor_us: f64,
    /// Added to it per layer of gated linear attention, microseconds: a prompt goes through its
    /// state chunk by chunk, in some thirty kernels more (convolution, gates, decay, products in a
    /// chunk, the state from chunk to chunk, norms). vLLM captures them: first tokens of
    /// Qwen3.5-35B there leave no room for it.
    pub linear_floor_us: f64,
    /// Per request, network, tokeniser and scheduler: `q`, milliseconds.
    pub request_ms: f64,
    /// Share of other users' prompts that a decoding user waits for: `rho`.
    pub interference: f64,
    /// Share of requests in the first wave of a closed benchmark: one request in ten meets the
    /// queue of the start.
    pub first_wave: f64,
    /// Factor on the extra of latent layers.
    pub latent_layer: f64,
    /// How far the admitted sequences exceed those that fit at mean length:
    /// `kappa`.
    pub admission_slack: f64,
    /// Whether the next step is scheduled while one computes: vLLM's asynchronous
    /// scheduling, SGLang's and TensorRT-LLM's overlap scheduler, all on by default in
    /// current releases.
    pub is_overlapped: bool,
    /// Whether prompts run in steps of their own.
    pub separate_prompts: bool,
    /// Whether memory for the whole answer is reserved at admission.
    pub reserves_answer: bool,
}

pub(super) const VLLM: Overhead = Overhead {
    step_ms: 0.589,
    sequence_us: 36.0,
    floor_us: 423.0,
    linear_floor_us: 0.0,
    request_ms: 22.0,
    interference: 0.95,
    first_wave: 0.10,
    latent_layer: 1.0,
    admission_slack: 1.15,
    is_overlapped: true,
    separate_prompts: false,
    reserves_answer: false,
};

pub(super) const SGLANG: Overhead = Overhead {
    step_ms: 0.581,
    sequence_us: 36.0,
    floor_us: 418.0,
    linear_floor_us: 1180.0,
    request_ms: 24.0,
    interference: 1.0,
    first_wave: 0.14,
    separate_prompts: true,
    ..VLLM
};

pub(super) const TENSORRT_LLM: Overhead = Overhead {
    step_ms: 0.552,
    sequence_us: 17.3,
    floor_us: 496.0,
    request_ms: 22.5,
    interference: 0.91,
    latent_layer: 1.23,
    admission_slack: 1.0,
    reserves_answer: true,
    ..VLLM
};

/// llama.cpp: single-stream rows (119 public, 122 held out, median error
/// 5.5 %) give the step's base; its graphs are not recaptured for prompts, so
/// there is no launch floor, and every slot reserves its whole context.
pub(super) const LLAMA_CPP: Overhead = Overhead {
    step_ms: 2.0,
    floor_us: 0.0,
    request_ms: 5.0,
    admission_slack: 1.0,
    is_overlapped: false,
    reserves_answer: true,
    ..VLLM
};

/// llama.cpp's constants that stand by themselves, beside its [`Overhead`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LlamaCpp {
    /// Fixed time per layer, microseconds.
    pub layer_us: f64,
    /// Weight reads, share of bandwidth, at 16 bit.
    pub read_16: f64,
    /// The same of quantised weights.
    pub read_quantised: f64,
    /// Factor on them on boards with HBM, which its kernels do not saturate.
    pub hbm: f64,
    /// Weight reads on Apple's chips, share of bandwidth, whatever the format: single streams on
    /// nine chips from M1 Max to M5 Max (llama.cpp's discussion 4167, Llama-2-7B in `Q4_0`;
    /// `XiongjieDai`'s table, Llama 3 of 8B and 70B in `Q4_K_M` and 16 bit; normiebench).
    pub apple_read: f64,
    /// Fixed time per layer on Apple's chips, microseconds, with kernels side by side: of five
    /// streams of 2026 (M5 Max and M4 as above; Gemma 3 of 1B and 4B on M2 Ultra,
    /// ggml-org/llama.cpp#19555, whose difference tells it from the base of a step).
    pub apple_layer_us: f64,
    /// The same one by one: of those of 2023 to 2025.
    pub apple_layer_apart_us: f64,
    /// The base of a step, milliseconds, where it is launched as one CUDA graph. Median over six
    /// boards from RTX 3060 to RTX 5090 of llama.cpp's discussion 15013 (Llama-2-7B in `Q4_0`, 75.6
    /// to 300.4 tokens a second): 0.3 to 1.1.
    pub graph_ms: f64,
    /// Cache reads by flash attention, share of bandwidth, of heads of up to 256 values: of five
    /// models at 65,536 tokens on Strix Halo (.9 of most; .54 where heads share no keys; kyuz0's
    /// table) and three at 8,192 on GB10 (.45 to .75).
    pub kv_read: f64,
    /// The same of wider heads and latent attention: of three models on Strix Halo, .33 to .45.
    pub kv_read_wide: f64,
    /// The same without flash attention.
    pub kv_read_apart: f64,
    /// Products of a prompt on NVIDIA's multiprocessors of 128 lanes, over the chip's FP32 rate:
    /// 8-bit products come block by block and are scaled in FP32, which keeps them at some twice
    /// that rate whatever the matrix units could do. Set by 13 prompts on seven boards from RTX
    /// 3060 to RTX PRO 6000 (discussion 15013, pull requests 7676, 7860, 8416, 24127): 1.6 to 2.7;
    /// GB10 reaches 1.2 to 1.5.
    pub products: f64,
    /// The same on those of 64 lanes, whose FP32 rate is half beside the same matrix units: A100,
    /// V100 and RTX 2080 Ti, 3.1 to 3.7.
    pub products_64: f64,
    /// The same on AMD's and all others': 0.5 to 1.1 on four of RDNA.
    pub products_other: f64,
    /// The same on Apple's chips, of their 16-bit rate: six from M1 Ultra to M5 Max, 0.63 to 0.8
    /// (discussion 4167).
    pub products_apple: f64,
    /// Tokens of one expert at which its products reach half of it, `m / (m + m_half)`: tiles are
    /// partly empty. Set by prompts of eight mixtures on Strix Halo, RX 7900 XTX and GB10, of 16 to
    /// 256 tokens an expert.
    pub expert_half_tokens: f64,
    /// Share of it that experts of few tokens reach by kernels without tiles: enough that reading
    /// them takes the longer.
    pub grouped: f64,
}

impl LlamaCpp {
    /// The rate of a prompt's products on `chip`, FLOPs a second, by its FP32 rate or, on Apple's,
    /// the 16-bit one; `None` where that is not known.
    #[must_use]
    pub fn products(&self, chip: &Accelerator) -> Option<f64> {
        let (factor, peak) = match chip.architecture {
            Architecture::AmpereGraphics
            | Architecture::Ada
            | Architecture::Hopper
            | Architecture::Blackwell
            | Architecture::BlackwellGraphics
            | Architecture::Rubin => (self.products, chip.peak.thirty_two),
            Architecture::Ampere | Architecture::Volta | Architecture::Turing => {
                (self.products_64, chip.peak.thirty_two)
            }
            Architecture::Apple => (self.products_apple, chip.peak.sixteen),
            Architecture::Pascal
            | Architecture::Cdna1
            | Architecture::Cdna2
            | Architecture::Cdna3
            | Architecture::Cdna4
            | Architecture::Rdna
            | Architecture::Gaudi
            | Architecture::Xe
            | Architecture::Tpu
            | Architecture::Neuron
            | Architecture::Other => (self.products_other, chip.peak.thirty_two),
        };
        Some(factor * peak?.get())
    }

    /// The fit.
    pub const FITTED: Self = Self {
        layer_us: 19.0,
        read_16: 0.857,
        read_quantised: 0.876,
        hbm: 0.589,
        apple_read: 0.91,
        apple_layer_us: 50.0,
        apple_layer_apart_us: 110.0,
        graph_ms: 0.5,
        kv_read: 0.75,
        kv_read_wide: 0.40,
        kv_read_apart: 0.358,
        products: 1.9,
        products_64: 3.3,
        products_other: 0.7,
        products_apple: 0.65,
        expert_half_tokens: 70.0,
        grouped: 0.15,
    };
}
