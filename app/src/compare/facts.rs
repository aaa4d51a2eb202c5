//! Everything a question asks, setting by setting, in the words of its fields.

use crate::costs::scaled_by;
use crate::i18n::{Msg, dollars, number, percent, say, seconds_chosen, text};
use crate::serving::answer::{at, calibrated_by, engine_name, load_in_words, model_name};
use crate::serving::question::folded::growth::day_name;
use crate::serving::question::folded::makers::vendor_name;
use crate::serving::question::folded::serving::parallel_name;
use crate::serving::question::pricing::{area_name, basis_name};
use crate::serving::question::with_what::name_of;
use estimator::choice::Fleet;
use estimator::engine::EngineSettings;
use estimator::quantity::Seconds;
use estimator::serving::autoscaling::Autoscaling;
use estimator::serving::link;
use estimator::serving::link::Link;
use estimator::serving::options::Serving;
use estimator::serving::question::{Growth, Question, Scaling, Traffic, Variety};
use estimator::serving::release::{Launch, Release};
use estimator::serving::scenario::Limits;
use estimator::workload::Sla;

/// A setting of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    /// Its name.
    pub(super) name: String,
    /// Its value, in words.
    pub(super) words: String,
    /// The same so that no two settings are one: words may leave something out.
    pub(super) exact: String,
}

fn said(name: Msg, words: impl Into<String>) -> Fact {
    let words = words.into();
    Fact {
        name: text(name).to_owned(),
        exact: words.clone(),
        words,
    }
}

/// A value that is chosen or switched on, or else a word for nothing.
fn or(value: Option<String>, nothing: Msg) -> String {
    value.unwrap_or_else(|| text(nothing).to_owned())
}

fn whole(count: Option<u32>, nothing: Msg) -> String {
    or(count.map(|count| number(f64::from(count))), nothing)
}

/// All settings, in the order of the page's fields: the same ones of every question. Reactive.
pub(super) fn facts(question: &Question) -> Vec<Fact> {
    let Question {
        model,
        weights,
        kv_cache,
        traffic,
        input_tokens,
        output_tokens,
        prefix_hit_rate,
        variety,
        sla,
        fleet,
        engine,
        serving,
        limits,
        growth,
        calibration,
    } = question;
    let whole = link::write(&Link {
        question: question.clone(),
        ..Link::default()
    });
    // Its pairs in a link tell two settings apart.
    let exact = |keys: &[&str], fact: Fact| {
        let is_of = |pair: &&str| keys.iter().any(|key| pair.starts_with(key));
        let pairs: Vec<&str> = whole.split('&').filter(is_of).collect();
        Fact {
            exact: pairs.join("&"),
            ..fact
        }
    };
    let mut all = vec![
        exact(&["model=", "shape="], said(Msg::Model, model_name(model))),
        said(Msg::Weights, weights.id()),
        said(Msg::KvCache, kv_cache.id()),
        said(Msg::LoadRate, load(*traffic)),
        said(Msg::InputTokens, number(*input_tokens)),
        said(Msg::OutputTokens, number(*output_tokens)),
        said(Msg::PrefixHits, percent(*prefix_hit_rate)),
    ];
    all.extend(of_variety(variety));
    all.extend(of_sla(sla));
    all.extend(of_fleet(fleet).into_iter().map(|(keys, fact)| {
        if keys.is_empty() {
            fact
        } else {
            exact(keys, fact)
        }
    }));
    all.extend(of_limits(limits));
    all.extend(of_engine(engine));
    all.extend(of_serving(serving));
    let day = day_name(&growth.day).map(|name| text(name).to_owned());
    all.push(exact(
        &["day="],
        said(Msg::DayProfile, or(day, Msg::NotKnown)),
    ));
    all.extend(of_growth(growth));
    let measured = calibration.as_deref().filter(|record| !record.off);
    let measured = measured.map(|record| calibrated_by(record, false));
    all.push(exact(
        &["calibration="],
        said(Msg::CompareCalibration, or(measured, Msg::Off)),
    ));
    all
}

fn load(traffic: Traffic) -> String {
    let words = load_in_words(traffic);
    match traffic {
        Traffic::TokensPerDay { peak_to_mean, .. } => {
            format!(
                "{words}, {} {}",
                text(Msg::PeakToMean),
                number(peak_to_mean)
            )
        }
        Traffic::People { active, each, .. } => {
            format!(
                "{words}, {} {}, {} {}",
                text(Msg::ActiveShare),
                percent(active),
                text(Msg::RequestsEach),
                number(each)
            )
        }
        Traffic::Rate(_) | Traffic::Users(_) => words,
    }
}

fn of_variety(variety: &Variety) -> [Fact; 4] {
    let Variety {
        input_p95,
        output_p95,
        burstiness,
        think,
    } = *variety;
    let length = |tokens: Option<f64>| or(tokens.map(number), Msg::SpreadTypical);
    [
        said(Msg::InputP95, length(input_p95)),
        said(Msg::OutputP95, length(output_p95)),
        said(Msg::Burstiness, number(burstiness)),
        said(Msg::ThinkTime, seconds_chosen(think)),
    ]
}

fn of_sla(sla: &Sla) -> [Fact; 5] {
    let Sla {
        ttft,
        tpot,
        percentile,
        certainty,
        goodput,
    } = *sla;
    let limit = |limit: Option<Seconds>| or(limit.map(seconds_chosen), Msg::NoLimit);
    [
        said(Msg::Ttft, limit(ttft)),
        said(Msg::Tpot, limit(tpot)),
        said(Msg::Percentile, at(percentile)),
        said(
            Msg::Certainty,
            crate::serving::question::how_fast::certain_in(certainty),
        ),
        said(Msg::Goodput, or(goodput.map(percent), Msg::Off)),
    ]
}

/// The settings of the fleet, with their keys in a link where words leave something out.
fn of_fleet(fleet: &Fleet) -> Vec<(&'static [&'static str], Fact)> {
    let Fleet {
        vendors,
        accelerators,
        providers,
        area,
        basis,
        own_prices,
        listed,
        discounts,
        currency,
        own_accelerator,
        announced,
        by_accelerator,
        bought,
    } = fleet;
    let listing = |names: Vec<String>, nothing: Msg| {
        let some = (!names.is_empty()).then(|| names.join(text(Msg::ListComma)));
        or(some, nothing)
    };
    let accelerators = accelerators.iter().map(|id| name_of(id)).collect();
    let vendors = vendors.iter().map(|vendor| vendor_name(*vendor).to_owned());
    let sellers = providers.iter().map(|id| seller(id));
    let prices = own_prices
        .iter()
        .map(|(id, price)| format!("{} {}", name_of(id), dollars(price.get())));
    let discounts = discounts
        .iter()
        .map(|(id, share)| format!("{} {}", seller(id), percent(*share)));
    let listed = (!listed.is_empty()).then(|| say::compare_rows(listed.len() as f64));
    let currency = currency.map(|currency| {
        let code = currency.code();
        format!("{} ({})", code.as_str(), number(currency.per_usd()))
    });
    let own = own_accelerator.as_ref().map(|own| own.name.clone());
    let yes = |holds: bool| text(if holds { Msg::ChartYes } else { Msg::ChartNo });
    vec![
        (
            &[],
            said(
                Msg::Accelerators,
                listing(accelerators, Msg::AcceleratorsAll),
            ),
        ),
        (
            &[],
            said(Msg::Vendors, listing(vendors.collect(), Msg::CompareAll)),
        ),
        (
            &[],
            said(Msg::Sellers, listing(sellers.collect(), Msg::CompareAll)),
        ),
        (&[], said(Msg::Announced, yes(*announced))),
        (&[], said(Msg::ByAccelerator, yes(*by_accelerator))),
        (&[], said(Msg::WayBuy, yes(*bought))),
        (&[], said(Msg::PriceBasis, text(basis_name(*basis)))),
        (&[], said(Msg::Area, text(area_name(*area)))),
        (
            &["price."],
            said(Msg::PricesMore, listing(prices.collect(), Msg::Off)),
        ),
        (&["listed="], said(Msg::CompareList, or(listed, Msg::Off))),
        (
            &["off."],
            said(
                Msg::CompareDiscounts,
                listing(discounts.collect(), Msg::Off),
            ),
        ),
        (
            &["currency="],
            said(Msg::CompareCurrency, or(currency, Msg::CompareDollars)),
        ),
        (&["own="], said(Msg::OwnMore, or(own, Msg::Off))),
    ]
}

/// The name of a seller.
fn seller(id: &str) -> String {
    let mut sellers = catalog::prices::sellers().iter();
    let known = sellers.find(|(known, _)| known.eq_ignore_ascii_case(id));
    known.map_or_else(|| id.to_owned(), |(_, name)| (*name).to_owned())
}

fn of_limits(limits: &Limits) -> [Fact; 5] {
    let Limits {
        max_per_node,
        max_per_replica,
        spare_replicas,
        owned,
        budget,
    } = *limits;
    [
        said(Msg::MaxPerNode, whole(max_per_node, Msg::NoLimit)),
        said(
            Msg::MaxPerReplica,
            whole(Some(max_per_replica), Msg::NoLimit),
        ),
        said(Msg::Spares, whole(Some(spare_replicas), Msg::Off)),
        said(Msg::Owned, whole(owned, Msg::Off)),
        said(Msg::BudgetMonth, or(budget.map(dollars), Msg::NoLimit)),
    ]
}

fn of_engine(engine: &EngineSettings) -> [Fact; 8] {
    let EngineSettings {
        engine,
        memory_utilization,
        max_model_len,
        max_num_seqs,
        max_num_batched_tokens,
        scheduler_poll_steps,
        release,
    } = *engine;
    // When the model came out is the catalogue's.
    let Release {
        launch,
        month,
        model: _,
    } = release;
    let launch = match launch {
        Launch::Tuned => Msg::CompareLaunchTuned,
        Launch::Default => Msg::CompareLaunchDefault,
        Launch::FirstPort => Msg::CompareLaunchFirstPort,
    };
    let month = month.map(|month| month.to_string());
    let share = memory_utilization.map(percent);
    [
        said(Msg::Engine, engine_name(engine)),
        said(Msg::CompareRelease, or(month, Msg::CompareReleaseCurrent)),
        said(Msg::CompareLaunch, text(launch)),
        said(Msg::MemoryUtilization, or(share, Msg::EngineDefault)),
        said(Msg::MaxModelLen, whole(max_model_len, Msg::EngineDefault)),
        said(Msg::MaxNumSeqs, whole(max_num_seqs, Msg::EngineDefault)),
        said(
            Msg::MaxBatchedTokens,
            whole(max_num_batched_tokens, Msg::EngineDefault),
        ),
        said(
            Msg::ComparePoll,
            whole(Some(scheduler_poll_steps), Msg::EngineDefault),
        ),
    ]
}

fn of_serving(serving: &Serving) -> [Fact; 8] {
    let Serving {
        speculation,
        adapters,
        restored,
        kept,
        disaggregated,
        parallelism,
    } = *serving;
    let accepted = speculation.map(|drafts| percent(drafts.acceptance));
    let phases = if disaggregated {
        Msg::PhasesApart
    } else {
        Msg::PhasesTogether
    };
    [
        said(
            Msg::DraftTokens,
            whole(speculation.map(|drafts| drafts.draft_tokens), Msg::Off),
        ),
        said(Msg::Acceptance, or(accepted, Msg::Off)),
        said(
            Msg::Adapters,
            whole(adapters.map(|some| some.count), Msg::Off),
        ),
        said(
            Msg::AdapterRank,
            whole(adapters.map(|some| some.rank), Msg::Off),
        ),
        said(Msg::HostHits, percent(restored)),
        said(Msg::HostKept, seconds_chosen(kept)),
        said(Msg::Phases, text(phases)),
        said(Msg::Parallelism, text(parallel_name(parallelism))),
    ]
}

fn of_growth(growth: &Growth) -> [Fact; 10] {
    let Growth {
        per_year,
        months,
        day: _,
        weekend,
        scaling,
    } = growth;
    let Scaling {
        least,
        cooldown,
        ahead,
        machine,
        interruptions,
        confidence,
        autoscaler,
    } = *scaling;
    [
        said(Msg::GrowthRate, percent(*per_year)),
        said(
            Msg::Horizon,
            format!("{} {}", number(f64::from(*months)), text(Msg::SymbolMonths)),
        ),
        said(
            Msg::DemandWeekend,
            or(weekend.map(percent), Msg::CompareOfTrace),
        ),
        Fact {
            exact: autoscaler.map(Autoscaling::text).unwrap_or_default(),
            ..said(
                Msg::ScalingAutoscaler,
                text(scaled_by(autoscaler.map(|chosen| chosen.by))),
            )
        },
        said(Msg::ScalingLeast, number(f64::from(least))),
        said(Msg::ScalingCooldown, seconds_chosen(cooldown)),
        said(Msg::ScalingAhead, seconds_chosen(ahead)),
        said(Msg::ScalingMachine, seconds_chosen(machine)),
        said(Msg::ScalingInterruptions, percent(interruptions)),
        Fact {
            exact: confidence.to_string(),
            ..said(
                Msg::ScalingConfidence,
                format!("{}%", number(confidence * 100.0)),
            )
        },
    ]
}
