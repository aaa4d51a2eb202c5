//! The commands that start the shown candidate's replicas, and the router before them.

use crate::i18n::{Msg, t};
use crate::serving::answer::{checkpoint_of, commands, head};
use crate::sessions::state::State;
use estimator::session::Routing;
use estimator::session::sizing::launch::{Checkpoint, start};
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn Launch() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let selected = state.frame.selected.get();
        let (candidate, sizing) = answer.shown(selected.as_deref())?;
        let offer = answer.offer(candidate)?;
        let asked = &answer.question().asked;
        let (model, quantized) = checkpoint_of(&asked.model, &answer.scenario.serving);
        let checkpoint = Checkpoint {
            model,
            quantized,
            head: head(&asked.model),
        };
        let start = start(&answer.scenario, offer, sizing, checkpoint);
        let routed = answer.question().routing == Routing::Session;
        Some(commands(&answer.scenario.serving, start, (false, routed)))
    };
    view! {
        <section class="card start" aria-labelledby="start-title">
            <h2 id="start-title">{t(Msg::StartHeading)}</h2>
            {content}
        </section>
    }
    .into_any()
}
