//! The answer out of the page: its link, its files.

use crate::address;
use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::state::State;
use estimator::export::Format;
use leptos::prelude::*;
use std::time::Duration;

/// How long "copied" is said.
const SAID: Duration = Duration::from_secs(2);
/// How long it is said that copying was refused, and what to do.
const EXPLAINED: Duration = Duration::from_secs(8);

/// The link to exactly this page.
fn link(state: State) -> String {
    let fragment = untrack(|| address::fragment_of(state)).unwrap_or_default();
    browser::address_with(&fragment)
}

/// Copies the link.
#[component]
pub(crate) fn ShareButton() -> impl IntoView {
    let state = State::of_page();
    let copied = RwSignal::new(None::<bool>);
    let share = move |_| {
        browser::copy(&link(state), move |there| {
            copied.set(Some(there));
            let long = if there { SAID } else { EXPLAINED };
            set_timeout(move || copied.set(None), long);
        });
    };
    view! {
        <button
            type="button"
            class="tool strong icon-share"
            title=t(Msg::Share)
            aria-label=t(Msg::Share)
            on:click=share
        >
            <span>{t(Msg::Share)}</span>
        </button>
        <span class="said" role="status">
            {move || match copied.get() {
                Some(true) => text(Msg::ShareCopied),
                Some(false) => text(Msg::ShareRefused),
                None => "",
            }}
        </span>
    }
    .into_any()
}

/// The formats and what the menu calls them.
const FORMATS: [(Format, Msg); 3] = [
    (Format::Csv, Msg::ExportCsv),
    (Format::Json, Msg::ExportJson),
    (Format::Markdown, Msg::ExportMarkdown),
];

/// The menu of files.
#[component]
pub(crate) fn ExportMenu() -> impl IntoView {
    let state = State::of_page();
    let failed = RwSignal::new(false);
    let item = |(format, name): (Format, Msg)| {
        view! {
            <button
                type="button"
                popovertarget="export-menu"
                popovertargetaction="hide"
                on:click=move |_| save(state, format, failed)
            >
                {t(name)}
            </button>
        }
    };
    view! {
        <button
            type="button"
            class="tool icon-export"
            popovertarget="export-menu"
            title=t(Msg::Export)
            aria-label=t(Msg::Export)
        ></button>
        <div id="export-menu" class="menu" popover="auto" role="group" aria-label=t(Msg::Export)>
            {FORMATS.into_iter().map(item).collect_view()}
        </div>
        <span class="said" role="status">
            {move || failed.get().then(|| text(Msg::ExportFailed))}
        </span>
    }
    .into_any()
}

/// Has the worker write the answer on the page, and saves it; says so where the
/// worker cannot be had.
fn save(state: State, format: Format, failed: RwSignal<bool>) {
    let Some(fragment) = untrack(|| address::fragment_of(state)) else {
        return;
    };
    let address = link(state);
    leptos::task::spawn_local(async move {
        let name = format!("rightsize.{}", format.extension());
        let written = browser::write_in_worker(format.id(), &fragment, &address).await;
        if let Some(text) = written {
            // A browser that cannot save a file says so itself.
            let _ = browser::save(&name, format.mime(), &text);
        } else {
            failed.set(true);
            set_timeout(move || failed.set(false), EXPLAINED);
        }
    });
}
