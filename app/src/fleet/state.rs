//! The signals that everything on the page hangs on.

use super::draft::{Draft, Row};
use crate::browser;
use crate::i18n::{self, Language};
use crate::page::form::{self, Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::memo::kept;
use crate::page::reading;
use estimator::choice::{Fleet, ModelChoice};
use estimator::error;
use estimator::fleet::asked::{Field, FieldError, Part, Question, Report};
use estimator::import::Imported;
use leptos::prelude::*;
use std::sync::Arc;

/// A question and what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shown {
    /// The question.
    pub(super) question: Arc<Question>,
    /// Its report so far.
    pub(super) report: Arc<Report>,
}

/// How far the search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing is known of the last question yet.
    Searching,
    /// More is coming.
    Going,
    /// That was all.
    Done,
    /// The worker could not be had.
    Failed,
}

/// The state of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The question as typed.
    pub(super) draft: RwSignal<Draft>,
    /// The last question that can be answered.
    pub(super) asked: Memo<Option<Arc<Question>>>,
    /// The question's errors now.
    pub(super) errors: Memo<Arc<Vec<FieldError>>>,
    /// The last answer.
    pub(super) shown: RwSignal<Option<Shown>>,
    /// How far the search for the last question is.
    pub(super) phase: RwSignal<Phase>,
    /// The workload that is open, by its key.
    pub(super) open: RwSignal<Option<u32>>,
    /// The calculator's question that came along, as its fragment.
    pub(super) size: RwSignal<String>,
    /// How the page is looked at.
    pub(super) frame: Frame,
    imported: RwSignal<ImportOutcome>,
}

type Reading = reading::Reading<Question, FieldError>;

impl State {
    /// The state of a page that begins with `draft`, put where every component finds it.
    pub(super) fn provide(draft: Draft, size: String, frame: Frame) -> Self {
        let draft = RwSignal::new(draft);
        let reading =
            Memo::new_with_compare(move |last: Option<&Reading>| read(draft, last), |_, _| true);
        let state = Self {
            draft,
            asked: kept(move || reading.with(|reading| reading.asked.clone())),
            errors: Memo::new(move |_| reading.with(|reading| Arc::clone(&reading.errors))),
            shown: RwSignal::new(None),
            phase: RwSignal::new(Phase::Searching),
            open: RwSignal::new(None),
            size: RwSignal::new(size),
            frame,
            imported: RwSignal::new(None),
        };
        provide_context(state);
        form::provide(state);
        state
    }

    /// The page's state.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// The problem of a field; reactive.
    pub(super) fn problem_at(self, field: &Field) -> Option<error::Problem> {
        self.errors.with(|errors| {
            let found = errors.iter().find(|error| error.field == *field);
            found.map(|error| error.problem.clone())
        })
    }

    /// Whether the page's draft cannot be read; reactive.
    pub(super) fn is_unread(self) -> bool {
        self.errors.with(|errors| !errors.is_empty())
    }

    /// Whether the answer on screen is of an earlier question; reactive.
    pub(super) fn is_stale(self) -> bool {
        self.is_unread() || self.phase.get() == Phase::Searching
    }

    /// Something of a row; reactive. Nothing of one that is gone.
    pub(super) fn of<T: Default>(self, key: u32, read: impl FnOnce(&Row) -> T) -> T {
        self.draft
            .with(|draft| draft.row(key).map(read))
            .unwrap_or_default()
    }

    /// Types into a row.
    pub(super) fn type_in(self, key: u32, change: impl FnOnce(&mut Row)) {
        self.draft.update(|draft| {
            if let Some(row) = draft.row_mut(key) {
                change(row);
            }
        });
    }

    /// Changes the question by a choice, complete in itself.
    pub(super) fn choose(self, change: impl FnOnce(&mut Draft)) {
        self.draft.update(change);
        self.frame.commit();
    }

    /// Changes the language, typed numbers included; `failed` where its texts cannot be had.
    pub(super) fn set_language(self, language: Language, failed: Callback<()>) {
        let rewrite = move |old, new| self.draft.update(|draft| draft.rewrite(old, new));
        self.frame.set_language(language, failed, rewrite);
    }

    /// The open workload's place and key; reactive.
    fn opened(self) -> Option<(usize, u32)> {
        let key = self.open.get()?;
        let place = self.draft.with(|draft| draft.place(key))?;
        Some((place, key))
    }
}

/// Fields of a serving question are those of the open workload, accelerators and prices the fleet's.
impl Form for State {
    fn text(&self, field: error::Field) -> String {
        let Some((_, key)) = self.opened() else {
            return String::new();
        };
        self.of(key, |row| row.serving.text(field).to_owned())
    }

    fn set_text(&self, field: error::Field, text: String) {
        if let Some(key) = self.open.get_untracked() {
            self.type_in(key, |row| row.serving.set_text(field, text));
        }
    }

    fn error_at(&self, field: error::Field) -> Option<error::FieldError> {
        let of_workload = self
            .opened()
            .and_then(|(place, _)| self.problem_at(&Field::Workload(place, Part::Serving(field))));
        let problem = of_workload.or_else(|| self.problem_at(&Field::Fleet(field)))?;
        Some(error::FieldError { field, problem })
    }

    fn commit(&self) {
        self.frame.commit();
    }

    fn model(&self) -> (ModelChoice, Option<String>) {
        let key = self.open.get();
        self.draft.with(|draft| {
            let row = key.and_then(|key| draft.row(key));
            row.map_or((ModelChoice::Catalog(String::new()), None), |row| {
                let serving = &row.serving;
                (serving.chosen.model.clone(), serving.unknown_model.clone())
            })
        })
    }

    fn fleet(&self) -> Fleet {
        self.draft.with(|draft| draft.fleet.clone())
    }

    fn prices(&self) -> Vec<(String, String)> {
        self.draft.with(|draft| draft.prices.clone())
    }

    fn change(&self, change: &mut dyn FnMut(Asked<'_>)) {
        let key = self.open.get_untracked();
        self.draft.update(|draft| {
            let Draft {
                rows,
                fleet,
                prices,
                ..
            } = draft;
            let row = rows.iter_mut().find(|row| Some(row.key) == key);
            match row {
                Some(row) => row.serving.change(|asked| {
                    change(Asked {
                        model: asked.model,
                        unknown_model: asked.unknown_model,
                        fleet,
                        prices,
                    });
                }),
                None => change(Asked {
                    model: &mut ModelChoice::Catalog(String::new()),
                    unknown_model: &mut None,
                    fleet,
                    prices,
                }),
            }
        });
    }

    fn take(&self, imported: Imported) {
        if let Some(key) = self.open.get_untracked() {
            self.choose(|draft| {
                if let Some(row) = draft.row_mut(key) {
                    row.serving.unknown_model = None;
                    row.serving.chosen.model = ModelChoice::Custom(Box::new(imported.model));
                }
            });
        }
    }

    fn imported(&self) -> RwSignal<ImportOutcome> {
        self.imported
    }
}

fn read(draft: RwSignal<Draft>, last: Option<&Reading>) -> Reading {
    let question = draft.with(|draft| draft.question(i18n::language().marks()));
    let checked = question.and_then(|question| {
        catalog::resolve_fleet_on(&question, browser::today())?;
        Ok(question)
    });
    Reading::after(last, checked)
}
