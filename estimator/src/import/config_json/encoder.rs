//! Encoders of text and of images (BERT, `ViT`): nothing to serve here, but models that
//! are fine-tuned every day.
//!
//! A transformer whose tokens all see each other, with learned positions. Beside its
//! layers BERT has two segment vectors and a pooling matrix `h^2`, a `ViT` a projection of
//! its patches `c p^2 h`. A vocabulary is one of words; of a `ViT` its classes.

use super::fields::Fields;
use super::{details, feed_forward};
use crate::error::Unreadable;
use crate::import::bounds::{self, MOST_LAYERS};
use crate::import::{Imported, bad, missing, shorten};
use crate::model::{Attention, AttentionLayers, Block, DenseLayers, Model};

/// Encoders of text.
const TEXT: &[&str] = &["bert", "roberta", "xlm-roberta", "electra"];
/// Encoders of images.
const IMAGES: &[&str] = &["vit", "dinov2"];
/// Classes of `ImageNet`, where a file names none.
const CLASSES: u32 = 1000;

/// Whether `name` is an encoder that can be read.
pub(super) fn is_known(name: &str) -> bool {
    TEXT.contains(&name) || IMAGES.contains(&name)
}

/// Reads one.
pub(super) fn read(f: &Fields<'_>, name: &str) -> Result<Imported, Unreadable> {
    let images = IMAGES.contains(&name);
    let hidden = f.need(&["hidden_size"])?;
    let layers = f.need(&["num_hidden_layers"])?;
    let heads = f.need(&["num_attention_heads"])?;
    if heads == 0 || hidden < heads {
        return Err(bad("num_attention_heads").into());
    }
    if layers == 0 || layers > MOST_LAYERS {
        return Err(bad("num_hidden_layers").into());
    }
    let width = f.count_or(&["intermediate_size"], hidden.saturating_mul(4))?;
    let (positions, beside) = if images {
        let image = f.need(&["image_size"])?;
        let patch = f.need(&["patch_size"])?;
        let side = image
            .checked_div(patch)
            .ok_or_else(|| missing("patch_size"))?;
        let colours = f.count_or(&["num_channels"], 3)?;
        let patches = side.saturating_mul(side).saturating_add(1);
        let pixels = u64::from(colours) * u64::from(patch) * u64::from(patch);
        (patches, pixels.saturating_mul(u64::from(hidden)))
    } else {
        let segments = u64::from(f.count_or(&["type_vocab_size"], 2)?);
        let positions = details::positions(f, name)?;
        (
            positions,
            u64::from(hidden).saturating_mul(u64::from(hidden).saturating_add(segments)),
        )
    };
    let learned = u64::from(positions).saturating_mul(u64::from(hidden));
    let head_dim = hidden / heads;
    let model = Model {
        id: shorten(f.text(&["_name_or_path"]).unwrap_or(name)),
        layers,
        hidden_size: hidden,
        vocabulary: if images {
            f.count_or(&["num_labels"], CLASSES)?
        } else {
            f.need(&["vocab_size"])?
        },
        tied_embeddings: true,
        max_context: Some(positions),
        full: Some(AttentionLayers {
            layers,
            shape: Attention::Grouped {
                heads,
                kv_heads: heads,
                head_dim,
                value_dim: head_dim,
                bias: f.flag(&["qkv_bias"]).unwrap_or(true),
                gated: false,
            },
        }),
        window: None,
        recurrent: None,
        dense: vec![DenseLayers {
            layers,
            width,
            gated: feed_forward::is_swiglu(f),
        }],
        experts: None,
        borrowing: crate::model::Borrowing::default(),
        other_parameters: beside.saturating_add(learned),
        block: Block {
            learned_positions: positions,
            bidirectional: true,
            ..details::read(f, name)?
        },
    };
    bounds::check(&model)?;
    Ok(Imported {
        model,
        weights: None,
        notes: Vec::new(),
    })
}
