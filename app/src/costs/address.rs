//! The address bar of the page about costs: the calculator's question, and the one about
//! money behind it.

use super::draft::Draft;
use super::question::Typed;
use super::state::State;
use crate::browser;
use crate::i18n;
use crate::page::carried;
use crate::page::history::{History, keep_in_step};
use estimator::link::Notice;
use estimator::money::link::{Link, read, write};
use estimator::serving::link;
use estimator::serving::question as asked;
use leptos::prelude::*;

/// The questions of a fresh visit's address.
pub(super) fn opening() -> (Link, Vec<Notice>) {
    let (mut link, notices) = read(&carried::arrived(true));
    carried::settle(&mut link.page.question.fleet);
    (link, notices)
}

/// Keeps the address and the page in step from now on.
pub(super) fn follow(state: State) -> History {
    keep_in_step(
        move || fragment_of(state),
        || write(&Link::default()),
        state.frame.settled,
        move || show(state),
    )
}

/// The question that this page shares with the calculator, and how it is looked at.
fn page(state: State) -> link::Link {
    link::Link {
        question: state.asked.get(),
        view: state.frame.view(),
        frame: None,
    }
}

/// The calculator's fragment of the page, with the question about money behind it.
pub(super) fn whole(state: State) -> String {
    let marks = i18n::language().marks();
    let page = page(state);
    let currency = page.question.fleet.currency;
    let question = state.draft.with(|draft| draft.question(marks, currency));
    // A draft that cannot be read is left behind.
    let question = question.or_else(|_| {
        state
            .costs
            .with(|costs| costs.as_ref().map(|costs| costs.question.clone()).ok_or(()))
    });
    write(&Link {
        page,
        question: question.unwrap_or_default(),
    })
}

/// The way to the calculator, with the same.
pub(super) fn calculator(state: State) -> String {
    browser::page_at("", &carried::departing(&whole(state)))
}

/// The fragment of the page: of the last question that has an answer.
pub(super) fn fragment_of(state: State) -> Option<String> {
    let (question, asked) = state.costs.with(|costs| {
        let costs = costs.as_ref()?;
        let asked = asked::Question {
            growth: costs.growth.clone(),
            ..costs.answer.question.clone()
        };
        Some((costs.question.clone(), asked))
    })?;
    let page = link::Link {
        question: asked,
        ..page(state)
    };
    Some(write(&Link { page, question }))
}

/// Puts the questions of the address on the page.
pub(super) fn show(state: State) {
    let (link, notices) = opening();
    let currency = link.page.question.fleet.currency;
    state
        .draft
        .set(Draft::new(&link.question, i18n::marks(), currency));
    let growth = &link.page.question.growth;
    state.typed.set(Typed::new(growth, i18n::marks()));
    state.asked.set(link.page.question);
    state.readings.update(|readings| *readings += 1);
    let rewrite = move |old, new| state.rewrite(old, new);
    state.frame.show(&link.page.view, notices, rewrite);
}
