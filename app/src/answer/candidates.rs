//! The table of every accelerator.

use leptos::prelude::*;

/// The table of every accelerator.
#[component]
pub(crate) fn Candidates() -> impl IntoView {}
