//! The question: one section a file.

pub(crate) mod currency;
mod discounts;
mod engine;
mod folded;
pub(crate) mod formats;
pub(crate) mod growth;
pub(crate) mod how_fast;
mod how_much;
pub(crate) mod import;
pub(crate) mod makers;
pub(crate) mod models;
pub(crate) mod offers;
mod own_accelerator;
pub(crate) mod own_prices;
pub(crate) mod pricing;
pub(crate) mod serving;
mod summary;
pub(crate) mod way;
pub(crate) mod what;
pub(crate) mod with_what;

pub(crate) use folded::Folded;
pub(crate) use summary::line;

use crate::browser;
use crate::i18n::{self, Msg, t};
use crate::page::history::History;
use crate::page::undoing::undoing_row;
use crate::serving::address;
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
    view! {
        <Folded
            wrong=Signal::derive(move || state.is_stale())
            line=Signal::derive(move || line(state).unwrap_or_default())
        >
            <a class="guided" href=guide hidden=browser::is_embedded()>{t(Msg::GuideLink)}</a>
            <Later part=Part::Question>
                {(!browser::is_embedded())
                    .then(|| {
                        undoing_row(
                            history,
                            move || state.is_stale(),
                            move || address::show(state),
                        )
                    })}
                <what::What/>
                <how_much::HowMuch/>
                <how_fast::HowFast/>
                <with_what::WithWhat/>
            </Later>
        </Folded>
    }
    .into_any()
}

/// A part of the question under its heading.
#[component]
pub(crate) fn Section(
    /// The heading.
    heading: Msg,
    /// The fields.
    children: Children,
) -> impl IntoView {
    view! {
        <section class="asked">
            <h2>{t(heading)}</h2>
            {children()}
        </section>
    }
    .into_any()
}
