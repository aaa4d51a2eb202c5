//! Price records as values of `crate::prices::PriceRecord`.

use crate::record::{Failure, Record, option, whole_parts};
use crate::reserved::{self, Pair};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Where prices were read, each once.
pub(crate) struct Sources {
    /// What prices call them.
    short: Vec<String>,
    /// The repository or the page.
    places: Vec<String>,
}

impl Sources {
    /// Of all prices of `files`; `sources` says what each is.
    pub(crate) fn new(files: &[Record], sources: &Record) -> Result<Self, Failure> {
        let mut short = BTreeSet::new();
        for quote in files.iter().flat_map(|file| file.list("/prices")) {
            let quotes = BASES
                .iter()
                .filter_map(|basis| quote.at(&format!("/{basis}")));
            for quote in quotes {
                short.insert(quote.text("/source")?);
            }
        }
        let places = short.iter().map(|short| {
            let told = sources.text(&format!("/prices/{short}"))?;
            place(&told).ok_or_else(|| sources.failure(short, "a page or a repository"))
        });
        let places = places.collect::<Result<_, _>>()?;
        let short = short.into_iter().collect();
        Ok(Self { short, places })
    }

    /// The places, as one array literal.
    pub(crate) fn table(&self) -> String {
        format!("&{:?}", self.places)
    }

    fn index(&self, quote: &Record) -> Result<u8, Failure> {
        let short = quote.text("/source")?;
        let index = self.short.iter().position(|known| *known == short);
        let index = index.and_then(|index| u8::try_from(index).ok());
        index.ok_or_else(|| quote.failure("/source", "one of at most 256 sources"))
    }
}

/// The page or the repository that a source's note begins with, without its scheme.
fn place(told: &str) -> Option<String> {
    let first = told.split_whitespace().next()?;
    if let Some(repository) = first.strip_prefix("github:") {
        let name = repository.split('@').next()?;
        return Some(format!("github.com/{name}"));
    }
    let page = first.strip_prefix("https://")?;
    Some(page.trim_end_matches('/').to_owned())
}

/// The bases that a price can be paid on.
const BASES: [&str; 4] = ["on_demand", "spot", "reserved_1y", "reserved_3y"];

/// The files with the reserved prices that they lack, estimated ([`reserved`]) and marked
/// so: as old as the price on demand that they follow, to a ten-thousandth of a dollar.
pub(crate) fn with_reserved(files: &[Record]) -> Result<Vec<Record>, Failure> {
    let mut files = files.to_vec();
    for file in files.iter_mut().filter(|file| !file.flag("/serverless")) {
        for basis in ["reserved_1y", "reserved_3y"] {
            let rows = file.list("/prices");
            let pairs: Vec<Pair> = rows.iter().filter_map(|row| pair(row, basis)).collect();
            for (index, row) in rows.iter().enumerate() {
                let Some(on_demand) = row
                    .at("/on_demand")
                    .filter(|_| row.at(&format!("/{basis}")).is_none())
                else {
                    continue;
                };
                let ratio = reserved::ratio(&pairs, &row.text("/accelerator")?);
                let dollars = on_demand.number("/usd").zip(ratio);
                let dollars = dollars.map(|(dollars, ratio)| (dollars * ratio * 1e4).round() / 1e4);
                let target = file.value.pointer_mut(&format!("/prices/{index}"));
                let target = target.and_then(Value::as_object_mut);
                let quote = on_demand.value.as_object().cloned();
                if let (Some(dollars), Some(target), Some(mut quote)) = (dollars, target, quote) {
                    quote.insert("usd".to_owned(), json!(dollars));
                    quote.insert("estimated".to_owned(), json!(true));
                    target.insert(basis.to_owned(), Value::Object(quote));
                }
            }
        }
    }
    Ok(files)
}

/// The ratio of a row that lists both prices and that nothing shows to be out of date.
fn pair(row: &Record, basis: &str) -> Option<Pair> {
    let listed = |key: &str| -> Option<f64> {
        let quote = row.at(&format!("/{key}"))?;
        quote.number("/usd").filter(|_| !quote.flag("/estimated"))
    };
    let ratio = listed(basis)? / listed("on_demand")?;
    let accelerator = row.text("/accelerator").ok()?;
    (!row.flag("/stale")).then_some(Pair { accelerator, ratio })
}

/// All prices of all sellers, as one array literal.
pub(crate) fn table(files: &[Record], sources: &Sources) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for file in files {
        let provider = file.literal("/provider")?;
        let serverless = file.flag("/serverless");
        for record in file.list("/prices") {
            let _ = writeln!(rows, "{},", row(&record, &provider, serverless, sources)?);
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

fn row(
    record: &Record,
    provider: &str,
    serverless: bool,
    sources: &Sources,
) -> Result<String, Failure> {
    let quote = |key: &str| -> Result<String, Failure> {
        let quote = record.at(&format!("/{key}"));
        let quote = quote.map(|quote| self::quote(&quote, sources));
        Ok(option(quote.transpose()?))
    };
    let [on_demand, spot, reserved_1y, reserved_3y] = BASES.map(quote);
    Ok(format!(
        "PriceRecord {{ provider: {provider}, instance: {}, accelerator: {}, count: {}, \
         region: {}, area: Area::{}, on_demand: {}, spot: {}, reserved_1y: {}, \
         reserved_3y: {}, verified: {}, stale: {}, serverless: {serverless} }}",
        record.literal("/instance")?,
        record.literal("/accelerator")?,
        record.whole("/count")?,
        record.literal("/region")?,
        record.variant("/area")?,
        on_demand?,
        spot?,
        reserved_1y?,
        reserved_3y?,
        record.flag("/verified"),
        record.flag("/stale"),
    ))
}

fn quote(quote: &Record, sources: &Sources) -> Result<String, Failure> {
    let dollars = quote.number("/usd");
    let parts = dollars
        .and_then(|dollars| whole_parts(dollars, 1e7))
        .ok_or_else(|| quote.failure("/usd", "a number with at most seven places"))?;
    Ok(format!(
        "Quote {{ parts: {parts}, as_of: {}, undated: {}, estimated: {}, source: {} }}",
        quote.literal("/as_of")?,
        quote.value.get("date_note").is_some(),
        quote.flag("/estimated"),
        sources.index(quote)?,
    ))
}
