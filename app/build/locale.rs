//! Locale files as data. Shared by the build script and the tests.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, fs};

use crate::site::{CLUSTER, LATER, SITE};

/// The languages of the page, the reference first, each with the plural
/// categories of the Unicode CLDR that whole numbers and fractions need.
pub(crate) const LANGUAGES: [(&str, &[&str]); 5] = [
    ("en", &["one", "other"]),
    ("de", &["one", "other"]),
    ("zh", &["other"]),
    ("uk", &["one", "few", "many", "other"]),
    ("ja", &["other"]),
];

/// One message: plain, or one text a plural category.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    /// The same text for every number.
    Plain(String),
    /// A text for each plural category.
    Plural(BTreeMap<String, String>),
}

impl Text {
    /// The text, or the one for most numbers.
    pub(crate) fn sample(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Plural(forms) => forms.get("other").map_or("", String::as_str),
        }
    }
}

/// The messages of one language, in the order of its files.
pub(crate) struct Locale<const N: usize = { PARTS.len() }> {
    /// `en`, `de`, ...
    pub(crate) language: &'static str,
    /// Plural categories that the language needs.
    pub(crate) categories: &'static [&'static str],
    /// Key and text.
    pub(crate) messages: Vec<(String, Text)>,
    /// How many of them stand in each part.
    pub(crate) parts: [usize; N],
}

/// The folders of a language's messages, in the order of their numbers: what the calculator
/// waits for, what its later parts say, each other page's own, and those of parts that are no page.
pub(crate) const PARTS: [&str; SITE.len() + 2] = parts();

// Reading a table by index is fine where the compiler checks the index.
#[allow(clippy::indexing_slicing)]
const fn parts() -> [&'static str; SITE.len() + 2] {
    let mut parts = [LATER; SITE.len() + 2];
    parts[0] = SITE[0].folder;
    let mut at = 1;
    while at < SITE.len() {
        parts[at + 1] = SITE[at].folder;
        at += 1;
    }
    parts[SITE.len() + 1] = CLUSTER;
    parts
}

/// What scripts that are loaded at a click say: no program does, so that they are known by
/// their keys.
const OF_SCRIPTS: [&str; 2] = ["embed/", "glossary/"];

/// What the pages of release notes say, which run no program.
pub(crate) const RELEASES: &str = "releases/";

/// What a page says until its program is there.
pub(crate) const SHELL: &str = "shell/";

/// Reads the files of all languages.
///
/// # Errors
/// A sentence about the first file that cannot be read.
pub(crate) fn read_all(folder: &Path) -> Result<Vec<Locale>, String> {
    read(folder, PARTS)
}

/// The same of what scripts say.
///
/// # Errors
/// As [`read_all`].
pub(crate) fn read_scripts(folder: &Path) -> Result<Vec<Locale<2>>, String> {
    read(folder, OF_SCRIPTS)
}

/// The same of some of the folders.
///
/// # Errors
/// As [`read_all`].
pub(crate) fn read<const N: usize>(
    folder: &Path,
    folders: [&str; N],
) -> Result<Vec<Locale<N>>, String> {
    LANGUAGES
        .iter()
        .map(|(language, categories)| {
            let mut messages = Vec::new();
            let mut parts = [0; N];
            for (part, length) in folders.iter().zip(&mut parts) {
                let name = format!("{part}{language}");
                let path = folder.join(format!("{name}.json"));
                let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
                let Entries(entries) =
                    serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))?;
                *length = entries.len();
                messages.extend(entries);
            }
            Ok(Locale {
                language,
                categories,
                messages,
                parts,
            })
        })
        .collect()
}

/// The entries of a JSON object in the order of the file, repeated keys included.
struct Entries(Vec<(String, Text)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Entries;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object of messages")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}
