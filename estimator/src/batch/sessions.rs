//! Sessions as a line's load: seven numbers, main memory for caches and how turns are routed.

use super::estimate::Performance;
use super::fields::{fields, parse};
use super::input::{BatchError, Line};
use super::scenario::checked;
use crate::hardware::Accelerator;
use crate::placement::Placement;
use crate::quantity::{Bytes, RequestsPerSecond};
use crate::serving::estimate::{Estimated, performance};
use crate::serving::report;
use crate::serving::scenario::Scenario;
use crate::session::delay::Delay;
use crate::session::served::{Caching, Served};
use crate::session::settle::Overrides;
use crate::session::{LoadField, Population, Preset, Routing, Sessions};
use serde_json::{Map, Value};

fields! {
    /// The load: `at_once` or `per_hour`; fields left out are a coding agent's.
    #[derive(Debug, Clone, Default, PartialEq)]
    #[cfg_attr(
        feature = "typescript",
        derive(ts_rs::TS),
        ts(optional_fields, rename = "Sessions")
    )]
    pub(super) struct Given {
        at_once: Option<f64>,
        per_hour: Option<f64>,
        turns: Option<f64>,
        first: Option<f64>,
        shared: Option<f64>,
        added: Option<f64>,
        answer: Option<f64>,
        delay_p50_s: Option<f64>,
        delay_p90_s: Option<f64>,
        single_share: Option<f64>,
        compaction: Option<f64>,
        dropped: Option<f64>,
    }
}

/// The most main memory for caches, gigabytes: a petabyte.
const MOST_HOST: f64 = 1e6;

/// A line's sessions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    pub(super) load: Sessions,
    caching: Caching,
    /// Fields left to a default.
    pub(super) assumed: Map<String, Value>,
}

/// The finds of a deployment's caches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Found {
    hit_rate: f64,
    cliff: Option<f64>,
}

impl Found {
    /// Says it beside `speed`.
    pub(super) const fn beside(self, speed: &mut Performance) {
        speed.hit_rate = Some(self.hit_rate);
        speed.sessions_at_cliff = self.cliff;
    }
}

/// Reads them, where the line has them.
pub(super) fn asked(line: &Line) -> Result<Option<Asked>, BatchError> {
    let Some(given) = &line.sessions else {
        for (field, given) in [
            ("host_cache_gb", line.host_cache_gb.is_some()),
            ("routing", line.routing.is_some()),
        ] {
            if given {
                return Err(BatchError::new(field, "needs `sessions`"));
            }
        }
        return Ok(None);
    };
    for (field, given) in [
        ("concurrency", line.concurrency.is_some()),
        ("request_rate", line.request_rate.is_some()),
        ("input_tokens", line.input_tokens.is_some()),
        ("output_tokens", line.output_tokens.is_some()),
        ("load", line.load.is_some()),
    ] {
        if given {
            return Err(BatchError::new(field, "`sessions` say it"));
        }
    }
    let within = |field: &str| match field {
        "" => "sessions".to_owned(),
        field => format!("sessions.{field}"),
    };
    let given: Given =
        parse(given).map_err(|error| BatchError::new(&within(&error.field), error.message))?;
    let population = match (given.at_once, given.per_hour) {
        (Some(many), None) => Population::AtOnce(many),
        (None, Some(many)) => Population::PerHour(many),
        _ => {
            let message = "needed: either `at_once` or `per_hour`";
            return Err(BatchError::new("sessions", message));
        }
    };
    let usual = Preset::CodingAgent.sessions(1.0);
    let mut assumed = Map::new();
    let mut take = |field: LoadField, given: Option<f64>, usual: f64| {
        given.unwrap_or_else(|| {
            assumed.insert(field.name().to_owned(), usual.into());
            usual
        })
    };
    let first = take(LoadField::First, given.first, usual.first);
    let p50 = take(
        LoadField::DelayP50,
        given.delay_p50_s,
        usual.delay.p50.get(),
    );
    // As much longer as is usual.
    let tail = usual.delay.p90 / usual.delay.p50;
    let p90 = take(LoadField::DelayP90, given.delay_p90_s, p50 * tail);
    let load = Sessions {
        population,
        turns: take(LoadField::Turns, given.turns, usual.turns),
        single_share: take(
            LoadField::SingleShare,
            given.single_share,
            usual.single_share,
        ),
        first,
        shared: take(LoadField::Shared, given.shared, usual.shared.min(first)),
        added: take(LoadField::Added, given.added, usual.added),
        answer: take(LoadField::Answer, given.answer, usual.answer),
        delay: Delay::new(p50, p90),
        compaction: take(LoadField::Compaction, given.compaction, usual.compaction),
        dropped: given.dropped.unwrap_or(usual.dropped),
    };
    let load = load.checked().map_err(|error| {
        let (field, value) = (within(error.field.name()), error.value);
        match checked(&field, value, error.least, error.most) {
            Err(error) => error,
            Ok(_) => BatchError::new(&field, "is out of range"),
        }
    })?;
    let host = checked(
        "host_cache_gb",
        line.host_cache_gb.unwrap_or(0.0),
        0.0,
        MOST_HOST,
    )?;
    let routing = match line.routing.as_deref() {
        None => Routing::Session,
        Some(id) => Routing::from_id(id)
            .ok_or_else(|| BatchError::new("routing", format!("unknown value `{id}`")))?,
    };
    Ok(Some(Asked {
        load,
        caching: Caching {
            routing,
            host: Bytes::new(host * 1e9),
            overrides: Overrides {
                accelerator: line.prefix_hit_rate,
                host: None,
            },
            ..Caching::PLAIN
        },
        assumed,
    }))
}

impl Asked {
    /// The answer of one of `replicas` to its part; `None` where the chip lacks a rate.
    pub(super) fn estimated(
        &self,
        scenario: &Scenario,
        chip: &Accelerator,
        placement: Placement,
        replicas: f64,
    ) -> Option<(Estimated, Option<Found>)> {
        let caching = Caching {
            replicas,
            ..self.caching
        };
        let served = Served::new(scenario, chip, placement, self.load, caching)?;
        let answer = served.answer()?;
        let (replica, point) = (&answer.replica, &answer.point);
        let estimate = report::Estimate {
            placement,
            memory: replica.memory(point.outcome.running),
            performance: None,
        };
        if !estimate.memory.fits() {
            let overrun = None;
            return Some((Estimated { estimate, overrun }, None));
        }
        let overrun = answer.overrun.then(|| RequestsPerSecond::new(point.rate));
        let found = Found {
            hit_rate: answer.balance.warm.shares.found(),
            cliff: served.cliff().map(|cliff| cliff.sessions),
        };
        let performance = (!answer.overrun).then(|| performance(replica, point));
        let estimate = report::Estimate {
            performance,
            ..estimate
        };
        Some((Estimated { estimate, overrun }, Some(found)))
    }

    /// Turns a second that come, where they come whatever others wait.
    pub(super) fn rate(&self) -> Option<f64> {
        match self.load.population {
            Population::AtOnce(_) => None,
            Population::PerHour(_) => Some(self.load.rate(0.0) * self.load.mean_turns()),
        }
    }
}
