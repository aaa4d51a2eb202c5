//! Weeks by hand, and laws of all of them.

use super::*;
use crate::quantity::UsdPerHour;
use crate::rental::HOURS_PER_MONTH;
use proptest::prelude::*;

/// Two accelerators a replica at three dollars each, sold one by one.
fn kind(needed: f64) -> Replicas {
    Replicas {
        needed,
        decode: 0.0,
        spares: 0,
        each: 2,
        node: 8,
        rented_node: 8,
        instance: 1,
        price: Some(UsdPerHour::new(3.0)),
    }
}

fn following(least: u32, cooldown: f64, ahead: f64, cold: f64) -> Following {
    Following {
        scaling: Scaling {
            least,
            cooldown: Seconds::new(cooldown),
            ahead: Seconds::new(ahead),
            ..Scaling::default()
        },
        cold_start: Seconds::new(cold),
        peak: Some(RequestsPerSecond::new(10.0)),
        left_out: 0.05,
        basis: PriceBasis::OnDemand,
    }
}

/// Eight busy hours from nine to five; 3.5 replicas at the peak, a fifth of it else, and
/// quiet weekends.
fn office() -> [f64; WEEK] {
    let mut day = [20.0; demand::DAY];
    day[9..17].fill(100.0);
    demand::week(day, 0.2)
}

/// By hand: 4 replicas in 8 hours of five days, kept for half an hour, and 1 in the other
/// 128 hours: 40 * 4 + 128 + 5 * 0.5 * 3 = 295.5 replica hours, 591 accelerator hours,
/// against 168 * 8 = 1,344. Followed as it comes with a start of ten minutes, each of five
/// mornings is at risk for ten minutes, in which 5 of 60 * 45.6 hours' worth of requests
/// come (40 hours at 1, 80 at 0.2, 16 at 0.2 * 0.2 in busy hours, 32 at 0.04 else).
#[test]
fn a_working_week_by_hand() {
    let plan = week(&kind(3.5), office(), &following(1, 1800.0, 0.0, 600.0));
    assert_eq!((plan.replicas, plan.hours.len()), (4, WEEK));
    assert!((plan.followed_hours - 591.0).abs() < 1e-9);
    assert!((plan.static_hours - 1344.0).abs() < 1e-9);
    let month = 3.0 * HOURS_PER_MONTH / 168.0;
    assert!((plan.followed_cost.unwrap().get() - 591.0 * month).abs() < 1e-6);
    assert!((plan.static_cost.unwrap().get() - 1344.0 * month).abs() < 1e-6);
    assert!((plan.at_risk.get() - 3000.0).abs() < 1e-9);
    let requests = 40.0 + 80.0 * 0.2 + 16.0 * 0.2 + 32.0 * 0.04;
    assert!((plan.requests_at_risk - 5.0 / 6.0 / requests).abs() < 1e-9);
    assert_eq!((plan.hours[9].ready, plan.hours[10].ready), (1, 4));
    assert!((plan.hours[9].at_risk.get() - 600.0).abs() < 1e-9);
    // Started ten minutes ahead, nothing is at risk, for 5 * 10 minutes of three replicas.
    let ahead = week(&kind(3.5), office(), &following(1, 1800.0, 600.0, 600.0));
    assert!(ahead.at_risk.get().abs() < 1e-9);
    assert!((ahead.followed_hours - (591.0 + 5.0)).abs() < 1e-9);
    // Committed, replicas shut down are paid for.
    let committed = Following {
        basis: PriceBasis::Reserved1y,
        ..following(1, 1800.0, 0.0, 600.0)
    };
    let plan = week(&kind(3.5), office(), &committed);
    assert_eq!(plan.followed_cost, plan.static_cost);
}

/// In instances of eight, four replicas of two fill one: nothing is saved by following.
#[test]
fn instances_are_paid_whole() {
    let eights = Replicas {
        instance: 8,
        ..kind(3.5)
    };
    let plan = week(&eights, office(), &following(1, 0.0, 0.0, 600.0));
    assert!((plan.followed_hours - plan.static_hours).abs() < 1e-9);
    assert!((plan.static_hours - 8.0 * 168.0).abs() < 1e-9);
}

/// Batches at night: eight hours of seven nights at the peak, nobody else. At zero in 112 hours,
/// less the hours that a cooldown of an hour keeps: 7 * (8 + 1) * 4 replica hours.
#[test]
fn nights_go_to_zero_by_day() {
    let mut day = [0.0; demand::DAY];
    day[..8].fill(1.0);
    let loads = demand::week(day, 1.0);
    let plan = week(&kind(3.5), loads, &following(0, 3600.0, 0.0, 600.0));
    assert_eq!(plan.zero_hours, 112);
    assert!((plan.followed_hours - 7.0 * 9.0 * 8.0).abs() < 1e-9);
    assert!(plan.requests_waiting.abs() < 1e-12);
    assert!((plan.at_risk.get() - 7.0 * 600.0).abs() < 1e-9);
    let kept = week(&kind(3.5), loads, &following(1, 3600.0, 0.0, 600.0));
    assert_eq!(kept.zero_hours, 0);
    assert!((kept.followed_hours - plan.followed_hours - 7.0 * 15.0 * 2.0).abs() < 1e-9);
}

/// Interruptible, a hundred replicas take one more with them.
#[test]
fn interruptions_take_spares() {
    let spot = Following {
        basis: PriceBasis::Spot,
        ..following(1, 0.0, 0.0, 600.0)
    };
    let plan = week(&kind(99.5), office(), &spot);
    assert!(plan.interruption_spares >= 1);
    assert_eq!(plan.replicas, 100 + plan.interruption_spares);
    assert!(plan.short <= 1.0 - spot.scaling.confidence);
}

fn any_week() -> impl Strategy<Value = [f64; WEEK]> {
    let load = prop_oneof![Just(0.0), 0.0..0.01f64, 0.0..100.0f64];
    proptest::collection::vec(load, WEEK).prop_map(|loads| loads.try_into().unwrap())
}

fn any_following() -> impl Strategy<Value = Following> {
    (
        (0..4_u32, 0.0..20_000.0f64, 0.0..4_000.0f64, 0.0..4_000.0f64),
        proptest::option::of(0.0..20.0f64),
        proptest::sample::select(PriceBasis::ALL),
    )
        .prop_map(|((least, cooldown, ahead, cold), peak, basis)| Following {
            peak: peak.map(RequestsPerSecond::new),
            basis,
            ..following(least, cooldown, ahead, cold)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Following never costs more than the peak's replicas all week; more cooldown never
    /// means fewer hours paid for; every hour not told as at risk has capacity for its load
    /// in every minute; no more wait for a start than the demands leave out; and replicas
    /// started a cold start ahead leave nothing at risk.
    #[test]
    fn laws_of_following(
        loads in any_week(),
        needed in 0.01..300.0f64,
        instance in 1..9_u32,
        following in any_following(),
        longer in 0.0..20_000.0f64,
    ) {
        let kind = Replicas { instance, ..kind(needed) };
        let plan = week(&kind, loads, &following);
        prop_assert!(plan.followed_hours <= plan.static_hours * (1.0 + 1e-12));
        prop_assert!(plan.followed_cost <= plan.static_cost);
        for hour in &plan.hours {
            prop_assert!(hour.paid <= f64::from(plan.replicas) + 1e-9);
            if hour.at_risk.get() <= 0.0 && hour.needed > 0 {
                prop_assert!(hour.ready >= hour.needed);
                prop_assert!(hour.carried >= hour.share * (1.0 - 1e-6));
            }
        }
        prop_assert!((0.0..=1.0 + 1e-9).contains(&plan.requests_at_risk));
        prop_assert!(plan.requests_waiting <= following.left_out + 1e-9);
        let mut patient = following;
        patient.scaling.cooldown = following.scaling.cooldown + Seconds::new(longer);
        let patient = week(&kind, loads, &patient);
        prop_assert!(patient.followed_hours >= plan.followed_hours * (1.0 - 1e-12));
        let mut early = following;
        early.scaling.ahead = following.cold_start;
        prop_assert!(week(&kind, loads, &early).at_risk.get() <= 0.0);
    }

    /// An even week saves nothing, but for hours at zero where hardly anybody asks.
    #[test]
    fn an_even_week_saves_nothing(needed in 0.01..300.0f64, mut following in any_following()) {
        following.scaling.least = following.scaling.least.max(1);
        let plan = week(&kind(needed), [7.0; WEEK], &following);
        prop_assert_eq!(plan.zero_hours, 0);
        prop_assert!((plan.followed_hours / plan.static_hours - 1.0).abs() < 1e-12);
        prop_assert!(plan.at_risk.get() <= 0.0);
    }

    /// Nothing overflows, whatever is asked.
    #[test]
    fn absurd_settings(
        numbers in proptest::collection::vec(any::<f64>(), 7),
        needed in any::<f64>(),
        least in any::<u32>(),
    ) {
        let time = |index: usize| Seconds::new(numbers[index]);
        let following = Following {
            scaling: Scaling {
                least,
                cooldown: time(0),
                ahead: time(1),
                machine: time(2),
                interruptions: numbers[3],
                confidence: numbers[4],
                autoscaler: None,
            },
            cold_start: time(5),
            peak: Some(RequestsPerSecond::new(numbers[6])),
            left_out: 0.05,
            basis: PriceBasis::Spot,
        };
        let plan = week(&kind(needed), [numbers[0]; WEEK], &following);
        prop_assert_eq!(plan.hours.len(), WEEK);
    }
}
