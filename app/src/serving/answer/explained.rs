//! Numbers that open their formula, wherever they stand.

use super::why::element_id;
use crate::browser;
use crate::i18n::{Msg, text};
use crate::page::tabs::{self, Tab};
use crate::serving::state::State;
use estimator::serving::explain::DerivationId;
use leptos::prelude::*;

/// A number of the recommendation that opens its formula when it is clicked.
pub(super) fn of_best(id: DerivationId, shown: String) -> AnyView {
    let state = State::of_page();
    opener(id, shown, move || {
        if state.frame.selected.get_untracked().is_some() {
            state.frame.select(None);
        }
    })
}

/// A number of the selected accelerator that opens its formula.
pub(super) fn of_selected(id: DerivationId, shown: String) -> AnyView {
    opener(id, shown, || ())
}

fn opener(id: DerivationId, shown: String, first: impl Fn() + 'static) -> AnyView {
    let state = State::of_page();
    view! {
        <button
            type="button"
            class="explained"
            title=text(Msg::WhyOpen)
            on:click=move |event| {
                event.stop_propagation();
                first();
                state.show_all();
                tabs::reveal(Tab::Details);
                state.explained.set(Some(id));
                // After this turn, when it is open.
                request_animation_frame(move || browser::focus(element_id(id)));
            }
        >
            {shown}
        </button>
    }
    .into_any()
}
