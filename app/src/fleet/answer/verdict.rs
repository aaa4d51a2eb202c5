//! The verdict: how many GPUs instead of how many, at which price, and how sure that is.

use super::{limit, named};
use crate::browser::kept_filled;
use crate::element::Element;
use crate::fleet::state::{Phase, Shown, State};
use crate::i18n::{Msg, dollars, integer, percent, say, t, text};
use estimator::fleet::alternatives::Way;
use estimator::fleet::asked::{Hardware, State as Place};
use estimator::quantity::UsdPerHour;
use estimator::rental::per_month;
use leptos::prelude::*;

/// The answer in a line; reactive.
pub(in crate::fleet) fn in_a_line(state: State) -> String {
    let answer = state.study.shown.get();
    answer.map_or_else(String::new, |answer| headline(&answer))
}

/// The card.
#[component]
pub(super) fn Verdict() -> impl IntoView {
    let state = State::of_page();
    let stale = move || {
        if state.is_unread() && state.study.shown.with(Option::is_some) {
            text(Msg::Stale)
        } else {
            ""
        }
    };
    let said = Memo::new(
        move |_| match (state.study.shown.get(), state.study.phase.get()) {
            (_, Phase::Failed) => text(Msg::PackFailed).to_owned(),
            (Some(shown), _) => headline(&shown),
            (None, _) if state.is_unread() => text(Msg::AnswerNone).to_owned(),
            (None, _) => text(Msg::PackSearching).to_owned(),
        },
    );
    let parts = Memo::new(move |_| {
        let shown = state.study.shown.get();
        shown.as_ref().map(parts).unwrap_or_default()
    });
    let going = move || state.study.phase.get() == Phase::Searching && !state.is_unread();
    let parts = parts.into();
    view! {
        <section
            id="answer"
            class="card verdict"
            class:stale=move || state.is_stale()
            tabindex="-1"
            aria-label=t(Msg::Answer)
        >
            <p class="stale-note" role="status">{stale}</p>
            <h2 class="headline" aria-live="polite" aria-busy=move || going().then_some("true")>
                {said}
            </h2>
            <div use:kept_filled=parts></div>
        </section>
    }
    .into_any()
}

/// The sentence that answers; reactive to the language.
pub(in crate::fleet) fn headline(shown: &Shown) -> String {
    let Shown { question, report } = shown;
    let gpus = integer(f64::from(report.gpus()));
    let all = report.replicas.len();
    let nowhere = match &report.kept {
        Some(kept) => kept.left.len(),
        None => report.nowhere().len(),
    };
    let Some(paid) = report.paid else {
        return text(Msg::PackNothing).to_owned();
    };
    let hour = dollars(paid.get());
    let owned = question.hardware != Hardware::Rented;
    if !report.all {
        let held = integer(all.saturating_sub(nowhere) as f64);
        let all = integer(all as f64);
        return if owned {
            say::pack_head_held_owned(&all, &gpus, &held)
        } else {
            say::pack_head_held(&all, &gpus, &held, &hour)
        };
    }
    if owned {
        return say::pack_head_owned(f64::from(report.gpus()), &proof_words(shown));
    }
    let each = report.other(&Way::OneEach).and_then(|other| other.gpus);
    match each.filter(|each| *each > report.gpus()) {
        Some(each) => say::pack_head(
            f64::from(report.gpus()),
            &integer(f64::from(each)),
            &hour,
            &proof_words(shown),
        ),
        None => say::pack_head_plain(f64::from(report.gpus()), &hour, &proof_words(shown)),
    }
}

/// How sure it is that nothing is cheaper.
pub(in crate::fleet) fn proof_words(shown: &Shown) -> String {
    let report = &shown.report;
    match report.gap() {
        Some(_) if report.proved => text(Msg::PackProven).to_owned(),
        Some(gap) => say::pack_gap(&percent(gap)),
        None => text(Msg::PackUnproven).to_owned(),
    }
}

/// The figures, and what is not held.
fn parts(shown: &Shown) -> Vec<Element> {
    let Shown { question, report } = shown;
    let mut parts = Vec::new();
    if question.hardware == Hardware::Rented && report.paid.is_some() {
        parts.push(figures(shown));
    }
    parts.extend(limit::sentences(shown));
    let unserved: Vec<usize> = report
        .replicas
        .iter()
        .enumerate()
        .filter(|(_, one)| one.state == Place::Unserved)
        .map(|(place, _)| place)
        .collect();
    if !unserved.is_empty() {
        let words = say::pack_unserved(&named(question, &unserved));
        parts.push(Element::words("p", "problem", words));
    }
    parts
}

/// An amount an hour and a month.
pub(in crate::fleet) fn amounts(price: UsdPerHour) -> (String, String) {
    let hour = say::pack_hourly(&dollars(price.get()));
    let month = say::pack_monthly(&dollars(per_month(price).get()));
    (hour, month)
}

fn figures(shown: &Shown) -> Element {
    let report = &shown.report;
    let figure = |name: Msg, value: String, beside: String, below: String| {
        Element::of(
            "div",
            [
                Element::words("dt", "", text(name)),
                Element::of(
                    "dd",
                    [
                        Element::words("b", "", value),
                        Element::words("small", "", beside),
                        Element::words("small", "below", below),
                    ],
                ),
            ],
        )
    };
    let of = |name: Msg, price: Option<UsdPerHour>, below: String| match price {
        Some(price) => {
            let (hour, month) = amounts(price);
            figure(name, hour, month, below)
        }
        None => figure(name, text(Msg::NotKnown).to_owned(), String::new(), below),
    };
    let lines = report.bought.iter().map(|line| {
        let count = line.instances.saturating_mul(line.instance);
        say::gpus_of(&integer(f64::from(count)), &line.name)
    });
    let lines: Vec<String> = lines.collect();
    let lines = lines.join(text(Msg::ListComma));
    let each = report.other(&Way::OneEach);
    let each_below = each
        .and_then(|other| other.gpus)
        .map(|gpus| say::pack_count_gpus(f64::from(gpus)));
    let saved = report.saved();
    let share = each.and_then(|other| other.per_hour).zip(saved);
    let share =
        share.map(|(each, saved)| say::pack_saved(&percent(saved.get() / each.get().max(1e-9))));
    let (proof, below) = match report.gap() {
        Some(_) if report.proved => (
            say::pack_gap_figure(&percent(0.0)),
            text(Msg::PackProofNone).to_owned(),
        ),
        Some(gap) => (
            say::pack_gap_figure(&percent(gap)),
            text(Msg::PackProofGap).to_owned(),
        ),
        None => (
            text(Msg::NotKnown).to_owned(),
            text(Msg::PackProofOpen).to_owned(),
        ),
    };
    let single = report.best_single();
    let single_name = single.and_then(|other| match (&other.way, other.gpus) {
        (Way::Single(name), Some(gpus)) => Some(say::gpus_of(&integer(f64::from(gpus)), name)),
        _ => None,
    });
    Element::of(
        "dl",
        [
            of(Msg::PackSold, report.paid, lines),
            of(
                Msg::PackEach,
                each.and_then(|other| other.per_hour),
                each_below.unwrap_or_default(),
            ),
            of(
                Msg::PackSingle,
                single.and_then(|other| other.per_hour),
                single_name.unwrap_or_default(),
            ),
            of(Msg::PackSavedName, saved, share.unwrap_or_default()),
            figure(Msg::PackProof, proof, String::new(), below),
        ],
    )
    .with("class", "figures pack-figures")
}
