//! Experts' knobs, folded away.

use crate::page::form;
use estimator::error::Field;
use leptos::prelude::*;

/// A heading that opens the part below it.
#[component]
pub(crate) fn Disclosure(
    /// The heading.
    #[prop(into)]
    title: Signal<String>,
    /// Whether it is open at first.
    #[prop(optional)]
    open: bool,
    /// The fields in it: one that is wrong opens it, since it must be seen.
    #[prop(optional)]
    fields: &'static [Field],
    /// Whether another of its fields is wrong.
    #[prop(optional)]
    wrong: Option<Signal<bool>>,
    /// The part it opens.
    children: Children,
) -> impl IntoView {
    let form = form::found();
    let opened = RwSignal::new(open);
    Effect::new(move |_| {
        let other = wrong.is_some_and(|wrong| wrong.get());
        let is_wrong = |field: &Field| form.is_some_and(|form| form.error_at(*field).is_some());
        if other || fields.iter().any(is_wrong) {
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
