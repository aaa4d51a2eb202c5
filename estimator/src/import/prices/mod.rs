//! Price lists as people have them: CSV with any separator, heading order, decimal mark and
//! currency sign, or JSON.
//!
//! Total and bounded: any bytes give a list, in which good rows are kept and every other row is
//! named by its line with its fault; or one reason why it is no list. Names of accelerators,
//! instances, sellers and regions are the catalogue's knowledge, and asked of it through
//! [`Names`].

mod amount;
mod csv;
mod day;
mod heading;
mod json;
mod row;
mod table;
mod text;
pub mod wire;

use crate::choice::Area;
use crate::currency::Currency;
use crate::error::Unreadable;
use crate::link;
use crate::listed::{self, Listed, thinned};
use amount::{Amount, Mark};
use heading::Column;
use row::Reading;
use std::cell::RefCell;
use std::collections::BTreeMap;
use table::Table;

/// The most bytes of a list that are read.
pub const MOST_BYTES: usize = 16 << 20;

/// The most rows that are read.
pub const MOST_ROWS: usize = 100_000;

/// The most columns whose headings are looked at, and names of members in JSON: files that
/// clouds publish have some dozens.
pub const MOST_COLUMNS: usize = 256;

/// Dollars per accelerator and hour that are believed: from a thirtieth of the cheapest
/// price of the catalogue (0.15, an Inferentia2 at spot) to ten times the dearest (34, a
/// GB200 on demand). Beyond, a decimal mark or a unit was taken for another one.
pub const BELIEVABLE: (f64, f64) = (0.005, 340.0);

/// The most accelerators of an instance; racks have 72.
const MOST_COUNT: u32 = 1024;

/// The meaning of a list's names.
pub trait Names {
    /// Id of the accelerator that `name` means: an id, a name or a usual alias.
    fn accelerator(&self, name: &str) -> Option<String>;

    /// Id and number of the accelerators in an instance of a seller.
    fn instance(&self, seller: &str, instance: &str) -> Option<(String, u32)>;

    /// Id of the seller that `name` means; the name itself where none is known.
    fn seller(&self, name: &str) -> String;

    /// The part of the world that a region is in; [`Area::Any`] where that is not known.
    fn area(&self, region: &str) -> Area;
}

/// The fault of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum RowProblem {
    /// It is no object with members.
    Broken,
    /// It has more cells than there are headings.
    TooManyCells,
    /// A cell is longer than any name or price.
    TooLong {
        /// The column.
        column: String,
    },
    /// It names neither an accelerator nor an instance.
    NoAccelerator,
    /// The accelerator, or the instance where it names none, is not known.
    UnknownAccelerator {
        /// Its text, shortened.
        name: String,
    },
    /// The number of accelerators is none.
    BadCount {
        /// Its text, shortened.
        text: String,
    },
    /// It has no price.
    NoPrice,
    /// A price is no number.
    NotANumber {
        /// The column.
        column: String,
        /// Its text, shortened.
        text: String,
    },
    /// A price is below zero.
    Negative {
        /// The column.
        column: String,
    },
    /// A price is less than anybody asks.
    TooSmall {
        /// The column.
        column: String,
        /// The least that is believed, dollars per accelerator and hour.
        least: f64,
    },
    /// A price is more than anybody asks.
    TooLarge {
        /// The column.
        column: String,
        /// The most that is believed, dollars per accelerator and hour.
        most: f64,
    },
    /// A price is in a currency without a rate.
    NoRate {
        /// The currency as it is written, shortened.
        currency: String,
    },
    /// It is neither on demand, spot, nor reserved for one or three years.
    UnknownBasis {
        /// Its text, shortened.
        name: String,
    },
    /// The date is no day, or leaves open which is the month.
    BadDate {
        /// Its text, shortened.
        text: String,
    },
}

/// A row that is not kept.
#[derive(Debug, Clone, PartialEq)]
pub struct RowError {
    /// Its line; 1 is the first of the file.
    pub line: usize,
    /// Its fault.
    pub problem: RowProblem,
}

/// A list that was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PriceList {
    /// The rows that can ever count ([`thinned`]), at most [`listed::MOST`].
    pub rows: Vec<Listed>,
    /// Rows that were good, those included that others undercut.
    pub good: usize,
    /// Of the rows that can count, those beyond the most that a question takes.
    pub left_out: usize,
    /// Rows that are not kept, in order of their lines.
    pub problems: Vec<RowError>,
    /// Names of accelerators that are no ids, with the ids they were taken for, in their order.
    pub taken: Vec<(String, String)>,
    /// Headings that mean nothing here.
    pub ignored: Vec<String>,
    /// Whether there are more rows than are read.
    pub cut: bool,
}

/// Reads a list. Amounts that name no currency are in `currency`, or else in US dollars;
/// amounts in other currencies than these two have no rate.
///
/// # Errors
///
/// Why it is no list: too large, neither CSV nor JSON, or without accelerators or prices.
pub fn read(
    bytes: &[u8],
    names: &dyn Names,
    currency: Option<Currency>,
) -> Result<PriceList, Unreadable> {
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES as u64;
        return Err(Unreadable::TooLarge { most });
    }
    let names = Known {
        names,
        found: RefCell::default(),
    };
    let text = text::decode(bytes);
    let table = Table::new(&text)?;
    let (mark, month_first) = habits(&table);
    let reading = Reading {
        names: &names,
        currency,
        mark,
        month_first,
    };
    let mut list = PriceList {
        ignored: table.ignored(),
        ..PriceList::default()
    };
    let mut rows = Vec::new();
    for (index, row) in table.rows().enumerate() {
        if index == MOST_ROWS {
            list.cut = true;
            break;
        }
        match reading.listed(&row) {
            Ok(listed) => rows.push(listed),
            Err(problem) => list.problems.push(RowError {
                line: row.line,
                problem,
            }),
        }
    }
    list.good = rows.len();
    list.rows = thinned(rows);
    let fit = fitting(&list.rows);
    list.left_out = list.rows.len().saturating_sub(fit);
    list.rows.truncate(fit);
    list.taken = names.taken();
    Ok(list)
}

/// How many of the rows, the first ones, a question and its link take.
fn fitting(rows: &[Listed]) -> usize {
    let lengths = rows.iter().take(listed::MOST).scan(0, |length, row| {
        *length += link::listed::write(row).len() + "&listed=".len();
        Some(*length)
    });
    lengths
        .take_while(|length| *length <= listed::MOST_TEXT)
        .count()
}

/// How the list writes decimals and days, by those that leave no doubt: the more frequent
/// of two ways.
fn habits(table: &Table<'_>) -> (Option<Mark>, Option<bool>) {
    let (mut marks, mut orders) = ((0, 0), (0, 0));
    for row in table.rows().take(MOST_ROWS) {
        for (heading, _, text) in &row.cells {
            let text = text.as_deref().unwrap_or_default();
            match heading.column {
                Column::Price(_) => match Amount::read(text).and_then(|amount| amount.mark()) {
                    Some(Mark::Point) => marks.0 += 1,
                    Some(Mark::Comma) => marks.1 += 1,
                    None => {}
                },
                Column::Date => match day::shows_order(text) {
                    Some(true) => orders.0 += 1,
                    Some(false) => orders.1 += 1,
                    None => {}
                },
                _ => {}
            }
        }
    }
    let more = |(one, other): (u32, u32)| (one != other).then_some(one > other);
    let mark = more(marks).map(|point| if point { Mark::Point } else { Mark::Comma });
    (mark, more(orders))
}

/// Distinct names that are asked about: those a catalogue could know, many times over. Those
/// beyond are not known.
const MOST_NAMES: usize = 2048;

/// Asks for each name of an accelerator once: a list repeats a few of them.
struct Known<'a> {
    names: &'a dyn Names,
    found: RefCell<BTreeMap<String, Option<String>>>,
}

impl Known<'_> {
    fn taken(self) -> Vec<(String, String)> {
        let found = self.found.into_inner().into_iter();
        let meant = found.filter_map(|(name, id)| Some((name, id?)));
        meant.filter(|(name, id)| name != id).collect()
    }
}

impl Names for Known<'_> {
    fn accelerator(&self, name: &str) -> Option<String> {
        if let Some(known) = self.found.borrow().get(name) {
            return known.clone();
        }
        let mut found = self.found.borrow_mut();
        if found.len() >= MOST_NAMES {
            return None;
        }
        let id = self.names.accelerator(name);
        found.insert(name.to_owned(), id.clone());
        id
    }

    fn instance(&self, seller: &str, instance: &str) -> Option<(String, u32)> {
        self.names.instance(seller, instance)
    }

    fn seller(&self, name: &str) -> String {
        self.names.seller(name)
    }

    fn area(&self, region: &str) -> Area {
        self.names.area(region)
    }
}
