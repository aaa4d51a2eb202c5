//! The verdict: one sentence with the recommendation and its cost, five
//! figures, the runner-up and the cheapest that just misses.

use super::figures::figures;
use super::nothing::nothing;
use super::phrase::{headroom, hourly, in_short, load_in_words, miss, name, scaled, spelled_out};
use crate::control::{emphasised, strong};
use crate::i18n::{Msg, dollars, say, t, text};
use crate::solve::Answer;
use crate::state::State;
use estimator::report::{Bottleneck, Candidate, NearMiss, Sizing};
use leptos::prelude::*;
use std::time::Duration;

/// How long the answer must rest before it is read out.
const REST: Duration = Duration::from_millis(900);

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
    let stale = move || state.is_stale() && state.answer.with(Option::is_some);
    view! {
        <section id="answer" class="card verdict" tabindex="-1" aria-label=t(Msg::Answer)>
            <p class="stale-note" hidden=move || !stale()>{t(Msg::Stale)}</p>
            <div class:stale=stale>{content}</div>
            <Announcer/>
        </section>
    }
    .into_any()
}

/// Says the headline to screen readers, once the answer rests.
#[component]
fn Announcer() -> impl IntoView {
    let state = State::of_page();
    let said = RwSignal::new(String::new());
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        let sentence = state.answer.get().map(|answer| headline(&answer));
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        let say = move || said.set(sentence.unwrap_or_default().replace(['\u{2}', '\u{3}'], ""));
        timer.set_value(set_timeout_with_handle(say, REST).ok());
    });
    view! { <p class="unseen" aria-live="polite">{said}</p> }.into_any()
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

fn verdict(state: State, answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let cost = sizing.cost.map_or_else(
        || text(Msg::VerdictNoPrice).to_owned(),
        |cost| {
            let million = dollars(cost.per_million_output.get());
            say::verdict_cost(&dollars(cost.per_hour.get()), &million)
        },
    );
    let doubt = answer
        .offer(candidate)
        .and_then(|offer| offer.price.as_ref())
        .is_some_and(|price| !price.verified)
        .then(|| view! { <small class="doubt" title=t(Msg::UnverifiedHint)>{t(Msg::Unverified)}</small> });
    view! {
        <h2 class="headline">
            {emphasised(&headline(answer))} <br/> <span>{cost} {doubt}</span>
        </h2>
        <p class="lead">{lead(answer, sizing)}</p>
        {figures(answer, sizing)}
        {others(state, answer)}
    }
    .into_any()
}

/// What the recommendation amounts to, in two or three sentences.
fn lead(answer: &Answer, sizing: &Sizing) -> String {
    let question = &answer.question;
    let load = load_in_words(question.traffic);
    let demands = question.sla.ttft.is_some() || question.sla.tpot.is_some();
    let headroom = headroom(sizing);
    let mut sentences = vec![
        say::gpus_in_all(
            &sizing.estimate.placement.accelerators().to_string(),
            &sizing.replicas.to_string(),
            &sizing.accelerators().to_string(),
        ),
        if demands {
            say::verdict_meets(&headroom, &load)
        } else {
            say::verdict_carries(&headroom, &load)
        },
    ];
    if sizing.spare_replicas > 0 {
        sentences.push(say::spares_among(f64::from(sizing.spare_replicas)));
    }
    if let Some(performance) = &sizing.estimate.performance {
        sentences.push(text(bound(performance.bottleneck)).to_owned());
    }
    sentences.join(" ")
}

/// What limits decoding, as a sentence.
pub(super) const fn bound(by: Bottleneck) -> Msg {
    match by {
        Bottleneck::Compute => Msg::BoundCompute,
        Bottleneck::MemoryBandwidth => Msg::BoundMemoryBandwidth,
        Bottleneck::Interconnect => Msg::BoundInterconnect,
        Bottleneck::Engine => Msg::BoundEngine,
        Bottleneck::KvCapacity => Msg::BoundKvCapacity,
    }
}

/// The runner-up and the near miss; each opens its details.
fn others(state: State, answer: &Answer) -> AnyView {
    let report = &answer.report;
    let runner_up = report.runner_up.and_then(|index| {
        let candidate = report.candidates.get(index)?;
        let sizing = candidate.best.as_ref()?;
        let reason = say::runner_up_text(&headroom(sizing), &cost_of(sizing));
        Some(other(
            state,
            answer,
            (candidate, sizing),
            Msg::RunnerUp,
            reason,
            "other",
        ))
    });
    let near_miss = report.near_miss.as_ref().and_then(|near| {
        let candidate = report.candidates.get(near.candidate)?;
        let reason = near_miss_in_words(answer, near);
        let other = other(
            state,
            answer,
            (candidate, &near.sizing),
            Msg::NearMiss,
            reason,
            "other near",
        );
        Some(other)
    });
    view! { <div class="others">{runner_up}{near_miss}</div> }.into_any()
}

fn cost_of(sizing: &Sizing) -> String {
    hourly(sizing).unwrap_or_else(|| text(Msg::NotKnown).to_owned())
}

/// What the near miss costs, what it misses, and which load it would carry.
fn near_miss_in_words(answer: &Answer, near: &NearMiss) -> String {
    let missed: Vec<String> = near.sizing.misses.iter().map(miss).collect();
    let carries = load_in_words(scaled(answer.question.traffic, near.would_carry));
    let cost = cost_of(&near.sizing);
    if missed.is_empty() {
        say::near_miss_load(&cost, &carries)
    } else if near.would_carry < 0.01 {
        say::near_miss_plain(&cost, &missed.join(", "))
    } else {
        say::near_miss_text(&cost, &carries, &missed.join(", "))
    }
}

fn other(
    state: State,
    answer: &Answer,
    (candidate, sizing): (&Candidate, &Sizing),
    title: Msg,
    reason: String,
    class: &'static str,
) -> AnyView {
    let id = answer
        .offer(candidate)
        .map(|offer| offer.accelerator.id.clone());
    let what = in_short(sizing, name(answer, candidate));
    view! {
        <button type="button" class=class on:click=move |_| state.select(id.clone())>
            <b>{t(title)} ": " {what}</b>
            " "
            {reason}
        </button>
    }
    .into_any()
}
