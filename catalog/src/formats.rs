//! Which formats there are checkpoints of: the one that a model is released in, others that
//! are published, and heads that draft for it. Repositories and sources are in
//! [`crate::provenance_json`].

use crate::columns::{Row, Table};
use crate::models::canonical;
use estimator::choice::ModelChoice;
use estimator::precision::WeightFormat;
use estimator::serving::options::Speculation;
use estimator::serving::question::Question;
use estimator::support::engine_reads;
use std::sync::LazyLock;

/// A published head that drafts for a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Draft {
    /// Its kind as engines name it: `mtp` in the checkpoint itself, `eagle3` and so on.
    pub kind: &'static str,
    /// How many tokens its publisher's or an engine's recipe drafts a step.
    pub tokens: Option<u32>,
    /// The chance that one is accepted, as measured; of which task the record says.
    pub acceptance: Option<f64>,
}

impl Draft {
    /// What to assume of it: its recipe's tokens and its measured acceptance, or else what is
    /// typical.
    #[must_use]
    pub fn speculation(&self) -> Speculation {
        let typical = Speculation::TYPICAL;
        Speculation {
            draft_tokens: self.tokens.unwrap_or(typical.draft_tokens),
            acceptance: self.acceptance.unwrap_or(typical.acceptance),
        }
    }
}

/// What is known of a model.
struct Known {
    /// Its id, or an alias of one, which has formats of its own.
    id: &'static str,
    native: Option<WeightFormat>,
    /// One bit a format of [`FORMATS`], the next for GGUF.
    published: u32,
    draft: Option<Draft>,
}

/// Decimal places of an acceptance.
const ACCEPTANCE_PLACES: u32 = 3;

// TABLE, its COLUMNS, and FORMATS.
include!(concat!(env!("OUT_DIR"), "/formats.rs"));

static KNOWN: LazyLock<Vec<Known>> =
    LazyLock::new(|| Table::new(TABLE, COLUMNS).rows().map(known).collect());

fn known(mut row: Row) -> Known {
    let id = row.text();
    let native = row.text();
    let place: Option<usize> = native.parse().ok();
    let published = row.count();
    let (kind, tokens, acceptance) = (row.text(), row.count(), row.parts(ACCEPTANCE_PLACES));
    Known {
        id,
        native: place.and_then(|place| FORMATS.get(place).copied()),
        published,
        draft: (!kind.is_empty()).then(|| Draft {
            kind,
            tokens: Some(tokens).filter(|tokens| *tokens > 0),
            acceptance: Some(f64::from(acceptance) / 1e3).filter(|chance| *chance > 0.0),
        }),
    }
}

/// What is known of a model: of the very id, where an alias has formats of its own, or else
/// of the record that it is an alias of.
fn find(id: &str) -> Option<&'static Known> {
    let of = |id: &str| KNOWN.iter().find(|known| known.id.eq_ignore_ascii_case(id));
    of(id.trim()).or_else(|| of(canonical(id)?))
}

/// The format that a model is released in, by id or alias; `None` where it is not known, or
/// is none of the estimator's.
#[must_use]
pub fn native_format(id: &str) -> Option<WeightFormat> {
    find(id)?.native
}

/// The id that a model's formats are recorded by, its own or that of the record which it is an
/// alias of.
pub(crate) fn recorded(id: &str) -> Option<&'static str> {
    find(id).map(|known| known.id)
}

/// Stores the weights of a question's model as they are released. They stay as they are where
/// that is not known, and where the question's engine does not read it.
pub fn fit_weights(question: &mut Question) {
    if let ModelChoice::Catalog(id) = &question.model
        && let Some(released) = native_format(id)
        && engine_reads(question.engine.engine, released)
    {
        question.weights = released;
    }
}

/// Whether a checkpoint of the model is published in a format; `None` where no checkpoint of
/// it is known at all. The lists are not complete: `Some(false)` says that none was found.
///
/// Either kind of 16 bit stands for both, as engines load one as the other, and a repository
/// of GGUF files for every type of GGUF.
#[must_use]
pub fn is_published(id: &str, format: WeightFormat) -> Option<bool> {
    let published = find(id)?.published;
    let place = if format.is_gguf() {
        Some(FORMATS.len())
    } else {
        FORMATS.iter().position(|known| *known == format)
    };
    (published != 0).then(|| place.is_some_and(|place| published & (1 << place) != 0))
}

/// The formats that checkpoints of a model are published in, GGUF left out.
pub fn published(id: &str) -> impl Iterator<Item = WeightFormat> {
    let bits = find(id).map_or(0, |known| known.published);
    let formats = FORMATS.iter().enumerate();
    formats
        .filter(move |(place, _)| bits & (1 << place) != 0)
        .map(|(_, format)| *format)
}

/// A published head that drafts for a model, by id or alias: one whose acceptance was
/// measured where there is one.
#[must_use]
pub fn draft(id: &str) -> Option<Draft> {
    find(id)?.draft
}
