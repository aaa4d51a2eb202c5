//! Under load: what single requests meet in one replica, as far as it was simulated, and
//! how the replicas stand on nodes.

use super::memory::shown;
use super::phrase::name;
use crate::i18n::{Msg, about, gib, integer, percent, say, seconds, t, text};
use crate::simulated::Progress;
use crate::solve::Answer;
use crate::state::State;
use estimator::quantity::Seconds;
use estimator::queue::{Quantiles, Simulated};
use estimator::report::{Candidate, Sizing};
use estimator::workload::{Percentile, Sla};
use leptos::prelude::*;

/// The card: of the candidate that is selected, or else the recommended one.
#[component]
pub(super) fn UnderLoad() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.details.get()?;
        let candidate = shown(&answer, state.selected.get().as_deref())?;
        let sizing = candidate.best.as_ref()?;
        Some(card(&answer, candidate, sizing))
    };
    let progress = move || match state.progress.get() {
        Progress::Running => text(Msg::LoadRunning),
        Progress::Failed => text(Msg::LoadFailed),
        Progress::Quiet | Progress::Done => "",
    };
    view! {
        <section class="card load" aria-labelledby="load-title">
            <header class="card-head">
                <h2 id="load-title">{t(Msg::LoadTitle)}</h2>
                <p class="aside" role="status">{progress}</p>
            </header>
            {content}
        </section>
    }
    .into_any()
}

fn card(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let simulated = sizing.simulated.as_ref().map_or_else(
        || {
            let why = match sizing.pools {
                Some(_) => Msg::LoadBoundApart,
                None => Msg::LoadBound,
            };
            view! { <p class="aside">{t(why)}</p> }.into_any()
        },
        |simulated| percentiles(simulated, &answer.question.sla),
    );
    view! {
        {simulated}
        <ul class="facts">
            {facts(answer, candidate, sizing)
                .into_iter()
                .map(|fact| view! { <li>{fact}</li> })
                .collect_view()}
        </ul>
    }
    .into_any()
}

/// The table of percentiles.
fn percentiles(simulated: &Simulated, sla: &Sla) -> AnyView {
    let at = ["p50", "p90", "p95", "p99"];
    let heads = at.map(|at| view! { <th scope="col">{at}</th> }.into_any());
    let time = |value: f64| seconds(Seconds::new(value));
    let limits = [sla.ttft, sla.tpot, None];
    let rows = [
        (Msg::LoadTtft, &simulated.ttft),
        (Msg::LoadTpot, &simulated.tpot),
        (Msg::LoadLatency, &simulated.latency),
    ]
    .into_iter()
    .zip(limits)
    .map(|((title, quantiles), limit)| row(title, quantiles, time, limit, sla.percentile))
    .collect_view();
    let count = |value: f64| integer(value.round());
    let waiting = row(
        Msg::LoadWaiting,
        &simulated.waiting,
        count,
        None,
        sla.percentile,
    );
    view! {
        <p class="aside">{say::load_simulated(f64::from(simulated.requests))}</p>
        <div class="scroll" tabindex="0" role="group" aria-labelledby="load-title">
            <table class="percentiles">
                <thead>
                    <tr>
                        <td></td>
                        <th scope="col">{t(Msg::AtMean)}</th>
                        {heads.into_iter().collect_view()}
                    </tr>
                </thead>
                <tbody>{rows} {waiting}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// One quantity; what the SLA speaks of is marked, and said where it is too much.
fn row(
    title: Msg,
    quantiles: &Quantiles,
    shown: impl Fn(f64) -> String,
    limit: Option<Seconds>,
    percentile: Percentile,
) -> AnyView {
    let cells = [
        (Some(Percentile::Mean), quantiles.mean),
        // No SLA speaks of the median.
        (None, quantiles.p50),
        (Some(Percentile::P90), quantiles.p90),
        (Some(Percentile::P95), quantiles.p95),
        (Some(Percentile::P99), quantiles.p99),
    ];
    let cells = cells.into_iter().map(|(at, value)| {
        let limit = limit.filter(|_| at == Some(percentile));
        let (class, mark) = match limit {
            Some(limit) if value > limit.get() => ("over", "\u{a0}✗"),
            Some(_) => ("kept", "\u{a0}✓"),
            None => ("", ""),
        };
        view! { <td class=class>{shown(value)} {mark}</td> }
    });
    view! {
        <tr>
            <th scope="row">{t(title)}</th>
            {cells.collect_view()}
        </tr>
    }
    .into_any()
}

/// Sentences about the replicas.
fn facts(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(simulated) = &sizing.simulated {
        facts.push(say::load_cache(
            &percent(simulated.cache),
            &percent(simulated.cache_peak),
        ));
        if simulated.preempted > 0 {
            facts.push(say::load_preempted(f64::from(simulated.preempted)));
        }
        if !simulated.steady {
            facts.push(text(Msg::LoadUnsteady).to_owned());
        }
    }
    if let Some(pools) = &sizing.pools {
        facts.push(say::load_pools(
            &pools.decode.to_string(),
            &pools.prefill.to_string(),
        ));
        facts.push(say::load_transfer(
            &gib(pools.moved),
            &seconds(pools.transfer),
        ));
    }
    if let Some(performance) = &sizing.estimate.performance {
        let working = f64::from(sizing.replicas.saturating_sub(sizing.spare_replicas));
        facts.push(say::load_at_once(
            &about(performance.concurrency * working),
            &about(performance.concurrency),
        ));
    }
    let Some(offer) = answer.offer(candidate) else {
        return facts;
    };
    let fleet = sizing.fleet(answer.scenario.limits.node(&offer.accelerator));
    let accelerators = say::gpus_of(
        &integer(f64::from(sizing.accelerators())),
        name(answer, candidate),
    );
    facts.push(say::fleet_nodes(
        f64::from(fleet.nodes),
        &accelerators,
        &fleet.node.to_string(),
    ));
    if fleet.stranded > 0 {
        facts.push(say::fleet_stranded(f64::from(fleet.stranded)));
    }
    facts.push(if fleet.left == 0 {
        text(Msg::FleetNoneLeft).to_owned()
    } else {
        say::fleet_left(f64::from(fleet.left), &percent(fleet.carried))
    });
    facts
}
