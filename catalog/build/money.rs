//! Facts for costs as rows of `crate::money`: defaults of ownership, prices of accelerators and of
//! APIs, grids.

use crate::columns::{Columns, bits, decimal};
use crate::record::{Failure, Record, whole_parts};
use std::fmt::Write as _;

/// The defaults of ownership, as one array literal.
pub(crate) fn defaults(file: &Record) -> Result<String, Failure> {
    literal(&file.list("/defaults"), |record| {
        Ok(format!(
            "Row {{ input: {}, value: {}, source: {}, as_of: {}, assumed: {} }}",
            record.literal("/input")?,
            float(record, "/value")?,
            named(file, &record.text("/source")?)?,
            date(record, "/as_of")?,
            record.flag("/assumed"),
        ))
    })
}

/// Purchase prices of accelerators, where they are known; their sources by the names that pages show.
pub(crate) fn purchases(accelerators: &[Record], sources: &Record) -> Result<String, Failure> {
    let mut bought = Vec::new();
    for record in accelerators {
        if let Some(purchase) = record.at("/purchase") {
            let short = purchase.text("/source")?;
            let source = sources.text(&format!("/purchases/{short}"))?;
            let dollars = purchase
                .number("/usd")
                .and_then(|usd| whole_parts(usd, 1.0));
            let dollars = dollars.ok_or_else(|| purchase.failure("/usd", "whole dollars"))?;
            bought.push(format!(
                "Purchase {{ accelerator: {}, usd: {dollars}, source: {source:?}, as_of: {} }}",
                record.literal("/id")?,
                date(&purchase, "/as_of")?,
            ));
        }
    }
    Ok(format!("&[\n{}\n]", bought.join(",\n")))
}

/// Grids, as one array literal.
pub(crate) fn grids(file: &Record) -> Result<String, Failure> {
    literal(&file.list("/grids"), |record| {
        Ok(format!(
            "Grid {{ id: {}, name: {}, year: {}, grams: {} }}",
            record.literal("/id")?,
            record.literal("/name")?,
            record.whole("/year")?,
            float(record, "/grams_per_kwh")?,
        ))
    })
}

/// Where the grids come from: a name and a day.
pub(crate) fn grid_source(file: &Record) -> Result<String, Failure> {
    let (name, as_of) = (file.literal("/source/name")?, date(file, "/source/as_of")?);
    Ok(format!("({name}, {as_of})"))
}

/// Columns of an API.
const API: usize = 11;

/// Prices of APIs as columns of `crate::money`, and the sources that they point to, as source
/// text.
pub(crate) fn apis(file: &Record) -> Result<String, Failure> {
    let mut table = Columns::new(API);
    let mut sources = Columns::new(1);
    for record in file.list("/prices") {
        let price = |pointer: &str| -> Result<String, Failure> {
            let Some(price) = record.number(pointer) else {
                return Ok(String::new());
            };
            let text = decimal(price, 4);
            text.ok_or_else(|| record.failure(pointer, "a number with at most four places"))
        };
        let short = record.texts("/sources").first().copied();
        let source = file.text(&format!("/sources/{}", short.unwrap_or_default()))?;
        date(&record, "/as_of")?;
        let row = vec![
            record.text("/id")?,
            record.text("/name")?,
            record.text("/model").unwrap_or_default(),
            record.text("/host")?,
            record.text("/area").unwrap_or_default(),
            price("/input")?,
            price("/cached")?,
            price("/output")?,
            sources.place(vec![source], &record)?,
            record.text("/as_of")?,
            bits(&[record.flag("/verified")]),
        ];
        table.push(row, &record)?;
    }
    Ok(format!(
        "const API_COLUMNS: usize = {API};\nstatic API_TABLE: &str = {};\n\
         static API_SOURCES: &str = {};\n",
        table.literal(),
        sources.literal(),
    ))
}

/// Rows as one array literal.
pub(crate) fn literal(
    records: &[Record],
    row: impl Fn(&Record) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for record in records {
        let _ = writeln!(rows, "{},", row(record)?);
    }
    rows.push(']');
    Ok(rows)
}

/// A number as a floating-point literal.
pub(crate) fn float(record: &Record, pointer: &str) -> Result<String, Failure> {
    let number = record.maybe_float(pointer);
    number.ok_or_else(|| record.failure(pointer, "a number"))
}

/// A source by its short name, as a string literal.
pub(crate) fn named(file: &Record, short: &str) -> Result<String, Failure> {
    file.literal(&format!("/sources/{short}"))
}

/// A day, or the month or year where no more is known.
pub(crate) fn date(record: &Record, pointer: &str) -> Result<String, Failure> {
    let text = record.text(pointer)?;
    let widths = [4, 2, 2];
    let parts: Vec<&str> = text.split('-').collect();
    let shaped = parts
        .iter()
        .zip(widths)
        .all(|(part, width)| part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit()));
    if shaped && parts.len() <= widths.len() {
        Ok(format!("{text:?}"))
    } else {
        Err(record.failure(pointer, "a day, a month or a year"))
    }
}
