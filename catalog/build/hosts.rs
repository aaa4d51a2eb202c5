//! Host records as rows of `crate::hosts::Row`.

use crate::record::{Failure, Record, option, whole_parts};
use std::fmt::Write as _;

/// All machines of all sellers, as one array literal.
pub(crate) fn table(files: &[Record]) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for file in files {
        let provider = file.literal("/provider")?;
        for record in file.list("/hosts") {
            let _ = writeln!(rows, "{},", row(&record, &provider)?);
        }
    }
    rows.push(']');
    Ok(rows)
}

fn row(record: &Record, provider: &str) -> Result<String, Failure> {
    let figure = |pointer: &str, parts: f64| -> Result<String, Failure> {
        let counted = record.number(pointer).map(|value| {
            let count = whole_parts(value, parts);
            count.ok_or_else(|| record.failure(pointer, "a whole number of the table's parts"))
        });
        let counted = counted.transpose()?.map(|count| count.to_string());
        Ok(option(counted))
    };
    Ok(format!(
        "Row {{ provider: {provider}, label: {}, accelerators: {}, count: {}, sockets: {}, \
         threads: {}, memory: {}, storage: {}, network: {} }}",
        record.literal("/instance")?,
        record.literals("/accelerators"),
        record.whole("/count")?,
        record.maybe_whole("/sockets").unwrap_or(0),
        threads(record)?,
        figure("/memory_gib", 1.0)?,
        figure("/local_gb", 1.0)?,
        figure("/network_gbit", 1e3)?,
    ))
}

/// Hardware threads, as if every core had two.
fn threads(record: &Record) -> Result<u64, Failure> {
    if let Some(cores) = record.maybe_whole("/cores") {
        return Ok(2 * cores);
    }
    match record.whole("/threads_per_core")? {
        1 => Ok(2 * record.whole("/vcpus")?),
        2 => record.whole("/vcpus"),
        _ => Err(record.failure("/threads_per_core", "1 or 2")),
    }
}
