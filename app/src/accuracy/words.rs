//! What the page says of a measurement.

use super::filter::Shown;
use super::point::Point;
use crate::i18n::{Msg, integer, percent, say, text};
use catalog::measured::Doubt;
use estimator::summary::{Ratio, Summary};

/// Why a measurement is doubtful.
pub(super) const fn doubt(reason: Doubt) -> Msg {
    match reason {
        Doubt::Speculation => Msg::DoubtSpeculation,
        Doubt::GroupedStreaming => Msg::DoubtGrouped,
        Doubt::MissingSlot => Msg::DoubtSlot,
        Doubt::ColdStart => Msg::DoubtCold,
        Doubt::Concurrency => Msg::DoubtConcurrency,
        Doubt::Contradictory => Msg::DoubtContradictory,
    }
}

/// Hardware, engine, formats and parallelism; names, not words.
pub(super) fn spread(point: &Point) -> String {
    let row = point.row;
    let engine = [row.engine, row.version].join(" ");
    let hardware = format!("{} × {}", row.accelerators, point.chip);
    let degrees = [("TP", row.tensor), ("DP", row.data), ("EP", row.expert)];
    let degrees = degrees
        .into_iter()
        .filter(|(_, degree)| *degree > 1)
        .map(|(name, degree)| format!("{name} {degree}"));
    [
        hardware,
        engine.trim_end().to_owned(),
        row.weights.to_owned(),
    ]
    .into_iter()
    .chain(degrees)
    .collect::<Vec<_>>()
    .join(text(Msg::ListComma))
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
