//! Beside the recommendation: what a replica and all of them carry, the runner-up and the cheapest
//! that just misses, what backs the estimate, and how it differs from a pinned answer.

use super::badges::Badges;
use super::differences::BaselineLine;
use super::evidence::Evidence;
use super::figures::figures;
use super::others::others;
use super::trust::About;
use super::verdict::recommended;
use crate::i18n::{Msg, t};
use crate::serving::state::State;
use leptos::prelude::*;

/// The card; what backs the nearest one where nothing is recommended.
#[component]
pub(super) fn Beside() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.details.get()?;
        let (_, sizing) = recommended(&answer)?;
        Some(view! { {figures(&answer, sizing)} {others(state, &answer)} })
    };
    let none = move || state.details.with(Option::is_none);
    let accuracy = move || About::Estimates.address(state);
    view! {
        <section class="card beside" aria-label=t(Msg::BesideTitle) hidden=none>
            {content}
            <div class="backing">
                <Evidence/>
                <a class="aside" href=accuracy>{t(Msg::AccuracyTitle)}</a>
                <Badges/>
                <BaselineLine/>
            </div>
        </section>
    }
    .into_any()
}
