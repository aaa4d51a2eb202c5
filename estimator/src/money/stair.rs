//! Where a straight bill meets one that is a stair.
//!
//! ```text
//! line(load) = load * line        stair(load) = bill(n), top(n - 1) < load <= top(n)
//! they meet on step n at load = bill(n) / line, where that is no more than top(n)
//! ```
//!
//! Neither bills nor tops fall with `n`: a range of steps is lost altogether where its least bill is
//! above the line at its highest top, and won from its start where its largest bill is below the
//! line at its lowest. Such ranges are passed over whole.

use std::ops::RangeInclusive;

/// A stair of replicas.
pub(super) struct Stair<'a> {
    /// Dollars of so many replicas.
    pub(super) bill: &'a dyn Fn(u32) -> f64,
    /// The load that they carry, in units of today's; none for no replicas that work.
    pub(super) top: &'a dyn Fn(u32) -> f64,
    /// The steps that are looked at.
    pub(super) steps: RangeInclusive<u32>,
}

/// A load in units of today's, and the replicas that carry it.
pub(super) type Place = (f64, u32);

impl Stair<'_> {
    /// Where a line of so many dollars at today's load reaches the stair first, and from where on it
    /// is never below it again; `None` where it never is.
    pub(super) fn met(&self, line: f64) -> Option<(Place, Place)> {
        let (least, most) = (*self.steps.start(), *self.steps.end());
        let meets = |step| (self.bill)(step) / line;
        let start = |step: u32| {
            if step == least {
                0.0
            } else {
                (self.top)(step.saturating_sub(1))
            }
        };
        let is_lost = |low, high| meets(low) > (self.top)(high);
        let is_won = |low, high| meets(high) <= start(low);
        // A second kind of replica alone carries nothing: its step has no width.
        let is_met = |step| {
            let top = (self.top)(step);
            top > start(step) && meets(step) <= top
        };
        let place = |step| (meets(step).max(start(step)), step);
        let first = sought((least, most), false, &is_lost, &is_met)?;
        // A step that begins above the line is lost up to there. Bills never fall, so after one that
        // is lost altogether the next to be won begins above it too.
        let is_passed = |low, high| is_lost(low, high) || is_won(low, high);
        let begins_lost = |step| is_met(step) && !is_won(step, step);
        let last = sought((first, most), true, &is_passed, &begins_lost);
        Some((place(first), place(last.unwrap_or(first))))
    }
}

/// The first of some steps that is sought, or the `last`; of ranges that are `passed` over none is.
fn sought(
    (low, high): (u32, u32),
    last: bool,
    passed: &dyn Fn(u32, u32) -> bool,
    is_sought: &dyn Fn(u32) -> bool,
) -> Option<u32> {
    if low > high || passed(low, high) {
        return None;
    }
    if low == high {
        return is_sought(low).then_some(low);
    }
    let middle = low.midpoint(high);
    let halves = [(low, middle), (middle.saturating_add(1), high)];
    let [near, far] = if last { [halves[1], halves[0]] } else { halves };
    let of = |half| sought(half, last, passed, is_sought);
    of(near).or_else(|| of(far))
}

#[cfg(test)]
mod tests {
    use super::{Place, Stair};
    use proptest::prelude::*;

    /// The same, step by step.
    fn walked(stair: &Stair<'_>, line: f64) -> Option<(Place, Place)> {
        let mut found: Option<(Place, Place)> = None;
        let mut below = 0.0;
        for step in stair.steps.clone() {
            let top = (stair.top)(step);
            if top <= below {
                continue;
            }
            let meets = (stair.bill)(step) / line;
            if meets <= top {
                let place = (meets.max(below), step);
                let first = found.map_or(place, |(first, _)| first);
                let good = found.filter(|_| meets <= below);
                found = Some((first, good.map_or(place, |(_, good)| good)));
            }
            below = top;
        }
        found
    }

    /// Rises of bills and of tops, from step to step.
    fn rises() -> impl Strategy<Value = Vec<(f64, f64)>> {
        let rise = prop_oneof![Just(0.0), Just(1.0), 0.0..4.0f64];
        let top = prop_oneof![Just(0.0), 0.2..2.0f64];
        prop::collection::vec((rise, top), 1..60)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        /// Where ranges are passed over, the line meets the stair where it does step by step.
        #[test]
        fn it_is_met_where_a_walk_meets_it(
            rises in rises(),
            line in 0.05..8.0f64,
            least in 1_u32..4,
        ) {
            let mut sums = vec![(0.0, 0.0)];
            for (bill, top) in &rises {
                let (bills, tops) = sums.last().copied().unwrap_or_default();
                sums.push((bills + bill, tops + top));
            }
            let at = |step: u32| sums[(step + 1 - least) as usize];
            let stair = Stair {
                bill: &|step| at(step).0,
                top: &|step| at(step).1,
                steps: least..=least - 1 + u32::try_from(rises.len()).unwrap(),
            };
            prop_assert_eq!(stair.met(line), walked(&stair, line));
        }
    }
}
