//! Images and sound in a serving line: tokens of the prompt, and the cost of the tower.
//!
//! A line that names a `tower` is answered with these alone: the tokens belong to the prompt
//! of the serving line (`input_tokens` counts the text alone), the tower's seconds to its
//! first token, its weights and activations to the accelerator.

use super::Facts;
use super::read;
use crate::batch::BatchError;
use crate::batch::fields::{fields, parse};
use crate::vision::encode::{Encoding, Rates};
use crate::vision::rates::{Kernels, Task};
use crate::vision::tokens::{Count, Image, Limits, Listener, Unfit, family};
use serde_json::{Map, Value, json};

/// Hidden size of the language model where none is given: of models of 8 billion.
const USUAL_WIDTH: u32 = 4096;
const MOST_IMAGES: u32 = 100_000;
const MOST_WIDTH: u32 = 1_000_000;
const MOST_SHARDS: u32 = 1024;

fields! {
    #[derive(Default)]
    struct Line {
        id: Value,
        task: Option<String>,
        tower: Option<String>,
        text_width: Option<u32>,
        accelerator: Option<String>,
        tensor_parallel: Option<u32>,
        images_per_request: Option<u32>,
        image_size: Option<String>,
        image_min_pixels: Option<f64>,
        image_max_pixels: Option<f64>,
        image_max_tiles: Option<u32>,
        audio_seconds_per_request: Option<f64>,
        encoder_parallel: Option<String>,
        image_cache_hit_rate: Option<f64>,
        explain: Option<bool>,
    }
}

impl From<Unfit> for BatchError {
    fn from(unfit: Unfit) -> Self {
        Self::new(unfit.part.name(), unfit.to_string())
    }
}

/// Whether a serving line asks of a tower alone.
pub(super) fn asks(line: &Value) -> bool {
    line.get("tower").is_some() && line.get("model").is_none()
}

pub(super) fn answer(value: &Value, facts: &dyn Facts) -> Result<Value, BatchError> {
    let line: Line = parse(value)?;
    let Some(name) = line.tower.as_deref() else {
        return Err(BatchError::new("tower", "missing"));
    };
    let board = read::board(line.accelerator.as_ref(), facts)?;
    let within = |field: &str, value: u32, most: u32| {
        let fine = (1..=most).contains(&value);
        fine.then_some(value)
            .ok_or_else(|| BatchError::new(field, format!("it must be from 1 to {most}")))
    };
    let width = within(
        "text_width",
        line.text_width.unwrap_or(USUAL_WIDTH),
        MOST_WIDTH,
    )?;
    let shards = within(
        "tensor_parallel",
        line.tensor_parallel.unwrap_or(1),
        MOST_SHARDS,
    )?;
    let hit = line.image_cache_hit_rate.unwrap_or(0.0);
    if !(0.0..=1.0).contains(&hit) {
        return Err(BatchError::new(
            "image_cache_hit_rate",
            "it must be from 0 to 1",
        ));
    }
    let data = match line.encoder_parallel.as_deref() {
        None | Some("weights") => false,
        Some("data") => true,
        Some(other) => {
            let message = format!("unknown encoder_parallel `{other}`");
            return Err(BatchError::new("encoder_parallel", message));
        }
    };
    let mut shown = Shown::default();
    if let Some(seconds) = line.audio_seconds_per_request {
        let listener = Listener::of(name)
            .ok_or_else(|| BatchError::new("tower", format!("`{name}` does not hear")))?;
        shown.put_intermediate("audio_tokens", listener.tokens(seconds)?);
    }
    let images = line.images_per_request.unwrap_or(0);
    if images > 0 {
        let images = within("images_per_request", images, MOST_IMAGES)?;
        let family = family(name)?;
        let size = line.image_size.as_deref();
        let size = size.ok_or_else(|| BatchError::new("image_size", "missing"))?;
        let count = family.count(Image::parse(size)?, limits(&line)?)?;
        let denoising = board.rates(Task::Denoising);
        let rates = Rates {
            products: denoising.sixteen,
            attention: denoising.attention(Kernels::Current),
            bandwidth: denoising.bandwidth,
        };
        let encoding = Encoding::of(family.tower, count, images, width);
        shown.images(&encoding, count, images);
        // Whole towers side by side share several images or tiles, not one.
        let several = images > 1 || count.tiles > 1;
        let seconds = match (data, several) {
            (false, _) => encoding.seconds(&rates, shards).get(),
            (true, true) => encoding.seconds(&rates, 1).get() / f64::from(shards),
            (true, false) => encoding.seconds(&rates, 1).get(),
        };
        let split = if data { 1 } else { shards };
        shown.memory.insert(
            "vision_weights_bytes".to_owned(),
            encoding.weights(split).get().into(),
        );
        let largest = encoding.activations(split).get();
        shown
            .memory
            .insert("vision_activation_bytes".to_owned(), largest.into());
        shown
            .performance
            .insert("vision_encode_s".to_owned(), seconds.into());
        let waited = seconds * (1.0 - hit);
        shown
            .performance
            .insert("vision_first_token_s".to_owned(), waited.into());
    } else if line.audio_seconds_per_request.is_none() {
        return Err(BatchError::new("images_per_request", "missing"));
    }
    Ok(json!({
        "memory": shown.memory,
        "performance": shown.performance,
        "intermediate": shown.intermediate,
    }))
}

fn limits(line: &Line) -> Result<Limits, BatchError> {
    let pixels = |field: &str, value: Option<f64>| {
        let whole = |pixels: f64| {
            let fine = pixels.fract() == 0.0 && (0.0..=9e15).contains(&pixels);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number that a float holds"
            )]
            let count = pixels as u64;
            fine.then_some(count)
                .ok_or_else(|| BatchError::new(field, "a whole number of pixels is needed"))
        };
        value.map(whole).transpose()
    };
    Ok(Limits {
        min_pixels: pixels("image_min_pixels", line.image_min_pixels)?,
        max_pixels: pixels("image_max_pixels", line.image_max_pixels)?,
        max_tiles: line.image_max_tiles,
    })
}

#[derive(Default)]
struct Shown {
    memory: Map<String, Value>,
    performance: Map<String, Value>,
    intermediate: Map<String, Value>,
}

impl Shown {
    fn put_intermediate(&mut self, name: &str, value: impl Into<Value>) {
        self.intermediate.insert(name.to_owned(), value.into());
    }

    fn images(&mut self, encoding: &Encoding, count: Count, images: u32) {
        self.put_intermediate("tokens_per_image", count.tokens);
        self.put_intermediate("cross_tokens", count.cross_tokens);
        self.put_intermediate("tiles", count.tiles);
        self.put_intermediate("patches", count.patches);
        let all = count.tokens.saturating_mul(u64::from(images));
        self.put_intermediate("image_tokens", all);
        self.put_intermediate("tower_linear_flops", encoding.linear.get());
        self.put_intermediate("tower_attention_flops", encoding.attention.get());
    }
}
