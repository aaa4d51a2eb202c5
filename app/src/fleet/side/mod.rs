//! What the page loads once it has answered, or somebody asks for it: the fields of a workload,
//! saved fleets beside the one on the page, questions of the calculator to take over, limits of
//! each accelerator. [`Beside`] is its place on the page, the rest is in a file of its own.

mod compared;
mod editor;
mod restrictions;
mod table;
mod taken;

use crate::i18n::{Msg, t, text};
use crate::module::{self, Side};
use crate::page::opened::{Opened, is_open, load};
use leptos::prelude::*;

/// All of it.
pub(super) const SIDE: Side = Side {
    compared: compared::compared,
    taken: taken::taken,
    restrictions: restrictions::restrictions,
    editor: editor::editor,
};

/// The part, once it is there. Small handle: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Beside(RwSignal<Opened<Side>>);

impl Beside {
    /// One that nobody has asked for.
    pub(super) fn new() -> Self {
        Self(RwSignal::new(Opened::No))
    }

    /// Loads it, unless it is there or on its way.
    pub(super) fn load(self) {
        load(self.0, module::load_side(), &[]);
    }

    /// What is made of it, or how far it is; reactive.
    pub(super) fn content(self, make: impl Fn(Side) -> AnyView) -> AnyView {
        match self.0.get() {
            Opened::Done(side) => make(side),
            Opened::Failed => view! { <p role="status">{text(Msg::PackFailed)}</p> }.into_any(),
            Opened::No | Opened::Loading => ().into_any(),
        }
    }

    /// A `<details>` of a title that loads it once it is opened.
    pub(super) fn details(title: Msg, make: fn(Side) -> AnyView) -> AnyView {
        let beside = Self::new();
        let toggled = move |event| {
            if is_open(&event) {
                beside.load();
            }
        };
        view! {
            <details class="disclosure" on:toggle=toggled>
                <summary>{t(title)}</summary>
                <div class="disclosed">{move || beside.content(make)}</div>
            </details>
        }
        .into_any()
    }
}
