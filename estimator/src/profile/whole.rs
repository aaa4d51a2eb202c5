//! Formats that need places, not a stream: databases, pickles, protocol buffers.

use super::fact::Group;
use super::format::{memory::snapshot, nsys, xprof::plane};
use super::timeline::Window;
use super::unreadable::Unreadable;

#[derive(Debug, Clone, Copy)]
enum Format {
    Sqlite,
    Pickle,
    Plane,
}

/// A file that is read once it is whole.
pub(super) struct Whole {
    format: Format,
    bytes: Vec<u8>,
}

impl Whole {
    /// One of these, told by a file's first bytes.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        let has = |mark: &[u8]| head.windows(mark.len()).any(|bytes| bytes == mark);
        let format = match head {
            _ if head.starts_with(b"SQLite format 3\0") => Format::Sqlite,
            [0x80, 2..=5, ..] => Format::Pickle,
            [0x0a, ..] if (has(b"/device:") || has(b"/host:")) && !json(head) => Format::Plane,
            _ => return None,
        };
        let bytes = Vec::new();
        Some(Self { format, bytes })
    }

    /// Takes more of it.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The facts of the whole file, or of a stretch of its timeline.
    pub(super) fn facts(self, window: Option<Window>) -> Result<Group, Unreadable> {
        match self.format {
            Format::Sqlite => nsys::sqlite::read(&self.bytes, window),
            Format::Pickle => snapshot::read(&self.bytes),
            Format::Plane => plane::read(&self.bytes, window),
        }
    }
}

/// Whether a bracket and a quote or another bracket are the first that is no blank.
fn json(head: &[u8]) -> bool {
    let mut marks = head.iter().filter(|byte| !byte.is_ascii_whitespace());
    let first = marks.next().is_some_and(|byte| b"{[".contains(byte));
    first && marks.next().is_some_and(|byte| b"\"{[".contains(byte))
}
