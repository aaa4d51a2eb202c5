//! What the recommended option costs, where a budget is less.

use crate::i18n::{dollars, say};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::quantity::Usd;
use estimator::serving::within::Within;
use leptos::prelude::*;

/// The sentence below the budget; nothing where the budget is enough, or none is set.
#[component]
pub(super) fn OverBudget() -> impl IntoView {
    let state = State::of_page();
    let bill = Memo::new(move |_| state.answer.with(|answer| beyond(answer.as_deref()?)));
    let sentence = move || {
        let bill = bill.get()?;
        Some(view! { <p class="problem">{say::budget_short(&dollars(bill))}</p> })
    };
    view! { <div role="status" id="over-budget">{sentence}</div> }.into_any()
}

/// Dollars a month that the recommended sizing costs, where its question allows less.
fn beyond(answer: &Answer) -> Option<f64> {
    let budget = Within::Budget(Usd::new(answer.question.limits.budget?));
    let sizing = answer.report.recommended()?.best.as_ref()?;
    let bill = sizing.cost?.per_month.get();
    (!budget.holds(sizing)).then_some(bill)
}
