//! An object of a file, read field by field: each error carries the field's path, a field that
//! is not known is one, and `null` stands for a field that is left out.

use super::problem::{FieldError, Problem};
use serde_json::{Map, Value};

/// The most bytes of a file.
const MOST_BYTES: usize = 64 << 20;
/// The most characters of a name.
const MOST_NAME: usize = 1_000;

/// Keys that describe a case or prove it, and are not read.
const TOLD: [&str; 14] = [
    "about",
    "why",
    "optimum",
    "linear_bound_milli_usd",
    "first_fit",
    "patterns",
    "rows",
    "result",
    "beside",
    "replica_changes",
    "replica_hours",
    "seconds_with_waiting",
    "waiting_request_seconds",
    "most_waiting",
];

/// The JSON of a whole file.
pub(super) fn json(text: &str) -> Result<Value, FieldError> {
    if text.len() > MOST_BYTES {
        return Err(FieldError::new("file", Problem::TooMany(MOST_BYTES)));
    }
    serde_json::from_str(text)
        .map_err(|error| FieldError::new("file", Problem::Json(error.to_string())))
}

/// The name that a case carries, whatever else is wrong with it.
pub(super) fn name_of(case: &Value) -> Option<String> {
    Some(case.get("name")?.as_str()?.to_owned())
}

/// An object and its path.
pub(super) struct Object<'a> {
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    /// The object at `path`, all of whose fields are `known` or only tell.
    pub(super) fn new(
        path: impl Into<String>,
        value: &'a Value,
        known: &[&str],
    ) -> Result<Self, FieldError> {
        let path = path.into();
        let Some(map) = value.as_object() else {
            return Err(FieldError::new(path, Problem::Not("an object")));
        };
        let object = Self { path, map };
        for name in map.keys() {
            let told = TOLD.contains(&name.as_str());
            if !told && !known.contains(&name.as_str()) {
                return Err(object.wrong(name, Problem::Unknown));
            }
        }
        Ok(object)
    }

    /// Its own path.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The path of a field.
    pub(super) fn at(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    /// The error of a field.
    pub(super) fn wrong(&self, name: &str, problem: Problem) -> FieldError {
        FieldError::new(self.at(name), problem)
    }

    /// A field that is there.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    pub(super) fn needed(&self, name: &str) -> Result<&'a Value, FieldError> {
        self.get(name)
            .ok_or_else(|| self.wrong(name, Problem::Missing))
    }

    /// A number within a range.
    pub(super) fn number(
        &self,
        name: &str,
        (least, most): (f64, f64),
    ) -> Result<Option<f64>, FieldError> {
        self.get(name)
            .map(|value| number(value, (least, most)).map_err(|problem| self.wrong(name, problem)))
            .transpose()
    }

    /// A whole number within a range.
    pub(super) fn whole(
        &self,
        name: &str,
        (least, most): (u64, u64),
    ) -> Result<Option<u64>, FieldError> {
        self.get(name)
            .map(|value| whole(value, (least, most)).map_err(|problem| self.wrong(name, problem)))
            .transpose()
    }

    /// A count of replicas or the like.
    pub(super) fn count(&self, name: &str, (least, most): (u32, u32)) -> Result<u32, FieldError> {
        let whole = self.whole(name, (u64::from(least), u64::from(most)))?;
        let whole = whole.ok_or_else(|| self.wrong(name, Problem::Missing))?;
        Ok(u32::try_from(whole).unwrap_or(most))
    }

    /// A name.
    pub(super) fn text(&self, name: &str) -> Result<String, FieldError> {
        let value = self.needed(name)?.as_str();
        let value = value.ok_or_else(|| self.wrong(name, Problem::Not("a text")))?;
        if value.len() > MOST_NAME {
            return Err(self.wrong(name, Problem::Not("a short text")));
        }
        Ok(value.to_owned())
    }

    /// One of several names, by its place among them.
    pub(super) fn choice<T: Copy>(
        &self,
        name: &str,
        names: &'static [&'static str],
        values: &[T],
    ) -> Result<Option<T>, FieldError> {
        let Some(given) = self.get(name) else {
            return Ok(None);
        };
        let place = names.iter().position(|known| given.as_str() == Some(known));
        place
            .and_then(|place| values.get(place).copied())
            .map(Some)
            .ok_or_else(|| self.wrong(name, Problem::NoneOf(names)))
    }

    /// A list of bounded length that must be there.
    pub(super) fn list(&self, name: &str, most: usize) -> Result<&'a [Value], FieldError> {
        let list = self.needed(name)?.as_array();
        let list = list.ok_or_else(|| self.wrong(name, Problem::Not("a list")))?;
        if list.len() > most {
            return Err(self.wrong(name, Problem::TooMany(most)));
        }
        Ok(list)
    }
}

/// A number within a range.
pub(super) fn number(value: &Value, (least, most): (f64, f64)) -> Result<f64, Problem> {
    let number = value.as_f64().ok_or(Problem::Not("a number"))?;
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(Problem::Range(least, most))
    }
}

/// A whole number within a range; `60.0` is one.
pub(super) fn whole(value: &Value, (least, most): (u64, u64)) -> Result<u64, Problem> {
    let given = number(value, (least as f64, most as f64))?;
    // As text, so that a number is whole without a cast.
    let exact = value.as_u64();
    let exact =
        exact.or_else(|| (given.fract() == 0.0).then(|| format!("{given}").parse().ok())?);
    exact
        .filter(|number| (least..=most).contains(number))
        .ok_or(Problem::Not("a whole number"))
}
