//! Facts that a family's modelling code fixes and its `config.json` does not say.
//!
//! Source: the configuration and modelling classes of Hugging Face
//! transformers (`src/transformers/models/<family>`), and the custom code
//! published beside the checkpoints of families that are not in it.

use super::details::MEGATRON;
use super::encoder;
use super::fields::Fields;
use crate::error::Unreadable;
use crate::import::{holds, unknown_architecture};

/// Which layers look at a window, where no list of layers says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Windows {
    /// None: a window in the file is left over from another family.
    Never,
    /// All.
    Everywhere,
    /// The layers from `max_window_layers` on, if `use_sliding_window`.
    Qwen,
    /// All but every n-th layer; n from the file's pattern, else this.
    AllBut(u32),
}

/// A family's fixed facts.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // a table of independent facts
pub(super) struct Family {
    /// Values of `model_type`.
    types: &'static [&'static str],
    /// Whether head and embedding are one, where the file does not say.
    pub tied: bool,
    /// Whether the feed-forward part has a gate.
    pub gated: bool,
    /// Whether q, k and v carry biases; `None` where the file says so.
    pub bias: Option<bool>,
    /// Whether the attention's output is gated without the file saying so.
    pub output_gate: bool,
    /// Window layers.
    pub windows: Windows,
    /// Whether the file counts gate and up projection in one width.
    pub halved: bool,
    /// Counts of the configuration class that nested files leave out.
    pub defaults: &'static [(&'static str, u32)],
}

const USUAL: Family = Family {
    types: &[],
    tied: false,
    gated: true,
    bias: None,
    output_gate: false,
    windows: Windows::Never,
    halved: false,
    defaults: &[],
};

/// A decoder of the GPT-2 generation: tied, no gate, biases everywhere.
const EARLY: Family = Family {
    tied: true,
    gated: false,
    bias: Some(true),
    ..USUAL
};

const GEMMA: Family = Family {
    tied: true,
    defaults: &[("head_dim", 256)],
    ..USUAL
};

#[rustfmt::skip] // a table, one family a row
const FAMILIES: &[Family] = &[
    Family {
        types: &[
            "llama", "deepseek_v2", "deepseek_v3", "deepseek_v32", "kimi_k2", "kimi_linear",
            "kimi_vl", "glm", "glm4", "glm4_moe", "glm4_moe_lite", "glm_moe_dsa", "glm4v_text",
            "glm4v_moe_text", "minimax", "minimax_text_01", "minimax_m1", "minimax_m2", "dbrx",
            "grok-1", "grok1", "jamba", "mamba2", "bamba", "falcon_h1", "granite",
            "granitemoe", "granitemoeshared", "granitemoehybrid", "olmo", "olmo2", "olmoe",
            "flex_olmo", "exaone", "step3_text", "internlm", "internlm2", "internlm3",
            "baichuan", "yi", "stablelm", "stablelm_epoch", "xverse", "orion", "aquila",
            "dots1", "seed_oss", "hunyuan_v1_dense", "hunyuan_v1_moe", "bailing_moe",
            "bailing_moe_v2", "ernie4_5", "ernie4_5_moe", "ernie4_5_moe_vl", "deci",
            "nemotron-nas", "mllama_text_model", "mamba_ssm", "mimo_v2_flash", "mimo_v2", "step3p5", "step3p7", "phi3small",
        ],
        ..USUAL
    },
    Family {
        types: &[
            "mistral", "mixtral", "ministral", "ministral3", "phi3", "phimoe", "phi4mm",
        ],
        windows: Windows::Everywhere,
        defaults: &[("num_attention_heads", 32), ("num_key_value_heads", 8)],
        ..USUAL
    },
    Family {
        types: &["starcoder2"],
        tied: true,
        gated: false,
        bias: Some(true),
        windows: Windows::Everywhere,
        ..USUAL
    },
    Family {
        types: &[
            "qwen2", "qwen2_moe", "qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text",
            "qwen2_audio", "qwen2_5_omni_text", "mimo",
        ],
        bias: Some(true),
        windows: Windows::Qwen,
        ..USUAL
    },
    Family {
        types: &[
            "qwen3", "qwen3_moe", "qwen3_vl_text", "qwen3_vl_moe_text", "qwen3_omni_moe_text",
        ],
        windows: Windows::Qwen,
        ..USUAL
    },
    Family {
        types: &[
            "qwen3_next", "qwen3_5_text", "qwen3_5_moe_text", "qwen3_5", "qwen3_5_moe",
        ],
        output_gate: true,
        ..USUAL
    },
    // The first Qwen counts gate and up projection together.
    Family { types: &["qwen"], bias: Some(true), halved: true, ..USUAL },
    Family { types: &["hf_olmo"], halved: true, ..USUAL },
    Family { types: &["chatglm"], bias: Some(true), ..USUAL },
    Family { types: &["gemma"], ..GEMMA },
    Family { types: &["gemma2"], windows: Windows::AllBut(2), ..GEMMA },
    Family {
        types: &["gemma3", "gemma3_text", "gemma4_text"],
        windows: Windows::AllBut(6),
        defaults: &[
            ("head_dim", 256),
            ("num_attention_heads", 8),
            ("num_key_value_heads", 4),
            ("vocab_size", 262_208),
            ("sliding_window", 4096),
        ],
        ..GEMMA
    },
    Family { types: &["gpt_oss"], bias: Some(true), windows: Windows::AllBut(2), ..USUAL },
    Family { types: &["cohere"], tied: true, ..USUAL },
    Family { types: &["cohere2"], tied: true, windows: Windows::AllBut(4), ..USUAL },
    Family { types: &["olmo3", "exaone4", "exaone_moe"], windows: Windows::AllBut(4), ..USUAL },
    Family { types: &["llama4_text", "llama4"], windows: Windows::AllBut(4), ..USUAL },
    Family { types: &["smollm3"], tied: true, windows: Windows::Qwen, ..USUAL },
    Family { types: &["gpt2", "bloom", "opt", "gpt_bigcode"], ..EARLY },
    Family { types: MEGATRON, bias: None, ..EARLY },
    Family { types: &["gpt_neo"], bias: Some(false), ..EARLY },
    Family { types: &["mpt"], bias: Some(false), ..EARLY },
    Family { types: &["gptj", "codegen"], tied: false, bias: Some(false), ..EARLY },
    Family { types: &["gpt_neox", "phi", "persimmon"], tied: false, ..EARLY },
    Family {
        types: &["falcon", "RefinedWeb", "RefinedWebModel"],
        gated: false,
        bias: None,
        ..USUAL
    },
    Family { types: &["nemotron", "nemotron_h", "arcee", "apertus"], gated: false, ..USUAL },
    Family { types: &["mamba", "falcon_mamba"], tied: true, ..USUAL },
];

/// Families without a row in `conventions.txt` whose formulas are not here: encoders, image
/// and sound models, and decoders whose layers [`crate::model`] cannot express.
#[rustfmt::skip] // a list of names
const OTHERS: &[&str] = &[
    "bert", "roberta", "xlm-roberta", "distilbert", "albert", "electra", "deberta",
    "deberta-v2", "modernbert", "nomic_bert", "mpnet", "xlnet", "longformer", "big_bird",
    "new", "t5", "mt5", "umt5", "bart", "mbart", "pegasus", "marian", "m2m_100", "led",
    "whisper", "wav2vec2", "hubert", "clip", "clip_text_model", "siglip", "siglip2", "vit",
    "dinov2", "dinov3_vit", "swin", "convnext", "resnet", "segformer", "sam", "sam2", "detr",
    "clap", "blip", "layoutlm", "vits", "speecht5", "encodec", "musicgen", "rwkv", "rwkv5",
    "rwkv6", "rwkv7", "recurrent_gemma", "zamba", "zamba2", "deepseek_v4", "xlstm", "retnet",
    "reformer",
];

/// A family by its name, and whether it was known.
///
/// # Errors
/// Where the family is known to be none that can be counted.
pub(super) fn find(
    name: &str,
    fields: &Fields<'_>,
    described: bool,
) -> Result<(Family, bool), Unreadable> {
    let class = fields
        .list(&["architectures"])
        .and_then(|list| list.first()?.as_str());
    // An encoder of words is one to serve where its class says that it writes.
    let writes = class.is_some_and(|class| holds(class, &["CausalLM", "LMHead", "Decoder"]))
        || fields.flag(&["is_decoder"]) == Some(true);
    let refused = if described {
        encoder::is_known(name) && !writes
    } else {
        OTHERS.contains(&name) || fields.flag(&["is_encoder_decoder"]) == Some(true)
    };
    if refused {
        return Err(unknown_architecture(name));
    }
    if let Some(family) = FAMILIES.iter().find(|family| family.types.contains(&name)) {
        return Ok((*family, true));
    }
    if described {
        return Ok((USUAL, true));
    }
    // An unfamiliar name: only one that calls itself a language model.
    let speaks = class.is_none_or(|class| {
        let parts = ["CausalLM", "LMHead", "ConditionalGeneration", "ChatGLM"];
        holds(class, &parts)
    });
    if speaks {
        Ok((USUAL, false))
    } else {
        Err(unknown_architecture(if name.is_empty() {
            class.unwrap_or_default()
        } else {
            name
        }))
    }
}
