//! The answer to a line: one object for serving and training, in which fields that do not apply
//! are absent. Quantities are plain numbers here, their units in their names.

use crate::band::Band;
use crate::offer::Price;
use crate::quantity::Seconds;
use crate::serving::report::Bottleneck;
use serde::Serialize;
use serde_json::{Map, Value};

/// The estimate of a line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Estimate {
    /// Whether it fits into memory.
    pub fits: bool,
    /// Why it does not, does not keep up, or is not estimated, in English.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub reason: Option<String>,
    /// The most requests a second that it answers, where more come than that: the line of
    /// those who wait then has no end, and nothing has a latency. Absent where it keeps up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overrun_at_requests_per_s: Option<f64>,
    /// Of one accelerator, on the most loaded rank.
    pub memory: Memory,
    /// Of the whole deployment, unless a name says per GPU; absent where it does not fit or
    /// keep up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance: Option<Performance>,
    /// Least and most, meant to hold four times in five.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<Bands>,
    /// What the line's `calibration` did; absent where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibrated: Option<Calibrated>,
    /// Absent where no price is known, to rent or to buy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// Every field that the line left to a default, with the value taken.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub assumed: Map<String, Value>,
}

/// The calibration of an estimate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Calibrated {
    /// Whether it counts: the same engine, accelerator and model, served as it was measured.
    pub applied: bool,
    /// Whether the load lies beyond what was measured.
    pub beyond: bool,
    /// Measured rows that it is made of.
    pub rows: u32,
    /// Median errors of the time per output token before and after, of rows left out; absent where
    /// it is not calibrated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpot_error: Option<[f64; 2]>,
    /// The same of the time to the first token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_error: Option<[f64; 2]>,
}

/// Bytes on one accelerator, tokens and requests that they hold.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Memory {
    pub capacity_bytes: f64,
    pub weights_bytes: f64,
    pub activation_bytes: f64,
    pub runtime_bytes: f64,
    pub peak_bytes: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kv_bytes_per_token: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kv_pool_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kv_tokens: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrency: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gradient_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimizer_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master_weights_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gathered_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logits_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workspace_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocated_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserved_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_bytes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trainable_parameters: Option<f64>,
}

/// Seconds, and rates a second.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Performance {
    pub step_s: f64,
    pub tokens_per_s_per_gpu: f64,
    pub total_tokens_per_s: f64,
    pub bottleneck: Bottleneck,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpot_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_latency_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefill_tokens_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_p50_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_p95_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpot_p95_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<f64>,
    /// Share of the input of sessions that caches find.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit_rate: Option<f64>,
    /// Sessions at once beyond which fewer turns are answered; absent where that is nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions_at_cliff: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_tflops_per_gpu: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mfu: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mfu_16bit: Option<f64>,
}

impl Performance {
    /// The common part of both tasks: a step's time, `total` tokens a second of so many
    /// accelerators.
    pub(super) fn new(step: Seconds, total: f64, accelerators: f64, limit: Bottleneck) -> Self {
        Self {
            step_s: step.get(),
            tokens_per_s_per_gpu: total / accelerators,
            total_tokens_per_s: total,
            bottleneck: limit,
            ttft_s: None,
            tpot_s: None,
            request_latency_s: None,
            output_tokens_per_s: None,
            requests_per_s: None,
            prefill_tokens_per_s: None,
            ttft_p50_s: None,
            ttft_p95_s: None,
            tpot_p95_s: None,
            concurrency: None,
            hit_rate: None,
            sessions_at_cliff: None,
            model_tflops_per_gpu: None,
            mfu: None,
            mfu_16bit: None,
        }
    }
}

/// Dollars, and where the price is from.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Cost {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_hour: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_million_output_tokens: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_million_input_tokens: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_million_blended_tokens: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_million_tokens: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_run: Option<f64>,
    /// Before the first step: machines, weights, processes. Beside `run_s`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_s: Option<f64>,
    /// The cost of that, and the least that the seller bills. Beside `usd_per_run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_of_start: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tco_usd_per_gpu_hour: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceOf>,
}

/// Where a price is from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Price"))]
pub struct PriceOf {
    /// Who asks it.
    pub source: String,
    /// Its day; empty where the line gave it.
    pub as_of: String,
}

impl From<&Price> for PriceOf {
    fn from(price: &Price) -> Self {
        Self {
            source: price.label.clone(),
            as_of: price.as_of.clone(),
        }
    }
}

/// Ranges around the estimates.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Bands {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpot: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens_per_s: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_per_s_per_gpu: Option<[f64; 2]>,
}

/// The ends of a band around a value.
pub(super) fn around(value: f64, band: Band) -> [f64; 2] {
    [value * band.low, value * band.high]
}
