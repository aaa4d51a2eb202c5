//! How kernels are launched and fused, and the formats that networks and encoders run in.

use super::rates::Products;
use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// The software that runs the model. It says how kernels are launched and fused, not whose
    /// they are.
    Software {
        /// `PyTorch`, one kernel an operation.
        Eager = "eager",
        /// `torch.compile`.
        Compile = "compile",
        /// `TensorRT`, also `MIGraphX` and Neuron: a fused graph with one launch.
        TensorRt = "tensorrt",
        /// ONNX Runtime.
        OnnxRuntime = "onnxruntime",
        /// `OpenVINO`.
        OpenVino = "openvino",
        /// Text Embeddings Inference.
        Tei = "tei",
        /// vLLM.
        Vllm = "vllm",
        /// `SGLang`.
        Sglang = "sglang",
        /// `CTranslate2`, as faster-whisper runs it.
        CTranslate2 = "ctranslate2",
        /// whisper.cpp.
        WhisperCpp = "whisper.cpp",
        /// The authors' Whisper.
        OpenAiWhisper = "openai-whisper",
        /// TensorFlow with XLA.
        TensorFlowXla = "tensorflow-xla",
        /// Anything else: as eager.
        Other = "other",
    }
);

/// How kernels are launched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// One by one from the host.
    Eager,
    /// Fused by a compiler.
    Compiled,
    /// Fused and captured in one graph.
    Engine,
}

impl Software {
    /// How it launches kernels.
    #[must_use]
    pub const fn mode(self) -> Mode {
        match self {
            Self::Eager
            | Self::WhisperCpp
            | Self::OpenAiWhisper
            | Self::TensorFlowXla
            | Self::Other => Mode::Eager,
            Self::Compile => Mode::Compiled,
            Self::TensorRt
            | Self::OnnxRuntime
            | Self::OpenVino
            | Self::Tei
            | Self::Vllm
            | Self::Sglang
            | Self::CTranslate2 => Mode::Engine,
        }
    }
}

impl Mode {
    /// The value of this mode among those of eager, compiled and engine.
    pub(super) const fn of(self, values: [f64; 3]) -> f64 {
        let [eager, compiled, engine] = values;
        match self {
            Self::Eager => eager,
            Self::Compiled => compiled,
            Self::Engine => engine,
        }
    }
}

formats!(
    /// The format a network or an encoder is computed in.
    Precision {
        /// 32-bit float.
        Fp32 = "fp32",
        /// 32-bit float whose products round to 19 bits.
        Tf32 = "tf32",
        /// 16-bit IEEE float.
        Fp16 = "fp16",
        /// 16-bit brain float.
        Bf16 = "bf16",
        /// fp16 by autocast: weights in fp32 and a copy.
        Fp16Amp = "fp16-amp",
        /// bf16 by autocast.
        Bf16Amp = "bf16-amp",
        /// 8-bit integer.
        Int8 = "int8",
        /// 8-bit float.
        Fp8 = "fp8",
        /// 8-bit float where the chip has it, else fp16: a pair of `MLPerf`'s.
        Fp16OrFp8 = "fp16/fp8",
        /// 8-bit float where the chip has it, else integer.
        Int8OrFp8 = "int8/fp8",
    }
);

impl Precision {
    /// A pair settled by whether the chip has 8-bit floats.
    #[must_use]
    pub const fn on(self, has_fp8: bool) -> Self {
        match (self, has_fp8) {
            (Self::Fp16OrFp8 | Self::Int8OrFp8, true) => Self::Fp8,
            (Self::Fp16OrFp8, false) => Self::Fp16,
            (Self::Int8OrFp8, false) => Self::Int8,
            (other, _) => other,
        }
    }

    /// The format its products run in.
    #[must_use]
    pub const fn products(self) -> Products {
        match self {
            Self::Fp32 => Products::Fp32,
            Self::Tf32 => Products::Tf32,
            Self::Fp16 | Self::Bf16 | Self::Fp16Amp | Self::Bf16Amp | Self::Fp16OrFp8 => {
                Products::Sixteen
            }
            Self::Fp8 => Products::Fp8,
            Self::Int8 | Self::Int8OrFp8 => Products::Int8,
        }
    }

    /// Bytes of a tensor's value, of two.
    pub(super) const fn width(self) -> f64 {
        match self {
            Self::Fp32 | Self::Tf32 => 2.0,
            Self::Int8 | Self::Fp8 => 0.5,
            _ => 1.0,
        }
    }

    /// Whether autocast keeps fp32 weights beside 16-bit copies.
    pub(super) const fn casts(self) -> bool {
        matches!(self, Self::Fp16Amp | Self::Bf16Amp)
    }
}
