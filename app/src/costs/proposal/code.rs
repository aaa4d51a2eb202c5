//! The link as a code that a camera reads (QR, ISO/IEC 18004).

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// A code, as the outline of its dark squares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Code {
    /// Squares a side, the quiet border included.
    pub(super) side: i32,
    /// The dark squares, in the notation of a `path`.
    pub(super) path: String,
}

/// Light squares around it: four by the standard.
const BORDER: i32 = 4;

/// Squares a side at most: of more, a camera reads no code of three centimetres on paper.
const MOST: i32 = 117;

impl Code {
    /// That of an address; `None` where it is too long for one.
    pub(super) fn of(address: &str) -> Option<Self> {
        let code = QrCode::encode_text(address, QrCodeEcc::Low).ok()?;
        let size = code.size();
        if size > MOST {
            return None;
        }
        let mut path = String::new();
        for y in 0..size {
            for x in (0..size).filter(|x| code.get_module(*x, y)) {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{},{}h1v1h-1z", x + BORDER, y + BORDER);
            }
        }
        Some(Self {
            side: size + 2 * BORDER,
            path,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BORDER, Code};

    /// A short address is version 2 to 4 and begins with the corner that a camera looks for; one
    /// that no camera would read on paper has none.
    #[test]
    fn short_addresses_have_a_code() {
        let code = Code::of("https://rightsize.example/costs/#v=2&rate=4").expect("it is short");
        assert!(
            (25..=33).contains(&(code.side - 2 * BORDER)),
            "{}",
            code.side
        );
        assert!(code.path.starts_with("M4,4h1v1h-1zM5,4"));
        let long = format!("https://rightsize.example/costs/#{}", "a".repeat(3000));
        assert_eq!(Code::of(&long), None);
    }
}
