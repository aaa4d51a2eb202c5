//! The models to choose from, as the field lists them.

use crate::control::Found;
use crate::i18n::{Msg, compact, number, say, text};
use catalog::ModelEntry;
use catalog::search::find_models;
use estimator::choice::ModelChoice;
use estimator::decimal;
use estimator::import::plain;

/// What the id of a size begins with.
const SIZED: char = '=';

/// How many finds are listed.
const FINDS: usize = 12;

/// How the finds for a text are found; encoders among them where they can be meant.
pub(crate) const fn finder(encoders: bool) -> fn(&str) -> Vec<Found> {
    if encoders {
        |typed| find(typed, true)
    } else {
        |typed| find(typed, false)
    }
}

/// The model that a find stands for, by its id: a size, or one of the catalogue.
pub(crate) fn found(id: String) -> ModelChoice {
    match id.strip_prefix(SIZED).and_then(decimal::parse) {
        Some(billions) => ModelChoice::Plain(billions),
        None => ModelChoice::Catalog(id),
    }
}

/// The finds for a text: a size in words first, then the catalogue.
fn find(typed: &str, encoders: bool) -> Vec<Found> {
    let sized = plain::billions(typed).map(|billions| Found {
        id: format!("{SIZED}{billions}"),
        name: say::model_sized(&say::unit_billion(&number(billions))),
        detail: String::new(),
        unverified: false,
    });
    let listed = find_models(typed, FINDS, encoders)
        .into_iter()
        .map(|entry| Found {
            id: entry.id.to_owned(),
            name: entry.name.to_owned(),
            detail: shape_of(entry),
            unverified: !entry.verified,
        });
    sized.into_iter().chain(listed).collect()
}

/// Parameters and context of a model of the catalogue.
fn shape_of(entry: &ModelEntry) -> String {
    let billions = |count: f64| say::unit_billion(&number(count / 1e9));
    let total = billions(entry.parameters);
    let size = if entry.active_parameters < 0.9 * entry.parameters {
        say::model_active(&billions(entry.active_parameters), &total)
    } else {
        total
    };
    match entry.max_context {
        Some(context) => say::model_shape(&binary(context), &size),
        None => size,
    }
}

/// A context length as model cards print it: `128k` of 131,072.
fn binary(tokens: u32) -> String {
    if tokens >= 1 << 20 {
        compact(f64::from(tokens))
    } else if tokens.is_multiple_of(1024) {
        format!("{}k", tokens / 1024)
    } else {
        compact(f64::from(tokens))
    }
}

/// The detail beside a chosen model.
pub(super) fn detail_of(choice: &ModelChoice) -> String {
    match choice {
        ModelChoice::Catalog(id) => catalog::entry(id).map(shape_of).unwrap_or_default(),
        ModelChoice::Plain(_) => String::new(),
        ModelChoice::Custom(_) => text(Msg::ModelOwn).to_owned(),
    }
}

/// Whether every fact about a chosen model that matters has a source; a user's
/// own model is the user's word.
pub(super) fn is_verified(choice: &ModelChoice) -> bool {
    match choice {
        ModelChoice::Catalog(id) => catalog::entry(id).is_none_or(|entry| entry.verified),
        ModelChoice::Plain(_) | ModelChoice::Custom(_) => true,
    }
}
