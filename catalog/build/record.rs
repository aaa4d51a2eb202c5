//! One JSON file, and how its fields become Rust literals.

use serde_json::Value;
use std::fmt;
use std::path::Path;

/// Why the build cannot go on; names the file and the field.
pub(crate) struct Failure(pub(crate) String);

impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A JSON object and the name of the file it stands in.
#[derive(Clone)]
pub(crate) struct Record {
    /// For messages.
    pub(crate) file: String,
    /// The object.
    pub(crate) value: Value,
}

impl Record {
    /// Reads one file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let fail = |why: String| Failure(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
        let value = serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
        let file = path.display().to_string();
        Ok(Self { file, value })
    }

    /// Reads every JSON file of a folder, in order of their names.
    pub(crate) fn read_folder(folder: &Path) -> Result<Vec<Self>, Failure> {
        let fail = |why: String| Failure(format!("{}: {why}", folder.display()));
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| fail(error.to_string()))? {
            let path = entry.map_err(|error| fail(error.to_string()))?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                paths.push(path);
            }
        }
        paths.sort_by_key(|path| path.to_string_lossy().to_lowercase());
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// The object at `pointer`, where there is one.
    pub(crate) fn at(&self, pointer: &str) -> Option<Self> {
        let value = self.value.pointer(pointer)?.clone();
        let file = format!("{}{pointer}", self.file);
        Some(Self { file, value })
    }

    /// The objects of the list at `pointer`; none where there is no list.
    pub(crate) fn list(&self, pointer: &str) -> Vec<Self> {
        let items = self.value.pointer(pointer).and_then(Value::as_array);
        let named = |(index, value): (usize, &Value)| Self {
            file: format!("{}{pointer}/{index}", self.file),
            value: value.clone(),
        };
        items.map_or_else(Vec::new, |items| {
            items.iter().enumerate().map(named).collect()
        })
    }

    /// The text at `pointer`.
    pub(crate) fn text(&self, pointer: &str) -> Result<String, Failure> {
        let text = self.value.pointer(pointer).and_then(Value::as_str);
        text.map(ToOwned::to_owned)
            .ok_or_else(|| self.failure(pointer, "text"))
    }

    /// The text at `pointer`, where there is one.
    pub(crate) fn maybe_text(&self, pointer: &str) -> Option<&str> {
        self.value.pointer(pointer).and_then(Value::as_str)
    }

    /// The text at `pointer` as a string literal.
    pub(crate) fn literal(&self, pointer: &str) -> Result<String, Failure> {
        self.text(pointer).map(|text| format!("{text:?}"))
    }

    /// The texts of the list at `pointer`.
    pub(crate) fn texts(&self, pointer: &str) -> Vec<&str> {
        let items = self.value.pointer(pointer).and_then(Value::as_array);
        let texts = items.into_iter().flatten().filter_map(Value::as_str);
        texts.collect()
    }

    /// The texts of the list at `pointer` as a slice literal.
    pub(crate) fn literals(&self, pointer: &str) -> String {
        let texts = self.texts(pointer).into_iter();
        let quoted: Vec<String> = texts.map(|text| format!("{text:?}")).collect();
        format!("&[{}]", quoted.join(","))
    }

    /// The number at `pointer` as a floating-point literal, where there is one.
    pub(crate) fn maybe_float(&self, pointer: &str) -> Option<String> {
        self.number(pointer).map(|number| format!("{number:?}"))
    }

    /// The number at `pointer`, where there is one.
    pub(crate) fn number(&self, pointer: &str) -> Option<f64> {
        self.value.pointer(pointer).and_then(Value::as_f64)
    }

    /// The whole number at `pointer`, where there is one.
    pub(crate) fn maybe_whole(&self, pointer: &str) -> Option<u64> {
        self.value.pointer(pointer).and_then(Value::as_u64)
    }

    /// The whole number at `pointer`.
    pub(crate) fn whole(&self, pointer: &str) -> Result<u64, Failure> {
        self.maybe_whole(pointer)
            .ok_or_else(|| self.failure(pointer, "a whole number"))
    }

    /// The truth at `pointer`; false where nothing stands.
    pub(crate) fn flag(&self, pointer: &str) -> bool {
        self.value.pointer(pointer).and_then(Value::as_bool) == Some(true)
    }

    /// The id at `pointer` as a variant of an enumeration: `blackwell-graphics`
    /// is `BlackwellGraphics`.
    pub(crate) fn variant(&self, pointer: &str) -> Result<String, Failure> {
        let words = self.text(pointer)?;
        let capital = |word: &str| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_uppercase() + rest
        };
        Ok(words.split('-').map(capital).collect())
    }

    /// Says which field of which file is wrong.
    pub(crate) fn failure(&self, pointer: &str, wanted: &str) -> Failure {
        Failure(format!("{}: {pointer} should be {wanted}", self.file))
    }
}

/// `Some(..)` or `None`.
pub(crate) fn option(literal: Option<String>) -> String {
    literal.map_or_else(|| "None".to_owned(), |literal| format!("Some({literal})"))
}

/// `value` counted in parts of which `parts` make a whole; `None` where that is
/// no whole number, or too large for a `u32`.
pub(crate) fn whole_parts(value: f64, parts: f64) -> Option<u32> {
    let count = (value * parts).round();
    let same = (count / parts - value).abs() <= f64::EPSILON * value.abs();
    let fits = (0.0..=f64::from(u32::MAX)).contains(&count);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole, and fits"
    )]
    let count = count as u32;
    (same && fits).then_some(count)
}
