//! Manifests for a cluster, loaded once a reader opens their card.

use crate::i18n::{self, Msg, t, text};
use crate::module::{self, Cluster};
use crate::site::{CLUSTER, LATER};
use leptos::prelude::*;
use leptos::web_sys::{Element, Event};
use wasm_bindgen::JsCast;

/// How far the part is.
#[derive(Clone, Copy)]
enum Loading {
    No,
    Yes,
    Done(Cluster),
    /// Opening the card again tries again.
    Failed,
}

/// The card.
#[component]
pub(super) fn ClusterCard() -> impl IntoView {
    let loading = RwSignal::new(Loading::No);
    let toggled = move |event: Event| {
        let details = event.target();
        let details = details.and_then(|target| target.dyn_into::<Element>().ok());
        let is_open = details.is_some_and(|details| details.has_attribute("open"));
        if is_open && matches!(loading.get_untracked(), Loading::No | Loading::Failed) {
            loading.set(Loading::Yes);
            leptos::task::spawn_local(async move {
                let there = module::load_cluster().await;
                let has_words = i18n::add(&[LATER, CLUSTER]).await;
                loading.set(match there.filter(|_| has_words) {
                    Some(part) => Loading::Done(part),
                    None => Loading::Failed,
                });
            });
        }
    };
    let note = move || match loading.get() {
        Loading::Yes => text(Msg::ClusterLoading),
        Loading::Failed => text(Msg::ClusterFailed),
        Loading::No | Loading::Done(_) => "",
    };
    let part = move || match loading.get() {
        Loading::Done(part) => Some(part()),
        _ => None,
    };
    view! {
        <section class="card" aria-labelledby="cluster-title">
            <h2 id="cluster-title">{t(Msg::ClusterHeading)}</h2>
            <details class="disclosure" id="cluster" on:toggle=toggled>
                <summary>{t(Msg::ClusterOpen)}</summary>
                <p role="status">{note}</p>
                {part}
            </details>
        </section>
    }
    .into_any()
}
