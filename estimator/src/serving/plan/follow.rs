//! Following demand, minute by minute, as an autoscaler does:
//!
//! ```text
//! wanted = the most that is needed from now until `ahead`, at the least `least`
//! paid   = the most that was wanted within `cooldown`
//! ready  = the least that was paid within the cold start
//! ```
//!
//! The second line is the stabilisation window of Kubernetes' horizontal autoscaler, which
//! takes the highest recommendation of the window (`stabilizationWindowSeconds`, five
//! minutes by default, <https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/>).
//! A replica is paid from the beginning of its start. Demand of an hour begins with the
//! hour, and the time goes round.

use std::cell::Cell;

/// Minutes of an hour.
pub(super) const MINUTES: usize = 60;

/// How demand is followed, in minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Windows {
    /// Replicas that always run.
    pub(super) least: u32,
    /// How long replicas are kept that are not wanted any more.
    pub(super) cooldown: usize,
    /// How long before they are needed replicas are started.
    pub(super) ahead: usize,
    /// From starting a replica to its first answer.
    pub(super) cold: usize,
}

/// Replicas in each minute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Followed {
    /// That are paid for.
    pub(super) paid: Vec<u32>,
    /// That answer.
    pub(super) ready: Vec<u32>,
}

/// Follows the need of each hour.
pub(super) fn follow(needed: &[u32], windows: Windows) -> Followed {
    let minutes = needed
        .iter()
        .flat_map(|needed| [*needed; MINUTES])
        .collect();
    let mut wanted = onwards(minutes, windows.ahead, u32::max);
    for wanted in &mut wanted {
        *wanted = windows.least.max(*wanted);
    }
    let paid = backwards(wanted, windows.cooldown, u32::max);
    let ready = backwards(paid.clone(), windows.cold, u32::min);
    Followed { paid, ready }
}

/// The pick of `pick` from each minute and the `span` that follow it: windows of one, two, four
/// and so on minutes, joined in pairs.
fn onwards(mut values: Vec<u32>, span: usize, pick: fn(u32, u32) -> u32) -> Vec<u32> {
    let all = values.len();
    let wanted = span.min(all.saturating_sub(1)) + 1;
    let mut length = 1;
    while length < wanted {
        let step = length.min(wanted - length);
        // After the last ones come the first ones.
        values.extend_from_within(..step);
        let minutes = Cell::from_mut(values.as_mut_slice()).as_slice_of_cells();
        // Later ones are read before they are written.
        for (value, later) in minutes.iter().zip(minutes.iter().skip(step)) {
            value.set(pick(value.get(), later.get()));
        }
        values.truncate(all);
        length += step;
    }
    values
}

/// The same of each minute and the `span` before it.
fn backwards(values: Vec<u32>, span: usize, pick: fn(u32, u32) -> u32) -> Vec<u32> {
    let span = span.min(values.len().saturating_sub(1));
    let mut values = onwards(values, span, pick);
    values.rotate_right(span);
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(values: &[u32], hour: usize, minute: usize) -> u32 {
        values[hour * MINUTES + minute]
    }

    /// By hand: one replica, in hour 2 four. Followed as it comes, four are paid for from
    /// its first minute until ten minutes after its last one, and ready from minute 7 on.
    #[test]
    fn one_step_by_hand() {
        let windows = Windows {
            least: 0,
            cooldown: 10,
            ahead: 0,
            cold: 7,
        };
        let Followed { paid, ready } = follow(&[1, 1, 4, 1], windows);
        assert_eq!((at(&paid, 1, 59), at(&paid, 2, 0)), (1, 4));
        assert_eq!((at(&paid, 3, 9), at(&paid, 3, 10)), (4, 1));
        assert_eq!((at(&ready, 2, 6), at(&ready, 2, 7)), (1, 4));
        // Started seven minutes ahead, all are there in time.
        let ahead = Windows {
            ahead: 7,
            ..windows
        };
        let Followed { paid, ready } = follow(&[1, 1, 4, 1], ahead);
        assert_eq!((at(&paid, 1, 52), at(&paid, 1, 53)), (1, 4));
        assert_eq!(at(&ready, 2, 0), 4);
    }

    proptest! {
        /// Windows are as defined, minute by minute.
        #[test]
        fn windows_by_definition(
            needed in proptest::collection::vec(0..9_u32, 1..6),
            least in 0..4_u32,
            cooldown in 0..400_usize,
            ahead in 0..200_usize,
            cold in 0..100_usize,
        ) {
            let followed = follow(&needed, Windows { least, cooldown, ahead, cold });
            let minutes = needed.len() * MINUTES;
            let need = |minute: usize| needed[minute % minutes / MINUTES];
            let wanted: Vec<u32> = (0..minutes)
                .map(|now| (now..=now + ahead).map(need).max().unwrap().max(least))
                .collect();
            for now in 0..minutes {
                let before = |back: usize| (now + 100 * minutes - back) % minutes;
                let paid = (0..=cooldown).map(|back| wanted[before(back)]).max();
                prop_assert_eq!(Some(followed.paid[now]), paid);
                let ready = (0..=cold).map(|back| followed.paid[before(back)]).min();
                prop_assert_eq!(Some(followed.ready[now]), ready);
            }
        }
    }
}
