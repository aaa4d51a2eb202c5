//! Instances of a board for a set of workloads: one each, at the places that its profile allows,
//! no two over the same memory units, and no more compute slices than the board has.

use super::law;
use super::question::{Mig, Workload};
use super::{SLACK, at_most};
use std::collections::HashSet;

/// A profile's index and its first unit.
pub(super) type Place = (usize, u32);

/// The profiles that hold a workload and keep its promise, smallest first:
///
/// ```text
/// s = stretch of the shares        k = max(1, s x engine)
/// memory <= instance,  peak load x k <= 1,  k <= slowdown_max
/// ```
pub(super) fn fitting(mig: &Mig, workload: &Workload) -> Vec<usize> {
    let mut found: Vec<(u32, u32, usize)> = mig
        .profiles
        .iter()
        .enumerate()
        .filter(|(_, profile)| {
            let stretch = law::mig::stretch(workload.alpha, profile.compute, profile.bandwidth);
            let slower = law::mig::slowdown(stretch, workload.engine);
            at_most(workload.memory_mib, profile.mib)
                && at_most(workload.peak() * slower, 1.0)
                && workload
                    .slowdown_max
                    .is_none_or(|most| at_most(slower, most))
        })
        .map(|(index, profile)| (profile.units, profile.slices, index))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, _, index)| index).collect()
}

/// A place for each of the workloads, given by the profiles that fit them, in their order; `None`
/// where there is none. Vain tries are remembered, so that no board takes longer than its
/// occupancies are many.
pub(super) fn place(mig: &Mig, fitting: &[&[usize]]) -> Option<Vec<Place>> {
    let least = |of: fn(&super::question::Profile) -> u32| -> Option<u32> {
        fitting.iter().try_fold(0_u32, |sum, options| {
            let one = options
                .iter()
                .filter_map(|option| mig.profiles.get(*option))
                .map(of)
                .min();
            Some(sum.saturating_add(one?))
        })
    };
    if least(|profile| profile.units)? > mig.units || least(|profile| profile.slices)? > mig.slices
    {
        return None;
    }
    // Those with the fewest choices first.
    let mut order: Vec<usize> = (0..fitting.len()).collect();
    order.sort_by_key(|index| fitting.get(*index).map_or(0, |options| options.len()));
    let mut board = Board {
        mig,
        fitting,
        order,
        places: vec![(0, 0); fitting.len()],
        vain: HashSet::new(),
    };
    board.fill(0, 0, 0).then_some(board.places)
}

struct Board<'a> {
    mig: &'a Mig,
    fitting: &'a [&'a [usize]],
    order: Vec<usize>,
    places: Vec<Place>,
    vain: HashSet<(usize, u32, u32)>,
}

impl Board<'_> {
    fn fill(&mut self, depth: usize, taken: u32, slices: u32) -> bool {
        let Some(&item) = self.order.get(depth) else {
            return true;
        };
        if self.vain.contains(&(depth, taken, slices)) {
            return false;
        }
        let options = self.fitting.get(item).copied().unwrap_or_default();
        for &option in options {
            let Some(profile) = self.mig.profiles.get(option) else {
                continue;
            };
            let used = slices + profile.slices;
            if used > self.mig.slices {
                continue;
            }
            for &first in &profile.places {
                let mask = ((1_u32 << profile.units) - 1) << first;
                if taken & mask == 0 && self.fill(depth + 1, taken | mask, used) {
                    if let Some(place) = self.places.get_mut(item) {
                        *place = (option, first);
                    }
                    return true;
                }
            }
        }
        self.vain.insert((depth, taken, slices));
        false
    }
}

/// The least share of a board that a workload's instance takes, by units and by slices.
pub(super) fn shares(mig: &Mig, fitting: &[usize]) -> Option<(f64, f64)> {
    let of = |part: fn(&super::question::Profile) -> u32, whole: u32| {
        let least = fitting
            .iter()
            .filter_map(|index| mig.profiles.get(*index))
            .map(part)
            .min()?;
        Some(f64::from(least) / (f64::from(whole) + SLACK))
    };
    Some((
        of(|profile| profile.units, mig.units)?,
        of(|profile| profile.slices, mig.slices)?,
    ))
}
