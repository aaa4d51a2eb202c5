//! A figure of an answer: its name, the value, what it is of, and the range it lies in.

use crate::i18n::{Msg, t};
use leptos::prelude::*;

/// An entry of a list of figures.
pub(crate) fn figure(
    name: String,
    value: String,
    beside: String,
    range: Option<String>,
) -> AnyView {
    let range =
        range.map(|range| view! { <small class="range" title=t(Msg::RangeHint)>{range}</small> });
    view! {
        <div>
            <dt>{name}</dt>
            <dd>
                <b>{value}</b>
                " "
                <small>{beside}</small>
                {range}
            </dd>
        </div>
    }
    .into_any()
}
