//! The page's task: what is its own beside the parts of every task.

use super::draft::Draft;
use super::fields::{id_of, nearest, words};
use super::solve::{Answer, Search};
use super::trace::Trace;
use crate::i18n::{self, Marks};
use crate::page::carried::settle;
use crate::page::form::{Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::share;
use crate::page::study::typed::Typed;
use crate::page::study::{Opened, Studied, Study};
use crate::serving::answer::model_name;
use crate::worker::message::Document;
use estimator::choice::{Fleet, ModelChoice};
use estimator::error;
use estimator::export::Format;
use estimator::import::Imported;
use estimator::link::View;
use estimator::session::sizing::link::{self, Link};
use estimator::session::sizing::{Field, FieldError, Question};
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handle: copy it freely.
pub(super) type State = Studied<Sessions>;

/// The task, and the signals of its page beside the draft.
#[derive(Clone, Copy)]
pub(super) struct Sessions {
    /// The outcome of the last model file.
    imported: RwSignal<ImportOutcome>,
    /// The recorded load that was dropped.
    pub(super) trace: Trace,
}

impl Sessions {
    /// A page that nobody has touched.
    pub(super) fn new() -> Self {
        Self {
            imported: RwSignal::new(None),
            trace: Trace::new(),
        }
    }
}

impl Study for Sessions {
    type Draft = Draft;
    type Question = Question;
    type Answer = Answer;
    type Error = FieldError;
    type Field = Field;
    type Work = Search;

    /// Of the calculator's question, its model, promise and fleet.
    fn read(self, fragment: &str) -> Opened<Draft> {
        // A link of the calculator names its version and no task; one of a language alone is
        // neither.
        let has = |key: &str| fragment.split('&').any(|pair| pair.starts_with(key));
        let (mut link, notices) = if has("v=") && !has("task=") {
            let (mut link, notices) = link::of_calculator(fragment);
            // Whoever comes with a model of short contexts finds an answer.
            catalog::fit_sessions(&mut link.question);
            (link, notices)
        } else {
            link::read(fragment)
        };
        settle(&mut link.question.asked.fleet);
        Opened {
            draft: Draft::new(link.question, i18n::marks()),
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
        Search::new(&question)
    }

    fn finish(search: Search) -> Answer {
        search.into_answer()
    }

    fn field(error: &FieldError) -> Field {
        error.field
    }

    fn save(state: State, format: Format, fragment: String, failed: Callback<()>) {
        let model = untrack(|| state.asked()).map(|question| model_name(&question.asked.model));
        let about = model.into_iter().chain(["sessions".to_owned()]).collect();
        share::write(Document::Sessions, format, fragment, None, about, failed);
    }
}

impl State {
    /// The fragment for the other pages: a calculator's; reactive.
    pub(super) fn carried(self) -> Option<String> {
        let question = Arc::unwrap_or_clone(self.asked()?);
        let view = self.frame.view();
        Some(link::to_calculator(&Link { question, view }))
    }

    /// Changes choices from lists.
    pub(super) fn choose_in_question(self, change: impl FnOnce(&mut Question)) {
        self.choose(|draft| change(&mut draft.chosen));
    }
}

impl Typed for Sessions {
    fn text(draft: &Draft, field: Field) -> &str {
        draft.text(field)
    }

    fn set_text(draft: &mut Draft, field: Field, text: String) {
        draft.set_text(field, text);
    }

    fn id(field: Field) -> String {
        id_of(field)
    }

    fn words(error: &FieldError) -> String {
        words(error)
    }

    fn nearest(error: &FieldError) -> Option<String> {
        nearest(&error.problem)
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
        let problem = State::error_at(*self, &Field::Shared(field))?.problem;
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

    fn rewrite_amounts(&self, _: &dyn Fn(&mut String)) {}

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
        self.study.imported
    }
}
