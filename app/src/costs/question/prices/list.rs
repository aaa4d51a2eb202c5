//! A price list of the user's own: dropped, pasted or chosen, read here, kept here.

use super::kept;
use super::reading::{Reading, put};
use super::sentences;
use crate::browser;
use crate::control::{DropTarget, tick};
use crate::costs::state::State;
use crate::i18n::{self, Msg, say, t, text};
use crate::page::carried;
use crate::serving::answer::told;
use leptos::prelude::*;

/// Takes a list, and tells the outcome.
#[component]
pub(super) fn List() -> impl IntoView {
    let state = State::of_page();
    let reading = Reading::new(state);
    let outcome = reading.outcome;
    let problem = move || {
        let problem = outcome.with(|outcome| outcome.as_ref().and_then(sentences::problem));
        problem.unwrap_or_default()
    };
    let wrong = move || !problem().is_empty();
    view! {
        <p class="aside">{t(Msg::ListHint)}</p>
        <InUse reading/>
        <div class="field">
            <label for="list-text">{t(Msg::ListPaste)}</label>
            <div class="box" class:wrong=wrong>
                <textarea
                    id="list-text"
                    rows="3"
                    spellcheck="false"
                    aria-invalid=move || wrong().then_some("true")
                    aria-describedby="list-problem"
                    on:input:target=move |event| {
                        reading.text(state, text(Msg::ListPasted).to_owned(), event.target().value());
                    }
                ></textarea>
            </div>
        </div>
        <label class="plain file">
            <span>{t(Msg::ListPick)}</span>
            <input
                id="list-file"
                type="file"
                accept=".csv,.tsv,.txt,.json"
                on:change:target=move |event| {
                    if let Some(file) = browser::picked_file(&event.target()) {
                        reading.file(state, file);
                    }
                }
            />
        </label>
        <p class="aside">{t(Msg::ListDrop)}</p>
        <p class="problem" id="list-problem" role="status">{problem}</p>
        <Said reading/>
        <DropTarget says=Msg::ListDropHere take=move |file| reading.file(state, file)/>
    }
    .into_any()
}

/// The rows read, and the rows refused.
#[component]
fn Said(
    /// The lists.
    reading: Reading,
) -> impl IntoView {
    let outcome = reading.outcome;
    let said = move || {
        let said = outcome.with(|outcome| outcome.as_ref().map(sentences::read));
        said.unwrap_or_default().join(i18n::language().gap())
    };
    let refused = move || {
        let refused = outcome.with(|outcome| outcome.as_ref().map(sentences::refused));
        told::facts(refused.unwrap_or_default())
    };
    view! {
        <div class="list-said" role="status">
            <p class="aside">{said}</p>
            {refused}
        </div>
    }
    .into_any()
}

/// The list in use, or the one that is kept; links, and the way to be rid of it.
#[component]
fn InUse(
    /// The lists.
    reading: Reading,
) -> impl IntoView {
    let state = State::of_page();
    let rows = move || state.study.asked.with(|asked| asked.fleet.listed.len());
    let used = move || rows() > 0;
    let offered = move || !used() && reading.kept.with(Option::is_some);
    let line = move || {
        if used() {
            let linked = || text(Msg::ListLinked).to_owned();
            let name = reading.name.get().unwrap_or_else(linked);
            say::list_in_use(rows() as f64, &name)
        } else {
            say::list_offered(&reading.kept.get().unwrap_or_default())
        }
    };
    let take = move |_| {
        if let Some((name, text)) = kept::kept() {
            reading.name.set(Some(name));
            put(state, kept::rows(&text));
        }
    };
    // A list that came by a link is not the one that is kept.
    let linked = move || used() && reading.name.with(Option::is_none);
    let remove = move |_| {
        if !untrack(linked) {
            kept::forget();
            reading.kept.set(None);
        }
        reading.outcome.set(None);
        reading.unkept.set(false);
        reading.name.set(None);
        put(state, Vec::new());
    };
    view! {
        <div class="list-in-use" hidden=move || !used() && !offered()>
            <p>{line}</p>
            <div class="row">
                <button type="button" class="plain" hidden=move || !offered() on:click=take>
                    {t(Msg::ListUse)}
                </button>
                <button type="button" class="plain" on:click=remove>{t(Msg::ListRemove)}</button>
            </div>
            // What came by a link stays in it.
            <div hidden=move || !used() || linked()>
                {tick(
                    Some("list-shared"),
                    Msg::ListInclude,
                    Signal::derive(carried::is_shared),
                    Callback::new(carried::share),
                )}
                <p class="aside">{t(Msg::ListIncludeHint)}</p>
                <p class="problem">
                    {move || if reading.unkept.get() { text(Msg::ListUnkept) } else { "" }}
                </p>
            </div>
        </div>
    }
    .into_any()
}
