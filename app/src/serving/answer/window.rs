//! What prompts that fill the model's window would cost, beside the answer; by the closed form.

use super::aside::known;
use super::levers::put;
use super::phrase::{gpus, name};
use crate::i18n::{Msg, dollars, integer, is_priceless, say, t, text};
use crate::page::work::Ready;
use crate::serving::solve::{Answer, beside};
use crate::serving::state::State;
use estimator::serving::question::Question;
use estimator::serving::window::filled;
use leptos::prelude::*;
use std::sync::Arc;

/// The window and the answer for it, as figures: words follow language and currency.
#[derive(Clone)]
struct Known {
    window: f64,
    question: Question,
    /// Accelerators, their name and dollars an hour; `None` where nothing holds the load.
    best: Option<(u32, String, Option<f64>)>,
}

/// The block; nothing where the model's window is not known or filled already.
#[component]
pub(super) fn FullWindow() -> impl IntoView {
    let state = State::of_page();
    let known = known(move || state.details.get(), begin);
    let content = move || {
        let Known {
            window,
            question,
            best,
        } = known.get()?;
        Some(view! {
            <h3>{say::window_title(&integer(window))}</h3>
            <p>{words(best)}</p>
            <button type="button" class="plain" on:click=move |_| put(state, &question)>
                {t(Msg::SaveTry)}
            </button>
        })
    };
    view! { <div hidden=move || known.with(Option::is_none)>{content}</div> }.into_any()
}

fn begin(answer: &Arc<Answer>) -> Option<Ready<Known>> {
    let window = f64::from(answer.scenario.model.max_context?);
    let question = filled(&answer.question, window)?;
    let full = beside(question.clone())?;
    let candidate = full.report.recommended();
    let best = candidate.and_then(|candidate| {
        let sizing = candidate.best.as_ref()?;
        let hour = sizing.cost.map(|cost| cost.per_hour.get());
        Some((
            sizing.accelerators(),
            name(&full, candidate).to_owned(),
            hour,
        ))
    });
    Some(Ready(Known {
        window,
        question,
        best,
    }))
}

/// What the window takes, and its cost where prices are shown.
fn words(best: Option<(u32, String, Option<f64>)>) -> String {
    let Some((count, name, hour)) = best else {
        return text(Msg::WindowNone).to_owned();
    };
    let gpus = gpus(count, &name);
    match hour.filter(|_| !is_priceless()) {
        Some(hour) => say::window_costs(&gpus, &dollars(hour)),
        None => say::window_takes(&gpus),
    }
}
