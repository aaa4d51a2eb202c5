//! Questions of the calculator as workloads: the one that came along, saved ones, or a link.

use crate::fleet::side::Beside;
use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// What can be taken over, once somebody asks.
#[component]
pub(super) fn Taken() -> impl IntoView {
    let beside = Beside::new(|side| (side.taken)());
    view! {
        <details class="disclosure" on:toggle=move |event| beside.toggled(&event)>
            <summary>{t(Msg::PackTake)}</summary>
            <div class="disclosed">{beside.content()}</div>
        </details>
    }
    .into_any()
}
