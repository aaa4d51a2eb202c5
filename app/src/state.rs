//! The signals that everything on the page hangs on.

use crate::draft::Draft;
use crate::i18n;
use crate::solve::{Answer, solve};
use estimator::error::{Field, FieldError};
use leptos::prelude::*;
use std::sync::Arc;

/// What the page knows. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The question as typed.
    pub(crate) draft: RwSignal<Draft>,
    /// What was made of it last, mistakes included.
    outcome: Memo<Outcome>,
    /// The last good answer; `None` only where there never was one.
    pub(crate) answer: Memo<Option<Arc<Answer>>>,
    /// What is wrong with the question now; empty where `answer` is its answer.
    pub(crate) errors: Memo<Arc<Vec<FieldError>>>,
    /// The accelerator, by id, whose details are shown; `None` for the
    /// recommended one.
    pub(crate) selected: RwSignal<Option<String>>,
}

/// One pass from draft to answer.
#[derive(Clone)]
struct Outcome {
    answer: Option<Arc<Answer>>,
    errors: Arc<Vec<FieldError>>,
}

impl State {
    /// The state of a page that begins with `draft`, put where every component
    /// finds it.
    pub(crate) fn provide(draft: Draft) -> Self {
        let draft = RwSignal::new(draft);
        let outcome = Memo::new_with_compare(
            move |last: Option<&Outcome>| {
                let question = draft.with(|draft| draft.question(i18n::language().marks()));
                match question.and_then(solve) {
                    Ok(answer) => Outcome {
                        answer: Some(Arc::new(answer)),
                        errors: Arc::default(),
                    },
                    Err(errors) => Outcome {
                        answer: last.and_then(|last| last.answer.clone()),
                        errors: Arc::new(errors),
                    },
                }
            },
            |_, _| true,
        );
        let answer = Memo::new_with_compare(
            move |_| outcome.with(|outcome| outcome.answer.clone()),
            |old, new| {
                let pointer = |answer: Option<&Option<Arc<Answer>>>| {
                    answer.and_then(Option::as_ref).map(Arc::as_ptr)
                };
                pointer(old) != pointer(new) || old.is_none()
            },
        );
        let errors = Memo::new(move |_| outcome.with(|outcome| Arc::clone(&outcome.errors)));
        let selected = RwSignal::new(None);
        let state = Self {
            draft,
            outcome,
            answer,
            errors,
            selected,
        };
        provide_context(state);
        state
    }

    /// The page's state.
    pub(crate) fn of_page() -> Self {
        expect_context()
    }

    /// What is wrong with one field; reactive.
    pub(crate) fn error_at(self, field: Field) -> Option<FieldError> {
        self.errors
            .with(|errors| errors.iter().find(|error| error.field == field).cloned())
    }

    /// Whether the answer on screen belongs to an earlier question; reactive.
    pub(crate) fn is_stale(self) -> bool {
        self.errors.with(|errors| !errors.is_empty())
    }
}
