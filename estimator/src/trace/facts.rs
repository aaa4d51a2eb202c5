//! The answer: what a trace says of rate, arrivals, lengths, sessions and caches. Serialised, it
//! is the object that the `trace` example prints.

use super::blocks::{Touches, following};
use super::pool::{Routing, found};
use super::reader::MOST_BLOCKS;
use super::sessions::{Seen, inferred};
use super::stack::places;
use super::summary::{Summary, moments, place};
use super::{Format, Lineage, MOST_REPLICAS, Outputs, Trace, TraceError, whole};
use serde::Serialize;

/// What a trace says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Facts {
    /// How it is written.
    pub format: Format,
    /// Tokens of a block, merged ones counted as one; nothing without blocks.
    pub block_tokens: Option<u64>,
    /// How sessions are known.
    pub lineage: Lineage,
    /// Whether answers entered the cache; nothing without blocks.
    pub outputs: Option<Outputs>,
    /// Requests that were read.
    pub requests: u64,
    /// Lines, or requests of a line, that could not be.
    pub skipped: u64,
    /// Seconds from the first request to the last.
    pub duration_s: f64,
    /// How many come.
    pub rate: Rate,
    /// How evenly they come.
    pub arrivals: Arrivals,
    /// Tokens of input.
    pub input: Option<Summary<u64>>,
    /// Tokens of answers.
    pub output: Option<Summary<u64>>,
    /// The file's own cached tokens over the input of those requests.
    pub measured_cached_share: Option<f64>,
    /// What caches would have found.
    pub cache: Option<Cache>,
    /// What sessions look like.
    pub sessions: Option<Sessions>,
}

/// Requests by time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rate {
    /// Requests a second.
    pub per_s: Option<f64>,
    /// Over the counts of full minutes.
    pub per_minute: Option<PerMinute>,
}

/// Requests of full minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PerMinute {
    /// Half of the minutes have at most this many.
    pub p50: u64,
    /// Nine in ten do.
    pub p90: u64,
    /// 99 in 100 do.
    pub p99: u64,
    /// The most.
    pub max: u64,
}

/// How evenly requests come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Arrivals {
    /// Variance of the counts in windows of a second over their mean; 1 is Poisson.
    pub dispersion_1s: Option<f64>,
    /// The same of a minute.
    pub dispersion_60s: Option<f64>,
    /// Deviation of the gaps between requests over their mean.
    pub gap_cv: Option<f64>,
    /// Different times: far fewer than requests tell a coarse clock.
    pub distinct_stamps: u64,
}

/// What caches would have found. Shares are of all input tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cache {
    /// Different blocks that entered.
    pub distinct_blocks: u64,
    /// Blocks that could be found at most, over requests.
    pub references: u64,
    /// Blocks that entered, over requests.
    pub entered: u64,
    /// Found by a cache without an end.
    pub unlimited_share: f64,
    /// Tokens of that.
    pub unlimited_tokens: u64,
    /// Found by capacity.
    pub curve: Vec<Point>,
    /// Found by several pools.
    pub replicas: Replicas,
    /// Found by two tiers.
    pub tiers: Tiers,
    /// Cached tokens in serving order, where a capacity was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_request: Option<Vec<u64>>,
}

/// One capacity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Blocks of room.
    pub blocks: u64,
    /// Share found.
    pub share: f64,
}

/// Several pools, by how requests are sent to them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Replicas {
    /// Pools.
    pub replicas: u64,
    /// Blocks of each.
    pub blocks_each: u64,
    /// In turn.
    pub round_robin: f64,
    /// By session.
    pub session: f64,
    /// By the longest prefix.
    pub prefix: f64,
}

/// The accelerator's memory and the host's behind it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Tiers {
    /// Blocks of the accelerator's.
    pub hbm_blocks: u64,
    /// Blocks of the host's, which holds what the other does.
    pub host_blocks: u64,
    /// Found on the accelerator.
    pub hbm_share: f64,
    /// Found in the host besides.
    pub host_share: f64,
}

/// What sessions look like.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sessions {
    /// Sessions.
    pub count: u64,
    /// Requests of each.
    pub turns: Option<Summary<u64>>,
    /// Those of two turns and more, over all.
    pub multi_turn_share: f64,
    /// Input of first turns.
    pub first_input: Option<Summary<u64>>,
    /// What a turn brings beside input and answer of the one before, where not negative.
    pub added_per_turn: Option<Summary<u64>>,
    /// Later turns where it is negative, over all later turns.
    pub not_growing_share: Option<f64>,
    /// Seconds from the start of a turn to that of the next.
    pub gap_s: Option<Summary<f64>>,
    /// The file's seconds between an answer and the next turn.
    pub think_s: Option<Summary<f64>>,
}

impl Trace {
    /// What it says.
    ///
    /// # Errors
    ///
    /// More blocks than are held, or a number of pools that is not simulated.
    pub fn facts(&self) -> Result<Facts, TraceError> {
        let requests = &self.requests;
        let given = self.given();
        let has_blocks = self.has_blocks();
        let outputs = self.options.outputs.unwrap_or(if given.is_some() {
            Outputs::Keep
        } else {
            Outputs::Drop
        });
        let touches = if has_blocks {
            Some(self.touches(outputs, given.as_deref())?)
        } else {
            None
        };
        let (lineage, sessions) = match (given, &touches) {
            (Some(given), _) => (Lineage::Given, Some(given)),
            (None, Some(touches)) => (Lineage::Inferred, Some(by_blocks(touches))),
            (None, None) => (Lineage::None, None),
        };
        let cache = touches.as_ref().zip(sessions.as_deref());
        let cache = cache.map(|(touches, sessions)| self.cache(touches, sessions));
        let times = self.times();
        let duration_s = times.last().copied().unwrap_or(0.0);
        let gaps: Vec<f64> = times
            .iter()
            .zip(times.iter().skip(1))
            .map(|(one, next)| next - one)
            .collect();
        let (hit, of) = requests
            .iter()
            .filter_map(|request| Some((request.cached? as f64, request.input as f64)))
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        Ok(Facts {
            format: self.format,
            block_tokens: has_blocks.then_some(self.block_tokens),
            lineage,
            outputs: has_blocks.then_some(outputs),
            requests: requests.len() as u64,
            skipped: self.skipped,
            duration_s,
            rate: Rate {
                per_s: (duration_s > 0.0).then(|| requests.len() as f64 / duration_s),
                per_minute: Windows::of(&times, 60.0).and_then(|windows| windows.percentiles()),
            },
            arrivals: Arrivals {
                dispersion_1s: Windows::of(&times, 1.0).and_then(|windows| windows.dispersion()),
                dispersion_60s: Windows::of(&times, 60.0).and_then(|windows| windows.dispersion()),
                gap_cv: moments(&gaps).and_then(|(_, cv)| cv),
                distinct_stamps: 1 + gaps.iter().filter(|&&gap| gap > 0.0).count() as u64,
            },
            input: Summary::with_total(requests.iter().map(|request| request.input).collect()),
            output: Summary::with_total(requests.iter().map(|request| request.output).collect()),
            measured_cached_share: (of > 0.0).then(|| hit / of),
            cache: cache.transpose()?,
            sessions: sessions.map(|sessions| self.sessions(&sessions, &times)),
        })
    }

    /// Seconds since the first request.
    fn times(&self) -> Vec<f64> {
        let first = self.requests.first().map_or(0.0, |request| request.stamp);
        self.requests
            .iter()
            .map(|request| request.stamp - first)
            .collect()
    }

    /// The session of each request where the file names them; one without a name stands alone.
    fn given(&self) -> Option<Vec<u32>> {
        let named = self.requests.iter().filter_map(|request| request.session);
        let mut next = named.max()?;
        let number = |session: Option<u32>| {
            session.unwrap_or_else(|| {
                next = next.saturating_add(1);
                next
            })
        };
        let sessions = self.requests.iter().map(|request| request.session);
        Some(sessions.map(number).collect())
    }

    fn cache(&self, touches: &Touches, sessions: &[u32]) -> Result<Cache, TraceError> {
        let options = &self.options;
        let distinct = touches.distinct as u64;
        let percent = |percent: f64, pools: f64| {
            let share = distinct as f64 * percent / 100.0 / pools;
            whole(share.round_ties_even()).max(1)
        };
        let asked = options.per_request;
        let places = places(touches, asked.unwrap_or(u64::MAX));
        let input: f64 = touches
            .requests
            .iter()
            .map(|touch| touch.input as f64)
            .sum();
        let share = |blocks: u64| blocks as f64 * self.block_tokens as f64 / input;
        let replicas = options.replicas.unwrap_or(4);
        if !(1..=MOST_REPLICAS).contains(&replicas) {
            return Err(TraceError::Replicas);
        }
        if replicas.saturating_mul(distinct) > MOST_BLOCKS as u64 {
            return Err(TraceError::TooManyBlocks { most: MOST_BLOCKS });
        }
        let each = options
            .each
            .unwrap_or_else(|| percent(10.0, replicas as f64));
        let pools = usize::try_from(replicas).unwrap_or(1);
        let routed = |routing: &Routing| {
            share(found(touches, pools, each, routing).iter().sum::<usize>() as u64)
        };
        let (hbm, host) = options
            .tiers
            .unwrap_or_else(|| (percent(2.0, 1.0), percent(20.0, 1.0)));
        let unlimited = places.found(u64::MAX);
        let capacities = options.capacities.clone().unwrap_or_else(|| {
            let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
            steps.iter().map(|&step| percent(step, 1.0)).collect()
        });
        let point = |blocks| Point {
            blocks,
            share: share(places.found(blocks)),
        };
        let found_by_both = places.found(host.max(hbm)) - places.found(hbm);
        let tokens = |&blocks: &usize| (blocks as u64).saturating_mul(self.block_tokens);
        Ok(Cache {
            distinct_blocks: distinct,
            references: touches
                .requests
                .iter()
                .map(|touch| touch.usable as u64)
                .sum(),
            entered: touches.entered() as u64,
            unlimited_share: share(unlimited),
            unlimited_tokens: unlimited.saturating_mul(self.block_tokens),
            curve: capacities.into_iter().map(point).collect(),
            replicas: Replicas {
                replicas,
                blocks_each: each,
                round_robin: routed(&Routing::RoundRobin),
                session: routed(&Routing::Session(sessions)),
                prefix: routed(&Routing::Prefix),
            },
            tiers: Tiers {
                hbm_blocks: hbm,
                host_blocks: host,
                hbm_share: share(places.found(hbm)),
                host_share: share(found_by_both),
            },
            per_request: asked.map(|_| places.each.iter().map(tokens).collect()),
        })
    }

    fn sessions(&self, sessions: &[u32], times: &[f64]) -> Sessions {
        let next = following(sessions);
        let mut later = vec![false; next.len()];
        let mut before: Vec<Option<usize>> = vec![None; next.len()];
        for (at, next) in next.iter().enumerate() {
            if let Some(next) = *next
                && let (Some(later), Some(before)) = (later.get_mut(next), before.get_mut(next))
            {
                *later = true;
                *before = Some(at);
            }
        }
        let mut turns = vec![0_u64; next.len()];
        let (mut added, mut gaps, mut think, mut first) = (vec![], vec![], vec![], vec![]);
        let mut shrunk = 0_u64;
        for (at, request) in self.requests.iter().enumerate() {
            let turn = before.get(at).copied().flatten();
            let count = turn.and_then(|turn| turns.get(turn).copied()).unwrap_or(0);
            if let Some(turn) = turns.get_mut(at) {
                *turn = count + 1;
            }
            let Some(one) = turn.and_then(|turn| self.requests.get(turn)) else {
                first.push(request.input);
                continue;
            };
            let grown = one.input.saturating_add(one.output);
            match request.input.checked_sub(grown) {
                Some(more) => added.push(more),
                None => shrunk += 1,
            }
            let time = |at: usize| times.get(at).copied().unwrap_or(0.0);
            gaps.push(time(at) - turn.map_or(0.0, time));
            think.extend(request.think);
        }
        let last = |(turns, next): (&u64, &Option<usize>)| next.is_none().then_some(*turns);
        let turns: Vec<u64> = turns.iter().zip(&next).filter_map(last).collect();
        let count = turns.len() as u64;
        let several = turns.iter().filter(|&&turns| turns > 1).count();
        Sessions {
            count,
            turns: Summary::of(turns),
            multi_turn_share: several as f64 / count.max(1) as f64,
            first_input: Summary::of(first),
            not_growing_share: (!gaps.is_empty()).then(|| shrunk as f64 / gaps.len() as f64),
            added_per_turn: Summary::of(added),
            gap_s: Summary::of(gaps),
            think_s: Summary::of(think),
        }
    }
}

/// Sessions by the full blocks of the requests.
fn by_blocks(touches: &Touches) -> Vec<u32> {
    let seen: Vec<Seen> = touches
        .requests
        .iter()
        .map(|touch| Seen {
            input: touch.input,
            full: touches.full(touch),
        })
        .collect();
    inferred(&seen, touches.distinct)
}

/// Counts of requests in full windows; the empty ones are only numbered, since a clock that
/// jumps may leave more of them than memory holds.
struct Windows {
    /// Counts of the others, sorted.
    counts: Vec<u64>,
    /// All full windows.
    number: u64,
}

impl Windows {
    /// Windows of so many seconds; nothing with fewer than two full ones.
    fn of(times: &[f64], seconds: f64) -> Option<Self> {
        let number = (times.last()? / seconds).floor();
        if number < 2.0 {
            return None;
        }
        let (mut counts, mut last): (Vec<u64>, f64) = (Vec::new(), -1.0);
        for time in times {
            let window = (time / seconds).floor();
            if window >= number {
                break;
            }
            match counts.last_mut() {
                Some(count) if window <= last => *count += 1,
                _ => counts.push(1),
            }
            last = window;
        }
        counts.sort_unstable();
        Some(Self {
            counts,
            number: whole(number),
        })
    }

    fn dispersion(&self) -> Option<f64> {
        let number = self.number as f64;
        let mean = self.counts.iter().sum::<u64>() as f64 / number;
        let square = |&count: &u64| (count as f64 - mean).powi(2);
        let empty = number - self.counts.len() as f64;
        let squares = self.counts.iter().map(square).sum::<f64>() + empty * mean.powi(2);
        (mean > 0.0).then(|| squares / number / mean)
    }

    fn percentiles(&self) -> Option<PerMinute> {
        let empty = self.number - self.counts.len() as u64;
        let at = |percent| {
            let from_empty = place(self.number, percent).checked_sub(empty);
            let place = from_empty.and_then(|place| usize::try_from(place).ok());
            place
                .and_then(|place| self.counts.get(place))
                .copied()
                .unwrap_or(0)
        };
        Some(PerMinute {
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            max: *self.counts.last()?,
        })
    }
}
