//! One number's derivation: closed, its name and value; open, its formula, the
//! same with the values in it, and a table of its terms.

use super::filled::with_values;
use super::symbol::meaning;
use super::value::value;
use crate::browser::filled;
use crate::element::Element;
use crate::i18n::{Msg, integer, say, text};
use estimator::band::{Band, Evidence};
use estimator::serving::explain::{Derivation, DerivationId, Source, Term};
use estimator::serving::speed::Constants;
use leptos::prelude::*;

/// The element that a derivation is opened by.
pub(crate) const fn element_id(id: DerivationId) -> &'static str {
    match id {
        DerivationId::Weights => "why-weights",
        DerivationId::KvPerToken => "why-kv-per-token",
        DerivationId::KvPool => "why-kv-pool",
        DerivationId::Concurrency => "why-concurrency",
        DerivationId::Crowd => "why-crowd",
        DerivationId::Step => "why-step",
        DerivationId::Tpot => "why-tpot",
        DerivationId::Ttft => "why-ttft",
        DerivationId::Throughput => "why-throughput",
        DerivationId::Replicas => "why-replicas",
        DerivationId::CostPerHour => "why-cost-per-hour",
        DerivationId::CostPerMillion => "why-cost-per-million",
        DerivationId::TokensPerDollar => "why-tokens-per-dollar",
    }
}

const fn name(id: DerivationId) -> Msg {
    match id {
        DerivationId::Weights => Msg::WhyWeights,
        DerivationId::KvPerToken => Msg::WhyKvPerToken,
        DerivationId::KvPool => Msg::WhyKvPool,
        DerivationId::Concurrency => Msg::WhyConcurrency,
        DerivationId::Crowd => Msg::WhyCrowd,
        DerivationId::Step => Msg::WhyStep,
        DerivationId::Tpot => Msg::WhyTpot,
        DerivationId::Ttft => Msg::WhyTtft,
        DerivationId::Throughput => Msg::WhyThroughput,
        DerivationId::Replicas => Msg::WhyReplicas,
        DerivationId::CostPerHour => Msg::WhyCostPerHour,
        DerivationId::CostPerMillion => Msg::WhyCostPerMillion,
        DerivationId::TokensPerDollar => Msg::WhyTokensPerDollar,
    }
}

fn source(from: Source) -> String {
    let words = match from {
        Source::Fit => {
            let rows = Constants::FITTED_ON;
            let [tpot, ttft, full] =
                [rows.tpot, rows.ttft, rows.full_batches].map(|count| integer(f64::from(count)));
            return say::source_fit(&full, &tpot, &ttft);
        }
        Source::Kernels => Msg::SourceKernels,
        Source::Rows => Msg::SourceRows,
        Source::BlockLayout => Msg::SourceBlockLayout,
        Source::EngineDefault => Msg::SourceEngineDefault,
        Source::Setting => Msg::SourceSetting,
    };
    text(words).to_owned()
}

/// A derivation, open where it is the one in `opened`. Its body exists only
/// while it is open.
pub(super) fn view(one: &Derivation, opened: RwSignal<Option<DerivationId>>) -> AnyView {
    let id = one.id;
    let open = opened.get() == Some(id);
    let body = open.then(|| body(one));
    view! {
        <details open=open>
            <summary
                id=element_id(id)
                on:click=move |event| {
                    event.prevent_default();
                    opened.update(|at| *at = (*at != Some(id)).then_some(id));
                }
            >
                <span>{text(name(id))}</span>
                <strong>{value(&one.result)}</strong>
            </summary>
            {body}
        </details>
    }
    .into_any()
}

/// The body of an open derivation.
fn body(one: &Derivation) -> AnyView {
    let constants = one.constants.iter().map(|constant| constant.term);
    let known: Vec<Term> = one.terms.iter().copied().chain(constants).collect();
    let values = with_values(&one.formula, &known)
        .map(|formula| format!("{formula} = {}", value(&one.result)));
    let rule = one.rule.map(str::to_owned);
    let heads = [
        (Msg::WhySymbol, ""),
        (Msg::WhyMeaning, ""),
        (Msg::WhyValue, "figure"),
    ]
    .map(|(title, class)| Element::heading("col", text(title)).with("class", class));
    let terms = one.terms.iter().map(|term| row(term, None));
    let constants = one
        .constants
        .iter()
        .map(|constant| row(&constant.term, Some(&source(constant.source))));
    let mut parts = vec![Element::words("p", "formula", &one.formula)];
    let worked = values.into_iter().chain(rule);
    parts.extend(worked.map(|line| Element::words("p", "formula values", line)));
    let terms = terms.chain(constants).collect();
    parts.push(Element::table("terms", heads.into(), terms));
    if let Some(band) = &one.band {
        parts.push(Element::words("p", "aside", certainty(band, &one.result)));
    }
    view! { <div class="derivation" use:filled=parts></div> }.into_any()
}

/// A symbol, its meaning and source, and its value.
fn row(term: &Term, source: Option<&str>) -> Element {
    let words = meaning(term.symbol).map_or("", text);
    let mut meaning = Element::words("td", "words", words);
    if let Some(source) = source {
        meaning = meaning.say(" ").and(Element::words("small", "", source));
    }
    Element::new("tr")
        .and(Element::heading("row", term.symbol))
        .and(meaning)
        .and(Element::words("td", "figure", value(term)))
}

/// How far the truth may lie from a result, and the basis of that.
fn certainty(band: &Band, result: &Term) -> String {
    let at = |factor: f64| {
        value(&Term {
            value: result.value * factor,
            ..*result
        })
    };
    let evidence = text(match band.evidence {
        Evidence::Measured => Msg::EvidenceMeasured,
        Evidence::Interpolated => Msg::EvidenceInterpolated,
        Evidence::Unmeasured => Msg::EvidenceUnmeasured,
    });
    say::why_band(evidence, &at(band.high), &at(band.low))
}
