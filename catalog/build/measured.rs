//! `measured/latency.csv` as a table: one constant a line.

use super::record::Failure;
use super::sheet;
use std::fmt::Write as _;
use std::path::Path;

/// Columns that are words; the others are numbers, 0 where nothing was measured.
const WORDS: [(&str, &str); 8] = [
    ("id", "id"),
    ("model", "model"),
    ("accelerator", "accelerator"),
    ("engine", "engine"),
    ("version", "engine_version"),
    ("weights", "weights"),
    ("kv_cache", "kv_cache"),
    ("load", "load"),
];

/// Columns that are counts.
const COUNTS: [(&str, &str); 6] = [
    ("accelerators", "accelerators"),
    ("tensor", "tensor_parallel"),
    ("pipeline", "pipeline_parallel"),
    ("data", "data_parallel"),
    ("expert", "expert_parallel"),
    ("poll_steps", "scheduler_poll_steps"),
];

/// Columns that are amounts.
const AMOUNTS: [(&str, &str); 5] = [
    ("input_tokens", "input_tokens"),
    ("output_tokens", "output_tokens"),
    ("users", "concurrency"),
    ("ttft_ms", "ttft_ms"),
    ("tpot_ms", "tpot_ms"),
];

/// The table, as source text.
pub(super) fn table(path: &Path) -> Result<String, Failure> {
    let rows = sheet::each(path, |row| {
        let mut text = String::from("Measured {");
        for (field, column) in WORDS {
            let _ = write!(text, "{field}:{:?},", row.text(column)?);
        }
        for (field, column) in COUNTS {
            let count: u16 = row.value(column)?;
            let _ = write!(text, "{field}:{count},");
        }
        for (field, column) in AMOUNTS {
            let amount: f32 = row.value_or_none(column)?;
            let _ = write!(text, "{field}:{amount:.5e},");
        }
        text.push_str("},\n");
        Ok(text)
    })?
    .concat();
    Ok(format!("static MEASURED: &[Measured] = &[\n{rows}];\n"))
}

/// `measured/held.csv`, as source text.
pub(super) fn held(path: &Path) -> Result<String, Failure> {
    let rows = sheet::each(path, |row| {
        let count: u32 = row.value("count")?;
        let (median, most): (f64, f64) = (row.value("median")?, row.value("nine_in_ten")?);
        Ok(format!(
            "Held {{ count: {count}, median: {median:?}, most: {most:?} }},\n"
        ))
    })?
    .concat();
    Ok(format!("static HELD: [Held; 15] = [\n{rows}];\n"))
}
