//! Lines of JSON: Mooncake's, Bailian's, and a conversation a line. Parts of a line not understood
//! are passed over; a number where none can be is none.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A scalar of any kind, read as the number and the key that it may be.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Scalar {
    /// It as a number.
    pub(super) number: Option<f64>,
    /// It as a name: a number's own bits, a text's fold.
    pub(super) key: Option<u64>,
}

impl Scalar {
    /// A count of at least `least`; fractions are cut.
    pub(super) fn count(self, least: u64) -> Option<u64> {
        count(self.number?, least)
    }
}

/// A number as a count of tokens from `least` to 2^40, a million times the longest contexts;
/// fractions are cut.
pub(super) fn count(number: f64, least: u64) -> Option<u64> {
    if !(0.0..=1_099_511_627_776.0).contains(&number) {
        return None;
    }
    let count = crate::quantity::whole(number);
    (count >= least).then_some(count)
}

/// A text folded to 64 bits (FNV-1a), so that names of any length take eight bytes.
pub(super) fn fold(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

struct AnyScalar;

impl<'de> Visitor<'de> for AnyScalar {
    type Value = Scalar;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a value")
    }

    fn visit_u64<E>(self, value: u64) -> Result<Scalar, E> {
        Ok(Scalar {
            number: Some(value as f64),
            key: Some(value),
        })
    }

    fn visit_i64<E>(self, value: i64) -> Result<Scalar, E> {
        Ok(Scalar {
            number: Some(value as f64),
            key: Some(value.cast_unsigned()),
        })
    }

    fn visit_f64<E>(self, value: f64) -> Result<Scalar, E> {
        Ok(Scalar {
            number: Some(value),
            key: Some(value.to_bits()),
        })
    }

    fn visit_str<E>(self, value: &str) -> Result<Scalar, E> {
        Ok(Scalar {
            number: value
                .trim()
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite()),
            key: Some(fold(value)),
        })
    }

    fn visit_bool<E>(self, _: bool) -> Result<Scalar, E> {
        Ok(Scalar::default())
    }

    fn visit_unit<E>(self) -> Result<Scalar, E> {
        Ok(Scalar::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::default())
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyScalar)
    }
}

/// One block id.
#[derive(Debug, Clone, Copy)]
pub(super) struct Id(pub(super) u64);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let scalar = Scalar::deserialize(deserializer)?;
        // An id that is no name would shift all behind it: the line cannot be read.
        scalar
            .key
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom("hash_ids"))
    }
}

/// A line of Mooncake's or Bailian's kind.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    pub(super) timestamp: Scalar,
    pub(super) input_length: Scalar,
    pub(super) output_length: Scalar,
    pub(super) hash_ids: Option<Vec<Id>>,
    pub(super) session_id: Scalar,
    pub(super) chat_id: Scalar,
    pub(super) parent_chat_id: Scalar,
    pub(super) block_size: Scalar,
}

/// A conversation, or one entry of it: a request, or a sub-agent with requests of its own.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Entry {
    pub(super) id: Scalar,
    pub(super) block_size: Scalar,
    pub(super) t: Scalar,
    #[serde(rename = "in")]
    pub(super) input: Scalar,
    pub(super) out: Scalar,
    pub(super) hash_ids: Option<Vec<Id>>,
    pub(super) think_time: Scalar,
    pub(super) agent_id: Scalar,
    pub(super) requests: Option<Vec<Self>>,
}

/// Which keys a first line has.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Keys {
    pub(super) requests: Option<IgnoredAny>,
    pub(super) chat_id: Option<IgnoredAny>,
    pub(super) input_length: Option<IgnoredAny>,
    pub(super) hash_ids: Option<IgnoredAny>,
}
