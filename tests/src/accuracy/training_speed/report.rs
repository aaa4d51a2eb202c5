//! The section "Training speed": errors in sample, and on rows a fit has not seen.

use super::fit::{expected, fit, mixture};
use super::row::{Kind, Row};
use crate::accuracy::report::{HEADING, ratio_line};
use estimator::serving::summary::Ratio;
use estimator::training::constants::Constants;
use std::collections::BTreeMap;

/// A row with its estimate over the measurement.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    /// The row.
    pub row: &'a Row,
    /// The ratio.
    pub ratio: Ratio,
}

/// Rows as the product estimates them, with the bands it states.
#[must_use]
pub fn in_product(rows: &[Row]) -> Vec<Judged<'_>> {
    rows.iter()
        .filter_map(|row| {
            let speed = row.speed(&Constants::FITTED)?;
            let estimated = speed.tokens.get();
            Some(Judged {
                row,
                ratio: Ratio {
                    value: estimated / row.measured,
                    inside: Some(speed.band.holds(estimated, row.measured)),
                },
            })
        })
        .collect()
}

/// The fold that a row is left out with: its source, or the model of a mixture.
#[must_use]
pub fn fold(row: &Row) -> &str {
    if row.kind == Kind::Mixture {
        mixture(row)
    } else {
        row.group
            .strip_prefix("llm-foundry")
            .map_or(row.group.as_str(), |_| "llm-foundry")
    }
}

/// Rows as fits without them estimate them.
#[must_use]
pub fn left_out(rows: &[Row]) -> Vec<Judged<'_>> {
    let start = expected(&Constants::FITTED);
    let fitted = |row: &&Row| matches!(row.kind, Kind::Dense | Kind::Mixture);
    let mut folds: BTreeMap<(Kind, &str), Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(fitted) {
        folds.entry((row.kind, fold(row))).or_default().push(row);
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = folds
            .iter()
            .map(|((kind, name), members)| {
                let start = &start;
                scope.spawn(move || {
                    let constants = fit(start, rows, |row| row.kind != *kind || fold(row) != *name);
                    members
                        .iter()
                        .filter_map(|row| {
                            let value = row.ratio(&constants)?;
                            Some(Judged {
                                row,
                                ratio: Ratio {
                                    value,
                                    inside: None,
                                },
                            })
                        })
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        running
            .into_iter()
            .filter_map(|fold| fold.join().ok())
            .flatten()
            .collect()
    })
}

const KINDS: [(Kind, Option<Kind>, &str); 6] = [
    (Kind::Dense, Some(Kind::Dense), "dense"),
    (Kind::Mixture, Some(Kind::Mixture), "mixture of experts"),
    (Kind::Sft, None, "instructions, all weights; never fitted"),
    (Kind::Adapters, None, "adapters on NVIDIA; never fitted"),
    (Kind::Adapters, Some(Kind::Dense), "adapters on AMD; fitted"),
    (Kind::Images, None, "encoders of images; never fitted"),
];

/// Lines by kind, then by group.
#[must_use]
pub fn lines(heading: &str, judged: &[Judged<'_>]) -> String {
    let mut text = String::new();
    for (kind, fitted, name) in KINDS {
        let of_kind = judged
            .iter()
            .filter(|one| one.row.kind == kind && one.row.fitted_as() == fitted);
        let ratios: Vec<Ratio> = of_kind.map(|one| one.ratio).collect();
        ratio_line(&mut text, (heading, name), "tokens/s", &ratios);
    }
    let mut groups: BTreeMap<(Kind, &str), Vec<Ratio>> = BTreeMap::new();
    for one in judged {
        groups
            .entry((one.row.kind, fold(one.row)))
            .or_default()
            .push(one.ratio);
    }
    for ((_, group), ratios) in groups {
        ratio_line(&mut text, (heading, group), "tokens/s", &ratios);
    }
    text
}

/// The share of the peak that sources print, by group.
#[must_use]
pub fn utilization(rows: &[Row]) -> BTreeMap<&str, Vec<Ratio>> {
    let mut groups: BTreeMap<&str, Vec<Ratio>> = BTreeMap::new();
    for row in rows {
        if let Some(value) = row.utilization_ratio(&Constants::FITTED) {
            let inside = None;
            let ratio = Ratio { value, inside };
            groups.entry(&row.group).or_default().push(ratio);
        }
    }
    groups
}

fn utilization_lines(rows: &[Row]) -> String {
    let mut text = String::new();
    let groups = utilization(rows);
    let all: Vec<Ratio> = groups.values().flatten().copied().collect();
    ratio_line(&mut text, ("in sample", "all that print it"), "MFU", &all);
    for (group, ratios) in &groups {
        ratio_line(&mut text, ("in sample", group), "MFU", ratios);
    }
    text
}

/// The section of `docs/accuracy.md`: rows, and a sentence for each line left out.
#[must_use]
pub fn section((rows, problems): &(Vec<Row>, Vec<String>)) -> String {
    format!(
        "\n## Training speed\n\n\
         {} published runs (`training_speed.csv`, `training_mlperf.csv`, \
         `training_vision.csv`), in tokens a second \
         of one accelerator. In sample by the product's constants; and as a fit estimates \
         them that has not seen their source (dense models; llm-foundry's tables as one) or \
         their model (mixtures). MFU, where a source prints it, attention's whole square counted as \
         there; what else sources count, as positions that are learned, is not. Priors of \
         the fit stand in `training_speed/fit.rs`. Left out: {}.\n\n\
         {HEADING}{}{}{}",
        rows.len(),
        reasons(problems),
        lines("in sample", &in_product(rows)),
        utilization_lines(rows),
        lines("its source or model left out", &left_out(rows)),
    )
}

/// How many lines were left out for each reason, the most frequent first.
fn reasons(problems: &[String]) -> String {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for sentence in problems {
        let reason = sentence.rsplit_once(": ").map_or("", |(_, reason)| reason);
        *counted.entry(reason).or_default() += 1;
    }
    let mut order: Vec<(&str, usize)> = counted.into_iter().collect();
    order.sort_by_key(|(reason, count)| (usize::MAX - count, *reason));
    order
        .into_iter()
        .map(|(reason, count)| format!("{count} ({reason})"))
        .collect::<Vec<_>>()
        .join(", ")
}
