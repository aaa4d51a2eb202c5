//! The facts of a file: those about the architecture are kept, all others are
//! passed over.

use super::cursor::{ARRAY, Cursor, STRING, Scalar};
use crate::error::Unreadable;
use crate::import::bounds::{MOST, MOST_LAYERS};
use crate::import::{Fault, bad, missing};
use std::collections::BTreeMap;

/// More facts than any file has.
const MOST_KEPT: usize = 1024;

/// A value that is kept.
#[derive(Debug, Clone)]
enum Value {
    Number(u64),
    List(Vec<u64>),
    Text(String),
    /// Of no use here, and passed over.
    Other,
}

#[derive(Debug, Default)]
pub(super) struct Facts {
    kept: BTreeMap<String, Value>,
    tokens: Option<u64>,
}

impl Facts {
    /// Reads `pairs` facts, and says whether all were there. Stops at the end of the bytes; facts
    /// read before it stand.
    pub(super) fn read(cursor: &mut Cursor<'_>, pairs: u64) -> Result<(Self, bool), Unreadable> {
        let mut facts = Self::default();
        for _ in 0..pairs {
            if facts.pair(cursor)?.is_none() {
                return Ok((facts, false));
            }
        }
        Ok((facts, true))
    }

    /// Reads one fact; `None` where the bytes end.
    fn pair(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<()>, Unreadable> {
        let Some(key) = cursor.string() else {
            return Ok(None);
        };
        let key = str::from_utf8(key).map_err(|_| bad("metadata key"))?;
        let Some(kind) = cursor.u32() else {
            return Ok(None);
        };
        if kind > 12 {
            return Err(bad("metadata type").into());
        }
        let read = if key == "tokenizer.ggml.tokens" && kind == ARRAY {
            self.tokens(cursor)
        } else if key.starts_with("tokenizer.") || self.kept.len() >= MOST_KEPT {
            cursor.pass(kind, 0)
        } else {
            self.keep(cursor, key, kind)
        };
        Ok(read)
    }

    /// How many tokens there are is known before the first is read.
    fn tokens(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let (kind, length) = (cursor.u32()?, cursor.u64()?);
        self.tokens = Some(length);
        cursor.pass_entries(kind, length, 0)
    }

    fn keep(&mut self, cursor: &mut Cursor<'_>, key: &str, kind: u32) -> Option<()> {
        let value = match kind {
            STRING => Value::Text(String::from_utf8_lossy(cursor.string()?).into_owned()),
            ARRAY => list(cursor)?,
            _ => match cursor.scalar(kind)? {
                Scalar::Count(number) => Value::Number(number),
                Scalar::Other => Value::Other,
            },
        };
        self.kept.insert(key.to_owned(), value);
        Some(())
    }

    pub(super) fn architecture(&self) -> Option<&str> {
        self.text("general.architecture")
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.text("general.name")
    }

    fn text(&self, key: &str) -> Option<&str> {
        match self.kept.get(key)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The mix of types of the whole file.
    pub(super) fn file_type(&self) -> Option<u64> {
        match self.kept.get("general.file_type")? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Entries of the tokenizer's table.
    pub(super) fn vocabulary(&self) -> Option<u32> {
        self.tokens.and_then(|length| u32::try_from(length).ok())
    }

    /// The value of `<architecture>.<name>`.
    fn own(&self, name: &str) -> Option<&Value> {
        self.kept.get(&format!("{}.{name}", self.architecture()?))
    }

    /// A count of the architecture; of a list, its largest entry.
    pub(super) fn count(&self, name: &'static str) -> Result<Option<u32>, Fault> {
        let number = match self.own(name) {
            Some(Value::Number(number)) => *number,
            Some(Value::List(list)) => list.iter().copied().max().unwrap_or_default(),
            _ => return Ok(None),
        };
        bounded(name, number).map(Some)
    }

    /// A count that must be there.
    pub(super) fn need(&self, name: &'static str) -> Result<u32, Fault> {
        self.count(name)?.ok_or_else(|| missing(name))
    }

    /// A count, or `usual` where there is none.
    pub(super) fn count_or(&self, name: &'static str, usual: u32) -> Result<u32, Fault> {
        Ok(self.count(name)?.unwrap_or(usual))
    }

    /// A count of one layer: its entry of a list, or the one of all.
    pub(super) fn of_layer(&self, name: &'static str, layer: usize) -> Result<Option<u32>, Fault> {
        match self.own(name) {
            Some(Value::List(list)) => {
                let number = list.get(layer).ok_or_else(|| bad(name))?;
                bounded(name, *number).map(Some)
            }
            _ => self.count(name),
        }
    }

    /// Whether a fact is a list, one entry a layer.
    pub(super) fn is_list(&self, name: &'static str) -> bool {
        matches!(self.own(name), Some(Value::List(_)))
    }
}

fn bounded(name: &'static str, number: u64) -> Result<u32, Fault> {
    u32::try_from(number)
        .ok()
        .filter(|number| *number <= MOST)
        .ok_or_else(|| bad(name))
}

/// A list of whole numbers, one a layer; any other is passed over.
fn list(cursor: &mut Cursor<'_>) -> Option<Value> {
    let (kind, length) = (cursor.u32()?, cursor.u64()?);
    if matches!(kind, STRING | ARRAY) || length > u64::from(MOST_LAYERS) {
        return cursor.pass_entries(kind, length, 0).map(|()| Value::Other);
    }
    let mut numbers = Vec::new();
    for _ in 0..length {
        numbers.push(match cursor.scalar(kind)? {
            Scalar::Count(number) => number,
            Scalar::Other => 0,
        });
    }
    Some(Value::List(numbers))
}
