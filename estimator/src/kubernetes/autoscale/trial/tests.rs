//! A trial's ways are the day's own, and arrive as they were sent.

#![allow(clippy::unwrap_used, reason = "a test's own numbers are in range")]

use super::*;
use crate::kubernetes::autoscale::day::tests::{SETTINGS, office};

fn trial() -> Trial {
    Trial {
        day: office(),
        ruled: SETTINGS,
        week: crate::serving::plan::demand::week(office().load, 0.5),
    }
}

/// Before the search is over, the day by rules is known; at the end, what the search found.
#[test]
fn the_ways_are_the_days() {
    let day = office();
    let mut trying = Trying::new(&trial()).unwrap();
    assert_eq!(trying.outcome().ruled.tried, day.tried(SETTINGS).unwrap());
    assert_eq!(trying.outcome().fixed.tried, day.fixed().unwrap());
    assert_eq!(trying.outcome().found, None);
    let mut before = 0.0;
    while !trying.advance() {
        let searched = trying.outcome().searched;
        assert!((before..=1.0).contains(&searched));
        before = searched;
    }
    let mut search = Search::new(day).unwrap();
    while !search.advance() {}
    let outcome = trying.outcome();
    assert_eq!(outcome.found.as_ref().map(|way| way.tried), search.found());
    assert!(outcome.searched >= 1.0 && outcome.found.is_some());
}

/// Both ends read what the other wrote; a parcel that was cut or lengthened is none.
#[test]
fn a_trial_and_its_outcome_arrive() {
    let asleep = Trial {
        day: Day {
            keda: Some(Keda::default()),
            night: 0,
            ..office()
        },
        ..trial()
    };
    for sent in [trial(), asleep] {
        assert_eq!(Trial::of(&sent.parcel()), Some(sent));
    }
    let mut trying = Trying::new(&trial()).unwrap();
    while !trying.advance() {}
    let parcel = trying.outcome().parcel();
    assert_eq!(Outcome::of(&parcel).as_ref(), Some(trying.outcome()));
    let mut cut = parcel.clone();
    cut.numbers.pop();
    assert_eq!(Outcome::of(&cut), None);
    let mut longer = parcel;
    longer.numbers.push(1.0);
    assert_eq!(Outcome::of(&longer), None);
    assert_eq!(Trial::of(&Parcel::default()), None);
}
