//! What a run comes to: the latencies of single requests, and averages over time.

use crate::quantity::Seconds;
use crate::workload::{Percentile, Sla};
use serde::Serialize;

/// A quantity over requests.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Quantiles {
    /// Mean.
    pub mean: f64,
    /// Half of the requests stay below.
    pub p50: f64,
    /// Nine in ten.
    pub p90: f64,
    /// 19 in 20.
    pub p95: f64,
    /// 99 in 100.
    pub p99: f64,
}

impl Quantiles {
    /// The one that a promise names.
    #[must_use]
    pub const fn at(&self, percentile: Percentile) -> f64 {
        match percentile {
            Percentile::Mean => self.mean,
            Percentile::P90 => self.p90,
            Percentile::P95 => self.p95,
            Percentile::P99 => self.p99,
        }
    }

    /// The same, so many times as long.
    pub(super) fn times(self, factor: f64) -> Self {
        Self {
            mean: self.mean * factor,
            p50: self.p50 * factor,
            p90: self.p90 * factor,
            p95: self.p95 * factor,
            p99: self.p99 * factor,
        }
    }

    /// Of `values`, which are put in order; zeros where there are none.
    #[must_use]
    pub fn of(values: &mut [f64]) -> Self {
        if values.is_empty() {
            return Self::default();
        }
        sort(values);
        let at = |share: f64| quantile(values, share);
        Self {
            mean: values.iter().sum::<f64>() / values.len() as f64,
            p50: at(0.50),
            p90: at(0.90),
            p95: at(0.95),
            p99: at(0.99),
        }
    }
}

/// Puts values in the order of [`f64::total_cmp`], by whole numbers that are ordered alike:
/// those are compared at once.
fn sort(values: &mut [f64]) {
    const SIGN: u64 = 1 << 63;
    let mut ranks: Vec<u64> = values
        .iter()
        .map(|value| value.to_bits())
        .map(|bits| if bits & SIGN == 0 { bits | SIGN } else { !bits })
        .collect();
    ranks.sort_unstable();
    for (value, rank) in values.iter_mut().zip(ranks) {
        *value = f64::from_bits(if rank & SIGN == 0 { !rank } else { rank ^ SIGN });
    }
}

/// Linear between the two values beside `share` of the way through `sorted`.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let (below, beyond) = place(sorted.len(), share);
    let low = sorted.get(below).copied().unwrap_or(0.0);
    let high = sorted.get(below + 1).copied().unwrap_or(low);
    low + (high - low) * beyond
}

/// The place `share` of the way through `count` values: the one below, and how far beyond it.
fn place(count: usize, share: f64) -> (usize, f64) {
    let place = share * (count.saturating_sub(1)) as f64;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // Between 0 and the count.
    let below = place.floor() as usize;
    (below, place - below as f64)
}

/// What a simulation says of one replica.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Simulated {
    /// Seconds to the first token.
    pub ttft: Quantiles,
    /// Seconds per output token after the first, by request.
    pub tpot: Quantiles,
    /// Seconds from arrival to the last token.
    pub latency: Quantiles,
    /// Requests found waiting by one that arrives.
    pub waiting: Quantiles,
    /// Requests in the replica, mean over time.
    pub users: f64,
    /// Share of the cache in use, mean over time.
    pub cache: f64,
    /// The most of it, at most 1.
    pub cache_peak: f64,
    /// Requests answered a second.
    pub rate: f64,
    /// Goodput as a share, 0 to 1, of the requests that the percentiles are of: those whose first
    /// token and whose tokens after it came within both limits; `None` where the run knew none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// Requests put back because the cache overflowed.
    pub preempted: u32,
    /// Requests the percentiles are of.
    pub requests: u32,
    /// Steps of the engine.
    pub steps: u64,
    /// Whether the replica keeps up with what arrives.
    pub steady: bool,
    /// Whether the run took too long and says nothing.
    pub given_up: bool,
}

impl Simulated {
    /// Whether it keeps `sla` where `good` of the requests came within both limits at once (`None`
    /// where nobody knows) and latencies are uncertain by `margins`: first token, each token.
    #[must_use]
    pub(crate) fn keeps(&self, sla: &Sla, good: Option<f64>, margins: (f64, f64)) -> bool {
        let within = |of: &Quantiles, margin: f64, limit: Option<Seconds>| {
            limit.is_none_or(|limit| of.at(sla.percentile) * margin <= limit.get())
        };
        let is_good = |least: f64| good.is_none_or(|good| good >= least);
        self.steady
            && sla.goodput.is_none_or(is_good)
            && within(&self.ttft, margins.0, sla.ttft)
            && within(&self.tpot, margins.1, sla.tpot)
    }
}

/// One answered request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answered {
    pub number: u64,
    pub arrival: f64,
    pub first: f64,
    pub last: f64,
    pub output: f64,
}

/// Latencies of which a percentile is demanded, and how many requests may be later.
#[derive(Debug, Clone, Copy)]
pub(super) struct Demanded {
    /// Seconds to the first token, and per output token after it.
    ttft: f64,
    tpot: f64,
    /// The same for a request to be one of those within the limits.
    good: (f64, f64),
    /// With so many late ones of either the percentile is late, whatever the others are.
    too_many: usize,
    late: (usize, usize),
    /// Those that are beyond either of the limits.
    bad: usize,
}

impl Demanded {
    /// That of `measured` requests the share `share` meets a first token and a time per token
    /// of so many seconds.
    pub(super) fn of(ttft: Option<f64>, tpot: Option<f64>, share: f64, measured: usize) -> Self {
        let (ttft, tpot) = (ttft.unwrap_or(f64::INFINITY), tpot.unwrap_or(f64::INFINITY));
        Self {
            ttft,
            tpot,
            good: (ttft, tpot),
            // Those from the lower of the two values on that a percentile lies between.
            too_many: measured.saturating_sub(place(measured, share).0).max(1),
            late: (0, 0),
            bad: 0,
        }
    }

    /// The same with requests counted by other limits than those that the percentile is to meet.
    pub(super) fn counting(self, ttft: Option<f64>, tpot: Option<f64>) -> Self {
        Self {
            good: (ttft.unwrap_or(f64::INFINITY), tpot.unwrap_or(f64::INFINITY)),
            ..self
        }
    }

    /// The same where nothing is demanded of a percentile: requests are only counted.
    pub(super) fn counted(ttft: Option<f64>, tpot: Option<f64>) -> Self {
        Self {
            too_many: usize::MAX,
            ..Self::of(ttft, tpot, 1.0, 0)
        }
    }

    /// Counts a request by its seconds to the first token, and per token after it where it has
    /// any.
    fn count(&mut self, ttft: f64, tpot: Option<f64>) {
        let beyond =
            |limits: (f64, f64)| (ttft > limits.0, tpot.is_some_and(|tpot| tpot > limits.1));
        let (first, rest) = beyond((self.ttft, self.tpot));
        self.late.0 += usize::from(first);
        self.late.1 += usize::from(rest);
        let (first, rest) = beyond(self.good);
        self.bad += usize::from(first || rest);
    }

    fn is_missed(&self) -> bool {
        self.late.0.max(self.late.1) >= self.too_many
    }
}

/// Counts while the engine runs.
#[derive(Debug)]
pub(super) struct Tally {
    /// Requests before this one only warm the replica up.
    warm: u64,
    /// Those from here on only keep it busy.
    end: u64,
    overhead: f64,
    ttft: Vec<f64>,
    tpot: Vec<f64>,
    latency: Vec<f64>,
    waiting: Vec<f64>,
    /// Requests that wait anywhere when one arrives.
    lines: Vec<f64>,
    /// What is demanded, where a run need not go on once it is surely missed.
    pub demanded: Option<Demanded>,
    answered: u64,
    /// Begin of the measured time, requests answered and arrived until then.
    began: Option<(f64, u64, u64)>,
    arrived: u64,
    in_system: u64,
    area: f64,
    cache_area: f64,
    pub cache_peak: f64,
    pub preempted: u32,
    pub steps: u64,
    pub given_up: bool,
}

impl Tally {
    pub(super) fn new(warm: u32, wanted: u32, overhead: f64) -> Self {
        let room = wanted as usize;
        Self {
            warm: u64::from(warm),
            end: u64::from(warm) + u64::from(wanted),
            overhead,
            ttft: Vec::with_capacity(room),
            tpot: Vec::with_capacity(room),
            latency: Vec::with_capacity(room),
            waiting: Vec::with_capacity(room),
            lines: Vec::with_capacity(room),
            demanded: None,
            answered: 0,
            began: None,
            arrived: 0,
            in_system: 0,
            area: 0.0,
            cache_area: 0.0,
            cache_peak: 0.0,
            preempted: 0,
            steps: 0,
            given_up: false,
        }
    }

    /// A request arrived at `at`, heard of at `now`, and found `waiting` others before it
    /// of the `all` that wait.
    pub(super) fn arrive(&mut self, at: f64, now: f64, waiting: usize, all: usize) -> u64 {
        let number = self.arrived;
        self.arrived += 1;
        self.in_system += 1;
        if number == self.warm {
            self.began = Some((at, self.answered, number));
            self.area = 0.0;
            self.cache_area = 0.0;
        }
        if self.began.is_some() {
            self.area += now - at;
        }
        if self.is_measured(number) {
            self.waiting.push(waiting as f64);
            self.lines.push(all as f64);
        }
        number
    }

    /// `seconds` pass with `share` of the cache in use.
    pub(super) fn pass(&mut self, seconds: f64, share: f64) {
        if self.began.is_some() {
            self.area += seconds * self.in_system as f64;
            self.cache_area += seconds * share;
            self.cache_peak = self.cache_peak.max(share);
        }
    }

    pub(super) fn answer(&mut self, request: &Answered) {
        self.answered += 1;
        self.in_system = self.in_system.saturating_sub(1);
        if !self.is_measured(request.number) {
            return;
        }
        let ttft = request.first - request.arrival + self.overhead;
        self.ttft.push(ttft);
        self.latency
            .push(request.last - request.arrival + self.overhead);
        let tpot =
            (request.output > 1.0).then(|| (request.last - request.first) / (request.output - 1.0));
        self.tpot.extend(tpot);
        if let Some(demanded) = &mut self.demanded {
            demanded.count(ttft, tpot);
        }
    }

    /// Whether the lines in which requests wait are far longer in the last third of them than
    /// in the first: where a little more arrives than is answered, nothing else shows it.
    fn grows(&self) -> bool {
        let third = (self.lines.len() / 3).max(1);
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
        let first = self.lines.chunks(third).next().map_or(0.0, mean);
        let last = self.lines.rchunks(third).next().map_or(0.0, mean);
        last > 3.0 * first + 10.0
    }

    fn is_measured(&self, number: u64) -> bool {
        (self.warm..self.end).contains(&number)
    }

    /// Whether the run misses what is demanded however it goes on.
    pub(super) fn is_missed(&self) -> bool {
        self.demanded.is_some_and(|demanded| demanded.is_missed())
    }

    /// The share of the requests that the run is of which are answered.
    pub(super) fn progress(&self) -> f64 {
        self.answered as f64 / self.end.max(1) as f64
    }

    /// Whether every measured request has its answer.
    pub(super) fn is_complete(&self) -> bool {
        self.latency.len() as u64 == self.end - self.warm
    }

    /// What was seen by `now`; `complete` is false where the run was given up.
    pub(super) fn close(mut self, now: f64) -> Simulated {
        let complete = self.is_complete();
        let (began, before, arrived_before) = self.began.unwrap_or((0.0, 0, 0));
        let time = (now - began).max(1e-9);
        let rate = (self.answered - before) as f64 / time;
        let arrived = (self.arrived - arrived_before) as f64 / time;
        let grows = self.grows();
        let measured = self.latency.len().max(1) as f64;
        let bad = self.demanded.map(|demanded| demanded.bad as f64);
        Simulated {
            within: bad.map(|bad| 1.0 - bad / measured),
            ttft: Quantiles::of(&mut self.ttft),
            tpot: Quantiles::of(&mut self.tpot),
            waiting: Quantiles::of(&mut self.waiting),
            users: self.area / time + rate * self.overhead,
            cache: self.cache_area / time,
            cache_peak: self.cache_peak.min(1.0),
            rate,
            preempted: self.preempted,
            requests: u32::try_from(self.latency.len()).unwrap_or(u32::MAX),
            steps: self.steps,
            // Ends of the window cost a few requests either way.
            steady: complete && !grows && rate > 0.95 * arrived - 2.0 / time,
            given_up: self.given_up,
            latency: Quantiles::of(&mut self.latency),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Of 2,000 requests 0.95 x 1,999 = 1,899.05: the percentile lies between the values at
    /// 1,899 and 1,900, so that 101 late ones, from 1,899 on, make it late.
    #[test]
    fn so_many_are_too_many() {
        let demanded = |share, measured| Demanded::of(Some(1.0), None, share, measured);
        assert_eq!(demanded(0.95, 2_000).too_many, 101);
        assert_eq!(demanded(0.99, 2_000).too_many, 21);
        assert_eq!(demanded(0.9, 11).too_many, 2);
        assert_eq!(demanded(0.9, 0).too_many, 1);
    }

    proptest! {
        /// With as many late ones as are too many the percentile is late, also of fewer
        /// requests than are measured.
        #[test]
        fn then_the_percentile_is_late(
            mut values in prop::collection::vec(0.0..2.0f64, 1..300),
            unanswered in 0..50usize,
            limit in 0.0..2.0f64,
        ) {
            let measured = values.len() + unanswered;
            let late = values.iter().filter(|value| **value > limit).count();
            let quantiles = Quantiles::of(&mut values);
            let of = [(0.9, quantiles.p90), (0.95, quantiles.p95), (0.99, quantiles.p99)];
            for (share, value) in of {
                let demanded = Demanded::of(Some(limit), None, share, measured);
                prop_assert!(late < demanded.too_many || value > limit);
            }
        }

        /// Values are in the order of [`f64::total_cmp`].
        #[test]
        fn values_are_in_order(mut values in prop::collection::vec(any::<f64>(), 0..100)) {
            let mut wanted = values.clone();
            wanted.sort_by(f64::total_cmp);
            sort(&mut values);
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&values), bits(&wanted));
        }
    }

    proptest! {
        /// Goodput is the share that is late with neither: at most what either keeps alone, at the
        /// least what is left of both where no request is late with both.
        #[test]
        fn goodput_counts_requests_and_not_limits(
            times in prop::collection::vec((0.0..2.0_f64, prop::option::of(0.0..2.0_f64)), 1..60),
        ) {
            let mut demanded = Demanded::counted(Some(1.0), Some(1.0));
            for (ttft, tpot) in &times {
                demanded.count(*ttft, *tpot);
            }
            let (first, rest) = demanded.late;
            prop_assert!(demanded.bad >= first.max(rest));
            prop_assert!(demanded.bad <= first + rest);
            let bad = times.iter().filter(|(ttft, tpot)| *ttft > 1.0 || tpot.is_some_and(|tpot| tpot > 1.0));
            prop_assert_eq!(demanded.bad, bad.count());
            prop_assert!(!demanded.is_missed());
        }
    }
}
