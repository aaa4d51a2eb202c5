//! The content of an open row: the layout in full, the price behind it, and the best run of
//! every other count.

use super::order::Column;
use super::row::{Row, cells};
use crate::browser::filled;
use crate::element::Element;
use crate::i18n::{Msg, dollars, integer, number, say, text};
use crate::serving::answer::dated;
use crate::training::solve::Answer;
use crate::training::state::State;
use crate::training::words::ways;
use estimator::training::Job;
use estimator::training::report::Run;
use leptos::prelude::*;

/// The details of a row.
pub(super) fn detail(row: &Row) -> AnyView {
    let mut parts = Vec::new();
    let answer = State::of_page().details.get_untracked();
    let answer = answer.as_deref();
    let best = row.candidate.best.as_ref();
    let price = answer.and_then(|answer| price(row, answer));
    for words in [best.map(spelled_out), price].into_iter().flatten() {
        parts.push(Element::new("p").say(words));
    }
    if let Some(answer) = answer.filter(|_| row.candidate.scaling.len() > 1) {
        parts.push(counts(&row.candidate.scaling, &answer.job));
    }
    view! {
        <div
            class="detail"
            tabindex="0"
            role="group"
            aria-label=text(Msg::TrainCounts)
            use:filled=parts
        ></div>
    }
    .into_any()
}

/// Layout, trainable parameters, steps, energy.
fn spelled_out(run: &Run) -> String {
    let mut words = ways(&run.estimate.layout);
    words.push(say::detail_trainable(&integer(run.estimate.trainable)));
    words.push(say::detail_nodes(f64::from(run.nodes)));
    words.push(say::detail_steps(run.steps));
    if let Some(energy) = run.energy_kwh {
        words.push(say::unit_kwh(&number(energy)));
    }
    words.join(" · ")
}

/// Which price is paid, from whom and when.
fn price(row: &Row, answer: &Answer) -> Option<String> {
    let offer = answer.offer(&row.candidate)?;
    let paid = match &row.candidate.best {
        Some(run) => run.price(offer),
        None => offer.price.as_ref(),
    };
    let Some(price) = paid else {
        return Some(text(Msg::PriceNone).to_owned());
    };
    let each = dollars(price.per_accelerator.get());
    Some(if price.label == catalog::OWN_PRICE_LABEL {
        say::price_own(&each)
    } else {
        say::price_from(&dated(price), &each, &price.sourced())
    })
}

/// The best run of every count that was tried.
fn counts(scaling: &[Run], job: &Job) -> Element {
    let columns = Column::ALL
        .into_iter()
        .filter(|column| !matches!(column, Column::Accelerator | Column::Verdict));
    let heads = columns.map(|column| {
        Element::words("th", column.class(), text(column.title())).with("scope", "col")
    });
    let rows = scaling.iter().map(|run| {
        let cells = cells(Some(run), job);
        let cells = cells.map(|(class, words)| Element::words("td", class, words));
        Element::of("tr", cells)
    });
    Element::new("table")
        .with("class", "alternatives")
        .and(Element::words("caption", "", text(Msg::TrainCounts)))
        .and(Element::of("thead", [Element::of("tr", heads)]))
        .and(Element::of("tbody", rows))
}
