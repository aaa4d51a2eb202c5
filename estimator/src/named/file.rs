//! Questions by name as a file, to take elsewhere and to read again.
//!
//! ```json
//! {"format":"rightsize-scenarios","version":1,"scenarios":[
//! {"name":"One node","link":"v=2&rate=4"}
//! ]}
//! ```
//!
//! One question stands in a line, and questions read before a mistake count: a file that was half
//! written loses the missing ones, and nothing else.

use super::{Named, name};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The file's name of its format.
const FORMAT: &str = "rightsize-scenarios";

/// The version that is written.
pub const VERSION: u64 = 1;

/// The largest file that is read, in MiB: some twenty questions of the longest kind, or
/// thousands of usual ones.
pub const MOST_MIB: u32 = 5;

/// The same in bytes: as much as browsers keep of a site at the most.
pub const MOST_BYTES: usize = (MOST_MIB as usize) << 20;

/// The most questions that are taken out of one file.
pub const MOST: usize = 500;

/// Problems beyond these help nobody.
const MOST_FAULTS: usize = 16;

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Read {
    /// The scenarios read, in order.
    pub scenarios: Vec<Named>,
    /// Faults of the others.
    pub faults: Vec<Fault>,
}

/// Something that could not be read of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It is larger than [`MOST_BYTES`]; nothing of it was read.
    TooLarge,
    /// It is no file of scenarios.
    Other,
    /// It was written by this later version; its readable part was read.
    Newer(u64),
    /// It ends, or has a mistake, in this line; the lines before were read.
    Broken(usize),
    /// Those behind the first [`MOST`] were left out.
    TooMany,
    /// The entry of this number, from 1, holds no link of the calculator or of a fleet.
    Entry {
        /// Which.
        number: usize,
        /// Its name; empty where it does not say.
        name: String,
    },
}

/// The file of some questions.
#[must_use]
pub fn write(scenarios: &[Named]) -> String {
    let entry = |scenario: &Named| {
        let (name, link) = (scenario.name(), scenario.fragment());
        format!(
            "{{\"name\":{},\"link\":{}}}",
            Value::from(name),
            Value::from(link)
        )
    };
    let entries: Vec<String> = scenarios.iter().map(entry).collect();
    format!(
        "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"scenarios\":[\n{}\n]}}\n",
        entries.join(",\n")
    )
}

/// Reads files of [`write`], and anything else.
#[must_use]
pub fn read(bytes: &[u8]) -> Read {
    let mut found = Read::default();
    if bytes.len() > MOST_BYTES {
        found.faults.push(Fault::TooLarge);
        return found;
    }
    let mut reading = Reading {
        ours: false,
        found: &mut found,
        count: 0,
    };
    let mut source = serde_json::Deserializer::from_slice(bytes);
    let whole = reading
        .read(&mut source)
        .and_then(|()| source.end())
        .map_err(|error| error.line());
    if !reading.ours {
        return Read {
            scenarios: Vec::new(),
            faults: vec![Fault::Other],
        };
    }
    if let Err(line) = whole {
        reading.note(Fault::Broken(line));
    }
    found
}

/// A file while it is read.
struct Reading<'a> {
    /// Whether it says that it is one of scenarios.
    ours: bool,
    found: &'a mut Read,
    /// Entries so far, good or bad.
    count: usize,
}

impl Reading<'_> {
    fn read<'de, D: Deserializer<'de>>(&mut self, source: D) -> Result<(), D::Error> {
        source.deserialize_map(Top(self))
    }

    fn note(&mut self, fault: Fault) {
        if self.found.faults.len() < MOST_FAULTS {
            self.found.faults.push(fault);
        }
    }

    fn take(&mut self, entry: &Value) {
        self.count += 1;
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let called = text("name").unwrap_or_default();
        match text("link").and_then(|link| Named::new(called, link)) {
            Some(scenario) => self.found.scenarios.push(scenario),
            None => self.note(Fault::Entry {
                number: self.count,
                name: name(called),
            }),
        }
    }
}

/// The file's object.
struct Top<'a, 'b>(&'a mut Reading<'b>);

impl<'de> Visitor<'de> for Top<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let reading = self.0;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => reading.ours = map.next_value::<Value>()?.as_str() == Some(FORMAT),
                "version" => {
                    let version = map.next_value::<Value>()?.as_u64();
                    if let Some(newer) = version.filter(|version| *version > VERSION) {
                        reading.note(Fault::Newer(newer));
                    }
                }
                "scenarios" => map.next_value_seed(Entries(reading))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Its list.
struct Entries<'a, 'b>(&'a mut Reading<'b>);

impl<'de> DeserializeSeed<'de> for Entries<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let reading = self.0;
        while reading.count < MOST {
            match entries.next_element::<Value>()? {
                Some(entry) => reading.take(&entry),
                None => return Ok(()),
            }
        }
        if entries.next_element::<IgnoredAny>()?.is_some() {
            reading.note(Fault::TooMany);
            while entries.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(())
    }
}
