//! DCGM's counters, as its exporter serves them or Prometheus keeps them.

use super::super::counters::{Counters, MIB};
use super::super::fact::Group;
use super::super::metrics::{Series, range, text};
use std::collections::BTreeMap;

/// Beginning of the names of its fields.
pub(in crate::profile) const PREFIX: &str = "DCGM_FI_";
/// Values from here up say that a field is not supported, and so do four of 32 bits.
const BLANK: f64 = 9.0e18;
const BLANK_32: std::ops::RangeInclusive<f64> = 2_147_483_632.0..=2_147_483_635.0;

/// Fields read: name behind the prefix, counter, value of one in the answer's unit.
const FIELDS: [(&str, &str, f64); 10] = [
    ("DEV_GPU_UTIL", "gpu_util", 0.01),
    ("PROF_GR_ENGINE_ACTIVE", "engine_active", 1.0),
    ("PROF_SM_ACTIVE", "sm_active", 1.0),
    ("PROF_SM_OCCUPANCY", "sm_occupancy", 1.0),
    ("PROF_PIPE_TENSOR_ACTIVE", "tensor_active", 1.0),
    ("PROF_DRAM_ACTIVE", "dram_active", 1.0),
    ("DEV_MEM_COPY_UTIL", "copy_util", 0.01),
    ("DEV_FB_USED", "memory_used_bytes", MIB),
    ("DEV_POWER_USAGE", "power_w", 1.0),
    ("DEV_SM_CLOCK", "sm_clock_mhz", 1.0),
];

/// Fields whose sum is a board's memory.
const MEMORY: [&str; 3] = ["DEV_FB_USED", "DEV_FB_FREE", "DEV_FB_RESERVED"];

#[derive(Default)]
struct Boards {
    counters: Counters,
    /// By board: used, free, reserved, the last of each.
    memory: BTreeMap<String, [Option<f64>; 3]>,
    /// By series: whether any of its values was known.
    known: BTreeMap<(String, String), bool>,
}

/// The facts of an exporter's text.
pub(in crate::profile) fn from_text(text: &str) -> Group {
    let mut boards = Boards::default();
    for (series, value) in text::samples(text, &|name| name.starts_with(PREFIX)) {
        boards.take(&series, value);
    }
    boards.facts("dcgm-text")
}

/// The facts of Prometheus' series.
pub(in crate::profile) fn from_range(all: &[range::Values]) -> Group {
    let mut boards = Boards::default();
    for (series, values) in all {
        for (time, value) in values {
            boards.counters.at(*time);
            boards.take(series, *value);
        }
    }
    boards.facts("prometheus-range")
}

impl Boards {
    fn take(&mut self, series: &Series, value: f64) {
        let Some(field) = series.name.strip_prefix(PREFIX) else {
            return;
        };
        let label = |name: &str| series.label(name).filter(|value| !value.is_empty());
        let gpu = label("gpu").or(label("UUID")).unwrap_or_default();
        let host = label("Hostname");
        let id = label("GPU_I_ID");
        let mig = label("GPU_I_PROFILE").or(id);
        let key = [host, Some(gpu), id]
            .map(Option::unwrap_or_default)
            .join("\n");
        let Some(board) = self.counters.board(&key) else {
            return;
        };
        gpu.clone_into(&mut board.gpu);
        board.host = host.map(str::to_owned);
        board.mig = mig.map(str::to_owned);
        if let Some(name) = label("modelName") {
            board.name = Some(name.to_owned());
        }
        let blank = value.is_nan() || value >= BLANK || BLANK_32.contains(&value);
        let known = self.known.entry((key.clone(), field.to_owned()));
        *known.or_default() |= !blank;
        if blank {
            return;
        }
        if let Some(place) = MEMORY.iter().position(|known| *known == field) {
            let parts = self.memory.entry(key.clone()).or_default();
            if let Some(part) = parts.get_mut(place) {
                *part = Some(value);
            }
        }
        if let Some((_, counter, unit)) = FIELDS.iter().find(|(name, ..)| *name == field) {
            self.counters.take(&key, counter, unit * value);
        }
    }

    fn facts(mut self, format: &str) -> Group {
        for (key, [used, free, reserved]) in std::mem::take(&mut self.memory) {
            let Some((used, free)) = used.zip(free) else {
                continue;
            };
            if let Some(board) = self.counters.board(&key) {
                board.total = Some(MIB * (used + free + reserved.unwrap_or(0.0)));
            }
        }
        let blank = self.known.values().any(|known| !known);
        let notes: &[&str] = if blank {
            &["not-supported-fields"]
        } else {
            &[]
        };
        self.counters.facts(format, notes)
    }
}
