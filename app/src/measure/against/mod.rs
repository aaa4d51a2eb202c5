//! What the estimator says beside a file: the parts of its memory, and the prices of what to change.
//! A part of its own, which brings what sizes training runs: it is loaded once a file asks for it.

mod changes;
mod memory;
mod rows;
mod suited;
mod trained;

use leptos::prelude::AnyView;

/// What is made beside the file that is shown, of the page's own state.
#[derive(Clone, Copy)]
pub struct Against {
    /// Its memory beside an estimate's parts.
    pub(super) memory: fn() -> AnyView,
    /// The prices of what to change.
    pub(super) changes: fn() -> AnyView,
}

/// The part.
pub(crate) const fn part() -> Against {
    Against {
        memory: memory::card,
        changes: changes::list,
    }
}
