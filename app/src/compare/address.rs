//! The address bar of a comparison: all its scenarios.

use super::state::State;
use crate::browser;
use crate::page::carried;
use crate::page::history::keep_in_step;
use estimator::link::Notice;
use estimator::named::Named;
use estimator::named::link::{Link, read, write};
use leptos::prelude::*;

/// The comparison of the address. A question of the calculator's is its first column.
pub(super) fn opening() -> (Link, Vec<Notice>) {
    let fragment = browser::fragment();
    match Named::of_size("", &carried::unseen(&fragment)) {
        Some(one) => {
            let view = carried::view(&fragment);
            let (link, notices) = read(&view);
            let scenarios = vec![one];
            (Link { scenarios, ..link }, notices)
        }
        None => read(&fragment),
    }
}

/// Keeps the address and the page in step from now on.
pub(super) fn follow(state: State) {
    keep_in_step(
        move || Some(fragment_of(state)),
        String::new,
        state.frame.settled,
        move || show(state),
    );
}

/// The fragment of the page; without a column, one that asks nothing.
fn fragment_of(state: State) -> String {
    let link = state.link();
    let whole = write(&link);
    if link.scenarios.is_empty() {
        carried::view(&whole)
    } else {
        whole
    }
}

/// The link to exactly this page.
pub(super) fn whole(state: State) -> String {
    browser::address_with(&untrack(|| fragment_of(state)))
}

/// Puts the comparison of the address on the page.
fn show(state: State) {
    let (link, notices) = opening();
    state.scenarios.set(link.scenarios);
    // No number is typed here.
    state.frame.show(&link.view, notices, |_, _| {});
}
