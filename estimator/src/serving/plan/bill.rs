//! What is paid month by month: replicas are added in lots, and each lot is paid until its
//! term ends, whether it is needed or not.
//!
//! At the beginning of a month, lots whose term has ended fall away; where fewer replicas
//! are left than the month needs, the missing ones are a new lot. By the hour, the term is
//! the month itself. Paid are the whole instances that hold them. What lots still owe after the horizon is part of the bill, and told
//! apart.

use super::replicas::Replicas;
use crate::choice::PriceBasis;
use crate::quantity::Usd;
use std::collections::VecDeque;

/// Months that are paid for at the least; one where it is paid by the hour.
#[must_use]
pub const fn term(basis: PriceBasis) -> u32 {
    match basis {
        PriceBasis::OnDemand | PriceBasis::Spot => 1,
        PriceBasis::Reserved1y => 12,
        PriceBasis::Reserved3y => 36,
    }
}

/// What a plan costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bill {
    /// Paid within the horizon.
    pub total: Usd,
    /// Owed after its end for terms that go on.
    pub beyond: Usd,
}

impl Bill {
    /// All that one is bound to pay.
    #[must_use]
    pub fn bound(&self) -> Usd {
        self.total + self.beyond
    }
}

/// Replicas that are paid for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Schedule {
    /// In each month, the first of the horizon first.
    pub(crate) held: Vec<u32>,
    /// Owed in each month after the horizon.
    pub(crate) beyond: Vec<u32>,
}

impl Schedule {
    /// Buys what each month needs, for `term` months.
    pub(crate) fn of(needed: impl Iterator<Item = u32>, term: u32) -> Self {
        let term = term.max(1) as usize;
        let mut held = Vec::new();
        // Month in which a lot falls away, and its replicas; the oldest first.
        let mut lots: VecDeque<(usize, u32)> = VecDeque::new();
        let mut sum = 0_u32;
        for (month, needed) in needed.enumerate() {
            while let Some((_, replicas)) = lots.pop_front_if(|(ends, _)| *ends <= month) {
                sum -= replicas;
            }
            if needed > sum {
                lots.push_back((month + term, needed - sum));
                sum = needed;
            }
            held.push(sum);
        }
        let last = lots.back().map_or(0, |(ends, _)| *ends);
        let owed = |month: usize| {
            let lots = lots.iter().filter(|(ends, _)| *ends > month);
            lots.map(|(_, replicas)| *replicas).sum()
        };
        Self {
            beyond: (held.len()..last).map(owed).collect(),
            held,
        }
    }

    /// What it costs; `None` without a price.
    pub(super) fn bill(&self, replicas: &Replicas) -> Option<Bill> {
        let months = |held: &[u32]| {
            let sold = held.iter().map(|held| f64::from(replicas.sold(*held)));
            sold.sum()
        };
        Some(Bill {
            total: replicas.cost_of_accelerators(months(&self.held))?,
            beyond: replicas.cost_of_accelerators(months(&self.beyond))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;
    use proptest::prelude::*;

    fn of(needed: &[u32], term: u32) -> (Vec<u32>, Vec<u32>) {
        let schedule = Schedule::of(needed.iter().copied(), term);
        (schedule.held, schedule.beyond)
    }

    /// By the hour, exactly what is needed is paid, and nothing after the end.
    #[test]
    fn by_the_hour_nothing_is_kept() {
        assert_eq!(of(&[2, 5, 3, 1], 1), (vec![2, 5, 3, 1], vec![]));
    }

    /// Three months: two replicas from month 1 and three more from month 2 are kept to
    /// their ends; one is bought anew in month 4 and owed for two months more.
    #[test]
    fn a_lot_is_paid_to_its_end() {
        assert_eq!(of(&[2, 5, 3, 4], 3), (vec![2, 5, 5, 4], vec![1, 1]));
    }

    proptest! {
        /// Every month has what it needs, and a term never makes it less.
        #[test]
        fn no_month_is_short(needed in proptest::collection::vec(1..50_u32, 1..40), term in 1..40_u32) {
            let schedule = Schedule::of(needed.iter().copied(), term);
            prop_assert_eq!(schedule.held.len(), needed.len());
            for (held, needed) in schedule.held.iter().zip(&needed) {
                prop_assert!(held >= needed);
            }
        }
    }
}
