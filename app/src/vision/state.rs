//! The page's task: what is its own beside the parts of every task.

use super::draft::Draft;
use super::fields::{id_of, nearest, words};
use super::file;
use super::own::Own;
use super::solve::{Answer, Search};
use crate::i18n::{self, Marks};
use crate::page::carried::{of_every_page, settle};
use crate::page::form::{Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::share::link_to;
use crate::page::study::typed::Typed;
use crate::page::study::{Opened, Studied, Study};
use estimator::choice::{Fleet, ModelChoice};
use estimator::error;
use estimator::export::Format;
use estimator::import::Imported;
use estimator::link::View;
use estimator::vision::sizing::link::{self, Link};
use estimator::vision::sizing::{Field, FieldError, Kind, Problem, Question};
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handle: copy it freely.
pub(super) type State = Studied<Vision>;

/// The task.
#[derive(Clone, Copy)]
pub(super) struct Vision {
    /// No language model's file is read on this page.
    imported: RwSignal<ImportOutcome>,
    /// The model of one's own.
    pub(super) own: Own,
}

impl Vision {
    /// A page that nobody has touched.
    pub(super) fn new() -> Self {
        Self {
            imported: RwSignal::new(None),
            own: Own::new(),
        }
    }
}

impl Study for Vision {
    type Draft = Draft;
    type Question = Question;
    type Answer = Answer;
    type Error = FieldError;
    type Field = Field;
    type Work = Search;

    /// Of another page's question, the fleet.
    fn read(self, fragment: &str) -> Opened<Draft> {
        let (mut link, notices) = if link::is_vision(fragment) {
            link::read(fragment)
        } else {
            link::read(&carried(fragment))
        };
        settle(&mut link.question.fleet);
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
        if file::save(state, format, &link_to(Some(fragment))).is_none() {
            failed.run(());
        }
    }
}

/// The part of a fragment that all pages ask: fleet, language, colours. A default, which they
/// leave out, is not carried.
pub(super) fn carried(fragment: &str) -> String {
    of_every_page(fragment, &[])
}

impl State {
    /// The kind that is asked about.
    pub(super) fn kind(self) -> Memo<Kind> {
        Memo::new(move |_| self.draft.with(|draft| draft.chosen.kind))
    }

    /// Changes choices from lists.
    pub(super) fn choose_in_question(self, change: impl FnOnce(&mut Question)) {
        self.choose(|draft| change(&mut draft.chosen));
    }
}

impl Typed for Vision {
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
            .with(|draft| (draft.model.clone(), draft.unknown_model.clone()))
    }

    fn fleet(&self) -> Fleet {
        self.draft.with(|draft| draft.chosen.fleet.clone())
    }

    fn prices(&self) -> Vec<(String, String)> {
        self.draft.with(|draft| draft.prices.clone())
    }

    fn rewrite_amounts(&self, _: &dyn Fn(&mut String)) {}

    fn change(&self, change: &mut dyn FnMut(Asked<'_>)) {
        self.draft.update(|draft| {
            change(Asked {
                model: &mut draft.model,
                unknown_model: &mut draft.unknown_model,
                fleet: &mut draft.chosen.fleet,
                prices: &mut draft.prices,
            });
        });
    }

    /// Shapes of language models are none of this page's.
    fn take(&self, _: Imported) {}

    fn imported(&self) -> RwSignal<ImportOutcome> {
        self.study.imported
    }
}
