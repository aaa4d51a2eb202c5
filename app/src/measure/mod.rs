//! What limits a measured run: a profile or a benchmark's result is dropped, the worker reads it,
//! and the page says what it holds. Nothing of the file goes into the address, and none of it
//! leaves the page.

mod address;
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
use crate::training::address::carried;
use answer::Results;
use drop::Drop;
use estimator::export::Format;
use estimator::training::link::is_training;
use leptos::prelude::*;
use recipe::Recipes;
use state::State;

/// Everything below `#app`.
#[component]
pub(crate) fn Measure() -> impl IntoView {
    let state = address::opened();
    browser::title(|| text(Msg::ProfileTitle).to_owned());
    // Other pages take a question of training by what all of them ask.
    let fragment = Signal::derive(move || {
        state.question.with(|question| {
            if is_training(question) {
                carried(question)
            } else {
                question.clone()
            }
        })
    });
    view! {
        <Shell frame=state.frame tools=tools(state) page=Page::Measure fragment>
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
fn tools(state: State) -> Tools {
    Tools {
        theme: state.frame.theme,
        // No number is typed here.
        choose: Callback::new(move |(language, failed)| {
            state.frame.set_language(language, failed, |_, _| {});
        }),
        // All parts are rendered at once.
        complete: Callback::new(|()| {}),
        link: Callback::new(move |()| address::whole(state)),
        save: Callback::new(move |(format, failed): (Format, Callback<()>)| {
            if file::save(state, format).is_none() {
                failed.run(());
            }
        }),
        asked: None,
    }
}
