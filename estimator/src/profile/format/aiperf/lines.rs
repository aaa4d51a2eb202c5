//! `aiperf`'s records, one request a line.

use super::super::super::client;
use super::super::super::fact::Group;
use super::super::super::json::View;
use super::super::super::stats::{mean, spread};
use super::super::super::unreadable::{Kind, Unreadable};
use super::{LATENCIES, seconds};

/// Requests kept.
const MOST: usize = 1_000_000;

/// Requests read so far.
#[derive(Debug, Default)]
pub(in crate::profile) struct Records {
    good: usize,
    failed: u64,
    latencies: [Vec<f64>; 3],
    input: Vec<f64>,
    output: Vec<f64>,
    from: Option<f64>,
    to: Option<f64>,
}

impl Records {
    /// Takes a record; `false` if it is none of these.
    pub(in crate::profile) fn record(&mut self, record: View<'_>) -> Result<bool, Unreadable> {
        let (Some(about), Some(metrics)) = (record.get("metadata"), record.get("metrics")) else {
            return Ok(false);
        };
        if !about.is_object() || !metrics.is_object() {
            return Ok(false);
        }
        let error = record.get("error");
        if error.is_some_and(|error| error.is_object() || error.text().is_some()) {
            self.failed += 1;
            return Ok(true);
        }
        if self.good >= MOST {
            return Err(Unreadable::new(
                Kind::TooLarge,
                "more requests than are kept",
            ));
        }
        self.good += 1;
        let value = |name: &str| metrics.at(&[name, "value"]).and_then(View::number);
        let time = |name: &str| {
            let unit = metrics.at(&[name, "unit"]).and_then(View::text);
            Some(value(name)? * seconds(unit.as_deref().unwrap_or("ms"))?)
        };
        for ((_, names), values) in LATENCIES.iter().zip(&mut self.latencies) {
            values.extend(names.iter().find_map(|name| time(name)));
        }
        self.input.extend(value("input_sequence_length"));
        self.output.extend(value("output_sequence_length"));
        let clock = |key: &str| about.get(key).and_then(View::number).map(|ns| ns * 1e-9);
        let start = clock("request_start_ns").or_else(|| time("min_request_timestamp"));
        let end = clock("request_end_ns").or_else(|| time("max_response_timestamp"));
        self.from = self.from.into_iter().chain(start).reduce(f64::min);
        self.to = self.to.into_iter().chain(end).reduce(f64::max);
        Ok(true)
    }

    /// Whether any record was taken.
    pub(in crate::profile) fn any(&self) -> bool {
        self.good > 0 || self.failed > 0
    }

    /// The facts of all records.
    pub(in crate::profile) fn facts(self) -> Group {
        let mut facts = Group::default();
        facts.text("format", Some("aiperf-jsonl"));
        let mut latency = Group::default();
        let mut notes: &[&str] = &[];
        for ((name, _), values) in LATENCIES.iter().zip(self.latencies) {
            if *name == "tpot_s" && !values.is_empty() {
                notes = &["tpot-is-itl"];
            }
            latency.group(name, spread(values));
        }
        facts.group("latency", latency);
        let duration = self.from.zip(self.to).map(|(from, to)| to - from);
        let duration = duration.filter(|duration| *duration > 0.0);
        let mut load = Group::default();
        load.count("requests", Some(self.good as u64));
        load.count("failed", Some(self.failed));
        load.number("duration_s", duration);
        load.number("input_tokens", mean(&self.input));
        load.number("output_tokens", mean(&self.output));
        facts.group("load", load);
        let rate = |sum: f64| duration.map(|duration| sum / duration);
        let tokens = |values: &[f64]| (!values.is_empty()).then(|| values.iter().sum::<f64>());
        let rates = client::rates(
            rate(self.good as f64),
            tokens(&self.output).and_then(rate),
            None,
            tokens(&self.input).and_then(rate),
        );
        facts.group("throughput", rates);
        client::judge(&mut facts);
        facts.notes(notes);
        facts
    }
}
