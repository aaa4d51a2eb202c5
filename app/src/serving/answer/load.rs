//! Under load: the latency of single requests in one replica, as far as simulated, and
//! how the replicas stand on nodes.

use super::memory::shown;
use super::phrase::{gpus, name};
use super::told;
use crate::element::Element;
use crate::i18n::{Msg, about, gib, integer, percent, say, seconds, t, text};
use crate::serving::simulated::Progress;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::quantity::Seconds;
use estimator::serving::fleet::Fleet;
use estimator::serving::queue::{Quantiles, Simulated};
use estimator::serving::report::{Candidate, Sizing};
use estimator::workload::{Percentile, Sla};
use leptos::prelude::*;

/// The card: of the candidate that is selected, or else the recommended one.
#[component]
pub(super) fn UnderLoad() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.details.get()?;
        let candidate = shown(&answer, state.frame.selected.get().as_deref())?;
        let sizing = candidate.best.as_ref()?;
        Some(card(&answer, candidate, sizing))
    };
    let progress = move || match state.simulations.progress.get() {
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
    let mut parts = Vec::new();
    match &sizing.simulated {
        None => parts.push(told::aside(text(Msg::LoadBound).to_owned())),
        Some(simulated) if simulated.given_up => {
            parts.push(told::aside(text(Msg::LoadGivenUp).to_owned()));
        }
        // A line that never ends has no percentiles.
        Some(simulated) if !simulated.steady => {
            parts.push(told::aside(text(Msg::LoadUnsteady).to_owned()));
        }
        Some(simulated) => {
            let requests = f64::from(simulated.requests);
            parts.push(told::aside(match sizing.pools {
                Some(_) => say::load_simulated_apart(requests),
                None => say::load_simulated(requests),
            }));
            let table = percentiles(simulated, &answer.question.sla);
            parts.push(told::table("load-title", table));
        }
    }
    parts.push(told::facts(facts(answer, candidate, sizing)));
    parts.into_any()
}

/// The table of percentiles.
fn percentiles(simulated: &Simulated, sla: &Sla) -> Element {
    let mut heads = vec![Element::new("td")];
    for at in [text(Msg::AtMean), "p50", "p90", "p95", "p99"] {
        heads.push(Element::heading("col", at));
    }
    let at = sla.percentile;
    let time = |value: f64| seconds(Seconds::new(value));
    let count = |value: f64| integer(value.round());
    let rows = vec![
        row(Msg::LoadTtft, &simulated.ttft, time, sla.ttft, at),
        row(Msg::LoadTpot, &simulated.tpot, time, sla.tpot, at),
        row(Msg::LoadLatency, &simulated.latency, time, None, at),
        row(Msg::LoadWaiting, &simulated.waiting, count, None, at),
    ];
    Element::table("percentiles", heads, rows)
}

/// One quantity; the SLA's percentile is marked, kept or over.
fn row(
    title: Msg,
    quantiles: &Quantiles,
    shown: fn(f64) -> String,
    limit: Option<Seconds>,
    percentile: Percentile,
) -> Element {
    let cells = [
        (Some(Percentile::Mean), quantiles.mean),
        // No SLA speaks of the median.
        (None, quantiles.p50),
        (Some(Percentile::P90), quantiles.p90),
        (Some(Percentile::P95), quantiles.p95),
        (Some(Percentile::P99), quantiles.p99),
    ];
    let mut row = Element::new("tr").and(Element::heading("row", text(title)));
    for (at, value) in cells {
        let limit = limit.filter(|_| at == Some(percentile));
        let (class, mark) = match limit {
            Some(limit) if value > limit.get() => ("over", "\u{a0}✗"),
            Some(_) => ("kept", "\u{a0}✓"),
            None => ("", ""),
        };
        row = row.and(Element::words("td", class, shown(value)).say(mark));
    }
    row
}

/// A share in whole percent, rounded down: less than all is not all.
fn share_below(share: f64) -> String {
    percent((share * 100.0).floor() / 100.0)
}

/// Sentences about the replicas.
fn facts(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(simulated) = sizing.simulated.filter(|simulated| simulated.steady) {
        let (mean, peak) = (percent(simulated.cache), percent(simulated.cache_peak));
        facts.push(match sizing.pools {
            Some(_) => say::load_cache_apart(&mean, &peak),
            None => say::load_cache(&mean, &peak),
        });
        let sla = &answer.question.sla;
        let is_limited = sla.ttft.is_some() || sla.tpot.is_some();
        let within = simulated.within.filter(|_| is_limited);
        facts.extend(within.map(|share| say::load_within(&share_below(share))));
        if simulated.preempted > 0 {
            facts.push(say::load_preempted(f64::from(simulated.preempted)));
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
    if let (Some(speed), Some(all)) = (&sizing.estimate.performance, sizing.concurrency()) {
        facts.push(say::load_at_once(&about(all), &about(speed.concurrency)));
    }
    let Some(fleet) = nodes(answer, candidate, sizing) else {
        return facts;
    };
    let accelerators = gpus(sizing.accelerators(), name(answer, candidate));
    facts.push(say::fleet_nodes(
        f64::from(fleet.nodes),
        &accelerators,
        &fleet.node.to_string(),
    ));
    if fleet.stranded > 0 {
        facts.push(say::fleet_stranded(f64::from(fleet.stranded)));
    }
    facts.extend(on_failure(answer, candidate, sizing));
    facts
}

/// The nodes that a sizing of a candidate stands on.
pub(super) fn nodes(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> Option<Fleet> {
    let offer = answer.offer(candidate)?;
    Some(sizing.fleet(sizing.node(&answer.scenario, offer)))
}

/// What remains when the fullest node fails.
pub(super) fn on_failure(
    answer: &Answer,
    candidate: &Candidate,
    sizing: &Sizing,
) -> Option<String> {
    let fleet = nodes(answer, candidate, sizing)?;
    Some(if fleet.left == 0 {
        text(Msg::FleetNoneLeft).to_owned()
    } else {
        say::fleet_left(f64::from(fleet.left), &share_below(fleet.carried))
    })
}
