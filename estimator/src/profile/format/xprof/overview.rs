//! `XProf`'s overview: tables with properties, and its own conclusion.

use super::super::super::fact::{Fact, Group};
use super::super::super::json::View;
use super::super::super::verdict::{Verdict, findings};
use super::super::bench::row;
use std::collections::BTreeMap;

/// Properties kept.
const PROPERTIES: usize = 10_000;
/// A share of waiting below which no input-bound run is seen.
const LITTLE: f64 = 0.05;

/// The properties of its tables, merged.
#[derive(Debug, Default)]
pub(in crate::profile) struct Page {
    tables: bool,
    properties: BTreeMap<String, String>,
}

impl Page {
    /// Takes a table.
    pub(in crate::profile) fn take(&mut self, table: View<'_>) {
        let properties = table.get("p").filter(|properties| properties.is_object());
        self.tables |= properties.is_some() || table.get("cols").is_some_and(View::is_array);
        for property in properties.into_iter().flat_map(View::items) {
            if let Some(value) = property
                .written()
                .filter(|_| self.properties.len() < PROPERTIES)
            {
                self.properties
                    .insert(property.name().into_owned(), value.into_owned());
            }
        }
    }

    /// Whether any table was taken.
    pub(in crate::profile) fn any(&self) -> bool {
        self.tables
    }

    /// A number, with or without `%`.
    fn number(&self, name: &str) -> Option<f64> {
        self.properties
            .get(name)?
            .trim()
            .trim_end_matches('%')
            .trim()
            .parse()
            .ok()
    }

    fn says(&self, name: &str, words: &[&str]) -> bool {
        let value = self
            .properties
            .get(name)
            .map(|value| value.trim().to_lowercase());
        value.is_some_and(|value| words.contains(&value.as_str()))
    }

    /// The facts of all tables.
    pub(in crate::profile) fn facts(self) -> Group {
        let mut facts = Group::default();
        facts.text("format", Some("xprof-overview"));
        let percent = |name: &str| self.number(name).map(|value| value / 100.0);
        let mut gpu = Group::default();
        gpu.number("idle_share", percent("device_idle_time_percent"));
        facts.group("gpu", gpu);
        let step = self.number("steptime_ms_average").map(|value| value / 1e3);
        let mut steps = Group::default();
        steps.number("mean_s", step);
        facts.group("steps", steps);
        let share = percent("input_percent").or(percent("infeed_percent_average"));
        facts.number("input_share", share);
        let conclusion = self
            .properties
            .get("input_conclusion")
            .map(|text| text.to_lowercase());
        let concluded = conclusion
            .is_some_and(|text| text.contains("input-bound") && !text.contains("not input-bound"));
        let waits = concluded && share.is_some_and(|share| share > LITTLE);
        if self.says("bottleneck", &["host", "input"]) || waits {
            let statement = self.properties.get("statement").cloned();
            let because = statement.unwrap_or_else(|| "the analyser names the input".to_owned());
            Verdict {
                bound: "input",
                because: because.chars().take(500).collect(),
                measured: true,
            }
        } else {
            Verdict::unknown("the overview names no bottleneck; the trace would tell more")
        }
        .put(&mut facts);
        findings(Vec::new(), &mut facts);
        let rows = row("step_s", step, None);
        facts.put("calibration", Fact::List(rows.into_iter().collect()));
        facts.notes(&[]);
        facts
    }
}
