//! Where a file is dropped or chosen, how far its reading is, and why it failed.

use super::list::{Files, problem};
use super::read;
use super::state::{Phase, State};
use crate::browser;
use crate::control::DropTarget;
use crate::i18n::{Msg, percent, say, t, text};
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn Drop() -> impl IntoView {
    let state = State::of_page();
    let name = move || match state.phase.get() {
        Phase::Reading { name, .. } => name,
        _ => String::new(),
    };
    let share = Memo::new(move |_| match state.phase.get() {
        Phase::Reading { share, .. } => Some(share),
        _ => None,
    });
    let waits = move || share.get().is_none();
    let progress = move || say::profile_reading(&name(), &percent(share.get().unwrap_or(0.0)));
    let listed = move || {
        state
            .phase
            .with(|phase| matches!(phase, Phase::Failed { .. }))
    };
    let stop = move |_| {
        read::cancel(state);
        // The button that had it is gone.
        browser::focus("profile-file");
    };
    view! {
        <DropTarget says=Msg::ProfileDropHere take=move |file| read::take(state, file) several=true/>
        <section class="card drop" aria-label=t(Msg::ProfileDrop)>
            <h2>{t(Msg::ProfileDrop)}</h2>
            <p class="aside">{t(Msg::ProfilePrivate)}</p>
            <label class="pick file">
                <span>{t(Msg::ProfileChoose)}</span>
                <input
                    id="profile-file"
                    type="file"
                    multiple
                    aria-describedby="profile-problem"
                    on:change:target=move |event| {
                        for file in browser::picked_files(&event.target()) {
                            read::take(state, file);
                        }
                    }
                />
            </label>
            <div class="progress" hidden=waits>
                <p>{progress}</p>
                <progress max="1" prop:value=move || share.get().unwrap_or(0.0) aria-label=progress>
                </progress>
                <button type="button" class="tool" on:click=stop>
                    {t(Msg::ProfileCancel)}
                </button>
            </div>
            <p
                class="problem"
                class:unseen=listed
                id="profile-problem"
                role="alert"
            >{move || wrong(&state.phase.get())}</p>
            <p class="aside" role="status">{move || said(&state.phase.get())}</p>
            <Files/>
        </section>
    }
    .into_any()
}

/// Why the last file was not read, as a sentence; its entry of the list shows it, too.
fn wrong(phase: &Phase) -> String {
    match phase {
        Phase::Failed { name, why } => problem(name, *why),
        Phase::TooMany => text(Msg::ProfileTooMany).to_owned(),
        _ => String::new(),
    }
}

/// How a reading ended, as a sentence.
fn said(phase: &Phase) -> String {
    match phase {
        Phase::Done { name } => say::profile_done(name),
        Phase::Stopped { name } => say::profile_stopped(name),
        _ => String::new(),
    }
}
