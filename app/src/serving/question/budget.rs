//! The most that may be paid a month; below it what the answer costs, where that is more.

use crate::control::NumberField;
use crate::i18n::{Msg, dollars, say, t};
use crate::serving::solve::Answer;
use crate::serving::state::State;
use estimator::error::Field;
use estimator::quantity::Usd;
use estimator::serving::within::Within;
use leptos::prelude::*;

/// The field, and what the recommended option costs where that is more.
#[component]
pub(super) fn BudgetField() -> impl IntoView {
    let state = State::of_page();
    let whole = Memo::new(move |_| state.answer.with(|answer| beyond(answer.as_deref()?)));
    let remark = move || {
        let whole = whole.get()?;
        Some(view! { <p class="problem">{say::budget_short(&dollars(whole))}</p> })
    };
    view! {
        <div>
            <NumberField
                field=Field::Budget
                label=Msg::BudgetMonth
                unit=view! { {t(Msg::SymbolUsdMonth)} }.into_any()
                empty=Msg::NoLimit
            />
            <div role="status">{remark}</div>
        </div>
    }
    .into_any()
}

/// Dollars a month that the recommended sizing costs, where its question allows less.
fn beyond(answer: &Answer) -> Option<f64> {
    let budget = Within::Budget(Usd::new(answer.question.limits.budget?));
    let sizing = answer.report.recommended()?.best.as_ref()?;
    let bill = sizing.cost?.per_month.get();
    (!budget.holds(sizing)).then_some(bill)
}
