//! safetensors: eight bytes of length, little-endian, then that much JSON,
//! `{"name": {"dtype": "BF16", "shape": [4096, 4096], "data_offsets": [0, 1]}}`
//! with an optional `__metadata__`, then the data. Source: the format's own
//! README (huggingface/safetensors), which caps the header at 100 MB.
//!
//! Names and shapes give the model, but for facts that no tensor shows: the size of a head (where
//! no norm of its size is stored) and how many experts a token visits. Those are assumed, and
//! noted.

mod infer;
mod names;
mod shapes;
mod stored;

use super::{Imported, missing, trim};
use crate::error::Unreadable;
use crate::import::config_json::json_error;
use infer::Inventory;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The largest header there may be.
pub const MOST_BYTES: u64 = 100_000_000;

/// Reads the first bytes of a safetensors file, or its header's text.
///
/// # Errors
/// Why they hold no model. A part of a model gives a missing `config.json`.
pub fn read(bytes: &[u8]) -> Result<Imported, Unreadable> {
    let text = String::from_utf8_lossy(header(bytes)?);
    let mut json = serde_json::Deserializer::from_str(&text);
    let mut inventory = Inventory::default();
    let is_object = json
        .deserialize_any(Entries(&mut inventory))
        .map_err(|error| json_error(&error))?;
    if !is_object {
        return Err(Unreadable::Json { line: 1, column: 0 });
    }
    inventory.imported()
}

/// Reads `model.safetensors.index.json`. It names every tensor and has no
/// shape of any, so it never gives a model.
///
/// # Errors
/// Always: its fault, or that `config.json` is missing.
pub fn read_index(bytes: &[u8]) -> Result<Imported, Unreadable> {
    let text = String::from_utf8_lossy(trim(bytes));
    serde_json::from_str::<IgnoredAny>(&text).map_err(|error| json_error(&error))?;
    Err(missing("config.json").into())
}

/// The JSON of the header.
fn header(bytes: &[u8]) -> Result<&[u8], Unreadable> {
    let text = trim(bytes);
    if text.first() == Some(&b'{') {
        return Ok(text);
    }
    let (length, rest) = bytes
        .split_first_chunk::<8>()
        .ok_or(Unreadable::Truncated)?;
    let length = u64::from_le_bytes(*length);
    if length > MOST_BYTES {
        return Err(Unreadable::TooLarge { most: MOST_BYTES });
    }
    usize::try_from(length)
        .ok()
        .and_then(|length| rest.get(..length))
        .ok_or(Unreadable::Truncated)
}

/// Takes the entries one by one, so that the largest header needs little room, and says whether
/// there are any to take: a text that is no object is refused where it is read, in no words of
/// serde's, which would bring the writers of all that can be unexpected.
struct Entries<'a>(&'a mut Inventory);

macro_rules! others {
    ($($method:ident($kind:ty)),+ $(,)?) => {
        $(fn $method<E>(self, _: $kind) -> Result<bool, E> {
            Ok(false)
        })+
    };
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = bool;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a safetensors header")
    }

    others!(
        visit_bool(bool),
        visit_i64(i64),
        visit_u64(u64),
        visit_f64(f64),
        visit_str(&str),
    );

    fn visit_unit<E>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(false)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let entry: Value = map.next_value()?;
            // The metadata have neither.
            let dtype = entry.get("dtype").and_then(Value::as_str);
            let shape = entry.get("shape").and_then(Value::as_array);
            if let (Some(dtype), Some(shape)) = (dtype, shape) {
                let shape: Vec<u64> = shape.iter().filter_map(Value::as_u64).collect();
                self.0.add(&name, dtype, &shape);
            }
        }
        Ok(true)
    }
}
