//! A logo from a local file: looked at here, kept in memory, sent nowhere.
//!
//! It is shown as a picture only, from an address that holds it: a picture runs no script
//! and fetches nothing, also where it is SVG.

/// The largest that is taken, in MiB.
pub(super) const MOST_MIB: u32 = 1;

/// The same in bytes.
pub(super) const MOST: usize = (MOST_MIB as usize) << 20;

/// Bytes of a file in which the beginning of SVG is looked for.
const FIRST: usize = 4096;

/// Why a file is no logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// Larger than [`MOST`].
    Large,
    /// Neither PNG nor JPEG nor SVG.
    Kind,
}

/// The address that holds a picture; told by its bytes, whatever the file is called.
///
/// # Errors
/// Why it is not taken.
pub(super) fn address(bytes: &[u8]) -> Result<String, Refused> {
    if bytes.len() > MOST {
        return Err(Refused::Large);
    }
    let kind = kind(bytes).ok_or(Refused::Kind)?;
    Ok(format!("data:{kind};base64,{}", base64(bytes)))
}

/// The media type of a picture by how its file begins (PNG, third edition, 5.2; ISO 10918-1
/// B.2.1; SVG 2, 1.1.2).
fn kind(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else {
        let start = bytes.get(..bytes.len().min(FIRST))?;
        is_svg(&String::from_utf8_lossy(start)).then_some("image/svg+xml")
    }
}

/// Whether a text's first element is `svg`, behind whatever may stand before it.
fn is_svg(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<!DOCTYPE svg") {
            ">"
        } else {
            break;
        };
        let Some((_, after)) = rest.split_once(end) else {
            return false;
        };
        rest = after.trim_start();
    }
    let name = rest.strip_prefix("<svg");
    name.is_some_and(|after| {
        after.starts_with(|next: char| next.is_whitespace() || matches!(next, '>' | '/'))
    })
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS.get((bits >> (18 - 6 * place) & 63) as usize);
            text.push(match letter {
                Some(letter) if place <= three.len() => char::from(*letter),
                _ => '=',
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 4648, section 10, and bytes that are no text.
    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg=="),
            (b"fooba", "Zm9vYmE="),
            (b"foobar", "Zm9vYmFy"),
            (b"\xff\xfe\xfd", "//79"),
        ] {
            assert_eq!(base64(bytes), text);
        }
    }

    /// A picture is known by how it begins; the same bytes later on make none.
    #[test]
    fn pictures_are_told_by_their_bytes() {
        let begins = |bytes: &[u8]| address(bytes).map(|address| address[..14].to_owned());
        assert_eq!(
            begins(b"\x89PNG\r\n\x1a\nrest"),
            Ok("data:image/png".to_owned())
        );
        assert_eq!(
            begins(b"\xff\xd8\xff\xe0rest"),
            Ok("data:image/jpe".to_owned())
        );
        for svg in [
            "<svg/>",
            "<svg xmlns='x'>",
            "\u{feff}<?xml version='1.0'?>\n<!-- made --><!DOCTYPE svg PUBLIC 'x'>\n<svg\n>",
        ] {
            assert_eq!(
                begins(svg.as_bytes()),
                Ok("data:image/svg".to_owned()),
                "{svg}"
            );
        }
        for other in [
            "",
            "<html><svg></svg></html>",
            "<svgs >",
            "<!-- <svg > ",
            "GIF89a",
            "MZ",
            "<?xml",
        ] {
            assert_eq!(address(other.as_bytes()), Err(Refused::Kind), "{other}");
        }
        assert_eq!(address(&vec![0; MOST + 1]), Err(Refused::Large));
    }
}
