//! The verdict: one sentence with the recommendation, when it is done and its cost, a
//! second with the run that is sooner or cheaper within the same limits; five figures;
//! beside it the smallest and the cost of the deadline.

use super::figures::figures;
use super::nothing;
use super::others::others;
use crate::browser;
use crate::control::{Announcer, emphasised, strong, unbroken};
use crate::i18n::{self, Msg, dollars, integer, number, percent, say, t, text};
use crate::page::carried::departing;
use crate::serving::answer::{doubt as mark, unproven};
use crate::training::solve::Answer;
use crate::training::state::State;
use crate::training::words::{bound, degrees, duration, free, ways};
use estimator::training::report::{Better, Candidate, Run};
use leptos::prelude::*;
use std::iter;

/// The answer in a line; reactive.
pub(in crate::training) fn in_a_line(state: State) -> String {
    let answer = state.answer.get();
    answer.map_or_else(String::new, |answer| spoken(&answer))
}

/// The same in short, for tabs that do not display the card; reactive.
pub(in crate::training) fn answer_line(state: State) -> String {
    let answer = state.answer.get();
    let said = answer.map(|answer| begun(&answer).join(i18n::language().gap()));
    said.unwrap_or_default()
}

/// How many candidates there are; `None` before there is an answer. Reactive.
pub(in crate::training) fn counted(state: State) -> Option<String> {
    let answer = state.answer.get()?;
    Some(integer(answer.report.candidates.len() as f64))
}

/// The card.
#[component]
pub(in crate::training) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let content = move || match state.answer.get() {
        Some(answer) => match recommended(&answer) {
            Some((candidate, run)) => verdict(state, &answer, candidate, run),
            None => nothing::nothing(state, &answer),
        },
        None => view! { <h2 class="headline">{t(Msg::AnswerNone)}</h2> }.into_any(),
    };
    // That page keeps the question behind its own `#`, and brings it back.
    let accuracy = move || {
        let fragment = state.fragment().unwrap_or_default();
        browser::page_at("accuracy/", &departing(&fragment))
    };
    let verdict = Signal::derive(move || in_a_line(state));
    let stale = move || state.is_stale() && state.answer.with(Option::is_some);
    view! {
        <section id="answer" class="card verdict" tabindex="-1" aria-label=t(Msg::Answer)>
            <p class="stale-note" hidden=move || !stale()>{move || text(kept(state))}</p>
            <div class:stale=stale>{content}</div>
            <a class="aside" href=accuracy>{t(Msg::AccuracyTitle)}</a>
        </section>
        // It is heard on any tab.
        <Announcer verdict/>
    }
    .into_any()
}

/// Why the answer on screen is an earlier one; reactive: a field cannot be read, or what was asked
/// since has an answer, which is that the budget pays for nothing.
fn kept(state: State) -> Msg {
    if state.is_unread() {
        Msg::Stale
    } else {
        Msg::TrainKept
    }
}

fn recommended(answer: &Answer) -> Option<(&Candidate, &Run)> {
    let candidate = answer.candidate(answer.report.best)?;
    Some((candidate, candidate.best.as_ref()?))
}

/// `16 × H100 SXM`.
pub(super) fn in_short(run: &Run, name: &str) -> String {
    say::gpus_of(&integer(f64::from(run.accelerators())), name)
}

/// The recommendation as a sentence, its subject marked.
fn headline(answer: &Answer) -> String {
    match recommended(answer) {
        Some((candidate, run)) => say::train_on(&strong(&in_short(run, answer.name(candidate)))),
        None => text(nothing::headline(answer)).to_owned(),
    }
}

/// The longest run that is given the day of its end: ten years, beyond which no calendar is kept
/// (nor are manifests written).
const DATED: f64 = 10.0 * 365.0 * 86_400.0;

/// When it is done and its cost, as a sentence.
fn done(run: &Run) -> String {
    let time = duration(run.wall);
    let cost = run.cost.map(|cost| dollars(cost.get()));
    if run.wall.get() > DATED {
        return match cost {
            Some(cost) => say::train_long(&cost, &time),
            None => say::train_long_unpriced(&time),
        };
    }
    let day = browser::day_after(run.wall.get());
    match cost {
        Some(cost) => say::train_done(&cost, &day, &time),
        None => say::train_done_unpriced(&day, &time),
    }
}

/// The run that is better in the figure the recommended one was not chosen by, as a sentence:
/// which, how long, for how much.
fn second(answer: &Answer) -> Option<String> {
    let (candidate, run) = answer.report.alternative()?;
    let what = in_short(run, answer.name(candidate));
    let (time, cost) = (duration(run.wall), dollars(run.cost?.get()));
    Some(match answer.report.alternative?.better {
        Better::Time => say::train_or_sooner(&cost, &what, &time),
        Better::Cost => say::train_or_cheaper(&cost, &what, &time),
    })
}

/// The headline, and when it is done.
fn begun(answer: &Answer) -> Vec<String> {
    let done = recommended(answer).map(|(_, run)| done(run));
    iter::once(headline(answer)).chain(done).collect()
}

/// The same and the other choice, as they are read out.
fn spoken(answer: &Answer) -> String {
    let mut sentences = begun(answer);
    sentences.extend(second(answer));
    sentences.join(i18n::language().gap())
}

fn verdict(state: State, answer: &Answer, candidate: &Candidate, run: &Run) -> AnyView {
    let offer = answer.offer(candidate);
    let doubt = offer.and_then(|offer| unproven(offer, run.price(offer)));
    let doubt = doubt.map(mark);
    view! {
        <h2 class="headline">
            {emphasised(&headline(answer))} <br/> <span>{unbroken(&done(run))} " " {doubt}</span>
            {second(answer).map(|words| view! { <br/> <span class="second">{words}</span> })}
        </h2>
        <p class="aside">{t(Msg::TrainIncluded)}</p>
        <p class="lead">{lead(answer, run)}</p>
        {figures(answer, run)}
        {others(state, answer)}
    }
    .into_any()
}

/// The recommendation's meaning, in a few sentences.
fn lead(answer: &Answer, run: &Run) -> String {
    let layout = &run.estimate.layout;
    let mut parts = vec![degrees(layout, &answer.job)];
    parts.extend(ways(layout));
    let in_time = in_time(answer, run);
    let mut sentences: Vec<String> = in_time.into_iter().collect();
    sentences.push(say::train_nodes(f64::from(run.nodes), &parts.join(" · ")));
    if let Some(speed) = &run.estimate.speed {
        let all = speed.tokens.get() * f64::from(run.accelerators());
        sentences.push(say::train_rate(
            &number(all * speed.band.high),
            &number(all * speed.band.low),
            &number(all),
        ));
        sentences.push(text(bound(speed.bottleneck)).to_owned());
    }
    let memory = &run.estimate.memory;
    sentences.push(say::train_headroom(&percent(
        free(memory) / memory.capacity,
    )));
    sentences.join(i18n::language().gap())
}

/// How long before the deadline it is done; without one, that it is the fastest within the
/// budget, or the cheapest.
fn in_time(answer: &Answer, run: &Run) -> Option<String> {
    if answer.limits.wants_speed() {
        return Some(text(Msg::TrainFastest).to_owned());
    }
    let Some(deadline) = answer.limits.deadline else {
        return Some(text(Msg::TrainNoDeadline).to_owned());
    };
    let left = deadline - run.wall;
    (left.get() > 0.0).then(|| say::train_left(&duration(left)))
}
