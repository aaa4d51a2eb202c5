//! Rows: a header of types, then their values.

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::profile) enum Value<'a> {
    Null,
    Whole(i64),
    Float(f64),
    /// In the database's encoding.
    Text(&'a [u8]),
    Blob,
}

impl Value<'_> {
    pub(in crate::profile) fn whole(self) -> Option<i64> {
        match self {
            Self::Whole(number) => Some(number),
            _ => None,
        }
    }
}

/// A number of one to nine bytes, and the bytes behind it.
pub(super) fn varint(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let mut value = 0_u64;
    for (place, byte) in bytes.iter().take(9).enumerate() {
        let rest = bytes.get(place + 1..)?;
        if place == 8 {
            value = (value << 8) | u64::from(*byte);
            return Some((value.cast_signed(), rest));
        }
        value = (value << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((value.cast_signed(), rest));
        }
    }
    None
}

/// The values of a record, as many as `wanted` has places for; `None` of a damaged one.
pub(super) fn read(record: &[u8], wanted: usize) -> Option<Vec<Value<'_>>> {
    let (length, behind) = varint(record)?;
    let length = usize::try_from(length).ok()?;
    let taken = record.len() - behind.len();
    let mut types = record.get(taken..length)?;
    let mut body = record.get(length..)?;
    let mut values = Vec::with_capacity(wanted.min(64));
    while !types.is_empty() && values.len() < wanted {
        let (kind, rest) = varint(types)?;
        types = rest;
        let size = match kind {
            0 | 8 | 9 => 0,
            1..=4 => usize::try_from(kind).ok()?,
            5 => 6,
            6 | 7 => 8,
            12.. => usize::try_from((kind - 12) / 2).ok()?,
            _ => return None,
        };
        let (bytes, rest) = body.split_at_checked(size)?;
        body = rest;
        values.push(match kind {
            0 => Value::Null,
            8 => Value::Whole(0),
            9 => Value::Whole(1),
            1..=6 => Value::Whole(signed(bytes)),
            7 => Value::Float(f64::from_be_bytes(bytes.try_into().ok()?)),
            _ if kind % 2 == 1 => Value::Text(bytes),
            _ => Value::Blob,
        });
    }
    Some(values)
}

/// A whole number, its highest byte first, with a sign.
fn signed(bytes: &[u8]) -> i64 {
    let negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let start = if negative { -1 } else { 0 };
    bytes
        .iter()
        .fold(start, |sum, byte| (sum << 8) | i64::from(*byte))
}
