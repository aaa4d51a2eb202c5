//! Evidence beside the answer: how well measurements back it, and those nearest to it,
//! which are loaded once a reader opens this part.

use super::shown;
use crate::i18n::{Msg, t, text};
use crate::module::{self, Nearest};
use crate::page::opened::{Opened, is_open, load};
use crate::serving::address::fragment_of;
use crate::serving::state::State;
use crate::site::LATER;
use estimator::band::Evidence as Backing;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// The part that opens; nothing where nothing runs.
#[component]
pub(super) fn Evidence() -> impl IntoView {
    let state = State::of_page();
    let loading = RwSignal::new(Opened::<Nearest>::No);
    let open = RwSignal::new(false);
    let backing = Memo::new(move |_| {
        let answer = state.answer.get()?;
        let candidate = shown(&answer, state.frame.selected.get().as_deref())?;
        candidate.best.as_ref()?.evidence()
    });
    // Closed, it does not follow the question.
    let fragment = Memo::new(move |last: Option<&String>| match last {
        Some(last) if !open.get() => last.clone(),
        _ => fragment_of(state).unwrap_or_default(),
    });
    let toggled = move |event: Event| {
        open.set(is_open(&event));
        if open.get_untracked() {
            load(loading, module::load_nearest(), &[LATER, "accuracy/"]);
        }
    };
    let note = move || match loading.get() {
        Opened::Loading => text(Msg::EvidenceLoading),
        Opened::Failed => text(Msg::EvidenceFailed),
        Opened::No | Opened::Done(_) => "",
    };
    let nearest = move || match loading.get() {
        Opened::Done(nearest) => Some((nearest.view)(fragment.into())),
        _ => None,
    };
    view! {
        <details class="disclosure evidence" hidden=move || backing.get().is_none() on:toggle=toggled>
            <summary>
                <b>{move || backing.get().map(|backing| text(label(backing)))}</b>
                " · "
                {t(Msg::AccuracyNear)}
            </summary>
            <p role="status">{note}</p>
            <div id="evidence">{nearest}</div>
        </details>
    }
    .into_any()
}

/// What is known of measurements near it.
pub(super) const fn label(backing: Backing) -> Msg {
    match backing {
        Backing::Measured => Msg::EvidenceNear,
        Backing::Interpolated => Msg::EvidenceBetween,
        Backing::Unmeasured => Msg::EvidenceNone,
    }
}
