//! Fields of a protocol buffer. A message that breaks the encoding is refused whole: nothing is
//! half read.

/// A message against the encoding, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Broken(pub(crate) &'static str);

/// The value of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Wire<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Double(f64),
    Float(f32),
}

impl<'a> Wire<'a> {
    pub(crate) fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub(crate) fn text(self) -> Option<String> {
        Some(String::from_utf8_lossy(self.bytes()?).into_owned())
    }
}

/// A message's fields, one after another. Of a list of numbers in one field, its bytes are a
/// message of [`Fields::varint`]s.
pub(crate) struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    pub(crate) fn of(message: &'a [u8]) -> Self {
        Self(message)
    }

    /// The next number of a message that is nothing but numbers.
    pub(crate) fn varint(&mut self) -> Result<u64, Broken> {
        let mut value = 0_u64;
        for place in 0..10_u32 {
            let (byte, rest) = self.0.split_first().ok_or(Broken("a number breaks off"))?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            value |= bits.checked_shl(7 * place).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Broken("a number of more than ten bytes"))
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], Broken> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let split = self.0.split_at_checked(length);
        let (taken, rest) = split.ok_or(Broken("a field is longer than its message"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn field(&mut self) -> Result<(u64, Wire<'a>), Broken> {
        let tag = self.varint()?;
        let wire = match tag & 7 {
            0 => Wire::Number(self.varint()?),
            1 => {
                let bytes = <[u8; 8]>::try_from(self.take(8)?);
                Wire::Double(f64::from_le_bytes(bytes.unwrap_or_default()))
            }
            2 => {
                let length = self.varint()?;
                Wire::Bytes(self.take(length)?)
            }
            5 => {
                let bytes = <[u8; 4]>::try_from(self.take(4)?);
                Wire::Float(f32::from_le_bytes(bytes.unwrap_or_default()))
            }
            _ => return Err(Broken("a field of no known kind")),
        };
        Ok((tag >> 3, wire))
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Wire<'a>), Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = self.field();
        if field.is_err() {
            self.0 = &[];
        }
        Some(field)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, Wire};
    use proptest::prelude::*;

    /// 150 as the documentation of the encoding has it, a text, a double, and refusals.
    #[test]
    fn by_hand() {
        let message = [
            8, 0x96, 1, 0x12, 2, b'h', b'i', 0x19, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f,
        ];
        let read: Result<Vec<_>, _> = Fields::of(&message).collect();
        assert_eq!(
            read.expect("sound"),
            [
                (1, Wire::Number(150)),
                (2, Wire::Bytes(b"hi")),
                (3, Wire::Double(1.0))
            ]
        );
        for wrong in [
            &[8, 0x96][..],
            &[0x12, 3, b'h'],
            &[0x0b],
            &[0x0f, 0],
            &[0x80; 12],
        ] {
            assert!(Fields::of(wrong).any(|field| field.is_err()), "{wrong:?}");
        }
    }

    proptest! {
        /// Any bytes end.
        #[test]
        fn any_bytes_end(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Fields::of(&bytes).count() <= bytes.len());
        }
    }
}
