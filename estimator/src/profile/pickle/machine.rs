//! The machine: a stack with marks, a memo of values, an arena of lists.

use super::super::unreadable::{Kind, Unreadable, broken};
use super::Value;
use super::code::{Code, calls};
use std::collections::HashMap;

/// Values on the stack at once: picklers put a thousand, then gather them.
const STACK: usize = 200_000;
/// Operations of one pickle.
const OPERATIONS: usize = 20_000_000;
/// Lists, tuples and dictionaries, and values in them.
const LISTS: usize = 3_000_000;
const VALUES: usize = 16_000_000;

/// The content of a pickle.
pub(in crate::profile) struct Pickle<'a> {
    bytes: &'a [u8],
    lists: Vec<Vec<Value>>,
    kept: usize,
    /// Its value.
    pub(in crate::profile) root: Value,
}

/// Reads a pickle of protocol 2 to 5.
///
/// # Errors
///
/// `unsafe` for one that would import or call, `broken`, `too-large`.
pub(in crate::profile) fn load(bytes: &[u8]) -> Result<Pickle<'_>, Unreadable> {
    let mut machine = Machine {
        pickle: Pickle {
            bytes,
            lists: Vec::new(),
            kept: 0,
            root: Value::Nothing,
        },
        code: Code::of(bytes),
        stack: Vec::new(),
        marks: Vec::new(),
        memo: HashMap::new(),
    };
    for _ in 0..OPERATIONS {
        let operation = machine.code.byte()?;
        if operation == b'.' {
            machine.pickle.root = machine.pop()?;
            return Ok(machine.pickle);
        }
        if calls(operation) {
            let message = "the pickle would import or call; only data is read";
            return Err(Unreadable::new(Kind::Unsafe, message));
        }
        if machine.stack.len() > STACK {
            let message = "more values at once than a pickler puts";
            return Err(Unreadable::new(Kind::TooLarge, message));
        }
        machine.step(operation)?;
    }
    Err(Unreadable::new(
        Kind::TooLarge,
        "more than 20 million operations",
    ))
}

/// The machine between two operations.
pub(super) struct Machine<'a> {
    pub(super) pickle: Pickle<'a>,
    pub(super) code: Code<'a>,
    pub(super) stack: Vec<Value>,
    pub(super) marks: Vec<usize>,
    pub(super) memo: HashMap<u64, Value>,
}

impl Machine<'_> {
    pub(super) fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    fn floor(&self) -> usize {
        self.marks.last().copied().unwrap_or(0)
    }

    pub(super) fn pop(&mut self) -> Result<Value, Unreadable> {
        let value = self
            .stack
            .pop()
            .filter(|_| self.stack.len() >= self.floor());
        value.ok_or_else(|| broken("the pickle takes what it never put"))
    }

    pub(super) fn last(&self) -> Result<Value, Unreadable> {
        let last = self.stack.last().copied();
        last.ok_or_else(|| broken("the pickle takes what it never put"))
    }

    /// The values put since the last mark.
    pub(super) fn marked(&mut self) -> Result<Vec<Value>, Unreadable> {
        let mark = self
            .marks
            .pop()
            .ok_or_else(|| broken("the pickle has no mark"))?;
        Ok(self.stack.split_off(mark.min(self.stack.len())))
    }

    pub(super) fn list(&mut self, values: Vec<Value>) -> Result<u32, Unreadable> {
        self.pickle.kept += values.len();
        let place = u32::try_from(self.pickle.lists.len()).unwrap_or(u32::MAX);
        if self.pickle.lists.len() >= LISTS || self.pickle.kept > VALUES {
            return Err(Unreadable::new(Kind::TooLarge, "more values than are kept"));
        }
        self.pickle.lists.push(values);
        Ok(place)
    }

    /// Adds values to the list or dictionary on top of the stack.
    pub(super) fn extend(&mut self, values: &[Value]) -> Result<(), Unreadable> {
        self.pickle.kept += values.len();
        if self.pickle.kept > VALUES {
            return Err(Unreadable::new(Kind::TooLarge, "more values than are kept"));
        }
        let place = match self.last()? {
            Value::List(place) | Value::Dict(place) => usize::try_from(place).ok(),
            Value::Nothing => return Ok(()),
            _ => return Err(broken("the pickle adds to what is no list")),
        };
        let list = place.and_then(|place| self.pickle.lists.get_mut(place));
        if let Some(list) = list {
            list.extend_from_slice(values);
        }
        Ok(())
    }

    pub(super) fn get(&mut self, key: u64) -> Result<(), Unreadable> {
        let value = self.memo.get(&key).copied();
        let value = value.ok_or_else(|| broken("the pickle recalls what it never kept"))?;
        self.push(value);
        Ok(())
    }

    pub(super) fn put(&mut self, key: u64) -> Result<(), Unreadable> {
        let value = self.last()?;
        self.memo.insert(key, value);
        Ok(())
    }
}

impl<'a> Pickle<'a> {
    /// The values of a list or tuple; of a dictionary, keys and values in turn.
    pub(in crate::profile) fn items(&self, value: Value) -> &[Value] {
        let place = match value {
            Value::List(place) | Value::Dict(place) => usize::try_from(place).ok(),
            _ => None,
        };
        let list = place.and_then(|place| self.lists.get(place));
        list.map_or(&[], Vec::as_slice)
    }

    /// A text.
    pub(in crate::profile) fn text(&self, value: Value) -> Option<&'a str> {
        let Value::Text(from, to) = value else {
            return None;
        };
        let span = usize::try_from(from).ok()?..usize::try_from(to).ok()?;
        std::str::from_utf8(self.bytes.get(span)?).ok()
    }

    /// The value of a key, of several the last.
    pub(in crate::profile) fn get(&self, dict: Value, key: &str) -> Option<Value> {
        if !matches!(dict, Value::Dict(_)) {
            return None;
        }
        let pairs = self.items(dict).chunks_exact(2);
        let mut found = pairs.rev().filter_map(|pair| match pair {
            [name, value] if self.text(*name) == Some(key) => Some(*value),
            _ => None,
        });
        found.next()
    }

    /// A whole number of a key.
    pub(in crate::profile) fn whole(&self, dict: Value, key: &str) -> Option<i64> {
        match self.get(dict, key)? {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }
}
