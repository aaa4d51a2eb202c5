//! A record to text: the part of serde's data model that the records of a link
//! use. Numbers are written in their shortest form.

use serde::ser::{
    self, Impossible, Serialize, SerializeSeq, SerializeStruct, SerializeStructVariant, Serializer,
};
use std::fmt;

/// The compact JSON of `value`; `None` where it holds something no record of a
/// link does, or a number that is not finite.
pub(in crate::link) fn to_text<T: Serialize>(value: &T) -> Option<String> {
    let mut writer = Writer {
        text: String::new(),
    };
    value.serialize(&mut writer).ok()?;
    Some(writer.text)
}

struct Writer {
    text: String,
}

/// Something no record of a link holds.
#[derive(Debug)]
struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("not part of a link")
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type Done = Result<(), Unwritable>;

impl Writer {
    #[allow(
        clippy::unnecessary_wraps,
        reason = "it ends the methods of a trait that can fail"
    )]
    fn put(&mut self, text: &str) -> Done {
        self.text.push_str(text);
        Ok(())
    }

    /// A comma, unless it is the first of its list or object.
    fn next(&mut self) {
        if !self.text.ends_with(['[', '{']) {
            self.text.push(',');
        }
    }

    fn quoted(&mut self, text: &str) -> Done {
        self.text.push('"');
        for letter in text.chars() {
            match letter {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                control if u32::from(control) < 0x20 => {
                    let hex = |digit: u32| char::from_digit(digit, 16).unwrap_or('0');
                    self.text.push_str("\\u00");
                    self.text.push(hex(u32::from(control) >> 4));
                    self.text.push(hex(u32::from(control) & 15));
                }
                other => self.text.push(other),
            }
        }
        self.put("\"")
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Done {
        self.next();
        self.quoted(name)?;
        self.put(":")?;
        value.serialize(self)
    }
}

macro_rules! refused {
    ($($method:ident($kind:ty)),+ $(,)?) => {
        $(fn $method(self, _: $kind) -> Done {
            Err(Unwritable)
        })+
    };
}

macro_rules! whole {
    ($($method:ident($kind:ty)),+ $(,)?) => {
        $(fn $method(self, value: $kind) -> Done {
            self.serialize_u64(u64::from(value))
        })+
    };
}

impl Serializer for &mut Writer {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Self;
    type SerializeTuple = Impossible<(), Unwritable>;
    type SerializeTupleStruct = Impossible<(), Unwritable>;
    type SerializeTupleVariant = Impossible<(), Unwritable>;
    type SerializeMap = Impossible<(), Unwritable>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    refused!(
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_f32(f32),
        serialize_char(char),
        serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str),
    );
    whole!(serialize_u8(u8), serialize_u16(u16), serialize_u32(u32));

    fn serialize_bool(self, value: bool) -> Done {
        self.put(if value { "true" } else { "false" })
    }

    fn serialize_u64(self, value: u64) -> Done {
        self.put(&value.to_string())
    }

    fn serialize_f64(self, value: f64) -> Done {
        if value.is_finite() {
            self.put(&value.to_string())
        } else {
            Err(Unwritable)
        }
    }

    fn serialize_str(self, value: &str) -> Done {
        self.quoted(value)
    }

    fn serialize_none(self) -> Done {
        self.put("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.put("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.quoted(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.put("{")?;
        self.field(variant, value)?;
        self.put("}")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Unwritable> {
        self.put("[")?;
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Unwritable> {
        Err(Unwritable)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Unwritable> {
        Err(Unwritable)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritable> {
        Err(Unwritable)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Unwritable> {
        Err(Unwritable)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unwritable> {
        self.put("{")?;
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Unwritable> {
        self.put("{")?;
        self.quoted(variant)?;
        self.put(":{")?;
        Ok(self)
    }
}

impl SerializeSeq for &mut Writer {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.next();
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        self.put("]")
    }
}

impl SerializeStruct for &mut Writer {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
        self.field(name, value)
    }

    fn end(self) -> Done {
        self.put("}")
    }
}

impl SerializeStructVariant for &mut Writer {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
        self.field(name, value)
    }

    fn end(self) -> Done {
        self.put("}}")
    }
}

#[cfg(test)]
mod tests {
    use super::to_text;
    use crate::import::plain;

    /// The same record by serde's own writer, as values.
    #[test]
    fn writes_what_serde_writes() {
        let mut model = plain::model(7.0);
        model.id = "a \"quoted\"\tname\u{1} é".to_owned();
        let text = to_text(&model).unwrap();
        let ours: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(ours, serde_json::to_value(&model).unwrap());
    }

    #[test]
    fn a_number_without_end_is_refused() {
        assert_eq!(to_text(&f64::NAN), None);
        assert_eq!(to_text(&f64::INFINITY), None);
    }
}
