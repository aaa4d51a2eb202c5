//! The ways from the page about costs to the proposal, and back.

use crate::browser;
use crate::costs::state::State;
use crate::i18n::{Msg, t};
use crate::page::carried;
use leptos::prelude::*;

/// The way there, beside the verdict; nothing where there is nothing to propose.
#[component]
pub(in crate::costs) fn Door() -> impl IntoView {
    let state = State::of_page();
    let nothing = move || {
        let costs = state.answer.get();
        costs.is_none_or(|costs| costs.found.is_none())
    };
    let address = move || browser::page_at("proposal/", &fragment(state));
    view! {
        <a class="door" href=address hidden=nothing>{t(Msg::ProposalOpen)}</a>
    }
    .into_any()
}

/// The way back; reactive.
pub(super) fn back(state: State) -> String {
    browser::page_at("costs/", &fragment(state))
}

/// The address of the page about costs with this page's question: whoever follows it
/// finds every input, but for a price list that stays in this browser, and nothing of the
/// customer.
pub(super) fn calculation(state: State) -> String {
    browser::full_address_at("costs/", &untrack(|| fragment(state)))
}

/// As it may stand in an address: a price list of the user's own stays in the browser
/// unless links hold it.
fn fragment(state: State) -> String {
    carried::departing(&state.fragment().unwrap_or_default())
}
