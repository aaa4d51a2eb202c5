//! Days by hand, and laws of trials and of the search.

#![allow(clippy::unwrap_used, reason = "a test's own numbers are in range")]

use super::{Day, Settings, Tried};
use crate::kubernetes::autoscale::Keda;
use crate::kubernetes::autoscale::search::{LATE, MORE, Search, TARGETS, UPS, WINDOWS};
use proptest::prelude::*;

/// Ten requests a second from eight to six, one at night; a replica serves one a second and holds
/// ten in flight.
pub(crate) fn office() -> Day {
    let mut load = [1.0; 24];
    load[8..18].fill(10.0);
    Day {
        load,
        rate: 1.0,
        carries: 10.0,
        start: 120.0,
        patience: 5.0,
        answer: 10.0,
        night: 2,
        peak: 12,
        keda: None,
    }
}

pub(crate) const SETTINGS: Settings = Settings {
    target: 7.0,
    window: 300,
    up: 4,
    least: 2,
};

fn searched(day: &Day) -> Option<Tried> {
    let mut search = Search::new(*day).unwrap();
    while !search.advance() {}
    search.found()
}

/// The middles of the hours have their load, what lies between is on a line: at eight, halfway
/// from 7:30 to 8:30, half of 1 + 10. Ten minutes of that hour rise by 9 / 6.
#[test]
fn the_load_is_a_line_through_the_hours() {
    let day = office();
    assert!((day.at(12 * 3600) - 10.0).abs() < 1e-9);
    assert!((day.at(8 * 3600) - 5.5).abs() < 1e-9);
    // The day goes round: midnight lies between two hours of the night.
    assert!((day.at(0) - 1.0).abs() < 1e-9);
    let (from, rise) = day.steepest();
    assert_eq!(from, 7 * 3600 + 1800);
    assert!((rise - 1.5).abs() < 1e-9);
    // Within a cold start of 120 s a fifth of that comes, 0.3 of a replica.
    assert!((day.lag() - 0.3).abs() < 1e-9);
}

/// The peak's replicas stand all day: 12 x 24 hours less the last step, nobody waits.
#[test]
fn the_peak_all_day_waits_for_nothing() {
    let fixed = office().fixed().unwrap();
    assert!((fixed.replica_hours - 12.0 * 24.0).abs() < 0.1);
    assert!(fixed.waiting.abs() < 1e-9 && fixed.late.abs() < 1e-12);
}

/// An even load of four a second at a target of seven in flight: 40 / 7 is six replicas, all day.
#[test]
fn an_even_day_asks_for_the_same_replicas() {
    let day = Day {
        load: [4.0; 24],
        ..office()
    };
    let tried = day.tried(SETTINGS).unwrap();
    assert!((tried.replica_hours - 6.0 * 24.0).abs() < 0.1, "{tried:?}");
    assert!(tried.late.abs() < 1e-12);
}

/// Replicas that take half an hour to load come too late for a morning that needs eight more
/// within one: requests wait, and are late; with two minutes they hardly do.
#[test]
fn a_long_cold_start_makes_a_morning_late() {
    let quick = office().tried(SETTINGS).unwrap();
    let slow = Day {
        start: 1_800.0,
        ..office()
    };
    let slow = slow.tried(SETTINGS).unwrap();
    assert!(slow.late > quick.late + 0.01, "{slow:?} {quick:?}");
    assert!(slow.waiting > quick.waiting);
}

/// A moment every five minutes; the most replicas stand at noon, and none waits at the end of the night.
#[test]
fn moments_follow_the_day() {
    let (_, moments) = office().moments(SETTINGS).unwrap();
    assert_eq!(moments.len(), 24 * 12);
    let at = |hour: usize| moments.get(hour * 12).unwrap();
    assert!(at(12).asked > at(4).asked && at(12).ready >= 10);
    assert!(at(6).waiting.abs() < 1e-9);
}

/// KEDA lets the last replica go where nobody asks, and the first request of the morning waits.
#[test]
fn a_night_without_load_sleeps() {
    let mut load = [0.0; 24];
    load[8..18].fill(10.0);
    let awake = Day {
        load,
        night: 1,
        ..office()
    };
    let asleep = Day {
        night: 0,
        keda: Some(Keda::default()),
        ..awake
    };
    let least = |least| Settings { least, ..SETTINGS };
    let (awake, asleep) = (
        awake.tried(least(1)).unwrap(),
        asleep.tried(least(0)).unwrap(),
    );
    assert!(asleep.replica_hours < awake.replica_hours - 8.0);
    assert!(asleep.waiting > awake.waiting);
}

/// Numbers that cannot be are no trial.
#[test]
fn a_replica_that_serves_nothing_is_not_tried() {
    let day = Day {
        carries: f64::NAN,
        ..office()
    };
    assert_eq!(day.tried(SETTINGS), None);
    assert!(Search::new(day).is_none());
    assert!(day.moments(SETTINGS).is_none());
}

fn days() -> impl Strategy<Value = Day> {
    (
        proptest::array::uniform24(0.0..30.0_f64),
        (0.2..5.0_f64, 1.0..60.0_f64),
        (5.0..1_500.0_f64, 0.0..30.0_f64),
        1..4_u32,
    )
        .prop_map(|(load, (rate, carries), (start, patience), night)| {
            let most = load.iter().copied().fold(0.0, f64::max);
            let mut peak = night;
            while f64::from(peak) * rate < most {
                peak += 1;
            }
            Day {
                load,
                rate,
                carries,
                start,
                patience,
                answer: 10.0,
                night,
                peak,
                keda: None,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    /// Whatever the settings, there are never more replicas than the peak's, and requests wait no
    /// less than with all of them all day.
    #[test]
    fn following_costs_no_more_and_waits_no_less(
        day in days(), share in 0.3..1.0_f64, window in 0..3_000_u64, up in 1..6_u32,
    ) {
        let settings = Settings {
            target: (share * day.carries).max(0.5), window, up, least: day.night,
        };
        let (tried, fixed) = (day.tried(settings).unwrap(), day.fixed().unwrap());
        prop_assert!(tried.replica_hours <= fixed.replica_hours + 1e-9);
        prop_assert!(tried.waiting >= fixed.waiting);
        prop_assert!(tried.late >= fixed.late - 1e-12);
    }

    /// The search finds the cheapest of its settings: none that is cheaper keeps the promise on
    /// the day and on the day with a doubled rise.
    #[test]
    fn the_cheapest_that_keeps_the_promise_is_found(day in days()) {
        let found = searched(&day);
        let (plain, surge) = (day.fixed().unwrap().late, late(&day, day.all_day(), true));
        for settings in every(&day) {
            let tried = day.tried(settings).unwrap();
            let keeps = tried.late <= plain + LATE
                && late(&day, settings, true) <= surge + LATE;
            if keeps {
                let found = found.unwrap();
                prop_assert!(found.replica_hours <= tried.replica_hours + 1e-9);
            }
        }
        if let Some(found) = found {
            prop_assert!(found.late <= plain + LATE);
            prop_assert!(late(&day, found.settings, true) <= surge + LATE);
        }
    }
}

fn late(day: &Day, settings: Settings, surge: bool) -> f64 {
    let run = day.ended(settings, day.series(surge)).unwrap();
    run.totals().late()
}

/// A fifth of the settings that are searched.
fn every(day: &Day) -> impl Iterator<Item = Settings> + use<> {
    let day = *day;
    let of = move |(place, target): (usize, f64)| {
        let more = MORE.get(place % 3).copied().unwrap_or(0);
        Settings {
            target: (target * day.carries).floor().max(1.0),
            window: WINDOWS.get(place % 4).copied().unwrap_or(300),
            up: UPS.get(place % 3).copied().unwrap_or(1),
            least: (day.night + more).min(day.peak),
        }
    };
    TARGETS.into_iter().enumerate().map(of)
}
