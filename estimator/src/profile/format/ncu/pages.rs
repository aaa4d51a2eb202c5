//! The pages: `raw` (a column a metric, units in the row below), `metrics` and `details` (a row
//! a metric; rules among them). Rows may be shorter than the header.

use super::super::super::unreadable::{Kind, Unreadable, broken};
use super::metric::{Metric, named, number, scale, vote};
use std::collections::{BTreeMap, HashMap};

/// Kernels and rules kept.
const KERNELS: usize = 500_000;
const RULES: usize = 100_000;

/// A profiled launch.
#[derive(Debug, Default)]
pub(super) struct Kernel {
    pub(super) name: String,
    pub(super) values: BTreeMap<Metric, f64>,
}

/// A finding of the tool itself.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) kernel: String,
    pub(super) speedup: Option<f64>,
    pub(super) text: String,
}

/// The content of a page.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) kind: &'static str,
    pub(super) kernels: Vec<Kernel>,
    pub(super) rules: Vec<Rule>,
    pub(super) commas: bool,
    pub(super) board: Option<String>,
    pub(super) capability: Option<String>,
}

type Rows = Vec<csv::StringRecord>;

/// Reads a table from its header on.
pub(super) fn read(table: &str) -> Result<Page, Unreadable> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(table.as_bytes());
    let header = reader
        .headers()
        .map_err(|_| broken("the header breaks off"))?
        .clone();
    let rows: Rows = reader
        .records()
        .map_while(Result::ok)
        .filter(|row| !row.get(0).unwrap_or_default().starts_with("=="))
        .collect();
    let columns: HashMap<&str, usize> = header
        .iter()
        .enumerate()
        .map(|(place, name)| (name, place))
        .collect();
    let mut page = Page::default();
    if columns.contains_key("Metric Name") {
        details(&columns, &rows, &mut page)?;
    } else {
        raw(&header, &columns, &rows, &mut page)?;
    }
    Ok(page)
}

fn commas<'a>(numbers: impl Iterator<Item = &'a str>) -> bool {
    numbers
        .map(|number| i64::from(vote(number.trim())))
        .sum::<i64>()
        > 0
}

fn full() -> Unreadable {
    Unreadable::new(Kind::TooLarge, "more kernels than are kept")
}

fn raw(
    header: &csv::StringRecord,
    columns: &HashMap<&str, usize>,
    rows: &Rows,
    page: &mut Page,
) -> Result<(), Unreadable> {
    page.kind = "raw";
    let id = |row: &csv::StringRecord| row.get(0).is_some_and(|id| !id.trim().is_empty());
    let units = rows.first().filter(|row| !id(row));
    let metrics: Vec<(usize, Metric, f64)> = header
        .iter()
        .enumerate()
        .filter_map(|(place, name)| {
            let unit = units.and_then(|units| units.get(place)).unwrap_or_default();
            let shared = name.contains(".pct_of_peak_");
            // Shares are in percent, whether a unit stands there or not.
            let unit = if shared { "%" } else { unit };
            Some((place, named(name, unit)?, scale(unit)))
        })
        .collect();
    let launches = || rows.iter().filter(|row| id(row));
    let cells = launches().flat_map(|row| metrics.iter().filter_map(|(place, ..)| row.get(*place)));
    page.commas = commas(cells);
    let named = columns.get("Kernel Name");
    for row in launches() {
        if page.kernels.len() >= KERNELS {
            return Err(full());
        }
        let cell = |place: Option<&usize>| row.get(*place?).filter(|cell| !cell.is_empty());
        let value = |(place, metric, scale): &(usize, Metric, f64)| {
            Some((*metric, scale * number(row.get(*place)?, page.commas)?))
        };
        page.kernels.push(Kernel {
            name: cell(named).unwrap_or_default().to_owned(),
            values: metrics.iter().filter_map(value).collect(),
        });
        let board = cell(columns.get("device__attribute_display_name"));
        page.board = page.board.take().or(board.map(str::to_owned));
        let capability = cell(columns.get("CC"));
        page.capability = page.capability.take().or(capability.map(str::to_owned));
    }
    Ok(())
}

fn details(columns: &HashMap<&str, usize>, rows: &Rows, page: &mut Page) -> Result<(), Unreadable> {
    let of = |row: &csv::StringRecord, name: &str| -> Option<String> {
        let cell = row.get(*columns.get(name)?)?.trim();
        (!cell.is_empty()).then(|| cell.to_owned())
    };
    let values: Vec<String> = rows
        .iter()
        .filter_map(|row| of(row, "Metric Value"))
        .collect();
    page.commas = commas(values.iter().map(String::as_str));
    page.kind = "metrics";
    let mut places: HashMap<(String, String), usize> = HashMap::new();
    for row in rows {
        let Some(id) = of(row, "ID").filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
        else {
            continue;
        };
        let key = (id, of(row, "Process ID").unwrap_or_default());
        let next = page.kernels.len();
        let place = *places.entry(key).or_insert(next);
        if place == next {
            if next >= KERNELS {
                return Err(full());
            }
            page.kernels.push(Kernel {
                name: of(row, "Kernel Name").unwrap_or_default(),
                values: BTreeMap::new(),
            });
            page.capability = page.capability.take().or_else(|| of(row, "CC"));
        }
        let Some(kernel) = page.kernels.get_mut(place) else {
            continue;
        };
        let (metric, unit) = (
            of(row, "Metric Name"),
            of(row, "Metric Unit").unwrap_or_default(),
        );
        if let Some(metric) = metric {
            if !metric.contains("__") {
                page.kind = "details";
            }
            let value = of(row, "Metric Value");
            if metric == "device__attribute_display_name" {
                page.board = page.board.take().or(value);
                continue;
            }
            let unit = if metric.contains(".pct_of_peak_") {
                "%"
            } else {
                unit.as_str()
            };
            let value = value.and_then(|value| number(&value, page.commas));
            if let Some((metric, value)) = named(&metric, unit).zip(value) {
                kernel.values.entry(metric).or_insert(scale(unit) * value);
            }
        }
        if let Some(rule) = of(row, "Rule Name").filter(|_| page.rules.len() < RULES) {
            let speedup = of(row, "Estimated Speedup");
            let speedup = speedup.and_then(|speedup| number(&speedup, page.commas));
            page.rules.push(Rule {
                name: rule,
                kind: of(row, "Rule Type").unwrap_or_default(),
                kernel: kernel.name.clone(),
                speedup: speedup.map(|speedup| speedup / 100.0),
                text: of(row, "Rule Description").unwrap_or_default(),
            });
        }
    }
    Ok(())
}
