//! `measured/latency.csv` as a table: one constant a line.

use super::record::Failure;
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
    let failed = |error: &dyn std::fmt::Display| Failure(format!("{}: {error}", path.display()));
    let mut reader = csv::Reader::from_path(path).map_err(|error| failed(&error))?;
    let headings = reader.headers().map_err(|error| failed(&error))?.clone();
    let mut rows = String::new();
    for record in reader.records() {
        let record = record.map_err(|error| failed(&error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |column: &str| {
            let index = headings.iter().position(|heading| heading == column);
            let cell = index.and_then(|index| record.get(index));
            cell.ok_or_else(|| failed(&format!("line {line}: no {column}")))
        };
        rows.push_str("Measured {");
        for (field, column) in WORDS {
            let _ = write!(rows, "{field}:{:?},", cell(column)?);
        }
        for (field, column) in COUNTS {
            let text = cell(column)?;
            let count: u16 = text
                .parse()
                .map_err(|_| failed(&format!("line {line}: {column} is `{text}`")))?;
            let _ = write!(rows, "{field}:{count},");
        }
        for (field, column) in AMOUNTS {
            let text = cell(column)?;
            let amount: f32 = match text {
                "" => 0.0,
                _ => text
                    .parse()
                    .map_err(|_| failed(&format!("line {line}: {column} is `{text}`")))?,
            };
            let _ = write!(rows, "{field}:{amount:.5e},");
        }
        rows.push_str("},\n");
    }
    Ok(format!("static MEASURED: &[Measured] = &[\n{rows}];\n"))
}

/// `measured/held.csv`, as source text.
pub(super) fn held(path: &Path) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure(format!("{}: {error}", path.display()));
    let mut reader = csv::Reader::from_path(path).map_err(|error| failed(&error))?;
    let mut rows = String::new();
    for record in reader.deserialize() {
        let (_, count, median, most): (String, u32, f64, f64) =
            record.map_err(|error| failed(&error))?;
        let _ = writeln!(
            rows,
            "Held {{ count: {count}, median: {median:?}, most: {most:?} }},"
        );
    }
    Ok(format!("static HELD: [Held; 15] = [\n{rows}];\n"))
}
