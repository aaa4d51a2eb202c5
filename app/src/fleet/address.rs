//! The address bar of the page holds its whole question, and the calculator's, where that came
//! along.

use super::draft::Draft;
use super::state::State;
use crate::i18n;
use crate::page::carried::{arrived, settle, unseen, view};
use crate::page::frame::Frame;
use crate::page::history::{History, keep_in_step};
use estimator::fleet::asked::Question;
use estimator::fleet::asked::link::{self, Link};
use estimator::link::Notice;
use leptos::prelude::*;
use std::sync::Arc;

/// The state of a page that begins with the address, in step with it from now on.
pub(super) fn opened() -> (State, History) {
    let (link, notices) = opening();
    let draft = Draft::new(link.question, i18n::marks());
    let state = State::provide(draft, link.size, Frame::open(link.view, notices));
    let fresh = || link::write(&Link::default());
    let history = keep_in_step(
        move || fragment_of(state),
        fresh,
        state.frame.settled,
        move || show(state),
    );
    (state, history)
}

/// The link of the address. A question of another page goes along beside a fresh fleet.
fn opening() -> (Link, Vec<Notice>) {
    let fragment = arrived(false);
    let (mut link, notices) = if link::is_fleet(&fragment) {
        link::read(&fragment)
    } else {
        let (looked_at, notices) = link::read(&view(&fragment));
        let link = Link {
            question: Question::default(),
            view: looked_at.view,
            size: unseen(&fragment),
        };
        (link, notices)
    };
    settle(&mut link.question.fleet);
    (link, notices)
}

/// The fragment of the page's question: of the last one that can be answered; reactive.
pub(super) fn fragment_of(state: State) -> Option<String> {
    let question = Arc::unwrap_or_clone(state.asked.get()?);
    Some(link::write(&Link {
        question,
        view: state.frame.view(),
        size: state.size.get(),
    }))
}

/// The fragment that goes over to other pages: the calculator's question as it came; reactive.
pub(super) fn others(state: State) -> String {
    let looked_at = link::write(&Link {
        question: Question::nothing(),
        view: state.frame.view(),
        size: String::new(),
    });
    let parts = [state.size.get(), view(&looked_at)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("&")
}

/// Puts the address's question on the page.
pub(super) fn show(state: State) {
    let (link, notices) = opening();
    state.open.set(None);
    state.draft.set(Draft::new(link.question, i18n::marks()));
    state.size.set(link.size);
    let rewrite = move |old, new| state.draft.update(|draft| draft.rewrite(old, new));
    state.frame.show(&link.view, notices, rewrite);
}
