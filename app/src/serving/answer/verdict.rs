//! The verdict: one sentence with the recommendation, the money with its seller and day, two
//! gauges against the limits.

use super::amount::money;
use super::before::Before;
use super::figures::gauges;
use super::nothing::nothing;
use super::phrase::{gpus, headroom, load_in_words, name, spelled_out};
use crate::control::{Announcer, emphasised, strong};
use crate::i18n::{self, Msg, dollars, integer, number, percent, say, t, text};
use crate::serving::answer::{Below, Figure};
use crate::serving::baseline::beside;
use crate::serving::later;
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::serving::report::{Bottleneck, Candidate, Sizing};
use estimator::serving::soundness::{DEARER, dearer, doubts};
use estimator::serving::within::Within;
use leptos::prelude::*;

/// The largest chance that is said, as a share of one.
const MOST_CERTAIN: f64 = 0.99;

/// The card.
#[component]
pub(crate) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let before = Before::of(state.answer);
    let content = move || {
        // Read at each answer: a memo follows only what it is asked for.
        let before = before.get();
        match state.answer.get() {
            Some(answer) => {
                if let Some((candidate, sizing)) = recommended(&answer) {
                    verdict(&answer, candidate, sizing)
                } else {
                    let last = before.other_than(&answer).map(in_a_line);
                    nothing(state, &answer, last)
                }
            }
            None => view! { <h2 class="headline">{t(Msg::AnswerNone)}</h2> }.into_any(),
        }
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
    // The part that looks for it is loaded once.
    Effect::new(move |_| {
        if let Some(below) = later::below() {
            below.seek_surest(state);
        }
    });
    let verdict = Signal::derive(move || {
        state
            .answer
            .get()
            .map_or_else(String::new, |answer| spoken(&answer))
    });
    // A phone shows the sentence, the money and the gauges until more is asked for.
    let more = RwSignal::new(false);
    let stale = move || state.is_stale() && state.answer.with(Option::is_some);
    view! {
        <section
            id="answer"
            class="card verdict"
            class:folded=move || !more.get()
            tabindex="-1"
            aria-label=t(Msg::Answer)
        >
            <p class="stale-note" hidden=move || !stale()>{t(Msg::Stale)}</p>
            <div class:stale=stale>{within} {content}</div>
            {calibrated}
            <button
                type="button"
                class="plain more-of-it"
                aria-expanded=move || if more.get() { "true" } else { "false" }
                on:click=move |_| more.update(|more| *more = !*more)
            >
                {move || text(if more.get() { Msg::VerdictLess } else { Msg::VerdictMore })}
            </button>
        </section>
        // It is heard on any tab.
        <Announcer verdict/>
    }
    .into_any()
}

pub(super) fn recommended(answer: &Answer) -> Option<(&Candidate, &Sizing)> {
    let candidate = answer.report.recommended()?;
    Some((candidate, candidate.best.as_ref()?))
}

/// The recommendation as a sentence, its subject marked.
fn headline(answer: &Answer) -> String {
    let Some((candidate, sizing)) = recommended(answer) else {
        return text(Msg::NoneHeading).to_owned();
    };
    let question = &answer.question;
    let hardware = taken(
        answer,
        &strong(&gpus(sizing.accelerators(), name(answer, candidate))),
    );
    let load = load_in_words(question.traffic);
    let is_limited = question.sla.ttft.is_some() || question.sla.tpot.is_some();
    match sizing.chance.filter(|_| is_limited && sizing.keeps()) {
        // Who promises more is taken at less than certainty.
        Some(chance) => {
            let chance = percent(chance.min(MOST_CERTAIN));
            say::verdict_sure(&chance, &load, &hardware)
        }
        None if is_limited => say::verdict_met(&load, &hardware),
        None => say::verdict_for(&load, &hardware),
    }
}

/// Hardware in the way that was chosen: what is rented is named, what is bought is told to buy.
fn taken(answer: &Answer, hardware: &str) -> String {
    if answer.question.fleet.bought {
        say::verdict_buy(hardware)
    } else {
        hardware.to_owned()
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

fn verdict(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    view! {
        <h2 class="headline">{emphasised(&headline(answer))}</h2>
        {second(answer, candidate, sizing)}
        <div class="sum">
            {money(answer, candidate, sizing)}
            {gauges(answer, sizing)}
        </div>
    }
    .into_any()
}

/// The replicas, their margin, and what a buyer should know of them; the headline has the rest.
fn second(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> AnyView {
    let replicas = spelled_out(sizing, name(answer, candidate));
    let margin = say::verdict_spare(&headroom(sizing), &replicas);
    let differs = beside(Figure::Headroom, answer).map(|differs| view! { " " {differs} });
    let gap = i18n::language().gap();
    let mut sentences: Vec<String> = doubted(answer, sizing).into_iter().collect();
    sentences.extend(particulars(sizing));
    let others = sentences.join(gap);
    view! { <p class="lead rest">{margin} {differs} {gap} {others}</p> }.into_any()
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
    let chance = sizing.chance.filter(|_| sizing.keeps());
    sentences.extend(chance.map(|chance| say::verdict_chance(&percent(chance.min(MOST_CERTAIN)))));
    sentences.extend(doubted(answer, sizing));
    sentences.extend(particulars(sizing));
    sentences.join(i18n::language().gap())
}

/// Its pools, its spares, and what limits it.
fn particulars(sizing: &Sizing) -> Vec<String> {
    let mut sentences = Vec::new();
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
    if sizing.margin_replicas > 0 {
        sentences.push(say::margin_replicas(f64::from(sizing.margin_replicas)));
    }
    if let Some(performance) = &sizing.estimate.performance {
        sentences.push(text(bound(performance.bottleneck)).to_owned());
    }
    sentences
}

/// Where the sizing is in doubt, what is not to be had instead.
fn doubted(answer: &Answer, sizing: &Sizing) -> Option<String> {
    let best = answer.report.recommended()?;
    let dearer = dearer(&doubts(&answer.scenario, answer.offer(best)?, sizing));
    // Of two doubts the one alone is sounder, too.
    (dearer > 1.0).then(|| say::verdict_doubted(&number(DEARER)))
}

/// The answer in a line, for tabs that do not display the card; reactive.
pub(crate) fn answer_line(state: State) -> String {
    let answer = state.answer.get();
    answer.map_or_else(String::new, |answer| in_a_line(&answer))
}

/// How many candidates an answer has.
pub(crate) fn counted(answer: &Answer) -> String {
    integer(f64::from(
        u32::try_from(answer.report.candidates.len()).unwrap_or(u32::MAX),
    ))
}

/// The recommendation of an answer in a line: hardware, its cost an hour, its margin.
pub(crate) fn in_a_line(answer: &Answer) -> String {
    let Some((candidate, sizing)) = recommended(answer) else {
        return String::new();
    };
    let hardware = taken(
        answer,
        &gpus(sizing.accelerators(), name(answer, candidate)),
    );
    let cost = sizing.cost.filter(|_| !i18n::is_priceless());
    let once = answer
        .offer(candidate)
        .and_then(|offer| sizing.purchase(offer));
    let hour = cost.map(|cost| match once {
        Some(once) => say::amount_once(&dollars(once.get())),
        None => say::amount_hour(&dollars(cost.per_hour.get())),
    });
    let what = [Some(hardware), hour].into_iter().flatten();
    let what: Vec<String> = what.collect();
    let margin = say::gauge_spare(&headroom(sizing));
    format!("{} · {margin}", strong(&what.join(" · ")))
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
