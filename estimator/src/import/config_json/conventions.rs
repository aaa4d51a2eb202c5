//! Families whose files or layers differ from a current decoder's: each a row of
//! `conventions.txt`, which says the usual name of a field by the family's own, and the parts
//! loaded beside the layers that [`crate::model`] has.

use super::fields::Fields;
use super::formula::{Tower, amount};
use super::tower;
use crate::import::{Fault, bad};
use serde_json::{Map, Number, Value};

/// Fields that are a yes or no.
const FLAGS: &[&str] = &["gated_linear_unit", "tie_word_embeddings"];
/// Parts of a row that are no field.
const OURS: &[&str] = &["beside", "unsure"];
const TABLE: &str = include_str!("conventions.txt");

/// A row: the text behind the names.
#[derive(Clone, Copy)]
pub(super) struct Row(&'static str);

/// The row of a family of decoders.
pub(super) fn decoder(name: &str) -> Option<Row> {
    find("", name)
}

/// The row of a model around a decoder.
pub(super) fn around(name: &str) -> Option<Row> {
    find("+", name)
}

fn find(mark: &str, name: &str) -> Option<Row> {
    if name.is_empty() {
        return None;
    }
    TABLE
        .lines()
        .filter(|line| !line.starts_with('/'))
        .find_map(|line| {
            let (names, parts) = line.split_once('=')?;
            let (names, first) = names.rsplit_once(':')?;
            let known = names
                .split(' ')
                .any(|known| known.strip_prefix(mark) == Some(name));
            let start = line.len() - parts.len() - first.len() - 1;
            known.then(|| Row(line.get(start..).unwrap_or_default()))
        })
}

impl Row {
    fn parts(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0
            .split(';')
            .filter_map(|part| part.split_once('='))
            .map(|(field, text)| (field.trim(), text.trim()))
    }

    /// The fields of `object` by their usual names.
    pub(super) fn usual(self, object: &Map<String, Value>) -> Result<Map<String, Value>, Fault> {
        let mut usual = object.clone();
        let given = Fields::new(object);
        // The class that a file names may be the decoder alone.
        let alone = given
            .list(&["architectures"])
            .and_then(|list| list.first()?.as_str())
            .is_some_and(|class| class.ends_with("ForCausalLM"));
        let both = given.flag(&["is_encoder_decoder"]) == Some(true) && !alone;
        usual.insert("encoder_loaded".to_owned(), Value::Bool(both));
        for (field, text) in self.parts().filter(|(field, _)| !OURS.contains(field)) {
            let value = match text {
                "yes" => Value::Bool(true),
                "no" => Value::Bool(false),
                _ => {
                    let value = amount(text, &Fields::new(&usual), COUNTED)?;
                    if FLAGS.contains(&field) {
                        Value::Bool(value > 0.0)
                    } else {
                        whole(value).ok_or(bad(field))?
                    }
                }
            };
            usual.insert(field.to_owned(), value);
        }
        Ok(usual)
    }

    /// The field whose meaning the layers here cannot express in full.
    pub(super) fn unsure(self) -> Option<&'static str> {
        self.parts()
            .find_map(|(field, text)| (field == "unsure").then_some(text))
    }

    /// Parameters beside the decoder's usual layers.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // held to the bounds
    pub(super) fn beside(self, f: &Fields<'_>) -> Result<Option<u64>, Fault> {
        let Some((_, text)) = self.parts().find(|(field, _)| *field == "beside") else {
            return Ok(None);
        };
        Ok(Some(amount(text, f, COUNTED)?.max(0.0) as u64))
    }
}

const COUNTED: Tower<'static> = &|fields| {
    own(fields)
        .or_else(|| tower::plain(fields))
        .ok_or(bad("vision_config"))
};

/// A tower's parameters, with those that join it to a decoder, by its family's row.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // held to the bounds
pub(super) fn tower(fields: &Fields<'_>) -> Option<u64> {
    own(fields).map(|amount| amount.max(0.0) as u64)
}

fn own(fields: &Fields<'_>) -> Option<f64> {
    let row = find("~", fields.text(&["model_type"])?)?;
    let (_, text) = row.parts().find(|(field, _)| *field == "beside")?;
    amount(text, fields, &|_| Err(bad("vision_config"))).ok()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // held to the bounds
fn whole(value: f64) -> Option<Value> {
    (0.0..=1e15)
        .contains(&value)
        .then(|| Value::Number(Number::from(value as u64)))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]
mod tests;
