//! Logits and the loss's copies of them, on the last stage: `c T V (1 + mtp) / t`.
//!
//! `c` bytes a logit: 16 bits, the fp32 copy (4) and its gradient (4). Megatron's plain
//! loss writes the gradient in place of the copy: 6; its fused cross entropy keeps
//! temporaries: 10 (read off two runs). A compiled loss: 6. In chunks, an eighth is there
//! at once. At fp32 there is no 16-bit copy. Encoders end in a class, not in words.

use crate::training::job::Job;
use crate::training::layout::Layout;
use crate::training::method::{Family, Loss, Precision};
use crate::training::parameters;
use crate::training::shape::Shape;

/// Chunks the sequence is cut into (torchtune's and Liger's default).
const CHUNKS: f64 = 8.0;

/// Bytes of stage `stage`.
pub(super) fn logits(job: &Job, layout: &Layout, shape: &Shape, stage: u32) -> f64 {
    let last = stage.saturating_add(1) >= layout.pipeline.max(1);
    if !last || job.model.block.bidirectional {
        return 0.0;
    }
    let each = match (job.loss, job.stack.family()) {
        (Loss::Plain, Family::Megatron)
        | (Loss::Fused, Family::Torchtitan | Family::HuggingFace | Family::DeepSpeed) => 6.0,
        (Loss::Plain | Loss::Chunked, _) | (Loss::Fused, Family::Megatron) => 10.0,
    };
    let copy = if job.precision == Precision::Fp32 {
        2.0
    } else {
        0.0
    };
    let chunks = if job.loss == Loss::Chunked {
        CHUNKS
    } else {
        1.0
    };
    let further = 1.0 + parameters::further_tokens(job, shape);
    (each - copy) * layout.tokens(job) * shape.vocabulary * further
        / (chunks * f64::from(layout.tensor.max(1)))
}
