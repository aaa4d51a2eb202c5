//! The cost of an answer: per hour, month and year, per million tokens, request and user.
//!
//! As in [`crate::serving::cost`], the price of input tokens is the whole bill over the prompts,
//! that of output tokens the whole bill over the answers; the blended one is the bill over both,
//! in the traffic's own mix: `1 / (1/input + 1/output)`. At full load the fleet carries as much as
//! the demands allow, at the same bill.
//!
//! Idle is the part of the bill that no load needs, as the week's demand counts it
//! ([`super::demand`]); the floor is the bill before the first request: the fewest replicas where they are rented, all of it where they are
//! owned.

use super::case::Rates;
use super::input::{Input, Values};
use crate::quantity::{TokensPerSecond, Usd, UsdPerHour, Watts};
use crate::rental::{HOURS_PER_MONTH, per_month};
use crate::serving::cost::tokens_per_dollar;
use crate::training::Job;
use crate::training::report::Run;
use crate::workload::Load;
use serde::Serialize;

/// Months of a year.
const MONTHS: f64 = super::ownership::MONTHS;

/// A billion.
const BILLION: f64 = 1e9;

/// A million of tokens, in dollars.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PerMillion {
    /// Of input.
    pub input: Usd,
    /// Of output.
    pub output: Usd,
    /// Of both, in the traffic's own mix.
    pub blended: Usd,
}

/// The cost of an answer: the fleet that the busiest hour needs, paid for all the time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Units {
    /// The fleet that the busiest hour needs, per hour.
    pub per_hour: UsdPerHour,
    /// Per month of 730 hours; the cost of a month of the week's demand is
    /// [`super::curve::Curve::monthly`].
    pub per_month: Usd,
    /// Per year of twelve such months.
    pub per_year: Usd,
    /// Per million tokens at the load asked for.
    pub demanded: PerMillion,
    /// Per million tokens when the fleet is as full as the demands allow.
    pub full: PerMillion,
    /// Per request at the load asked for; over the week it is
    /// [`super::api::Contest::per_request`].
    pub per_request: Usd,
    /// A month's bill over those who share it, where their number was told.
    pub per_user: Option<Usd>,
    /// A month's bill over those who wait for an answer at once in the busiest hour, where
    /// the load is counted in them.
    pub per_user_at_once: Option<Usd>,
    /// Mean load of the week over the fleet's capacity, 0 to 1.
    pub utilization: f64,
    /// The cost of a month's idle part.
    pub idle: Usd,
    /// The cost of a month before the first request.
    pub floor: Usd,
    /// Output tokens a dollar buys at full load.
    pub per_dollar: f64,
    /// Output tokens a kilowatt-hour at the meter gives at full load.
    pub per_kilowatt_hour: Option<f64>,
}

/// Users that a bill is parted by: two numbers that are never each other's stand-in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Users {
    /// Who share the bill, as told.
    pub(super) sharing: Option<f64>,
    /// Users who wait for an answer at once in the busiest hour.
    pub(super) at_once: Option<f64>,
}

impl Users {
    /// As the inputs and the load say.
    pub(super) fn of(values: &Values, load: Load) -> Self {
        Self {
            sharing: values.get(Input::Users),
            at_once: match load {
                Load::Steady(users) => Some(users),
                _ => None,
            },
        }
    }

    /// Both shares of a month's bill.
    fn share(self, month: Usd) -> (Option<Usd>, Option<Usd>) {
        let of = |users: Option<f64>| users.map(|users| month / users);
        (of(self.sharing), of(self.at_once))
    }
}

/// The quantities that units are counted over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Over {
    pub(super) rates: Rates,
    /// Mean load over that of the busiest hour.
    pub(super) mean: f64,
    /// Share of the bill that is paid without any load.
    pub(super) least: f64,
    /// Share of the bill that no load needs.
    pub(super) idle: f64,
    pub(super) users: Users,
    /// The fleet's power at the meter under load.
    pub(super) drawn: Option<Watts>,
}

/// The units of a fleet that is paid `per_hour`.
pub(super) fn units(per_hour: UsdPerHour, over: &Over) -> Units {
    let Rates {
        requests,
        input,
        output,
        full,
    } = over.rates;
    let per_month = per_month(per_hour);
    let demanded = PerMillion {
        input: per_hour.per_million(input),
        output: per_hour.per_million(output),
        blended: per_hour.per_million(TokensPerSecond::new(input.get() + output.get())),
    };
    let utilization = over.mean / full;
    let (per_user, per_user_at_once) = over.users.share(per_month);
    Units {
        per_hour,
        per_month,
        per_year: per_month * MONTHS,
        demanded,
        full: PerMillion {
            input: demanded.input / full,
            output: demanded.output / full,
            blended: demanded.blended / full,
        },
        per_request: Usd::new(per_hour.get() / (3600.0 * requests.get())),
        per_user,
        per_user_at_once,
        utilization,
        idle: per_month * over.idle,
        floor: Usd::new(per_hour.get() * HOURS_PER_MONTH * over.least),
        per_dollar: tokens_per_dollar(output * full, per_hour),
        per_kilowatt_hour: over
            .drawn
            .map(|drawn| output.get() * full / drawn.over_hours(1.0 / 3600.0).get()),
    }
}

/// The units of a training run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TrainingUnits {
    /// All of it.
    pub per_run: Usd,
    /// Per billion tokens that are trained on.
    pub per_billion_tokens: Usd,
    /// Tokens a dollar trains on.
    pub per_dollar: f64,
    /// Tokens a kilowatt-hour of the boards trains on.
    pub per_kilowatt_hour: Option<f64>,
}

/// The units of `run` of `job`; `None` without a price.
#[must_use]
pub fn training(job: &Job, run: &Run) -> Option<TrainingUnits> {
    let per_run = run.cost?;
    Some(TrainingUnits {
        per_run,
        per_billion_tokens: per_run * BILLION / job.tokens,
        per_dollar: job.tokens / per_run.get(),
        per_kilowatt_hour: run.energy_kwh.map(|energy| job.tokens / energy),
    })
}
