//! Above the fields: undo and redo, questions saved by name, and the way to put some side
//! by side.

use super::saved_menu::{MENU, menu};
use crate::address::{self, History};
use crate::browser;
use crate::carried::departing;
use crate::i18n::{Msg, t};
use crate::share::Said;
use crate::state::State;
use leptos::prelude::*;

/// The row of buttons. The keys work wherever the caret is.
#[component]
pub(super) fn QuestionTools(
    /// What the address was and will be.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    let said = Said::new();
    let step = move |back: bool| {
        let stepped = address::step(state, history, back);
        if stepped {
            said.briefly(if back { Msg::Undone } else { Msg::Redone });
        }
        stepped
    };
    browser::on_stepping(step);
    let button = move |back: bool, name: Msg, class: &'static str| {
        let none = move || !(history.steps.can_go(back) || back && state.is_stale());
        // Disabled for the ear and the eye; a disabled button would lose the focus.
        view! {
            <button
                type="button"
                class=class
                title=t(name)
                aria-label=t(name)
                aria-disabled=move || none().then_some("true")
                on:click=move |_| {
                    step(back);
                }
            ></button>
        }
    };
    let opened = RwSignal::new(0_usize);
    let compare = move || {
        let fragment = address::fragment_of(state).unwrap_or_default();
        browser::page_at("compare/", &departing(&fragment))
    };
    view! {
        <div class="question-tools">
            {button(true, Msg::Undo, "tool icon-undo")}
            {button(false, Msg::Redo, "tool icon-undo redo")}
            <button
                type="button"
                class="tool"
                popovertarget=MENU
                on:click=move |_| opened.update(|times| *times += 1)
            >
                {t(Msg::Scenarios)}
            </button>
            <a class="tool" href=compare>{t(Msg::Compare)}</a>
            {said.view()}
            {menu(state, opened)}
        </div>
    }
    .into_any()
}
