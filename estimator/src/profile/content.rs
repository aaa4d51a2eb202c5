//! The unpacked content: told apart by its first bytes, then read as it comes (JSON) or whole.

use super::encoding::Encoding;
use super::fact::Group;
use super::found::{Found, unknown};
use super::inflate::MOST;
use super::json::Parser;
use super::prose::Prose;
use super::ridge::Ridge;
use super::timeline::Window;
use super::unreadable::{Kind, Unreadable};
use super::whole::Whole;

/// Bytes that tell a format.
const HEAD: usize = 4096;

/// Bytes of the marks of Unicode.
const MARKS: [u8; 5] = [0xef, 0xbb, 0xbf, 0xff, 0xfe];

/// A file's content, read so far.
#[derive(Default)]
pub(super) struct Content {
    read: u64,
    body: Body,
    /// Whether bytes were passed over that are neither blanks nor marks.
    foreign: bool,
    encoding: Encoding,
    /// The stretch of a timeline that counts.
    window: Option<Window>,
}

enum Body {
    /// Too little to tell.
    Head(Vec<u8>),
    /// Text of which nothing but blanks was seen.
    Blank,
    Json(Box<Parser>, Box<Found>),
    Prose(Prose),
    Whole(Whole),
}

impl Default for Body {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

fn blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

impl Content {
    /// A content of which a stretch of time counts.
    pub(super) fn within(window: Option<Window>) -> Self {
        Self {
            window,
            ..Self::default()
        }
    }

    /// Whether anything was read.
    pub(super) fn begun(&self) -> bool {
        self.read > 0
    }

    /// Takes more of it.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        self.read += bytes.len() as u64;
        if self.read > MOST {
            return Err(Unreadable::new(Kind::TooLarge, "over a gigabyte"));
        }
        if let Body::Head(head) = &mut self.body {
            head.extend_from_slice(bytes);
            if head.len() < HEAD {
                return Ok(());
            }
            return self.open();
        }
        self.take(bytes)
    }

    /// Tells the format from its first bytes.
    fn open(&mut self) -> Result<(), Unreadable> {
        let Body::Head(head) = std::mem::take(&mut self.body) else {
            return Ok(());
        };
        if let Some(whole) = Whole::of(&head) {
            self.body = Body::Whole(whole);
        } else {
            self.encoding = Encoding::of(&head);
            self.body = Body::Blank;
        }
        self.take(&head)
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        if let Body::Whole(whole) = &mut self.body {
            whole.push(bytes);
            return Ok(());
        }
        let decoded = self.encoding.decode(bytes);
        let mut text = decoded.as_ref();
        if matches!(self.body, Body::Blank) {
            // Marks of Unicode, their conversions, and blanks stand before no format's first byte,
            // which is of ASCII.
            let skipped = |byte: &&u8| blank(**byte) || !byte.is_ascii();
            let length = text.iter().take_while(skipped).count();
            let passed = text.get(..length).unwrap_or_default();
            self.foreign |= passed
                .iter()
                .any(|byte| !blank(*byte) && !MARKS.contains(byte));
            text = text.get(length..).unwrap_or_default();
            self.body = match text.first() {
                None => return Ok(()),
                Some(b'{' | b'[') => {
                    let found = Found::within(self.window);
                    Body::Json(Box::new(Parser::new()), Box::new(found))
                }
                Some(_) => Body::Prose(Prose::default()),
            };
        }
        match &mut self.body {
            Body::Json(parser, found) => {
                found.look(text);
                parser.push(text, found.as_mut())
            }
            Body::Prose(prose) => prose.push(text),
            Body::Head(_) | Body::Blank | Body::Whole(_) => Ok(()),
        }
    }

    /// Ends it; `cut` if its packing broke off.
    pub(super) fn finish(mut self, cut: bool, ridge: Ridge<'_>) -> Result<Group, Unreadable> {
        if matches!(self.body, Body::Head(_)) {
            self.open()?;
        }
        let json = matches!(self.body, Body::Json(..));
        let mut facts = match self.body {
            Body::Head(_) | Body::Blank if self.foreign => Err(unknown()),
            Body::Head(_) | Body::Blank => Err(Unreadable::new(Kind::Empty, "nothing but blanks")),
            Body::Json(mut parser, mut found) => {
                let whole = parser.finish(found.as_mut())? && !cut;
                found.facts(whole, ridge)
            }
            Body::Prose(prose) => prose.facts(self.window),
            Body::Whole(whole) => whole.facts(self.window),
        }?;
        // A format read event by event notes by itself how far it went.
        if cut && !json {
            facts.note("cut-short");
        }
        if !matches!(self.encoding, Encoding::Utf8) {
            facts.note("utf-16");
        }
        Ok(facts)
    }
}
