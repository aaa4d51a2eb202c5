//! Numbers and habits of llama.cpp: types of tensors and files (`ggml.h`, `llama.h`), and an
//! architecture's habits that its file need not say.

use crate::precision::WeightFormat as F;

/// The format of a whole file by `general.file_type`.
pub(super) fn of_file(number: u64) -> Option<F> {
    // 1024 marks a guess.
    Some(match number & 1023 {
        0 => F::Fp32,
        1 => F::Fp16,
        2 => F::Q4_0,
        3 => F::Q4_1,
        7 => F::Q8_0,
        8 => F::Q5_0,
        9 => F::Q5_1,
        10 | 21 => F::Q2K,
        11..=13 => F::Q3K,
        14 => F::Q4K,
        15 => F::Q4KM,
        16 => F::Q5K,
        17 => F::Q5KM,
        18 => F::Q6K,
        19 => F::Iq2Xxs,
        20 => F::Iq2Xs,
        22 | 26 | 27 => F::Iq3S,
        23 => F::Iq3Xxs,
        24 => F::Iq1S,
        25 => F::Iq4Nl,
        28 | 29 => F::Iq2S,
        30 => F::Iq4Xs,
        31 => F::Iq1M,
        32 => F::Bf16,
        36 => F::Tq1_0,
        37 => F::Tq2_0,
        38 => F::Mxfp4Moe,
        _ => return None,
    })
}

/// The format of one tensor by its type's number.
pub(super) const fn of_tensor(number: u32) -> Option<F> {
    Some(match number {
        0 => F::Fp32,
        1 => F::Fp16,
        2 => F::Q4_0,
        3 => F::Q4_1,
        6 => F::Q5_0,
        7 => F::Q5_1,
        8 | 9 | 15 => F::Q8_0,
        10 => F::Q2K,
        11 => F::Q3K,
        12 => F::Q4K,
        13 => F::Q5K,
        14 => F::Q6K,
        16 => F::Iq2Xxs,
        17 => F::Iq2Xs,
        18 => F::Iq3Xxs,
        19 => F::Iq1S,
        20 => F::Iq4Nl,
        21 => F::Iq3S,
        22 => F::Iq2S,
        23 => F::Iq4Xs,
        29 => F::Iq1M,
        30 => F::Bf16,
        34 => F::Tq1_0,
        35 => F::Tq2_0,
        39 => F::Mxfp4,
        40 => F::Nvfp4,
        _ => return None,
    })
}

/// Encoders, projectors and decoders whose layers cannot be expressed.
#[rustfmt::skip] // a list of names
pub(super) fn is_no_decoder(name: &str) -> bool {
    [
        "bert", "modern-bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "jina-bert-v2",
        "jina-bert-v3", "eurobert", "t5", "t5encoder", "clip", "rwkv6", "rwkv6qwen2", "rwkv7",
        "arwkv7", "wavtokenizer-dec", "mmproj", "flux", "sd1", "sdxl", "sd3", "whisper",
        "deepseek4",
    ]
    .contains(&name)
}

/// Architectures whose head is the embedding, as far as it goes without saying.
pub(super) fn is_tied(name: &str) -> bool {
    name.starts_with("gemma")
        || [
            "gpt2",
            "bloom",
            "mpt",
            "command-r",
            "cohere2",
            "starcoder",
            "starcoder2",
            "mamba",
        ]
        .contains(&name)
}

/// Architectures whose feed-forward part has no gate.
#[rustfmt::skip] // a list of names
pub(super) fn is_plain(name: &str) -> bool {
    [
        "gpt2", "bloom", "mpt", "falcon", "gptneox", "gptj", "starcoder", "starcoder2", "phi2",
        "codeshell", "persimmon", "nemotron", "nemotron_h", "nemotron_h_moe", "arcee",
        "apertus",
    ]
    .contains(&name)
}

/// Architectures whose q, k and v carry biases.
#[rustfmt::skip] // a list of names
pub(super) fn is_biased(name: &str) -> bool {
    [
        "gpt2", "bloom", "gptneox", "starcoder", "starcoder2", "phi2", "qwen", "qwen2",
        "qwen2moe", "qwen2vl", "chatglm", "glm4moe", "gpt-oss",
    ]
    .contains(&name)
}

/// Of how many layers one attends to everything, where the file names a
/// window and no pattern (`llama-model.cpp`, `set_swa_pattern`). 0: windows in
/// all layers; `None`: the window is not used.
pub(super) fn window_period(name: &str) -> Option<usize> {
    Some(match name {
        "gemma2" | "gpt-oss" => 2,
        "gemma3" => 6,
        "gemma3n" => 5,
        "cohere2" | "llama4" | "olmo2" | "exaone4" | "exaone-moe" | "smallthinker" | "afmoe" => 4,
        "phi3" => 0,
        _ => return None,
    })
}
