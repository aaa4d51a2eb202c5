//! The commands that start the shown candidate's replicas, and the router before them.

use crate::serving::answer::{around_commands, checkpoint_of, commands, head};
use crate::sessions::state::State;
use estimator::session::Routing;
use estimator::session::sizing::launch::{Checkpoint, start};
use leptos::prelude::*;

/// The card.
#[component]
pub(super) fn Launch() -> impl IntoView {
    let state = State::of_page();
    around_commands(move || {
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
    })
}
