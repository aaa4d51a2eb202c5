//! Operations and their arguments in the bytes.

use super::super::unreadable::{Kind, Unreadable, broken};

/// The bytes not yet read.
pub(super) struct Code<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Code<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next bytes, and where they stand.
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], Unreadable> {
        let end = self.at.checked_add(length);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let taken = taken.ok_or_else(|| broken("the pickle breaks off"))?;
        self.at += length;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Unreadable> {
        Ok(self.take(1)?.first().copied().unwrap_or(0))
    }

    /// An unsigned number, its lowest byte first.
    pub(super) fn number(&mut self, bytes: usize) -> Result<u64, Unreadable> {
        let taken = self.take(bytes)?;
        let number = taken
            .iter()
            .rev()
            .fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
        Ok(number)
    }

    pub(super) fn length(&mut self, bytes: usize) -> Result<usize, Unreadable> {
        usize::try_from(self.number(bytes)?).map_err(|_| broken("a length beyond the file"))
    }

    /// Where the next `length` bytes stand.
    pub(super) fn span(&mut self, length: usize) -> Result<(u32, u32), Unreadable> {
        let from = self.at;
        self.take(length)?;
        let place = |at: usize| u32::try_from(at);
        place(from)
            .and_then(|from| Ok((from, place(self.at)?)))
            .map_err(|_| Unreadable::new(Kind::TooLarge, "a pickle of over 4 GiB"))
    }

    /// Where the line up to the next end of line stands.
    pub(super) fn line(&mut self) -> Result<(u32, u32), Unreadable> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n');
        let length = length.ok_or_else(|| broken("a line of the pickle breaks off"))?;
        let span = self.span(length)?;
        self.at += 1;
        Ok(span)
    }
}

/// Whether an operation would import, call or build.
pub(super) fn calls(operation: u8) -> bool {
    // GLOBAL STACK_GLOBAL REDUCE BUILD INST OBJ NEWOBJ NEWOBJ_EX EXT1 EXT2 EXT4 PERSID BINPERSID
    const CALLS: [u8; 13] = [
        b'c', 0x93, b'R', b'b', b'i', b'o', 0x81, 0x92, 0x82, 0x83, 0x84, b'P', b'Q',
    ];
    CALLS.contains(&operation)
}
