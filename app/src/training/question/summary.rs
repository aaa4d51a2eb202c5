//! The question in one line.

use super::method;
use crate::i18n::{compact, dollars};
use crate::serving::answer::model_name;
use crate::training::state::State;
use crate::training::words::{duration_chosen, method_name};
use estimator::training::question::Deadline;
use leptos::prelude::*;

/// The line; `None` where there never was an answer. Reactive.
pub(super) fn line(state: State) -> Option<String> {
    let way = state.draft.with(method::id_of);
    state.answer.with(|answer| {
        let question = &answer.as_ref()?.question;
        let mut parts = vec![
            model_name(&question.model),
            method_name(way).to_owned(),
            crate::i18n::say::summary_tokens(&compact(question.tokens * question.epochs)),
        ];
        match &question.deadline {
            Deadline::None => {}
            Deadline::Within(time) => parts.push(format!("≤ {}", duration_chosen(*time))),
            Deadline::By(day) => parts.push(format!("≤ {day}")),
        }
        if let Some(budget) = question.budget {
            parts.push(format!("≤ {}", dollars(budget.get())));
        }
        Some(parts.join(" · "))
    })
}
