//! The signals that everything on the training page hangs on.

use super::draft::Draft;
use super::solve::{Answer, Search};
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
use estimator::training::ability::Moved;
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::question::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The question as typed.
    pub(super) draft: RwSignal<Draft>,
    /// The last question that can be answered; `None` only where there never was one.
    asked: Memo<Option<Arc<Question>>>,
    /// The last good answer; `None` only where there never was one. It follows the question
    /// some turns later.
    pub(super) answer: ReadSignal<Option<Arc<Answer>>>,
    set_answer: WriteSignal<Option<Arc<Answer>>>,
    /// The same for everything below the verdict and the memory: it follows a frame
    /// later, so that those are painted first.
    pub(super) details: ReadSignal<Option<Arc<Answer>>>,
    /// The question's errors now; empty where it has an answer.
    errors: Memo<Arc<Vec<FieldError>>>,
    /// The error that the search found in the question: a budget that pays for nothing.
    refused: RwSignal<Option<Refused>>,
    /// The last change of software that came with another one, and whether a link brought it.
    pub(super) moved: RwSignal<Option<(Moved, bool)>>,
    /// How the page is looked at.
    pub(super) frame: Frame,
    /// The outcome of the last model file.
    imported: RwSignal<ImportOutcome>,
    /// Whether the page is there and may be answered.
    begun: RwSignal<bool>,
    /// The action that shows the page, until it is.
    show: StoredValue<Option<Then>>,
}

type Reading = reading::Reading<Question, FieldError>;

/// A question that has no answer, as its search found.
#[derive(Clone)]
struct Refused {
    error: FieldError,
    /// Whether an earlier answer is on the page.
    stale: bool,
}

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
        let (answer, set_answer) = signal(None);
        let state = Self {
            draft,
            asked,
            answer,
            set_answer,
            details: a_frame_later(answer),
            errors: Memo::new(move |_| reading.with(|reading| Arc::clone(&reading.errors))),
            refused: RwSignal::new(None),
            moved: RwSignal::new(None),
            frame,
            imported: RwSignal::new(None),
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
        let typed = self.errors.with(|errors| {
            let mut errors = errors.iter();
            errors.find(|error| error.field == field).cloned()
        });
        typed.or_else(|| {
            let refused = self.refused.get()?.error;
            (refused.field == field).then_some(refused)
        })
    }

    /// Whether one of these fields is wrong; reactive.
    pub(super) fn is_wrong(self, fields: impl IntoIterator<Item = Field>) -> Signal<bool> {
        let fields: Vec<Field> = fields.into_iter().collect();
        Signal::derive(move || {
            self.errors
                .with(|errors| errors.iter().any(|error| fields.contains(&error.field)))
        })
    }

    /// Whether the answer on screen belongs to an earlier question; reactive.
    pub(super) fn is_stale(self) -> bool {
        self.is_unread() || self.refused.get().is_some_and(|refused| refused.stale)
    }

    /// Whether the page's draft cannot be read, and so is no step; reactive.
    pub(super) fn is_unread(self) -> bool {
        self.errors.with(|errors| !errors.is_empty())
    }

    /// The change of software that still stands; reactive.
    pub(super) fn moved_now(self) -> Option<(Moved, bool)> {
        let (moved, by_link) = self.moved.get()?;
        let stack = self.draft.with(|draft| draft.chosen.stack);
        (stack == moved.to).then_some((moved, by_link))
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
            let error = answer.too_poor();
            // The last answer stays where a budget pays for none; the first is shown.
            let stale = error.is_some() && self.answer.with_untracked(Option::is_some);
            if !stale {
                self.set_answer.set(Some(Arc::new(answer)));
            }
            self.refused
                .set(error.map(|error| Refused { error, stale }));
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

    /// Changes the question by a choice of the task: where its software cannot do
    /// that, it changes along, in one step.
    pub(super) fn choose_task(self, change: impl FnOnce(&mut Draft)) {
        let mut moved = None;
        self.choose(|draft| {
            change(draft);
            moved = draft.fit();
        });
        self.moved.set(moved.map(|moved| (moved, false)));
    }

    /// Changes choices from lists; the run's purpose is part of the task.
    pub(super) fn choose_in_question(self, change: impl FnOnce(&mut Question)) {
        let purpose = self.draft.with_untracked(|draft| draft.chosen.purpose);
        let mut moved = None;
        self.choose(|draft| {
            change(&mut draft.chosen);
            if draft.chosen.purpose != purpose {
                moved = draft.fit();
            }
        });
        if let Some(moved) = moved {
            self.moved.set(Some((moved, false)));
        }
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
        match State::error_at(*self, Field::Shared(field))?.problem {
            Problem::Shared(problem) => Some(error::FieldError { field, problem }),
            _ => None,
        }
    }

    fn commit(&self) {
        self.frame.commit();
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
        let mut moved = None;
        self.draft.update(|draft| {
            let before = draft.chosen.model.clone();
            draft.change_model(i18n::language().marks(), |draft| {
                change(Asked {
                    model: &mut draft.chosen.model,
                    unknown_model: &mut draft.unknown_model,
                    fleet: &mut draft.chosen.fleet,
                    prices: &mut draft.prices,
                });
            });
            if draft.chosen.model != before {
                moved = draft.fit();
            }
        });
        if let Some(moved) = moved {
            self.moved.set(Some((moved, false)));
        }
    }

    fn take(&self, imported: Imported) {
        self.choose_task(|draft| {
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

fn read(
    draft: RwSignal<Draft>,
    next: StoredValue<Option<Search>>,
    last: Option<&Reading>,
) -> Reading {
    let question = draft.with(|draft| draft.question(i18n::language().marks()));
    let question = question.and_then(Search::new).map(|search| {
        let question = search.question().clone();
        next.set_value(Some(search));
        question
    });
    Reading::after(last, question)
}

fn a_frame_later(answer: ReadSignal<Option<Arc<Answer>>>) -> ReadSignal<Option<Arc<Answer>>> {
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
