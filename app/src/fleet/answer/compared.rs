//! Saved fleets, and one that is pinned, beside the one on the page.

use crate::fleet::side::Beside;
use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn Compared() -> impl IntoView {
    let details = Beside::details(Msg::PackComparedOpen, |side| (side.compared)());
    view! {
        <section class="card" aria-labelledby="pack-compared">
            <h2 id="pack-compared">{t(Msg::PackCompared)}</h2>
            {details}
        </section>
    }
    .into_any()
}
