//! Memory event by event in a bounded number of columns, whatever the number of events: full
//! columns are merged two by two.

use super::super::super::fact::{Fact, Group};

/// Columns at most; at least half of them once there were as many events.
const MOST: usize = 480;

/// Columns of events, each the fullest moment of its own, in `N` parts.
#[derive(Debug, Clone)]
pub(super) struct Columns<const N: usize> {
    /// Events of a column.
    each: u64,
    /// Events of the last one.
    last: u64,
    held: Vec<[i64; N]>,
}

impl<const N: usize> Default for Columns<N> {
    fn default() -> Self {
        Self {
            each: 1,
            last: 0,
            held: Vec::new(),
        }
    }
}

impl<const N: usize> Columns<N> {
    /// Takes what is held after one more event.
    pub(super) fn push(&mut self, now: [i64; N]) {
        match self.held.last_mut() {
            Some(column) if self.last < self.each => *column = fuller(*column, now),
            _ => {
                if self.held.len() == MOST {
                    let pairs = self.held.chunks(2);
                    let merged = pairs.filter_map(|pair| pair.iter().copied().reduce(fuller));
                    self.held = merged.collect();
                    self.each = self.each.saturating_mul(2);
                }
                self.held.push(now);
                self.last = 0;
            }
        }
        self.last += 1;
    }

    /// Events of a column.
    pub(super) fn each(&self) -> u64 {
        self.each
    }

    /// Puts each part under its name, so many bytes more; parts that were never held are left out.
    pub(super) fn put(&self, names: [&str; N], more: i64, facts: &mut Group) {
        for (part, name) in names.iter().enumerate() {
            let bytes = self.held.iter().map(|column| {
                let held = column.get(part).copied().unwrap_or(0).saturating_add(more);
                u64::try_from(held).unwrap_or(0)
            });
            let bytes: Vec<u64> = bytes.collect();
            if bytes.iter().any(|bytes| *bytes > 0) {
                facts.put(
                    name,
                    Fact::List(bytes.into_iter().map(Fact::Count).collect()),
                );
            }
        }
    }
}

/// The one of two moments at which more was held.
fn fuller<const N: usize>(one: [i64; N], other: [i64; N]) -> [i64; N] {
    let sum = |held: &[i64; N]| {
        held.iter()
            .fold(0_i64, |sum, part| sum.saturating_add(*part))
    };
    if sum(&other) > sum(&one) { other } else { one }
}

/// Puts a course of memory: its parts side by side or on top of each other (`stacked`).
pub(super) fn put(each: u64, events: u64, stacked: bool, parts: Group, facts: &mut Group) {
    let mut memory = Group::default();
    memory.count("events", Some(events));
    memory.count("each", Some(each));
    memory.put("stacked", Fact::Flag(stacked));
    memory.group("parts", parts);
    let mut course = Group::default();
    course.group("memory", memory);
    facts.group(super::super::super::COURSE, course);
}

#[cfg(test)]
mod tests {
    use super::Columns;

    /// However many events, the columns are bounded, each has as many events, and the fullest
    /// moment of all stays.
    #[test]
    fn columns_are_bounded() {
        for events in [1_u64, 479, 480, 481, 961, 100_000] {
            let mut columns = Columns::<2>::default();
            for event in 0..events {
                let most = if event == events / 3 { 900 } else { 0 };
                columns.push([i64::try_from(event % 7).unwrap_or(0), most]);
            }
            let count = columns.held.len() as u64;
            assert!(count <= 480 && (count >= 240 || count == events));
            assert_eq!((count - 1) * columns.each + columns.last, events);
            assert!(columns.held.iter().any(|column| column[1] == 900));
        }
    }
}
