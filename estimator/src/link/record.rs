//! JSON of a link, read field by field: as serde writes a [`Model`](crate::model::Model) and an
//! [`Accelerator`](crate::hardware::Accelerator).
//!
//! Readers derived by serde would be several times as large, and these two are the only records
//! that a page reads; tests hold them against serde's writers. An unknown field refuses the whole
//! record, since leaving one out could change its meaning.

use super::json::Value;
use std::cell::Cell;

/// An object whose fields are counted as they are read.
pub(super) struct Record<'a> {
    fields: &'a [(String, Value)],
    seen: Cell<usize>,
}

/// Reads an object with `read`, all of it.
pub(super) fn record<T>(value: &Value, read: impl FnOnce(&Record<'_>) -> Option<T>) -> Option<T> {
    let record = Record {
        fields: value.as_object()?,
        seen: Cell::new(0),
    };
    let whole = read(&record)?;
    (record.seen.get() == record.fields.len()).then_some(whole)
}

impl Record<'_> {
    /// A field that is there; `null` is.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        let (_, value) = self.fields.iter().find(|(field, _)| field == name)?;
        self.seen.set(self.seen.get() + 1);
        Some(value)
    }

    pub(super) fn count(&self, name: &str) -> Option<u32> {
        u32::try_from(self.get(name)?.as_u64()?).ok()
    }

    pub(super) fn count_or_zero(&self, name: &str) -> Option<u32> {
        if self.fields.iter().any(|(field, _)| field == name) {
            self.count(name)
        } else {
            Some(0)
        }
    }

    /// A yes or no; no where it is missing.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).map_or(Some(false), Value::as_bool)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// A part that may be missing or null: `Some(None)` then.
    #[allow(clippy::option_option)] // bad, absent, there
    pub(super) fn maybe<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.get(name) {
            None | Some(Value::Null) => Some(None),
            Some(value) => read(value).map(Some),
        }
    }

    /// The single field of an object that stands for a variant.
    pub(super) fn variant(&self) -> Option<(&str, &Value)> {
        let (name, _) = self.fields.first()?;
        Some((name, self.get(name)?))
    }
}

/// A value that is a count.
pub(super) fn count(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}
