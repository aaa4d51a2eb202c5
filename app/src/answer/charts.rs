//! The charts.

use leptos::prelude::*;

/// The charts.
#[component]
pub(crate) fn Charts() -> impl IntoView {}
