//! How the weights are stored: `quantization_config` where there is one (its
//! `quant_method` and the sizes of its groups), else `torch_dtype`.

use super::fields::Fields;
use crate::import::{Note, shorten};
use crate::precision::WeightFormat;
use serde_json::Value;

/// The format, and a note where the file names one that is not known.
pub(super) fn format(text: &Fields<'_>) -> (Option<WeightFormat>, Option<Note>) {
    let keys = ["quantization_config", "compression_config", "quantization"];
    let Some(config) = text.anywhere(&keys).and_then(Value::as_object) else {
        let plain = text
            .anywhere(&["torch_dtype", "dtype"])
            .and_then(Value::as_str)
            .and_then(plain);
        return (plain, None);
    };
    let config = Fields::new(config);
    let method = config
        .text(&["quant_method", "quant_algo"])
        .unwrap_or_default()
        .to_ascii_lowercase();
    let found = quantized(&config, &method);
    let note = found.is_none().then(|| Note::UnfamiliarWeights {
        name: shorten(&method),
    });
    (found, note)
}

/// A number format by its name in `PyTorch` or safetensors.
pub(in crate::import) fn plain(name: &str) -> Option<WeightFormat> {
    let name = name.strip_prefix("torch.").unwrap_or(name);
    let name = name.to_ascii_lowercase();
    Some(match name.as_str() {
        "bfloat16" | "bf16" => WeightFormat::Bf16,
        "float16" | "fp16" | "f16" | "half" => WeightFormat::Fp16,
        "float32" | "fp32" | "f32" | "float" => WeightFormat::Fp32,
        "float8_e4m3fn" | "float8_e5m2" | "f8_e4m3" | "f8_e5m2" => WeightFormat::Fp8,
        "int8" | "i8" => WeightFormat::Int8,
        _ => return None,
    })
}

fn quantized(config: &Fields<'_>, method: &str) -> Option<WeightFormat> {
    let bits = config
        .count(&["bits", "w_bit", "weight_bits"])
        .ok()
        .flatten();
    let group = config
        .count(&["group_size", "q_group_size"])
        .ok()
        .flatten()
        .unwrap_or(128);
    match method {
        "fp8" if config.find(&["weight_block_size"]).is_some() => Some(WeightFormat::Fp8Block),
        "fp8" | "fbgemm_fp8" => Some(WeightFormat::Fp8),
        "mxfp4" | "w4a16_mxfp4" => Some(WeightFormat::Mxfp4),
        "mxfp8" => Some(WeightFormat::Mxfp8),
        "gptq" | "auto-round" | "autoround" | "gptq_marlin" => {
            integer(bits.unwrap_or(4), group, WeightFormat::GptqInt4)
        }
        "awq" | "awq_marlin" => integer(bits.unwrap_or(4), group, WeightFormat::AwqInt4),
        "bitsandbytes" => Some(four_bit_floats(config)),
        "eetq" | "smoothquant" => Some(WeightFormat::Int8),
        "compressed-tensors" => grouped(config),
        "modelopt" | "modelopt_fp4" | "nvfp4" | "w4a8_nvfp4_fp8" => modelopt(config),
        _ => {
            // ModelOpt's own file names the algorithm in place of a method.
            modelopt(config)
        }
    }
}

fn integer(bits: u32, group: u32, usual: WeightFormat) -> Option<WeightFormat> {
    match (bits, group) {
        (4, 32) => Some(WeightFormat::Int4G32),
        (4, 64) => Some(WeightFormat::Int4G64),
        (4, _) => Some(usual),
        (8, _) => Some(WeightFormat::Int8),
        _ => None,
    }
}

fn four_bit_floats(config: &Fields<'_>) -> WeightFormat {
    if config.flag(&["load_in_8bit", "_load_in_8bit"]) == Some(true) {
        WeightFormat::Int8
    } else if config.flag(&["bnb_4bit_use_double_quant"]) == Some(true) {
        WeightFormat::Nf4Dq
    } else {
        WeightFormat::Nf4
    }
}

fn modelopt(config: &Fields<'_>) -> Option<WeightFormat> {
    let name = config
        .text(&["quant_algo", "quant_method"])?
        .to_ascii_uppercase();
    Some(match name.as_str() {
        "FP8" | "FP8_PER_CHANNEL_PER_TOKEN" => WeightFormat::Fp8,
        "FP8_PB_WO" | "FP8_BLOCK_SCALES" => WeightFormat::Fp8Block,
        "MXFP8" => WeightFormat::Mxfp8,
        "NVFP4" | "NVFP4_AWQ" | "W4A8_NVFP4_FP8" | "MIXED_PRECISION" => WeightFormat::Nvfp4,
        "MXFP4" | "W4A8_MXFP4_FP8" => WeightFormat::Mxfp4,
        "W4A16_AWQ" | "W4A8_AWQ" => WeightFormat::AwqInt4,
        "INT8_SQ" | "W8A8_SQ_PER_CHANNEL" | "W8A16" => WeightFormat::Int8,
        _ => return None,
    })
}

/// compressed-tensors: groups of layers, each with the numbers of its weights.
fn grouped(config: &Fields<'_>) -> Option<WeightFormat> {
    let (_, groups) = config.find(&["config_groups"])?;
    let weights = groups
        .as_object()?
        .values()
        .find_map(|group| group.as_object()?.get("weights")?.as_object())?;
    let weights = Fields::new(weights);
    let bits = weights.count(&["num_bits"]).ok().flatten()?;
    // -1 stands for "no groups"; it is no count, and so nothing.
    let group = weights.count(&["group_size"]).ok().flatten();
    let float = weights.text(&["type"]) == Some("float");
    match (float, bits, group) {
        (true, 8, _) if weights.text(&["strategy"]) == Some("block") => {
            Some(WeightFormat::Fp8Block)
        }
        (true, 8, Some(32)) => Some(WeightFormat::Mxfp8),
        (true, 8, _) => Some(WeightFormat::Fp8),
        (true, 4, Some(32)) => Some(WeightFormat::Mxfp4),
        (true, 4, _) => Some(WeightFormat::Nvfp4),
        (false, bits, group) => integer(bits, group.unwrap_or(128), WeightFormat::Int4G128),
        (true, ..) => None,
    }
}
