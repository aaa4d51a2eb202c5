//! Weeks against their days.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test's own numbers are in range"
)]

use super::*;
use crate::kubernetes::autoscale::Keda;
use crate::kubernetes::autoscale::day::tests::{SETTINGS, office};
use crate::serving::plan::demand::{WEEK, week};
use crate::serving::plan::{Replicas, replica_hours as hours};

fn trial(day: &Day, weekend: f64) -> Trial {
    Trial {
        day: *day,
        ruled: SETTINGS,
        week: week(day.load, weekend),
    }
}

/// Seven days alike are seven times the day; a quiet weekend takes the two days' own trial.
#[test]
fn a_week_is_the_sum_of_its_days() {
    let day = office();
    let alike = trial(&day, 1.0).scaled(SETTINGS).unwrap();
    let tried = day.tried(SETTINGS).unwrap();
    assert_eq!(alike.hours.len(), WEEK);
    assert!((hours(&alike.levels()) - 7.0 * tried.replica_hours).abs() < 1e-6);
    let waiting: f64 = alike.hours.iter().map(|hour| hour.waiting.get()).sum();
    assert!((waiting - 7.0 * tried.waiting).abs() < 1e-6);
    let quiet = Day {
        load: day.load.map(|load| load * 0.2),
        ..day
    };
    let quiet = quiet.tried(SETTINGS).unwrap();
    let week = trial(&day, 0.2).scaled(SETTINGS).unwrap();
    let wanted = 5.0 * tried.replica_hours + 2.0 * quiet.replica_hours;
    assert!((hours(&week.levels()) - wanted).abs() < 1e-6);
}

/// Every hour's levels are an hour, and no more than what was promised is sold: a mean of replicas
/// that takes eights for ones is dearer than one that sells them singly.
#[test]
fn hours_are_whole_and_sold_in_instances() {
    let week = trial(&office(), 0.5).scaled(SETTINGS).unwrap();
    for hour in &week.hours {
        let all: f64 = hour.levels.iter().map(|level| level.hours).sum();
        assert!((all - 1.0).abs() < 1e-9, "{hour:?}");
        assert!((0.0..=1.0).contains(&hour.late) && hour.woken == 0.0);
    }
    let kind = Replicas {
        needed: 10.0,
        decode: 0.0,
        spares: 0,
        each: 1,
        node: 8,
        rented_node: 8,
        instance: 1,
        price: None,
    };
    let singly = kind.hours_sold(&week.levels());
    assert!((singly - hours(&week.levels())).abs() < 1e-6);
    let eights = Replicas {
        instance: 8,
        ..kind
    };
    assert!(eights.hours_sold(&week.levels()) > singly);
}

/// An hour in which nobody comes sleeps once: what the trial leaves without a replica is not taken
/// off again. A sparse hour sleeps as long as independent requests let it.
#[test]
fn sleep_is_taken_off_once() {
    let mut load = [0.0; 24];
    load[8..18].fill(1.0 / 3_600.0);
    let day = Day {
        load,
        night: 0,
        peak: 1,
        keda: Some(Keda::default()),
        ..office()
    };
    let settings = Settings {
        least: 0,
        ..SETTINGS
    };
    let week = trial(&day, 1.0).scaled(settings).unwrap();
    let awake = hours(&week.levels());
    assert!(awake > 0.0 && awake < 7.0 * 10.0, "{awake}");
    let midnight = &week.hours[2];
    assert_eq!(midnight.levels[0].replicas, 0);
    assert!((midnight.levels[0].hours - 1.0).abs() < 1e-9);
    let (share, wakes) = day.sleeping(load[12]).unwrap();
    let noon = &week.hours[12];
    assert!((noon.levels[0].hours - share).abs() < 1e-9);
    assert!((noon.woken - wakes).abs() < 1e-9 && wakes > 0.5);
}

/// Twice the cold start never makes fewer requests late, and one that stays awake is paid for.
#[test]
fn a_longer_start_waits_longer() {
    let late = |start| {
        let day = Day { start, ..office() };
        let week = trial(&day, 1.0).scaled(SETTINGS).unwrap();
        week.hours
            .iter()
            .map(|hour| hour.waiting.get())
            .sum::<f64>()
    };
    assert!(late(1_800.0) > late(120.0));
}
