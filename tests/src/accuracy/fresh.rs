//! Latencies of publishers that no fit has read: `data/measured/serving_2026.csv`, each row with
//! the engine's release and how the publisher's pages start it. `launch` is the publisher's, not
//! the row's. Models that the catalogue has not stand in `serving_2026_models.json`, as their
//! `config.json` has them.

use super::cells::{Cells, lines};
use super::report;
use catalog::measured::scenario;
use estimator::engine::{Engine, EngineSettings};
use estimator::hardware::{Accelerator, Vendor};
use estimator::import::config_json;
use estimator::model::Model;
use estimator::placement::Placement;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::serving::estimate::estimate;
use estimator::serving::options::Speculation;
use estimator::serving::release::{Launch, Release};
use estimator::serving::report::Latency;
use estimator::serving::scenario::Scenario;
use estimator::serving::summary::{Ratio, Summary, quantile};
use estimator::workload::Load;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A measured configuration.
#[derive(Debug, Clone)]
pub struct Fresh {
    /// Its name in the file.
    pub id: String,
    /// Who published it.
    pub publisher: String,
    /// The scenario estimated.
    pub scenario: Scenario,
    /// The accelerator.
    pub chip: Accelerator,
    /// Spread how.
    pub placement: Placement,
    /// Measured time per output token, seconds.
    pub tpot: Option<f64>,
    /// Measured time to the first token, seconds: the mean, or the median where the run's
    /// start is in it.
    pub ttft: Option<f64>,
    /// Whether its publisher doubts it, as where the accelerator is not certain.
    pub doubtful: bool,
}

/// Estimate over measurement of both latencies.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    /// The row.
    pub row: &'a Fresh,
    /// Of the time per output token.
    pub tpot: Option<Ratio>,
    /// Of the time to the first.
    pub ttft: Option<Ratio>,
}

/// All rows, and a sentence for every line that is left out.
#[must_use]
pub fn read() -> (Vec<Fresh>, Vec<String>) {
    let models: BTreeMap<String, Map<String, Value>> =
        serde_json::from_str(include_str!("../../data/measured/serving_2026_models.json"))
            .unwrap_or_default();
    let mut rows = Vec::new();
    let mut left_out = Vec::new();
    for (line, cells) in lines(include_str!("../../data/measured/serving_2026.csv")) {
        match cells.and_then(|cells| row(&cells, &models)) {
            Ok(row) => rows.push(row),
            Err(problem) => left_out.push(format!("line {line}: {problem}")),
        }
    }
    (rows, left_out)
}

fn known_model(id: &str, models: &BTreeMap<String, Map<String, Value>>) -> Option<Model> {
    catalog::model(id).or_else(|| {
        let config = models.get(id)?;
        Some(config_json::from_object(config).ok()?.model)
    })
}

fn row(cells: &Cells, models: &BTreeMap<String, Map<String, Value>>) -> Result<Fresh, String> {
    let (usage, flag) = (cells.text("use"), cells.text("flag"));
    if !["latency", "single"].contains(&usage) {
        return Err(format!("not compared: {usage} {flag}"));
    }
    let engine = cells.known("engine", Engine::from_id)?;
    let model = cells.known("model", |id| known_model(id, models))?;
    let weights = cells.known("weights", WeightFormat::from_id)?;
    let cache = cells.known("kv_cache", KvFormat::from_id)?;
    let chip = cells.known("accelerator", catalog::accelerator)?;
    let launch = cells.known("launch", Launch::from_id)?;
    let settings = EngineSettings {
        release: release(engine, launch, cells),
        ..EngineSettings::new(engine)
    };
    let load = Load::Closed(cells.number("concurrency")?);
    let lengths = (
        cells.number("input_tokens")?,
        cells.number("output_tokens")?,
    );
    let mut asked = scenario(model, (weights, cache), lengths, load, settings);
    if !cells.text("draft_tokens").is_empty() {
        if cells.text("draft_acceptance").is_empty() {
            return Err("not compared: drafts of unpublished acceptance".to_owned());
        }
        asked.serving.speculation = Some(Speculation {
            draft_tokens: cells.degree("draft_tokens")?,
            acceptance: cells.number("draft_acceptance")?,
        });
    }
    // Those runs start cold, and wait for it in the mean.
    let started = flag.contains("start-up");
    let seconds = |name: &str| cells.number(name).ok().map(|value| value / 1e3);
    let mean = seconds("ttft_ms").filter(|_| !started);
    Ok(Fresh {
        id: cells.text("id").to_owned(),
        publisher: cells.text("publisher").to_owned(),
        scenario: asked,
        chip: chip.accelerator.clone(),
        placement: Placement {
            tensor: cells.degree_or_one("tensor_parallel")?,
            pipeline: cells.degree_or_one("pipeline_parallel")?,
            expert: cells.degree_or_one("expert_parallel")?,
            data: cells.degree_or_one("data_parallel")?,
        },
        tpot: seconds("tpot_ms").or_else(|| seconds("tpot_median_ms")),
        ttft: mean.or_else(|| seconds("ttft_median_ms")),
        doubtful: !flag.is_empty(),
    })
}

/// The release of a row: by its version where that is in the table, else by its date.
fn release(engine: Engine, launch: Launch, cells: &Cells) -> Release {
    let date = cells.text("engine_release_date");
    let version = cells.text("engine_version");
    let known = [(Some(version), None), (None, Some(date))]
        .into_iter()
        .find_map(|(version, month)| Release::read(engine, launch, version, month, None).ok());
    let release = known.unwrap_or(Release {
        launch,
        ..Release::SETTLED
    });
    Release {
        model: catalog::released(cells.text("model")).filter(|_| release.month.is_some()),
        ..release
    }
}

/// The product's own estimates.
#[must_use]
pub fn judged(rows: &[Fresh]) -> Vec<Judged<'_>> {
    rows.iter()
        .filter_map(|row| {
            let estimated = estimate(&row.scenario, &row.chip, row.placement)?.performance?;
            let ratio = |latency: Latency, measured: Option<f64>| {
                let (value, measured) = (latency.mean.get(), measured?);
                Some(Ratio {
                    value: value / measured,
                    inside: Some(latency.band.holds(value, measured)),
                })
            };
            Some(Judged {
                row,
                tpot: ratio(estimated.tpot, row.tpot),
                ttft: ratio(estimated.ttft, row.ttft),
            })
        })
        .collect()
}

/// The groups of a row: heading and member.
fn groups(row: &Fresh) -> [(&'static str, String); 5] {
    let release = row.scenario.engine.release;
    let class = report::class(row.scenario.model.class());
    let chip = match row.chip.vendor {
        Vendor::Nvidia if row.chip.hbm => "NVIDIA, data centre",
        Vendor::Nvidia => "NVIDIA, boards",
        Vendor::Amd if row.chip.hbm => "AMD, data centre",
        Vendor::Amd => "AMD, boards",
        _ => "others",
    };
    let worth = release.worth(
        row.scenario.engine.engine,
        (row.chip.architecture, row.chip.vendor),
        (&row.scenario.model, row.scenario.weights),
    );
    let age = match release.month {
        None => "release not said",
        Some(_) if worth.kernels > 1.05 => "young kernels",
        Some(_) => "settled kernels",
    };
    [
        ("publisher", row.publisher.clone()),
        ("launch", release.launch.id().to_owned()),
        ("family of chips", chip.to_owned()),
        ("class of model", class.to_owned()),
        ("age", age.to_owned()),
    ]
}

/// One latency of a row.
type Pick = fn(&Judged<'_>) -> Option<Ratio>;

/// Both, as tables call them.
const LATENCIES: [(&str, Pick); 2] = [("TPOT", |one| one.tpot), ("TTFT", |one| one.ttft)];

/// The section of the page.
#[must_use]
pub fn section(rows: &[Fresh], left_out: &[String]) -> String {
    let judged = judged(rows);
    let mut text = format!(
        "## Publishers that no fit has read\n\n\
         {} latencies of 2025 and 2026 (`serving_2026.csv`), by publishers whose rows no \
         constant of the step is fitted on; what a launch without a recipe is worth is set by \
         one of them, sgl-cookbook. The release and the launch are said, as a user would. \
         Doubtful: rows whose accelerator is not certain, or whose start lies in the run. \
         Left out: {}.\n\n{}",
        rows.len(),
        super::beside::reasons(left_out),
        report::HEADING,
    );
    let mut line = |name: (&str, &str), latency: (&str, Pick), wanted: &dyn Fn(&Fresh) -> bool| {
        let ratios: Vec<Ratio> = judged
            .iter()
            .filter(|one| wanted(one.row))
            .filter_map(latency.1)
            .collect();
        report::ratio_line(&mut text, name, latency.0, &ratios);
    };
    for latency in LATENCIES {
        line(("publishers left out", "all rows"), latency, &|_| true);
        line(
            ("publishers left out", "without doubtful rows"),
            latency,
            &|row| !row.doubtful,
        );
    }
    let members: BTreeSet<(usize, &str, String)> = rows
        .iter()
        .flat_map(|row| groups(row).into_iter().enumerate())
        .map(|(order, (group, member))| (order, group, member))
        .collect();
    for (order, group, member) in &members {
        for latency in LATENCIES {
            line((group, member), latency, &|row| {
                groups(row).get(*order).is_some_and(|(_, of)| of == member)
            });
        }
    }
    text.push('\n');
    text + &spread(&judged)
}

/// Measurement over estimate at the tenth and the ninetieth percentile, the band that such rows
/// would need, and the share that the stated one held.
fn spread(judged: &[Judged<'_>]) -> String {
    let mut text = "\
Spread of measurement over estimate among them, 10th to 90th percentile:\n\n\
| launch | class of model | quantity | n | spread | in the band |
| --- | --- | --- | --- | --- | --- |
"
    .to_owned();
    let mut cells: BTreeMap<(String, String, usize), Vec<Ratio>> = BTreeMap::new();
    for one in judged {
        let [_, (_, launch), _, (_, class), _] = groups(one.row);
        for (order, (_, pick)) in LATENCIES.iter().enumerate() {
            let of = cells
                .entry((launch.clone(), class.clone(), order))
                .or_default();
            of.extend(pick(one));
        }
    }
    for ((launch, class, order), ratios) in &cells {
        let mut inverse: Vec<f64> = ratios.iter().map(|one| one.value.recip()).collect();
        inverse.sort_by(f64::total_cmp);
        let edges = (quantile(&inverse, 0.1), quantile(&inverse, 0.9));
        let inside = Summary::of(ratios).and_then(|summary| summary.inside);
        let name = LATENCIES.get(*order).map_or("", |(name, _)| name);
        if let ((Some(low), Some(high)), Some(inside)) = (edges, inside) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {launch} | {class} | {name} | {} | {low:.2} to {high:.2} | {:.0} % |",
                ratios.len(),
                inside * 100.0
            );
        }
    }
    text.push('\n');
    text
}
