//! Accelerator records as columns of `crate::accelerators`.

use crate::columns::{Columns, bits, decimal};
use crate::record::{Failure, Record};

/// Columns of an accelerator.
const COLUMNS: usize = 23;

/// All of them, as a string literal.
pub(crate) fn table(records: &[Record]) -> Result<String, Failure> {
    let mut table = Columns::new(COLUMNS);
    for record in records {
        table.push(row(record)?, record)?;
    }
    Ok(table.literal())
}

fn row(record: &Record) -> Result<Vec<String>, Failure> {
    let announced = match record.text("/status")?.as_str() {
        "available" => false,
        "announced" => true,
        _ => return Err(record.failure("/status", "available or announced")),
    };
    let flags = [
        announced,
        record.flag("/on_request"),
        record.flag("/memory/hbm"),
        record.text("/memory/type")?.ends_with(" unified"),
        record.flag("/verified"),
    ];
    let dense = peaks(record, "/peak_dense_tflops");
    let factor = headline_factor(&peaks(record, "/vendor_headline_sparse"), &dense);
    let hundredths = |pointer: &str, value: f64| {
        decimal(value, 2).ok_or_else(|| record.failure(pointer, "a number of hundredths"))
    };
    let figure = |pointer: &str| {
        let value = record.number(pointer);
        hundredths(
            pointer,
            value.ok_or_else(|| record.failure(pointer, "a number"))?,
        )
    };
    // Fields that not every record has: empty where unknown.
    let maybe = |pointer: &str, value: Option<f64>| {
        value.map_or_else(|| Ok(String::new()), |value| hundredths(pointer, value))
    };
    let mut row = vec![
        bits(&flags),
        bits(&unsure(record)),
        record.text("/id")?,
        record.text("/name")?,
        record.text("/vendor")?,
        record.text("/family")?,
        figure("/memory/usable_gib")?,
        figure("/memory/marketed_gb")?,
        figure("/memory/bandwidth_gb_s")?,
    ];
    for rate in dense {
        row.push(maybe("/peak_dense_tflops", rate)?);
    }
    // A ratio of printed figures; to four places.
    let factor = decimal((factor * 1e4).round() / 1e4, 4);
    let factor = factor.ok_or_else(|| record.failure("/vendor_headline_sparse", "rates"))?;
    row.extend([
        record.text("/link/kind")?,
        figure("/link/per_direction_gb_s")?,
        record.whole("/link/domain")?.to_string(),
        maybe("/pcie", record.number("/pcie/gb_s_per_direction"))?,
        record.whole("/node_size")?.to_string(),
        maybe("/tdp_w", record.number("/tdp_w"))?,
        factor,
        record.text("/generation")?,
        record.whole("/year")?.to_string(),
    ]);
    Ok(row)
}

/// Whether facts that estimates rest on have no second source, in the order of the
/// catalogue's `Fact`.
fn unsure(record: &Record) -> [bool; 4] {
    let facts: [&[&str]; 4] = [
        &["memory", "memory.usable_gib"],
        &["memory", "memory.bandwidth_gb_s"],
        &[
            "peak_dense_tflops",
            "peak_dense_tflops.bf16",
            "peak_dense_tflops.fp16",
            "peak_dense_tflops.fp8",
            "peak_dense_tflops.int8",
            "peak_dense_tflops.fp4",
        ],
        &["link", "link.per_direction_gb_s"],
    ];
    let unverified = record.texts("/unverified_fields");
    facts.map(|paths| paths.iter().any(|path| unverified.contains(path)))
}

/// The rates in the order of the estimator's types: 16 bit is the better of bf16
/// and fp16.
fn peaks(record: &Record, pointer: &str) -> [Option<f64>; 5] {
    let types: [&[&str]; 5] = [&["fp32"], &["bf16", "fp16"], &["fp8"], &["int8"], &["fp4"]];
    types.map(|keys| {
        let rates = keys
            .iter()
            .filter_map(|key| record.number(&format!("{pointer}/{key}")));
        rates.reduce(f64::max)
    })
}

/// How far the brochure's rates exceed the dense ones of the same type; 32-bit
/// rates are never printed with sparsity.
fn headline_factor(printed: &[Option<f64>; 5], dense: &[Option<f64>; 5]) -> f64 {
    let pairs = printed.iter().zip(dense).skip(1);
    let ratios = pairs.filter_map(|(printed, dense)| Some((*printed)? / (*dense)?));
    ratios.reduce(f64::max).unwrap_or(1.0)
}
