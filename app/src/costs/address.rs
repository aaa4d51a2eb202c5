//! The link of the page about costs: the calculator's question, and the one about money behind
//! it.

use super::solve::Costs;
use super::state::State;
use crate::browser;
use crate::i18n;
use crate::page::carried;
use estimator::link::{Notice, View};
use estimator::money::link::{self, Link};
use estimator::money::question::Question;
use estimator::serving;
use leptos::prelude::*;
use std::sync::Arc;

/// The questions of an address.
pub(super) fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let (mut link, notices) = link::read(fragment);
    carried::settle(&mut link.page.question.fleet);
    (link, notices)
}

/// The fragment of both questions.
pub(super) fn write(asked: serving::question::Question, question: Question, view: View) -> String {
    let page = serving::link::Link {
        question: asked,
        view,
        frame: None,
    };
    link::write(&Link { page, question })
}

/// The fragment of the page as it is typed.
pub(super) fn whole(state: State) -> String {
    let marks = i18n::language().marks();
    let asked = state.study.asked.get();
    let currency = asked.fleet.currency;
    let question = state.draft.with(|draft| draft.question(marks, currency));
    // A draft that cannot be read is left behind.
    let question = question.or_else(|_| {
        let last = |costs: &Option<Arc<Costs>>| Some(costs.as_ref()?.question.clone());
        state.answer.with(last).ok_or(())
    });
    write(asked, question.unwrap_or_default(), state.frame.view())
}

/// The way to the calculator, with the same.
pub(super) fn calculator(state: State) -> String {
    browser::page_at("", &carried::departing(&whole(state)))
}
