//! Accelerator records as rows of `crate::accelerators::Row`.

use crate::record::{Failure, Record, option};
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
    let pcie = record.maybe_float("/pcie/gb_s_per_direction");
    let power = record.maybe_float("/tdp_w");
    let purchase = record
        .at("/purchase")
        .map(|purchase| self::purchase(&purchase))
        .transpose()?;
    Ok(format!(
        "Row {{ id: {}, name: {}, vendor: Vendor::{}, architecture: Architecture::{}, \
         generation: {}, form_factor: {}, year: {}, announced: {announced}, \
         memory: Bytes::gib({}), marketed: Bytes::gb({}), memory_estimated: {}, \
         memory_type: {}, hbm: {}, bandwidth: BytesPerSecond::gb({}), peak: {}, sparse: {}, \
         link: {}, pcie: {}, node_size: {}, power: {}, mig_instances: {}, verified: {}, \
         cross_checked: {}, unverified: {}, sources: {}, as_of: {}, purchase: {} }}",
        record.literal("/id")?,
        record.literal("/name")?,
        record.variant("/vendor")?,
        record.variant("/family")?,
        record.literal("/generation")?,
        record.literal("/form_factor")?,
        record.whole("/year")?,
        record.float("/memory/usable_gib")?,
        record.float("/memory/marketed_gb")?,
        record.flag("/memory/usable_estimated"),
        record.literal("/memory/type")?,
        record.flag("/memory/hbm"),
        record.float("/memory/bandwidth_gb_s")?,
        peaks(record, "/peak_dense_tflops"),
        peaks(record, "/vendor_headline_sparse"),
        link(record)?,
        option(pcie.map(|rate| format!("BytesPerSecond::gb({rate})"))),
        record.whole("/node_size")?,
        option(power.map(|watts| format!("Watts::new({watts})"))),
        record.maybe_whole("/mig_instances").unwrap_or(0),
        record.flag("/verified"),
        record.flag("/cross_checked"),
        record.literals("/unverified_fields"),
        record.literals("/sources"),
        record.literal("/as_of")?,
        option(purchase),
    ))
}

/// The rates by the estimator's types: 16 bit is the better of bf16 and fp16.
fn peaks(record: &Record, pointer: &str) -> String {
    let rate = |keys: &[&str]| {
        let rates = keys.iter().filter_map(|key| {
            let value = record.value.pointer(&format!("{pointer}/{key}"))?;
            value.as_f64()
        });
        let best = rates.reduce(f64::max);
        option(best.map(|best| format!("FlopsPerSecond::tera({best:?})")))
    };
    format!(
        "Peaks {{ thirty_two: {}, sixteen: {}, fp8: {}, int8: {}, four: {} }}",
        rate(&["fp32"]),
        rate(&["bf16", "fp16"]),
        rate(&["fp8"]),
        rate(&["int8"]),
        rate(&["fp4"]),
    )
}

fn link(record: &Record) -> Result<String, Failure> {
    let kind = match record.text("/link/kind")?.as_str() {
        "nvlink" => "NvLink".to_owned(),
        _ => record.variant("/link/kind")?,
    };
    Ok(format!(
        "Link {{ kind: LinkKind::{kind}, per_direction: BytesPerSecond::gb({}), domain: {} }}",
        record.float("/link/per_direction_gb_s")?,
        record.whole("/link/domain")?,
    ))
}

fn purchase(purchase: &Record) -> Result<String, Failure> {
    Ok(format!(
        "Purchase {{ price: Usd::new({}), as_of: {}, kind: {}, source: {} }}",
        purchase.float("/usd")?,
        purchase.literal("/as_of")?,
        purchase.literal("/kind")?,
        purchase.literal("/source")?,
    ))
}
