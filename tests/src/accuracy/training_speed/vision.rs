//! Encoders of images on one consumer card: timm's own training benchmark,
//! `data/measured/training_vision.csv`, and the shapes that its models' names stand for.

use super::row::{Kind, Row, chip, named};
use estimator::import::config_json;
use estimator::training::method::{Loss, Method, Optimizer, Precision, Stack};
use estimator::training::{Job, Layout};
use serde::Deserialize;
use serde_json::json;

/// The file: the rows in the usual memory layout; those of the other differ by 1 %.
pub(super) const PRINTED: &str = include_str!("../../../data/measured/training_vision.csv");

/// The card that all of it ran on.
const CARD: &str = "nvidia-rtx-3090";

/// A row. Columns from `width` on are ours.
#[derive(Deserialize)]
pub(super) struct Timed {
    model: String,
    train_samples_per_sec: f64,
    train_batch_size: u32,
    train_img_size: u32,
    param_count: f64,
    width: Option<u32>,
    layers: Option<u32>,
    heads: Option<u32>,
    patch: Option<u32>,
    /// Tokens beside the patches and the class, as of distilled models.
    further: Option<u32>,
    left_out: String,
}

impl Timed {
    /// Mixed 16-bit precision with plain attention (PyTorch 1.12 had no other), momentum,
    /// the whole batch at once.
    pub(super) fn row(&self) -> Result<Row, String> {
        if !self.left_out.is_empty() {
            return Err(format!("{}: {}", self.model, self.left_out));
        }
        let file = json!({
            "model_type": "vit",
            "hidden_size": named(self.width, "width")?,
            "num_hidden_layers": named(self.layers, "layers")?,
            "num_attention_heads": named(self.heads, "heads")?,
            "image_size": self.train_img_size,
            "patch_size": named(self.patch, "patch")?,
        });
        let object = file.as_object().ok_or("no object")?;
        let model = config_json::trainable_from_object(object);
        let model = model.map_err(|why| format!("{why:?}"))?.model;
        let counted = estimator::parameters::count(&model).total;
        let printed = self.param_count * 1e6;
        if (counted / printed - 1.0).abs() > 0.02 {
            return Err(format!("{}: {counted} parameters", self.model));
        }
        let sequence = named(model.max_context, "image")? + named(self.further, "tokens")?;
        let job = Job {
            model,
            method: Method::Full,
            precision: Precision::Fp16Mixed,
            optimizer: Optimizer::Sgd,
            stack: Stack::HuggingFace,
            sequence,
            global_batch: self.train_batch_size,
            tokens: 1e9,
            loss: Loss::Plain,
            flash: false,
            dropout: false,
            reference: false,
            scratch: false,
            packed: 1.0,
        };
        Ok(Row {
            group: "timm".to_owned(),
            model: self.model.clone(),
            kind: Kind::Images,
            job,
            chip: chip(CARD)?,
            layout: Layout {
                micro_batch: self.train_batch_size,
                ..Layout::SINGLE
            },
            measured: self.train_samples_per_sec * f64::from(sequence),
            utilization: None,
        })
    }
}
