//! Beside the recommendation: the runner-up, and the cheapest that just misses.

use super::bill::and_paid;
use super::phrase::{headroom, hourly, in_short, load_in_words, missed, name, scaled};
use super::words::{Unproven, unproven};
use crate::i18n::{self, Msg, number, say, t, text};
use crate::page::tabs::{self, Tab};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::serving::report::{Candidate, NearMiss, Sizing};
use estimator::serving::soundness::{dearer, doubts};
use leptos::prelude::*;

/// The runner-up and the near miss; each opens its details.
pub(super) fn others(state: State, answer: &Answer) -> AnyView {
    let report = &answer.report;
    let runner_up = report.runner_up.and_then(|index| {
        let candidate = report.candidates.get(index)?;
        let sizing = candidate.best.as_ref()?;
        let reason = if i18n::is_priceless() {
            String::new()
        } else {
            let said = say::runner_up_text(&headroom(sizing), &cost_of(sizing));
            let doubted = doubted(answer, candidate, sizing);
            let all: Vec<String> = std::iter::once(said).chain(doubted).collect();
            all.join(i18n::language().gap())
        };
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
        let best = report.recommended().and_then(|best| best.best.as_ref());
        let unpriced = best.is_some_and(|best| best.cost.is_none());
        let title = if unpriced && !i18n::is_priceless() {
            Msg::NearestPriced
        } else {
            Msg::NearMiss
        };
        let other = other(
            state,
            answer,
            (candidate, &near.sizing),
            title,
            reason,
            "other near",
        );
        Some(other)
    });
    view! { <div class="others">{runner_up}{near_miss}</div> }.into_any()
}

/// Why a runner-up that is cheaper is not what is recommended.
fn doubted(answer: &Answer, candidate: &Candidate, sizing: &Sizing) -> Option<String> {
    let price = |sizing: &Sizing| sizing.cost.map(|cost| cost.per_hour);
    let best = answer.report.recommended()?.best.as_ref()?;
    let dearer = dearer(&doubts(&answer.scenario, answer.offer(candidate)?, sizing));
    let is_cheaper = price(sizing)? < price(best)?;
    (is_cheaper && dearer > 1.0).then(|| say::runner_up_doubted(&number(dearer)))
}

fn cost_of(sizing: &Sizing) -> String {
    hourly(sizing).unwrap_or_else(|| text(Msg::NotKnown).to_owned())
}

/// The cost of the near miss, its misses, and the load it would carry.
fn near_miss_in_words(answer: &Answer, near: &NearMiss) -> String {
    let missed = missed(&near.sizing);
    let carries = load_in_words(scaled(answer.question.traffic, near.would_carry));
    let cost = cost_of(&near.sizing);
    if i18n::is_priceless() {
        missed.join(text(Msg::ListComma))
    } else if missed.is_empty() {
        say::near_miss_load(&cost, &carries)
    } else if near.would_carry < 0.01 {
        say::near_miss_plain(&cost, &missed.join(text(Msg::ListComma)))
    } else {
        say::near_miss_text(&cost, &carries, &missed.join(text(Msg::ListComma)))
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
    let doubt = doubt(answer, candidate);
    let offer = answer.offer(candidate);
    let id = offer.map(|offer| offer.accelerator.id.clone());
    let what = in_short(sizing, name(answer, candidate));
    let reason = and_paid(reason, offer, sizing);
    view! {
        <button type="button" class=class on:click=move |_| {
            tabs::reveal(Tab::Alternatives);
            state.frame.select(id.clone());
        }>
            <b>{t(title)} ": " {what} " " {doubt}</b>
            <span>{reason}</span>
        </button>
    }
    .into_any()
}

/// The mark of a price or an accelerator that lacks proof, where the candidate's does.
pub(super) fn doubt(answer: &Answer, candidate: &Candidate) -> Option<AnyView> {
    let offer = answer.offer(candidate)?;
    unproven(offer, candidate.price(offer)).map(mark)
}

/// The mark of what a price or an accelerator lacks.
pub(crate) fn mark(lacks: Unproven) -> AnyView {
    view! { <small class="doubt" title=t(lacks.hint())>{t(lacks.name())}</small> }.into_any()
}
