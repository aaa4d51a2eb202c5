//! Work that ends: a library, or a training. Its boards share what may be computed together.

use super::search::{MOST, whole};
use super::service::Service;

/// Share of its rate that a board keeps over a long time.
const STEADY: f64 = 0.98;
/// What a time may exceed its limit by, so that sums' last digits ask for no instance more.
const ROUNDING: f64 = 1e-9;

/// Items that are worked on once.
pub(super) struct Work {
    /// Seconds of a batch.
    pub(super) service: Service,
    /// All of them, each as often as it is read.
    pub(super) items: f64,
    /// Items that may be computed together: a step takes none twice.
    pub(super) set: f64,
}

impl Work {
    /// Those of `replicas` that have an item.
    fn busy(&self, replicas: u32) -> f64 {
        f64::from(replicas).min(self.set.max(1.0))
    }

    /// The batch of each, and how many a second that are.
    fn fullest(&self, replicas: u32) -> (f64, f64) {
        let share = (self.set / self.busy(replicas)).floor();
        self.service.fullest_of(share.max(1.0))
    }

    /// Items at once on each of `replicas`.
    pub(super) fn batch(&self, replicas: u32) -> f64 {
        self.fullest(replicas).0
    }

    /// Items a second of all of them.
    pub(super) fn rate(&self, replicas: u32) -> f64 {
        self.busy(replicas) * self.fullest(replicas).1 * STEADY
    }

    /// Seconds until the last is done.
    pub(super) fn takes(&self, replicas: u32) -> f64 {
        self.items / self.rate(replicas)
    }

    /// The replicas of the fewest instances of `lot` that end in time: smaller shares are slower,
    /// so that more may be needed than the first guess. `None` where no number does.
    pub(super) fn in_time(&self, lot: u32, within: f64) -> Option<u32> {
        let lot = lot.max(1);
        let mut replicas = lot;
        loop {
            if replicas > MOST.saturating_add(lot) {
                return None;
            }
            let takes = self.takes(replicas);
            if takes <= within * (1.0 + ROUNDING) {
                return Some(replicas);
            }
            if f64::from(replicas) >= self.set {
                return None;
            }
            // As many as would do at the rate of these, at least one instance more.
            let needed = f64::from(replicas) * (takes / within).min(f64::from(MOST));
            let instances = whole((needed / f64::from(lot)).ceil());
            let more = (replicas / lot).saturating_add(1).max(instances);
            replicas = more.saturating_mul(lot);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // tests

    use super::*;

    fn of(items: f64, set: f64) -> Work {
        Work {
            service: Service::new(256, |batch| 1.0 + 0.1 * f64::from(batch)),
            items,
            set,
        }
    }

    /// A step takes no sample twice, on however many boards: 20 images that are gone over 90
    /// times are no batch of 2,048.
    #[test]
    fn a_step_is_no_larger_than_the_set() {
        let work = of(1800.0, 20.0);
        for replicas in [1, 3, 8, 16, 20, 64] {
            let busy = work.busy(replicas);
            assert!(work.batch(replicas) * busy <= 20.0, "{replicas}");
        }
        // Two at once on each of eight: 1.2 s a step of 16.
        assert!((work.batch(8) - 2.0).abs() < 1e-12);
        assert!((work.takes(8) - 1800.0 / 16.0 * 1.2 / STEADY).abs() < 1e-9);
        // Of 64 only 20 have an image, and no more boards end it sooner.
        assert!((work.takes(64) - work.takes(20)).abs() < 1e-9);
        assert_eq!(work.in_time(8, work.takes(20) / 2.0), None);
    }

    /// Without a set the fewest whole instances do, and one fewer does not.
    #[test]
    fn instances_are_the_fewest() {
        let work = of(1e6, f64::INFINITY);
        for within in [1000.0, 30_000.0] {
            let replicas = work.in_time(8, within).unwrap();
            assert!(replicas % 8 == 0 && work.takes(replicas) <= within);
            assert!(replicas == 8 || work.takes(replicas - 8) > within);
        }
        assert_eq!(work.in_time(8, 1e-3), None);
    }
}
