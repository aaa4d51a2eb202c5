//! The figures of the verdict: two gauges against the limits, and what a replica and all of them
//! carry.

use super::words::at;
use crate::control::{gauge, word};
use crate::i18n::{self, Msg, about, dollars, number, say, seconds, t, text};
use crate::serving::answer::Figure;
use crate::serving::baseline::beside;
use crate::serving::solve::Answer;
use estimator::band::Band;
use estimator::quantity::Seconds;
use estimator::serving::explain::DerivationId;
use estimator::serving::report::{Latency, Sizing};
use leptos::prelude::*;

/// First token and time per token against their limits; nothing where nothing runs.
pub(super) fn gauges(answer: &Answer, sizing: &Sizing) -> AnyView {
    let Some(performance) = &sizing.estimate.performance else {
        return ().into_any();
    };
    let sla = answer.question.sla;
    let at = at(sla.percentile);
    let (ttft, tpot) = (performance.ttft, performance.tpot);
    let pace = tpot.at_percentile.get();
    let pace = (pace > 0.0).then(|| say::tokens_each(&number(1.0 / pace)));
    let first = view! { {beside(Figure::First, answer)} }.into_any();
    let token = view! { <small>{pace}</small> {beside(Figure::Token, answer)} }.into_any();
    view! {
        <div class="gauges">
            {latency(DerivationId::Ttft, &say::figure_ttft(at), ttft, sla.ttft, first)}
            {latency(DerivationId::Tpot, &say::figure_tpot(at), tpot, sla.tpot, token)}
        </div>
    }
    .into_any()
}

fn latency(
    id: DerivationId,
    name: &str,
    latency: Latency,
    limit: Option<Seconds>,
    behind: AnyView,
) -> AnyView {
    let value = latency.at_percentile;
    let shown = super::explained::of_best(id, seconds(value));
    gauge(name, shown, behind, value, latency.band, limit)
}

/// The row of figures below; empty where nothing runs.
pub(super) fn figures(answer: &Answer, sizing: &Sizing) -> AnyView {
    let speed = sizing.estimate.performance.as_ref();
    let (Some(performance), Some(output), Some(at_once)) =
        (speed, sizing.output(), sizing.concurrency())
    else {
        return ().into_any();
    };
    let output = output.get();
    let within = |output: f64| range(performance.output_band, |factor| number(output * factor));
    // The throughput of so many requests a second is given: what is estimated is the most they
    // could be.
    let certain = if answer.scenario.workload.load.is_a_rate() {
        let most = sizing.full_output.get().max(output);
        say::of_most(&number(most), &within(most))
    } else {
        within(output)
    };
    let cost = sizing.cost.filter(|_| !i18n::is_priceless());
    let million = cost.map(|cost| {
        view! {
            <div>
                <dt>{t(Msg::FigureMillion)}</dt>
                <dd>
                    <b>{dollars(cost.per_million_output.get())}</b>
                    " "
                    {beside(Figure::Million, answer)}
                </dd>
            </div>
        }
    });
    view! {
        <dl class="figures minor">
            {million}
            {figure(
                DerivationId::Throughput,
                word("throughput", text(Msg::FigureThroughput).to_owned()),
                number(output),
                (text(Msg::TokensPerSecond).to_owned(), beside(Figure::Throughput, answer)),
                certain,
            )}
            {figure(
                DerivationId::Crowd,
                word("concurrency", text(Msg::FigureAtOnce).to_owned()),
                // Rounded, it is no more than the most.
                about(performance.concurrency.min(sizing.most_at_once())),
                (say::of_limit(&about(sizing.most_at_once())), beside(Figure::AtOnce, answer)),
                say::in_all(&about(at_once)),
            )}
        </dl>
    }
    .into_any()
}

/// `0.39 s to 0.99 s`.
fn range(band: Band, shown: impl Fn(f64) -> String) -> String {
    say::range(&shown(band.high), &shown(band.low))
}

fn figure(
    id: DerivationId,
    name: AnyView,
    value: String,
    (unit, differs): (String, Option<AnyView>),
    below: String,
) -> AnyView {
    view! {
        <div>
            <dt>{name}</dt>
            <dd>
                <b>{super::explained::of_best(id, value)}</b>
                " "
                <small>{unit}</small>
                " "
                {differs}
                " · "
                <small class="range" title=t(Msg::RangeHint)>{below}</small>
            </dd>
        </div>
    }
    .into_any()
}
