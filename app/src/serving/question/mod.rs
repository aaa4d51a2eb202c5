//! The question: one section a file.

mod budget;
pub(crate) mod currency;
pub(crate) mod folded;
pub(crate) mod formats;
pub(crate) mod how_fast;
pub(crate) mod how_much;
pub(crate) mod import;
pub(crate) mod models;
pub(crate) mod offers;
pub(crate) mod pricing;
mod summary;
pub(crate) mod way;
pub(crate) mod what;
pub(crate) mod with_what;

pub(crate) use summary::line;

use crate::browser;
use crate::i18n::{self, Msg, t};
use crate::page::history::History;
use crate::page::sheet::Sheet;
use crate::page::undoing::undoing_row;
use crate::serving::address;
use crate::serving::answer::answer_line;
use crate::serving::last;
use crate::serving::later::{Later, Part};
use crate::serving::state::State;
use leptos::prelude::*;

/// The left column.
#[component]
pub(crate) fn QuestionForm(
    /// The history of the address.
    history: History,
) -> impl IntoView {
    let state = State::of_page();
    let guide = || browser::page_at("guide/", &format!("lang={}", i18n::language().id()));
    let way_back = (!browser::is_embedded()).then(|| last::way_back(state));
    let tools = (!browser::is_embedded()).then(|| {
        view! {
            <Later part=Part::Question>
                {undoing_row(history, move || state.is_stale(), move || address::show(state))}
            </Later>
        }
    });
    view! {
        <Sheet
            wrong=Signal::derive(move || state.is_stale())
            line=Signal::derive(move || line(state).unwrap_or_default())
            answer=Signal::derive(move || answer_line(state))
            tools=tools.into_any()
        >
            <a class="guided" href=guide hidden=browser::is_embedded()>{t(Msg::GuideLink)}</a>
            {way_back}
            <Later part=Part::Question>
                <what::What/>
                <how_much::HowMuch/>
                <how_fast::HowFast/>
                <with_what::WithWhat/>
            </Later>
        </Sheet>
    }
    .into_any()
}
