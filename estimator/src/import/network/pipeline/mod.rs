//! A pipeline of diffusers: `model_index.json` says its parts, their configs say their shapes. All
//! are JSON, one behind the other in any order; what is still missing is named.

mod apart;
mod cross;
mod decoder;
mod encoder;
mod further;
mod streams;
#[cfg(test)]
mod tests;
mod unet;

use super::fields::{Fields, missing};
use super::known::Known;
use super::{Found, Note, Refused};
use crate::import::shorten;
use crate::vision::counted::{Counted, MOST_ENCODERS, Pipeline};
use crate::vision::denoise::{AttentionForm, Denoiser, Form, Guiding};
use serde_json::Value;

/// What a class is released for.
#[derive(Clone, Copy)]
struct Released {
    resolution: [u32; 2],
    frames: u32,
    steps: u32,
    guiding: Guiding,
    /// Tokens of a prompt that the denoiser reads, and the largest encoder.
    tokens: [u32; 2],
    video: bool,
}

/// One of images, `side` pixels a side.
const fn images(side: u32, steps: u32, guiding: Guiding, tokens: [u32; 2]) -> Released {
    Released {
        resolution: [side, side],
        frames: 1,
        steps,
        guiding,
        tokens,
        video: false,
    }
}

type Count = fn(Fields<'_>) -> Result<(Denoiser, Released), Refused>;

/// Every class that denoises.
const DENOISERS: [(&str, Count); 22] = [
    ("UNet2DConditionModel", unet::count),
    ("FluxTransformer2DModel", streams::flux),
    ("Flux2Transformer2DModel", streams::flux2),
    ("SD3Transformer2DModel", streams::sd3),
    ("QwenImageTransformer2DModel", streams::qwen),
    ("CogVideoXTransformer3DModel", streams::cogvideo),
    ("HunyuanVideoTransformer3DModel", streams::hunyuan),
    ("PixArtTransformer2DModel", cross::pixart),
    ("WanTransformer3DModel", cross::wan),
    ("LTXVideoTransformer3DModel", cross::ltx),
    ("SanaTransformer2DModel", further::sana),
    ("ZImageTransformer2DModel", further::zimage),
    ("Lumina2Transformer2DModel", further::lumina),
    ("HiDreamImageTransformer2DModel", further::hidream),
    ("MochiTransformer3DModel", further::mochi),
    ("HunyuanVideo15Transformer3DModel", further::hunyuan),
    ("CogView4Transformer2DModel", further::cogview),
    ("CogView3PlusTransformer2DModel", further::cogview),
    ("ChromaTransformer2DModel", further::chroma),
    ("AuraFlowTransformer2DModel", further::aura),
    ("Kandinsky5Transformer3DModel", apart::kandinsky),
    ("CosmosTransformer3DModel", apart::cosmos),
];

/// Parts of a pipeline that read the prompt, in the order of their numbers.
const READERS: [&str; 5] = [
    "text_encoder",
    "text_encoder_2",
    "text_encoder_3",
    "text_encoder_4",
    "image_encoder",
];

/// The class of a config of diffusers.
fn class(value: &Value) -> Option<&str> {
    value.get("_class_name")?.as_str()
}

/// The class of a config of transformers.
fn architecture(value: &Value) -> Option<&str> {
    value.get("architectures")?.get(0)?.as_str()
}

/// Whether one of these is a part of a pipeline.
pub(super) fn is_one(all: &[Value]) -> bool {
    all.iter().any(|value| class(value).is_some())
}

/// The class of a part that the index names; `None` where the pipeline has none.
fn wanted<'a>(index: &'a Value, part: &str) -> Option<&'a str> {
    index.get(part)?.get(1)?.as_str()
}

/// Counts a pipeline.
pub(super) fn read(all: &[Value], known: &dyn Known) -> Result<Found, Refused> {
    let named = |name: &str| all.iter().rev().find(|value| class(value) == Some(name));
    let index = all.iter().rev().find(|value| {
        let name = class(value).unwrap_or_default();
        name.ends_with("Pipeline")
    });
    let Some(index) = index else {
        return Err(Refused::Parts {
            names: "model_index.json".to_owned(),
        });
    };
    let mut gone: Vec<String> = Vec::new();
    let part = if wanted(index, "unet").is_some() {
        "unet"
    } else {
        "transformer"
    };
    let name = wanted(index, part).ok_or_else(|| missing("transformer"))?;
    let count = DENOISERS.iter().find(|(class, _)| *class == name);
    let (_, count) = count.ok_or_else(|| family(name))?;
    let denoiser = named(name);
    if denoiser.is_none() {
        gone.push(format!("{part}/config.json"));
    }
    let coder = wanted(index, "vae").ok_or_else(|| missing("vae"))?;
    let decoder = named(coder);
    if decoder.is_none() {
        gone.push("vae/config.json".to_owned());
    }
    let read = readers(all, index, &mut gone);
    let Some((denoiser, decoder)) = denoiser.zip(decoder).filter(|_| gone.is_empty()) else {
        return Err(Refused::Parts {
            names: gone.join(", "),
        });
    };
    let (mut denoiser, released) = count(Fields(denoiser))?;
    if wanted(index, "transformer_2").is_some() {
        denoiser.count = 2;
    }
    let decoder = decoder::read(Fields(decoder), coder, known)?;
    let mut encoders = [None; MOST_ENCODERS];
    let [_, longest] = released.tokens;
    for (place, config) in encoders.iter_mut().zip(read) {
        *place = Some(encoder::read(config, longest)?);
    }
    let pipeline = Counted::Pipeline(Pipeline {
        denoiser,
        encoders,
        decoder,
        text_tokens: released.tokens[0],
        guiding: released.guiding,
        video: released.video,
        resolution: released.resolution,
        frames: released.frames,
        steps: released.steps,
    });
    let counted = pipeline.checked().ok_or(Refused::NoWork)?;
    Ok(Found {
        counted,
        notes: vec![Note::Released, Note::Shape],
        // Each of its files is called alike; the index says which pipeline it is.
        name: class(index)
            .and_then(|name| name.strip_suffix("Pipeline"))
            .filter(|name| !name.is_empty())
            .map(shorten),
    })
}

/// The configs of what reads prompts, one of each class as often as the index wants it.
fn readers<'a>(all: &'a [Value], index: &Value, gone: &mut Vec<String>) -> Vec<&'a Value> {
    let mut used = vec![false; all.len()];
    let mut found = Vec::new();
    for part in READERS {
        let Some(name) = wanted(index, part) else {
            continue;
        };
        let mut fits = all.iter().zip(&mut used).filter(|(value, used)| {
            !**used && architecture(value).is_some_and(|made| made == name)
        });
        if let Some((value, used)) = fits.next() {
            *used = true;
            found.push(value);
        } else {
            gone.push(format!("{part}/config.json"));
        }
    }
    found
}

fn family(name: &str) -> Refused {
    Refused::Family {
        name: shorten(name),
    }
}

/// What transformers that denoise are counted to, in widths, layers and tokens.
struct Dit {
    width: f64,
    heads: f64,
    layers: f64,
    parameters: f64,
    /// Operations of an image's token, of a text's, and of neither.
    linear: [f64; 3],
    attention: AttentionForm,
    /// Bytes of an image's and a text's token, in layers and widths.
    traffic: [f64; 2],
    /// Bytes alive of either, in widths.
    alive: [f64; 2],
    /// Kernels of products, of attention and of all else in a layer.
    kernels: [f64; 3],
    patch: [u32; 3],
}

impl Dit {
    fn denoiser(self) -> Denoiser {
        let [image, text, constant] = self.linear;
        let [moved, read] = self.traffic.map(|each| each * self.layers * self.width);
        let [most, more] = self.alive.map(|each| each * self.width);
        Denoiser {
            parameters: self.parameters,
            count: 1,
            linear: Form {
                image,
                text,
                constant,
            },
            attention: self.attention,
            traffic: Form {
                image: moved,
                text: read,
                constant: 0.0,
            },
            alive: Form {
                image: most,
                text: more,
                constant: 0.0,
            },
            kernels: self
                .kernels
                .map(|each| super::rounded(each * self.layers + 7.0)),
            convolutions: 0.0,
            heads: Some(super::rounded(self.heads)),
            patch: self.patch,
            reference: 0.0,
        }
    }
}

/// Parameters of the layers that read a number and the time as vectors: two products each.
fn embedded(from: f64, width: f64) -> f64 {
    from * width + width * width + 2.0 * width
}

/// Vectors of the time before they are read.
const TIME: f64 = 256.0;
