//! A JSON object whose fields are taken one by one: those left in the end are unknown.

use crate::fleet::FleetError;
use serde_json::{Map, Value};

/// The problem of a field.
pub(super) fn wrong(field: &str, message: String) -> FleetError {
    FleetError {
        field: field.to_owned(),
        message,
    }
}

/// A number within a range.
pub(super) fn number(path: &str, value: &Value, range: (f64, f64)) -> Result<f64, FleetError> {
    let (least, most) = range;
    value
        .as_f64()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| wrong(path, format!("not a number from {least} to {most}")))
}

pub(super) struct Object {
    path: String,
    fields: Map<String, Value>,
}

impl Object {
    pub(super) fn of(path: &str, value: Value) -> Result<Self, FleetError> {
        match value {
            Value::Object(fields) => Ok(Self {
                path: path.to_owned(),
                fields,
            }),
            _ => Err(wrong(path, "not an object".to_owned())),
        }
    }

    /// Where a field of it stands.
    pub(super) fn path(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    /// Whether the field is there and not null.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|value| !value.is_null())
    }

    fn take(&mut self, name: &str) -> Option<Value> {
        self.fields.remove(name).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    pub(super) fn needed<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut Self, &str) -> Result<Option<T>, FleetError>,
    ) -> Result<T, FleetError> {
        let path = self.path(name);
        read(self, name)?.ok_or_else(|| wrong(&path, "is missing".to_owned()))
    }

    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, FleetError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(wrong(&self.path(name), "not a text".to_owned())),
        }
    }

    pub(super) fn number(
        &mut self,
        name: &str,
        range: (f64, f64),
    ) -> Result<Option<f64>, FleetError> {
        let path = self.path(name);
        self.take(name)
            .map(|value| number(&path, &value, range))
            .transpose()
    }

    pub(super) fn truth(&mut self, name: &str) -> Result<Option<bool>, FleetError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(truth)),
            Some(_) => Err(wrong(&self.path(name), "not true or false".to_owned())),
        }
    }

    /// A whole number; 3.0 is one.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn count(
        &mut self,
        name: &str,
        range: (u64, u64),
    ) -> Result<Option<u64>, FleetError> {
        let path = self.path(name);
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        let (least, most) = range;
        // The range ends far below 2^53, so that the number is exact.
        let whole = value.as_f64().filter(|number| {
            number.fract() == 0.0 && (least as f64..=most as f64).contains(number)
        });
        let message = || format!("not a whole number from {least} to {most}");
        Ok(Some(whole.ok_or_else(|| wrong(&path, message()))? as u64))
    }

    pub(super) fn object(&mut self, name: &str) -> Result<Option<Self>, FleetError> {
        let path = self.path(name);
        self.take(name)
            .map(|value| Self::of(&path, value))
            .transpose()
    }

    /// The values of a list that must be there, each with where it stands.
    pub(super) fn list(
        &mut self,
        name: &str,
        most: usize,
    ) -> Result<Vec<(String, Value)>, FleetError> {
        let path = self.path(name);
        match self.take(name) {
            None => Err(wrong(&path, "is missing".to_owned())),
            Some(Value::Array(values)) if values.len() > most => Err(wrong(
                &path,
                format!("{} of them, more than {most}", values.len()),
            )),
            Some(Value::Array(values)) => {
                let placed = |(index, value)| (format!("{path}[{index}]"), value);
                Ok(values.into_iter().enumerate().map(placed).collect())
            }
            Some(_) => Err(wrong(&path, "not a list".to_owned())),
        }
    }

    /// Names a field that was not asked for, and is not among those passed over.
    pub(super) fn end(self, passed: &[&str]) -> Result<(), FleetError> {
        let unknown = self
            .fields
            .keys()
            .find(|name| !passed.contains(&name.as_str()));
        match unknown {
            None => Ok(()),
            Some(name) => Err(wrong(&self.path(name), "no such field".to_owned())),
        }
    }
}
