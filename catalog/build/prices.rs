//! Price records as values of `crate::prices::PriceRecord`.

use crate::record::{Failure, Record, option, whole_parts};
use std::fmt::Write as _;

/// All prices of all sellers, as one array literal.
pub(crate) fn table(files: &[Record]) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for file in files {
        let provider = file.literal("/provider")?;
        let serverless = file.flag("/serverless");
        for record in file.list("/prices") {
            let _ = writeln!(rows, "{},", row(&record, &provider, serverless)?);
        }
    }
    rows.push(']');
    Ok(rows)
}

/// Sellers of what one can size by: id and name.
pub(crate) fn sellers(files: &[Record]) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for file in files.iter().filter(|file| !file.flag("/serverless")) {
        let (id, name) = (file.literal("/provider")?, file.literal("/name")?);
        let _ = writeln!(rows, "({id}, {name}),");
    }
    rows.push(']');
    Ok(rows)
}

fn row(record: &Record, provider: &str, serverless: bool) -> Result<String, Failure> {
    let quote = |key: &str| -> Result<String, Failure> {
        let quote = record.at(&format!("/{key}"));
        Ok(option(quote.map(|quote| self::quote(&quote)).transpose()?))
    };
    Ok(format!(
        "PriceRecord {{ provider: {provider}, instance: {}, accelerator: {}, count: {}, \
         region: {}, area: Area::{}, on_demand: {}, spot: {}, reserved_1y: {}, \
         reserved_3y: {}, verified: {}, stale: {}, serverless: {serverless} }}",
        record.literal("/instance")?,
        record.literal("/accelerator")?,
        record.whole("/count")?,
        record.literal("/region")?,
        record.variant("/area")?,
        quote("on_demand")?,
        quote("spot")?,
        quote("reserved_1y")?,
        quote("reserved_3y")?,
        record.flag("/verified"),
        record.flag("/stale"),
    ))
}

fn quote(quote: &Record) -> Result<String, Failure> {
    let dollars = quote.number("/usd");
    let parts = dollars
        .and_then(|dollars| whole_parts(dollars, 1e7))
        .ok_or_else(|| quote.failure("/usd", "a number with at most seven places"))?;
    Ok(format!(
        "Quote {{ parts: {parts}, as_of: {}, undated: {}, estimated: {} }}",
        quote.literal("/as_of")?,
        quote.value.get("date_note").is_some(),
        quote.flag("/estimated"),
    ))
}
