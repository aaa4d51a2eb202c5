//! A line over every accelerator: the number of each that carries the line's load within the
//! demands, by the product's own search and its simulation of single requests, each as a line of
//! its own with its estimate.

use super::estimate::Estimate;
use super::fields::{fields, parse};
use super::input::{BatchError, Line};
use super::scenario::checked;
use super::{Facts, offers, run};
use crate::quantity::Seconds;
use crate::serving::confirm::search_confirmed;
use crate::serving::report::Sizing;
use crate::serving::scenario::Scenario;
use crate::workload::{Certainty, Percentile, Sla};
use serde::Serialize;
use serde_json::{Map, Value};

fields! {
    /// Demands on the requests of a load; one left out is not made.
    #[derive(Debug, Clone, Default, PartialEq)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
    pub struct Demands {
        /// Longest time to the first token, in seconds.
        pub ttft_s: Option<f64>,
        /// Longest time per output token after the first, in seconds.
        pub tpot_s: Option<f64>,
        /// Which share of the requests must keep them: `mean`, `p90`, `p95`, `p99`.
        pub percentile: Option<String>,
    }
}

/// The find on one accelerator.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Found {
    /// Its id.
    pub accelerator: String,
    /// Whether it is the one to take.
    pub recommended: bool,
    /// `meets`, `misses`, or why nothing can be placed.
    pub verdict: String,
    /// Performance per dollar, 100 for the best that keeps the demands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The smallest configuration that keeps them, or comes nearest, as a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Line>"))]
    pub scenario: Option<Map<String, Value>>,
    /// What its requests meet, at the percentile that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<Met>,
    /// The estimate of that line, by the closed form: of its mean request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
}

/// What the requests of a find meet, at the percentile that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Met {
    /// Time to the first token, in seconds.
    pub ttft_s: f64,
    /// Time per output token after the first, in seconds.
    pub tpot_s: f64,
    /// Whether single requests were simulated; else by the closed form.
    pub simulated: bool,
}

impl Met {
    /// Those of a sizing; `None` where nothing runs.
    fn of(sizing: &Sizing) -> Option<Self> {
        let performance = sizing.estimate.performance.as_ref()?;
        Some(Self {
            ttft_s: performance.ttft.at_percentile.get(),
            tpot_s: performance.tpot.at_percentile.get(),
            simulated: sizing.is_simulated(),
        })
    }
}

/// The needs of the load of `line` on every accelerator, the best first.
///
/// # Errors
/// The problem of the line, and its field; a line that names how many accelerators or how it is
/// spread leaves nothing to be found.
pub fn search(line: &Value, facts: &mut dyn Facts) -> Result<Vec<Found>, BatchError> {
    let mut demands = Demands::default();
    let mut fields = Map::new();
    for (name, value) in line.as_object().into_iter().flatten() {
        if name == "sla" {
            demands = parse(value).map_err(within_sla)?;
        } else {
            fields.insert(name.clone(), value.clone());
        }
    }
    let sla = sla(&demands)?;
    let asked = Line::read(&Value::Object(fields.clone()))?;
    let spread = [
        ("accelerators", asked.accelerators),
        ("tensor_parallel", asked.tensor_parallel),
        ("pipeline_parallel", asked.pipeline_parallel),
        ("expert_parallel", asked.expert_parallel),
        ("data_parallel", asked.data_parallel),
    ];
    if let Some((field, _)) = spread.iter().find(|(_, given)| given.is_some()) {
        return Err(BatchError::new(field, "a search finds it"));
    }
    if asked.sessions.is_some() {
        let message = "a line that says how many accelerators takes it";
        return Err(BatchError::new("sessions", message));
    }
    // Lines name no demands: their estimates are of the load alone.
    let scenario = run::asked(&asked, facts)?;
    let demanded = Scenario {
        sla,
        ..scenario.clone()
    };
    let price = asked.usd_per_accelerator_hour;
    let offers = offers(asked.accelerator.as_deref(), price, facts)?;
    let report = search_confirmed(&demanded, &offers);
    let mut found = Vec::with_capacity(report.candidates.len());
    for (index, candidate) in report.candidates.iter().enumerate() {
        let Some(offer) = offers.get(candidate.offer) else {
            continue;
        };
        let id = &offer.accelerator.id;
        let (mut line, mut estimate) = (None, None);
        if let Some(best) = &candidate.best {
            line = Some(written(&fields, id, best));
            estimate = Some(run::placed(
                &placed(&asked, id, best),
                scenario.clone(),
                facts,
            )?);
        }
        found.push(Found {
            accelerator: id.clone(),
            recommended: report.best == Some(index),
            verdict: candidate.verdict.id().to_owned(),
            score: candidate.score,
            scenario: line,
            requests: candidate.best.as_ref().and_then(Met::of),
            estimate,
        });
    }
    Ok(found)
}

/// The line's load on a find, as a line of its own.
fn placed(asked: &Line, accelerator: &str, sizing: &Sizing) -> Line {
    let placement = sizing.estimate.placement;
    Line {
        accelerator: Some(accelerator.to_owned()),
        accelerators: Some(sizing.accelerators()),
        tensor_parallel: Some(placement.tensor),
        pipeline_parallel: Some(placement.pipeline),
        expert_parallel: Some(placement.expert),
        data_parallel: Some(placement.data),
        ..asked.clone()
    }
}

/// The same as it is written.
fn written(fields: &Map<String, Value>, accelerator: &str, sizing: &Sizing) -> Map<String, Value> {
    let placement = sizing.estimate.placement;
    let mut line = fields.clone();
    line.insert("accelerator".to_owned(), accelerator.into());
    for (field, count) in [
        ("accelerators", sizing.accelerators()),
        ("tensor_parallel", placement.tensor),
        ("pipeline_parallel", placement.pipeline),
        ("expert_parallel", placement.expert),
        ("data_parallel", placement.data),
    ] {
        line.insert(field.to_owned(), count.into());
    }
    line
}

fn within_sla(error: BatchError) -> BatchError {
    BatchError::new(&format!("sla.{}", error.field), error.message)
}

fn sla(demands: &Demands) -> Result<Sla, BatchError> {
    let seconds = |field: &str, given: Option<f64>| {
        given
            .map(|seconds| checked(field, seconds, 1e-6, 1e6).map(Seconds::new))
            .transpose()
    };
    let percentile = match demands.percentile.as_deref() {
        None => Percentile::P95,
        Some(name) => Percentile::from_id(name)
            .ok_or_else(|| BatchError::new("sla.percentile", format!("unknown value `{name}`")))?,
    };
    Ok(Sla {
        ttft: seconds("sla.ttft_s", demands.ttft_s)?,
        tpot: seconds("sla.tpot_s", demands.tpot_s)?,
        percentile,
        certainty: Certainty::Even,
        goodput: None,
    })
}
