//! The words of the page for a measurement.

use super::filter::Shown;
use super::point::Point;
use crate::i18n::{Msg, integer, percent, say, text};
use crate::serving::answer::engine_name;
use catalog::measured::{Difference, Doubt};
use estimator::engine::Engine;
use estimator::placement::Placement;
use estimator::serving::summary::{Ratio, Summary};

/// Why a measurement is doubtful.
pub(super) const fn doubt(reason: Doubt) -> Msg {
    match reason {
        Doubt::Speculation => Msg::DoubtSpeculation,
        Doubt::GroupedStreaming => Msg::DoubtGrouped,
        Doubt::MissingSlot => Msg::DoubtSlot,
        Doubt::ColdStart => Msg::DoubtCold,
        Doubt::Concurrency => Msg::DoubtConcurrency,
        Doubt::Contradictory => Msg::DoubtContradictory,
        Doubt::Label => Msg::DoubtLabel,
    }
}

/// Hardware, engine, format and parallelism; names, not words.
pub(super) struct Spread<'a> {
    pub(super) accelerators: u32,
    pub(super) chip: &'a str,
    pub(super) engine: &'a str,
    /// Empty where it is not known.
    pub(super) version: &'a str,
    pub(super) weights: &'a str,
    pub(super) placement: Placement,
}

/// An engine by its own name; its id where it is new here.
pub(super) fn engine(id: &str) -> &str {
    match Engine::from_id(id) {
        Some(engine) => engine_name(engine),
        None => id,
    }
}

/// A spread in one line.
pub(super) fn spread(of: &Spread<'_>) -> String {
    let engine = [engine(of.engine), of.version].join(" ");
    let hardware = format!("{} × {}", of.accelerators, of.chip);
    let placement = of.placement;
    let degrees = [
        ("TP", placement.tensor),
        ("PP", placement.pipeline),
        ("DP", placement.data),
        ("EP", placement.expert),
    ];
    let degrees = degrees
        .into_iter()
        .filter(|(_, degree)| *degree > 1)
        .map(|(name, degree)| format!("{name} {degree}"));
    [
        hardware,
        engine.trim_end().to_owned(),
        of.weights.to_owned(),
    ]
    .into_iter()
    .chain(degrees)
    .collect::<Vec<_>>()
    .join(text(Msg::ListComma))
}

/// A measurement's spread.
pub(super) fn spread_of(point: &Point) -> String {
    let row = point.row;
    spread(&Spread {
        accelerators: row.accelerators.into(),
        chip: &point.chip,
        engine: row.engine,
        version: row.version,
        weights: row.weights,
        placement: Placement {
            tensor: row.tensor.into(),
            pipeline: row.pipeline.into(),
            expert: row.expert.into(),
            data: row.data.into(),
        },
    })
}

/// Requests at once and their lengths.
pub(super) fn load(users: f64, input: f64, output: f64) -> String {
    say::accuracy_load_value(&integer(input), &integer(output), &integer(users))
}

/// A measurement's load.
pub(super) fn load_of(point: &Point) -> String {
    let row = point.row;
    load(
        row.users.into(),
        row.input_tokens.into(),
        row.output_tokens.into(),
    )
}

/// The differences, in words.
pub(super) fn differences(differs: &[Difference]) -> String {
    let word = |difference: &Difference| {
        text(match difference {
            Difference::Model => Msg::Model,
            Difference::Accelerator => Msg::ColAccelerator,
            Difference::Engine => Msg::Engine,
            Difference::Weights => Msg::Weights,
            Difference::Cache => Msg::KvCache,
            Difference::Prefix => Msg::PrefixHits,
            Difference::Drafts => Msg::PartDrafter,
            Difference::Adapters => Msg::PartAdapters,
            Difference::Spread => Msg::DiffersSpread,
            Difference::Users => Msg::DiffersUsers,
            Difference::Lengths => Msg::DiffersLengths,
        })
    };
    if differs.is_empty() {
        return text(Msg::AccuracySame).to_owned();
    }
    let words: Vec<&str> = differs.iter().map(word).collect();
    words.join(text(Msg::ListComma))
}

/// How far the estimates are off, in a sentence; nothing of nothing.
pub(super) fn errors(shown: &[Shown]) -> Option<String> {
    let ratios: Vec<Ratio> = shown.iter().map(|one| one.pair.ratio()).collect();
    let summary = Summary::of(&ratios)?;
    Some(say::accuracy_errors(
        &percent(summary.inside.unwrap_or_default()),
        &percent(summary.median),
        &percent(summary.p90),
        &integer(summary.count as f64),
    ))
}
