//! Price records as `crate::prices::packed`: rows of small numbers that point into texts.
//!
//! Every text stands once, all of a kind in one string: so many references of eight bytes
//! each would be a third of the table.

use crate::record::{Failure, Record, whole_parts};
use crate::reserved::{self, Pair};
use std::fmt::Write as _;

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

/// Those that are estimated where they are not listed.
const TERMS: [&str; 2] = ["reserved_1y", "reserved_3y"];

/// Parts of a ratio.
const RATIO_PARTS: f64 = 1e4;

/// What stands between texts of one string.
const BAR: char = '|';

/// Texts that rows point to, each once, in the order of their first use.
#[derive(Default)]
struct Texts(Vec<String>);

impl Texts {
    fn index(&mut self, text: String, record: &Record) -> Result<u8, Failure> {
        let known = self.0.iter().position(|known| *known == text);
        let index = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(text);
        }
        u8::try_from(index).map_err(|_| record.failure("", "one of at most 256 texts"))
    }

    /// All of them, in one string literal.
    fn literal(&self) -> Result<String, Failure> {
        joined(&self.0)
    }
}

/// Texts in one string literal.
fn joined(texts: &[String]) -> Result<String, Failure> {
    match texts.iter().find(|text| text.contains(BAR)) {
        Some(text) => Err(Failure(format!("`{text}` has a bar"))),
        None => Ok(format!("{:?}", texts.join("|"))),
    }
}

/// What rows of prices point to.
#[derive(Default)]
struct Table {
    rows: String,
    /// One for each row.
    instances: Vec<String>,
    providers: Texts,
    regions: Texts,
    dates: Texts,
    /// Short names of sources.
    sources: Texts,
}

/// All prices of all sellers, of accelerators in the order of `accelerators`, as source text;
/// `sources` says what each source is.
pub(crate) fn table(
    files: &[Record],
    accelerators: &[Record],
    sources: &Record,
) -> Result<String, Failure> {
    let mut table = Table::default();
    for file in files {
        table.add(file, accelerators)?;
    }
    let places = table.sources.0.iter().map(|short| {
        let told = sources.text(&format!("/prices/{short}"))?;
        place(&told).ok_or_else(|| sources.failure(short, "a page or a repository"))
    });
    let places: Vec<String> = places.collect::<Result<_, _>>()?;
    Ok(format!(
        "static INSTANCES: &str = {};\nstatic PROVIDERS: &str = {};\n\
         static REGIONS: &str = {};\nstatic DATES: &str = {};\nstatic SOURCES: &str = {};\n\
         static ROWS: &[Row] = &[\n{}];\n",
        joined(&table.instances)?,
        table.providers.literal()?,
        table.regions.literal()?,
        table.dates.literal()?,
        joined(&places)?,
        table.rows,
    ))
}

impl Table {
    /// Adds the prices of a seller.
    fn add(&mut self, file: &Record, accelerators: &[Record]) -> Result<(), Failure> {
        let provider = self.providers.index(file.text("/provider")?, file)?;
        let serverless = file.flag("/serverless");
        let rows = file.list("/prices");
        let pairs = TERMS.map(|term| -> Vec<Pair> {
            let pairs = rows.iter().filter(|_| !serverless);
            pairs.filter_map(|row| pair(row, term)).collect()
        });
        for row in &rows {
            let id = row.text("/accelerator")?;
            let known = accelerators
                .iter()
                .position(|one| one.text("/id").is_ok_and(|known| known == id));
            let known = known.and_then(|index| u8::try_from(index).ok());
            let accelerator =
                known.ok_or_else(|| row.failure("/accelerator", "one of at most 256"))?;
            self.instances.push(row.text("/instance")?);
            let mut quotes = Vec::new();
            for basis in BASES {
                quotes.push(self.quote(row, basis)?);
            }
            let ratios = pairs.each_ref().map(|pairs| estimate(pairs, &id));
            let _ = writeln!(
                self.rows,
                "Row {{ provider: {provider}, accelerator: {accelerator}, count: {}, \
                 region: {}, area: Area::{}, quotes: [{}], ratios: {ratios:?}, verified: {}, \
                 stale: {}, serverless: {serverless} }},",
                row.whole("/count")?,
                self.regions.index(row.text("/region")?, row)?,
                row.variant("/area")?,
                quotes.join(", "),
                row.flag("/verified"),
                row.flag("/stale"),
            );
        }
        Ok(())
    }

    /// A price of a row; all 0 where there is none.
    fn quote(&mut self, row: &Record, basis: &str) -> Result<String, Failure> {
        let Some(quote) = row.at(&format!("/{basis}")) else {
            return Ok("NONE".to_owned());
        };
        let dollars = quote.number("/usd");
        let parts = dollars
            .and_then(|dollars| whole_parts(dollars, 1e7))
            .ok_or_else(|| quote.failure("/usd", "a number with at most seven places"))?;
        Ok(format!(
            "Packed {{ parts: {parts}, as_of: {}, source: {}, undated: {}, estimated: {} }}",
            self.dates.index(quote.text("/as_of")?, &quote)?,
            self.sources.index(quote.text("/source")?, &quote)?,
            quote.value.get("date_note").is_some(),
            quote.flag("/estimated"),
        ))
    }
}

/// The ratio by which a seller's missing price of an accelerator is estimated, in
/// [`RATIO_PARTS`]; 0 where there is none.
fn estimate(pairs: &[Pair], accelerator: &str) -> u32 {
    let ratio = reserved::ratio(pairs, accelerator);
    let rounded = ratio.map(|ratio| (ratio * RATIO_PARTS).round() / RATIO_PARTS);
    rounded
        .and_then(|ratio| whole_parts(ratio, RATIO_PARTS))
        .unwrap_or(0)
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
