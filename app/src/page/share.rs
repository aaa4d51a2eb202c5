//! The answer out of the page: its link, its files.

use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::carried::departing;
use crate::worker::message::{Document, Request};
use estimator::export::Format;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use std::time::Duration;

/// How long "copied" is said.
const SAID: Duration = Duration::from_secs(2);
/// How long it is said that copying was refused, and the way round it.
const EXPLAINED: Duration = Duration::from_secs(8);

/// Something said for a while; said again, its time begins anew.
#[derive(Clone, Copy)]
pub(crate) struct Said {
    what: RwSignal<Option<Msg>>,
    until: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Said {
    pub(crate) fn new() -> Self {
        Self {
            what: RwSignal::new(None),
            until: StoredValue::new_local(None),
        }
    }

    fn say(self, what: Msg, long: Duration) {
        self.what.set(Some(what));
        let millis = u32::try_from(long.as_millis()).unwrap_or(u32::MAX);
        let end = Timeout::new(millis, move || self.what.set(None));
        // The timer that ran before ends with its value.
        self.until.set_value(Some(end));
    }

    /// Says that something is done.
    pub(crate) fn briefly(self, what: Msg) {
        self.say(what, SAID);
    }

    pub(crate) fn view(self) -> AnyView {
        let words = move || self.what.get().map_or("", text);
        view! { <span class="said" role="status">{words}</span> }.into_any()
    }
}

/// Copies the link.
#[component]
pub(crate) fn ShareButton(
    /// The link to exactly this page.
    link: Callback<(), String>,
) -> impl IntoView {
    let said = Said::new();
    let share = move |_| {
        browser::copy(&link.run(()), move |there| {
            if there {
                said.briefly(Msg::ShareCopied);
            } else {
                said.say(Msg::ShareRefused, EXPLAINED);
            }
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
        {said.view()}
    }
    .into_any()
}

/// The formats and their names in the menu.
const FORMATS: [(Format, Msg); 3] = [
    (Format::Csv, Msg::ExportCsv),
    (Format::Json, Msg::ExportJson),
    (Format::Markdown, Msg::ExportMarkdown),
];

/// The menu of files.
#[component]
pub(crate) fn ExportMenu(
    /// Saves a file; told a callback for where that fails.
    save: Callback<(Format, Callback<()>)>,
) -> impl IntoView {
    let said = Said::new();
    let failed = Callback::new(move |()| said.say(Msg::ExportFailed, EXPLAINED));
    let item = |(format, name): (Format, Msg)| {
        view! {
            <button
                type="button"
                popovertarget="export-menu"
                popovertargetaction="hide"
                on:click=move |_| save.run((format, failed))
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
        {said.view()}
    }
    .into_any()
}

/// The link to exactly a page, whose fragment this is.
pub(crate) fn link_to(fragment: Option<String>) -> String {
    browser::address_with(&untrack(|| departing(&fragment.unwrap_or_default())))
}

/// Has the worker write an answer, and offers it as a file; `failed` where it cannot be had.
pub(crate) fn write(
    document: Document,
    format: Format,
    fragment: String,
    left: Option<f64>,
    failed: Callback<()>,
) {
    let request = Request::Write {
        document,
        format,
        address: link_to(Some(fragment.clone())),
        fragment,
        left,
    };
    leptos::task::spawn_local(async move {
        match browser::ask(request).await {
            Some(text) => save(format, &text),
            None => failed.run(()),
        }
    });
}

/// Offers the answer as a file.
pub(crate) fn save(format: Format, text: &str) {
    let name = format!("rightsize.{}", format.extension());
    // A browser that cannot save a file says so itself.
    let _ = browser::save(&name, format.mime(), text);
}
