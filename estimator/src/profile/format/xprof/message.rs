//! The messages of an `XSpace`: planes, lines, maps of names.

use super::super::super::unreadable::Unreadable;
use crate::protobuf::{Fields, Wire};
use std::collections::BTreeMap;

/// A plane: a device, or the host.
#[derive(Default)]
pub(super) struct Plane<'a> {
    pub(super) name: String,
    pub(super) lines: Vec<Line<'a>>,
    pub(super) events: BTreeMap<u64, String>,
    pub(super) stats: BTreeMap<u64, String>,
    /// The plane's own facts: the statistic's id, and its fields.
    pub(super) about: Vec<&'a [u8]>,
}

/// A line: a stream, or one derived from streams.
#[derive(Default)]
pub(super) struct Line<'a> {
    pub(super) name: String,
    pub(super) shown: String,
    /// Nanoseconds.
    pub(super) start: u64,
    pub(super) events: Vec<&'a [u8]>,
}

/// Reads a plane.
pub(super) fn plane(message: &[u8]) -> Result<Plane<'_>, Unreadable> {
    let mut plane = Plane::default();
    for field in Fields::of(message) {
        match field? {
            (2, name) => plane.name = name.text().unwrap_or_default(),
            (3, Wire::Bytes(message)) => plane.lines.push(line(message)?),
            (4, Wire::Bytes(entry)) => plane.events.extend(named(entry)?),
            (5, Wire::Bytes(entry)) => plane.stats.extend(named(entry)?),
            (6, Wire::Bytes(stat)) => plane.about.push(stat),
            _ => {}
        }
    }
    Ok(plane)
}

fn line(message: &[u8]) -> Result<Line<'_>, Unreadable> {
    let mut line = Line::default();
    for field in Fields::of(message) {
        match field? {
            (2, name) => line.name = name.text().unwrap_or_default(),
            (11, name) => line.shown = name.text().unwrap_or_default(),
            (3, Wire::Number(start)) => line.start = start,
            (4, Wire::Bytes(event)) => line.events.push(event),
            _ => {}
        }
    }
    Ok(line)
}

/// The id and name of an entry of a map.
fn named(entry: &[u8]) -> Result<Option<(u64, String)>, Unreadable> {
    let (mut id, mut name) = (None, None);
    for field in Fields::of(entry) {
        match field? {
            (1, Wire::Number(key)) => id = Some(key),
            (2, Wire::Bytes(value)) => {
                for field in Fields::of(value) {
                    if let (2, Wire::Bytes(text)) = field? {
                        name = Some(String::from_utf8_lossy(text).into_owned());
                    }
                }
            }
            _ => {}
        }
    }
    Ok(id.zip(name))
}
