//! A line's fields as a question.

use super::Line;
use crate::batch::BatchError;
use crate::vision::denoise::{
    Implementation, Model, Offload, Parallel, Question, TextEncoders, Weights,
};
use crate::vision::lines::Facts;
use crate::vision::lines::read::{self, sides, software, word, wrong};
use crate::vision::rates::Kernels;
use crate::vision::{Field, Software};
use serde_json::Value;

/// Reads it; not checked yet.
pub(super) fn read(line: &Line, facts: &dyn Facts) -> Result<Question, BatchError> {
    let model: Model = read::model(&line.model, |id| facts.pipeline(id))?;
    let board = read::board(line.accelerator.as_ref(), facts)?;
    let software = software(line.engine.as_ref(), Software::Eager)?;
    let current = matches!(software, Software::Sglang | Software::TensorRt);
    let usual = if current {
        Kernels::Current
    } else {
        Kernels::Torch
    };
    let attention = word(
        "attention",
        line.attention.as_ref(),
        usual,
        |name| match name {
            "torch" => Some(Kernels::Torch),
            "flash3" | "current" => Some(Kernels::Current),
            "sage" => Some(Kernels::Sage),
            _ => None,
        },
    )?;
    let plain = Question::released(model, board);
    let weights = |field: &'static str, given: Option<&String>, usual: Weights| {
        word(field, given, usual, Weights::from_id)
    };
    // `precision` is other tasks' name of the format; here it is the denoiser's.
    let asked = line.weights.as_ref().or(line.precision.as_ref());
    let denoiser = weights("weights", asked, Weights::Bf16)?;
    let kept = match &line.weights_store {
        None => None,
        given => Some(weights("weights_store", given.as_ref(), denoiser)?),
    };
    let decoder_fp32 = match line.vae_precision.as_deref() {
        None => None,
        Some("fp32") => Some(true),
        Some("fp16" | "bf16") => Some(false),
        Some(other) => {
            let message = format!("unknown vae_precision `{other}`");
            return Err(BatchError::new("vae_precision", message));
        }
    };
    let resolution = match &line.resolution {
        Some(text) => sides(text)?,
        None => plain.resolution,
    };
    // On the host only gradients and states of training wait.
    let host = line.method.is_some() && line.offload.as_deref() == Some("cpu");
    let offload = line.offload.as_ref().filter(|_| !host);
    let parallel = parallel(line.parallel.as_ref())?;
    Ok(Question {
        accelerators: line.accelerators.unwrap_or_else(|| parallel.ranks()),
        software,
        weights: denoiser,
        kept,
        encoder_weights: weights(
            "text_encoder_weights",
            line.text_encoder_weights.as_ref(),
            Weights::Bf16,
        )?,
        decoder_fp32,
        resolution,
        frames: line.frames.unwrap_or(plain.frames),
        steps: line.steps.unwrap_or(plain.steps),
        guidance: line.guidance,
        batch: line.batch.unwrap_or(1),
        text_tokens: line.text_tokens.unwrap_or(plain.text_tokens),
        parallel,
        sharded: line.sharded == Some(true),
        offload: word("offload", offload, Offload::None, Offload::from_id)?,
        encoders: word(
            "text_encoders",
            line.text_encoders.as_ref(),
            TextEncoders::Resident,
            TextEncoders::from_id,
        )?,
        tiling: line.vae_tiling == Some(true),
        decoder_compiled: line.vae_compiled == Some(true),
        attention,
        implementation: word(
            "implementation",
            line.implementation.as_ref(),
            Implementation::Diffusers,
            Implementation::from_id,
        )?,
        ..plain
    })
}

/// The degrees of an object; 1 where one is left out.
fn parallel(value: Option<&Value>) -> Result<Parallel, BatchError> {
    let mut parallel = Parallel::default();
    let Some(value) = value else {
        return Ok(parallel);
    };
    let object = value
        .as_object()
        .ok_or_else(|| wrong(Field::Parallel, "an object of degrees is needed"))?;
    for (name, degree) in object {
        let place = match name.as_str() {
            "ulysses" => &mut parallel.ulysses,
            "ring" => &mut parallel.ring,
            "guidance" => &mut parallel.guidance,
            "pipefusion" => &mut parallel.pipefusion,
            "tensor" => &mut parallel.tensor,
            _ => return Err(wrong(Field::Parallel, format!("unknown degree `{name}`"))),
        };
        let count = degree.as_u64().and_then(|count| u32::try_from(count).ok());
        *place = count
            .ok_or_else(|| wrong(Field::Parallel, format!("`{name}` must be a whole number")))?;
    }
    Ok(parallel)
}
