//! Growth: `load after m months = (1 + growth a year)^(m / 12)` of today's.
//!
//! A month needs the replicas of the largest load within it: of its end where the load grows, of
//! its beginning where it shrinks. Replicas are there before they are needed, so that the demands
//! are kept throughout. In steps, each month has the replicas it needs; at once, those of the
//! largest load are bought on the first day.

use super::bill::{Bill, Schedule};
use super::replicas::Replicas;
use crate::quantity::{Usd, UsdPerHour};
use crate::serving::question::Growth;

/// Months of the longest plan: a century, so that nothing takes long.
const MOST_MONTHS: u32 = 1_200;

/// Loads beyond this are as good as endless.
const MOST_LOAD: f64 = 1e30;

/// A stretch of months with the same replicas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Its first month; 0 for today.
    pub month: u32,
    /// Months of the horizon that it lasts: none where today's replicas do not last the
    /// first month.
    pub months: u32,
    /// The largest load of its first month, in units of today's.
    pub load: f64,
    /// Replicas, spares included.
    pub replicas: u32,
    /// Their accelerators.
    pub accelerators: u32,
    /// Their nodes.
    pub nodes: u32,
    /// Accelerators of the nodes that no replica uses.
    pub stranded: u32,
    /// The price of the whole instances that hold them; `None` without a price.
    pub per_hour: Option<UsdPerHour>,
    /// The same per month.
    pub per_month: Option<Usd>,
}

/// One kind of replica over the horizon.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The kind.
    pub kind: Replicas,
    /// The load after each number of months, in units of today's; the first entry today's.
    pub loads: Vec<f64>,
    /// The first month whose load needs more replicas than are counted.
    pub too_much: Option<u32>,
    /// Today, and each month in which that changes.
    pub steps: Vec<Step>,
    /// All at once: the replicas that last the horizon.
    pub once: Step,
    /// The bill of the steps.
    pub in_steps: Option<Bill>,
    /// The bill at once.
    pub at_once: Option<Bill>,
}

impl Path {
    /// The saving of steps against all at once, and its share; `None` where they do not.
    #[must_use]
    pub fn saved(&self) -> Option<(Usd, f64)> {
        let (steps, once) = (self.in_steps?.bound(), self.at_once?.bound());
        // Less than a per mille is an error of rounding.
        let share = 1.0 - steps / once;
        (share >= 1e-3).then(|| (once - steps, share))
    }
}

/// The load after 0, 1, 2 and so on months, in units of today's.
#[must_use]
pub fn loads(growth: &Growth) -> Vec<f64> {
    let yearly = (1.0 + growth.per_year).max(0.0);
    let after = |month: u32| {
        let load = yearly.powf(f64::from(month) / 12.0);
        if load.is_nan() {
            1.0
        } else {
            load.min(MOST_LOAD)
        }
    };
    (0..=growth.months.clamp(1, MOST_MONTHS))
        .map(after)
        .collect()
}

/// The largest load within each month.
pub(crate) fn of_months(loads: &[f64]) -> impl Iterator<Item = f64> + Clone {
    loads
        .iter()
        .zip(loads.iter().skip(1))
        .map(|(begin, end)| begin.max(*end))
}

/// The largest of `loads`.
pub(super) fn largest(loads: &[f64]) -> f64 {
    loads.iter().copied().fold(1.0, f64::max)
}

/// Bills in steps and at once, `term` months being paid at the least.
pub(super) fn bills(kind: &Replicas, loads: &[f64], term: u32) -> (Schedule, Schedule) {
    let most = kind.at(largest(loads));
    (
        Schedule::of(of_months(loads).map(|load| kind.at(load)), term, kind),
        Schedule::of(of_months(loads).map(|_| most), term, kind),
    )
}

/// The plan of one kind of replica.
#[must_use]
pub fn path(kind: Replicas, growth: &Growth, term: u32) -> Path {
    let loads = loads(growth);
    let (steps, once) = bills(&kind, &loads, term);
    let in_steps = steps.bill(&kind);
    let at_once = once.bill(&kind);
    let months = u32::try_from(steps.held.len()).unwrap_or(MOST_MONTHS);
    let last = step(&kind, 0, kind.at(largest(&loads)), largest(&loads));
    let mut found: Vec<Step> = Vec::new();
    let replicas = std::iter::once(kind.at(1.0)).chain(steps.held);
    let most = std::iter::once(1.0).chain(of_months(&loads));
    for (month, (replicas, load)) in (0_u32..).zip(replicas.zip(most)) {
        match found.last_mut() {
            Some(step) if step.replicas == replicas => step.months += u32::from(month > 0),
            _ => {
                let mut new = step(&kind, month, replicas, load);
                new.months = u32::from(month > 0);
                found.push(new);
            }
        }
    }
    let too_much = loads.iter().position(|load| kind.is_too_much(*load));
    Path {
        kind,
        too_much: too_much.and_then(|month| u32::try_from(month).ok()),
        loads,
        steps: found,
        once: Step { months, ..last },
        in_steps,
        at_once,
    }
}

fn step(kind: &Replicas, month: u32, replicas: u32, load: f64) -> Step {
    let (nodes, stranded) = kind.rented_nodes(replicas);
    let sold = f64::from(kind.sold(replicas));
    Step {
        month,
        months: 0,
        load,
        replicas,
        accelerators: kind.accelerators(replicas),
        nodes,
        stranded,
        per_hour: kind.price.map(|price| price * sold),
        per_month: kind.cost_of_accelerators(sold),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rental::HOURS_PER_MONTH;
    use proptest::prelude::*;

    fn growth(per_year: f64, months: u32) -> Growth {
        Growth {
            per_year,
            months,
            ..Growth::default()
        }
    }

    /// Two accelerators a replica at a dollar each, four in a node.
    fn kind(needed: f64, spares: u32) -> Replicas {
        Replicas {
            needed,
            decode: 0.0,
            spares,
            each: 2,
            node: 4,
            rented_node: 4,
            instance: 1,
            price: Some(UsdPerHour::new(1.0)),
        }
    }

    fn dollars(bill: Option<Bill>) -> (f64, f64) {
        let bill = bill.unwrap();
        (bill.total.get(), bill.beyond.get())
    }

    /// By hand: today's load needs 1.7 replicas, so 2. Doubling in a year, month 2 ends at
    /// 1.7 * 2^(2/12) = 1.91 and month 3 at 2.02; month 9 at 2.86 and month 10 at 3.03;
    /// month 12 at 3.4. So 2 replicas for 2 months, 3 for 7, 4 for 3.
    #[test]
    fn doubling_in_a_year_by_hand() {
        let path = path(kind(1.7, 0), &growth(1.0, 12), 1);
        let steps: Vec<(u32, u32, u32)> = path
            .steps
            .iter()
            .map(|step| (step.month, step.months, step.replicas))
            .collect();
        assert_eq!(steps, [(0, 2, 2), (3, 7, 3), (10, 3, 4)]);
        assert_eq!(path.once.replicas, 4);
        let month = 2.0 * HOURS_PER_MONTH;
        let (total, beyond) = dollars(path.in_steps);
        assert!((total - f64::from(2 * 2 + 7 * 3 + 3 * 4) * month).abs() < 1e-6);
        assert!(beyond.abs() < 1e-9);
        let (total, _) = dollars(path.at_once);
        assert!((total - 48.0 * month).abs() < 1e-6);
        // Three replicas of two fill two nodes of four, and strand two.
        let second = path.steps[1];
        assert_eq!((second.nodes, second.stranded), (2, 2));
        assert_eq!(second.accelerators, 6);
    }

    /// Reserved for a year, every lot of that plan is paid for twelve months: 2 from the
    /// first month, 1 from month 3 and owed 2 months after the end, 1 from month 10 and
    /// owed 9. At once, nothing is owed.
    #[test]
    fn reserved_lots_are_owed_to_their_end() {
        let path = path(kind(1.7, 0), &growth(1.0, 12), 12);
        let month = 2.0 * HOURS_PER_MONTH;
        let (total, beyond) = dollars(path.in_steps);
        assert!((total - 37.0 * month).abs() < 1e-6);
        assert!((beyond - 11.0 * month).abs() < 1e-6);
        let (total, beyond) = dollars(path.at_once);
        assert!((total - 48.0 * month).abs() < 1e-6);
        assert!(beyond.abs() < 1e-9);
    }

    /// Shrinking by three quarters a year, four replicas become one by the hour; reserved
    /// for a year, all four are paid to the end.
    #[test]
    fn what_is_reserved_is_not_released() {
        let free = path(kind(3.9, 0), &growth(-0.75, 24), 1);
        assert_eq!(free.steps.first().unwrap().replicas, 4);
        assert_eq!(free.steps.last().unwrap().replicas, 1);
        let bound = path(kind(3.9, 0), &growth(-0.75, 24), 12);
        let steps: Vec<(u32, u32)> = bound
            .steps
            .iter()
            .map(|step| (step.month, step.replicas))
            .collect();
        // 3.9 * 0.25 = 0.975 at the end of the first term.
        assert_eq!(steps, [(0, 4), (13, 1)]);
    }

    /// Absurd growth stays finite, is told, and no count runs over.
    #[test]
    fn absurd_growth_is_finite() {
        for per_year in [f64::NAN, f64::INFINITY, 1e300, -5.0, 100.0] {
            for months in [0, 1, 120, u32::MAX] {
                let path = path(kind(1e6, u32::MAX), &growth(per_year, months), 36);
                assert!(path.loads.iter().all(|load| load.is_finite()));
                assert!(dollars(path.at_once).0.is_finite());
                assert!(dollars(path.in_steps).1.is_finite());
                assert_eq!(path.too_much.is_some(), path.loads.iter().any(|l| *l > 1e3));
            }
        }
    }

    proptest! {
        /// Replicas never fall where the load grows, every month's load is carried, the
        /// table adds up to the bill, and steps never cost more than all at once.
        #[test]
        fn laws_of_growing(
            needed in 0.01..500.0f64,
            spares in 0..4_u32,
            times in 1.0..900.0f64,
            months in 1..120_u32,
        ) {
            let per_year = (times.powf(12.0 / f64::from(months)) - 1.0).min(20.0);
            let path = path(kind(needed, spares), &growth(per_year, months), 1);
            prop_assert!(path.too_much.is_none());
            let replicas: Vec<u32> = path.steps.iter().map(|step| step.replicas).collect();
            prop_assert!(replicas.is_sorted());
            prop_assert_eq!(replicas.last(), Some(&path.once.replicas));
            let months_of: u32 = path.steps.iter().map(|step| step.months).sum();
            prop_assert_eq!(months_of, months);
            let sum: f64 = path.steps.iter().map(|step| {
                step.per_month.unwrap().get() * f64::from(step.months)
            }).sum();
            let (steps, once) = (dollars(path.in_steps), dollars(path.at_once));
            prop_assert!((steps.0 - sum).abs() <= 1e-9 * sum);
            prop_assert!(steps.0 <= once.0 * (1.0 + 1e-12));
            for load in &path.loads {
                let held = path.steps.iter().rfind(|step| step.load <= *load).unwrap();
                prop_assert!(path.kind.carry(held.replicas) >= load * (1.0 - 1e-6));
            }
        }

        /// Without growth nothing changes, and nothing depends on when it is bought.
        #[test]
        fn no_growth_is_one_step(needed in 0.01..500.0f64, months in 1..120_u32) {
            let path = path(kind(needed, 1), &growth(0.0, months), 1);
            prop_assert_eq!(path.steps.len(), 1);
            prop_assert_eq!(path.steps[0].months, months);
            prop_assert_eq!(path.in_steps, path.at_once);
        }
    }
}
