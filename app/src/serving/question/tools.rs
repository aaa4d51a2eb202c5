//! Above the fields: undo and redo, questions saved by name, and the way to put some side
//! by side.

use super::saved_menu::{MENU, menu};
use crate::browser;
use crate::i18n::{Msg, t};
use crate::page::carried::departing;
use crate::page::history::History;
use crate::page::undoing::undoing;
use crate::serving::address;
use crate::serving::state::State;
use leptos::prelude::*;

/// The row of buttons.
#[component]
pub(super) fn QuestionTools(
    /// The history of the address.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    let (steps, said) = undoing(
        history,
        move || state.is_stale(),
        move || address::show(state),
    );
    let opened = RwSignal::new(0_usize);
    let compare = move || {
        let fragment = address::fragment_of(state).unwrap_or_default();
        browser::page_at("compare/", &departing(&fragment))
    };
    view! {
        <div class="question-tools">
            {steps}
            <button
                type="button"
                class="tool"
                popovertarget=MENU
                on:click=move |_| opened.update(|times| *times += 1)
            >
                {t(Msg::Scenarios)}
            </button>
            <a class="tool" href=compare>{t(Msg::Compare)}</a>
            {said}
            {menu(state, opened)}
        </div>
    }
    .into_any()
}
