//! Published throughput: `data/measured/serving_throughput.csv`, figures as their
//! sources print them. Compared are the two kinds whose load is fully said: one
//! user at a time, and the most that a batch kept full gives. All others are
//! left out with the reason: images, prompts alone, static batches of engines
//! of 2023, submissions whose settings stand elsewhere.

use super::cells::{Cells, lines};
use super::names;
use catalog::measured::scenario;
use estimator::engine::{Engine, EngineSettings};
use estimator::hardware::Accelerator;
use estimator::placement::Placement;
use estimator::scenario::Scenario;
use estimator::summary::Ratio;
use estimator::workload::Load;

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Output tokens a second of one user.
    SingleStream,
    /// Output tokens a second of an accelerator whose batch is kept full.
    OfflineMaximum,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::SingleStream, Self::OfflineMaximum];

    /// As tables call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SingleStream => "single stream",
            Self::OfflineMaximum => "offline maximum",
        }
    }
}

/// One published figure.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its line in the file.
    pub line: usize,
    /// What it counts.
    pub kind: Kind,
    /// Of what.
    pub scenario: Scenario,
    /// On what.
    pub chip: Accelerator,
    /// Spread how.
    pub placement: Placement,
    /// Output tokens a second of one accelerator.
    pub measured: f64,
    /// Why it is no measure of the estimate, if it is none.
    pub doubt: Option<&'static str>,
}

impl Figure {
    /// Estimate over measurement; `None` where the model does not fit.
    #[must_use]
    pub fn ratio(&self) -> Option<Ratio> {
        let estimate = estimator::estimate::estimate(&self.scenario, &self.chip, self.placement)?;
        let speed = estimate.performance?;
        let (ours, band) = match self.kind {
            Kind::SingleStream => (1.0 / speed.tpot.mean.get(), speed.tpot.band.inverse()),
            Kind::OfflineMaximum => (
                speed.output.get() / f64::from(self.placement.accelerators()),
                speed.output_band,
            ),
        };
        Some(Ratio {
            value: ours / self.measured,
            inside: Some(band.holds(ours, self.measured)),
        })
    }
}

/// All figures, and a sentence for every line that is left out.
#[must_use]
pub fn read() -> (Vec<Figure>, Vec<String>) {
    let mut figures = Vec::new();
    let mut left_out = Vec::new();
    for (line, cells) in lines(include_str!("../../data/measured/serving_throughput.csv")) {
        match cells.and_then(|cells| figure(line, &cells)) {
            Ok(figure) => figures.push(figure),
            Err(problem) => left_out.push(format!("line {line}: {problem}")),
        }
    }
    (figures, left_out)
}

/// The length that a text gives: of `28650 (p50)`, `max 512 (p50 310)` and `ShareGPT
/// p50=280` the median; `given` where it is empty.
///
/// # Errors
/// A text without a number.
fn tokens(text: &str, given: f64) -> Result<f64, String> {
    if text.is_empty() {
        return Ok(given);
    }
    // `p50` may stand before its number, or after it.
    let after = text.split_once("p50").map_or(text, |(_, after)| after);
    let first = |text: &str| {
        let mut parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        parts.find_map(|part| part.parse::<f64>().ok())
    };
    first(after)
        .or_else(|| first(text))
        .map(|length| length.max(1.0))
        .ok_or_else(|| format!("unknown length `{text}`"))
}

fn figure(line: usize, cells: &Cells) -> Result<Figure, String> {
    let (metric, title) = (cells.text("metric"), cells.text("scenario"));
    let kind = if metric == "decode_tokens_per_s_single" {
        Kind::SingleStream
    } else if title.starts_with("offline_max") {
        Kind::OfflineMaximum
    } else {
        return Err(format!("`{title}`, {metric}: not compared"));
    };
    let engine = cells.known("engine", names::engine)?;
    let model = cells.known("model", names::model)?;
    let chip = cells.known("gpu", names::accelerator)?;
    let formats = (
        cells.known("weight_format", |printed| {
            names::weights(printed, &model, engine)
        })?,
        cells.known("kv_dtype", names::cache)?,
    );
    let count = cells.degree_or_one("num_gpus")?;
    let placement = placement(cells, engine, count)?;
    let value = cells.number("value")?;
    let total = !metric.ends_with("_per_gpu") && kind == Kind::OfflineMaximum;
    let share = f64::from(placement.accelerators());
    // Where a prompt is not printed it is a few words, and the answer a paragraph.
    let lengths = (
        tokens(cells.text("isl"), 16.0)?,
        tokens(cells.text("osl"), 128.0)?,
    );
    let load = match kind {
        Kind::SingleStream => Load::Steady(1.0),
        Kind::OfflineMaximum => Load::Saturated,
    };
    Ok(Figure {
        line,
        kind,
        scenario: scenario(model, formats, lengths, load, EngineSettings::new(engine)),
        chip,
        placement,
        measured: if total { value / share } else { value },
        doubt: names::doubt_of_series(cells.text("source"), cells.text("version_or_date")),
    })
}

/// llama.cpp splits by layers; the others by tensors, unless they say otherwise.
fn placement(cells: &Cells, engine: Engine, count: u32) -> Result<Placement, String> {
    let (tensor, pipeline) = if engine == Engine::LlamaCpp {
        (1, count)
    } else {
        let pipeline = cells.degree_or_one("pp")?;
        let tensor = match cells.text("tp") {
            "" => count / pipeline.max(1),
            _ => cells.degree("tp")?,
        };
        (tensor.max(1), pipeline)
    };
    Ok(Placement {
        tensor,
        pipeline,
        expert: 1,
        data: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn a_length_is_the_median_where_one_is_given() {
        for (text, wanted) in [
            ("128", 128.0),
            ("28650 (p50)", 28_650.0),
            ("ShareGPT p50=280", 280.0),
            ("max 512 (p50 310)", 310.0),
            ("max 512", 512.0),
            ("", 16.0),
        ] {
            assert_eq!(tokens(text, 16.0), Ok(wanted), "{text}");
        }
        assert!(tokens("ShareGPT", 16.0).is_err());
    }
}
