//! Measurements' names of a model, an accelerator, a format or an engine, and the catalogue's:
//! `data/measured/names.json`. A model stands for another of the same shape.

use super::throughput::Kind;
use estimator::engine::Engine;
use estimator::hardware::{Accelerator, Architecture};
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
    /// Series whose prompts are no measure of it, and why.
    doubtful_prompts: Vec<Series>,
    /// Series whose every rank attends for requests of its own and shares out the experts,
    /// whatever parallelism is printed, and where that is said.
    spread_series: Vec<Series>,
    /// Series whose benchmark works its settings out, and where that is said.
    tuned_series: Vec<Series>,
    /// Series whose steps are captured in sizes that are listed, and filled up to them.
    captured_series: Vec<Series>,
    /// Series with another cache than is printed, and where that is said.
    cache_series: Vec<CacheSeries>,
    /// Tokens that llama.cpp computes at once, by source, where that is not the default.
    micro_batches: BTreeMap<String, u32>,
    /// Requests of a run, by source and by lengths of prompt and answer.
    requests: BTreeMap<String, BTreeMap<String, f64>>,
}

/// A series of published figures, by how its source and version begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Series {
    source: String,
    version: String,
    #[serde(default)]
    except: Vec<String>,
    /// How the models' ids begin; none for all.
    #[serde(default)]
    models: Vec<String>,
    why: String,
}

impl Series {
    fn holds(&self, source: &str, version: &str) -> bool {
        let excepted = self.except.iter().any(|name| version.starts_with(name));
        source.starts_with(&self.source) && version.starts_with(&self.version) && !excepted
    }

    fn holds_of(&self, source: &str, version: &str, model: &Model) -> bool {
        let named = self.models.iter().any(|name| model.id.starts_with(name));
        self.holds(source, version) && (named || self.models.is_empty())
    }
}

/// A series with another cache than is printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CacheSeries {
    series: Series,
    architecture: Architecture,
    cache: KvFormat,
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

/// Why a published series of some `kind` of figure is doubtful, if it is.
pub(super) fn doubt_of_series(kind: Kind, source: &str, version: &str) -> Option<&'static str> {
    let names = NAMES.as_ref()?;
    let prompts: &[Series] = match kind {
        Kind::Prompt => &names.doubtful_prompts,
        Kind::SingleStream | Kind::OfflineMaximum => &[],
    };
    let mut series = names.doubtful_series.iter().chain(prompts);
    let found = series.find(|series| series.holds(source, version))?;
    Some(&found.why)
}

/// Whether the ranks of a published series attend for requests of their own.
pub(super) fn is_spread(source: &str, version: &str, model: &Model) -> bool {
    NAMES.as_ref().is_some_and(|names| {
        let mut series = names.spread_series.iter();
        series.any(|series| series.holds_of(source, version, model))
    })
}

/// Whether the benchmark of a published series works its settings out.
pub(super) fn is_tuned(source: &str, version: &str) -> bool {
    NAMES.as_ref().is_some_and(|names| {
        let mut series = names.tuned_series.iter();
        series.any(|series| series.holds(source, version))
    })
}

/// Whether steps of a published series run in captured sizes.
pub(super) fn is_captured(source: &str, version: &str) -> bool {
    NAMES.as_ref().is_some_and(|names| {
        let mut series = names.captured_series.iter();
        series.any(|series| series.holds(source, version))
    })
}

/// The cache of a published series that differs from the one printed.
pub(super) fn cache_of_series(
    source: &str,
    version: &str,
    model: &Model,
    chip: &Accelerator,
) -> Option<KvFormat> {
    let found = NAMES.as_ref()?.cache_series.iter().find(|one| {
        one.architecture == chip.architecture && one.series.holds_of(source, version, model)
    })?;
    Some(found.cache)
}

/// Tokens that runs of `source` compute at once, where it says another number than the default.
pub(super) fn micro_batch(source: &str) -> Option<u32> {
    NAMES.as_ref()?.micro_batches.get(source).copied()
}

/// Requests of a run of `source` with such prompts and answers, where it says how many.
pub(super) fn requests(source: &str, prompt: &str, answer: &str) -> Option<f64> {
    let runs = NAMES.as_ref()?.requests.get(source)?;
    runs.get(&format!("{prompt}/{answer}")).copied()
}
