//! The address bar of the page holds its whole question.

use super::draft::Draft;
use super::state::State;
use crate::i18n;
use crate::page::carried::{arrived, settle};
use crate::page::history::{History, keep_in_step};
use estimator::link::Notice;
use estimator::session::sizing::link::{self, Link};
use leptos::prelude::*;
use std::sync::Arc;

/// The link of a fresh visit's address; of the calculator's question, its model, promise and fleet.
pub(super) fn opening() -> (Link, Vec<Notice>) {
    let fragment = arrived(false);
    // A link of the calculator names its version and no task; one of a language alone is neither.
    let has = |key: &str| fragment.split('&').any(|pair| pair.starts_with(key));
    let is_calculators = has("v=") && !has("task=");
    let (mut link, notices) = if is_calculators {
        let (mut link, notices) = link::of_calculator(&fragment);
        // Whoever comes with a model of short contexts finds an answer.
        catalog::fit_sessions(&mut link.question);
        (link, notices)
    } else {
        link::read(&fragment)
    };
    settle(&mut link.question.asked.fleet);
    (link, notices)
}

/// The fragment for the other pages: a calculator's.
pub(super) fn carried(state: State) -> Option<String> {
    let question = Arc::unwrap_or_clone(state.asked()?);
    let view = state.frame.view();
    Some(link::to_calculator(&Link { question, view }))
}

/// Keeps the address and the page in step from now on.
pub(super) fn follow(state: State) -> History {
    let fresh = || link::write(&Link::default());
    keep_in_step(
        move || fragment_of(state),
        fresh,
        state.frame.settled,
        move || show(state),
    )
}

/// The fragment of the page's question: of the last one that can be answered.
pub(super) fn fragment_of(state: State) -> Option<String> {
    let question = Arc::unwrap_or_clone(state.asked()?);
    let view = state.frame.view();
    Some(link::write(&Link { question, view }))
}

/// Puts the address's question on the page.
pub(super) fn show(state: State) {
    let (link, notices) = opening();
    state.draft.set(Draft::new(link.question, i18n::marks()));
    let rewrite = move |old, new| state.draft.update(|draft| draft.rewrite(old, new));
    state.frame.show(&link.view, notices, rewrite);
}
