//! What others claim of ways to draw faster, which no public row here supports: named as claims,
//! in no figure.

use crate::i18n::{Msg, t};
use crate::vision::state::State;
use leptos::prelude::*;

/// Claims: name, the claimed factor and its source, in the authors' figures.
const CLAIMS: [(&str, &str, &str); 2] = [
    ("TeaCache", "≤ 4.41 ×", "arXiv:2411.19108, Open-Sora-Plan"),
    (
        "DeepCache",
        "2.3 ×",
        "arXiv:2312.00858, Stable Diffusion v1.5",
    ),
];

/// The card; nothing where nothing is drawn.
#[component]
pub(super) fn Claims() -> impl IntoView {
    let state = State::of_page();
    let draws = Memo::new(move |_| state.draft.with(|draft| draft.chosen.generates()));
    let items = CLAIMS.map(|(name, factor, source)| {
        view! { <li><b>{name}</b> " " {factor} " · " {source}</li> }.into_any()
    });
    let items = Vec::from(items);
    view! {
        <section class="card claims" hidden=move || !draws.get() aria-labelledby="claims-title">
            <h2 id="claims-title">{t(Msg::VisionClaims)}</h2>
            <p class="aside">{t(Msg::VisionClaimsSays)}</p>
            <ul>{items}</ul>
        </section>
    }
    .into_any()
}
