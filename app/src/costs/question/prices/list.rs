//! A price list of the user's own: dropped, pasted or chosen, read here, kept here.

use super::kept;
use super::reading::{Outcome, Reading};
use super::sentences;
use crate::browser;
use crate::carried;
use crate::control::DropTarget;
use crate::costs::state::State;
use crate::form;
use crate::i18n::{self, Msg, say, t, text};
use leptos::prelude::*;

/// Takes a list, and says what came of it.
#[component]
pub(super) fn List() -> impl IntoView {
    let state = State::of_page();
    let reading = Reading::new();
    let outcome = reading.outcome;
    let problem = Memo::new(move |_| {
        i18n::language();
        outcome.with(|outcome| outcome.as_ref().and_then(sentences::problem))
    });
    let wrong = move || problem.with(Option::is_some);
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

/// What was read, and which rows were refused.
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
        outcome.with(|outcome| {
            let Some(Outcome::Read { list, refused, .. }) = outcome else {
                return None;
            };
            let more = refused.saturating_sub(list.problems.len());
            let rows = list.problems.iter().map(sentences::refused);
            let rows = rows.map(|row| view! { <li>{row}</li> }).collect_view();
            (*refused > 0).then(|| {
                view! {
                    <p class="problem">{say::list_refused(*refused as f64)}</p>
                    <ul class="refused">{rows}</ul>
                    {(more > 0).then(|| view! { <p class="aside">{say::list_more(more as f64)}</p> })}
                }
            })
        })
    };
    view! {
        <div role="status">
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
    // Asked again where the list changes: it is kept or forgotten then.
    let rows = Memo::new(move |_| state.asked.with(|asked| asked.fleet.listed.len()));
    let stored = Memo::new(move |_| {
        rows.track();
        reading.name.track();
        kept::kept()
    });
    let name = move || {
        reading.name.get().unwrap_or_else(|| {
            let mine = state.asked.with(|asked| kept::text_of(&asked.fleet.listed));
            let kept = stored.get().filter(|(_, text)| *text == mine);
            kept.map_or_else(|| text(Msg::ListLinked).to_owned(), |(name, _)| name)
        })
    };
    let used = move || rows.get() > 0;
    let offered = move || !used() && stored.with(Option::is_some);
    let line = move || {
        if used() {
            say::list_in_use(rows.get() as f64, &name())
        } else {
            stored
                .get()
                .map_or_else(String::new, |(name, _)| say::list_offered(&name))
        }
    };
    let take = move |_| {
        if let Some((name, text)) = kept::kept() {
            reading.name.set(Some(name));
            let rows = kept::rows(&text);
            form::of_page().choose_fleet(|fleet| fleet.listed = rows);
        }
    };
    let remove = move |_| {
        kept::forget();
        carried::share(false);
        reading.outcome.set(None);
        reading.unkept.set(false);
        reading.name.set(None);
        form::of_page().choose_fleet(|fleet| {
            fleet.listed.clear();
            let discounts = std::mem::take(&mut fleet.discounts);
            let known = discounts.into_iter();
            let known = known.filter(|(seller, _)| catalog::is_seller(seller, fleet));
            fleet.discounts = known.collect();
        });
        // Nothing in the question tells that it is kept no more.
        reading.name.set(None);
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
            <div hidden=move || !used()>
                <label class="check">
                    <input
                        id="list-shared"
                        type="checkbox"
                        prop:checked=carried::is_shared
                        on:change:target=move |event| carried::share(event.target().checked())
                    />
                    <span>{t(Msg::ListInclude)}</span>
                </label>
                <p class="aside">{t(Msg::ListIncludeHint)}</p>
                <p class="problem">
                    {move || reading.unkept.get().then(|| text(Msg::ListUnkept))}
                </p>
            </div>
        </div>
    }
    .into_any()
}
