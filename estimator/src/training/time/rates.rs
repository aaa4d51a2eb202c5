//! The rate that a chip reaches in each format.
//!
//! ```text
//! P_g = eta P16 | 2 eta P16 r8 (r_mx with block scales, r_row with row scales) | 4 eta P16 r4
//!       and never above the format's dense peak
//! ```
//!
//! A format the chip does not multiply gets no estimate: it would run as another one,
//! and that is for the user to choose. bf16 needs Ampere or younger, block scales and
//! 4 bits need Blackwell.

use crate::hardware::{Accelerator, Architecture};
use crate::precision::ComputeType;
use crate::training::constants::{Constants, Generation};
use crate::training::job::Job;
use crate::training::method::Precision;
use crate::training::time::setting::is_fused;

/// Rates, operations and bytes a second.
pub(super) struct Rates {
    /// Matrix products in the job's format, `P_g`.
    pub products: f64,
    /// Matrix products at 16 bits: head and loss, `eta P16`.
    pub sixteen: f64,
    /// Products of routed experts, `P_e`.
    pub experts: f64,
    /// Attention at an endless sequence, `a P16`.
    pub attention: f64,
    /// Memory bandwidth, `BW`.
    pub bandwidth: f64,
    /// Dense peak of the job's format.
    pub peak: f64,
    /// Dense peak at 16 bits.
    pub peak_sixteen: f64,
    /// Whether operands are cast below 16 bits.
    pub casts: bool,
}

impl Rates {
    /// The rates of `chip`; `None` where it lacks the format.
    pub(super) fn of(constants: &Constants, job: &Job, chip: &Accelerator) -> Option<Self> {
        let compute = compute_type(job.precision, chip)?;
        let get = |kind: ComputeType| {
            let peaks = &chip.peak;
            let rate = match kind {
                ComputeType::Four => peaks.four,
                ComputeType::Eight => peaks.fp8,
                ComputeType::Sixteen => peaks.sixteen,
                ComputeType::ThirtyTwo => peaks.thirty_two,
            }?
            .get();
            (rate.is_finite() && rate > 0.0).then_some(rate)
        };
        let peak = get(compute)?;
        let base = if compute == ComputeType::ThirtyTwo {
            peak
        } else {
            get(ComputeType::Sixteen)?
        };
        let bandwidth = chip.bandwidth.get();
        if !(bandwidth.is_finite() && bandwidth > 0.0) {
            return None;
        }
        let share = constants.products(chip);
        let sixteen = share * base;
        let products =
            (share * base * steps(compute) * relative(constants, job.precision)).min(peak);
        let generation = constants.generation(chip.architecture);
        Some(Self {
            products,
            sixteen,
            experts: if grouped_at_sixteen(chip.architecture) {
                sixteen
            } else {
                products
            },
            attention: attention(&generation, job) * base,
            bandwidth,
            peak,
            peak_sixteen: get(ComputeType::Sixteen).unwrap_or(base),
            casts: matches!(compute, ComputeType::Eight | ComputeType::Four),
        })
    }
}

fn attention(generation: &Generation, job: &Job) -> f64 {
    if is_fused(job.stack.family()) {
        generation.attention
    } else {
        generation.attention_2023
    }
}

/// How many times as fast as 16-bit products a format is by its width. A chip whose data
/// sheet prints more for 4 bits (GB300: six times) runs no faster than its power allows:
/// published runs gain as much on it over GB200 in 4 bits as in 8.
const fn steps(compute: ComputeType) -> f64 {
    match compute {
        ComputeType::Four => 4.0,
        ComputeType::Eight => 2.0,
        ComputeType::Sixteen | ComputeType::ThirtyTwo => 1.0,
    }
}

/// Efficiency relative to 16-bit products.
fn relative(constants: &Constants, precision: Precision) -> f64 {
    match precision {
        Precision::Bf16Mixed | Precision::Fp16Mixed | Precision::Bf16 | Precision::Fp32 => 1.0,
        Precision::Fp8Mixed => constants.eight,
        Precision::Mxfp8Mixed => constants.eight * constants.eight_blocks,
        Precision::Fp8Row => constants.eight * constants.eight_rows,
        Precision::Nvfp4Mixed => constants.four,
    }
}

/// Whether experts' grouped products gain nothing from 8 bits: on Hopper, published runs
/// of Qwen3-235B are no faster in fp8 than in bf16.
const fn grouped_at_sixteen(architecture: Architecture) -> bool {
    matches!(
        architecture,
        Architecture::Hopper
            | Architecture::Ada
            | Architecture::Ampere
            | Architecture::AmpereGraphics
    )
}

/// The units that a format runs on; `None` where the generation has none.
fn compute_type(precision: Precision, chip: &Accelerator) -> Option<ComputeType> {
    let generation = chip.architecture.generation();
    match precision {
        Precision::Fp32 => Some(ComputeType::ThirtyTwo),
        Precision::Fp16Mixed => Some(ComputeType::Sixteen),
        Precision::Bf16Mixed | Precision::Bf16 => generation.bf16.then_some(ComputeType::Sixteen),
        Precision::Fp8Mixed | Precision::Fp8Row => Some(ComputeType::Eight),
        Precision::Mxfp8Mixed => generation.blocks_of_8_bit.then_some(ComputeType::Eight),
        Precision::Nvfp4Mixed => generation.blocks_of_4_bit.then_some(ComputeType::Four),
    }
}
