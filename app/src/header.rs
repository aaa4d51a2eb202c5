//! The bar at the top.

use leptos::prelude::*;

/// Name, language, theme, share.
#[component]
pub(crate) fn Header() -> impl IntoView {
    view! { <header class="header"><a class="brand" href="./">"right"<b>"size"</b></a></header> }
}
