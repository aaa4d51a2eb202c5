//! The file. A column, a source, a model, a format or a law of arrivals that is not known
//! is an error with its line.

use super::row::{Origin, Printed, Row};
use catalog::{accelerator, model};
use estimator::engine::Engine;
use estimator::precision::{KvFormat, WeightFormat};
use serde::Deserialize;

/// One line, as the file prints it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "every column is read, so that a bad one is found")]
struct Line {
    source: String,
    url: String,
    engine: String,
    version: String,
    date: String,
    model: String,
    weights: String,
    kv_cache: String,
    accelerator: String,
    tensor_parallel: u32,
    rate: f64,
    arrivals: String,
    requests: u32,
    input_mean: Option<f64>,
    input_p95: Option<f64>,
    output_mean: f64,
    output_p95: Option<f64>,
    statistic_over: String,
    ttft_mean_s: Option<f64>,
    ttft_p50_s: Option<f64>,
    ttft_p90_s: Option<f64>,
    ttft_p95_s: Option<f64>,
    ttft_p99_s: Option<f64>,
    tpot_mean_s: Option<f64>,
    tpot_p50_s: Option<f64>,
    tpot_p90_s: Option<f64>,
    tpot_p95_s: Option<f64>,
    tpot_p99_s: Option<f64>,
    e2e_p50_s: Option<f64>,
    e2e_p95_s: Option<f64>,
    achieved_rate: f64,
    note: String,
}

/// Every row.
///
/// # Errors
/// A sentence about the first line that names something unknown.
pub fn read() -> Result<Vec<Row>, String> {
    parse(include_str!("../../data/measured/open_arrivals.csv"))
}

/// The rows of `text`.
///
/// # Errors
/// A sentence about the first line that names something unknown.
pub fn parse(text: &str) -> Result<Vec<Row>, String> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize::<Line>()
        .enumerate()
        .map(|(index, line)| {
            let number = index + 2;
            line.map_err(|error| error.to_string())
                .and_then(|line| row(number, line))
                .map_err(|problem| format!("line {number}: {problem}"))
        })
        .collect()
}

fn row(number: usize, line: Line) -> Result<Row, String> {
    let unknown = |what: &str, name: &str| format!("unknown {what} `{name}`");
    let origin = Origin::known(&line.source).ok_or_else(|| unknown("source", &line.source))?;
    let engine = Engine::from_id(&line.engine).ok_or_else(|| unknown("engine", &line.engine))?;
    // AccelMark prints runs, caps and settings in words.
    let (runs, cap) = if origin == Origin::AccelMark {
        let told = |before, after| {
            let rest = line.note.split_once(before).map(|(_, rest)| rest);
            let word = rest.and_then(|rest| rest.split(after).next());
            word.and_then(|word| word.parse::<u32>().ok())
                .ok_or_else(|| format!("nothing after `{before}`"))
        };
        let runs = told("; ", " runs of")?;
        (runs, Some(f64::from(told("max_tokens ", ";")?)))
    } else {
        (1, None)
    };
    let by_request = match line.statistic_over.as_str() {
        "requests" => true,
        "tokens" => false,
        other => return Err(unknown("statistic", other)),
    };
    let title = line.note.split(';').next().unwrap_or_default();
    Ok(Row {
        line: number,
        origin,
        sweep: format!(
            "{} {} {} {} {title}",
            line.url, line.engine, line.version, line.weights
        ),
        engine,
        release: release(&line.version).ok_or_else(|| unknown("version", &line.version))?,
        model: model(&line.model).ok_or_else(|| unknown("model", &line.model))?,
        weights: WeightFormat::from_id(&line.weights)
            .ok_or_else(|| unknown("weights", &line.weights))?,
        kv_cache: KvFormat::from_id(&line.kv_cache)
            .ok_or_else(|| unknown("cache", &line.kv_cache))?,
        chip: accelerator(&line.accelerator)
            .ok_or_else(|| unknown("accelerator", &line.accelerator))?
            .accelerator
            .clone(),
        tensor: line.tensor_parallel,
        rate: line.rate,
        arrivals: law(&line.arrivals).ok_or_else(|| unknown("arrivals", &line.arrivals))?,
        requests: line.requests,
        runs,
        input: (line.input_mean, line.input_p95),
        output: (line.output_mean, line.output_p95),
        cap,
        eager: line.note.contains("enforce_eager"),
        repeats: line.note.contains("repeated prompts may hit"),
        ttft: Printed {
            p50: line.ttft_p50_s,
            p90: line.ttft_p90_s,
            p95: line.ttft_p95_s,
            p99: line.ttft_p99_s,
        },
        tpot: if by_request {
            Printed {
                p50: line.tpot_p50_s,
                p90: line.tpot_p90_s,
                p95: line.tpot_p95_s,
                p99: line.tpot_p99_s,
            }
        } else {
            Printed::default()
        },
        achieved: line.achieved_rate,
        source: line.source,
        version: line.version,
    })
}

/// The first two numbers of a version; of `main of … (0.4.4)` those in brackets.
fn release(version: &str) -> Option<(u32, u32)> {
    let numbers = version
        .split_once('(')
        .map_or(version, |(_, inside)| inside);
    let mut parts = numbers.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Squared coefficient of variation of a law of arrivals.
fn law(name: &str) -> Option<f64> {
    match name {
        "poisson" => Some(1.0),
        "constant" => Some(0.0),
        other => {
            let shape: f64 = other.strip_prefix("gamma shape ")?.parse().ok()?;
            Some(1.0 / shape)
        }
    }
}
