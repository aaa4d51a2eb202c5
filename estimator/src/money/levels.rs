//! How many replicas work, and how many are paid for, for how many hours of a week,
//! whatever the order.

use crate::serving::plan::Level as Held;
use crate::serving::plan::demand::WEEK;

/// Hours alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Level {
    /// Replicas that work.
    pub(super) working: f64,
    /// Replicas that are paid for, spares against interruptions among them.
    pub(super) paid: f64,
    /// Hours of a week.
    pub(super) hours: f64,
}

/// Levels of a week, the lowest first.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Levels(Vec<Level>);

impl Levels {
    /// So many replicas all week.
    pub(super) fn always(replicas: u32) -> Self {
        let replicas = f64::from(replicas);
        Self(vec![Level {
            working: replicas,
            paid: replicas,
            hours: WEEK as f64,
        }])
    }

    /// Those of two weeks that rise and fall together: working replicas in the one, paid ones in
    /// the other.
    pub(super) fn of(working: &[Held], paid: &[Held]) -> Self {
        let mut levels = Vec::with_capacity(working.len().max(paid.len()));
        let (mut ones, mut others) = (working.iter().copied(), paid.iter().copied());
        let (mut one, mut other) = (ones.next(), others.next());
        while let (Some(work), Some(pay)) = (one, other) {
            let hours = work.hours.min(pay.hours);
            if hours > 0.0 {
                levels.push(Level {
                    working: f64::from(work.replicas),
                    paid: f64::from(pay.replicas),
                    hours,
                });
            }
            let rest = |held: Held| Held {
                hours: held.hours - hours,
                ..held
            };
            one = Some(rest(work)).filter(|work| work.hours > 0.0);
            other = Some(rest(pay)).filter(|pay| pay.hours > 0.0);
            one = one.or_else(|| ones.next());
            other = other.or_else(|| others.next());
        }
        Self(levels)
    }

    /// The same where as many as this are there, though the week may never ask for all of them: a
    /// stretch goes so far.
    pub(super) fn up_to(mut self, working: u32, paid: u32) -> Self {
        if self.most() < f64::from(working) {
            self.0.push(Level {
                working: working.into(),
                paid: paid.into(),
                hours: 0.0,
            });
        }
        self
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Level> {
        self.0.iter()
    }

    /// All replica-hours that are worked.
    pub(super) fn all(&self) -> f64 {
        self.below(f64::INFINITY)
    }

    /// The most that work at once.
    pub(super) fn most(&self) -> f64 {
        self.0.last().map_or(0.0, |level| level.working)
    }

    /// The replica-hours of the first `height` replicas.
    pub(super) fn below(&self, height: f64) -> f64 {
        let hours = self.iter();
        hours
            .map(|level| level.hours * level.working.min(height))
            .sum()
    }

    /// The same at work `share` of the time; as they are without one.
    ///
    /// Less than the week's own: its load is there for so much less of the time, and in the rest
    /// nobody comes and nothing is paid. More: its hours ask for more, up to the busiest.
    pub(super) fn at_work(&self, share: Option<f64>) -> Self {
        let Some(share) = share else {
            return self.clone();
        };
        let own = self.all() / (self.most() * WEEK as f64);
        if share < own {
            self.shortened(share / own)
        } else {
            self.stretched(self.stretch(share))
        }
    }

    /// The same for `share` of their hours, none in the rest of the week.
    fn shortened(&self, share: f64) -> Self {
        let rest = Level {
            working: 0.0,
            paid: 0.0,
            hours: WEEK as f64 * (1.0 - share),
        };
        let levels = self.iter().map(|level| Level {
            hours: level.hours * share,
            ..*level
        });
        Self(std::iter::once(rest).chain(levels).collect())
    }

    /// The same with `stretch` times as many replicas in every hour, as far as the busiest
    /// hour has them.
    fn stretched(&self, stretch: f64) -> Self {
        let Some(most) = self.0.last().copied() else {
            return self.clone();
        };
        let levels = self.iter().map(|level| Level {
            working: (level.working * stretch).min(most.working),
            paid: (level.paid * stretch).min(most.paid),
            hours: level.hours,
        });
        Self(levels.collect())
    }

    /// The stretch after which replicas work `share` of the time, as far as that can be:
    /// hours in which none works stay as they are.
    ///
    /// With the highest levels at the most already, the others make up the rest.
    fn stretch(&self, share: f64) -> f64 {
        let most = self.most();
        let mut wanted = share * most * WEEK as f64;
        let mut rest = self.all();
        let mut highest = self.0.iter().rev();
        while let Some(level) = highest.next().filter(|level| level.working > 0.0) {
            let stretch = wanted / rest;
            if stretch * level.working <= most {
                return stretch;
            }
            wanted -= most * level.hours;
            rest -= level.working * level.hours;
        }
        f64::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn held(levels: &[(u32, f64)]) -> Vec<Held> {
        let levels = levels.iter();
        levels
            .map(|&(replicas, hours)| Held { replicas, hours })
            .collect()
    }

    /// 100 hours of 2 and 68 of 5, of which 3 and 6 are paid for, the 6 already for 20 of
    /// the first: three levels.
    #[test]
    fn two_weeks_by_hand() {
        let levels = Levels::of(
            &held(&[(2, 100.0), (5, 68.0)]),
            &held(&[(3, 80.0), (6, 88.0)]),
        );
        let all: Vec<(f64, f64, f64)> = levels
            .iter()
            .map(|level| (level.working, level.paid, level.hours))
            .collect();
        assert_eq!(all, [(2.0, 3.0, 80.0), (2.0, 6.0, 20.0), (5.0, 6.0, 68.0)]);
        assert!((levels.below(3.0) - 404.0).abs() < 1e-9);
    }

    /// A week of 4 and 1 replicas works 5 / 8 of the time. At work half of it, both stay whole
    /// for four fifths of their hours, and none is there for a fifth of the week. At nine tenths
    /// the 4 are as they were and the 1 are 3.2.
    #[test]
    fn a_week_at_work_by_hand() {
        let week = held(&[(1, 84.0), (4, 84.0)]);
        let levels = Levels::of(&week, &week);
        let half = levels.at_work(Some(0.5));
        let all: Vec<(f64, f64)> = half
            .iter()
            .map(|level| (level.working, level.hours))
            .collect();
        for ((working, hours), (count, time)) in
            all.into_iter().zip([(0.0, 33.6), (1.0, 67.2), (4.0, 67.2)])
        {
            assert!((working - count).abs() < 1e-12 && (hours - time).abs() < 1e-9);
        }
        assert!((levels.stretch(0.9) - 3.2).abs() < 1e-12);
        assert_eq!(levels.at_work(None), levels);
    }

    proptest! {
        /// At work the share of the time asked for, or every hour that has a replica has all;
        /// nowhere more than the busiest hour has, and a week of hours.
        #[test]
        fn a_stretch_reaches_its_share(
            counts in proptest::collection::vec((0..40_u32, 0.1..30.0f64), 1..20),
            share in 0.001..1.0f64,
        ) {
            let mut week = counts;
            let sum: f64 = week.iter().map(|(_, hours)| hours).sum();
            week.sort_unstable_by_key(|(replicas, _)| *replicas);
            for (_, hours) in &mut week {
                *hours *= WEEK as f64 / sum;
            }
            let week = held(&week);
            let levels = Levels::of(&week, &week);
            let most = levels.most();
            prop_assume!(most > 0.0);
            let after = levels.at_work(Some(share));
            prop_assert!(after.iter().all(|level| level.working <= most));
            let hours: f64 = after.iter().map(|level| level.hours).sum();
            prop_assert!((hours - WEEK as f64).abs() < 1e-6);
            let reached = after.all() / (most * WEEK as f64);
            let used = levels.iter().filter(|level| level.working > 0.0);
            let possible = used.map(|level| level.hours).sum::<f64>() / WEEK as f64;
            prop_assert!((reached - share.min(possible)).abs() < 1e-9, "{} {}", reached, share);
        }
    }
}
