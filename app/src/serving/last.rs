//! The last question of a browser, offered where the calculator is opened without one.

use crate::browser;
use crate::i18n::{Msg, say, t};
use crate::page::carried::{departing, unseen};
use crate::serving::address;
use crate::serving::question::line;
use crate::serving::state::State;
use leptos::ev::Custom;
use leptos::prelude::*;

/// Under this name a browser keeps it: its line, and below that its link's fragment.
const KEPT: &str = "last";

/// Keeps the page's question whenever the page is left, unless it is that of a fresh visit.
fn keep(state: State) {
    let fragment = untrack(|| address::fragment_of(state)).unwrap_or_default();
    let fragment = unseen(&departing(&fragment));
    if fragment != address::fresh()
        && let Some(line) = untrack(|| line(state))
    {
        browser::remember(KEPT, &format!("{line}\n{fragment}"));
    }
}

/// The way back to it, on a page that was opened without a question; and from now on the next
/// question is kept.
pub(crate) fn way_back(state: State) -> AnyView {
    let bare = unseen(&browser::fragment()).is_empty();
    let kept = browser::recall(KEPT).filter(|_| bare);
    browser::while_shown(window_event_listener(
        Custom::<web_sys::Event>::new("pagehide"),
        move |_| keep(state),
    ));
    browser::at_end(move || keep(state));
    let Some((line, fragment)) = kept.as_deref().and_then(|kept| kept.split_once('\n')) else {
        return ().into_any();
    };
    let offered = RwSignal::new(true);
    let (line, fragment) = (line.to_owned(), fragment.to_owned());
    let label = move || say::continue_last(&line);
    view! {
        <p class="guided last" hidden=move || !offered.get()>
            <a
                href=format!("#{fragment}")
                on:click=move |_| offered.set(false)
            >
                {label}
            </a>
            <button
                type="button"
                aria-label=t(Msg::ContinueForget)
                title=t(Msg::ContinueForget)
                on:click=move |_| {
                    browser::forget(KEPT);
                    offered.set(false);
                }
            >
                "×"
            </button>
        </p>
    }
    .into_any()
}
