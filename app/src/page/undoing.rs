//! Undo and redo of a page's question, by two buttons and by keys.

use crate::browser;
use crate::i18n::{Msg, t};
use crate::page::history::History;
use crate::page::said::Said;
use leptos::prelude::*;

/// The two buttons, and the place that names their effect. The keys work wherever the caret
/// is. Unreadable text was no step: it is undone first, `again` putting
/// the address's question on the page.
pub(crate) fn undoing(
    history: History,
    is_stale: impl Fn() -> bool + Copy + Send + Sync + 'static,
    again: impl Fn() + Copy + 'static,
) -> (AnyView, AnyView) {
    let said = Said::new();
    let step = move |back: bool| {
        let stepped = if back && untrack(is_stale) {
            History::write();
            again();
            true
        } else {
            history.go(back)
        };
        if stepped {
            said.briefly(if back { Msg::Undone } else { Msg::Redone });
        }
        stepped
    };
    browser::on_stepping(step);
    let button = move |back: bool, name: Msg, class: &'static str| {
        let none = move || !(history.steps.can_go(back) || back && is_stale());
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
    let buttons = view! {
        {button(true, Msg::Undo, "tool icon-undo")}
        {button(false, Msg::Redo, "tool icon-undo redo")}
    };
    (buttons.into_any(), said.view())
}

/// The row of them above the fields of a page that has no other tools.
pub(crate) fn undoing_row(
    history: History,
    is_stale: impl Fn() -> bool + Copy + Send + Sync + 'static,
    again: impl Fn() + Copy + 'static,
) -> AnyView {
    let (buttons, said) = undoing(history, is_stale, again);
    view! { <div class="question-tools">{buttons} {said}</div> }.into_any()
}
