//! Manifests for a cluster, below an answer: loaded once a reader opens their card.

use crate::i18n::{Msg, t, text};
use crate::module::{self, Cluster, Source};
use crate::page::opened::{Opened, is_open, load};
use crate::site::{CLUSTER, LATER};
use leptos::prelude::*;
use leptos::web_sys::Event;

/// The card.
#[component]
pub(crate) fn ClusterCard(
    /// What they are made of.
    source: Source,
) -> impl IntoView {
    let loading = RwSignal::new(Opened::<Cluster>::No);
    let toggled = move |event: Event| {
        if is_open(&event) {
            load(loading, module::load_cluster(source), &[LATER, CLUSTER]);
        }
    };
    let note = move || match loading.get() {
        Opened::Loading => text(Msg::ClusterLoading),
        Opened::Failed => text(Msg::ClusterFailed),
        Opened::No | Opened::Done(_) => "",
    };
    let part = move || match loading.get() {
        Opened::Done(part) => Some(part(source)),
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
