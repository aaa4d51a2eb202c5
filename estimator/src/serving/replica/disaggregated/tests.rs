//! Prefill and decode apart, by hand on the flat replica: a prompt of 1,000 tokens takes a step
//! of `0.02 + 0.1` s, a token beside `B` sequences `0.02 + 1e-4 B`, answers have 100.

use super::*;
use crate::published::assert_near;
use crate::serving::replica::flat::flat;
use crate::serving::speed::load::Lengths;
use crate::workload::{Certainty, Percentile};
use proptest::prelude::*;

const Z95: f64 = 1.6449;
/// 1,000 x 131,072 bytes at 0.8 of 50 GB/s.
const TRANSFER: f64 = 131_072_000.0 / 40e9;
/// Steps of 8,192 tokens take 0.02 + 0.8192 s.
const FULL: f64 = 0.8392;
/// A prompt's part of one: 1,000 of 8,192.
const OCCUPIED: f64 = FULL * 1000.0 / 8192.0;

fn apart(load: Load) -> Replica {
    let mut replica = flat(load);
    replica.percentile = Percentile::P95;
    replica.disaggregated = true;
    replica
}

fn step(users: f64) -> f64 {
    0.02 + 1e-4 * users
}

const ALONE: Alone = Alone {
    whole: 0.12,
    occupied: 0.1,
    full: 0.8,
    longer: 0.05,
    fixed: 0.02,
};

/// A prompt alone: 0.12 s from first step to last, packed with others 0.10244 of a rank's time;
/// one of 1,500 tokens takes 0.17. Requests cost 22 ms before.
#[test]
fn a_prompt_alone() {
    let mut replica = apart(Load::Poisson(5.0));
    replica.rank.overhead.request_ms = 22.0;
    let alone = replica.alone();
    assert_near(alone.whole, 0.12);
    assert_near(alone.occupied, OCCUPIED);
    assert_near(alone.full, FULL);
    assert_near(alone.longer, 0.0);
    assert_near(alone.fixed, 0.022);
    replica.longer = Some(Lengths {
        fresh: 1500.0,
        ..replica.lengths
    });
    assert_near(replica.alone().longer, 0.05);
    // Copies of attention wait for each other, two prompts of 0.1 s.
    replica.rank.data = 2.0;
    assert!(replica.alone().fixed > 0.022 + 0.1);
}

/// Half busy, one replica: `P = 0.5^(sqrt(4) - 1) = 0.5`, `V = 1/2 x 0.1/(1 - 0.5) = 0.1` for
/// independent arrivals of prompts alike, `V' = 0.1 + 0.1 x 0.5/1.5`, so that the mean prompt is
/// read after `0.02 + 0.12 + 0.5 V'`; at the 95th percentile it waits `V' ln(0.5/0.05)`, which a
/// prompt 0.05 longer adds to as a square.
#[test]
fn prompts_wait_in_line() {
    let mut replica = apart(Load::Poisson(5.0));
    let waiting = 0.1 + 0.1 / 3.0;
    let read = replica.read(&ALONE, 5.0, 1);
    assert_near(read.mean, 0.14 + 0.5 * waiting);
    let late = waiting * 10.0_f64.ln();
    assert_near(read.late, 0.14 + (0.05 * 0.05 + late * late).sqrt());
    // Bursts and prompts that differ wait longer: (3 + 0.5)/2 instead of 1/2.
    replica.arrivals = 3.0;
    replica.spread = (0.5, 0.0);
    let waiting = 0.35 + 0.35 / 3.0;
    assert_near(replica.read(&ALONE, 5.0, 1).mean, 0.14 + 0.5 * waiting);
    // Users who wait come independently of each other.
    replica.open = false;
    let waiting = 0.15 + 0.05;
    assert_near(replica.read(&ALONE, 5.0, 1).mean, 0.14 + 0.5 * waiting);
}

/// Seven from one line, half busy: `P = 0.5^(sqrt(16) - 1) = 1/8`, `V = 1/2 x 0.1/(7 x 0.5)`.
/// Two copies of attention are half as busy: `P = 1/4` of one replica, `V = 0.05/0.75`.
#[test]
fn prompts_share_a_line() {
    let mut replica = apart(Load::Poisson(5.0));
    let line = 0.05 / 3.5;
    let waiting = line + line / 3.0;
    let read = replica.read(&ALONE, 5.0, 7);
    assert_near(read.mean, 0.14 + waiting / 8.0);
    let late = waiting * 2.5_f64.ln();
    assert_near(read.late, 0.14 + (0.05 * 0.05 + late * late).sqrt());
    replica.rank.data = 2.0;
    let line = 0.05 / 0.75;
    let waiting = line + line * 0.25 / 1.25;
    assert_near(replica.read(&ALONE, 5.0, 1).mean, 0.14 + waiting / 4.0);
}

/// Others in the step take half of a full one at the most; who comes at random waits, or not:
/// a tenth busy, fewer than one in ten wait, none of whom the 90th percentile meets.
#[test]
fn waits_have_bounds() {
    let mut replica = apart(Load::Poisson(5.0));
    let short = Alone {
        full: 0.04,
        ..ALONE
    };
    assert_near(replica.read(&short, 5.0, 1).mean, 0.14 + 0.5 * 0.12);
    replica.percentile = Percentile::P90;
    let read = replica.read(&ALONE, 0.9, 1);
    assert_near(read.late, (0.14_f64 + 0.05).max(read.mean));
    replica.percentile = Percentile::Mean;
    let whole = Alone {
        longer: 0.0,
        ..ALONE
    };
    let read = replica.read(&whole, 5.0, 1);
    assert_near(read.late, read.mean);
    // More than there is time for is nearly all of it.
    let full = replica.read(&ALONE, 50.0, 1);
    let line: f64 = 0.05 / 0.001;
    assert_near(
        full.mean,
        0.14 + 0.999 * (line + (line * 0.999 / 1.999).min(0.4)),
    );
}

/// The cache goes over at 40 GB/s, and who comes while others decode waits for the step after
/// theirs: `2 - e^-B` steps. Half of the tokens that come from the host take their time first.
#[test]
fn the_cache_is_handed_over() {
    let mut replica = apart(Load::Poisson(5.0));
    assert_near(replica.transfer(), TRANSFER);
    assert_near(replica.handed_over(0.0), TRANSFER + step(1.0));
    let steps = 2.0 - (-3.0_f64).exp();
    assert_near(replica.handed_over(3.0), TRANSFER + steps * step(3.0));
    replica.pace.copy = 0.5;
    assert_near(replica.handed_over(3.0), TRANSFER + 0.5 + steps * step(3.0));
    let (prompt, first) = replica.least_phases(3.0);
    assert_near(prompt, 0.62);
    assert_near(first, TRANSFER + step(3.0));
}

/// A step of five is 0.0205; where it yields a token and a half more, 0.0082 each. Nobody
/// decodes in less than a batch of one. Of users that vary by 2 a swing of `z sqrt(2 x 5 x 2/3)`
/// is met at the percentile.
#[test]
fn tokens_apart() {
    let mut replica = apart(Load::Poisson(5.0));
    assert_near(replica.token(5.0), 0.0205);
    assert_near(replica.token(0.1), step(1.0));
    let swing = Z95 * (20.0_f64 / 3.0).sqrt();
    assert_near(replica.late_token(5.0, 2.0), step(5.0 + swing));
    replica.rank.extra_tokens = 1.5;
    assert_near(replica.token(5.0), 0.0082);
    assert_near(replica.decode_step(5.0), 0.0205);
    replica.rank.pipeline = 2.0;
    assert_near(replica.decode_step(5.0), step(2.5));
}

/// Forty requests a second on two decode replicas: `B = 20 x 100 (0.02 + 1e-4 B)`, 50 in each, to
/// a per mille; on eight prefill replicas five each. Everything else follows from that.
#[test]
fn a_fleet_at_a_rate() {
    let replica = apart(Load::Poisson(40.0));
    let alone = replica.alone();
    let point = replica.at_rate(&alone, 40.0, (8, 2));
    let users = point.outcome.running;
    assert!((users / 50.0 - 1.0).abs() < 6e-3, "{users}");
    let read = replica.read(&alone, 5.0, 8);
    let over = TRANSFER + (2.0 - (-users).exp()) * step(users);
    assert_near(point.ttft, read.mean + over);
    assert_near(point.ttft_at_percentile, read.late + over);
    assert_near(point.outcome.ttft, point.ttft);
    assert_near(point.outcome.tpot, step(users));
    assert_near(point.outcome.decode_step, step(users));
    assert_near(point.outcome.copy, TRANSFER);
    assert_near(point.outcome.prompt.whole, 0.12);
    assert_near(point.outcome.prompt.packed, OCCUPIED);
    // Of ten replicas each has a tenth of the requests and of those under way.
    assert_near(point.rate, 4.0);
    assert_near(point.outcome.requests_per_second, 4.0);
    let stay = point.ttft + 100.0 * step(users);
    assert_near(point.users, 40.0 * stay / 10.0);
    assert_near(point.dispersion, 1.0);
    assert_near(point.users_at_percentile, users + Z95 * users.sqrt());
    let swing = Z95 * (users * 2.0 / 3.0).sqrt();
    assert_near(point.tpot_at_percentile, step(users + swing));
}

/// Bursts of `c^2 = 3` are halved on two decode replicas: 2. Users who only wait are hardly
/// elsewhere: the share that they do not decode, `1 - 100 TPOT/(TTFT + 100 TPOT)`. Who thinks
/// comes independently: 1.
#[test]
fn who_decodes_varies() {
    let mut replica = apart(Load::Poisson(40.0));
    replica.arrivals = 3.0;
    let alone = replica.alone();
    assert_near(replica.at_rate(&alone, 40.0, (8, 2)).dispersion, 2.0);
    let mut closed = apart(Load::Steady(40.0));
    let point = closed.at_rate(&alone, 40.0, (8, 2));
    let decoding = 100.0 * point.outcome.tpot;
    let expected = 1.0 - decoding / (point.ttft + decoding);
    assert_near(point.dispersion, expected);
    closed.think = 1.0;
    assert_near(closed.at_rate(&alone, 40.0, (8, 2)).dispersion, 1.0);
    // Hardly anybody is one at the least; no replica is one.
    let light = closed.at_rate(&alone, 0.0, (0, 0));
    assert_near(light.outcome.running, 1.0);
    assert_near(light.rate, 0.0);
}

/// Alone in an empty fleet: 0.12 to the prompt's end, the cache, a step; then 100 tokens; and
/// the time to think.
#[test]
fn a_turn_in_an_empty_fleet() {
    let mut replica = apart(Load::Steady(1.0));
    replica.think = 7.0;
    let alone = replica.alone();
    let turn = replica.turn_alone(&alone);
    let first = 0.12 + TRANSFER + step(1.0);
    assert!(
        (turn / (first + 100.0 * step(1.0) + 7.0) - 1.0).abs() < 1e-6,
        "{turn}"
    );
    // One request at a time keeps a demand of just that.
    let sla = |ttft: f64| Sla {
        ttft: Some(Seconds::new(ttft)),
        tpot: None,
        percentile: Percentile::P95,
        certainty: Certainty::Even,
        goodput: None,
    };
    let met = first + (1.0 - (-1.0_f64).exp()) * step(1.0);
    assert_near(replica.excess_apart(&sla(met / 2.0)), 2.0);
    let token = Sla {
        ttft: None,
        tpot: Some(Seconds::new(step(1.0) / 3.0)),
        ..sla(1.0)
    };
    assert_near(replica.excess_apart(&token), 3.0);
}

/// A decode replica with 50 requests: 50/(100 x 0.025) a second, behind an idle prefill replica.
#[test]
fn a_decode_replica() {
    let found = apart(Load::Steady(1.0)).decoding(50.0);
    assert_near(found.rate, 20.0);
    assert_near(found.tpot, 0.025);
    let over = TRANSFER + (2.0 - (-50.0_f64).exp()) * 0.025;
    assert_near(found.ttft, 0.12 + over);
}

fn pools(prefill: u32, decode: u32, rate: f64) -> Pools {
    Pools {
        prefill,
        decode,
        rate: RequestsPerSecond::new(rate),
        prefill_most: RequestsPerSecond::ZERO,
        decode_most: RequestsPerSecond::ZERO,
        transfer: Seconds::ZERO,
        moved: Bytes::ZERO,
    }
}

/// Open arrivals stand where their rate says; users where `l (stay + think)` makes as many of
/// them, to a per mille, and no more often than was sized for; a full batch at no rate.
#[test]
fn a_fleet_under_its_load() {
    let replica = apart(Load::Poisson(40.0));
    let alone = replica.alone();
    let open = replica.at_rate(&alone, 40.0, (8, 2));
    assert_eq!(replica.standing(Load::Poisson(40.0), (8, 2)), open);
    assert_eq!(replica.apart(Load::Poisson(1.0), &pools(8, 2, 40.0)), open);
    let idle = replica.at_rate(&alone, 0.0, (8, 2));
    assert_eq!(replica.standing(Load::Saturated, (8, 2)), idle);
    let mut closed = apart(Load::Steady(100.0));
    closed.think = 5.0;
    for point in [
        closed.standing(Load::Steady(100.0), (8, 2)),
        closed.apart(Load::Steady(100.0), &pools(8, 2, 40.0)),
    ] {
        let rate = 10.0 * point.rate;
        let stay = point.ttft + 100.0 * point.outcome.tpot;
        let users = rate * (stay + 5.0);
        assert!((users / 100.0 - 1.0).abs() < 2e-3, "{users}");
    }
    let capped = closed.apart(Load::Steady(1e6), &pools(8, 2, 40.0));
    assert_near(capped.rate, 4.0);
}

proptest! {
    /// A busier line is never shorter; the mean prompt is never read later than the late one;
    /// more replicas at the same rate each never make it longer.
    #[test]
    fn lines_grow(
        rate in 0.1..9.0f64,
        replicas in 1..30_u32,
        arrivals in 0.2..6.0f64,
        prompts in 0.0..3.0f64,
        percentile in 0..4_usize,
    ) {
        let mut replica = apart(Load::Poisson(5.0));
        replica.percentile = *Percentile::ALL.get(percentile).unwrap();
        replica.arrivals = arrivals;
        replica.spread = (prompts, 0.0);
        let alone = replica.alone();
        let some = replica.read(&alone, rate, replicas);
        let busier = replica.read(&alone, rate * 1.05, replicas);
        let wider = replica.read(&alone, rate, replicas + 1);
        prop_assert!(some.late >= some.mean && some.mean >= 0.12);
        prop_assert!(busier.mean >= some.mean && busier.late >= some.late);
        prop_assert!(wider.mean <= some.mean && wider.late <= some.late);
    }
}
