//! Records of vision, diffusion, speech and embedding models as constants of
//! `crate::vision`, networks by resolution, and the figures its laws need of accelerators.

use crate::record::{Failure, Record};
use crate::sheet;
use std::fmt::Write as _;
use std::path::Path;

/// Columns of `counts.csv` in the order of `crate::vision::networks::counted`.
const COUNTS: [&str; 16] = [
    "params",
    "gemm_flops",
    "conv_flops",
    "gconv_flops",
    "dw_flops",
    "attn_flops",
    "mm_io_bytes",
    "dw_bytes",
    "gconv_bytes",
    "norm_bytes",
    "softmax_bytes",
    "bn_bytes",
    "pool_bytes",
    "copy_bytes",
    "pointwise_bytes",
    "activation_peak_bytes",
];
/// Kernels of an encoder that were not counted (`ByT5`, image encoders of CLIP): assumed, near
/// the fewest counted, 191 of CLIP-L; the median over the counted of the pipelines is 920.
const USUAL_KERNELS: u64 = 200;

/// A number as a literal of floating point.
fn float(record: &Record, pointer: &str) -> Result<String, Failure> {
    let number = record.number(pointer);
    number
        .map(|number| format!("{number:?}"))
        .ok_or_else(|| record.failure(pointer, "a number"))
}

/// The common part of every record: `About { .. }`.
fn about(record: &Record) -> Result<String, Failure> {
    let text = |pointer: &str| record.text(pointer).unwrap_or_default();
    let check = record.number("/check");
    Ok(format!(
        "About{{id:{},name:{:?},also:{:?},source:{:?},note:{:?},check:{check:?}}}",
        record.literal("/id")?,
        text("/name"),
        text("/hf_id"),
        text("/source"),
        text("/notes"),
    ))
}

/// The models of a file as a slice of the literals of each, and its aliases.
fn slice(
    path: &Path,
    kind: &str,
    literal: fn(&Record) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let (mut rows, mut aliases) = (String::new(), String::new());
    for record in Record::read(path)?.list("/models") {
        if record.maybe_text("/alias").is_some() {
            let (id, of) = (record.literal("/id")?, record.literal("/alias")?);
            let _ = write!(aliases, "({id},{of}),");
        } else {
            let about = about(&record)?;
            let _ = writeln!(rows, "{kind}{{about:{about},{}}},", literal(&record)?);
        }
    }
    Ok(format!(
        "static RECORDS: &[{kind}] = &[\n{rows}];\nstatic ALIASES: &[(&str, &str)] = &[{aliases}];\n"
    ))
}

/// `networks.json`.
pub(crate) fn networks(path: &Path) -> Result<String, Failure> {
    slice(path, "NetworkRecord", |record| {
        let flops = |key: &str| {
            let number = float(record, &format!("/flops/{key}"))?;
            Ok::<_, Failure>(format!("Flops::new({number})"))
        };
        let traffic = record.at("/bytes").filter(|part| part.value.is_object());
        let traffic = traffic.map(|part| {
            let mut fields = String::new();
            for (field, key) in [
                ("products", "/products_io"),
                ("depthwise", "/depthwise"),
                ("grouped", "/grouped"),
                ("norm", "/norm"),
                ("softmax", "/softmax"),
                ("batch_norm", "/batch_norm"),
                ("pool", "/pool"),
                ("copy", "/copy"),
                ("pointwise", "/pointwise"),
            ] {
                let _ = write!(fields, "{field}:{},", float(&part, key)?);
            }
            Ok::<_, Failure>(format!("Some(Traffic{{{fields}}})"))
        });
        let traffic = traffic.unwrap_or_else(|| Ok("None".to_owned()))?;
        let alive = record.number("/activation_peak_bytes");
        let alive = alive.map_or_else(
            || "None".to_owned(),
            |bytes| format!("Some(Bytes::new({bytes:?}))"),
        );
        Ok(format!(
            "kind:{},network:Network{{parameters:{},resolution:{},products:{},convolutions:{},\
             grouped:{},depthwise:{},attention:{},traffic:{traffic},kernels:{},alive:{alive}}}",
            record.literal("/kind")?,
            float(record, "/params")?,
            record.whole("/resolution")?,
            flops("products")?,
            flops("conv")?,
            flops("grouped")?,
            flops("depthwise")?,
            flops("attention")?,
            record.whole("/kernels")?,
        ))
    })
}

/// `counts.csv`, in order of names and sides.
pub(crate) fn counts(path: &Path) -> Result<String, Failure> {
    let mut rows = sheet::each(path, |row| {
        let mut figures = String::new();
        for column in COUNTS {
            let figure: f64 = row.value(column)?;
            let _ = write!(figures, "{figure:?},");
        }
        let (side, kernels): (u32, u32) = (row.value("img")?, row.value("kernels")?);
        Ok((row.text("model")?.to_owned(), side, kernels, figures))
    })?;
    rows.sort();
    let mut text = String::new();
    for (name, side, kernels, figures) in rows {
        let _ = writeln!(text, "({name:?},{side},{kernels},[{figures}]),");
    }
    Ok(format!(
        "static COUNTED: &[(&str, u32, u32, [f64; 16])] = &[\n{text}];\n"
    ))
}

/// `encoders.json`.
pub(crate) fn encoders(path: &Path) -> Result<String, Failure> {
    slice(path, "EncoderRecord", |record| {
        Ok(format!(
            "kind:{},encoder:Encoder{{parameters:{},embeddings:{},linear:Flops::new({}),\
             attention:Flops::new({}),causal:{},traffic:Bytes::new({}),\
             square_traffic:Bytes::new({}),kernels:{},alive:Bytes::new({})}}",
            record.literal("/kind")?,
            float(record, "/params")?,
            float(record, "/embedding_params")?,
            float(record, "/linear_flops_per_token")?,
            float(record, "/attention_flops_per_token2")?,
            record.flag("/causal"),
            float(record, "/elementwise_bytes_per_token")?,
            float(record, "/elementwise_bytes_per_token2")?,
            record.whole("/kernels")?,
            float(record, "/activation_peak_bytes_per_token")?,
        ))
    })
}

/// `listeners.json`.
pub(crate) fn listeners(path: &Path) -> Result<String, Failure> {
    slice(path, "ListenerRecord", |record| {
        let decoder = record.at("/decoder").filter(|part| part.value.is_object());
        let decoder = decoder.map(|part| {
            Ok::<_, Failure>(format!(
                "Some(Decoder{{parameters:{},layers:{},width:{},cross_tokens:{},kernels:{}}})",
                float(&part, "/params")?,
                part.whole("/layers")?,
                part.whole("/width")?,
                part.whole("/cross_tokens")?,
                part.whole("/kernels_per_layer")?,
            ))
        });
        let decoder = decoder.unwrap_or_else(|| Ok("None".to_owned()))?;
        Ok(format!(
            "listener:Listener{{parameters:{},encoder:HearingEncoder{{products:Flops::new({}),\
             attention:Flops::new({}),traffic:Bytes::new({}),alive:Bytes::new({}),seconds:{}}},\
             decoder:{decoder}}}",
            float(record, "/params")?,
            float(record, "/encoder/flops_products")?,
            float(record, "/encoder/flops_attention")?,
            float(record, "/encoder/elementwise_bytes")?,
            float(record, "/encoder/activation_peak_bytes")?,
            float(record, "/encoder/seconds")?,
        ))
    })
}

/// `towers.json`.
pub(crate) fn towers(path: &Path) -> Result<String, Failure> {
    slice(path, "TowerRecord", |record| {
        Ok(format!(
            "parameters:{},rule:{},patch:{},merge:{},width:{},layers:{},verified:{}",
            float(record, "/params")?,
            record.literal("/tokens_per_image")?,
            record.whole("/patch")?,
            record.whole("/merge")?,
            record.whole("/width")?,
            record.whole("/layers")?,
            record.flag("/verified"),
        ))
    })
}

/// `pipelines.json`.
pub(crate) fn pipelines(path: &Path) -> Result<String, Failure> {
    slice(path, "PipelineRecord", pipeline)
}

fn pipeline(record: &Record) -> Result<String, Failure> {
    let mut encoders = String::new();
    for part in record.list("/text_encoders") {
        let _ = write!(
            encoders,
            "TextEncoder{{parameters:{},work:Flops::new({}),kernels:{}}},",
            float(&part, "/params")?,
            float(&part, "/flops")?,
            part.maybe_whole("/kernels").unwrap_or(USUAL_KERNELS),
        );
    }
    let guiding = match record.text("/guidance")?.as_str() {
        "cfg" => "ClassifierFree",
        "embedded" => "Embedded",
        "none" => "None",
        _ => return Err(record.failure("/guidance", "cfg, embedded or none")),
    };
    let resolution = record.text("/defaults/resolution")?.replace('x', ",");
    Ok(format!(
        "pipeline:Model{{denoiser:{},encoders:Cow::Borrowed(&[{encoders}]),decoder:{},\
         text_tokens:{},guiding:Guiding::{guiding},video:{},resolution:[{resolution}],\
         frames:{},steps:{}}}",
        denoiser(record)?,
        decoder(record)?,
        record.whole("/text_tokens")?,
        record.text("/media")? == "video",
        record.whole("/defaults/frames")?,
        record.whole("/defaults/steps")?,
    ))
}

fn denoiser(record: &Record) -> Result<String, Failure> {
    let part = record
        .at("/denoiser")
        .ok_or_else(|| record.failure("/denoiser", "an object"))?;
    let form = |key: &str| {
        Ok::<_, Failure>(format!(
            "Form{{image:{},text:{},constant:{}}}",
            float(&part, &format!("/{key}/0"))?,
            float(&part, &format!("/{key}/1"))?,
            float(&part, &format!("/{key}/2"))?,
        ))
    };
    let (name, terms) = match part.text("/attention_form")?.as_str() {
        "joint" => ("Joint", 1),
        "joint+self" => ("JointAndOwn", 2),
        "self+cross" => ("OwnAndCross", 2),
        "frames" => ("Linear", 2),
        "svd" => ("SpaceTime", 3),
        _ => return Err(part.failure("/attention_form", "a known form")),
    };
    let mut attention = String::new();
    for term in 0..terms {
        let _ = write!(
            attention,
            "{},",
            float(&part, &format!("/attention/{term}"))?
        );
    }
    let whole = |pointer: &str| part.whole(pointer);
    Ok(format!(
        "Denoiser{{parameters:{},count:{},linear:{},attention:AttentionForm::{name}({attention}),\
         traffic:{},alive:{},kernels:[{},{},{}],convolutions:{},heads:{:?},patch:[{},{},{}],reference:{:?}}}",
        float(&part, "/params")?,
        whole("/count")?,
        form("linear_flops")?,
        form("elementwise_bytes")?,
        form("activation_peak_bytes")?,
        whole("/kernels/matmul")?,
        whole("/kernels/attention")?,
        whole("/kernels/elementwise")?,
        float(&part, "/conv_share")?,
        part.maybe_whole("/heads"),
        whole("/patch/0")?,
        whole("/patch/1")?,
        whole("/patch/2")?,
        record.number("/reference_image_tokens").unwrap_or(0.0),
    ))
}

fn decoder(record: &Record) -> Result<String, Failure> {
    let part = record
        .at("/vae")
        .ok_or_else(|| record.failure("/vae", "an object"))?;
    // Of [batch, channels, frames, rows, columns] the third, of [frames, ..] the first.
    let latent = part
        .value
        .pointer("/at/latent")
        .and_then(|list| list.as_array());
    let frames = if latent.map_or(0, Vec::len) == 5 {
        part.whole("/at/latent/2")?
    } else {
        part.whole("/at/latent/0")?
    };
    Ok(format!(
        "Decoder{{parameters:{},space:{},time:{},work:{},attention:Flops::new({}),tokens:{},\
         frames:{frames},traffic:{},alive:Bytes::new({}),kernels:{},fp32:{}}}",
        float(&part, "/params")?,
        part.whole("/spatial_compression")?,
        part.whole("/temporal_compression")?,
        float(&part, "/flops_per_pixel_frame")?,
        float(&part, "/attention_flops")?,
        part.whole("/attention_tokens")?,
        float(&part, "/elementwise_bytes_per_pixel_frame")?,
        float(&part, "/peak_bytes_per_pixel_frame")?,
        part.whole("/kernels")?,
        part.text("/dtype")? == "fp32",
    ))
}

/// Figures only these laws need of accelerators: rates that round to 19 bits, multiprocessors.
pub(crate) fn boards(records: &[Record]) -> Result<String, Failure> {
    let mut rows = String::new();
    for record in records {
        let tf32 = record.number("/peak_dense_tflops/tf32");
        let processors = record.maybe_whole("/sm_count");
        let _ = writeln!(
            rows,
            "({},{tf32:?},{processors:?}),",
            record.literal("/id")?
        );
    }
    Ok(format!(
        "static BOARDS: &[(&str, Option<f64>, Option<u32>)] = &[\n{rows}];\n"
    ))
}
