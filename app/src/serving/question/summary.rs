//! The question in one line.

use crate::i18n::{number, percent, say, seconds_chosen};
use crate::serving::answer::{load_in_words, model_name};
use crate::serving::state::State;
use leptos::prelude::*;

/// The line; `None` where there never was an answer. Reactive.
pub(crate) fn line(state: State) -> Option<String> {
    state.answer.with(|answer| {
        let question = &answer.as_ref()?.question;
        let (input, output) = (
            number(question.input_tokens),
            number(question.output_tokens),
        );
        let mut parts = vec![
            model_name(&question.model),
            question.weights.id().to_owned(),
            load_in_words(question.traffic),
            say::summary_load(&input, &output),
        ];
        parts.extend(
            question
                .sla
                .ttft
                .map(|time| format!("TTFT ≤ {}", seconds_chosen(time))),
        );
        parts.extend(
            question
                .sla
                .tpot
                .map(|time| format!("TPOT ≤ {}", seconds_chosen(time))),
        );
        let goodput = question.sla.goodput;
        parts.extend(goodput.map(|share| format!("goodput ≥ {}", percent(share))));
        Some(parts.join(" · "))
    })
}
