//! Series of rows that contradict others or measure something else, named by their identifying
//! fields, with the reason: nearly a quarter of all. They are shown and judged with all the
//! others; only a fit leaves them out.

use super::Measured;

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
    /// Labelled a burst, and published as a closed loop, too, to the digit: the time to
    /// first token grows with the users as a loop's does, an eighth as fast as a burst's.
    Label,
}

impl Doubt {
    /// Whether the time per output token is doubtful, too.
    #[must_use]
    pub const fn is_of_tpot(self) -> bool {
        matches!(
            self,
            Self::Speculation | Self::Concurrency | Self::Contradictory | Self::Label
        )
    }
}

impl Measured {
    /// The doubt about the row, if any.
    #[must_use]
    pub fn doubt(&self) -> Option<Doubt> {
        let (tensorrt, sglang) = (self.engine == "trt-llm", self.engine == "sglang");
        let hopper = self.accelerator.starts_with("nvidia-h");
        let small = self.model == "meta-llama/Llama-3.1-8B";
        let latent = self.model.starts_with("deepseek-ai/");
        let crowded = self.model == "openai/gpt-oss-120b" && self.users_of_replica() >= 512.0;
        if self.accelerator == "nvidia-gb200" || crowded {
            return Some(Doubt::Contradictory);
        }
        if self.load == "burst" && self.model == "Qwen/Qwen3.5-397B-A17B" {
            return Some(Doubt::Label);
        }
        if tensorrt
            && self.model == "deepseek-ai/DeepSeek-R1"
            && ["1.2.0rc6.post3", "1.1.0rc2.post2"].contains(&self.version)
        {
            return Some(Doubt::Speculation);
        }
        if small && hopper {
            let vllm = self.engine == "vllm" && self.weights == "fp8" && self.version == "0.12.0";
            if vllm || (sglang && self.weights == "fp8-block") {
                return Some(Doubt::Concurrency);
            }
            if tensorrt {
                return Some(Doubt::MissingSlot);
            }
        }
        let short = self.input_tokens <= 1024.0 && self.output_tokens <= 1024.0;
        if tensorrt && self.model == "meta-llama/Llama-3.1-70B" && short && self.tensor <= 4 {
            return Some(Doubt::GroupedStreaming);
        }
        if sglang && latent && self.weights == "nvfp4" && self.version.is_empty() {
            return Some(Doubt::ColdStart);
        }
        None
    }

    fn users_of_replica(&self) -> f32 {
        let one = self.tensor * self.pipeline * self.data;
        self.users * f32::from(one) / f32::from(self.accelerators.max(1))
    }
}
