//! From a question by names to a complete scenario.

mod checks;
mod money;
mod offers;
mod own;
mod run;
mod training;

use crate::{bounds, entry, model, plain_model, traffic};
use checks::Checks;
use estimator::choice::ModelChoice;
use estimator::date::Date;
use estimator::error::{Field, FieldError};
use estimator::model::Model;
use estimator::offer::Offer;
use estimator::serving::question::{Day, Growth, Question, Traffic};
use estimator::serving::scenario::Scenario;
use estimator::workload::{Load, Variation, Workload};

pub use money::{resolve_money, resolve_money_on};
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
    let model = chosen_model(&question.model, false, &mut checks);
    let load = load(question, &mut checks);
    lengths_and_sla(question, &mut checks);
    engine_and_limits(question, &mut checks);
    growth(&question.growth, &mut checks);
    let offers = offers::offers(&question.fleet, today, &mut checks);
    match (model, checks.errors.is_empty()) {
        (Some(model), true) => Ok((scenario(question, model, load), offers)),
        _ => Err(checks.errors),
    }
}

/// Checks what becomes of the load: the one part of a question that today's answer does
/// not depend on.
///
/// # Errors
///
/// Everything that is wrong, one error a field.
pub fn check_growth(wanted: &Growth) -> Result<(), Vec<FieldError>> {
    let mut checks = Checks::default();
    growth(wanted, &mut checks);
    if checks.errors.is_empty() {
        Ok(())
    } else {
        Err(checks.errors)
    }
}

fn scenario(question: &Question, model: Model, load: Load) -> Scenario {
    Scenario {
        model,
        weights: question.weights,
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
    }
    let rate = question.traffic.peak_rate(question.output_tokens);
    Load::Poisson(rate.unwrap_or(0.0))
}

fn lengths_and_sla(question: &Question, checks: &mut Checks) {
    checks.number(
        Field::InputTokens,
        question.input_tokens,
        bounds::INPUT_TOKENS,
    );
    checks.number(
        Field::OutputTokens,
        question.output_tokens,
        bounds::OUTPUT_TOKENS,
    );
    checks.number(
        Field::PrefixHitRate,
        question.prefix_hit_rate,
        bounds::PREFIX_HIT_RATE,
    );
    let variety = &question.variety;
    // Above the mean, and no farther than lengths are drawn.
    let longer = |mean: f64, most: f64| {
        let mean = mean.clamp(1.0, most);
        (mean, (bounds::WIDEST_SPREAD * mean).min(most))
    };
    let input = longer(question.input_tokens, bounds::INPUT_TOKENS.1);
    checks.maybe(Field::InputP95, variety.input_p95, input);
    let output = longer(question.output_tokens, bounds::OUTPUT_TOKENS.1);
    checks.maybe(Field::OutputP95, variety.output_p95, output);
    checks.number(Field::Burstiness, variety.burstiness, bounds::BURSTINESS);
    let seconds = |time: estimator::quantity::Seconds| time.get();
    checks.number(Field::Think, seconds(variety.think), bounds::THINK);
    checks.maybe(Field::Ttft, question.sla.ttft.map(seconds), bounds::TTFT);
    checks.maybe(Field::Tpot, question.sla.tpot.map(seconds), bounds::TPOT);
}

fn engine_and_limits(question: &Question, checks: &mut Checks) {
    let engine = &question.engine;
    let utilization = engine.memory_utilization;
    checks.maybe(
        Field::MemoryUtilization,
        utilization,
        bounds::MEMORY_UTILIZATION,
    );
    // A sequence longer than this is turned away by the engine.
    let (shortest, longest) = bounds::MAX_MODEL_LEN;
    let needed = question.input_tokens + question.output_tokens;
    let lengths = (needed.max(shortest).min(longest), longest);
    let wide = |count: Option<u32>| count.map(f64::from);
    checks.maybe(Field::MaxModelLen, wide(engine.max_model_len), lengths);
    checks.maybe(
        Field::MaxNumSeqs,
        wide(engine.max_num_seqs),
        bounds::MAX_NUM_SEQS,
    );
    checks.maybe(
        Field::MaxBatchedTokens,
        wide(engine.max_num_batched_tokens),
        bounds::MAX_BATCHED_TOKENS,
    );
    serving(question, checks);
    let poll = f64::from(engine.scheduler_poll_steps);
    checks.number(Field::Engine, poll, bounds::POLL_STEPS);

    let limits = &question.limits;
    checks.maybe(
        Field::MaxPerNode,
        wide(limits.max_per_node),
        bounds::ACCELERATORS,
    );
    let replica = f64::from(limits.max_per_replica);
    checks.number(Field::MaxPerReplica, replica, bounds::ACCELERATORS);
    let spares = f64::from(limits.spare_replicas);
    checks.number(Field::Spares, spares, bounds::SPARES);
}

fn serving(question: &Question, checks: &mut Checks) {
    let serving = &question.serving;
    let drafts = serving.speculation;
    let tokens = drafts.map(|drafts| f64::from(drafts.draft_tokens));
    checks.maybe(Field::DraftTokens, tokens, bounds::DRAFT_TOKENS);
    let chance = drafts.map(|drafts| drafts.acceptance);
    checks.maybe(Field::Acceptance, chance, bounds::ACCEPTANCE);
    let adapters = serving.adapters;
    let count = adapters.map(|adapters| f64::from(adapters.count));
    checks.maybe(Field::Adapters, count, bounds::ADAPTERS);
    let rank = adapters.map(|adapters| f64::from(adapters.rank));
    checks.maybe(Field::AdapterRank, rank, bounds::ADAPTER_RANK);
    // What the accelerator's own cache finds need not come from the host.
    let (least, most) = bounds::HOST_HITS;
    let rest = (most - question.prefix_hit_rate).clamp(least, most);
    checks.number(Field::HostHits, serving.restored, (least, rest));
    // What is not shown does not matter.
    if serving.restored > 0.0 {
        checks.number(Field::HostKept, serving.kept.get(), bounds::HOST_KEPT);
    }
}

fn growth(growth: &Growth, checks: &mut Checks) {
    checks.number(Field::Growth, growth.per_year, bounds::GROWTH);
    checks.number(Field::Horizon, f64::from(growth.months), bounds::HORIZON);
    match &growth.day {
        Day::Like(id) if traffic::hours(&growth.day).is_none() => {
            checks.unknown(Field::Day, id);
        }
        Day::Drawn(percent) => busiest(percent, checks),
        Day::Week(percent) => busiest(percent.as_slice(), checks),
        Day::Even | Day::Like(_) => {}
    }
    checks.maybe(Field::Weekend, growth.weekend, bounds::WEEKEND);
    let scaling = &growth.scaling;
    let least = f64::from(scaling.least);
    checks.number(Field::LeastReplicas, least, bounds::LEAST_REPLICAS);
    for (field, time) in [
        (Field::Cooldown, scaling.cooldown),
        (Field::Ahead, scaling.ahead),
        (Field::MachineStart, scaling.machine),
    ] {
        checks.number(field, time.get(), bounds::SCALING);
    }
    let interruptions = scaling.interruptions;
    checks.number(Field::Interruptions, interruptions, bounds::INTERRUPTIONS);
    checks.number(Field::Confidence, scaling.confidence, bounds::CONFIDENCE);
}

fn busiest(percent: &[u8], checks: &mut Checks) {
    let most = percent.iter().copied().max().unwrap_or(0);
    checks.number(Field::Day, f64::from(most), bounds::BUSIEST);
}
