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
    /// What opens it: something in it that must be seen.
    #[prop(optional, into)]
    wanted: Option<Signal<bool>>,
    /// What it opens.
    children: Children,
) -> impl IntoView {
    let opened = RwSignal::new(open);
    Effect::new(move |_| {
        if wanted.is_some_and(|wanted| wanted.get()) {
            opened.set(true);
        }
    });
    view! {
        <details class="disclosure" open=move || opened.get()>
            <summary>{title}</summary>
            <div class="disclosed">{children()}</div>
        </details>
    }
    .into_any()
}
