//! The files that were dropped: what each is, which is shown, and the way to take one off.

use super::format;
use super::read;
use super::state::{Listed, Phase, State, Why};
use crate::browser;
use crate::i18n::{Msg, say, t, text};
use crate::page::dropped::harmless;
use leptos::prelude::*;

/// The list; nothing before the first file.
#[component]
pub(super) fn Files() -> impl IntoView {
    let state = State::of_page();
    let none = move || state.files.with(Vec::is_empty);
    let entries = move || {
        let chosen = state.chosen.get();
        let files = state.files.get();
        let several = files.iter().filter(|one| one.measured().is_some()).count() > 1;
        let entry = |listed: &Listed| entry(state, listed, several, chosen == Some(listed.id));
        files.iter().map(entry).collect_view()
    };
    view! {
        <ul class="dropped-files" aria-label=t(Msg::ProfileFiles) hidden=none>
            {entries}
        </ul>
    }
    .into_any()
}

fn entry(state: State, listed: &Listed, several: bool, chosen: bool) -> AnyView {
    let id = listed.id;
    let what = match &listed.read {
        None => text(Msg::ProfileWaits).to_owned(),
        Some(Ok(measured)) => {
            let id = measured.facts.words("format").unwrap_or_default();
            harmless(format::name(id))
        }
        Some(Err(why)) => problem(&listed.name, *why),
    };
    let class = match &listed.read {
        Some(Err(_)) => "problem",
        _ => "aside",
    };
    let name = match listed.measured() {
        Some(_) if several => {
            let show = move |_| state.choose(id);
            let pressed = if chosen { "true" } else { "false" };
            view! {
                <button type="button" class="plain" aria-pressed=pressed on:click=show>
                    {listed.name.clone()}
                </button>
            }
            .into_any()
        }
        _ => view! { <b>{listed.name.clone()}</b> }.into_any(),
    };
    let remove = move |_| {
        let reading = state.files.with_untracked(|files| {
            let mut waiting = files.iter().filter(|listed| listed.read.is_none());
            waiting.next().is_some_and(|first| first.id == id)
        });
        if reading && matches!(state.phase.get_untracked(), Phase::Reading { .. }) {
            read::cancel(state);
        } else {
            state.remove(id);
        }
        // The button that had it is gone.
        browser::focus("profile-file");
    };
    view! {
        <li>
            {name}
            <button
                type="button"
                class="tool"
                aria-label=say::profile_remove_file(&listed.name)
                on:click=remove
            >
                {text(Msg::ProfileRemove)}
            </button>
            <span class=class>{what}</span>
        </li>
    }
    .into_any()
}

/// Why a file was not read, as a sentence.
pub(super) fn problem(name: &str, why: Why) -> String {
    match why {
        Why::NoReader => text(Msg::ProfileNoReader).to_owned(),
        Why::NoAccess => say::profile_no_access(name),
        Why::Empty => say::profile_bad_empty(name),
        Why::Unknown => say::profile_bad_unknown(name),
        Why::Broken => say::profile_bad_broken(name),
        Why::TooLarge => say::profile_bad_large(name),
        Why::Unsafe => say::profile_bad_unsafe(name),
    }
}
