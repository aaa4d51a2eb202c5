//! Lists as JSON: an array of objects, or an object that has one; members of an object
//! within a row stand as `outer.inner`, and plain members beside the array hold for all of
//! its rows.
//!
//! The text is parted into rows before any is read, so that each knows its line, and one
//! with a mistake costs only itself.

use super::MOST_COLUMNS;
use super::heading::{Heading, heading};
use super::table::{Row, cell};
use crate::error::Unreadable;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Objects in objects that are looked into.
const DEPTH: usize = 3;

/// Members of a row that mean something, at the most: there are ten kinds of them, and
/// prices of some bases.
const MOST_CELLS: usize = 64;

/// Members beside the array that are taken into every row, at the most.
const MOST_COMMON: usize = 16;

/// A list, parted.
pub(super) struct Json<'a> {
    /// Rows, and the lines they begin in.
    items: Vec<(usize, &'a str)>,
    /// Cells that hold for all rows.
    common: Cells,
    names: Meanings,
}

/// Cells of a row: the heading of each, its column's name, and its text.
type Cells = Vec<(Heading, String, Option<String>)>;

/// The meaning of members' names, and how they are shown: each is asked about once, since rows
/// repeat them. Those beyond the most columns mean nothing.
#[derive(Default)]
struct Meanings(RefCell<BTreeMap<String, Option<(Heading, String)>>>);

impl Meanings {
    fn of(&self, name: &str) -> Option<(Heading, String)> {
        if let Some(known) = self.0.borrow().get(name) {
            return known.clone();
        }
        let mut known = self.0.borrow_mut();
        if known.len() >= MOST_COLUMNS {
            return None;
        }
        let meant = heading(name).map(|meant| (meant, cell(name).unwrap_or_default()));
        known.insert(name.to_owned(), meant.clone());
        meant
    }
}

/// A part of a text and the byte it begins at.
type Part<'a> = (usize, &'a str);

/// Parts the inside of an array or object at its commas, or a member at its colon.
fn parted((begin, text): Part<'_>, at: u8) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut escaped, mut from) = (0_u32, false, false, 0);
    let bytes = text.as_bytes();
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ if *byte == at && depth == 0 => {
                parts.push((begin + from, text.get(from..index).unwrap_or_default()));
                from = index + 1;
            }
            _ => {}
        }
    }
    parts.push((begin + from, text.get(from..).unwrap_or_default()));
    parts
}

/// The inside of a part between two brackets, where it has them.
fn inside((begin, text): Part<'_>, open: char, close: char) -> Option<Part<'_>> {
    let from = text.len() - text.trim_start().len() + 1;
    let inner = text.trim().strip_prefix(open)?.strip_suffix(close)?;
    Some((begin + from, inner))
}

impl<'a> Json<'a> {
    /// Finds the rows.
    pub(super) fn new(text: &'a str) -> Result<Self, Unreadable> {
        let mut members = Map::new();
        let array = match inside((0, text), '[', ']') {
            Some(array) => array,
            None => object((0, text), &mut members).ok_or_else(|| mistake(text))?,
        };
        let mut items = Vec::new();
        let (mut line, mut counted) = (1, 0);
        for (begin, part) in parted(array, b',') {
            let from = begin + part.len() - part.trim_start().len();
            let between = text.get(counted..from).unwrap_or_default();
            line += between.bytes().filter(|byte| *byte == b'\n').count();
            counted = from;
            if !part.trim().is_empty() {
                items.push((line, part.trim()));
            }
        }
        let (names, mut common) = (Meanings::default(), Cells::new());
        put(&mut common, &names, "", &members, DEPTH);
        common.truncate(MOST_COMMON);
        Ok(Self {
            items,
            common,
            names,
        })
    }

    /// The rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.items.iter().map(|(line, text)| {
            let members = serde_json::from_str::<Map<String, Value>>(text);
            let mut cells = self.common.clone();
            let fits = members
                .as_ref()
                .is_ok_and(|members| put(&mut cells, &self.names, "", members, DEPTH));
            let shown = |(meant, name, text)| (meant, Cow::Owned(name), text);
            Row {
                line: *line,
                cells: cells.into_iter().map(shown).collect(),
                too_many: !fits,
                broken: members.is_err(),
            }
        })
    }
}

/// The first array of an object, and its plain members.
fn object<'a>(part: Part<'a>, common: &mut Map<String, Value>) -> Option<Part<'a>> {
    let mut array = None;
    for member in parted(inside(part, '{', '}')?, b',') {
        let halves = parted(member, b':');
        let [(_, name), value] = halves.as_slice() else {
            continue;
        };
        if let Some(found) = inside(*value, '[', ']') {
            array = array.or(Some(found));
        } else if let (Ok(name), Ok(value)) =
            (serde_json::from_str(name), serde_json::from_str(value.1))
            && !matches!(value, Value::Object(_))
        {
            common.insert(name, value);
        }
    }
    array
}

/// Where the JSON is wrong, or that there is no array in it.
fn mistake(text: &str) -> Unreadable {
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Unreadable::UnknownFormat,
        Err(error) => Unreadable::Json {
            line: error.line(),
            column: error.column(),
        },
    }
}

/// Puts members into a row, a later one of the same name in place of the other; false where
/// there are more of them than a row has.
fn put(
    cells: &mut Cells,
    names: &Meanings,
    outer: &str,
    members: &Map<String, Value>,
    depth: usize,
) -> bool {
    for (name, value) in members {
        let name = match outer {
            "" => Cow::Borrowed(name),
            _ => Cow::Owned(format!("{outer}.{name}")),
        };
        let text = match value {
            Value::Object(inner) => {
                if depth > 0 && !put(cells, names, &name, inner, depth - 1) {
                    return false;
                }
                continue;
            }
            Value::String(text) => Cow::Borrowed(text.as_str()),
            Value::Number(number) => Cow::Owned(plain(number)),
            Value::Null | Value::Bool(_) | Value::Array(_) => continue,
        };
        let Some((meant, shown)) = names.of(&name) else {
            continue;
        };
        cells.retain(|(_, other, _)| *other != shown);
        if cells.len() >= MOST_CELLS {
            return false;
        }
        cells.push((meant, shown, cell(&text)));
    }
    true
}

/// A number without an exponent, which amounts have none of, and with a point that is
/// beyond doubt: never before three digits alone.
fn plain(number: &serde_json::Number) -> String {
    let text = match number.as_f64() {
        Some(value) if number.is_f64() => format!("{value}"),
        _ => number.to_string(),
    };
    match text.split_once('.') {
        Some((_, decimals)) if decimals.len() == 3 => text + "0",
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::super::heading;
    use super::*;

    /// Rows repeat the names of their members, of which each is looked at once; of members
    /// that nobody else has, as many as a list has columns.
    #[test]
    fn names_are_looked_at_once() {
        let row = r#"{"gpu": "H100", "price": 2.5, "region": "eu", "colour": "red"},"#;
        let alike = format!("[{}]", row.repeat(500));
        let apart: Vec<_> = (0..2000)
            .map(|at| format!("{{\"gpu\": \"H100\", \"price {at}\": 2}},"))
            .collect();
        let apart = apart.concat();
        for (text, rows, names) in [(alike, 500, 4), (format!("[{apart}]"), 2000, MOST_COLUMNS)] {
            heading::ASKED.set(0);
            let list = Json::new(&text).ok().unwrap();
            assert_eq!(list.rows().count(), rows);
            assert_eq!(list.rows().count(), rows);
            assert_eq!(heading::ASKED.get(), names);
        }
    }

    /// Members beside the array are read once, and no more of them than helps.
    #[test]
    fn what_holds_for_all_rows_is_read_once() {
        let beside: Vec<_> = (0..1000).map(|at| format!("\"price {at}\": 2, ")).collect();
        let beside = beside.concat();
        let text = format!("{{{beside}\"rows\": [{}]}}", vec!["{}"; 1000].join(","));
        heading::ASKED.set(0);
        let list = Json::new(&text).ok().unwrap();
        let cells: usize = list.rows().map(|row| row.cells.len()).sum();
        assert_eq!(cells, 1000 * MOST_COMMON);
        assert!(heading::ASKED.get() <= MOST_COLUMNS);
    }

    /// A row of more prices than anybody asks is one that has too many cells.
    #[test]
    fn rows_are_bounded() {
        let row = |members: usize| {
            let prices: Vec<_> = (0..members)
                .map(|at| format!("\"price {at}\": 2"))
                .collect();
            format!("[{{{}}}]", prices.join(","))
        };
        let of = |text: &str| {
            Json::new(text)
                .ok()
                .unwrap()
                .rows()
                .next()
                .unwrap()
                .too_many
        };
        assert!(!of(&row(MOST_CELLS)) && of(&row(MOST_CELLS + 1)));
    }
}
