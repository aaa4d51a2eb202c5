//! The signals that everything on the training page hangs on.

use super::draft::Draft;
use super::solve::{Answer, Search, solve};
use crate::address;
use crate::browser;
use crate::form::{self, Asked, Form, ImportOutcome};
use crate::i18n::{self, Language, Switched};
use estimator::error;
use estimator::import::Imported;
use estimator::link::{Notice, Theme};
use estimator::question::{Fleet, ModelChoice};
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::question::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// What the page knows. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The question as typed.
    pub(super) draft: RwSignal<Draft>,
    /// The last good answer; `None` only where there never was one.
    pub(super) answer: Memo<Option<Arc<Answer>>>,
    /// The same for everything below the verdict and the memory: it follows a frame
    /// later, so that those are painted first.
    pub(super) details: ReadSignal<Option<Arc<Answer>>>,
    /// What is wrong with the question now; empty where the answer is its answer.
    errors: Memo<Arc<Vec<FieldError>>>,
    /// The accelerator, by id, whose details are shown; `None` for the recommended one.
    pub(super) selected: RwSignal<Option<String>>,
    /// Colours that were chosen; `None` follows the system.
    pub(super) theme: RwSignal<Option<Theme>>,
    /// Whether the language was chosen, and so belongs into the link.
    pub(super) language_chosen: RwSignal<bool>,
    /// What was not understood of the link.
    pub(super) notices: RwSignal<Vec<Notice>>,
    /// What came of the last model file.
    imported: RwSignal<ImportOutcome>,
    /// Whether the page is there and may be answered.
    begun: RwSignal<bool>,
    /// The first answer, once it was searched for.
    first: StoredValue<Option<Arc<Answer>>>,
    /// Whether the next change is a new step for Back.
    pub(super) settled: StoredValue<bool>,
}

/// One pass from draft to answer.
#[derive(Clone, Default)]
struct Outcome {
    answer: Option<Arc<Answer>>,
    errors: Arc<Vec<FieldError>>,
}

impl State {
    /// The state of a page that begins with `draft`, put where every component finds it.
    pub(super) fn provide(draft: Draft) -> Self {
        let draft = RwSignal::new(draft);
        let begun = RwSignal::new(false);
        let first = StoredValue::new(None);
        let outcome = Memo::new_with_compare(
            move |last: Option<&Outcome>| {
                if begun.get() {
                    outcome_of(draft, first, last)
                } else {
                    Outcome::default()
                }
            },
            |_, _| true,
        );
        let answer = Memo::new_with_compare(
            move |_| outcome.with(|outcome| outcome.answer.clone()),
            |old, new| !is_same(old, new),
        );
        let state = Self {
            draft,
            answer,
            details: a_frame_later(answer),
            errors: Memo::new(move |_| outcome.with(|outcome| Arc::clone(&outcome.errors))),
            selected: RwSignal::new(None),
            theme: RwSignal::new(None),
            language_chosen: RwSignal::new(false),
            notices: RwSignal::new(Vec::new()),
            imported: RwSignal::new(None),
            begun,
            first,
            settled: StoredValue::new(true),
        };
        provide_context(state);
        form::provide(state);
        state
    }

    /// The page's state.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// What is wrong with one field; reactive.
    pub(super) fn error_at(self, field: Field) -> Option<FieldError> {
        self.errors.with(|errors| {
            let mut errors = errors.iter();
            errors.find(|error| error.field == field).cloned()
        })
    }

    /// Whether one of these fields is wrong; reactive.
    pub(super) fn is_wrong(self, fields: &'static [Field]) -> Signal<bool> {
        Signal::derive(move || {
            self.errors
                .with(|errors| errors.iter().any(|error| fields.contains(&error.field)))
        })
    }

    /// Whether the answer on screen belongs to an earlier question; reactive.
    pub(super) fn is_stale(self) -> bool {
        self.errors.with(|errors| !errors.is_empty())
    }

    /// The page is there: searches for its first answer, turn by turn, and goes on to
    /// `done`. From then on every question is answered at once.
    pub(super) fn begin(self, done: impl FnOnce() + 'static) {
        let marks = i18n::language().marks();
        let question = self.draft.with_untracked(|draft| draft.question(marks));
        match question.and_then(Search::new) {
            Ok(search) => self.search(search, 0.0, done),
            // What is wrong is found out once more, and said.
            Err(_) => self.begin_with(None, done),
        }
    }

    /// Goes on with that search, which took so many milliseconds so far.
    fn search(self, mut search: Search, so_far: f64, done: impl FnOnce() + 'static) {
        let began = browser::now();
        let more = search.advance();
        let took = |began| so_far + browser::now() - began;
        if more {
            let so_far = took(began);
            browser::next_turn(move || self.search(search, so_far, done));
        } else {
            let answer = Arc::new(search.into_answer());
            browser::note_answer_time(took(began));
            self.begin_with(Some(answer), done);
        }
    }

    fn begin_with(self, answer: Option<Arc<Answer>>, done: impl FnOnce() + 'static) {
        self.first.set_value(answer);
        self.begun.set(true);
        browser::next_turn(done);
    }

    /// The change that was made is complete: Back undoes it as one step.
    pub(super) fn settle(self) {
        address::settle(self.settled);
    }

    /// Changes the question by a choice, complete in itself.
    pub(super) fn choose(self, change: impl FnOnce(&mut Draft)) {
        self.draft.update(change);
        self.settle();
    }

    /// Changes what is chosen from lists.
    pub(super) fn choose_in_question(self, change: impl FnOnce(&mut Question)) {
        self.choose(|draft| change(&mut draft.chosen));
    }

    /// Shows the details of an accelerator, by id; `None` for the recommended.
    pub(super) fn select(self, id: Option<String>) {
        self.selected.set(id);
        self.settle();
    }

    /// Changes the language, typed numbers included; `failed` where its texts cannot be
    /// had.
    pub(super) fn set_language(self, language: Language, failed: Callback<()>) {
        i18n::switch(language, move |ended| match ended {
            Switched::From(old) => {
                browser::remember("language", language.id());
                self.language_chosen.set(true);
                self.draft
                    .update(|draft| draft.rewrite(old, language.marks()));
            }
            Switched::Failed => failed.run(()),
            Switched::Overtaken => {}
        });
    }
}

impl Form for State {
    fn text(&self, field: error::Field) -> String {
        self.draft
            .with(|draft| draft.text(Field::Shared(field)).to_owned())
    }

    fn set_text(&self, field: error::Field, text: String) {
        self.draft
            .update(|draft| draft.set_text(Field::Shared(field), text));
    }

    fn error_at(&self, field: error::Field) -> Option<error::FieldError> {
        match State::error_at(*self, Field::Shared(field))?.problem {
            Problem::Shared(problem) => Some(error::FieldError { field, problem }),
            _ => None,
        }
    }

    fn commit(&self) {
        self.settle();
    }

    fn model(&self) -> (ModelChoice, Option<String>) {
        self.draft
            .with(|draft| (draft.chosen.model.clone(), draft.unknown_model.clone()))
    }

    fn takes_encoders(&self) -> bool {
        true
    }

    fn fleet(&self) -> Fleet {
        self.draft.with(|draft| draft.chosen.fleet.clone())
    }

    fn prices(&self) -> Vec<(String, String)> {
        self.draft.with(|draft| draft.prices.clone())
    }

    fn change(&self, change: &mut dyn FnMut(Asked<'_>)) {
        self.draft.update(|draft| {
            draft.change_model(i18n::language().marks(), |draft| {
                change(Asked {
                    model: &mut draft.chosen.model,
                    unknown_model: &mut draft.unknown_model,
                    fleet: &mut draft.chosen.fleet,
                    prices: &mut draft.prices,
                });
            });
        });
    }

    fn take(&self, imported: Imported) {
        self.choose(|draft| {
            draft.change_model(i18n::language().marks(), |draft| {
                draft.unknown_model = None;
                draft.chosen.model = ModelChoice::Custom(Box::new(imported.model));
            });
        });
    }

    fn imported(&self) -> RwSignal<ImportOutcome> {
        self.imported
    }
}

fn outcome_of(
    draft: RwSignal<Draft>,
    first: StoredValue<Option<Arc<Answer>>>,
    last: Option<&Outcome>,
) -> Outcome {
    let question = draft.with(|draft| draft.question(i18n::language().marks()));
    let first = first.try_update_value(Option::take).flatten();
    let answer = question.and_then(|question| match first {
        Some(answer) if answer.question == question => Ok(answer),
        _ => {
            let began = browser::now();
            let answer = solve(question).map(Arc::new);
            browser::note_answer_time(browser::now() - began);
            answer
        }
    });
    match answer {
        Ok(answer) => Outcome {
            answer: Some(answer),
            errors: Arc::default(),
        },
        Err(errors) => Outcome {
            answer: last.and_then(|last| last.answer.clone()),
            errors: Arc::new(errors),
        },
    }
}

fn a_frame_later(answer: Memo<Option<Arc<Answer>>>) -> ReadSignal<Option<Arc<Answer>>> {
    let (details, set_details) = signal(None);
    let waiting = StoredValue::new(false);
    Effect::new(move |_| {
        answer.track();
        // The first has no page yet that it could delay.
        if details.with_untracked(Option::is_none) {
            set_details.set(answer.get_untracked());
            return;
        }
        if waiting.get_value() {
            return;
        }
        waiting.set_value(true);
        browser::after_paint(move || {
            waiting.set_value(false);
            set_details.set(answer.get_untracked());
        });
    });
    details
}

/// Whether two answers are one; comparing what they say would cost more than showing it
/// again.
fn is_same(old: Option<&Option<Arc<Answer>>>, new: Option<&Option<Arc<Answer>>>) -> bool {
    match (old, new) {
        (Some(Some(old)), Some(Some(new))) => Arc::ptr_eq(old, new),
        (Some(None), Some(None)) => true,
        _ => false,
    }
}
