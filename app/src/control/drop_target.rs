//! Files that are dropped anywhere on the page.

use crate::browser;
use crate::i18n::{Msg, t};
use leptos::ev;
use leptos::prelude::*;
use leptos::web_sys::File;

/// The whole page takes dropped files, and says so while one hovers.
#[component]
pub(crate) fn DropTarget<F: Fn(File) + Send + Sync + 'static>(
    /// Its message then.
    says: Msg,
    /// Called with a file.
    take: F,
    /// Whether it is called with each of several, not with the first alone.
    #[prop(optional)]
    several: bool,
) -> impl IntoView {
    let hovering = RwSignal::new(false);
    let over = window_event_listener(ev::dragover, move |event| {
        if browser::carries_file(&event) {
            event.prevent_default();
            hovering.set(true);
        }
    });
    let leave = window_event_listener(ev::dragleave, move |event| {
        if event.related_target().is_none() {
            hovering.set(false);
        }
    });
    let drop = window_event_listener(ev::drop, move |event| {
        hovering.set(false);
        let mut files = browser::dropped_files(&event);
        if !several {
            files.truncate(1);
        }
        for file in files {
            event.prevent_default();
            take(file);
        }
    });
    for listener in [over, leave, drop] {
        browser::while_shown(listener);
    }
    view! {
        <div class="dropping" hidden=move || !hovering.get() aria-hidden="true">
            <p>{t(says)}</p>
        </div>
    }
    .into_any()
}
