//! Every number with its formula.

use leptos::prelude::*;

/// Every number with its formula.
#[component]
pub(crate) fn Why() -> impl IntoView {}
