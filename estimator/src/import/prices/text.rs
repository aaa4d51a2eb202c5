//! Bytes of a list to text: UTF-8, UTF-16 with its mark, or the code page of Western European
//! office programs.

use std::borrow::Cow;

/// The text of a file, without a byte-order mark.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return wide(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return wide(rest, u16::from_be_bytes);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|byte| western(*byte)).collect(),
    }
}

/// Windows-1252 as far as price lists need it: Latin-1, the euro sign and dashes.
fn western(byte: u8) -> char {
    match byte {
        0x80 => '€',
        0x92 => '’',
        0x96 | 0x97 => '–',
        _ => char::from(byte),
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'static, str> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    char::decode_utf16(units)
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}
