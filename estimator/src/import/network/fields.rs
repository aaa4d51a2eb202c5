//! Fields of a `config.json`: whole numbers within bounds, an error that names the field for all else.

use crate::import::network::Refused;
use serde_json::Value;

/// The largest width, depth, vocabulary or side that is believed.
const LARGEST: f64 = 16_777_216.0;
/// The most numbers of a list: stages, convolutions.
const LONGEST: usize = 32;

/// An object of the file.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Value);

pub(super) fn missing(name: &str) -> Refused {
    Refused::Field {
        name: name.to_owned(),
    }
}

impl<'a> Fields<'a> {
    /// The object inside of that name.
    pub(super) fn inside(self, name: &str) -> Option<Fields<'a>> {
        self.0
            .get(name)
            .filter(|value| value.is_object())
            .map(Fields)
    }

    /// The first of these names that the file has a value for.
    fn of<'n>(self, names: &[&'n str]) -> Option<(&'n str, &'a Value)> {
        names.iter().find_map(|name| {
            let value = self.0.get(*name).filter(|value| !value.is_null())?;
            Some((*name, value))
        })
    }

    /// A whole number from 1; `None` where the file has none of that name.
    pub(super) fn maybe(self, names: &[&str]) -> Result<Option<f64>, Refused> {
        let Some((name, value)) = self.of(names) else {
            return Ok(None);
        };
        let number = positive(value).filter(|number| number.fract() <= 0.0 && *number >= 1.0);
        number.map(Some).ok_or_else(|| missing(name))
    }

    /// The same, needed.
    pub(super) fn count(self, names: &[&str]) -> Result<f64, Refused> {
        self.maybe(names)?
            .ok_or_else(|| missing(names.first().copied().unwrap_or_default()))
    }

    /// The same, with what the class takes where the file has none.
    pub(super) fn or(self, name: &str, usual: f64) -> Result<f64, Refused> {
        Ok(self.maybe(&[name])?.unwrap_or(usual))
    }

    /// The same, where there may be none of it: nought as well as no field.
    pub(super) fn many(self, name: &str) -> Result<f64, Refused> {
        if self.0.get(name).and_then(Value::as_f64) == Some(0.0) {
            return Ok(0.0);
        }
        self.or(name, 0.0)
    }

    /// A number above zero: a ratio.
    pub(super) fn ratio(self, name: &str, usual: f64) -> Result<f64, Refused> {
        let Some((_, value)) = self.of(&[name]) else {
            return Ok(usual);
        };
        positive(value).ok_or_else(|| missing(name))
    }

    /// A list of whole numbers from 1, at least one and at most 32; `None` where the file has none.
    pub(super) fn list(self, name: &str) -> Result<Option<Vec<f64>>, Refused> {
        let Some((_, value)) = self.of(&[name]) else {
            return Ok(None);
        };
        let all = value
            .as_array()
            .filter(|all| (1..=LONGEST).contains(&all.len()));
        let numbers = all.and_then(|all| {
            let whole = |value| positive(value).filter(|one| one.fract() <= 0.0 && *one >= 1.0);
            all.iter().map(whole).collect::<Option<Vec<f64>>>()
        });
        numbers.map(Some).ok_or_else(|| missing(name))
    }

    /// The same, with what the class takes where the file has none.
    pub(super) fn list_or(self, name: &str, usual: &[f64]) -> Result<Vec<f64>, Refused> {
        Ok(self.list(name)?.unwrap_or_else(|| usual.to_vec()))
    }

    /// A list of numbers above zero, with what the class takes where the file has none.
    pub(super) fn ratios(self, name: &str, usual: &[f64]) -> Result<Vec<f64>, Refused> {
        let Some((_, value)) = self.of(&[name]) else {
            return Ok(usual.to_vec());
        };
        let all = value.as_array().filter(|all| all.len() <= LONGEST);
        all.and_then(|all| all.iter().map(positive).collect())
            .ok_or_else(|| missing(name))
    }

    /// A switch.
    pub(super) fn is(self, name: &str, usual: bool) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(usual)
    }

    /// How many there are in a list; what the class has where the file has none.
    pub(super) fn list_count(self, name: &str, usual: f64) -> f64 {
        let many = self.0.get(name).and_then(Value::as_array).map(Vec::len);
        many.and_then(|many| u32::try_from(many).ok())
            .map_or(usual, f64::from)
    }

    /// A word.
    pub(super) fn word(self, name: &str) -> Option<&'a str> {
        self.0.get(name)?.as_str()
    }

    /// Rows and columns of an image: one side, a pair, or an object of both.
    pub(super) fn sides(self, name: &str) -> Result<Option<(f64, f64)>, Refused> {
        let Some((_, value)) = self.of(&[name]) else {
            return Ok(None);
        };
        let pair = match value {
            Value::Array(all) => match all.as_slice() {
                [one] => Some((one, one)),
                [rows, columns] => Some((rows, columns)),
                _ => None,
            },
            Value::Object(_) => value.get("height").zip(value.get("width")),
            one => Some((one, one)),
        };
        let whole = |value: &Value| positive(value).filter(|one| one.fract() <= 0.0);
        pair.and_then(|(rows, columns)| whole(rows).zip(whole(columns)))
            .map(Some)
            .ok_or_else(|| missing(name))
    }

    /// The last part of the class that the file was saved from, after `For`.
    pub(super) fn made_for(self) -> &'a str {
        let class = self
            .0
            .get("architectures")
            .and_then(|all| all.get(0)?.as_str());
        let ends = class.and_then(|class| class.rsplit_once("For"));
        ends.map_or("", |(_, task)| task)
    }

    /// Classes of the last layer: two where the file does not name them.
    pub(super) fn labels(self) -> f64 {
        let labels = self.0.get("id2label").and_then(Value::as_object);
        let labels = labels.map_or(2, serde_json::Map::len);
        u32::try_from(labels).map_or(0.0, f64::from)
    }
}

fn positive(value: &Value) -> Option<f64> {
    let number = value.as_f64()?;
    (number > 0.0 && number <= LARGEST).then_some(number)
}
