//! The question, in words.

use super::{Part, Proposed, heading};
use crate::costs::names::basis;
use crate::i18n::{
    Msg, dollars, integer, number, percent, percent_chosen, say, seconds_chosen, text,
};
use crate::serving::answer::{at, engine_name, load_in_words, model_name};
use crate::serving::question::pricing::area_name;
use catalog::prices::seller_name;
use estimator::choice::Fleet;
use estimator::export::paper::Block;
use estimator::quantity::Seconds;
use estimator::serving::question::{Question, Traffic};

/// The section.
pub(super) fn parts(proposed: &Proposed<'_>) -> Vec<Part> {
    let question = &proposed.costs.answer.question;
    vec![heading(Msg::Question), Block::Facts(facts(question)).into()]
}

/// A name and what it is.
type Fact = (String, String);

fn fact(name: Msg, value: String) -> Fact {
    (text(name).to_owned(), value)
}

fn facts(question: &Question) -> Vec<Fact> {
    let formats = [question.weights.id(), question.kv_cache.id()];
    let lengths = say::summary_load(
        &number(question.input_tokens),
        &number(question.output_tokens),
    );
    let mut facts = vec![
        fact(Msg::Model, model_name(&question.model)),
        fact(Msg::ProposalFormats, formats.join(" / ")),
        fact(Msg::ProposalLoad, load_in_words(question.traffic)),
    ];
    facts.extend(busiest(question));
    facts.push(fact(Msg::ProposalLengths, lengths));
    if question.prefix_hit_rate > 0.0 {
        facts.push(fact(Msg::PrefixHits, percent(question.prefix_hit_rate)));
    }
    let sla = question.sla;
    let at = at(sla.percentile);
    let limit = |limit: Option<Seconds>| {
        limit.map_or_else(|| text(Msg::NoLimit).to_owned(), seconds_chosen)
    };
    facts.push((say::figure_ttft(at), limit(sla.ttft)));
    facts.push((say::figure_tpot(at), limit(sla.tpot)));
    if let Some(share) = sla.goodput {
        facts.push(fact(Msg::Goodput, percent(share)));
    }
    let spares = question.limits.spare_replicas;
    if spares > 0 {
        facts.push(fact(Msg::Spares, integer(f64::from(spares))));
    }
    if let Some(there) = question.limits.owned {
        facts.push(fact(Msg::Owned, integer(f64::from(there))));
    }
    if let Some(budget) = question.limits.budget {
        facts.push(fact(Msg::BudgetMonth, say::amount_month(&dollars(budget))));
    }
    // Nobody rents what is bought, on whatever terms.
    let paid = if question.fleet.bought || question.limits.owned.is_some() {
        text(Msg::WayOwned)
    } else {
        basis(question.fleet.basis)
    };
    facts.extend([
        fact(Msg::Engine, engine_name(question.engine.engine).to_owned()),
        fact(Msg::PriceBasis, paid.to_owned()),
        fact(Msg::Area, text(area_name(question.fleet.area)).to_owned()),
    ]);
    facts.extend(sellers(&question.fleet));
    facts
}

/// What a day's tokens, or people with access, come to in the busiest hour.
fn busiest(question: &Question) -> Vec<Fact> {
    let mut facts = match question.traffic {
        Traffic::Rate(_) | Traffic::Users(_) => return Vec::new(),
        Traffic::TokensPerDay { peak_to_mean, .. } => {
            vec![fact(Msg::PeakToMean, number(peak_to_mean))]
        }
        Traffic::People { active, each, .. } => vec![
            fact(Msg::ActiveShare, percent_chosen(active)),
            fact(Msg::RequestsEach, number(each)),
        ],
    };
    let rate = question.traffic.peak_rate(question.output_tokens);
    facts.extend(rate.map(|rate| fact(Msg::ProposalBusiest, say::load_of_rate(&number(rate)))));
    facts
}

/// The sellers that were asked for, and what some take off.
fn sellers(fleet: &Fleet) -> Vec<Fact> {
    let names = fleet.providers.iter().map(|id| seller_name(id));
    let names: Vec<&str> = names.collect();
    let named = (!names.is_empty()).then(|| names.join(text(Msg::ListComma)));
    let named = named.map(|names| fact(Msg::Sellers, names));
    let off = fleet.discounts.iter().filter(|(_, share)| *share > 0.0);
    let off = off.map(|(id, share)| {
        let name = say::discount_at(seller_name(id));
        (name, percent_chosen(*share))
    });
    named.into_iter().chain(off).collect()
}
