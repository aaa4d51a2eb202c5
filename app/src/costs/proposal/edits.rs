//! The sentences in the author's words, named beside the paper, each with a way back.

use super::content::Given;
use super::edited::{Edit, Wording};
use crate::control::tick;
use crate::i18n::{Msg, say, t, text};
use crate::serving::draft::shortened;
use leptos::prelude::*;

/// The switch, and below it what was edited.
pub(super) fn edits(wording: Wording, given: Given) -> AnyView {
    let switch = tick(
        None,
        Msg::ProposalEdit,
        wording.editing.into(),
        Callback::new(move |on| wording.editing.set(on)),
    );
    let all = move || {
        let all = given.edits(wording);
        (!all.is_empty()).then(|| {
            let rows = all
                .into_iter()
                .map(|(edit, stands)| row(wording, edit, stands));
            view! {
                <ul class="edits" aria-label=text(Msg::ProposalEdits)>{rows.collect_view()}</ul>
            }
        })
    };
    view! {
        {switch}
        <p class="aside" hidden=move || !wording.editing.get()>{t(Msg::ProposalEditHint)}</p>
        {all}
    }
    .into_any()
}

fn row(wording: Wording, edit: Edit, stands: bool) -> AnyView {
    let words = if edit.to.is_empty() {
        text(Msg::ProposalEditEmpty).to_owned()
    } else {
        edit.to
    };
    let lost =
        (!stands).then(|| view! { <span class="problem">{text(Msg::ProposalEditLost)}</span> });
    let restore = say::proposal_restore(&shortened(&edit.from));
    view! {
        <li>
            {words} " " {lost} " "
            <button type="button" class="plain" on:click=move |_| wording.restore(edit.place)>
                {restore}
            </button>
        </li>
    }
    .into_any()
}
