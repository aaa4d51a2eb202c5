//! Results of `llama-bench`: one record a test, in an array, in lines, or as CSV.

use super::super::fact::{Fact, Group};
use super::super::json::View;
use super::super::verdict::Verdict;
use super::bench::row;

/// Records taken.
const RUNS: usize = 10_000;

/// Whether a text begins as its CSV does.
pub(in crate::profile) fn recognised(text: &str) -> bool {
    text.starts_with("build_commit,") || text.starts_with("\"build_commit\",")
}

/// Records read so far.
#[derive(Default)]
pub(in crate::profile) struct Runs {
    tests: Vec<Fact>,
    rows: Vec<Fact>,
    about: Option<Group>,
}

impl Runs {
    /// Takes a JSON record; `false` if it is none of these.
    pub(in crate::profile) fn record(&mut self, record: View<'_>) -> bool {
        if record.get("n_prompt").is_none() {
            return false;
        }
        self.take(&|key| Some(record.get(key)?.written()?.into_owned()));
        true
    }

    /// Reads its CSV; `None` where that breaks.
    pub(in crate::profile) fn table(text: &[u8]) -> Option<Self> {
        let mut runs = Self::default();
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text);
        let header = reader.headers().ok()?.clone();
        for record in reader.records().take(RUNS) {
            let record = record.ok()?;
            runs.take(&|key| {
                let column = header.iter().position(|name| name == key)?;
                Some(record.get(column)?.to_owned())
            });
        }
        Some(runs)
    }

    fn take(&mut self, get: &dyn Fn(&str) -> Option<String>) {
        if self.tests.len() >= RUNS {
            return;
        }
        let count = |key: &str| get(key).and_then(|text| text.trim().parse::<u64>().ok());
        let number = |key: &str| get(key).and_then(|text| text.trim().parse::<f64>().ok());
        let (prompt, generated) = (count("n_prompt"), count("n_gen"));
        let test = match (prompt.unwrap_or(0), generated.unwrap_or(0)) {
            (_, 0) => "pp",
            (0, _) => "tg",
            _ => "pg",
        };
        let speed = number("avg_ts");
        let mut run = Group::default();
        run.count("prompt", prompt);
        run.count("generated", generated);
        run.count("depth", count("n_depth"));
        run.number("tokens_per_s", speed);
        run.number("std", number("stddev_ts"));
        run.text("test", Some(test));
        self.tests.push(Fact::Group(run));
        match test {
            "pp" => self.rows.extend(row("prefill_tokens_per_s", speed, None)),
            "tg" => self.rows.extend(row("decode_tokens_per_s", speed, None)),
            _ => {}
        }
        if self.about.is_none() {
            let mut about = Group::default();
            about.count("weights_bytes", count("model_size"));
            about.count("parameters", count("model_n_params"));
            about.text("model", get("model_type").as_deref());
            let mut device = Group::default();
            device.text(
                "name",
                get("gpu_info").as_deref().filter(|name| !name.is_empty()),
            );
            about.put("devices", Fact::List(vec![Fact::Group(device)]));
            self.about = Some(about);
        }
    }

    /// Whether any record was taken.
    pub(in crate::profile) fn any(&self) -> bool {
        !self.tests.is_empty()
    }

    /// The facts of all records.
    pub(in crate::profile) fn facts(self) -> Group {
        let mut facts = self.about.unwrap_or_default();
        facts.text("format", Some("llama-bench"));
        facts.put("runs", Fact::List(self.tests));
        Verdict::unknown("speeds say how fast, not why; a trace would tell").put(&mut facts);
        facts.put("findings", Fact::List(Vec::new()));
        facts.put("calibration", Fact::List(self.rows));
        facts.put("notes", Fact::List(Vec::new()));
        facts
    }
}
