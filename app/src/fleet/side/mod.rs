//! What the page loads once somebody asks for it: saved fleets beside the one on the page, and
//! questions of the calculator to take over, limits of each accelerator. [`Beside`] is its place on the page, the rest is in a
//! file of its own.

mod compared;
mod restrictions;
mod table;
mod taken;

use crate::i18n::{Msg, t, text};
use crate::module::{self, Side};
use crate::page::opened::{Opened, is_open, load};
use leptos::prelude::*;
use leptos::web_sys::Event;

/// All of it.
pub(super) const SIDE: Side = Side {
    compared: compared::compared,
    taken: taken::taken,
    restrictions: restrictions::restrictions,
};

/// The place of a part, under a heading that opens. Small handle: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    part: RwSignal<Opened<Side>>,
    make: fn(Side) -> AnyView,
}

impl Beside {
    /// A place that is closed.
    pub(super) fn new(make: fn(Side) -> AnyView) -> Self {
        Self {
            part: RwSignal::new(Opened::No),
            make,
        }
    }

    /// Loads the part, where its `<details>` was opened.
    fn toggled(self, event: &Event) {
        if is_open(event) {
            load(self.part, module::load_side(), &[]);
        }
    }

    /// Its `<details>` under a title.
    pub(super) fn details(self, title: Msg) -> AnyView {
        view! {
            <details class="disclosure" on:toggle=move |event| self.toggled(&event)>
                <summary>{t(title)}</summary>
                <div class="disclosed">{self.content()}</div>
            </details>
        }
        .into_any()
    }

    /// The part, or how far it is.
    fn content(self) -> impl Fn() -> AnyView + Clone {
        move || match self.part.get() {
            Opened::Done(side) => (self.make)(side),
            Opened::Failed => view! { <p role="status">{text(Msg::PackFailed)}</p> }.into_any(),
            Opened::No | Opened::Loading => ().into_any(),
        }
    }
}
