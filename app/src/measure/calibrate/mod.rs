//! Measurements make the estimate a person's own: what their loads ran on is asked for, the fit is
//! held against rows that it has not seen, and the calculator opens with it in its link.

pub(super) mod fields;
mod outcome;
mod spread;
mod table;
pub(super) mod typed;
pub(super) mod words;

pub(super) use outcome::Calibrating;

use super::size;
use super::state::State;
use super::table::table;
use super::views::save_button;
use crate::browser::{self, filled};
use crate::i18n::{Msg, t, text};
use fields::Fields;
use leptos::prelude::*;
use outcome::Outcome;

/// The card; nothing before the first measured load.
#[component]
pub(super) fn Calibrate() -> impl IntoView {
    let state = State::of_page();
    let of = state.calibration();
    let any = Memo::new(move |_| of.loads.with(|loads| !loads.is_empty()));
    move || any.get().then(|| card(state))
}

fn card(state: State) -> AnyView {
    let of = state.calibration();
    let verdict = move || of.outcome.with(words::verdict);
    let rows = move || {
        let section = of.rows();
        let save = save_button(section.title, &section.table);
        let inside = table(&section);
        view! {
            <div class="scroll wrapping" tabindex="0" role="group" aria-label=t(Msg::CalibRows)>
                <table use:filled=inside></table>
            </div>
            {save}
        }
    };
    let standing = move || {
        let says = of.standings.with(|all| words::standings(all));
        says.into_iter()
            .map(|one| view! { <p>{one}</p> })
            .collect_view()
    };
    let address = Memo::new(move |_| {
        let question = of.question(&state.question.get())?;
        Some(size::address(state, question))
    });
    let apply = move || {
        let address = address.get()?;
        Some(view! { <a class="pick apply" href=address>{text(Msg::CalibApply)}</a> })
    };
    let failed = move || {
        of.outcome
            .with(|outcome| matches!(outcome, Outcome::Done { fit: Err(_), .. }))
    };
    let forget = move |_| {
        let last = state
            .files
            .with_untracked(|files| files.last().map(|last| last.id));
        of.forget(last);
        browser::focus("answer");
    };
    view! {
        <section class="card calibrate">
            <header class="card-head">
                <h2>{t(Msg::CalibHeading)}</h2>
                <button type="button" class="plain" on:click=forget>
                    {t(Msg::CalibForget)}
                </button>
            </header>
            <p class="calibrate-says" class:failed=failed role="status">
                {verdict}
            </p>
            {apply}
            <div class="standing" role="status">{standing}</div>
            <p class="aside">{t(Msg::CalibMore)}</p>
            <Fields of=of.asked()/>
            {rows}
            <p class="aside">{t(Msg::CalibAfterSays)}</p>
        </section>
        {spread::figure(of)}
    }
    .into_any()
}
