//! What the recommendation stands on, as badges: what backs its latencies, whether its hardware was
//! measured, whether its price is old.

use super::candidates::{Age, badge};
use super::trust::{About, link};
use super::verdict::recommended;
use crate::i18n::{self, Msg, text};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::band::Evidence;
use estimator::serving::report::Sizing;
use leptos::prelude::*;

/// The badges; each leads to what explains it.
#[component]
pub(super) fn Badges() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let (_, sizing) = recommended(&answer)?;
        let badges = [
            badge(sizing, true),
            unmeasured(sizing),
            old_price(&answer, sizing),
        ];
        let shown = badges.into_iter().flatten();
        Some(shown.map(|badge| view! { {badge} " " }).collect_view())
    };
    view! { <p class="badges">{content}</p> }.into_any()
}

/// That nothing was measured on its hardware.
fn unmeasured(sizing: &Sizing) -> Option<AnyView> {
    let words = text(Msg::DoubtUnmeasured).to_owned();
    let is = sizing.evidence()? == Evidence::Unmeasured;
    is.then(|| link(About::Estimates, "badge warns".to_owned(), words, None))
}

/// That its price is too old to rely on; nothing where prices are hidden.
fn old_price(answer: &Answer, sizing: &Sizing) -> Option<AnyView> {
    let (offer, _) = answer.recommended()?;
    let age = Age::of(Some(sizing.price(offer)?));
    let is = !age.is_fresh && !i18n::is_priceless();
    let words = text(Msg::BadgeOld).to_owned();
    let class = "badge warns".to_owned();
    is.then(|| link(About::Prices, class, words, Some(age.hint)))
}
