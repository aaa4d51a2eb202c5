//! The page about training as a task: the choices that its page has beside those of every task.

use super::address;
use super::draft::Draft;
use super::solve::{Answer, Search, seconds_left};
use crate::i18n::{self, Marks};
use crate::page::form::{Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::share;
use crate::page::study::{Opened, Studied, Study};
use crate::serving::answer::model_name;
use crate::worker::message::Document;
use estimator::choice::{Fleet, ModelChoice};
use estimator::error;
use estimator::export::Format;
use estimator::import::Imported;
use estimator::link::View;
use estimator::training::ability::Moved;
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::link::{self, Link};
use estimator::training::question::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handle: copy it freely.
pub(super) type State = Studied<Training>;

/// The task, and the signals of its page beside the draft.
#[derive(Clone, Copy)]
pub(super) struct Training {
    /// The last change of software that came with another one, and whether a link brought it.
    pub(super) moved: RwSignal<Option<(Moved, bool)>>,
    /// The outcome of the last model file.
    imported: RwSignal<ImportOutcome>,
}

impl Training {
    /// A page that nobody has touched.
    pub(super) fn new() -> Self {
        Self {
            moved: RwSignal::new(None),
            imported: RwSignal::new(None),
        }
    }
}

impl Study for Training {
    type Draft = Draft;
    type Question = Question;
    type Answer = Answer;
    type Error = FieldError;
    type Field = Field;
    type Work = Search;

    /// A budget that pays for nothing is no answer.
    const REFUSES: bool = true;

    /// Where the software of a link cannot train its question, the first that can takes its
    /// place.
    fn read(self, fragment: &str) -> Opened<Draft> {
        let (link, notices) = address::read(fragment);
        let mut draft = Draft::new(link.question, i18n::marks());
        let moved = draft.fit();
        self.moved.set(moved.map(|moved| (moved, true)));
        Opened {
            draft,
            view: link.view,
            notices,
        }
    }

    fn write(self, question: &Question, view: View) -> String {
        let question = question.clone();
        link::write(&Link { question, view })
    }

    fn fresh() -> String {
        link::write(&Link::default())
    }

    fn question(self, draft: &Draft, marks: Marks, _: Frame) -> Result<Question, Vec<FieldError>> {
        draft.question(marks)
    }

    fn rewrite(self, draft: &mut Draft, old: Marks, new: Marks) {
        draft.rewrite(old, new);
    }

    fn begin(question: Arc<Question>) -> Result<Search, Vec<FieldError>> {
        Search::new(question)
    }

    fn finish(search: Search) -> Answer {
        search.into_answer()
    }

    fn found(answer: &Answer) -> Vec<FieldError> {
        answer.too_poor().into_iter().collect()
    }

    fn field(error: &FieldError) -> Field {
        error.field
    }

    fn save(state: State, format: Format, fragment: String, failed: Callback<()>) {
        let left = untrack(|| state.asked()).and_then(|question| seconds_left(&question));
        let model = untrack(|| state.asked()).map(|question| model_name(&question.model));
        let about = model.into_iter().chain(["training".to_owned()]).collect();
        share::write(Document::Training, format, fragment, left, about, failed);
    }
}

impl State {
    /// The change of software that still stands; reactive.
    pub(super) fn moved_now(self) -> Option<(Moved, bool)> {
        let (moved, by_link) = self.study.moved.get()?;
        let stack = self.draft.with(|draft| draft.chosen.stack);
        (stack == moved.to).then_some((moved, by_link))
    }

    /// Changes the question by a choice of the task: where its software cannot do
    /// that, it changes along, in one step.
    pub(super) fn choose_task(self, change: impl FnOnce(&mut Draft)) {
        let mut moved = None;
        self.choose(|draft| {
            change(draft);
            moved = draft.fit();
        });
        self.study.moved.set(moved.map(|moved| (moved, false)));
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
            self.study.moved.set(Some((moved, false)));
        }
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
        match State::error_at(*self, &Field::Shared(field))?.problem {
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

    fn rewrite_amounts(&self, rewrite: &dyn Fn(&mut String)) {
        self.draft.update(|draft| draft.rewrite_amounts(rewrite));
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
            self.study.moved.set(Some((moved, false)));
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
        self.study.imported
    }
}
