//! From a question by names to a complete scenario.

mod bought;
mod checks;
mod fleet;
mod money;
mod nearest;
mod offers;
mod own;
mod run;
mod training;

use crate::{bounds, entry, model, native_format, plain_model, traffic};
use checks::Checks;
use estimator::choice::{Fleet, ModelChoice};
use estimator::date::Date;
use estimator::error::{Field, FieldError};
use estimator::model::Model;
use estimator::offer::Offer;
use estimator::precision::WeightFormat;
use estimator::serving::fields;
use estimator::serving::question::{Day, Growth, Question, Traffic};
use estimator::serving::release::{Month, in_time};
use estimator::serving::scenario::Scenario;
use estimator::workload::{Load, Variation, Workload};

pub use bought::BOUGHT_LABEL;
pub use fleet::{resolve_fleet, resolve_fleet_on, sharable};
pub use money::{resolve_money, resolve_money_on};
pub use nearest::{Filter, nearest};
pub use offers::{OWN_PRICE_LABEL, is_seller};
pub use run::{resolve_run, resolve_run_on};
pub use training::{fit_training, resolve_training, resolve_training_on};

/// As [`resolve_on`], with no clock: no price has expired.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve(question: &Question) -> Result<(Scenario, Vec<Offer>), Vec<FieldError>> {
    resolve_on(question, None)
}

/// Looks every name up and checks every number. The result is complete and
/// free of nonsense: an estimate of it cannot fail. The caller has the clock: by `today`,
/// prices that have expired give way to newer ones.
///
/// Offers are the accelerators that the fleet's filters leave, each at the
/// price that counts ([`crate::cheapest_on`]) or at the user's own; an accelerator
/// nobody is known to sell stays, without a price, unless it is one that nobody rents and
/// that nobody named. The user's own accelerator is always among them.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn resolve_on(
    question: &Question,
    today: Option<Date>,
) -> Result<(Scenario, Vec<Offer>), Vec<FieldError>> {
    let mut checks = Checks::default();
    let scenario = checked(question, today, &mut checks);
    let offers = offers::offers(&question.fleet, today, &mut checks);
    checks.end(scenario.map(|scenario| (scenario, offers)))
}

/// The offers that a fleet leaves at the prices of `today`, and everything that is wrong with it.
pub(crate) fn offers_of(fleet: &Fleet, today: Option<Date>) -> (Vec<Offer>, Vec<FieldError>) {
    let mut checks = Checks::default();
    let offers = offers::offers(fleet, today, &mut checks);
    (offers, checks.errors)
}

/// The scenario of a question whose fleet is asked elsewhere.
fn scenario_of(question: &Question, today: Option<Date>) -> Result<Scenario, Vec<FieldError>> {
    let mut checks = Checks::default();
    let scenario = checked(question, today, &mut checks);
    checks.end(scenario)
}

/// The scenario of a question, its fleet left out; `None` where there is no model.
fn checked(question: &Question, today: Option<Date>, checks: &mut Checks) -> Option<Scenario> {
    let model = chosen_model(&question.model, false, checks);
    let load = load(question, checks);
    numbers(question, checks);
    release(question, today, checks);
    growth(&question.growth, checks);
    Some(scenario(question, model?, load))
}

/// Checks the growth of the load: the one part of a question that today's answer does not depend
/// on.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn check_growth(wanted: &Growth) -> Result<(), Vec<FieldError>> {
    let mut checks = Checks::default();
    growth(wanted, &mut checks);
    checks.end(Some(()))
}

fn scenario(question: &Question, model: Model, load: Load) -> Scenario {
    Scenario {
        model,
        weights: question.weights,
        released: released(&question.model),
        kv_cache: question.kv_cache,
        workload: Workload {
            prefix_hit_rate: question.prefix_hit_rate,
            variation: variation(question),
            think: question.variety.think,
            ..Workload::plain(question.input_tokens, question.output_tokens, load)
        },
        sla: question.sla,
        engine: question.engine,
        serving: question.serving,
        limits: question.limits,
        calibration: question.calibration.clone(),
    }
}

/// The format that a model of the catalogue is released in.
fn released(model: &ModelChoice) -> Option<WeightFormat> {
    match model {
        ModelChoice::Catalog(id) => native_format(id),
        ModelChoice::Plain(_) | ModelChoice::Custom(_) => None,
    }
}

/// Lengths whose spread is not told spread as those of published traces.
fn variation(question: &Question) -> Variation {
    let variety = &question.variety;
    let typical = |mean: f64| traffic::TYPICAL_SPREAD * mean;
    Variation {
        input_p95: variety.input_p95.or(Some(typical(question.input_tokens))),
        output_p95: variety.output_p95.or(Some(typical(question.output_tokens))),
        arrivals: variety.burstiness,
    }
}

/// The model that is meant; encoders, which generate nothing, only where `encoders`.
fn chosen_model(choice: &ModelChoice, encoders: bool, checks: &mut Checks) -> Option<Model> {
    match choice {
        ModelChoice::Catalog(id) => {
            if id.trim().is_empty() {
                checks.missing(Field::Model);
                return None;
            }
            let meant = entry(id).is_some_and(|entry| encoders || entry.generates);
            let found = model(id).filter(|_| meant);
            if found.is_none() {
                checks.unknown(Field::Model, id);
            }
            found
        }
        ModelChoice::Plain(billions) => {
            let fine = checks.number(Field::Model, *billions, bounds::PLAIN);
            fine.then(|| plain_model(*billions))
        }
        ModelChoice::Custom(model) => {
            checks.shape(model);
            Some(model.as_ref().clone())
        }
    }
}

fn load(question: &Question, checks: &mut Checks) -> Load {
    match question.traffic {
        Traffic::Rate(rate) => {
            checks.number(Field::Traffic, rate, bounds::RATE);
        }
        Traffic::Users(users) => {
            checks.number(Field::Traffic, users, bounds::USERS);
            return Load::Steady(users);
        }
        Traffic::TokensPerDay {
            tokens,
            peak_to_mean,
        } => {
            checks.number(Field::Traffic, tokens, bounds::TOKENS_PER_DAY);
            checks.number(Field::PeakToMean, peak_to_mean, bounds::PEAK_TO_MEAN);
        }
        Traffic::People {
            people,
            active,
            each,
        } => {
            checks.number(Field::Traffic, people, bounds::PEOPLE);
            checks.number(Field::ActiveShare, active, bounds::ACTIVE_SHARE);
            checks.number(Field::RequestsEach, each, bounds::REQUESTS_EACH);
        }
    }
    let rate = question.traffic.peak_rate(question.output_tokens);
    Load::Poisson(rate.unwrap_or(0.0))
}

/// Numbers that another one bounds, then every number's own range.
fn numbers(question: &Question, checks: &mut Checks) {
    lengths(question, checks);
    host_cache(question, checks);
    // A hidden field does not matter.
    let kept = question.serving.restored > 0.0;
    for rows in fields::QUESTION {
        checks.rows(rows, question, |field| kept || field != Field::HostKept);
    }
}

/// The month of the engine's release has come, and the engine was there.
fn release(question: &Question, today: Option<Date>, checks: &mut Checks) {
    let engine = &question.engine;
    let today = today.and_then(|today| Month::parse(&today.iso()));
    if let Some(month) = engine.release.month
        && in_time(engine.engine, month, today).is_err()
    {
        checks.unknown(Field::Engine, &month.to_string());
    }
}

fn lengths(question: &Question, checks: &mut Checks) {
    let most = |field: Field| fields::range(field).map_or(f64::MAX, |(_, most)| most);
    let variety = &question.variety;
    // Above the mean, and no farther than lengths are drawn.
    let longer = |mean: f64, most: f64| {
        let mean = mean.clamp(1.0, most);
        (mean, (bounds::WIDEST_SPREAD * mean).min(most))
    };
    let input = longer(question.input_tokens, most(Field::InputTokens));
    checks.maybe(Field::InputP95, variety.input_p95, input);
    let output = longer(question.output_tokens, most(Field::OutputTokens));
    checks.maybe(Field::OutputP95, variety.output_p95, output);
    // A sequence longer than this is turned away by the engine.
    let longest = most(Field::MaxModelLen);
    let needed = question.input_tokens + question.output_tokens;
    let lengths = (needed.max(1.0).min(longest), longest);
    let admitted = question.engine.max_model_len.map(f64::from);
    checks.maybe(Field::MaxModelLen, admitted, lengths);
}

/// Hits of the accelerator's own cache need not come from the host.
fn host_cache(question: &Question, checks: &mut Checks) {
    if let Some((least, most)) = fields::range(Field::HostHits) {
        let rest = (most - question.prefix_hit_rate).clamp(least, most);
        checks.number(Field::HostHits, question.serving.restored, (least, rest));
    }
}

fn growth(growth: &Growth, checks: &mut Checks) {
    checks.rows(fields::GROWTH, growth, |_| true);
    match &growth.day {
        Day::Like(id) if traffic::hours(&growth.day).is_none() => {
            checks.unknown(Field::Day, id);
        }
        Day::Drawn(percent) => busiest(percent, checks),
        Day::Week(percent) => busiest(percent.as_slice(), checks),
        Day::Even | Day::Like(_) => {}
    }
    checks.rows(fields::DEMAND, growth, |_| true);
}

fn busiest(percent: &[u8], checks: &mut Checks) {
    let most = percent.iter().copied().max().unwrap_or(0);
    checks.number(Field::Day, f64::from(most), bounds::BUSIEST);
}
