//! What a page says of a profile's facts beside the facts themselves: the figures that the
//! verdict rests on, where the time goes, and what the file cannot tell. Pure, and as happy with
//! facts that were read back from JSON ([`super::Group::from_json`]).

mod board;
mod course;
mod lack;
mod mark;
mod memory;
mod need;
mod part;
mod reason;
mod share;
#[cfg(test)]
mod tests;

pub use board::{boards, unread, unused};
pub use course::{Course, Step, Stretch, Strip, timeline};
pub use lack::{Lack, lacks};
pub use mark::{Mark, marks};
pub use memory::{Memory, memory};
pub use need::{Basis, Need, needs};
pub use part::{Changed, Part, Parts, Piece, changed, parts};
pub use reason::{Reason, reasons};
pub use share::{Class, Slice, classes, slices};

use super::Group;

/// A number of two files, by its path: the earlier, the later, and how much the later is more;
/// `None` where one of them does not hold it.
#[must_use]
pub fn difference(before: &Group, now: &Group, path: &str) -> Option<(f64, f64, f64)> {
    let (old, new) = (before.at(path)?, now.at(path)?);
    Some((old, new, new - old))
}

/// The shares of matrix work, and of kernels that only move data, of the kernel time without
/// communication; 0 where classes are unknown.
#[must_use]
pub fn heavy_and_light(facts: &Group) -> (f64, f64) {
    super::timeline::of_classes(facts)
}

/// How many times as fast a run is at most, once a share of its time (0 to 1) is freed; `None`
/// where nothing would be left.
///
/// ```
/// assert_eq!(estimator::profile::summary::ceiling(0.2), Some(1.25));
/// assert_eq!(estimator::profile::summary::ceiling(1.0), None);
/// ```
#[must_use]
pub fn ceiling(gain: f64) -> Option<f64> {
    (0.0..1.0).contains(&gain).then(|| 1.0 / (1.0 - gain))
}
