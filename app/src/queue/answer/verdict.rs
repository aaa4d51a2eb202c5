//! The verdict: whether all jobs come to their end, and who waits.

use super::{played, team};
use crate::control::figure;
use crate::i18n::{Msg, integer, percent, say, t, text};
use crate::queue::state::{Answer, State};
use crate::queue::words::{hours, in_one, mean, time};
use estimator::kubernetes::teams::{JobOutcome, Outcome, Played, Split};
use leptos::prelude::*;

/// Names that are said; the rest is in the table.
const MOST: usize = 4;

/// The answer in a line; reactive.
pub(in crate::queue) fn in_a_line(state: State) -> String {
    let answer = state.answer.get();
    answer.map_or_else(String::new, |answer| headline(&answer))
}

/// The card.
#[component]
pub(in crate::queue) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let stale = move || {
        if state.is_unread() && state.answer.with(Option::is_some) {
            text(Msg::Stale)
        } else {
            ""
        }
    };
    let said = Memo::new(move |_| match state.answer.get() {
        Some(answer) => headline(&answer),
        None if state.is_unread() => text(Msg::AnswerNone).to_owned(),
        None => text(Msg::QueueSearching).to_owned(),
    });
    let parts = move || {
        let answer = state.answer.get()?;
        let played = played(&answer)?;
        Some(view! {
            {sentences(&answer, played)}
            {figures(&answer, played)}
        })
    };
    view! {
        <section
            id="answer"
            class="card verdict"
            class:stale=move || state.is_stale()
            tabindex="-1"
            aria-label=t(Msg::Answer)
        >
            <p class="stale-note" role="status">{stale}</p>
            <h2 class="headline" aria-live="polite">{said}</h2>
            {parts}
        </section>
    }
    .into_any()
}

/// The sentence that answers.
fn headline(answer: &Answer) -> String {
    match &answer.report.outcome {
        Outcome::TooLong => text(Msg::QueueTooLong).to_owned(),
        Outcome::Endless { at, jobs } => {
            let names: Vec<&str> = jobs.iter().map(String::as_str).collect();
            say::queue_endless(&named(&names), &time(*at))
        }
        Outcome::Played(played) => {
            let figures = &played.figures;
            let end = time(figures.last_end.unwrap_or(0));
            if figures.never > 0 {
                say::queue_never_starts(figures.never as f64, &integer(figures.jobs as f64))
            } else {
                say::queue_done(figures.jobs as f64, &end)
            }
        }
    }
}

/// Names with commas between, of many the first.
fn named(all: &[&str]) -> String {
    let shown: Vec<&str> = all.iter().copied().take(MOST).collect();
    let shown = shown.join(text(Msg::ListComma));
    match all.len().saturating_sub(MOST) {
        0 => shown,
        more => say::queue_and_more(more as f64, &shown),
    }
}

/// What to know beside the figures.
fn sentences(answer: &Answer, played: &Played) -> AnyView {
    let of = |wanted: &dyn Fn(&JobOutcome) -> bool| {
        let jobs = played.jobs.iter().filter(|job| wanted(job));
        let names: Vec<&str> = jobs.map(|job| job.name.as_str()).collect();
        (!names.is_empty()).then(|| named(&names))
    };
    // What topology keeps out is said beside.
    let kept_out = |job: &JobOutcome| {
        let mut kept = played.nodes.kept.iter();
        kept.any(|split| (played.jobs.get(split.job)).is_some_and(|other| other.name == job.name))
    };
    let never = of(&|job| job.start.is_none() && !kept_out(job));
    let never = never.map(|names| say::queue_why_never(&names));
    let split: Vec<&str> = played
        .nodes
        .split
        .iter()
        .filter_map(|split| Some(played.jobs.get(split.job)?.name.as_str()))
        .collect();
    let node = integer(f64::from(answer.question.node));
    let split = (!split.is_empty()).then(|| say::queue_split(&named(&split), &node));
    let all = never.into_iter().chain(kept(answer, played)).chain(split);
    let all = all.map(|said| view! { <li>{said}</li> }).collect_view();
    view! { <ul class="findings">{all}</ul> }.into_any()
}

/// Jobs that topology kept waiting, and what was free at the turn of the first.
fn kept(answer: &Answer, played: &Played) -> Option<String> {
    let mut kept: Vec<&Split> = played.nodes.kept.iter().collect();
    kept.sort_by_key(|split| split.at);
    let jobs = kept.iter().filter_map(|split| played.jobs.get(split.job));
    let names: Vec<&str> = jobs.map(|job| job.name.as_str()).collect();
    let first = kept.first()?;
    let level = answer.question.near(first.job).level();
    Some(say::queue_kept(
        &time(first.at),
        &integer(first.free as f64),
        names.first()?,
        &integer(first.most as f64),
        &named(&names),
        text(in_one(level)),
    ))
}

fn figures(answer: &Answer, played: &Played) -> AnyView {
    let all = &played.figures;
    let started = played.jobs.iter().filter(|job| job.out().is_some());
    let longest = started.max_by_key(|job| job.out());
    let who = longest
        .filter(|job| job.out() != Some(0))
        .map(|job| say::queue_who(&job.name, team(answer, job.team)));
    let longest = all.longest_out.map_or_else(String::new, time);
    view! {
        <dl class="figures pack-figures">
            {figure(
                text(Msg::QueueMean).to_owned(),
                mean(all.mean_wait),
                say::queue_with_pauses(&mean(all.mean_out)),
                None,
            )}
            {figure(text(Msg::QueueLongestOut).to_owned(), longest, who.unwrap_or_default(), None)}
            {figure(
                text(Msg::QueueLost).to_owned(),
                hours(all.lost),
                say::queue_evictions(all.evictions as f64),
                None,
            )}
            {figure(
                text(Msg::QueueShare).to_owned(),
                all.share.map_or_else(String::new, percent),
                say::queue_until(&time(all.last_end.unwrap_or(0))),
                None,
            )}
            {figure(
                text(Msg::QueuePieces).to_owned(),
                hours(played.nodes.in_pieces),
                text(Msg::QueuePiecesOf).to_owned(),
                None,
            )}
        </dl>
    }
    .into_any()
}
