//! Memory event by event, read back for a picture.

use super::super::fact::{Fact, Group};
use super::course::numbers;

/// Memory over the events of an allocator.
#[derive(Debug, Clone, PartialEq)]
pub struct Memory {
    /// Events in all.
    pub events: f64,
    /// Events of a column.
    pub each: f64,
    /// Whether parts stand on top of each other; else each counts from zero.
    pub stacked: bool,
    /// Names of parts, in the order of their letters, and bytes column by column, at the fullest moment of each.
    pub parts: Vec<(String, Vec<f64>)>,
}

impl Memory {
    /// Columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        let columns = self.parts.iter().map(|(_, bytes)| bytes.len());
        columns.max().unwrap_or(0)
    }

    /// Bytes held in a column: of all parts, or of the largest where they are not stacked.
    #[must_use]
    pub fn held(&self, column: usize) -> f64 {
        let bytes = self.parts.iter().filter_map(|(_, bytes)| bytes.get(column));
        if self.stacked {
            bytes.sum()
        } else {
            bytes.copied().fold(0.0, f64::max)
        }
    }

    /// The fullest column and its bytes, the first of several.
    #[must_use]
    pub fn peak(&self) -> Option<(usize, f64)> {
        let held = (0..self.columns()).map(|column| (column, self.held(column)));
        held.reduce(|one, other| if other.1 > one.1 { other } else { one })
    }
}

/// The memory of a course ([`super::super::Profile::course`]); `None` where it has none.
#[must_use]
pub fn memory(course: &Group) -> Option<Memory> {
    let Fact::Group(group) = course.get("memory")? else {
        return None;
    };
    let Fact::Group(parts) = group.get("parts")? else {
        return None;
    };
    let named = parts
        .entries()
        .filter_map(|(name, _)| Some((name.to_owned(), numbers(parts, name)?)));
    let memory = Memory {
        events: group.at("events")?,
        each: group.at("each")?,
        stacked: group.get("stacked") == Some(&Fact::Flag(true)),
        parts: named.collect(),
    };
    (memory.columns() > 1).then_some(memory)
}
