//! The signals that everything on the page hangs on.

use super::draft::Draft;
use super::solve::{Answer, Search};
use super::trace::Trace;
use crate::browser;
use crate::i18n::{self, Language};
use crate::page::form::{self, Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::memo::kept;
use crate::page::turns::Turns;
use crate::page::{answering, reading};
use estimator::choice::{Fleet, ModelChoice};
use estimator::error;
use estimator::import::Imported;
use estimator::session::sizing::{Field, FieldError, Question};
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The question as typed.
    pub(super) draft: RwSignal<Draft>,
    /// The last question that can be answered; `None` only where there never was one.
    asked: Memo<Option<Arc<Question>>>,
    /// The last good answer; it follows the question some turns later.
    pub(super) answer: RwSignal<Option<Arc<Answer>>>,
    /// The question's errors now; empty where it has an answer.
    errors: Memo<Arc<Vec<FieldError>>>,
    /// How the page is looked at.
    pub(super) frame: Frame,
    /// The outcome of the last model file.
    imported: RwSignal<ImportOutcome>,
    /// The recorded load that was dropped.
    pub(super) trace: Trace,
    /// Whether the page is there and may be answered.
    begun: RwSignal<bool>,
    /// The action that shows the page, until it is.
    show: StoredValue<Option<Then>>,
}

type Reading = reading::Reading<Question, FieldError>;

/// An action that is done once.
type Then = Box<dyn FnOnce() + Send + Sync>;

thread_local! {
    /// Questions that were searched for.
    static SEARCHED: Turns = const { Turns::new() };
}

impl State {
    /// The state of a page that begins with `draft`, put where every component finds it.
    pub(super) fn provide(draft: Draft, frame: Frame) -> Self {
        let draft = RwSignal::new(draft);
        let begun = RwSignal::new(false);
        // The search of the last good question, until it begins.
        let next = StoredValue::new(None::<Search>);
        let reading = Memo::new_with_compare(
            move |last: Option<&Reading>| {
                if begun.get() {
                    read(draft, next, last)
                } else {
                    Reading::default()
                }
            },
            |_, _| true,
        );
        let asked = kept(move || reading.with(|reading| reading.asked.clone()));
        let state = Self {
            draft,
            asked,
            answer: RwSignal::new(None),
            errors: Memo::new(move |_| reading.with(|reading| Arc::clone(&reading.errors))),
            frame,
            imported: RwSignal::new(None),
            trace: Trace::new(),
            begun,
            show: StoredValue::new(None),
        };
        Effect::new(move |_| {
            // Reads it, where it changed.
            asked.with(|_| ());
            match next.try_update_value(Option::take).flatten() {
                Some(search) => state.ask(search),
                None if begun.get() => state.open(),
                None => {}
            }
        });
        provide_context(state);
        form::provide(state);
        state
    }

    /// The page's state.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// The error of one field; reactive.
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

    /// The last question that can be answered; reactive.
    pub(super) fn asked(self) -> Option<Arc<Question>> {
        self.asked.get()
    }

    /// Answers from now on, and goes on to `done` once the first answer is there, or cannot
    /// be.
    pub(super) fn begin(self, done: impl FnOnce() + Send + Sync + 'static) {
        self.show.set_value(Some(Box::new(done)));
        self.begun.set(true);
    }

    /// Searches for the answer, and puts it on the page.
    fn ask(self, search: Search) {
        answering::answer(&SEARCHED, search, move |answer| {
            self.answer.set(Some(Arc::new(answer)));
            self.open();
        });
    }

    /// The page may be shown.
    fn open(self) {
        if let Some(then) = self.show.try_update_value(Option::take).flatten() {
            browser::next_turn(then);
        }
    }

    /// Changes the question by a choice, complete in itself.
    pub(super) fn choose(self, change: impl FnOnce(&mut Draft)) {
        self.draft.update(change);
        self.frame.commit();
    }

    /// Changes choices from lists.
    pub(super) fn choose_in_question(self, change: impl FnOnce(&mut Question)) {
        self.choose(|draft| change(&mut draft.chosen));
    }

    /// Changes the language, typed numbers included; `failed` where its texts cannot be
    /// had.
    pub(super) fn set_language(self, language: Language, failed: Callback<()>) {
        let rewrite = move |old, new| self.draft.update(|draft| draft.rewrite(old, new));
        self.frame.set_language(language, failed, rewrite);
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
        let problem = State::error_at(*self, Field::Shared(field))?.problem;
        Some(error::FieldError { field, problem })
    }

    fn commit(&self) {
        self.frame.commit();
    }

    fn model(&self) -> (ModelChoice, Option<String>) {
        self.draft.with(|draft| {
            (
                draft.chosen.asked.model.clone(),
                draft.unknown_model.clone(),
            )
        })
    }

    fn fleet(&self) -> Fleet {
        self.draft.with(|draft| draft.chosen.asked.fleet.clone())
    }

    fn prices(&self) -> Vec<(String, String)> {
        self.draft.with(|draft| draft.prices.clone())
    }

    fn change(&self, change: &mut dyn FnMut(Asked<'_>)) {
        self.draft.update(|draft| {
            let before = draft.chosen.asked.model.clone();
            change(Asked {
                model: &mut draft.chosen.asked.model,
                unknown_model: &mut draft.unknown_model,
                fleet: &mut draft.chosen.asked.fleet,
                prices: &mut draft.prices,
            });
            if draft.chosen.asked.model != before {
                catalog::fit_weights(&mut draft.chosen.asked);
            }
        });
    }

    fn take(&self, imported: Imported) {
        self.choose(|draft| {
            draft.unknown_model = None;
            draft.chosen.asked.model = ModelChoice::Custom(Box::new(imported.model));
        });
    }

    fn imported(&self) -> RwSignal<ImportOutcome> {
        self.imported
    }
}

fn read(
    draft: RwSignal<Draft>,
    next: StoredValue<Option<Search>>,
    last: Option<&Reading>,
) -> Reading {
    let question = draft.with(|draft| draft.question(i18n::language().marks()));
    let question = question.and_then(|question| {
        let search = Search::new(&question)?;
        let question = search.question().clone();
        next.set_value(Some(search));
        Ok(question)
    });
    Reading::after(last, question)
}
