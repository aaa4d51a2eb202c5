//! How near the estimates come to everything that was measured, beside the latencies that
//! the page itself draws: `data/measured/held.csv`, which `cargo xtask accuracy --write`
//! takes out of `docs/accuracy.md`.

/// The quantity measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Time per output token in closed loops, the model left out of the fit.
    Tpot,
    /// Time to first token, the same.
    Ttft,
    /// Tokens a second of a batch that is kept full, the same.
    FullBatch,
    /// Tokens a second of one user.
    SingleStream,
    /// Weights on one accelerator.
    Weights,
    /// Cached bytes of a token.
    CachePerToken,
    /// Tokens that the cache holds.
    CacheTokens,
    /// Activations and the engine's own; errors in GiB.
    Working,
    /// Bytes between the steps of Megatron's test runs.
    TrainingAllocated,
    /// Bytes at the peak of them.
    TrainingPeak,
    /// Peaks that other frameworks publish.
    FrameworkPeak,
    /// Parameters that adapters train.
    Adapters,
    /// Training speed of dense models, its source left out of the fit.
    TrainingDense,
    /// That of mixtures of experts, the model left out.
    TrainingMixture,
    /// That of encoders of images, which no fit has read.
    TrainingImages,
}

impl Quantity {
    /// All of them, with the line of the report each is: group, member, quantity.
    pub const ALL: [(Self, &'static str); 15] = [
        (Self::Tpot, "a model left out, closed loop, TPOT"),
        (Self::Ttft, "a model left out, closed loop, TTFT"),
        (
            Self::FullBatch,
            "a model left out, full batch, offline maximum",
        ),
        (
            Self::SingleStream,
            "throughput, without doubtful rows, single stream",
        ),
        (Self::Weights, "memory, without doubtful rows, weights"),
        (
            Self::CachePerToken,
            "memory, without doubtful rows, cache per token",
        ),
        (
            Self::CacheTokens,
            "memory, without doubtful rows, tokens in the cache",
        ),
        (
            Self::Working,
            "memory, without doubtful rows, activations and runtime",
        ),
        (
            Self::TrainingAllocated,
            "training memory, Megatron, all sizes, allocated",
        ),
        (
            Self::TrainingPeak,
            "training memory, Megatron, all sizes, peak",
        ),
        (
            Self::FrameworkPeak,
            "training memory, other frameworks, peak",
        ),
        (
            Self::Adapters,
            "adapters, LoRA and DoRA, trained parameters",
        ),
        (
            Self::TrainingDense,
            "its source or model left out, dense, tokens/s",
        ),
        (
            Self::TrainingMixture,
            "its source or model left out, mixture of experts, tokens/s",
        ),
        (
            Self::TrainingImages,
            "in sample, encoders of images; never fitted, tokens/s",
        ),
    ];
}

/// Errors of one quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Held {
    /// Measurements.
    pub count: u32,
    /// Half of the estimates are nearer: percent, of [`Quantity::Working`] GiB.
    pub median: f64,
    /// Nine in ten are nearer, in the same unit.
    pub most: f64,
}

/// Errors in the order of [`Quantity::ALL`].
#[must_use]
pub fn held() -> &'static [Held; 15] {
    &HELD
}

include!(concat!(env!("OUT_DIR"), "/held.rs"));
