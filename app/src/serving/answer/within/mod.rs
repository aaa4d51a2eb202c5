//! As much of the load as hardware that is there, or a budget, carries: a sentence above the
//! recommendation, what all of the load takes, and single changes that close the gap.

mod changes;
mod words;

use super::memory::there;
use super::phrase::gpus;
use crate::i18n::{Msg, dollars, say, t};
use crate::page::beside::Beside;
use crate::page::work::{Runner, Work};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use changes::{Helps, ask, item};
use estimator::serving::within::{Found, Search, Within};
use leptos::prelude::*;
use std::sync::Arc;
use words::{is_enough, sentences};

impl Work for Search {
    fn advance(&mut self) -> bool {
        Search::advance(self)
    }
}

/// As much of the load as is said at the most where not all of it is carried.
const ALMOST: f64 = 0.99;

/// A question, and the offers that may carry it.
#[derive(Clone)]
struct Asked {
    answer: Arc<Answer>,
    among: Vec<usize>,
    within: Within,
}

/// What is known.
#[derive(Clone)]
struct Known {
    asked: Asked,
    found: Found,
}

/// The sentences; nothing where no such limit is asked.
#[component]
pub(super) fn WithinLimits() -> impl IntoView {
    let state = State::of_page();
    let known = RwSignal::new(Vec::<Known>::new());
    let helps = RwSignal::new(None::<Vec<Helps>>);
    let runner = Runner::of_page();
    let wanted = Memo::new(move |_| state.frame.selected.get());
    Effect::new(move |_| {
        let (answer, picked) = (state.simulations.bound.get(), wanted.get());
        let turn = runner.begin();
        helps.set(None);
        let Some((answer, turn)) = answer.zip(turn) else {
            return;
        };
        let questions: Vec<Asked> = Within::of(&answer.question.limits)
            .map(|within| Asked::new(&answer, within, picked.as_deref()))
            .collect();
        let all = Beside::new(questions, Asked::begin, Search::into_found);
        all.run(runner, turn, move |ended| {
            let found = ended.into_iter().filter_map(|(asked, found)| {
                let found = found?;
                Some(Known { asked, found })
            });
            known.set(found.collect());
            untrack(|| ask(known, helps, runner, turn));
        });
    });
    // A budget is held against the page's own bill, which follows once it is simulated.
    let seen = move || {
        let answer = state.answer.get();
        let all = known.get().into_iter();
        all.map(|known| known.beside(answer.as_deref()))
            .collect::<Vec<_>>()
    };
    let said = move || seen().iter().map(sentences).collect_view();
    let chips = move || {
        let helps = helps.get()?;
        let first = seen().into_iter().next();
        let first = first.filter(|known| !is_enough(&known.found))?.asked;
        let none = helps.is_empty().then(|| t(Msg::WithinNoLever));
        let load = first.answer.question.traffic;
        let items = helps.into_iter().map(|helps| item(state, load, helps));
        Some(view! {
            <p class="aside">{t(Msg::WithinLevers)}</p>
            {none}
            <div class="levers">
                <ul>{items.collect_view()}</ul>
            </div>
        })
    };
    // What is there is simulated, as the answer is.
    let note = move || {
        let has_budget = known.with(|all| all.iter().any(|known| is_budget(known.asked.within)));
        has_budget.then(|| view! { <p class="aside">{t(Msg::WithinNote)}</p> })
    };
    view! {
        <div class="within" aria-live="polite">
            {said}
            {chips}
            {note}
        </div>
        <p class="aside">{t(Msg::WithinWhole)}</p>
    }
    .into_any()
}

impl Known {
    /// The same where the bill of all of the load is that of the answer on the page.
    fn beside(mut self, answer: Option<&Answer>) -> Self {
        let recommended = answer.and_then(|answer| answer.report.recommended()?.best.as_ref());
        let bill = recommended.and_then(|sizing| sizing.cost);
        if let (Within::Budget(budget), Some(bill)) = (self.asked.within, bill) {
            self.found.whole = Some(bill.per_month.get());
            if let Some(most) = &mut self.found.most {
                most.times = if bill.per_month <= budget {
                    most.times.max(1.0)
                } else {
                    most.times.min(ALMOST)
                };
            }
        }
        self
    }
}

impl Asked {
    /// Of hardware that is there, the accelerator that was chosen, or else the one that is shown.
    fn new(answer: &Arc<Answer>, within: Within, picked: Option<&str>) -> Self {
        let among = match within {
            Within::Accelerators(_) => there(answer, picked)
                .map(|candidate| candidate.offer)
                .into_iter()
                .collect(),
            Within::Budget(_) => (0..answer.offers.len()).collect(),
        };
        Self {
            answer: Arc::clone(answer),
            among,
            within,
        }
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "as questions beside an answer are begun"
    )]
    fn begin(&self) -> Option<Search> {
        let answer = &self.answer;
        Some(Search::new(
            &answer.scenario,
            &answer.offers,
            &self.among,
            self.within,
        ))
    }

    /// The name of the accelerator of an offer.
    fn name(&self, offer: usize) -> &str {
        let offer = self.answer.offers.get(offer);
        offer.map_or("", |offer| &offer.accelerator.name)
    }

    /// Which accelerator is taken to be there, where nobody said.
    fn taken(&self) -> Option<String> {
        let unsaid = !is_budget(self.within) && self.answer.offers.len() > 1;
        let offer = self.among.first().filter(|_| unsaid)?;
        Some(say::owned_taken(self.name(*offer)))
    }

    /// What there is: `8 × H200`, or `$20,000`.
    fn there(&self) -> String {
        match self.within {
            Within::Accelerators(count) => {
                let name = self.among.first().map_or("", |offer| self.name(*offer));
                gpus(count, name)
            }
            Within::Budget(budget) => dollars(budget.get()),
        }
    }
}

const fn is_budget(within: Within) -> bool {
    matches!(within, Within::Budget(_))
}
