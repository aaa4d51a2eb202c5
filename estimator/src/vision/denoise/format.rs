//! How a denoiser's weights are kept and multiplied.

use crate::precision::formats;
use crate::vision::rates::Products;
use serde::{Deserialize, Serialize};

formats!(
    /// How weights are kept and multiplied.
    Weights {
        /// 32-bit float.
        Fp32 = "fp32",
        /// 16-bit brain float.
        Bf16 = "bf16",
        /// 16-bit IEEE float.
        Fp16 = "fp16",
        /// 8-bit products, a scale a tensor.
        Fp8 = "fp8",
        /// 8-bit products, a scale a row.
        Fp8Row = "fp8-row",
        /// 8-bit integer products.
        Int8 = "int8",
        /// Kept in 8-bit float, multiplied in 16.
        Fp8Only = "fp8-weight-only",
        /// Kept in 8-bit integer.
        Int8Only = "int8-weight-only",
        /// Kept in 4-bit integer.
        Int4Only = "int4-weight-only",
        /// Kept in 6-bit float.
        Fp6Only = "fp6-weight-only",
        /// Kept in 5-bit float.
        Fp5Only = "fp5-weight-only",
        /// Kept in 4-bit float.
        Fp4Only = "fp4-weight-only",
        /// Kept in 4-bit normal float.
        Nf4 = "nf4",
        /// Kept as GGUF's 8 bit.
        Q8 = "q8_0",
        /// Kept as GGUF's 4 bit.
        Q4 = "q4_0",
        /// Kept in 4-bit integer, multiplied in 8.
        Int8Int4 = "int8-int4",
        /// 4-bit float products.
        Nvfp4 = "nvfp4",
        /// 4-bit integer products.
        Int4W4A4 = "int4w4a4",
    }
);

impl Weights {
    /// Bits of a parameter, with scales where they count.
    #[must_use]
    pub const fn bits(self) -> f64 {
        match self {
            Self::Fp32 => 32.0,
            Self::Bf16 | Self::Fp16 => 16.0,
            Self::Fp8 | Self::Fp8Row | Self::Int8 | Self::Fp8Only | Self::Int8Only => 8.0,
            Self::Fp6Only => 6.0,
            Self::Fp5Only => 5.0,
            Self::Fp4Only => 4.0,
            Self::Q8 => 8.5,
            Self::Int4Only
            | Self::Nf4
            | Self::Q4
            | Self::Int8Int4
            | Self::Nvfp4
            | Self::Int4W4A4 => 4.5,
        }
    }

    /// Bytes of so many parameters.
    #[must_use]
    pub fn bytes(self, parameters: f64) -> f64 {
        parameters * self.bits() / 8.0
    }

    /// The format products run in.
    #[must_use]
    pub const fn products(self) -> Products {
        match self {
            Self::Fp32 => Products::Fp32,
            Self::Fp8 | Self::Fp8Row => Products::Fp8,
            Self::Int8 | Self::Int8Int4 => Products::Int8,
            Self::Nvfp4 | Self::Int4W4A4 => Products::Four,
            _ => Products::Sixteen,
        }
    }

    /// Whether weights are widened before they are multiplied.
    #[must_use]
    pub const fn unpacks(self) -> bool {
        matches!(
            self,
            Self::Fp8Only
                | Self::Int8Only
                | Self::Int4Only
                | Self::Fp6Only
                | Self::Fp5Only
                | Self::Fp4Only
                | Self::Nf4
                | Self::Q8
                | Self::Q4
        )
    }
}
