//! What measurements call a model, an accelerator, a format or an engine, and the
//! catalogue's name for it: `data/measured/names.json`. A model stands for
//! another of the same shape.

use estimator::engine::Engine;
use estimator::hardware::Accelerator;
use estimator::model::Model;
use estimator::precision::{KvFormat, WeightFormat};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    models: BTreeMap<String, String>,
    accelerators: BTreeMap<String, String>,
    weights: BTreeMap<String, String>,
    /// Formats of models that are published in one alone, whatever a table prints.
    only_weights: BTreeMap<String, String>,
    caches: BTreeMap<String, String>,
    engines: BTreeMap<String, String>,
    /// Logged runs that are no measure of the estimate, and why.
    doubtful_runs: BTreeMap<String, String>,
    /// Published series that are not, and why.
    doubtful_series: Vec<Series>,
}

/// A series of published figures, by how its source and version begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Series {
    source: String,
    version: String,
    #[serde(default)]
    except: Vec<String>,
    why: String,
}

/// Read once; an unreadable file maps nothing, which every test of it notices.
static NAMES: LazyLock<Option<Names>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/measured/names.json")).ok());

fn catalogued(pick: fn(&Names) -> &BTreeMap<String, String>, printed: &str) -> &str {
    let known = NAMES.as_ref().and_then(|names| pick(names).get(printed));
    known.map_or(printed, String::as_str)
}

pub(super) fn model(printed: &str) -> Option<Model> {
    catalog::model(catalogued(|names| &names.models, printed))
}

pub(super) fn accelerator(printed: &str) -> Option<Accelerator> {
    let id = catalogued(|names| &names.accelerators, printed);
    catalog::accelerator(id).map(|record| record.accelerator.clone())
}

/// The format of a model's weights that `printed` means on `engine`.
pub(super) fn weights(printed: &str, model: &Model, engine: Engine) -> Option<WeightFormat> {
    let only = NAMES
        .as_ref()
        .and_then(|names| names.only_weights.get(&model.id));
    match only {
        // llama.cpp's files are converted once more.
        Some(only) if engine != Engine::LlamaCpp => WeightFormat::from_id(only),
        _ => WeightFormat::from_id(catalogued(|names| &names.weights, printed)),
    }
}

pub(super) fn cache(printed: &str) -> Option<KvFormat> {
    KvFormat::from_id(catalogued(|names| &names.caches, printed))
}

pub(super) fn engine(printed: &str) -> Option<Engine> {
    Engine::from_id(catalogued(|names| &names.engines, printed))
}

/// Why a logged run is doubtful, if it is.
pub(super) fn doubt_of_run(run: &str) -> Option<&'static str> {
    let why = NAMES.as_ref()?.doubtful_runs.get(run)?;
    Some(why)
}

/// Why a published series is doubtful, if it is.
pub(super) fn doubt_of_series(source: &str, version: &str) -> Option<&'static str> {
    let series = &NAMES.as_ref()?.doubtful_series;
    let found = series.iter().find(|series| {
        let excepted = series.except.iter().any(|name| version.starts_with(name));
        source.starts_with(&series.source) && version.starts_with(&series.version) && !excepted
    })?;
    Some(&found.why)
}
