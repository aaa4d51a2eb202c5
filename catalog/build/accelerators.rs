//! Accelerator records as rows of `crate::accelerators::Row`.

use crate::record::{Failure, Record, whole_parts};
use std::fmt::Write as _;

/// All rows, as one array literal.
pub(crate) fn table(records: &[Record]) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for record in records {
        let _ = writeln!(rows, "{},", row(record)?);
    }
    rows.push(']');
    Ok(rows)
}

fn row(record: &Record) -> Result<String, Failure> {
    let announced = match record.text("/status")?.as_str() {
        "available" => false,
        "announced" => true,
        _ => return Err(record.failure("/status", "available or announced")),
    };
    let dense = peaks(record, "/peak_dense_tflops");
    let factor = headline_factor(&peaks(record, "/vendor_headline_sparse"), &dense);
    let mut rates = Vec::new();
    for rate in dense {
        rates.push(rate.map_or(Ok(0), |rate| parts(record, "/peak_dense_tflops", rate))?);
    }
    let figure = |pointer: &str| {
        let value = record.number(pointer);
        let value = value.ok_or_else(|| record.failure(pointer, "a number"))?;
        parts(record, pointer, value)
    };
    // What not every record has: 0 where it is not known.
    let maybe = |pointer: &str| {
        let value = record.number(pointer);
        value.map_or(Ok(0), |value| parts(record, pointer, value))
    };
    Ok(format!(
        "Row {{ id: {}, name: {}, vendor: Vendor::{}, architecture: Architecture::{}, \
         generation: {}, year: {}, announced: {announced}, on_request: {}, memory: {}, marketed: {}, hbm: {}, \
         unified: {}, \
         bandwidth: {}, peak: {rates:?}, link: LinkKind::{}, link_rate: {}, link_domain: {}, \
         pcie: {}, node_size: {}, power: {}, headline_factor: {factor:?}, verified: {}, \
         unsure: &[{}] }}",
        record.literal("/id")?,
        record.literal("/name")?,
        record.variant("/vendor")?,
        record.variant("/family")?,
        record.literal("/generation")?,
        record.whole("/year")?,
        record.flag("/on_request"),
        figure("/memory/usable_gib")?,
        figure("/memory/marketed_gb")?,
        record.flag("/memory/hbm"),
        record.text("/memory/type")?.ends_with(" unified"),
        figure("/memory/bandwidth_gb_s")?,
        link_kind(record)?,
        figure("/link/per_direction_gb_s")?,
        record.whole("/link/domain")?,
        maybe("/pcie/gb_s_per_direction")?,
        record.whole("/node_size")?,
        maybe("/tdp_w")?,
        record.flag("/verified"),
        unsure(record).join(", "),
    ))
}

/// The facts that estimates rest on and that have no second source.
fn unsure(record: &Record) -> Vec<&'static str> {
    let facts: [(&str, &[&str]); 4] = [
        ("Fact::Memory", &["memory", "memory.usable_gib"]),
        ("Fact::Bandwidth", &["memory", "memory.bandwidth_gb_s"]),
        (
            "Fact::Compute",
            &[
                "peak_dense_tflops",
                "peak_dense_tflops.bf16",
                "peak_dense_tflops.fp16",
                "peak_dense_tflops.fp8",
                "peak_dense_tflops.int8",
                "peak_dense_tflops.fp4",
            ],
        ),
        ("Fact::Link", &["link", "link.per_direction_gb_s"]),
    ];
    let unverified = record.texts("/unverified_fields");
    let is_unsure = |paths: &[&str]| paths.iter().any(|path| unverified.contains(path));
    let unsure = facts.into_iter().filter(|(_, paths)| is_unsure(paths));
    unsure.map(|(fact, _)| fact).collect()
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

/// A figure in hundredths, which all of them are whole in.
fn parts(record: &Record, pointer: &str, value: f64) -> Result<u32, Failure> {
    whole_parts(value, 100.0).ok_or_else(|| record.failure(pointer, "a number of hundredths"))
}

fn link_kind(record: &Record) -> Result<String, Failure> {
    match record.text("/link/kind")?.as_str() {
        "nvlink" => Ok("NvLink".to_owned()),
        _ => record.variant("/link/kind"),
    }
}
