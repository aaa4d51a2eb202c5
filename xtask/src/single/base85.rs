//! Bytes as text, four in five letters: a quarter more, where base 64 takes a third.
//!
//! ```text
//! b0 b1 b2 b3, as a number to the base of 85: c0 c1 c2 c3 c4, the letter of c is '#' + c
//! ```
//!
//! But for `<`, whose place `x` takes, so that nothing in a page can be taken for markup.
//! `unpack.js` reads it.

use anyhow::{Result, ensure};

const FIRST: u8 = b'#';

/// The text of bytes whose number is a multiple of four.
pub(super) fn encode(bytes: &[u8]) -> Result<String> {
    let (words, rest) = bytes.as_chunks::<4>();
    ensure!(rest.is_empty(), "{} bytes are no whole words", bytes.len());
    let mut text = String::with_capacity(words.len() * 5);
    for word in words {
        let mut number = u32::from_be_bytes(*word);
        let mut letters = [FIRST; 5];
        for letter in letters.iter_mut().rev() {
            *letter += u8::try_from(number % 85)?;
            number /= 85;
        }
        text.extend(letters.map(|letter| match letter {
            b'<' => 'x',
            _ => char::from(letter),
        }));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::encode;

    /// The least and the largest word, and one with the letter that is none; a page that is
    /// unpacked in a browser proves the rest.
    #[test]
    fn words_are_numbers_to_the_base_of_85() {
        assert_eq!(encode(&[0; 4]).unwrap(), "#####");
        let largest = encode(&[0xff; 4]).unwrap();
        let read = largest.bytes().fold(0_u64, |number, letter| {
            number * 85 + u64::from(if letter == b'x' { 25 } else { letter - b'#' })
        });
        assert_eq!(read, u64::from(u32::MAX));
        assert_eq!(encode(&[0, 0, 0, 25]).unwrap(), "####x");
        let every: Vec<u8> = (0..=255).collect();
        assert!(
            encode(&every)
                .unwrap()
                .bytes()
                .all(|letter| (b'#'..=b'x').contains(&letter) && letter != b'<')
        );
        assert!(encode(&[1, 2, 3]).is_err());
    }
}
