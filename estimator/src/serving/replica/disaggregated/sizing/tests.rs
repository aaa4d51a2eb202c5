//! Fleets of two kinds by hand, on the flat replica.

use super::*;
use crate::published::assert_near;
use crate::serving::replica::flat::flat;
use crate::workload::{Certainty, Percentile};
use proptest::prelude::*;

fn apart(load: Load) -> Replica {
    let mut replica = flat(load);
    replica.percentile = Percentile::P95;
    replica.disaggregated = true;
    replica
}

fn sla(ttft: Option<f64>, tpot: Option<f64>) -> Sla {
    Sla {
        ttft: ttft.map(Seconds::new),
        tpot: tpot.map(Seconds::new),
        percentile: Percentile::P95,
        certainty: Certainty::Even,
        goodput: None,
    }
}

/// A prompt of 0.1 s, 0.12 to its end; a step full of them takes 0.8.
const ALONE: Alone = Alone {
    whole: 0.12,
    occupied: 0.1,
    full: 0.8,
    longer: 0.0,
    fixed: 0.0,
};

/// Ten requests a second on four replicas: 2.5 each at the least, and with three 3.33, more than
/// which four are not needed for.
#[test]
fn as_many_as_are_needed() {
    let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-6);
    near(needing(5.0, 10.0, 4.0), 10.0 / 3.0);
    near(needing(3.0, 10.0, 4.0), 3.0);
    near(needing(2.0, 10.0, 4.0), 2.5);
    near(needing(50.0, 10.0, 1.0), 50.0);
    near(needing(2.0, 10.0, 0.0), 10.0);
}

/// Nine and a half prompts a second take 95 % of a rank's time, the most that it may be busy; the
/// number in time at the percentile is found by halves, to a 4,000th; an impossible demand leaves
/// a thousandth.
#[test]
fn prompts_in_time() {
    let replica = apart(Load::Poisson(5.0));
    assert_near(replica.most_read(&ALONE, f64::INFINITY, 1), 9.5);
    let most = replica.most_read(&ALONE, 0.5, 1);
    assert!(most < 9.4 && most > 1.0, "{most}");
    assert!(replica.read(&ALONE, most, 1).late <= 0.5);
    assert!(replica.read(&ALONE, most + 0.01, 1).late > 0.5);
    assert_near(replica.most_read(&ALONE, 0.05, 1), 0.01);
    // More from one line may be busier each.
    assert!(replica.most_read(&ALONE, 0.5, 4) > most);
    let mut copies = replica;
    copies.rank.data = 2.0;
    assert_near(copies.most_read(&ALONE, f64::INFINITY, 1), 19.0);
}

/// Forty a second at 9.5 each are five replicas; within 0.5 s as few as are in time: not one
/// fewer is.
#[test]
fn the_fewest_readers() {
    let replica = apart(Load::Poisson(40.0));
    assert_eq!(replica.readers(&ALONE, f64::INFINITY, 40.0), 5);
    assert_eq!(replica.readers(&ALONE, f64::INFINITY, 9.5), 1);
    assert_eq!(replica.readers(&ALONE, f64::INFINITY, 9.6), 2);
    // With two copies of attention each reads 19.
    let mut copies = replica.clone();
    copies.rank.data = 2.0;
    assert_eq!(copies.readers(&ALONE, f64::INFINITY, 40.0), 3);
    for left in [0.15, 0.2, 0.3, 0.5] {
        let few = replica.readers(&ALONE, left, 40.0);
        let late = |replicas: u32| {
            let rate = 40.0 / f64::from(replicas);
            replica.read(&ALONE, rate, replicas).late
        };
        assert!(late(few) <= left, "{few}");
        assert!(few == 5 || late(few - 1) > left, "{few}");
    }
}

/// Tokens within 25 ms at the percentile: `B + z sqrt(2 B/3) = 50` of them, answered at `B/(100
/// (0.02 + 1e-4 B))`; the first token then leaves for the prompt the time that handing over does
/// not take.
#[test]
fn the_most_that_decode() {
    let replica = apart(Load::Poisson(40.0));
    let most = replica.most(&sla(Some(1.0), Some(0.025)));
    let swing = |users: f64| users + 1.6449 * (2.0 * users / 3.0).sqrt();
    assert!(
        (swing(most.users) / 50.0 - 1.0).abs() < 2e-3,
        "{}",
        most.users
    );
    assert!(swing(most.users) <= 50.0 + 1e-9);
    let token = 0.02 + 1e-4 * most.users;
    assert_near(most.decode, most.users / (100.0 * token));
    assert_near(most.left, 1.0 - replica.handed_over(most.users));
    // Without demands as many as fit at the percentile: `B + z sqrt(B)` of those there is room
    // for.
    let free = replica.most(&sla(None, None));
    let room = replica.capacity();
    assert_near(free.users + 1.6449 * free.users.sqrt(), room);
    assert!(free.left.is_infinite());
    // Nothing keeps a demand below a step's time: hardly anybody.
    assert_near(replica.most(&sla(None, Some(0.001))).users, 0.05);
}

/// Forty requests a second: prompts of 0.10244 s, 9.27 a second of each at the most, on five
/// prefill replicas; tokens within 25 ms on as many as 40 over the rate of one decode replica. Of
/// a request 1,000 x 131,072 bytes move.
#[test]
fn a_fleet_for_a_rate() {
    let replica = apart(Load::Poisson(40.0));
    let demand = sla(None, Some(0.025));
    let draft = replica.draft_apart(Load::Poisson(40.0), &demand);
    let most = replica.most(&demand);
    let pools = draft.pools.unwrap();
    assert_eq!(pools.prefill, 5);
    let decode = (40.0 / most.decode).ceil();
    assert_near(f64::from(pools.decode), decode);
    assert_near(f64::from(draft.replicas), 5.0 + decode);
    assert_near(draft.most, most.users);
    assert_near(pools.rate.get(), 40.0);
    assert_near(pools.decode_most.get(), most.decode);
    let full: f64 = 0.95 / (0.8392 * 1000.0 / 8192.0);
    assert!(full > 9.27 && full < 9.28);
    assert_near(pools.prefill_most.get(), full);
    assert_near(pools.transfer.get(), 131_072_000.0 / 40e9);
    assert_near(pools.moved.get(), 131_072_000.0);
    assert_near(draft.excess, 0.0201 / 0.025);
    // At the most the lesser of both kinds is carried.
    let carried = (5.0 * full).min(decode * most.decode);
    assert_near(draft.at_most.rate * (5.0 + decode), carried);
}

/// Every rank of a copy of the attention sends its part: two ranks in each of three stages.
#[test]
fn what_moves_is_of_all_ranks() {
    let mut replica = apart(Load::Poisson(40.0));
    replica.placement.tensor = 2;
    replica.placement.pipeline = 3;
    let draft = replica.draft_apart(Load::Poisson(40.0), &sla(None, None));
    assert_near(draft.pools.unwrap().moved.get(), 6.0 * 131_072_000.0);
}

/// As much as one of each can: the lesser of their rates.
#[test]
fn a_pair_that_is_kept_full() {
    let replica = apart(Load::Saturated);
    let draft = replica.draft_apart(Load::Saturated, &sla(None, None));
    let pools = draft.pools.unwrap();
    assert_eq!((pools.prefill, pools.decode), (1, 1));
    let full: f64 = 0.95 / (0.8392 * 1000.0 / 8192.0);
    assert_near(pools.rate.get(), full.min(pools.decode_most.get()));
}

/// A thousand users who think ten seconds: the fleet holds them within the demands, and the rate
/// it was sized for is the one they ask of it.
#[test]
fn a_fleet_for_users() {
    let mut replica = apart(Load::Steady(1000.0));
    replica.think = 10.0;
    let demand = sla(Some(1.0), Some(0.025));
    let draft = replica.draft_apart(Load::Steady(1000.0), &demand);
    let pools = draft.pools.unwrap();
    let point = replica.apart(Load::Steady(1000.0), &pools);
    assert!(point.ttft_at_percentile <= 1.0 && point.tpot_at_percentile <= 0.025 * 1.01);
    let rate = point.rate * f64::from(draft.replicas);
    let stay = point.ttft + 100.0 * point.outcome.tpot;
    assert!((rate * (stay + 10.0) / 1000.0 - 1.0).abs() < 5e-3);
    assert!((rate / pools.rate.get() - 1.0).abs() < 5e-3);
    // Nobody asks more often than in an empty fleet, 1000 in 12.15 s.
    assert!(pools.rate.get() < 1000.0 / 12.15 && pools.rate.get() > 1000.0 / 13.5);
    // One replica fewer of either kind is not enough.
    let most = replica.most(&demand);
    assert!(f64::from(pools.decode - 1) * most.decode < pools.rate.get());
    let fewer = f64::from(pools.prefill - 1);
    let late = replica.read(
        &replica.alone(),
        pools.rate.get() / fewer,
        pools.prefill - 1,
    );
    assert!(late.late > most.left || pools.rate.get() / fewer * 0.10244 > 0.95);
}

proptest! {
    /// A fleet carries the rate it is sized for; a higher rate never takes fewer of either kind.
    #[test]
    fn fleets_carry(
        rate in 0.1..300.0f64,
        ttft in 0.3..3.0f64,
        tpot in 0.0215..0.05f64,
    ) {
        let replica = apart(Load::Poisson(rate));
        let demand = sla(Some(ttft), Some(tpot));
        let of = |rate: f64| {
            let draft = replica.draft_apart(Load::Poisson(rate), &demand);
            (draft, draft.pools.unwrap())
        };
        let (draft, pools) = of(rate);
        prop_assert_eq!(draft.replicas, pools.prefill + pools.decode);
        let (prefill, decode) = (f64::from(pools.prefill), f64::from(pools.decode));
        prop_assert!(prefill * pools.prefill_most.get() >= rate * (1.0 - 1e-9));
        prop_assert!(decode * pools.decode_most.get() >= rate * (1.0 - 1e-9));
        prop_assert!((decode - 1.0) * pools.decode_most.get() < rate);
        let (_, more) = of(1.5 * rate);
        prop_assert!(more.prefill >= pools.prefill && more.decode >= pools.decode);
    }

    /// Each of those that are needed has its share, and never so much that one fewer would do.
    #[test]
    fn needed_replicas_are_needed(most in 0.1..50.0f64, rate in 0.1..500.0f64, replicas in 1..40_u32) {
        let replicas = f64::from(replicas);
        let each = needing(most, rate, replicas);
        prop_assert!(each * replicas >= rate * (1.0 - 1e-9));
        prop_assert!(each <= most.max(rate / replicas) * (1.0 + 1e-12));
        prop_assert!(replicas < 2.0 || each * (replicas - 1.0) <= rate * (1.0 + 1e-9) );
    }
}
