//! Remarks on a file beside its shape: the model's name, guesses, and where the published total
//! differs.

use super::fields::Fields;
use crate::error::Unreadable;
use crate::import::{Note, bad, shorten};
use crate::model::Model;
use crate::parameters;
use serde_json::Value;

/// A name to show: where the file was made from, else the family.
pub(super) fn identity(text: &Fields<'_>, name: &str) -> String {
    let made_from = text
        .anywhere(&["_name_or_path"])
        .and_then(Value::as_str)
        .unwrap_or_default();
    // A path of somebody's machine says less than its last part.
    let local =
        made_from.starts_with(['/', '.', '~']) || made_from.matches(['/', '\\']).count() > 1;
    let shown = if local {
        made_from
            .trim_end_matches(['/', '\\'])
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default()
    } else {
        made_from
    };
    shorten(
        [shown, name, "custom"]
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default(),
    )
}

/// Fields that an unfamiliar family's file leaves out, and whose usual value was taken.
pub(super) fn guessed(text: &Fields<'_>) -> impl Iterator<Item = Note> {
    const USUAL: [&[&str]; 4] = [
        &["tie_word_embeddings", "tie_embeddings", "weight_tying"],
        &[
            "num_key_value_heads",
            "num_kv_heads",
            "n_head_kv",
            "kv_lora_rank",
        ],
        &[
            "head_dim",
            "attention_head_dim",
            "kv_channels",
            "kv_lora_rank",
        ],
        &[
            "hidden_act",
            "activation_function",
            "hidden_activation",
            "mlp_hidden_act",
        ],
    ];
    USUAL
        .into_iter()
        .filter(|names| text.anywhere(names).is_none())
        .filter_map(|names| names.first())
        .map(|name| Note::Assumed {
            field: (*name).to_owned(),
        })
}

/// Takes the published total for parts that the count does not cover.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn published(
    whole: &Fields<'_>,
    model: &mut Model,
    notes: &mut Vec<Note>,
) -> Result<(), Unreadable> {
    let Some((name, value)) = whole.find(&["params"]) else {
        return Ok(());
    };
    let total = value
        .as_f64()
        .filter(|total| (1.0..=1e14).contains(total))
        .ok_or_else(|| bad(name))?;
    let counted = parameters::count(model).total;
    if (total / counted - 1.0).abs() > 0.01 {
        notes.push(Note::PublishedDiffers {
            published: total as u64,
            counted: counted as u64,
        });
    }
    if total > counted * 1.01 {
        model.other_parameters = model
            .other_parameters
            .saturating_add((total - counted) as u64);
    }
    Ok(())
}
