//! A day: replicas that follow demand hour by hour, against as many as the peak needs.
//!
//! An hour needs the replicas of its share of the peak. An added replica must be up before it is
//! needed, so an hour pays for its own replicas or for those of the next hour, whichever are more;
//! the day goes round. By a committed price nothing is saved: replicas shut down are paid for.

use super::demand::{self, DAY};
use super::follow::{MINUTES, Windows, follow};
use super::replicas::Replicas;
use crate::quantity::Usd;

/// One hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hour {
    /// Load over that of the busiest hour, 0 to 1.
    pub share: f64,
    /// Replicas it needs, spares included.
    pub needed: u32,
    /// Replicas that run, those that start for the next hour included.
    pub running: u32,
}

/// A day, followed and not.
#[derive(Debug, Clone, PartialEq)]
pub struct DayPlan {
    /// Hour by hour.
    pub hours: [Hour; DAY],
    /// Replicas for the peak, all day.
    pub replicas: u32,
    /// Accelerator hours of a day, following demand.
    pub followed_hours: f64,
    /// Accelerator hours of a day with the peak's replicas.
    pub static_hours: f64,
    /// The cost of a month of such days following demand; as much as without where prices are
    /// committed.
    pub followed_cost: Option<Usd>,
    /// The cost of a month with the peak's replicas.
    pub static_cost: Option<Usd>,
    /// Share of the accelerator hours that nothing needs where the peak's replicas run
    /// all day.
    pub idle: f64,
    /// The most replicas that are started for one hour.
    pub most_started: u32,
}

/// The day of `kind`, sized for the peak; `term` as the prices have it.
#[must_use]
pub fn day(kind: &Replicas, loads: [f64; DAY], term: u32) -> DayPlan {
    let shares = demand::shares(loads);
    let needed = shares.map(|share| kind.at(share));
    let mut next = needed;
    next.rotate_left(1);
    let followed = follow(
        &needed,
        Windows {
            ahead: MINUTES,
            ..Windows::default()
        },
    );
    let (running, _) = followed.paid.as_chunks::<MINUTES>();
    let mut hours = [Hour {
        share: 1.0,
        needed: 0,
        running: 0,
    }; DAY];
    let mut most_started = 0;
    let mut sums = (0.0, 0.0);
    let mut paid = 0.0;
    let wanted = shares.iter().zip(needed).zip(next).zip(running);
    for (hour, (((share, needed), next), running)) in hours.iter_mut().zip(wanted) {
        *hour = Hour {
            share: *share,
            needed,
            running: running.iter().copied().max().unwrap_or_default(),
        };
        most_started = most_started.max(next.saturating_sub(needed));
        sums.0 += f64::from(needed);
        sums.1 += f64::from(hour.running);
        paid += f64::from(kind.sold(hour.running));
    }
    let replicas = kind.at(1.0);
    let all = f64::from(replicas) * 24.0;
    let each = f64::from(kind.each);
    let monthly = |hours: f64| kind.cost_of_accelerators(hours / 24.0);
    let static_cost = monthly(f64::from(kind.sold(replicas)) * 24.0);
    DayPlan {
        hours,
        replicas,
        followed_hours: sums.1 * each,
        static_hours: all * each,
        followed_cost: if term > 1 { static_cost } else { monthly(paid) },
        static_cost,
        idle: 1.0 - sums.0 / all,
        most_started,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::UsdPerHour;
    use crate::rental::HOURS_PER_MONTH;
    use proptest::prelude::*;

    fn kind(needed: f64, spares: u32) -> Replicas {
        Replicas {
            needed,
            decode: 0.0,
            spares,
            each: 2,
            node: 8,
            rented_node: 8,
            instance: 1,
            price: Some(UsdPerHour::new(3.0)),
        }
    }

    /// By hand: 3.5 replicas at the peak. Eight hours at the peak need 4, sixteen at a
    /// fifth of it (0.7) need 1; the hour before the peak pays for 4 already. So
    /// 9 * 4 + 15 * 1 = 51 replica hours instead of 96, 102 accelerator hours at 3 dollars,
    /// 730 / 24 times a month.
    #[test]
    fn a_working_day_by_hand() {
        let mut loads = [20.0; DAY];
        loads[9..17].fill(100.0);
        let plan = day(&kind(3.5, 0), loads, 1);
        assert_eq!(plan.replicas, 4);
        assert_eq!((plan.hours[8].needed, plan.hours[8].running), (1, 4));
        assert_eq!((plan.hours[16].needed, plan.hours[16].running), (4, 4));
        assert_eq!((plan.hours[17].needed, plan.hours[17].running), (1, 1));
        assert!((plan.followed_hours - 102.0).abs() < 1e-9);
        assert!((plan.static_hours - 192.0).abs() < 1e-9);
        let days = HOURS_PER_MONTH / 24.0;
        assert!((plan.followed_cost.unwrap().get() - 306.0 * days).abs() < 1e-9);
        assert!((plan.static_cost.unwrap().get() - 576.0 * days).abs() < 1e-9);
        assert!((plan.idle - 0.5).abs() < 1e-12);
        assert_eq!(plan.most_started, 3);
        // Committed for a year, replicas shut down are paid for.
        let reserved = day(&kind(3.5, 0), loads, 12);
        assert_eq!(reserved.followed_cost, reserved.static_cost);
    }

    /// A day that wraps: the busiest hour is the first, so the last one pays for it.
    #[test]
    fn the_day_goes_round() {
        let mut loads = [1.0; DAY];
        loads[0] = 10.0;
        let plan = day(&kind(10.0, 0), loads, 1);
        assert_eq!(plan.hours[23].running, 10);
        assert_eq!(plan.most_started, 9);
    }

    /// An even day saves nothing, and neither does one without any load.
    #[test]
    fn an_even_day_saves_nothing() {
        for loads in [[7.0; DAY], [0.0; DAY], [f64::NAN; DAY]] {
            let plan = day(&kind(3.5, 1), loads, 1);
            assert_eq!(plan.followed_cost, plan.static_cost);
            assert!(plan.idle.abs() < 1e-12);
            assert_eq!(plan.most_started, 0);
        }
    }

    proptest! {
        /// Following demand never costs more than the peak's replicas all day, carries
        /// every hour, and needs the report's replicas at the peak.
        #[test]
        fn following_never_costs_more(
            loads in proptest::array::uniform24(0.0..100.0f64),
            needed in 0.01..300.0f64,
            spares in 0..3_u32,
        ) {
            let kind = kind(needed, spares);
            let plan = day(&kind, loads, 1);
            prop_assert!(plan.followed_hours <= plan.static_hours + 1e-9);
            prop_assert!((0.0..1.0).contains(&plan.idle));
            for hour in &plan.hours {
                prop_assert!(hour.running >= hour.needed && hour.running <= plan.replicas);
                prop_assert!(kind.carry(hour.needed) >= hour.share * (1.0 - 1e-6));
            }
            let most = plan.hours.iter().map(|hour| hour.needed).max();
            prop_assert_eq!(most, Some(plan.replicas));
        }
    }
}
