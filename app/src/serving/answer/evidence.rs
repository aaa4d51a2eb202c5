//! Evidence beside the answer: how well measurements back it, and those nearest to it,
//! which a program of their own shows once a reader opens this part.

use super::shown;
use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::serving::state::State;
use estimator::band::Evidence as Backing;
use leptos::prelude::*;

/// How far the measurements are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loading {
    /// Nobody has asked.
    No,
    /// On their way.
    Yes,
    /// There.
    Done,
    /// They could not be had; opening the part again tries again.
    Failed,
}

/// The part of the verdict that opens; nothing where nothing runs.
#[component]
pub(super) fn Evidence() -> impl IntoView {
    let state = State::of_page();
    let loading = RwSignal::new(Loading::No);
    let backing = Memo::new(move |_| {
        let answer = state.answer.get()?;
        let candidate = shown(&answer, state.frame.selected.get().as_deref())?;
        let performance = candidate.best.as_ref()?.estimate.performance.as_ref()?;
        Some(performance.tpot.band.evidence)
    });
    let toggled = move |_| {
        if !browser::is_evidence_open() {
            return;
        }
        if loading.get_untracked() == Loading::Done {
            // Closed, it has not followed the question.
            browser::say_question_changed();
        } else if loading.get_untracked() != Loading::Yes {
            loading.set(Loading::Yes);
            leptos::task::spawn_local(async move {
                let there = browser::load_evidence().await;
                loading.set(if there {
                    Loading::Done
                } else {
                    Loading::Failed
                });
            });
        }
    };
    let note = move || match loading.get() {
        Loading::Yes => text(Msg::EvidenceLoading),
        Loading::Failed => text(Msg::EvidenceFailed),
        Loading::No | Loading::Done => "",
    };
    view! {
        <details class="disclosure evidence" hidden=move || backing.get().is_none() on:toggle=toggled>
            <summary>
                <b>{move || backing.get().map(|backing| text(label(backing)))}</b>
                " · "
                {t(Msg::AccuracyNear)}
            </summary>
            <p role="status">{note}</p>
            <div id="evidence"></div>
        </details>
    }
    .into_any()
}

const fn label(backing: Backing) -> Msg {
    match backing {
        Backing::Measured => Msg::EvidenceNear,
        Backing::Interpolated => Msg::EvidenceBetween,
        Backing::Unmeasured => Msg::EvidenceNone,
    }
}
