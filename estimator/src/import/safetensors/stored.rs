//! How tensors are stored: number formats by dtype and by the tensors that
//! quantisers add, and the true width of a packed matrix.

use crate::import::config_json::plain_format;
use crate::import::holds;
use crate::precision::WeightFormat;

/// Marks of quantisers seen in the names of a file.
#[derive(Debug, Default, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // one a mark
pub(super) struct Marks {
    blockwise: bool,
    second_scale: bool,
    four_bit_float: bool,
    microscaling: bool,
    zero_points: bool,
    order: bool,
}

impl Marks {
    pub(super) fn see(&mut self, name: &str) {
        self.blockwise |= name.ends_with("weight_scale_inv");
        self.second_scale |=
            name.ends_with("weight_scale_2") || name.ends_with("weight_global_scale");
        self.four_bit_float |= holds(name, &["bitsandbytes__nf4"]);
        self.microscaling |= name.ends_with("_blocks");
        self.zero_points |= name.ends_with("qzeros");
        self.order |= name.ends_with("g_idx");
    }

    /// The format, from the dtype most parameters have.
    pub(super) fn format(self, dtype: &str) -> Option<WeightFormat> {
        match plain_format(dtype) {
            Some(WeightFormat::Fp8) if self.blockwise => Some(WeightFormat::Fp8Block),
            Some(format) => Some(format),
            None => match dtype {
                "U8" if self.second_scale => Some(WeightFormat::Nvfp4),
                "U8" if self.microscaling => Some(WeightFormat::Mxfp4),
                "U8" if self.four_bit_float => Some(WeightFormat::Nf4),
                "I32" if self.order => Some(WeightFormat::GptqInt4),
                "I32" if self.zero_points => Some(WeightFormat::AwqInt4),
                "I32" => Some(WeightFormat::Int4G128),
                _ => None,
            },
        }
    }
}

/// Values in one entry of a packed tensor.
pub(super) fn packed(dtype: &str) -> u64 {
    match dtype {
        "U8" => 2,
        "I32" => 8,
        _ => 1,
    }
}

/// The outputs of a linear layer with `inputs` inputs, however it is packed:
/// GPTQ stores `[in / 8, out]`, AWQ `[in, out / 8]`, bitsandbytes one column,
/// all others `[out, in]` or `[out, in / n]`.
pub(super) fn outputs(shape: &[u64], dtype: &str, inputs: u64) -> u64 {
    let first = shape.first().copied().unwrap_or_default();
    let second = shape.get(1).copied().unwrap_or_default();
    match dtype {
        "I32" if first.saturating_mul(8) == inputs => second,
        "I32" if first == inputs => second.saturating_mul(8),
        "U8" if second == 1 => first.saturating_mul(2) / inputs.max(1),
        _ => first,
    }
}
