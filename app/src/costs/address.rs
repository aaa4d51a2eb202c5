//! The address bar of the page about costs: the calculator's question, and the one about
//! money behind it.

use super::draft::Draft;
use super::question::Typed;
use super::state::State;
use crate::address::keep_in_step;
use crate::browser;
use crate::i18n::{self, Language};
use estimator::link::{self, Notice};
use estimator::money::link::{Link, read, write};
use estimator::question as asked;
use leptos::prelude::*;

/// What the address of a fresh visit asks.
pub(super) fn opening() -> (Link, Vec<Notice>) {
    read(&browser::fragment())
}

/// Keeps the address and the page in step from now on.
pub(super) fn follow(state: State) {
    keep_in_step(
        move || fragment_of(state),
        || write(&Link::default()),
        state.settled,
        move || show(state),
    );
}

/// What both this page and the calculator ask, and how it is looked at.
fn page(state: State) -> link::Link {
    let language = i18n::language().id().to_owned();
    link::Link {
        question: state.asked.get(),
        language: state.language_chosen.get().then_some(language),
        theme: state.theme.get(),
        selected: state.selected.get(),
    }
}

/// The calculator's fragment of what is on the page.
pub(super) fn asked_of(state: State) -> String {
    link::write(&page(state))
}

/// The fragment of what is on the page: of the last question that has an answer.
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

/// Puts what the address asks on the page.
fn show(state: State) {
    let (link, notices) = opening();
    let wanted = link.page.language.as_deref().and_then(Language::from_tag);
    state.draft.set(Draft::new(&link.question, i18n::marks()));
    let growth = &link.page.question.growth;
    state.typed.set(Typed::new(growth, i18n::marks()));
    state.asked.set(link.page.question);
    state.selected.set(link.page.selected);
    if link.page.theme.is_some() {
        state.theme.set(link.page.theme);
    }
    state.notices.set(notices);
    state.settle();
    if let Some(language) = wanted.filter(|wanted| *wanted != untrack(i18n::language)) {
        state.set_language(language, Callback::new(|()| {}));
    }
}
