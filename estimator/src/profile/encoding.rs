//! Text as UTF-8, whatever a shell made of it: UTF-16 by its mark (as `>` of older `PowerShell`
//! writes), and UTF-16 that was taken for bytes and converted once more, whose zeros are dropped.

use std::borrow::Cow;

/// Bytes looked at for zeros.
const LOOK: usize = 512;

/// How the bytes of a text become UTF-8.
#[derive(Debug, Default)]
pub(super) enum Encoding {
    /// As they are.
    #[default]
    Utf8,
    /// Pairs of bytes; the rest of the last chunk: a byte, half of a character.
    Utf16 {
        little: bool,
        odd: Option<u8>,
        high: Option<u16>,
    },
    /// Every other byte a zero.
    Zeros,
}

impl Encoding {
    /// Told from the first bytes.
    pub(super) fn of(head: &[u8]) -> Self {
        let marked = |little| Self::Utf16 {
            little,
            odd: None,
            high: None,
        };
        if head.starts_with(&[0xff, 0xfe]) {
            return marked(true);
        }
        if head.starts_with(&[0xfe, 0xff]) {
            return marked(false);
        }
        let look = head.get(..LOOK).unwrap_or(head);
        // Zeros at the end of a short file are padding, not half characters.
        let end = look.iter().rposition(|byte| *byte != 0);
        let look = look.get(..end.map_or(0, |end| end + 1)).unwrap_or_default();
        let start = look.iter().position(|byte| *byte != 0).unwrap_or(0);
        let look = look.get(start..).unwrap_or_default();
        let letters: Vec<u8> = look.iter().copied().filter(|byte| *byte != 0).collect();
        if 4 * (look.len() - letters.len()) > look.len() {
            return Self::Zeros;
        }
        Self::Utf8
    }

    /// The chunk as UTF-8.
    pub(super) fn decode<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        match self {
            Self::Utf8 => Cow::Borrowed(bytes),
            Self::Zeros => bytes.iter().copied().filter(|byte| *byte != 0).collect(),
            Self::Utf16 { little, odd, high } => {
                let mut text = String::with_capacity(bytes.len());
                for byte in bytes {
                    let Some(first) = odd.take() else {
                        *odd = Some(*byte);
                        continue;
                    };
                    let pair = [first, *byte];
                    let unit = if *little {
                        u16::from_le_bytes(pair)
                    } else {
                        u16::from_be_bytes(pair)
                    };
                    letter(unit, high, &mut text);
                }
                Cow::Owned(text.into_bytes())
            }
        }
    }
}

/// Puts the character that a unit completes; halves without their other become U+FFFD.
fn letter(unit: u16, high: &mut Option<u16>, text: &mut String) {
    let before = high.take();
    if (0xd800..0xdc00).contains(&unit) {
        text.extend(before.map(|_| '\u{fffd}'));
        *high = Some(unit);
        return;
    }
    let units = before.into_iter().chain([unit]);
    text.extend(char::decode_utf16(units).map(|letter| letter.unwrap_or('\u{fffd}')));
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    fn utf16(text: &str, little: bool) -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        let bytes = |unit: u16| {
            if little {
                unit.to_le_bytes()
            } else {
                unit.to_be_bytes()
            }
        };
        units.flat_map(bytes).collect()
    }

    /// Both orders, cut anywhere, with a character of two units; a lone half becomes U+FFFD.
    #[test]
    fn utf16_in_any_chunks() {
        for little in [true, false] {
            let file = utf16("a\u{1f600}z", little);
            let mut encoding = Encoding::of(&file);
            let read: Vec<u8> = file
                .chunks(3)
                .flat_map(|chunk| encoding.decode(chunk).into_owned())
                .collect();
            assert_eq!(read, "\u{feff}a\u{1f600}z".as_bytes());
        }
        let mut encoding = Encoding::of(&[0xff, 0xfe]);
        assert_eq!(
            encoding.decode(&[0x3d, 0xd8, 0x41, 0]).as_ref(),
            "\u{fffd}A".as_bytes()
        );
    }

    /// Zeros between letters are dropped; zeros after a text do not make it UTF-16.
    #[test]
    fn zeros_between_letters() {
        let mut encoding = Encoding::of(b"g\0p\0u\0");
        assert_eq!(encoding.decode(b"g\0p\0u\0").as_ref(), b"gpu");
        assert!(matches!(Encoding::of(b"gpu\0\0\0\0\0"), Encoding::Utf8));
    }
}
