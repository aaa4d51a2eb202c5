//! What prompts that fill the model's window would cost, of the row that is selected or of what is
//! there, and else of whatever is best then; by the closed form.

use super::aside::known;
use super::levers::put;
use super::memory::there;
use super::phrase::{gpus, name};
use crate::i18n::{Msg, dollars, integer, is_priceless, say, t, text};
use crate::page::work::Work;
use crate::serving::solve::{Answer, Solving};
use crate::serving::state::State;
use estimator::offer::Offer;
use estimator::serving::question::Question;
use estimator::serving::window::filled;
use leptos::prelude::*;
use std::sync::Arc;

/// An answer, and the accelerator that is selected, by id.
type Asked = (Arc<Answer>, Option<String>);

/// The window and the answer for it, as figures: words follow language and currency.
#[derive(Clone)]
struct Known {
    window: f64,
    question: Question,
    /// The accelerator that is asked about, by name; `None` where any will do.
    of: Option<String>,
    /// Accelerators, their name and dollars an hour; `None` where nothing holds the load.
    best: Option<(u32, String, Option<f64>)>,
}

/// The block; nothing where the model's window is not known or filled already.
#[component]
pub(super) fn FullWindow() -> impl IntoView {
    let state = State::of_page();
    let asked = move || Some((state.details.get()?, state.frame.selected.get()));
    let known = known(asked, Filling::begin, Filling::into_known);
    let content = move || {
        let known = known.get()?;
        let said = words(&known);
        let Known {
            window, question, ..
        } = known;
        Some(view! {
            <h3>{say::window_title(&integer(window))}</h3>
            <p>{said}</p>
            <button type="button" class="plain" on:click=move |_| put(state, &question)>
                {t(Msg::SaveTry)}
            </button>
        })
    };
    view! { <div hidden=move || known.with(Option::is_none)>{content}</div> }.into_any()
}

/// The way to it.
struct Filling {
    window: f64,
    question: Question,
    /// The id and the name of the accelerator that is asked about.
    of: Option<(String, String)>,
    solving: Solving,
}

impl Work for Filling {
    fn advance(&mut self) -> bool {
        self.solving.advance()
    }
}

impl Filling {
    fn begin((answer, selected): &Asked) -> Option<Self> {
        let window = f64::from(answer.scenario.model.max_context?);
        let question = filled(&answer.question, window)?;
        let of = only(answer, selected.as_deref());
        Some(Self {
            window,
            of: of.map(|offer| {
                let chip = &offer.accelerator;
                (chip.id.clone(), chip.name.clone())
            }),
            solving: Solving::begin(question.clone()).ok()?,
            question,
        })
    }

    fn into_known(self) -> Known {
        let full = self.solving.into_answer();
        let candidate = match &self.of {
            Some((id, _)) => full.report.candidates.iter().find(|candidate| {
                let same = full.offer(candidate);
                candidate.meets() && same.is_some_and(|same| same.accelerator.id == *id)
            }),
            None => full.report.recommended(),
        };
        let best = candidate.and_then(|candidate| {
            let sizing = candidate.best.as_ref()?;
            let hour = sizing.cost.map(|cost| cost.per_hour.get());
            Some((
                sizing.accelerators(),
                name(&full, candidate).to_owned(),
                hour,
            ))
        });
        Known {
            window: self.window,
            question: self.question,
            of: self.of.map(|(_, name)| name),
            best,
        }
    }
}

/// What is selected, or there: the one offer that is asked about; `None` where any will do.
fn only<'a>(answer: &'a Answer, selected: Option<&str>) -> Option<&'a Offer> {
    let is_one = selected.is_some() || answer.question.limits.owned.is_some();
    let candidate = there(answer, selected).filter(|_| is_one)?;
    answer.offer(candidate)
}

/// What the window takes: beside what is there, or its cost where prices are shown.
fn words(known: &Known) -> String {
    let Some((count, name, hour)) = &known.best else {
        return match &known.of {
            Some(name) => say::window_not(name),
            None => text(Msg::WindowNone).to_owned(),
        };
    };
    let gpus = gpus(*count, name);
    match (known.question.limits.owned, hour) {
        (Some(there), _) => say::window_there(&gpus, &integer(f64::from(there))),
        (None, Some(hour)) if !is_priceless() => say::window_costs(&gpus, &dollars(*hour)),
        (None, _) => say::window_takes(&gpus),
    }
}
