//! Series of rows that contradict others or measure something else, named by
//! what identifies them, with the reason: nearly a quarter of all. They are shown
//! and judged with all the others; only a fit leaves them out.

use super::row::Row;
use estimator::engine::Engine;
use estimator::hardware::Architecture;

/// Why a row's figures are doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Up to twice as fast as the same configuration under its sister model's
    /// name or one release earlier: speculative decoding that is not said.
    Speculation,
    /// Answers are streamed in groups of tokens: the time to first token grows
    /// with the time per token.
    GroupedStreaming,
    /// One user in `B` waits for a whole answer.
    MissingSlot,
    /// 5 to 12 s to the first token at 4 to 32 users.
    ColdStart,
    /// Not at the printed concurrency: 0.4 s with 80 users on a model of 8B.
    Concurrency,
    /// Sets of test runs that contradict each other by a factor of five.
    Contradictory,
}

impl Doubt {
    /// Whether the time per output token is doubtful, too.
    #[must_use]
    pub const fn is_of_tpot(self) -> bool {
        matches!(
            self,
            Self::Speculation | Self::Concurrency | Self::Contradictory
        )
    }
}

/// What is doubtful about a row, if anything.
pub(super) fn doubt(row: &Row) -> Option<Doubt> {
    let tensorrt = row.engine() == Engine::TensorRtLlm;
    let sglang = row.engine() == Engine::Sglang;
    let is = |id: &str| row.model == id;
    let hopper = row.chip.architecture == Architecture::Hopper;
    let (weights, work) = (row.scenario.weights.id(), &row.scenario.workload);
    if row.chip.id == "nvidia-gb200" || (is("openai/gpt-oss-120b") && row.users >= 512.0) {
        return Some(Doubt::Contradictory);
    }
    if tensorrt
        && is("deepseek-ai/DeepSeek-R1")
        && ["1.2.0rc6.post3", "1.1.0rc2.post2"].contains(&row.version.as_str())
    {
        return Some(Doubt::Speculation);
    }
    if is("meta-llama/Llama-3.1-8B") && hopper {
        if sglang && weights == "fp8-block" {
            return Some(Doubt::Concurrency);
        }
        if row.engine() == Engine::Vllm && weights == "fp8" && row.version == "0.12.0" {
            return Some(Doubt::Concurrency);
        }
        if tensorrt {
            return Some(Doubt::MissingSlot);
        }
    }
    let short = work.input_tokens <= 1024.0 && work.output_tokens <= 1024.0;
    if tensorrt && is("meta-llama/Llama-3.1-70B") && short && row.placement.tensor <= 4 {
        return Some(Doubt::GroupedStreaming);
    }
    if sglang && row.scenario.model.is_latent() && weights == "nvfp4" && row.version.is_empty() {
        return Some(Doubt::ColdStart);
    }
    None
}
