//! Which parts of the program are one file. A part is wanted by some of the split points; one
//! that is put together with others is loaded by all the points of those, which costs its bytes
//! where it is not wanted. Put together are, one pair after another, those that cost least.

use std::collections::BTreeSet;

/// Split points that every visit comes to, as soon as the calculator is shown.
pub(crate) const FOLLOWING: [&str; 2] = ["below", "simulate"];
/// Split points that few visits come to, at a click.
const SELDOM: [&str; 4] = ["counts", "files", "network", "profile"];

/// The weight of a byte that a point loads in vain: as one visit in some sixty comes to a seldom
/// one, and one in eight to a page.
fn weight(point: &str) -> u64 {
    if FOLLOWING.contains(&point) {
        64
    } else if SELDOM.contains(&point) {
        1
    } else {
        8
    }
}

/// A part as it was cut.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The file's name.
    pub(super) file: String,
    /// The split points that want it.
    pub(super) points: BTreeSet<String>,
    /// Its size.
    pub(super) bytes: u64,
}

/// Parts that become one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// Their files.
    pub(super) files: Vec<String>,
    /// The points that any of them is wanted by.
    pub(super) points: BTreeSet<String>,
    /// Their size together.
    bytes: u64,
}

impl Group {
    /// The name of its file: who wants it.
    pub(super) fn name(&self) -> String {
        self.points
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("-")
    }

    /// The cost of having both in one file: the bytes that points load and do not want.
    fn cost(&self, other: &Self) -> u64 {
        let idle = |one: &Self, other: &Self| {
            let idle = other.points.difference(&one.points);
            let idle: u64 = idle.map(|point| weight(point)).sum();
            idle.saturating_mul(one.bytes)
        };
        idle(self, other).saturating_add(idle(other, self))
    }

    fn take(&mut self, other: Self) {
        self.files.extend(other.files);
        self.points.extend(other.points);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// Puts parts together until there are at most `files`.
pub(super) fn grouped(parts: Vec<Part>, files: usize) -> Vec<Group> {
    let groups = parts.into_iter().map(|part| Group {
        files: vec![part.file],
        points: part.points,
        bytes: part.bytes,
    });
    let mut groups: Vec<Group> = groups.collect();
    while groups.len() > files.max(1) {
        let pairs = groups.iter().enumerate().flat_map(|(first, one)| {
            let others = groups.iter().enumerate().skip(first + 1);
            others.map(move |(second, other)| (one.cost(other), first, second))
        });
        let Some((_, first, second)) = pairs.min() else {
            break;
        };
        let other = groups.remove(second);
        if let Some(group) = groups.get_mut(first) {
            group.take(other);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(file: &str, points: &str, bytes: u64) -> Part {
        Part {
            file: file.to_owned(),
            points: points.chars().map(String::from).collect(),
            bytes,
        }
    }

    /// Parts wanted by the same points go together first, then the small.
    #[test]
    fn the_cheapest_are_put_together() {
        let parts = || {
            vec![
                part("a", "xy", 500),
                part("b", "x", 800),
                part("c", "xy", 400),
                part("d", "xyz", 10),
            ]
        };
        let files = |count| -> Vec<Vec<String>> {
            let groups = grouped(parts(), count);
            groups.into_iter().map(|group| group.files).collect()
        };
        assert_eq!(files(4).len(), 4);
        assert_eq!(files(3), [vec!["a", "c"], vec!["b"], vec!["d"]]);
        // Eight hundred bytes that y does not want, against nine hundred that z does not.
        assert_eq!(files(2), [vec!["a", "c", "b"], vec!["d"]]);
        assert_eq!(files(0).len(), 1);
    }

    /// A page is spared what a part that few open can load in vain.
    #[test]
    fn seldom_points_bear_more() {
        let part = |file: &str, points: &[&str], bytes| Part {
            file: file.to_owned(),
            points: points.iter().map(|point| (*point).to_owned()).collect(),
            bytes,
        };
        let parts = vec![
            part("a", &["money"], 100),
            part("b", &["money", "train"], 100),
            part("c", &["money", "profile"], 300),
        ];
        let files: Vec<_> = grouped(parts, 2).into_iter().map(|it| it.files).collect();
        assert_eq!(files, [vec!["a", "c"], vec!["b"]]);
    }

    /// What every visit loads is put together with nothing large.
    #[test]
    fn every_visit_is_spared_first() {
        let part = |file: &str, points: &[&str], bytes| Part {
            file: file.to_owned(),
            points: points.iter().map(|point| (*point).to_owned()).collect(),
            bytes,
        };
        let parts = vec![
            part("a", &["below", "files", "money"], 20),
            part("b", &["attempt", "money", "papers", "week"], 900),
            part("c", &["guide", "queue", "train"], 600),
        ];
        let files: Vec<_> = grouped(parts, 2).into_iter().map(|it| it.files).collect();
        assert_eq!(files, [vec!["a"], vec!["b", "c"]]);
    }

    /// No part is lost, and each is loaded by all that want it.
    #[test]
    fn every_part_is_loaded_by_all_that_want_it() {
        let parts = [part("a", "xy", 5), part("b", "z", 9), part("c", "yz", 4)];
        for files in 1..4 {
            let groups = grouped(parts.to_vec(), files);
            for part in &parts {
                let group = groups.iter().find(|group| group.files.contains(&part.file));
                assert!(group.unwrap().points.is_superset(&part.points));
            }
        }
    }
}
