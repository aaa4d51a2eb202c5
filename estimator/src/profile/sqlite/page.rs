//! Pages, and the cells of the leaves of a table's tree.

use super::super::unreadable::{Kind, Unreadable, broken};
use super::record::varint;
use std::borrow::Cow;
use std::collections::HashSet;

/// The first bytes of every file.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Levels of a tree; five hold all that fits a file.
const DEPTH: usize = 32;
/// Bytes of one row.
const ROW: usize = 16 << 20;
/// Kinds of pages.
const INTERIOR: u8 = 5;
const LEAF: u8 = 13;

/// Who takes a row: its id and its record.
pub(super) type Take<'a> = dyn FnMut(i64, &[u8]) -> Result<(), Unreadable> + 'a;

/// A file.
#[derive(Debug, Clone, Copy)]
pub(in crate::profile) struct Database<'a> {
    bytes: &'a [u8],
    page: usize,
    /// Bytes of a page less those kept for extensions.
    usable: usize,
    pub(super) encoding: u16,
}

/// Two or four bytes, the highest first.
fn big(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let taken = bytes.get(at..at.checked_add(length)?)?;
    Some(
        taken
            .iter()
            .fold(0, |sum, byte| (sum << 8) | usize::from(*byte)),
    )
}

fn damaged() -> Unreadable {
    broken("a page of the database is damaged")
}

impl<'a> Database<'a> {
    /// Reads the header.
    pub(in crate::profile) fn open(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        if !bytes.starts_with(MAGIC) || bytes.len() < 100 {
            return Err(broken("the database breaks off in its header"));
        }
        let page = match big(bytes, 16, 2) {
            Some(1) => 65_536,
            Some(size) if size.is_power_of_two() && size >= 512 => size,
            _ => return Err(broken("the database has no sound page size")),
        };
        let kept = bytes.get(20).copied().map_or(0, usize::from);
        let usable = page.saturating_sub(kept);
        if usable < 480 {
            return Err(broken("the database has no sound page size"));
        }
        let encoding = big(bytes, 59, 1).and_then(|code| u16::try_from(code).ok());
        Ok(Self {
            bytes,
            page,
            usable,
            encoding: encoding.unwrap_or(1),
        })
    }

    fn page(&self, number: usize) -> Result<&'a [u8], Unreadable> {
        let from = number
            .checked_sub(1)
            .and_then(|number| number.checked_mul(self.page));
        let end = from.and_then(|from| from.checked_add(self.page));
        let span = from
            .zip(end)
            .and_then(|(from, end)| self.bytes.get(from..end));
        span.ok_or_else(|| broken("the database breaks off"))
    }

    /// Hands each row of the table rooted at a page to `take`: its id and its record.
    pub(super) fn rows(&self, root: usize, take: &mut Take<'_>) -> Result<(), Unreadable> {
        // A page of a sound tree is met once; of a damaged one no more often.
        let mut seen = HashSet::new();
        let mut open = vec![(root, 0)];
        // All rows of a sound file fit it; those of a damaged one may share their bytes.
        let mut left = self.bytes.len();
        while let Some((number, depth)) = open.pop() {
            if depth > DEPTH || !seen.insert(number) {
                return Err(damaged());
            }
            let page = self.page(number)?;
            let header = if number == 1 { 100 } else { 0 };
            let kind = page.get(header).copied();
            let cells = big(page, header + 3, 2).ok_or_else(damaged)?;
            let first = header + if kind == Some(INTERIOR) { 12 } else { 8 };
            let cell = |place: usize| big(page, first + 2 * place, 2);
            match kind {
                Some(INTERIOR) => {
                    let last = big(page, header + 8, 4).ok_or_else(damaged)?;
                    open.push((last, depth + 1));
                    for place in (0..cells).rev() {
                        let child = cell(place).and_then(|at| big(page, at, 4));
                        open.push((child.ok_or_else(damaged)?, depth + 1));
                    }
                }
                Some(LEAF) => {
                    for place in 0..cells {
                        let at = cell(place).ok_or_else(damaged)?;
                        let rest = page.get(at..self.usable).ok_or_else(damaged)?;
                        let (size, rest) = varint(rest).ok_or_else(damaged)?;
                        let (id, rest) = varint(rest).ok_or_else(damaged)?;
                        let length = usize::try_from(size).map_err(|_| damaged())?;
                        left = left.checked_sub(length).ok_or_else(damaged)?;
                        let record = self.payload(length, rest)?;
                        take(id, &record)?;
                    }
                }
                _ => return Err(damaged()),
            }
        }
        Ok(())
    }

    /// A row's bytes, those on further pages behind those of its own.
    fn payload(&self, size: usize, rest: &'a [u8]) -> Result<Cow<'a, [u8]>, Unreadable> {
        if size > ROW {
            return Err(Unreadable::new(Kind::TooLarge, "a row of over 16 MiB"));
        }
        let most = self.usable - 35;
        if size <= most {
            return Ok(Cow::Borrowed(rest.get(..size).ok_or_else(damaged)?));
        }
        let least = (self.usable - 12) * 32 / 255 - 23;
        let fitting = least + (size - least) % (self.usable - 4);
        let local = if fitting <= most { fitting } else { least };
        let mut record = rest.get(..local).ok_or_else(damaged)?.to_vec();
        let mut next = big(rest, local, 4).ok_or_else(damaged)?;
        while record.len() < size {
            // Each page adds bytes, so that a circle of pages ends, too.
            let page = self.page(next)?;
            next = big(page, 0, 4).ok_or_else(damaged)?;
            let wanted = (size - record.len()).min(self.usable - 4);
            record.extend_from_slice(page.get(4..4 + wanted).ok_or_else(damaged)?);
        }
        Ok(Cow::Owned(record))
    }
}
