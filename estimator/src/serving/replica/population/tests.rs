//! Populations by hand: lines and parabolas whose roots are known.

use super::settled;
use crate::published::assert_near;
use crate::serving::replica::Replica;
use crate::serving::replica::flat::flat;
use crate::workload::Load;
use proptest::prelude::*;

#[track_caller]
fn near(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found / expected - 1.0).abs() < 1e-6, "{found}");
}

/// Five, and half of those there are: ten keep themselves up. Not where there is room for
/// eight.
#[test]
fn a_population_keeps_itself_up() {
    let line = |users: f64| 5.0 + 0.5 * users;
    near(settled(100.0, line), 10.0);
    near(settled(10.1, line), 10.0);
    assert_eq!(settled(8.0, line), None);
    // Nobody more for those there are: as many as come to an empty replica.
    near(settled(100.0, |_| 7.0), 7.0);
}

/// However many there are, more come: none.
#[test]
fn a_population_without_end() {
    assert_eq!(settled(1e6, |users| 1.0 + 1.1 * users), None);
    assert_eq!(settled(1e6, |_| f64::INFINITY), None);
}

/// Where prompts alone take more time than there is while nobody decodes, the least population
/// is sought from one: `30/B` of them under way, the root of 30.
#[test]
fn a_population_from_one() {
    near(settled(100.0, |users| 30.0 / users), 30.0_f64.sqrt());
    assert_eq!(settled(5.0, |users| 30.0 / users), None);
}

/// More come than there are before and after, and fewer in between: `(B - 3)^2 - 1/2` more than
/// `B`, which are none at `3 - sqrt(1/2)`; where a half more come at the least, none keep up.
#[test]
fn a_dip_is_found() {
    let dip = |depth: f64| move |users: f64| users + (users - 3.0) * (users - 3.0) - depth;
    near(settled(100.0, dip(0.5)), 3.0 - 0.5_f64.sqrt());
    near(settled(3.5, dip(0.5)), 3.0 - 0.5_f64.sqrt());
    // Also where fewer and fewer are wanting till room ends, but for the last step.
    near(settled(4.0, dip(0.5)), 3.0 - 0.5_f64.sqrt());
    assert_eq!(settled(100.0, dip(-0.5)), None);
}

/// A dip that lies beyond the first steps: a straight line leads there.
#[test]
fn a_late_crossing_is_found() {
    // One more than there are up to 50, and one fewer from 52 on.
    let late = |users: f64| users + 1.0 - (users - 50.0).clamp(0.0, 2.0);
    near(settled(1000.0, late), 51.0);
    assert_eq!(settled(50.0, late), None);
}

/// A rate that ten at once answer keeps ten there; a rate that a full replica does not answer is
/// beyond it.
#[test]
fn rates_keep_populations() {
    let replica = flat(Load::Poisson(5.0));
    let rate = replica.rate(10.0, true);
    near(replica.users_at_rate(rate, 200.0), 10.0);
    assert_eq!(replica.users_at_rate(rate, 9.9), None);
    assert_eq!(replica.users_at_rate(10.1, 200.0), None);
}

/// Where each more answers more, all that there is room for answer most.
#[test]
fn a_full_replica_answers_most() {
    let replica = flat(Load::Poisson(5.0));
    assert_near(replica.busiest(150.0), 150.0);
    assert_near(replica.busiest(0.5), 0.5);
}

/// A replica whose prompts are nearly free while steps wait for memory, 20 ms, and cost the
/// more the more sequences fill them: prompts of 100 tokens, answers of four.
fn crowding() -> Replica {
    let mut replica = flat(Load::Poisson(5.0));
    replica.rank.layers = 0.0;
    replica.rank.feed_forward.bytes = 0.02;
    replica.lengths.fresh = 100.0;
    replica.lengths.output = 4.0;
    replica
}

/// There the batch that answers most is not the largest, and no other number answers more by a
/// part in a thousand.
#[test]
fn the_peak_of_a_batch() {
    let replica = crowding();
    let most = 4000.0;
    let best = replica.busiest(most);
    assert!(best > 1.0 && best < most / 4.0, "{best}");
    let rate = replica.rate(best, true);
    for step in -400..=400 {
        let users = best * 2.0_f64.powf(f64::from(step) / 80.0);
        let other = replica.rate(users.min(most), true);
        assert!(other <= rate * (1.0 + 1e-3), "{other} of {users}");
    }
}

proptest! {
    /// Every line that starts above and rises by less than one for each has its crossing, found
    /// where there is room.
    #[test]
    fn lines_cross(start in 0.01..1000.0f64, slope in -5.0..0.99f64, room in 0.1..3.0f64) {
        let expected = start / (1.0 - slope);
        let most = expected * room;
        prop_assume!((room - 1.0).abs() > 1e-6);
        match settled(most, |users| start + slope * users) {
            Some(found) => {
                prop_assert!(room > 1.0);
                prop_assert!((found / expected - 1.0).abs() < 1e-6, "{found} not {expected}");
            }
            None => prop_assert!(room < 1.0),
        }
    }

    /// A population that a rate keeps up is under way at that rate.
    #[test]
    fn populations_are_under_way(rate in 0.01..4.0f64) {
        let replica = flat(Load::Poisson(5.0));
        if let Some(users) = replica.users_at_rate(rate, 200.0) {
            let back = replica.under_way(rate, users);
            prop_assert!((back / users - 1.0).abs() < 1e-6, "{back} of {users}");
            prop_assert!(replica.users_at_rate(rate * 0.9, 200.0).unwrap() < users);
        }
    }
}
