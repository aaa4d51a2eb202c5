//! Price records as columns of `crate::prices::packed`.

use crate::columns::{Columns, bits, decimal};
use crate::record::{Failure, Record};
use crate::reserved::{self, Pair};
use std::fmt::Write as _;

/// The bases that a price can be paid on.
const BASES: [&str; 4] = ["on_demand", "spot", "reserved_1y", "reserved_3y"];

/// Those that are estimated where they are not listed.
const TERMS: [&str; 2] = ["reserved_1y", "reserved_3y"];

/// Facts about a price: its day, its source's place, flags.
const ABOUT: usize = 3;

/// Columns of a price.
const PRICE: usize = 17;

/// All prices of all sellers, of accelerators in the order of `accelerators`, as source text;
/// `sources` names each source.
pub(crate) fn table(
    files: &[Record],
    accelerators: &[Record],
    sources: &Record,
) -> Result<String, Failure> {
    let mut table = Table {
        prices: Columns::new(PRICE),
        about: Columns::new(ABOUT),
        sources: Columns::new(1),
    };
    for file in files {
        table.add(file, accelerators)?;
    }
    let places = table.sources.values(0).iter().map(|short| {
        let told = sources.text(&format!("/prices/{short}"))?;
        place(&told).ok_or_else(|| sources.failure(short, "a page or a repository"))
    });
    let places: Vec<String> = places.collect::<Result<_, _>>()?;
    Ok(format!(
        "const COLUMNS: usize = {PRICE};\nstatic TABLE: &str = {};\n\
         const ABOUT_COLUMNS: usize = {ABOUT};\nstatic ABOUT: &str = {};\n\
         static SOURCES: &str = {:?};\n",
        table.prices.literal(),
        table.about.literal(),
        places.join("|"),
    ))
}

/// The prices, and the tables that they point to.
struct Table {
    prices: Columns,
    about: Columns,
    /// By short name.
    sources: Columns,
}

impl Table {
    /// Adds the prices of a seller.
    fn add(&mut self, file: &Record, accelerators: &[Record]) -> Result<(), Failure> {
        let listed_only = listed_only(file);
        let rows = file.list("/prices");
        let pairs = TERMS.map(|term| -> Vec<Pair> {
            let pairs = rows.iter().filter(|_| !listed_only);
            pairs.filter_map(|row| pair(row, term)).collect()
        });
        for row in &rows {
            let id = row.text("/accelerator")?;
            let same = |one: &Record| one.text("/id").is_ok_and(|known| known == id);
            let accelerator = accelerators.iter().position(same);
            let accelerator =
                accelerator.ok_or_else(|| row.failure("/accelerator", "a known accelerator"))?;
            let flags = [row.flag("/verified"), row.flag("/stale"), listed_only];
            let mut values = vec![
                accelerator.to_string(),
                bits(&flags),
                file.text("/provider")?,
                row.text("/instance")?,
                row.whole("/count")?.to_string(),
                row.text("/region")?,
                row.text("/area")?,
            ];
            for basis in BASES {
                values.extend(self.quote(row, basis)?);
            }
            for pairs in &pairs {
                values.push(estimate(pairs, &id));
            }
            self.prices.push(values, row)?;
        }
        Ok(())
    }

    /// A price of a row and the facts about it; empty where there is none.
    fn quote(&mut self, row: &Record, basis: &str) -> Result<[String; 2], Failure> {
        let Some(quote) = row.at(&format!("/{basis}")) else {
            return Ok([String::new(), String::new()]);
        };
        let dollars = quote.number("/usd");
        let dollars = dollars
            .and_then(|dollars| decimal(dollars, 7))
            .ok_or_else(|| quote.failure("/usd", "a number with at most seven places"))?;
        let undated = quote.value.get("date_note").is_some();
        let about = vec![
            quote.text("/as_of")?,
            self.sources.place(vec![quote.text("/source")?], &quote)?,
            bits(&[undated, quote.flag("/estimated")]),
        ];
        Ok([dollars, self.about.place(about, &quote)?])
    }
}

/// The ratio by which a seller's missing price of an accelerator is estimated; empty where
/// there is none.
fn estimate(pairs: &[Pair], accelerator: &str) -> String {
    let ratio = reserved::ratio(pairs, accelerator);
    let rounded = ratio.map(|ratio| (ratio * 1e4).round() / 1e4);
    rounded
        .and_then(|ratio| decimal(ratio, 4))
        .unwrap_or_default()
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

/// Whether nothing can be sized by a seller's prices: of workers that scale to zero, or of
/// machines of others.
fn listed_only(file: &Record) -> bool {
    file.flag("/serverless") || file.flag("/marketplace")
}

/// Sellers by id and name: those of offers that one can size by, and those whose prices are only
/// listed.
pub(crate) fn sellers(files: &[Record]) -> Result<String, Failure> {
    let (sized, listed) = (named(files, false)?, named(files, true)?);
    Ok(format!("({sized}, {listed})"))
}

fn named(files: &[Record], listed: bool) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for file in files.iter().filter(|file| listed_only(file) == listed) {
        let (id, name) = (file.literal("/provider")?, file.literal("/name")?);
        let _ = writeln!(rows, "({id}, {name}),");
    }
    rows.push(']');
    Ok(rows)
}

/// Sellers that say for which time they bill: id, unit and least, in seconds.
pub(crate) fn billing(files: &[Record]) -> Result<String, Failure> {
    let mut rows = String::from("&[\n");
    for file in files {
        let Some(billing) = file.at("/billing") else {
            continue;
        };
        let id = file.literal("/provider")?;
        let (unit, least) = (billing.whole("/unit_s")?, billing.whole("/least_s")?);
        let _ = writeln!(rows, "({id}, {unit}, {least}),");
    }
    rows.push(']');
    Ok(rows)
}
