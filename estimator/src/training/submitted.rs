//! A result of `MLPerf` training beside the estimate of the same system: adapters on Llama-2-70B, the
//! benchmark that fine-tunes. Its log says the batch and the rate; layout and formats are those that
//! most of its submissions have.

use crate::band::Band;
use crate::choice::ModelChoice;
use crate::hardware::Accelerator;
use crate::model::Model;
use crate::profile::Group;
use crate::training::method::{Adapter, Base, Loss, Method, Optimizer, Precision, Stack};
use crate::training::question::Question;
use crate::training::site::Site;
use crate::training::target::Targets;
use crate::training::{Job, Layout, time};

/// The benchmark that is known, as its log names it.
const BENCHMARK: &str = "llama2_70b_lora";
/// Its model, by its name in the catalogue.
pub const MODEL: &str = "meta-llama/Llama-2-70b-hf";
/// Tokens of its sequences, into which examples are packed.
const SEQUENCE: u32 = 8192;

/// A result, as its log tells it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Submitted {
    /// Sequences of a step, over all accelerators.
    pub batch: u32,
    /// Sequences a second, over all accelerators.
    pub samples: f64,
    /// Whether the run reached its goal, where the log says so.
    pub succeeded: Option<bool>,
}

/// The result of a profile's facts; `None` of other formats and benchmarks, or without batch and
/// rate.
#[must_use]
pub fn submitted(facts: &Group) -> Option<Submitted> {
    if facts.words("format") != Some("mlperf-mllog") || facts.words("benchmark") != Some(BENCHMARK)
    {
        return None;
    }
    let batch = facts.at("load.global_batch").filter(|batch| {
        let whole = batch.fract() <= 0.0;
        whole && (1.0..=65_536.0).contains(batch)
    })?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and within bounds"
    )]
    let batch = batch as u32;
    Some(Submitted {
        batch,
        samples: facts
            .at("throughput.samples_per_s")
            .filter(|samples| *samples > 0.0)?,
        succeeded: facts.words("status").map(|status| status == "success"),
    })
}

/// The adapters of the benchmark: rank 16 beside every linear layer, kept at 16 bits.
fn method() -> Method {
    Method::Adapter(Adapter {
        rank: 16,
        targets: Targets::LINEAR,
        magnitude: false,
        base: Base::Sixteen,
        half: true,
    })
}

/// The job of the benchmark with so many sequences a step; `model` is [`MODEL`].
#[must_use]
pub fn job(model: Model, batch: u32) -> Job {
    Job {
        model,
        method: method(),
        precision: Precision::Fp8Mixed,
        optimizer: Optimizer::AdamW,
        stack: Stack::Megatron,
        sequence: SEQUENCE,
        global_batch: batch,
        tokens: 1e8,
        loss: Loss::Fused,
        flash: true,
        dropout: false,
        reference: false,
        scratch: false,
        packed: 1.0,
    }
}

/// Its layout: ranks beyond the batch share a sequence, tensor-parallel inside a node, then
/// context-parallel.
#[must_use]
pub fn layout(batch: u32, accelerators: u32) -> Layout {
    let ranks = (accelerators / batch.max(1)).max(1);
    let tensor = ranks.min(8);
    Layout {
        accelerators,
        tensor,
        context: ranks / tensor,
        micro_batch: 1,
        sequence_parallel: tensor > 1,
        ..Layout::SINGLE
    }
}

impl Submitted {
    /// Sequences a second that the estimate has for so many accelerators, and its band; `None`
    /// where they do not share the batch evenly, or the accelerator's record lacks a rate.
    #[must_use]
    pub fn estimated(
        &self,
        model: &Model,
        chip: &Accelerator,
        accelerators: u32,
    ) -> Option<(f64, Band)> {
        let (job, layout) = (
            job(model.clone(), self.batch),
            layout(self.batch, accelerators),
        );
        layout.check(&job, chip.node_size).ok()?;
        let speed = time::speed(&job, &Site::default(), chip, &layout)?;
        let samples = speed.tokens.get() * f64::from(accelerators) / f64::from(SEQUENCE);
        Some((samples, speed.band))
    }

    /// The same as a question of the page about training.
    #[must_use]
    pub fn question(&self, chip: &Accelerator, accelerators: u32) -> Question {
        let mut question = Question {
            model: ModelChoice::Catalog(MODEL.to_owned()),
            method: method(),
            precision: Precision::Fp8Mixed,
            stack: Stack::Megatron,
            loss: Loss::Fused,
            sequence: SEQUENCE,
            global_batch: Some(self.batch),
            ..Question::default()
        };
        question.fleet.accelerators = vec![chip.id.clone()];
        question.fixed.accelerators = Some(accelerators);
        question
    }
}

#[cfg(test)]
mod tests {
    use super::{layout, submitted};
    use crate::profile::{Group, Reader};
    use crate::published::{h100, llama_3_8b};

    fn read(text: &str) -> Group {
        let mut reader = Reader::new();
        reader.push(text.as_bytes()).expect("a sound chunk");
        reader.finish().expect("a known format")
    }

    fn log(benchmark: &str) -> String {
        let line = |key: &str, value: &str, more: &str| {
            format!(
                ":::MLLOG {{\"time_ms\":1,\"key\":\"{key}\",\"value\":{value},\"metadata\":{{{more}}}}}\n"
            )
        };
        [
            line("submission_benchmark", &format!("\"{benchmark}\""), ""),
            line("global_batch_size", "8", ""),
            line("tracked_stats", "{\"throughput\":2.5}", ""),
            line("run_stop", "null", "\"status\":\"success\""),
        ]
        .concat()
    }

    /// Batch, rate and end of the run are told; other benchmarks are none.
    #[test]
    fn a_result_is_told() {
        let result = submitted(&read(&log("llama2_70b_lora"))).expect("a result");
        assert_eq!((result.batch, result.samples), (8, 2.5));
        assert_eq!(result.succeeded, Some(true));
        assert_eq!(submitted(&read(&log("bert"))), None);
    }

    /// Sixteen accelerators give more than eight and less than twice as much; the question asks for
    /// the same number.
    #[test]
    fn the_estimate_grows_with_accelerators() {
        let result = submitted(&read(&log("llama2_70b_lora"))).expect("a result");
        let of = |accelerators| {
            let found = result.estimated(&llama_3_8b(), &h100(), accelerators);
            found.expect("an estimate").0
        };
        assert!(of(16) > of(8) && of(16) < 2.0 * of(8));
        assert_eq!(result.estimated(&llama_3_8b(), &h100(), 12), None);
        let question = result.question(&h100(), 16);
        assert_eq!(question.fixed.accelerators, Some(16));
        assert_eq!(question.global_batch, Some(8));
        assert_eq!((layout(8, 128).tensor, layout(8, 128).context), (8, 2));
    }
}
