//! A row that opens: a button with what it says in short, and its fields below.

use crate::browser;
use crate::i18n::{Msg, t};
use crate::queue::state::State;
use crate::queue::words::problem;
use estimator::kubernetes::teams::Field;
use leptos::prelude::*;
use std::time::Duration;

/// The `id` of a row's button.
pub(super) fn id_of(key: u32) -> String {
    format!("row-{key}")
}

/// What a row says while it is closed.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Said {
    pub(super) colour: &'static str,
    pub(super) name: String,
    pub(super) beside: String,
    pub(super) below: String,
}

/// The row of a key; `place` is its place now, `is_of` tells its fields.
pub(super) fn row(
    state: State,
    key: u32,
    said: impl Fn() -> Said + Send + Sync + 'static,
    place: impl Fn() -> Option<usize> + Send + Sync + 'static,
    is_of: fn(Field, usize) -> bool,
    editor: fn(State, u32, usize) -> AnyView,
) -> AnyView {
    let open = Memo::new(move |_| state.study.open.get() == Some(key));
    let place = Memo::new(move |_| place());
    let said = Memo::new(move |_| said());
    let wrong = move || {
        let place = place.get().filter(|_| !open.get())?;
        let wrong = state.errors.with(|errors| {
            let found = errors.iter().find(|error| is_of(error.field, place));
            found.cloned()
        })?;
        Some(problem(&wrong))
    };
    let toggle = move |_| state.study.open.set((!open.get_untracked()).then_some(key));
    let inside = move || {
        let place = place.get().filter(|_| open.get())?;
        Some(editor(state, key, place))
    };
    view! {
        <li class="workload" class:open=open>
            <button
                type="button"
                id=id_of(key)
                class="workload-head"
                aria-expanded=move || if open.get() { "true" } else { "false" }
                on:click=toggle
            >
                <i class=move || said.with(|said| said.colour) aria-hidden="true"></i>
                <b>{move || said.with(|said| said.name.clone())}</b>
                <span>{move || said.with(|said| said.beside.clone())}</span>
                <small>{move || said.with(|said| said.below.clone())}</small>
            </button>
            <p class="problem">{wrong}</p>
            {inside}
        </li>
    }
    .into_any()
}

/// The button that removes a row; `remove` takes it out of the draft.
pub(super) fn remove(state: State, add: &'static str, take: impl Fn() + 'static) -> AnyView {
    let press = move |_| {
        state.study.open.set(None);
        take();
        set_timeout(move || browser::focus(add), Duration::ZERO);
    };
    view! {
        <div class="chips">
            <button type="button" class="chip action" on:click=press>{t(Msg::QueueRemove)}</button>
        </div>
    }
    .into_any()
}

/// Opens a new row, its name ready to be typed over.
pub(super) fn show(state: State, key: u32, name: String) {
    state.study.open.set(Some(key));
    set_timeout(move || browser::focus(&name), Duration::ZERO);
}
