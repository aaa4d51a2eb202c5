//! The five figures of the verdict, each with its limit and its range.

use crate::browser;
use crate::control::word;
use crate::i18n::{self, Msg, about, dollars, number, say, seconds, seconds_chosen, t, text};
use crate::serving::solve::Answer;
use estimator::band::Band;
use estimator::quantity::Seconds;
use estimator::serving::explain::DerivationId;
use estimator::serving::report::{Candidate, Latency, Sizing};
use estimator::workload::Percentile;
use leptos::prelude::*;

/// The row of figures; empty where nothing runs.
pub(super) fn figures(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let speed = sizing.estimate.performance.as_ref();
    let (Some(performance), Some(output), Some(at_once)) =
        (speed, sizing.output(), sizing.concurrency())
    else {
        return ().into_any();
    };
    let output = output.get();
    let sla = answer.question.sla;
    let at = match sla.percentile {
        Percentile::Mean => text(Msg::AtMean),
        other => other.id(),
    };
    let cost = sizing.cost.map(|cost| dollars(cost.per_month.get()));
    let month = monthly(answer, candidate, sizing);
    view! {
        <dl class="figures">
            {latency(DerivationId::Ttft, say::figure_ttft(at), performance.ttft, sla.ttft)}
            {latency(DerivationId::Tpot, say::figure_tpot(at), performance.tpot, sla.tpot)}
            {figure(
                DerivationId::Throughput,
                text(Msg::FigureThroughput).to_owned(),
                number(output),
                text(Msg::TokensPerSecond).to_owned(),
                Some(range(performance.output_band, |factor| number(output * factor))),
            )}
            {figure(
                DerivationId::Crowd,
                text(Msg::FigureAtOnce).to_owned(),
                about(performance.concurrency),
                say::of_limit(&about(sizing.max_concurrency)),
                Some(say::in_all(&about(at_once))),
            )}
            {(!i18n::is_priceless())
                .then(|| {
                    figure(
                        DerivationId::CostPerHour,
                        text(Msg::FigureMonth).to_owned(),
                        cost.unwrap_or_else(|| text(Msg::NotKnown).to_owned()),
                        text(Msg::Hours730).to_owned(),
                        month,
                    )
                })}
        </dl>
    }
    .into_any()
}

/// The range of the monthly cost: its price may have changed since it was read.
fn monthly(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> Option<String> {
    let spread = sizing
        .price(answer.offer(candidate)?)?
        .spread(browser::today()?);
    let month = sizing.cost?.per_month.get();
    let said = say::range(&dollars(month * spread.high), &dollars(month * spread.low));
    (spread.low < spread.high).then_some(said)
}

fn latency(id: DerivationId, name: String, latency: Latency, limit: Option<Seconds>) -> AnyView {
    let value = latency.at_percentile;
    let limit = limit.map_or_else(
        || text(Msg::NoLimit).to_owned(),
        |limit| say::of_limit(&seconds_chosen(limit)),
    );
    let range = range(latency.band, |factor| seconds(value * factor));
    figure(id, name, seconds(value), limit, Some(range))
}

/// `0.39 s to 0.99 s`.
fn range(band: Band, shown: impl Fn(f64) -> String) -> String {
    say::range(&shown(band.high), &shown(band.low))
}

fn figure(
    id: DerivationId,
    name: String,
    value: String,
    beside: String,
    below: Option<String>,
) -> AnyView {
    let name = match id {
        DerivationId::Throughput => word("throughput", name),
        DerivationId::Crowd => word("concurrency", name),
        _ => name.into_any(),
    };
    view! {
        <div>
            <dt>{name}</dt>
            <dd>
                <b>{super::explained::of_best(id, value)}</b>
                " "
                <small>{beside}</small>
                <small class="range" title=t(Msg::RangeHint)>{below}</small>
            </dd>
        </div>
    }
    .into_any()
}
