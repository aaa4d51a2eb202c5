//! The log of `MLPerf`'s training: an event as JSON behind `:::MLLOG` in each line.

use super::super::super::fact::{Fact, Group};
use super::super::super::stats::median;
use super::super::super::verdict::{Verdict, findings};
use super::super::bench::row;
use serde_json::Value;

/// The mark before an event.
pub(in crate::profile) const MARK: &str = ":::MLLOG";

/// Events kept.
const EVENTS: usize = 1_000_000;

#[derive(Default)]
struct Log {
    benchmark: Option<String>,
    system: Option<String>,
    organisation: Option<String>,
    status: Option<String>,
    from: Option<f64>,
    to: Option<f64>,
    batch: Option<f64>,
    sequence: Option<f64>,
    accumulation: Option<f64>,
    samples: Option<f64>,
    rates: Vec<f64>,
}

impl Log {
    fn take(&mut self, event: &Value) -> Option<()> {
        let value = event.get("value");
        let word = || value.and_then(Value::as_str).map(str::to_owned);
        let number = || value.and_then(Value::as_f64);
        let time = event.get("time_ms").and_then(Value::as_f64);
        let about = event.get("metadata");
        let counted = about.and_then(|about| about.get("samples_count")?.as_f64());
        if let Some(counted) = counted {
            self.samples = Some(self.samples.map_or(counted, |most| most.max(counted)));
        }
        match event.get("key")?.as_str()? {
            "submission_benchmark" => self.benchmark = word(),
            "submission_platform" => self.system = word(),
            "submission_org" => self.organisation = word(),
            "global_batch_size" => self.batch = number(),
            "max_sequence_length" | "sequence_length" => self.sequence = number(),
            "gradient_accumulation_steps" => self.accumulation = number(),
            "run_start" => self.from = self.from.or(time),
            "run_stop" => {
                self.to = time;
                let status = about.and_then(|about| about.get("status")?.as_str());
                self.status = status.map(str::to_owned);
            }
            "tracked_stats" => self.rates.extend(value?.get("throughput")?.as_f64()),
            _ => {}
        }
        Some(())
    }
}

/// The facts.
pub(in crate::profile) fn read(text: &str) -> Group {
    let mut log = Log::default();
    let events = text
        .lines()
        .filter_map(|line| Some(line.split_once(MARK)?.1));
    for event in events.take(EVENTS) {
        if let Ok(event) = serde_json::from_str(event.trim()) {
            log.take(&event);
        }
    }
    let mut facts = Group::default();
    facts.text("format", Some("mlperf-mllog"));
    facts.text("benchmark", log.benchmark.as_deref());
    facts.text("system", log.system.as_deref());
    facts.text("organisation", log.organisation.as_deref());
    facts.text("status", log.status.as_deref());
    let run = log.from.zip(log.to).map(|(from, to)| (to - from) / 1e3);
    facts.number("run_s", run.filter(|run| *run >= 0.0));
    let mut load = Group::default();
    load.number("global_batch", log.batch);
    load.number("sequence", log.sequence);
    load.number("accumulation", log.accumulation);
    facts.group("load", load);
    let rate = median(log.rates);
    let mut throughput = Group::default();
    throughput.number("samples_per_s", rate);
    facts.group("throughput", throughput);
    let batch = log.batch.filter(|batch| *batch > 0.0);
    let mut steps = Group::default();
    let count = log
        .samples
        .zip(batch)
        .map(|(samples, batch)| samples / batch);
    steps.number("count", count);
    facts.group("steps", steps);
    Verdict::unknown("the log says how fast, not why; a trace of a few steps would tell")
        .put(&mut facts);
    findings(Vec::new(), &mut facts);
    let step = batch.zip(rate.filter(|rate| *rate > 0.0));
    let rows = row("step_s", step.map(|(batch, rate)| batch / rate), count);
    facts.put("calibration", Fact::List(rows.into_iter().collect()));
    facts.notes(&[]);
    facts
}
