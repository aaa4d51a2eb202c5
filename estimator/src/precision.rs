//! Number formats: how many bits a weight or a cached key takes, and on which
//! units of the chip it is multiplied.
//!
//! Bits per weight include the block scales (`fp8-block`: one fp32 scale per
//! 128 x 128 weights is 8.002 bits). Quantisation covers the linear layers;
//! which classes of tensor it leaves at 16 bit depends on the format and on
//! whether the model has experts ([`WeightFormat::bits`]).
//!
//! Sources: block sizes of GGUF types, gpustack/gguf-parser-go `ggml.go`;
//! OCP Microscaling Formats v1.0 for mxfp8 and mxfp4 (32 values share one
//! 8-bit scale); NVFP4: 16 values share one fp8 scale; GPTQ and AWQ: 128
//! values share an fp16 scale and a packed zero point; bitsandbytes nf4: 64
//! values share an fp32 scale, double quantised 0.127 bits.

use crate::hardware::Accelerator;
use serde::{Deserialize, Serialize};

macro_rules! formats {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $id:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $id)] $variant),+
        }

        impl $name {
            /// Every value, in the order a list should show them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name used in links, files and the batch contract.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),+ }
            }

            /// Reads the name that [`Self::id`] writes; `None` for any other text.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $($id => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}
pub(crate) use formats;

formats!(
    /// How the linear layers' weights are stored.
    WeightFormat {
        /// 32-bit float.
        Fp32 = "fp32",
        /// 16-bit brain float.
        Bf16 = "bf16",
        /// 16-bit IEEE float.
        Fp16 = "fp16",
        /// 8-bit float, one scale per tensor or channel.
        Fp8 = "fp8",
        /// 8-bit float, one fp32 scale per 128 x 128 block.
        Fp8Block = "fp8-block",
        /// 8-bit microscaling float.
        Mxfp8 = "mxfp8",
        /// 8-bit integer, one scale per channel.
        Int8 = "int8",
        /// 4-bit NVIDIA float, blocks of 16.
        Nvfp4 = "nvfp4",
        /// 4-bit microscaling float, blocks of 32.
        Mxfp4 = "mxfp4",
        /// 4-bit integer, groups of 128.
        Int4G128 = "int4-g128",
        /// 4-bit integer, groups of 64.
        Int4G64 = "int4-g64",
        /// 4-bit integer, groups of 32.
        Int4G32 = "int4-g32",
        /// AWQ, 4-bit integer, groups of 128.
        AwqInt4 = "awq-int4",
        /// GPTQ, 4-bit integer, groups of 128.
        GptqInt4 = "gptq-int4",
        /// bitsandbytes 4-bit normal float.
        Nf4 = "nf4",
        /// The same with double-quantised scales.
        Nf4Dq = "nf4-dq",
        /// GGUF `Q8_0`.
        Q8_0 = "q8_0",
        /// GGUF `Q6_K`.
        Q6K = "q6_k",
        /// GGUF file mix `Q5_K_M`.
        Q5KM = "q5_k_m",
        /// GGUF `Q5_K`.
        Q5K = "q5_k",
        /// GGUF `Q5_1`.
        Q5_1 = "q5_1",
        /// GGUF `Q5_0`.
        Q5_0 = "q5_0",
        /// GGUF file mix `Q4_K_M`.
        Q4KM = "q4_k_m",
        /// GGUF `Q4_K`.
        Q4K = "q4_k",
        /// GGUF `Q4_1`.
        Q4_1 = "q4_1",
        /// GGUF `Q4_0`.
        Q4_0 = "q4_0",
        /// GGUF `IQ4_NL`.
        Iq4Nl = "iq4_nl",
        /// GGUF `IQ4_XS`.
        Iq4Xs = "iq4_xs",
        /// GGUF `Q3_K`.
        Q3K = "q3_k",
        /// GGUF `IQ3_S`.
        Iq3S = "iq3_s",
        /// GGUF `IQ3_XXS`.
        Iq3Xxs = "iq3_xxs",
        /// GGUF `Q2_K`.
        Q2K = "q2_k",
        /// GGUF `IQ2_S`.
        Iq2S = "iq2_s",
        /// GGUF `IQ2_XS`.
        Iq2Xs = "iq2_xs",
        /// GGUF `IQ2_XXS`.
        Iq2Xxs = "iq2_xxs",
        /// GGUF `IQ1_M`.
        Iq1M = "iq1_m",
        /// GGUF `IQ1_S`.
        Iq1S = "iq1_s",
        /// GGUF `TQ2_0`.
        Tq2_0 = "tq2_0",
        /// GGUF `TQ1_0`.
        Tq1_0 = "tq1_0",
        /// GGUF file mix `MXFP4_MOE`: routed experts in `mxfp4`, the rest in `Q8_0`.
        Mxfp4Moe = "mxfp4_moe",
    }
);

formats!(
    /// How cached keys and values are stored.
    KvFormat {
        /// 16-bit brain float.
        Bf16 = "bf16",
        /// 16-bit IEEE float.
        Fp16 = "fp16",
        /// 8-bit float.
        Fp8 = "fp8",
        /// 8-bit integer, one fp32 scale per token and head.
        Int8 = "int8",
        /// 4-bit NVIDIA float.
        Nvfp4 = "nvfp4",
        /// llama.cpp `q8_0`.
        Q8_0 = "q8_0",
        /// llama.cpp `q4_0`.
        Q4_0 = "q4_0",
    }
);

/// A class of tensor: it decides its precision and how it is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TensorClass {
    /// All attention projections, linear attention and state-space layers included.
    Attention,
    /// Dense feed-forward layers and shared experts.
    FeedForward,
    /// Routed experts.
    Experts,
    /// The output head.
    Head,
    /// The router of a mixture of experts.
    Router,
    /// The token embedding.
    Embedding,
}

/// The units a product is computed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ComputeType {
    /// 4-bit float.
    Four,
    /// 8-bit float or integer.
    Eight,
    /// bf16 or fp16.
    Sixteen,
    /// fp32.
    ThirtyTwo,
}

impl WeightFormat {
    /// Bits of one quantised weight, scales included.
    #[must_use]
    pub const fn bits_per_weight(self) -> f64 {
        match self {
            Self::Fp32 => 32.0,
            Self::Bf16 | Self::Fp16 => 16.0,
            Self::Fp8 | Self::Int8 => 8.0,
            Self::Fp8Block => 8.002,
            Self::Mxfp8 => 8.25,
            Self::Nvfp4 | Self::Nf4 | Self::Q4_0 | Self::Q4K | Self::Iq4Nl => 4.5,
            Self::Mxfp4 | Self::Mxfp4Moe | Self::Iq4Xs => 4.25,
            Self::Int4G128 | Self::AwqInt4 | Self::GptqInt4 => 4.156,
            Self::Int4G64 => 4.3125,
            Self::Int4G32 => 4.625,
            Self::Nf4Dq => 4.127,
            Self::Q8_0 => 8.5,
            Self::Q6K => 6.5625,
            // Whole files mix block types. Q4_K_M files measure 4.82 to 5.22
            // bits, Q5_K_M about 5.7: the usual middle.
            Self::Q5KM => 5.69,
            Self::Q4KM => 4.85,
            Self::Q5K | Self::Q5_0 => 5.5,
            Self::Q5_1 => 6.0,
            Self::Q4_1 => 5.0,
            Self::Q3K | Self::Iq3S => 3.4375,
            Self::Iq3Xxs => 3.0625,
            Self::Q2K => 2.625,
            Self::Iq2S => 2.5625,
            Self::Iq2Xs => 2.3125,
            Self::Iq2Xxs | Self::Tq2_0 => 2.0625,
            Self::Iq1M => 1.75,
            Self::Iq1S => 1.5625,
            Self::Tq1_0 => 1.6875,
        }
    }

    /// Whether this is a GGUF type, which quantises embeddings and head too.
    #[must_use]
    pub const fn is_gguf(self) -> bool {
        matches!(
            self,
            Self::Q8_0
                | Self::Q6K
                | Self::Q5KM
                | Self::Q5K
                | Self::Q5_1
                | Self::Q5_0
                | Self::Q4KM
                | Self::Q4K
                | Self::Q4_1
                | Self::Q4_0
                | Self::Iq4Nl
                | Self::Iq4Xs
                | Self::Q3K
                | Self::Iq3S
                | Self::Iq3Xxs
                | Self::Q2K
                | Self::Iq2S
                | Self::Iq2Xs
                | Self::Iq2Xxs
                | Self::Iq1M
                | Self::Iq1S
                | Self::Tq2_0
                | Self::Tq1_0
                | Self::Mxfp4Moe
        )
    }

    /// Whether weights are widened to 16 bit before they are multiplied.
    #[must_use]
    pub const fn is_weight_only(self) -> bool {
        self.is_gguf()
            || matches!(
                self,
                Self::Int4G128
                    | Self::Int4G64
                    | Self::Int4G32
                    | Self::AwqInt4
                    | Self::GptqInt4
                    | Self::Nf4
                    | Self::Nf4Dq
            )
    }

    /// Bits a weight of `class` takes.
    ///
    /// Head, router and embedding stay at 16 bit (32 at fp32), except in GGUF
    /// files. Checkpoints of mixture models in nvfp4, mxfp4 and int4 also keep
    /// attention at 16 bit, and those in mxfp4 and int4 the shared layers too
    /// (published checkpoints of gpt-oss, Kimi-K2.5, DeepSeek-R1-NVFP4).
    #[must_use]
    pub fn bits(self, class: TensorClass, mixture_of_experts: bool) -> f64 {
        let plain = if matches!(self, Self::Fp32) {
            32.0
        } else {
            16.0
        };
        match class {
            TensorClass::Router => plain,
            TensorClass::Experts => self.bits_per_weight(),
            // The files of gpt-oss: 12.1 GB for 20.9 billion parameters.
            _ if matches!(self, Self::Mxfp4Moe) => Self::Q8_0.bits_per_weight(),
            TensorClass::Head | TensorClass::Embedding => {
                if self.is_gguf() {
                    self.bits_per_weight()
                } else {
                    plain
                }
            }
            TensorClass::Attention if mixture_of_experts && self.keeps_attention_wide() => plain,
            TensorClass::FeedForward if mixture_of_experts && self.keeps_shared_wide() => plain,
            TensorClass::Attention | TensorClass::FeedForward => self.bits_per_weight(),
        }
    }

    const fn keeps_attention_wide(self) -> bool {
        matches!(self, Self::Nvfp4) || self.keeps_shared_wide()
    }

    const fn keeps_shared_wide(self) -> bool {
        matches!(
            self,
            Self::Mxfp4
                | Self::Int4G128
                | Self::Int4G64
                | Self::Int4G32
                | Self::AwqInt4
                | Self::GptqInt4
        )
    }

    /// The type products of `class` are computed in on `chip`: the format's
    /// own where the chip has it, else the next wider one it has.
    #[must_use]
    pub fn compute_type(
        self,
        class: TensorClass,
        mixture_of_experts: bool,
        chip: &Accelerator,
    ) -> ComputeType {
        let bits = self.bits(class, mixture_of_experts);
        let wanted = if bits > 16.0 {
            ComputeType::ThirtyTwo
        } else if bits >= 16.0 || self.is_weight_only() {
            ComputeType::Sixteen
        } else if bits < 8.0 {
            ComputeType::Four
        } else {
            ComputeType::Eight
        };
        let native = match wanted {
            ComputeType::Four => chip.peak.four.is_some(),
            ComputeType::Eight => chip.peak.eight(self).is_some(),
            ComputeType::Sixteen | ComputeType::ThirtyTwo => true,
        };
        // A format a chip has no units for is widened as it is read, to 16 bit: not to 8 even
        // where 4 is asked for.
        if native { wanted } else { ComputeType::Sixteen }
    }
}

impl KvFormat {
    /// Bytes `vectors` cached vectors of `length` values take, scales
    /// included: int8 adds an fp32 scale per vector, nvfp4 an fp8 scale per 16
    /// values, the llama.cpp types an fp16 scale per 32.
    #[must_use]
    pub fn bytes(self, vectors: f64, length: f64) -> f64 {
        let values = vectors * length;
        match self {
            Self::Bf16 | Self::Fp16 => values * 2.0,
            Self::Fp8 => values,
            Self::Int8 => values + vectors * 4.0,
            Self::Nvfp4 => values * (0.5 + 0.0625),
            Self::Q8_0 => values * 8.5 / 8.0,
            Self::Q4_0 => values * 4.5 / 8.0,
        }
    }
}
