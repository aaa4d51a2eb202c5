//! Experts' knobs, folded away.

use leptos::prelude::*;

/// A heading that opens what stands below it.
#[component]
pub(crate) fn Disclosure(
    /// The heading.
    #[prop(into)]
    title: Signal<String>,
    /// Whether it is open at first.
    #[prop(optional)]
    open: bool,
    /// What it opens.
    children: Children,
) -> impl IntoView {
    view! {
        <details class="disclosure" open=open>
            <summary>{title}</summary>
            <div class="disclosed">{children()}</div>
        </details>
    }
    .into_any()
}
