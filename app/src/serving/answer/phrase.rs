//! Turns of phrase that several parts of the answer share.

use crate::i18n::{compact, dollars, integer, number, percent, say, seconds, seconds_chosen};
use crate::serving::solve::Answer;
use estimator::choice::ModelChoice;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::report::{Candidate, Demand, Miss, Sizing};

/// A model's name as people say it.
pub(crate) fn model_name(choice: &ModelChoice) -> String {
    match choice {
        ModelChoice::Catalog(id) => {
            catalog::entry(id).map_or_else(|| id.clone(), |entry| entry.name.to_owned())
        }
        ModelChoice::Plain(billions) => say::unit_billion(&number(*billions)),
        ModelChoice::Custom(model) => model.id.clone(),
    }
}

/// What a file with an answer to this question is about: the model and the load.
pub(crate) fn about(question: &Question) -> Vec<String> {
    vec![model_name(&question.model), question.traffic.slug()]
}

/// The traffic in its own unit: `10 requests/s`.
pub(crate) fn load_in_words(traffic: Traffic) -> String {
    match traffic {
        Traffic::Rate(rate) => say::load_of_rate(&number(rate)),
        Traffic::Users(users) => say::load_of_users(users),
        Traffic::TokensPerDay { tokens, .. } => say::load_of_tokens(&compact(tokens)),
        Traffic::People { people, .. } => say::load_of_people(people),
    }
}

/// A share of the traffic.
pub(super) fn scaled(traffic: Traffic, share: f64) -> Traffic {
    match traffic.times(share) {
        // Part of a user is none.
        Traffic::Users(users) => Traffic::Users(users.floor()),
        Traffic::People {
            people,
            active,
            each,
        } => Traffic::People {
            people: people.floor(),
            active,
            each,
        },
        other => other,
    }
}

/// The name of the accelerator of a candidate.
pub(crate) fn name<'a>(answer: &'a Answer, candidate: &Candidate) -> &'a str {
    answer
        .offer(candidate)
        .map_or("", |offer| &offer.accelerator.name)
}

/// So many accelerators of a name: `16 × H100 SXM`.
pub(crate) fn gpus(count: u32, name: &str) -> String {
    say::gpus_of(&integer(f64::from(count)), name)
}

/// `2 replicas of 4 × H100 SXM`.
pub(crate) fn spelled_out(sizing: &Sizing, name: &str) -> String {
    let each = sizing.estimate.placement.accelerators();
    say::replicas_of(
        f64::from(sizing.replicas),
        &say::gpus_of(&each.to_string(), name),
    )
}

/// `2 × 4 × H100 SXM`: replicas, accelerators of one; `3 × L4` where one has one.
pub(crate) fn in_short(sizing: &Sizing, name: &str) -> String {
    let each = sizing.estimate.placement.accelerators();
    // Replicas of one accelerator are their number of it.
    let each = match each {
        1 => String::new(),
        each => format!("{each}\u{a0}×\u{a0}"),
    };
    format!("{}\u{a0}×\u{a0}{each}{name}", sizing.replicas)
}

/// The cost of a sizing by the hour.
pub(super) fn hourly(sizing: &Sizing) -> Option<String> {
    sizing.cost.map(|cost| dollars(cost.per_hour.get()))
}

/// The load that could still be added, in percent.
pub(crate) fn headroom(sizing: &Sizing) -> String {
    percent(sizing.headroom.max(0.0))
}

/// Every demand that a sizing misses, those of times in the words of `miss`.
pub(super) fn each_missed(sizing: &Sizing, miss: fn(&Miss) -> String) -> Vec<String> {
    let goodput = sizing.goodput_missed();
    let goodput = goodput.map(|within| say::reason_goodput(&percent(within)));
    sizing.misses.iter().map(miss).chain(goodput).collect()
}

/// Every demand that a sizing misses, beside its limit.
pub(super) fn missed(sizing: &Sizing) -> Vec<String> {
    each_missed(sizing, miss)
}

/// `TPOT 46 ms instead of 40 ms`.
fn miss(miss: &Miss) -> String {
    let (value, limit) = (seconds(miss.value), seconds_chosen(miss.limit));
    match miss.demand {
        Demand::Ttft => say::miss_ttft(&limit, &value),
        Demand::Tpot => say::miss_tpot(&limit, &value),
    }
}
