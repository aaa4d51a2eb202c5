//! The repositories that commands name: of a model in a format, and of the head that drafts for
//! it. That one still exists was not tested. Sources are in [`crate::provenance_json`].
//!
//! In a table of its own, beside [`crate::formats`]: a page needs it where it writes commands.

use crate::columns::Table;
use crate::formats::{draft, native_format, recorded};
use estimator::precision::WeightFormat;
use estimator::serving::command::{Drafter, Names};

// TABLE and its COLUMNS.
include!(concat!(env!("OUT_DIR"), "/checkpoints.rs"));

/// The names of a model, by id or alias, whose weights are asked about in `format`; nothing of
/// one that is not known.
#[must_use]
pub fn names(id: &str, format: WeightFormat) -> Names<'static> {
    let Some(known) = recorded(id) else {
        return Names::default();
    };
    let native = native_format(known);
    let sixteen = native.is_some_and(is_plain);
    // Engines load floats of one kind as another.
    let own = native == Some(format) || sixteen && is_plain(format);
    let published = if own {
        Some(known)
    } else {
        repository(known, if format.is_gguf() { "gguf" } else { format.id() })
    };
    Names {
        published,
        released: native.map(|_| known),
        sixteen,
        drafter: draft(known).map(|head| Drafter {
            kind: head.kind,
            checkpoint: repository(known, "draft"),
        }),
    }
}

/// Whether weights are floats of 16 or 32 bits.
const fn is_plain(format: WeightFormat) -> bool {
    matches!(
        format,
        WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16
    )
}

/// A repository by the id of the record and what it is.
fn repository(id: &str, what: &str) -> Option<&'static str> {
    Table::new(TABLE, COLUMNS).rows().find_map(|mut row| {
        let (model, kind, name) = (row.text(), row.text(), row.text());
        (model == id && kind == what).then_some(name)
    })
}
