//! The part of a new answer that is read out to those who cannot see it.

use super::emphasis::unmarked;
use leptos::prelude::*;
use std::time::Duration;

/// How long the answer must rest before it is read out.
const REST: Duration = Duration::from_millis(900);

/// Reads a verdict out, politely, once it rests.
#[component]
pub(crate) fn Announcer(
    /// Its sentences; emphasised words are said as the rest.
    verdict: Signal<String>,
) -> impl IntoView {
    let said = RwSignal::new(String::new());
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        let sentences = unmarked(&verdict.get());
        // A sentence that no longer counts is gone at once: a price may just have been hidden.
        if said.with_untracked(|said| *said != sentences) {
            said.set(String::new());
        }
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        let say = move || said.set(sentences);
        timer.set_value(set_timeout_with_handle(say, REST).ok());
    });
    view! { <p class="unseen" aria-live="polite">{said}</p> }.into_any()
}
