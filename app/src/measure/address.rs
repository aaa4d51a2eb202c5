//! The address bar of the page: how it is looked at, and the question of the other pages, which
//! goes along unread. Of a file that was dropped it says nothing.

use super::state::State;
use crate::browser;
use crate::page::carried;
use crate::page::frame::Frame;
use crate::page::history::keep_in_step;
use crate::training::address::asked_by;
use estimator::link::{Notice, View};
use estimator::named::link::{self, Link};
use leptos::prelude::*;

/// The state of a page that begins with the address, in step with it from now on.
pub(super) fn opened() -> State {
    let (question, view, notices) = opening();
    let state = State::provide(question, Frame::open(view, notices));
    keep_in_step(
        move || Some(fragment_of(state)),
        String::new,
        state.frame.settled,
        move || {
            let (question, view, notices) = opening();
            state.question.set(question);
            state.frame.show(&view, notices, |_, _| {});
        },
    );
    state
}

/// The question of the address as it stands, and how the page is looked at.
fn opening() -> (String, View, Vec<Notice>) {
    let fragment = carried::arrived(false);
    let (Link { view, .. }, notices) = link::read(&carried::view(&fragment));
    (asked_by(carried::unseen(&fragment)), view, notices)
}

/// The fragment of the page; reactive.
fn fragment_of(state: State) -> String {
    let view = state.frame.view();
    let view = link::write(&Link {
        scenarios: Vec::new(),
        view,
    });
    let parts = [state.question.get(), carried::view(&view)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("&")
}

/// The link to this page.
pub(super) fn whole(state: State) -> String {
    browser::address_with(&untrack(|| carried::departing(&fragment_of(state))))
}
