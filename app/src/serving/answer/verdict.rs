//! The verdict: one sentence with the recommendation and its cost, five
//! figures, the runner-up and the cheapest that just misses.

use super::bill::bill;
use super::evidence::Evidence;
use super::figures::figures;
use super::nothing::nothing;
use super::others::{doubt, others};
use super::phrase::{headroom, load_in_words, name, spelled_out};
use crate::browser;
use crate::control::{Announcer, emphasised, strong};
use crate::i18n::{self, Msg, dollars, number, percent, say, t, text};
use crate::page::carried::departing;
use crate::serving::address;
use crate::serving::answer::Below;
use crate::serving::later;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::serving::report::{Bottleneck, Candidate, Sizing};
use estimator::serving::soundness::{dearer, doubts};
use estimator::serving::within::Within;
use leptos::prelude::*;

/// The largest chance that is said, as a share of one.
const MOST_CERTAIN: f64 = 0.99;

/// The card.
#[component]
pub(crate) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let content = move || match state.answer.get() {
        Some(answer) => match recommended(&answer) {
            Some((candidate, sizing)) => verdict(state, &answer, candidate, sizing),
            None => nothing(state, &answer),
        },
        None => view! { <h2 class="headline">{t(Msg::AnswerNone)}</h2> }.into_any(),
    };
    // The other page keeps the question behind its own `#`, and brings it back.
    let accuracy = move || {
        let fragment = address::fragment_of(state).unwrap_or_default();
        browser::page_at("accuracy/", &departing(&fragment))
    };
    // As much as is there carries, above what all of the load needs.
    let is_limited = Memo::new(move |_| {
        let bound = state.simulations.bound.get();
        bound.is_some_and(|bound| Within::of(&bound.question.limits).next().is_some())
    });
    let is_calibrated =
        Memo::new(move |_| state.draft.with(|draft| draft.chosen.calibration.is_some()));
    let calibrated = move || {
        let below = later::whole_below().filter(|_| is_calibrated.get());
        below.map(Below::calibrated)
    };
    let within = move || {
        later::whole_below()
            .filter(|_| is_limited.get())
            .map(Below::within)
    };
    let verdict = Signal::derive(move || {
        state
            .answer
            .get()
            .map_or_else(String::new, |answer| spoken(&answer))
    });
    let stale = move || state.is_stale() && state.answer.with(Option::is_some);
    view! {
        <section id="answer" class="card verdict" tabindex="-1" aria-label=t(Msg::Answer)>
            <p class="stale-note" hidden=move || !stale()>{t(Msg::Stale)}</p>
            <div class:stale=stale>{within} {content}</div>
            {calibrated}
            <Evidence/>
            <a class="aside" href=accuracy>{t(Msg::AccuracyTitle)}</a>
            <Announcer verdict/>
        </section>
    }
    .into_any()
}

fn recommended(answer: &Answer) -> Option<(&Candidate, &Sizing)> {
    let candidate = answer.report.recommended()?;
    Some((candidate, candidate.best.as_ref()?))
}

/// The recommendation as a sentence, its subject marked.
fn headline(answer: &Answer) -> String {
    match recommended(answer) {
        Some((candidate, sizing)) => {
            say::verdict_run(&strong(&spelled_out(sizing, name(answer, candidate))))
        }
        None => text(Msg::NoneHeading).to_owned(),
    }
}

/// The headline and the cost, as they are read out.
fn spoken(answer: &Answer) -> String {
    let mut sentences = vec![headline(answer)];
    if let Some((_, sizing)) = recommended(answer)
        && !i18n::is_priceless()
    {
        sentences.push(cost_of(sizing));
    }
    sentences.join(i18n::language().gap())
}

fn verdict(state: State, answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let priced = !i18n::is_priceless();
    let cost = priced.then(|| cost_of(sizing));
    let offer = answer.offer(candidate);
    let bill = offer
        .filter(|_| priced)
        .and_then(|offer| bill(offer, sizing));
    let bill = bill.map(|bill| view! { <p class="bill">{bill}</p> });
    let lead = lead(answer, sizing);
    let doubt = doubt(answer, candidate);
    view! {
        <h2 class="headline">
            {emphasised(&headline(answer))} <br/> <span>{cost} {doubt}</span>
        </h2>
        {bill}
        <p class="lead">{lead}</p>
        {figures(answer, candidate, sizing)}
        {others(state, answer)}
    }
    .into_any()
}

/// The cost, as a sentence.
fn cost_of(sizing: &Sizing) -> String {
    sizing.cost.map_or_else(
        || text(Msg::VerdictNoPrice).to_owned(),
        |cost| {
            let million = dollars(cost.per_million_output.get());
            say::verdict_cost(&dollars(cost.per_hour.get()), &million)
        },
    )
}

/// The recommendation, in two or three sentences.
pub(crate) fn lead(answer: &Answer, sizing: &Sizing) -> String {
    let question = &answer.question;
    let load = load_in_words(question.traffic);
    let demands = question.sla.ttft.is_some() || question.sla.tpot.is_some();
    let headroom = headroom(sizing);
    let mut sentences = vec![
        say::gpus_in_all(
            f64::from(sizing.accelerators()),
            &sizing.estimate.placement.accelerators().to_string(),
            &sizing.replicas.to_string(),
        ),
        if demands {
            say::verdict_meets(&headroom, &load)
        } else {
            say::verdict_carries(&headroom, &load)
        },
    ];
    sentences.extend(certainty(answer, sizing));
    if let Some(pools) = &sizing.pools {
        sentences.push(say::load_pools(
            &pools.decode.to_string(),
            &pools.prefill.to_string(),
        ));
    }
    if sizing.spare_replicas > 0 {
        sentences.push(say::spares_among(f64::from(sizing.spare_replicas)));
    }
    if sizing.extra_replicas > 0 {
        sentences.push(say::extra_replicas(f64::from(sizing.extra_replicas)));
    }
    if let Some(performance) = &sizing.estimate.performance {
        sentences.push(text(bound(performance.bottleneck)).to_owned());
    }
    sentences.join(i18n::language().gap())
}

/// The chance that the limits are kept; and where the sizing is in doubt, what is not to be
/// had instead.
fn certainty(answer: &Answer, sizing: &Sizing) -> Vec<String> {
    // Who promises more is taken at less than certainty.
    let chance = sizing.chance.filter(|_| sizing.keeps());
    let chance = chance.map(|chance| say::verdict_chance(&percent(chance.min(MOST_CERTAIN))));
    let offer = answer
        .report
        .recommended()
        .and_then(|best| answer.offer(best));
    let dearer = offer.map_or(1.0, |offer| {
        dearer(&doubts(&answer.scenario, offer, sizing))
    });
    let doubted = (dearer > 1.0).then(|| say::verdict_doubted(&number(dearer)));
    chance.into_iter().chain(doubted).collect()
}

/// The bottleneck of decoding, as a sentence.
pub(super) const fn bound(by: Bottleneck) -> Msg {
    match by {
        Bottleneck::Compute => Msg::BoundCompute,
        Bottleneck::MemoryBandwidth => Msg::BoundMemoryBandwidth,
        Bottleneck::Interconnect => Msg::BoundInterconnect,
        Bottleneck::Engine => Msg::BoundEngine,
        Bottleneck::KvCapacity => Msg::BoundKvCapacity,
    }
}
