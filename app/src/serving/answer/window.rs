//! What prompts that fill the model's window would cost, of the row that is selected or of what is
//! there, and else of whatever is best then; by the closed form:
//!
//! ```text
//! dollars a request = dollars per million output tokens * output tokens / 1,000,000
//! ```

use super::aside::known;
use super::levers::put;
use super::memory::there;
use super::phrase::{gpus, name};
use super::ways::at;
use crate::i18n::{Msg, dollars, integer, is_priceless, say, t, text};
use crate::page::work::Work;
use crate::serving::solve::{Answer, Solving};
use crate::serving::state::State;
use estimator::offer::Offer;
use estimator::serving::question::Question;
use estimator::serving::window::filled;
use leptos::prelude::*;
use std::sync::Arc;

/// Accelerators beyond which their number is said as more: they are no purchase of anybody who
/// sizes by this page, and a request's cost still says something.
const MANY: u32 = 1024;

/// An answer, and the accelerator that is selected, by id.
type Asked = (Arc<Answer>, Option<String>);

/// The window and the answer for it, as figures: words follow language and currency.
#[derive(Clone)]
struct Known {
    window: f64,
    question: Question,
    /// The accelerator that is asked about, by name; `None` where any will do.
    of: Option<String>,
    /// `None` where nothing holds the load.
    best: Option<Best>,
}

/// What would hold it.
#[derive(Clone)]
struct Best {
    count: u32,
    name: String,
    /// `None` without a price.
    paid: Option<Paid>,
}

/// Dollars, to whom and at the price of which day.
#[derive(Clone)]
struct Paid {
    per_hour: f64,
    per_request: f64,
    label: String,
    as_of: String,
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
            let output = self.question.output_tokens;
            let price = full.offer(candidate).and_then(|offer| sizing.price(offer));
            let paid = sizing.cost.zip(price).map(|(cost, price)| Paid {
                per_hour: cost.per_hour.get(),
                per_request: cost.per_million_output.get() * output / 1e6,
                label: price.label.clone(),
                as_of: price.as_of.clone(),
            });
            Some(Best {
                count: sizing.accelerators(),
                name: name(&full, candidate).to_owned(),
                paid,
            })
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
    let Some(best) = &known.best else {
        return match &known.of {
            Some(name) => say::window_not(name),
            None => text(Msg::WindowNone).to_owned(),
        };
    };
    let gpus = gpus(best.count.min(MANY), &best.name);
    let is_many = best.count > MANY;
    let there = known.question.limits.owned;
    if let (Some(paid), None, false) = (&best.paid, there, is_priceless()) {
        let each = dollars(paid.per_request);
        let gpus = at(&gpus, &paid.label, &paid.as_of);
        return if is_many {
            say::window_each(&each, &gpus)
        } else {
            say::window_costs(&each, &gpus, &dollars(paid.per_hour))
        };
    }
    match there {
        _ if is_many => say::window_many(&gpus),
        Some(there) => say::window_there(&gpus, &integer(f64::from(there))),
        None => say::window_takes(&gpus),
    }
}
