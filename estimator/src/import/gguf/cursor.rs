//! A place in the bytes. Every reader gives `None` where they end too early.

/// The types of values, by their numbers in a file.
const SIZES: [(u32, u64); 11] = [
    (0, 1),  // uint8
    (1, 1),  // int8
    (2, 2),  // uint16
    (3, 2),  // int16
    (4, 4),  // uint32
    (5, 4),  // int32
    (6, 4),  // float32
    (7, 1),  // bool
    (10, 8), // uint64
    (11, 8), // int64
    (12, 8), // float64
];
/// A string: its length, then its bytes.
pub(super) const STRING: u32 = 8;
/// An array: the type of its entries, how many, then the entries.
pub(super) const ARRAY: u32 = 9;
/// The deepest arrays in arrays that are followed.
const DEEPEST: u32 = 4;

/// A value that stands alone.
pub(super) enum Scalar {
    /// A whole number that is not negative, or a bool.
    Count(u64),
    /// Anything else, passed over.
    Other,
}

pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn skip(&mut self, length: u64) -> Option<()> {
        self.take(usize::try_from(length).ok()?).map(|_| ())
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        let (taken, rest) = self.rest.split_first_chunk::<4>()?;
        self.rest = rest;
        Some(u32::from_le_bytes(*taken))
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        let (taken, rest) = self.rest.split_first_chunk::<8>()?;
        self.rest = rest;
        Some(u64::from_le_bytes(*taken))
    }

    pub(super) fn string(&mut self) -> Option<&'a [u8]> {
        let length = self.u64()?;
        self.take(usize::try_from(length).ok()?)
    }

    /// A value that is no array; negative numbers are no counts.
    pub(super) fn scalar(&mut self, kind: u32) -> Option<Scalar> {
        let Some((_, size)) = SIZES.iter().find(|(known, _)| *known == kind) else {
            return self.pass(kind, 0).map(|()| Scalar::Other);
        };
        let bytes = self.take(usize::try_from(*size).ok()?)?;
        let float = matches!(kind, 6 | 12);
        let signed = matches!(kind, 1 | 3 | 5 | 11);
        if float || signed && bytes.last().is_some_and(|high| *high > 127) {
            return Some(Scalar::Other);
        }
        let number = bytes
            .iter()
            .rev()
            .fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        Some(Scalar::Count(number))
    }

    /// Passes over a value without keeping any of it.
    pub(super) fn pass(&mut self, kind: u32, depth: u32) -> Option<()> {
        match kind {
            STRING => self.string().map(|_| ()),
            ARRAY => {
                let (kind, length) = (self.u32()?, self.u64()?);
                self.pass_entries(kind, length, depth)
            }
            other => {
                let (_, size) = SIZES.iter().find(|(known, _)| *known == other)?;
                self.skip(*size)
            }
        }
    }

    /// Passes over the entries of an array. Entries without a fixed size take
    /// eight bytes or more each, so a false length soon meets the end.
    pub(super) fn pass_entries(&mut self, kind: u32, length: u64, depth: u32) -> Option<()> {
        if let Some((_, size)) = SIZES.iter().find(|(known, _)| *known == kind) {
            return self.skip(length.checked_mul(*size)?);
        }
        if depth >= DEEPEST {
            return None;
        }
        for _ in 0..length {
            self.pass(kind, depth + 1)?;
        }
        Some(())
    }
}
