//! How many replicas work for how many hours of a week, whatever the order.

/// Levels of demand, the lowest first.
pub(super) struct Levels {
    /// A number of replicas, the hours in which no more than that work, and the
    /// replica-hours of those.
    steps: Vec<(f64, f64, f64)>,
}

impl Levels {
    /// The levels of so many replicas in each hour.
    pub(super) fn of(running: &[f64]) -> Self {
        let mut running = running.to_vec();
        running.sort_unstable_by(f64::total_cmp);
        let mut steps: Vec<(f64, f64, f64)> = Vec::new();
        let (mut hours, mut sum) = (0.0, 0.0);
        for level in running {
            hours += 1.0;
            sum += level;
            match steps.last_mut() {
                Some(last) if last.0.total_cmp(&level).is_eq() => *last = (level, hours, sum),
                _ => steps.push((level, hours, sum)),
            }
        }
        Self { steps }
    }

    /// The numbers of replicas.
    pub(super) fn heights(&self) -> impl Iterator<Item = f64> {
        self.steps.iter().map(|(level, ..)| *level)
    }

    /// All hours.
    pub(super) fn hours(&self) -> f64 {
        self.steps.last().map_or(1.0, |(_, hours, _)| *hours)
    }

    /// All replica-hours.
    pub(super) fn all(&self) -> f64 {
        self.steps.last().map_or(0.0, |(.., sum)| *sum)
    }

    /// The most that work at once.
    pub(super) fn most(&self) -> f64 {
        self.steps.last().map_or(0.0, |(level, ..)| *level)
    }

    /// The replica-hours of the first `height` replicas.
    pub(super) fn below(&self, height: f64) -> f64 {
        let lower = self.steps.partition_point(|(level, ..)| *level <= height);
        let last = lower.checked_sub(1).and_then(|last| self.steps.get(last));
        let (hours, sum) = last.map_or((0.0, 0.0), |(_, hours, sum)| (*hours, *sum));
        sum + (self.hours() - hours) * height
    }
}

#[cfg(test)]
mod tests {
    use super::Levels;
    use proptest::prelude::*;

    proptest! {
        /// The same as asking every hour.
        #[test]
        fn what_lies_below_is_that_of_every_hour(
            running in proptest::collection::vec(0.0..9.0f64, 1..200),
            height in 0.0..10.0f64,
        ) {
            let levels = Levels::of(&running);
            let below: f64 = running.iter().map(|now| now.min(height)).sum();
            prop_assert!((levels.below(height) - below).abs() < 1e-9 * (1.0 + below));
            let all: f64 = running.iter().sum();
            prop_assert!((levels.all() - all).abs() < 1e-9);
            prop_assert!((levels.below(levels.most()) - all).abs() < 1e-9 * (1.0 + all));
        }
    }
}
