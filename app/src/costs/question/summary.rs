//! The calculator's question in one line, with the way back to it.

use crate::costs::address;
use crate::costs::state::State;
use crate::i18n::{Msg, number, say, t};
use crate::serving::answer::{load_in_words, model_name};
use leptos::prelude::*;

/// The calculator's question in one line.
pub(in crate::costs) fn line(state: State) -> String {
    state.study.asked.with(|asked| {
        let (input, output) = (number(asked.input_tokens), number(asked.output_tokens));
        [
            model_name(&asked.model),
            asked.weights.id().to_owned(),
            load_in_words(asked.traffic),
            say::summary_load(&input, &output),
        ]
        .join(" · ")
    })
}

/// The question, and the link to where it is changed.
#[component]
pub(super) fn Asked() -> impl IntoView {
    let state = State::of_page();
    let calculator = move || address::calculator(state);
    view! {
        <p class="asked-line">{move || line(state)}</p>
        <a class="aside" href=calculator>{t(Msg::CostsCalculator)}</a>
    }
    .into_any()
}
