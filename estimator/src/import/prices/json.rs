//! Lists as JSON: an array of objects, or an object that has one; members of an object
//! within a row stand as `outer.inner`, and plain members beside the array hold for all of
//! its rows.
//!
//! The text is parted into rows before any is read, so that each knows its line, and one
//! with a mistake costs only itself.

use super::heading::heading;
use super::table::{Row, cell};
use crate::error::Unreadable;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Objects in objects that are looked into.
const DEPTH: usize = 3;

/// A list, parted.
pub(super) struct Json<'a> {
    /// Rows, and the lines they begin in.
    items: Vec<(usize, &'a str)>,
    /// What holds for all rows.
    common: Map<String, Value>,
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
        let mut common = Map::new();
        let array = match inside((0, text), '[', ']') {
            Some(array) => array,
            None => object((0, text), &mut common).ok_or_else(|| mistake(text))?,
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
        Ok(Self { items, common })
    }

    /// The rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.items.iter().map(|(line, text)| {
            let mut row = Row {
                line: *line,
                cells: Vec::new(),
                too_many: false,
                broken: false,
            };
            match serde_json::from_str::<Map<String, Value>>(text) {
                Ok(members) => {
                    put(&mut row, "", &self.common, DEPTH);
                    put(&mut row, "", &members, DEPTH);
                }
                Err(_) => row.broken = true,
            }
            row
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

/// Puts members into a row; a later one of the same name counts.
fn put(row: &mut Row<'_>, outer: &str, members: &Map<String, Value>, depth: usize) {
    for (name, value) in members {
        let name = match outer {
            "" => name.clone(),
            _ => format!("{outer}.{name}"),
        };
        let text = match value {
            Value::Object(inner) => {
                if depth > 0 {
                    put(row, &name, inner, depth - 1);
                }
                continue;
            }
            Value::String(text) => Cow::Borrowed(text.as_str()),
            Value::Number(number) => Cow::Owned(plain(number)),
            Value::Null | Value::Bool(_) | Value::Array(_) => continue,
        };
        let Some(meant) = heading(&name) else {
            continue;
        };
        let shown = cell(&name).unwrap_or_default();
        row.cells.retain(|(_, other, _)| *other != shown);
        row.cells.push((meant, shown.into(), cell(&text)));
    }
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
