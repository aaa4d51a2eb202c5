//! Sets of times as sorted intervals that do not touch.

use super::Time;

/// The union of intervals.
pub(in crate::profile) fn union(mut intervals: Vec<(Time, Time)>) -> Vec<(Time, Time)> {
    intervals.retain(|(start, end)| end > start);
    intervals.sort_unstable();
    let mut merged: Vec<(Time, Time)> = Vec::new();
    for (start, end) in intervals {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// The length of a union.
pub(in crate::profile) fn length(union: &[(Time, Time)]) -> Time {
    union.iter().map(|(start, end)| end - start).sum()
}

/// The pieces of a union between `from` and `to`, in order.
pub(in crate::profile) fn pieces(
    union: &[(Time, Time)],
    from: Time,
    to: Time,
) -> impl Iterator<Item = (Time, Time)> {
    let first = union.partition_point(|(_, end)| *end <= from);
    union
        .iter()
        .skip(first)
        .take_while(move |(start, _)| *start < to)
        .map(move |(start, end)| (*start.max(&from), *end.min(&to)))
        .filter(|(start, end)| end > start)
}

/// How much of `from` to `to` a union covers.
pub(in crate::profile) fn covered(union: &[(Time, Time)], from: Time, to: Time) -> Time {
    pieces(union, from, to)
        .map(|(start, end)| end - start)
        .sum()
}

/// How much of a union another covers.
pub(in crate::profile) fn overlap(of: &[(Time, Time)], by: &[(Time, Time)]) -> Time {
    of.iter()
        .map(|(start, end)| covered(by, *start, *end))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{covered, length, overlap, union};
    use proptest::prelude::*;

    /// 0-4 and 2-6 make 0-6, 8-9 stands alone; of 5-9 they cover 1 + 1.
    #[test]
    fn by_hand() {
        let set = union(vec![(8, 9), (2, 6), (0, 4), (7, 7)]);
        assert_eq!(set, vec![(0, 6), (8, 9)]);
        assert_eq!(length(&set), 7);
        assert_eq!(covered(&set, 5, 9), 2);
        assert_eq!(overlap(&[(5, 9)], &set), 2);
    }

    proptest! {
        /// A union covers all of itself, is no longer than its parts, and its order is no matter.
        #[test]
        fn laws(parts in proptest::collection::vec((0_i64..1000, 0_i64..1000), 0..40)) {
            let set = union(parts.clone());
            let sum: i64 = parts.iter().map(|(a, b)| (b - a).max(0)).sum();
            prop_assert!(length(&set) <= sum);
            prop_assert_eq!(overlap(&set, &set), length(&set));
            let mut turned = parts;
            turned.reverse();
            prop_assert_eq!(union(turned), set);
        }
    }
}
