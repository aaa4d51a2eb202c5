//! Payments month by month: replicas are added in lots, and each lot is paid until its term ends,
//! whether it is needed or not.
//!
//! At the beginning of a month, lots whose term has ended fall away; where fewer replicas are left
//! than the month needs, the missing ones are a new lot. By the hour, the term is the month
//! itself. Paid are the whole instances that hold them: a lot that is owed is one of instances,
//! since a replica that finds room in an instance that is paid for commits to nothing new. The
//! debt of lots after the horizon is part of the bill, and told apart.

use super::replicas::Replicas;
use crate::choice::{Fleet, PriceBasis};
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

/// Months over which hardware that is bought is paid: the four years that the catalogue's money
/// room takes as its life.
pub const KEPT: u32 = 48;

/// Months that accelerators of `fleet` are paid for at the least; their life where they are bought.
#[must_use]
pub const fn commitment(fleet: &Fleet) -> u32 {
    if fleet.bought {
        KEPT
    } else {
        term(fleet.basis)
    }
}

/// The cost of a plan.
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

/// The replicas paid for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Schedule {
    /// Replicas in each month, the first of the horizon first.
    pub(crate) held: Vec<u32>,
    /// Accelerators of whole instances that are owed in each month after the horizon.
    pub(crate) beyond: Vec<u32>,
}

impl Schedule {
    /// Buys the replicas of `kind` that each month needs, for `term` months.
    pub(crate) fn of(
        needed: impl Iterator<Item = u32> + Clone,
        term: u32,
        kind: &Replicas,
    ) -> Self {
        let (held, _) = lots(needed.clone(), term);
        let (_, beyond) = lots(needed.map(|replicas| kind.sold(replicas)), term);
        Self { held, beyond }
    }

    /// Its cost; `None` without a price.
    pub(super) fn bill(&self, replicas: &Replicas) -> Option<Bill> {
        let held = self.held.iter().map(|held| replicas.sold(*held));
        Some(Bill {
            total: replicas.cost_of_accelerators(held.map(f64::from).sum())?,
            beyond: self.owed(replicas)?,
        })
    }

    /// The debt after the horizon; `None` without a price.
    pub(crate) fn owed(&self, replicas: &Replicas) -> Option<Usd> {
        let beyond = self.beyond.iter().copied();
        replicas.cost_of_accelerators(beyond.map(f64::from).sum())
    }
}

/// The replicas held in each month, and in each after the last, where those a month needs and
/// lacks are a lot of `term` months.
fn lots(needed: impl Iterator<Item = u32>, term: u32) -> (Vec<u32>, Vec<u32>) {
    let term = term.max(1) as usize;
    let mut held = Vec::new();
    // Month in which a lot falls away, and its replicas; the oldest first.
    let mut lots: VecDeque<(usize, u32)> = VecDeque::new();
    let mut sum = 0_u32;
    for (month, needed) in needed.enumerate() {
        while let Some((_, size)) = lots.pop_front_if(|(ends, _)| *ends <= month) {
            sum -= size;
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
        lots.map(|(_, size)| *size).sum()
    };
    let beyond = (held.len()..last).map(owed).collect();
    (held, beyond)
}

#[cfg(test)]
mod tests {
    use super::{Schedule, lots};
    use crate::quantity::UsdPerHour;
    use crate::serving::plan::Replicas;
    use proptest::prelude::*;

    fn of(needed: &[u32], term: u32) -> (Vec<u32>, Vec<u32>) {
        lots(needed.iter().copied(), term)
    }

    /// Replicas of `each` accelerators, sold `instance` together.
    fn kind(each: u32, instance: u32) -> Replicas {
        Replicas {
            needed: 1.0,
            decode: 0.0,
            spares: 0,
            each,
            node: instance,
            rented_node: instance,
            instance,
            price: Some(UsdPerHour::new(1.0)),
        }
    }

    /// By the hour, exactly the need is paid, and nothing after the end.
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

    /// Eight accelerators are sold together and a replica takes two: the third replica finds room
    /// in an instance paid for, and is not owed longer than that is. The fifth takes an instance
    /// of its own, which is.
    #[test]
    fn an_instance_with_room_commits_to_nothing_new() {
        let kind = kind(2, 8);
        let owed = |needed: &[u32]| Schedule::of(needed.iter().copied(), 4, &kind).beyond;
        assert_eq!(owed(&[2, 2, 3]), [8]);
        assert_eq!(owed(&[2, 2, 5]), [16, 8, 8]);
    }

    proptest! {
        /// Where every month needs at least as much, no less is paid in the end, whatever
        /// is sold together and however long the term.
        #[test]
        fn more_is_never_cheaper(
            mut months in proptest::collection::vec((1..40_u32, 0..40_u32), 1..60),
            term in 1..40_u32,
            each in 1..9_u32,
            instance in 1..17_u32,
        ) {
            months.sort_unstable();
            let kind = kind(each, instance);
            let paid = |needed: &[u32]| {
                let schedule = Schedule::of(needed.iter().copied(), term, &kind);
                schedule.bill(&kind).unwrap().bound().get()
            };
            let less: Vec<u32> = months.iter().map(|(less, _)| *less).collect();
            let mut more: Vec<u32> = months.iter().map(|(less, by)| less + by).collect();
            more.sort_unstable();
            let (less, more) = (paid(&less), paid(&more));
            prop_assert!(more >= less * (1.0 - 1e-12), "{} {}", less, more);
        }

        /// Every month has its replicas, and a term never makes it less.
        #[test]
        fn no_month_is_short(needed in proptest::collection::vec(1..50_u32, 1..40), term in 1..40_u32) {
            let (held, _) = of(&needed, term);
            prop_assert_eq!(held.len(), needed.len());
            for (held, needed) in held.iter().zip(&needed) {
                prop_assert!(held >= needed);
            }
        }
    }
}
