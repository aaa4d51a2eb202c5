//! What limits a measured run: a profile or a benchmark's result is dropped, the worker reads it,
//! and the page says what it holds. Nothing of the file goes into the address, and none of it
//! leaves the page.

mod advice;
pub(crate) mod against;
mod answer;
mod calibrate;
mod course;
mod drop;
mod elsewhere;
mod file;
mod format;
mod list;
mod loaded;
mod open;
mod read;
mod recipe;
mod sheet;
mod size;
mod state;
mod submitted;
mod table;
mod unit;
mod verdict;
mod views;

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::header::{Page, Tools};
use crate::page::shell::Shell;
use crate::page::unread::Unread;
use crate::training::address::asked_by;
use answer::Results;
use drop::Drop;
use leptos::prelude::*;
use recipe::Recipes;
use state::State;

/// Everything below `#app`.
#[component]
pub(crate) fn Measure() -> impl IntoView {
    let page = Unread::opened(asked_by);
    let state = State::provide(page);
    browser::title(|| text(Msg::ProfileTitle).to_owned());
    let fragment = Signal::derive(move || page.shared());
    view! {
        <Shell frame=state.frame tools=tools(page, state) page=Page::Measure fragment>
            <main class="measure">
                <h1>{t(Msg::ProfileHeading)}</h1>
                <Drop/>
                <Results/>
                <Recipes/>
                {course::hatches()}
            </main>
        </Shell>
    }
    .into_any()
}

/// The actions of the bar's buttons.
fn tools(page: Unread, state: State) -> Tools {
    page.tools(move |format, failed| {
        if file::save(state, format).is_none() {
            failed.run(());
        }
    })
}
