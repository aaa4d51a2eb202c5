//! Fields of a JSON object, read by meaning: each question names every
//! spelling that published files use, and dots lead into nested objects.

use crate::import::bounds::MOST;
use crate::import::{Fault, bad, missing};
use serde_json::{Map, Value};

/// A JSON object, and the one around it.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    inner: &'a Map<String, Value>,
    outer: Option<&'a Map<String, Value>>,
    defaults: &'static [(&'static str, u32)],
}

impl<'a> Fields<'a> {
    pub(super) const fn new(inner: &'a Map<String, Value>) -> Self {
        Self {
            inner,
            outer: None,
            defaults: &[],
        }
    }

    /// The same object with `outer` around it.
    pub(super) const fn within(self, outer: &'a Map<String, Value>) -> Self {
        Self {
            outer: Some(outer),
            ..self
        }
    }

    /// The same object, where missing counts have their family's defaults.
    pub(super) const fn defaulting(self, defaults: &'static [(&'static str, u32)]) -> Self {
        Self { defaults, ..self }
    }

    /// The object itself.
    pub(super) const fn own(&self) -> &'a Map<String, Value> {
        self.inner
    }

    /// The object around this one.
    pub(super) fn outside(&self) -> Option<Fields<'a>> {
        self.outer.map(Fields::new)
    }

    /// The same place, where the object reads `inner`.
    pub(super) const fn saying<'b>(self, inner: &'b Map<String, Value>) -> Fields<'b>
    where
        'a: 'b,
    {
        Fields {
            inner,
            outer: self.outer,
            defaults: self.defaults,
        }
    }

    /// Whether another object lies around this one.
    pub(super) const fn is_nested(&self) -> bool {
        self.outer.is_some()
    }

    /// The first of `names` that is there and not null, with its name.
    pub(super) fn find(&self, names: &[&'static str]) -> Option<(&'static str, &'a Value)> {
        names
            .iter()
            .find_map(|name| Some((*name, follow(self.inner, name)?)))
    }

    /// The same, looked for in the object around this one too.
    pub(super) fn anywhere(&self, names: &[&'static str]) -> Option<&'a Value> {
        self.find(names).map(|(_, value)| value).or_else(|| {
            let outer = self.outer?;
            names.iter().find_map(|name| follow(outer, name))
        })
    }

    /// A nested object.
    pub(super) fn object(&self, names: &[&'static str]) -> Option<Fields<'a>> {
        self.find(names)
            .and_then(|(_, value)| value.as_object())
            .map(Fields::new)
    }

    /// A count; of a list, its first entry.
    pub(super) fn count(&self, names: &[&'static str]) -> Result<Option<u32>, Fault> {
        if let Some((name, value)) = self.find(names) {
            let single = match value {
                Value::Array(list) => list.first().ok_or_else(|| bad(name))?,
                other => other,
            };
            return whole(single).map(Some).ok_or_else(|| bad(name));
        }
        Ok(names.iter().find_map(|name| {
            self.defaults
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, value)| *value)
        }))
    }

    /// A count that must be there.
    pub(super) fn need(&self, names: &[&'static str]) -> Result<u32, Fault> {
        self.count(names)?
            .ok_or_else(|| missing(names.first().copied().unwrap_or_default()))
    }

    /// A count, or `value` where there is none.
    pub(super) fn count_or(&self, names: &[&'static str], value: u32) -> Result<u32, Fault> {
        Ok(self.count(names)?.unwrap_or(value))
    }

    /// One count a layer: a list of them, or one for all.
    pub(super) fn per_layer(
        &self,
        names: &[&'static str],
        layers: usize,
    ) -> Result<Option<Vec<u32>>, Fault> {
        let Some((name, value)) = self.find(names) else {
            return Ok(self.count(names)?.map(|count| vec![count; layers]));
        };
        match value {
            Value::Array(list) if list.len() >= layers => list
                .iter()
                .take(layers)
                .map(|entry| whole(entry).ok_or_else(|| bad(name)))
                .collect::<Result<_, _>>()
                .map(Some),
            // Multimodal families give one width a modality, text first.
            Value::Array(_) => Ok(self.count(names)?.map(|count| vec![count; layers])),
            single => Ok(Some(vec![whole(single).ok_or_else(|| bad(name))?; layers])),
        }
    }

    /// A yes or no.
    pub(super) fn flag(&self, names: &[&'static str]) -> Option<bool> {
        match self.find(names)?.1 {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    /// A text.
    pub(super) fn text(&self, names: &[&'static str]) -> Option<&'a str> {
        self.find(names)?.1.as_str()
    }

    /// A list.
    pub(super) fn list(&self, names: &[&'static str]) -> Option<&'a [Value]> {
        self.find(names)?.1.as_array().map(Vec::as_slice)
    }

    /// A number that need not be whole.
    pub(super) fn number(&self, names: &[&'static str]) -> Option<f64> {
        self.find(names)?.1.as_f64()
    }
}

fn follow<'a>(object: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let value = match path.split_once('.') {
        None => object.get(path)?,
        Some((first, rest)) => follow(object.get(first)?.as_object()?, rest)?,
    };
    (!value.is_null()).then_some(value)
}

/// A whole number in bounds; `4096.0` is one too.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn whole(value: &Value) -> Option<u32> {
    if let Some(number) = value.as_u64() {
        return u32::try_from(number).ok().filter(|number| *number <= MOST);
    }
    let number = value.as_f64()?;
    let fits = number.fract() == 0.0 && (0.0..=f64::from(MOST)).contains(&number);
    fits.then_some(number as u32)
}
