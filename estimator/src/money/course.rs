//! One way to come by accelerators over the months, as the load grows or shrinks.
//!
//! Payments are a sum of [`Curve`]s: one from the first day, and one for every month in which
//! something is added to it or given up. Replicas are there at the beginning of the month that
//! needs them, as in [`crate::serving::plan::growth`].

use super::curve::Curve;
use super::horizon::Way;
use crate::quantity::Usd;
use serde::Serialize;

/// A change in a month.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Added {
    /// Months after the first day that it begins.
    pub after: u32,
    /// The payments from then on beside the rest; less than nothing where something is given up.
    pub curve: Curve,
}

/// One way over the months.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Course {
    /// Which.
    pub way: Way,
    /// Its payments from the first day on.
    pub curve: Curve,
    /// Later changes.
    pub added: Vec<Added>,
    /// Paid by the end of each month; the first entry is the first day.
    pub paid: Vec<Usd>,
    /// The worth of the hardware in the end.
    pub left: Usd,
    /// The debt then for a term that goes on.
    pub owed: Usd,
}

impl Course {
    /// A way whose months are made of `curves`, one each.
    pub(super) fn new(way: Way, curves: &[Curve], owed: Usd) -> Self {
        let mut curves = (0_u32..).zip(curves);
        let curve = curves
            .next()
            .map_or(Curve::rented(Usd::ZERO), |(_, curve)| *curve);
        let mut course = Self {
            way,
            curve,
            added: Vec::new(),
            paid: Vec::new(),
            left: Usd::ZERO,
            owed,
        };
        let (mut last, mut months) = (curve, 1);
        for (after, curve) in curves {
            if *curve != last {
                course.added.push(Added {
                    after,
                    curve: curve.beside(&last),
                });
                last = *curve;
            }
            months = after + 1;
        }
        course.paid = (0..=months)
            .map(|month| course.paid_by(f64::from(month)))
            .collect();
        course.left = course.sum(f64::from(months), Curve::worth);
        course
    }

    /// Its net cost: paid, less the worth left, and the debt.
    #[must_use]
    pub fn net(&self) -> Usd {
        let paid = self.paid.last().copied().unwrap_or_default();
        paid - self.left + self.owed
    }

    /// The payments by the end of `month`.
    #[must_use]
    pub fn paid_by(&self, month: f64) -> Usd {
        self.sum(month, Curve::paid)
    }

    /// The sum of `of` over every part that has begun before `month`.
    fn sum(&self, month: f64, of: impl Fn(&Curve, f64) -> Usd) -> Usd {
        let added = self.added.iter().filter_map(|added| {
            let age = month - f64::from(added.after);
            (age > 0.0).then(|| of(&added.curve, age))
        });
        added.fold(of(&self.curve, month), |sum, more| sum + more)
    }

    /// The cost of a month just before the end of `month`, purchases not counted.
    fn monthly(&self, month: f64) -> f64 {
        self.sum(month, |curve, _| curve.monthly).get()
    }

    /// Where something is bought: when it begins, and at the end of every life.
    fn purchases(&self, months: f64) -> impl Iterator<Item = f64> {
        let first = std::iter::once((0.0, self.curve));
        let added = self.added.iter();
        first
            .chain(added.map(|added| (f64::from(added.after), added.curve)))
            .flat_map(move |(after, curve)| {
                let lives = (1..).map(move |life| after + f64::from(life) * curve.life);
                lives.take_while(move |again| *again < months)
            })
    }

    /// The first month, in parts, after which `rented` has cost as much as this; `None`
    /// where it does not within `months`. Between two purchases and two months both are
    /// lines.
    #[must_use]
    pub fn meets(&self, rented: &Self, months: u32) -> Option<f64> {
        let end = f64::from(months);
        if self.added.is_empty() && rented.added.is_empty() {
            return self.curve.meets(rented.curve.monthly, end);
        }
        let mut ends: Vec<f64> = (1..=months).map(f64::from).collect();
        ends.extend(self.purchases(end));
        ends.sort_unstable_by(f64::total_cmp);
        let mut begin = 0.0;
        for end in ends {
            let ahead = (self.paid_by(end) - rented.paid_by(end)).get();
            if ahead <= 0.0 {
                let slope = self.monthly(end) - rented.monthly(end);
                let back = if slope < 0.0 { ahead / slope } else { 0.0 };
                return Some((end - back).max(begin));
            }
            begin = end;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::PriceBasis;
    use proptest::prelude::*;

    fn owned(bought: f64, left: f64, life: f64, monthly: f64) -> Curve {
        Curve {
            bought: Usd::new(bought),
            resale: Usd::new(bought * left),
            life,
            monthly: Usd::new(monthly),
        }
    }

    fn rented(months: &[f64]) -> Course {
        let curves: Vec<Curve> = months
            .iter()
            .map(|month| Curve::rented(Usd::new(*month)))
            .collect();
        Course::new(Way::Rented(PriceBasis::OnDemand), &curves, Usd::ZERO)
    }

    /// By hand: a server for 1,200 and 10 a month, a second one from the third month on.
    /// By the end of month 2, 1,220; of month 3, 1,220 + 1,200 + 20. Renting costs 400 and
    /// then 800 a month: 800 by the end of month 2, 1,600, 2,400 and 3,200 after: 2,460 are
    /// reached in month 5, where owning has paid 2,460 + 20 t and renting 2,400 + 800 t:
    /// after 4 + 60 / 780 months.
    #[test]
    fn a_second_server_by_hand() {
        let (one, two) = (
            owned(1200.0, 0.5, 24.0, 10.0),
            owned(2400.0, 0.5, 24.0, 20.0),
        );
        let course = Course::new(Way::Owned, &[one, one, two, two, two, two], Usd::ZERO);
        let paid: Vec<f64> = course.paid.iter().map(|paid| paid.get()).collect();
        assert_eq!(
            paid,
            [1200.0, 1210.0, 1220.0, 2440.0, 2460.0, 2480.0, 2500.0]
        );
        // The first is worth 1200 - 600 * 6/24 then, the second 1200 - 600 * 4/24.
        assert!((course.left.get() - (1050.0 + 1100.0)).abs() < 1e-9);
        let rent = rented(&[400.0, 400.0, 800.0, 800.0, 800.0, 800.0]);
        let met = course.meets(&rent, 6).unwrap();
        assert!((met - (4.0 + 60.0 / 780.0)).abs() < 1e-9, "{met}");
        assert_eq!(
            course.meets(&rented(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 6),
            None
        );
    }

    proptest! {
        /// However it is cut into months, the same is paid as without growth; and where the
        /// way through the months meets renting, so does the closed form.
        #[test]
        fn nothing_added_is_one_curve(
            bought in 1.0..1e6f64,
            left in 0.0..0.9f64,
            life in 6.0..60.0f64,
            own in 0.0..1e5f64,
            rent in 1.0..1e5f64,
            months in 12..60_u32,
        ) {
            let curve = owned(bought, left, life, own);
            let count = months as usize;
            let course = Course::new(Way::Owned, &vec![curve; count], Usd::ZERO);
            prop_assert!(course.added.is_empty());
            prop_assert_eq!(course.paid.len(), count + 1);
            for (month, paid) in (0_u32..).zip(&course.paid) {
                prop_assert_eq!(*paid, curve.paid(f64::from(month)));
            }
            prop_assert_eq!(course.left, curve.worth(f64::from(months)));
            // A rent that changes by nothing to speak of takes the other way.
            let mut rents = vec![rent; count];
            rents[count - 1] = rent * (1.0 + 1e-13);
            let searched = course.meets(&rented(&rents), months);
            let solved = curve.meets(Usd::new(rent), f64::from(months));
            match (searched, solved) {
                (Some(one), Some(other)) => prop_assert!((one - other).abs() < 1e-6),
                (one, other) => {
                    // At the very end both may be right.
                    let end = one.or(other).is_none_or(|met| met > f64::from(months) - 1e-6);
                    prop_assert!(end, "{:?} {:?}", one, other);
                }
            }
        }
    }
}
