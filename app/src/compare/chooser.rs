//! Where columns come from: a pasted link, and the scenarios saved in this browser, which go
//! to a file and come from one here, too.

use super::models::Models;
use super::state::State;
use super::{file, import};
use crate::browser;
use crate::i18n::{Msg, say, t, text};
use crate::page::saved::{self, Saved};
use estimator::export::Format;
use estimator::named::pasted;
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn Chooser() -> impl IntoView {
    let state = State::of_page();
    let all = RwSignal::new(saved::all());
    browser::on_storage_change(move || all.set(saved::all()));
    let to_file = move |format: Format, name: Msg| {
        view! {
            <button type="button" class="tool" on:click=move |_| file::save(state, format)>
                {t(name)}
            </button>
        }
    };
    view! {
        <section class="card chooser">
            <Models/>
            <h2>{t(Msg::CompareAddHeading)}</h2>
            <Paste/>
            <h2>{t(Msg::CompareSaved)}</h2>
            <List all/>
            <Files all/>
            <p class="ways">
                <button type="button" class="tool" on:click=|_| browser::print()>
                    {t(Msg::Print)}
                </button>
                {to_file(Format::Markdown, Msg::CompareMarkdown)}
                {to_file(Format::Csv, Msg::CompareCsv)}
            </p>
        </section>
    }
    .into_any()
}

/// A link to add.
#[component]
fn Paste() -> impl IntoView {
    let state = State::of_page();
    let typed = RwSignal::new(String::new());
    let said = RwSignal::new(String::new());
    let wrong = RwSignal::new(false);
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let found = pasted(&typed.get_untracked());
        wrong.set(found.is_empty());
        said.set(if found.is_empty() {
            text(Msg::ComparePasteBad).to_owned()
        } else {
            typed.set(String::new());
            state.add(found)
        });
    };
    view! {
        <form class="field" autocomplete="off" on:submit=add>
            <label for="pasted">{t(Msg::ComparePaste)}</label>
            <div class="adding">
                <div class="box" class:wrong=wrong>
                    <input
                        id="pasted"
                        type="text"
                        autocapitalize="none"
                        spellcheck="false"
                        aria-describedby="pasted-problem"
                        aria-invalid=move || wrong.get().then_some("true")
                        prop:value=typed
                        on:input:target=move |event| typed.set(event.target().value())
                    />
                </div>
                <button class="tool strong">{t(Msg::CompareAdd)}</button>
            </div>
            <p class="aside" id="pasted-problem" role="status">{said}</p>
        </form>
    }
    .into_any()
}

/// The scenarios of this browser.
#[component]
fn List(
    /// All of them.
    all: RwSignal<Vec<Saved>>,
) -> impl IntoView {
    let state = State::of_page();
    // A fleet is no column here: its own page has saved ones side by side.
    let sizes = move || {
        let all = all.get().into_iter();
        all.filter(|saved| !saved.named.is_fleet()).collect()
    };
    let shown = Memo::new(move |_| -> Vec<Saved> { sizes() });
    let said = RwSignal::new(String::new());
    let removed = RwSignal::new(None::<Saved>);
    let back = move || {
        let saved = removed.get()?;
        let label = saved.back_label();
        let press = move |_| {
            if saved.put_back() {
                removed.set(None);
                all.set(saved::all());
                browser::focus("saved-scenarios");
            }
        };
        Some(view! {
            <button type="button" class="chip" on:click=press>
                {label}
            </button>
        })
    };
    let row = move |saved: Saved| {
        let name = saved.named.name().to_owned();
        let (adds, removes) = (name.clone(), name.clone());
        let named = saved.named.clone();
        view! {
            <li>
                <span>{name}</span>
                <button
                    type="button"
                    class="tool"
                    aria-label=move || say::compare_add_named(&adds)
                    on:click=move |_| said.set(state.add(vec![named.clone()]))
                >
                    {t(Msg::CompareAdd)}
                </button>
                <button
                    type="button"
                    class="tool"
                    aria-label=move || say::remove(&removes)
                    on:click=move |_| {
                        removed.set(saved::remove(&saved.key));
                        all.set(saved::all());
                        browser::focus("saved-scenarios");
                    }
                >
                    "×"
                </button>
            </li>
        }
    };
    view! {
        <p class="aside" hidden=move || !shown.with(Vec::is_empty)>{t(Msg::CompareSavedNone)}</p>
        <ul class="scenarios" id="saved-scenarios" tabindex="-1" aria-label=t(Msg::CompareSaved)>
            {move || shown.get().into_iter().map(row).collect_view()}
        </ul>
        {back}
        <p class="aside" role="status">{said}</p>
    }
    .into_any()
}

/// All of them as a file, and from one.
#[component]
fn Files(
    /// All of them.
    all: RwSignal<Vec<Saved>>,
) -> impl IntoView {
    let said = RwSignal::new(String::new());
    let write = move |_| {
        let scenarios = all.get_untracked().into_iter().map(|saved| saved.named);
        file::save_scenarios(&scenarios.collect::<Vec<_>>());
    };
    let read = move |picked| {
        import::take(picked, move |sentences| {
            said.set(import::joined(&sentences));
            all.set(saved::all());
        });
    };
    view! {
        <p class="ways">
            <button type="button" class="tool" disabled=move || all.with(Vec::is_empty) on:click=write>
                {t(Msg::CompareExport)}
            </button>
            <label class="plain file">
                <span>{t(Msg::CompareImport)}</span>
                <input
                    type="file"
                    accept=".json,application/json"
                    aria-describedby="import-hint import-said"
                    on:change:target=move |event| {
                        if let Some(picked) = browser::picked_file(&event.target()) {
                            read(picked);
                        }
                    }
                />
            </label>
        </p>
        <p class="aside" id="import-said" role="status">{said}</p>
        <p class="aside" id="import-hint">{move || say::compare_import_hint(&import::most())}</p>
    }
    .into_any()
}
