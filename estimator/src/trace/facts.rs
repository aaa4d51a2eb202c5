//! The answer: a trace's facts of rate, arrivals, lengths, sessions and caches. Serialised, it is
//! the object that the `trace` example prints.

use super::caches::Cache;
use super::summary::{Summary, moments};
use super::turns::{Sessions, by_blocks};
use super::windows::Windows;
use super::{Format, Lineage, Outputs, Trace, TraceError};
use serde::Serialize;

/// The facts of a trace.
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
    /// Hits of caches on the trace.
    pub cache: Option<Cache>,
    /// Sessions of the trace.
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

impl Trace {
    /// Its facts.
    ///
    /// # Errors
    ///
    /// More blocks than are held, or a number of pools that is not simulated.
    pub fn facts(&self) -> Result<Facts, TraceError> {
        let requests = &self.requests;
        let given = self.given();
        let has_blocks = self.has_blocks();
        let outputs = self.outputs(given.is_some());
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

    /// Whether answers enter the cache: where the file names its sessions, unless it was said.
    pub(super) fn outputs(&self, has_sessions: bool) -> Outputs {
        self.options.outputs.unwrap_or(if has_sessions {
            Outputs::Keep
        } else {
            Outputs::Drop
        })
    }

    /// Seconds since the first request.
    pub(super) fn times(&self) -> Vec<f64> {
        let first = self.requests.first().map_or(0.0, |request| request.stamp);
        self.requests
            .iter()
            .map(|request| request.stamp - first)
            .collect()
    }

    /// The session of each request where the file names them; one without a name stands alone.
    pub(super) fn given(&self) -> Option<Vec<u32>> {
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
}
