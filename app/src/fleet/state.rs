//! The page's task: the workloads and what is known of their packing, beside the parts of every
//! task.

use super::draft::{Draft, Row};
use super::example;
use crate::browser;
use crate::i18n::{self, Marks};
use crate::page::carried::{settle, unseen, view};
use crate::page::form::{Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::share;
use crate::page::study::{Opened, Studied, Study, a_frame_later};
use crate::page::work::Ready;
use crate::worker::message::Document;
use estimator::choice::{Fleet as Gpus, ModelChoice};
use estimator::error;
use estimator::export::Format;
use estimator::fleet::asked::link::{self, Link};
use estimator::fleet::asked::{Field, FieldError, Part, Question, Report};
use estimator::import::Imported;
use estimator::link::View;
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

/// The state of the page. Small handle: copy it freely.
pub(super) type State = Studied<Fleet>;

/// The task, and the signals of its page beside the draft.
#[derive(Clone, Copy)]
pub(super) struct Fleet {
    /// The last answer.
    pub(super) shown: RwSignal<Option<Shown>>,
    /// The same a frame later, for what stands below the packing.
    pub(super) details: ReadSignal<Option<Shown>>,
    /// How far the search for the last question is.
    pub(super) phase: RwSignal<Phase>,
    /// The workload that is open, by its key.
    pub(super) open: RwSignal<Option<u32>>,
    /// The calculator's question that came along, as its fragment.
    pub(super) size: RwSignal<String>,
    /// The names of workloads that were filled in and not typed.
    named: StoredValue<Vec<&'static str>>,
    imported: RwSignal<ImportOutcome>,
}

impl Fleet {
    /// A page that nobody has touched.
    pub(super) fn new() -> Self {
        let shown = RwSignal::new(None);
        Self {
            shown,
            details: a_frame_later(shown, false),
            phase: RwSignal::new(Phase::Searching),
            open: RwSignal::new(None),
            size: RwSignal::new(String::new()),
            named: StoredValue::new(Vec::new()),
            imported: RwSignal::new(None),
        }
    }
}

/// The worker packs: of a question that can be answered, the page's own work is done.
impl Study for Fleet {
    type Draft = Draft;
    type Question = Question;
    type Answer = ();
    type Error = FieldError;
    type Field = Field;
    type Work = Ready<()>;

    /// The page rests once the worker has nothing to add.
    const RESTS: bool = false;

    /// A question of another page goes along beside a fresh fleet.
    fn read(self, fragment: &str) -> Opened<Draft> {
        let (mut link, notices) = if link::is_fleet(fragment) {
            self.named.set_value(Vec::new());
            link::read(fragment)
        } else {
            self.named.set_value(example::names());
            let (looked_at, notices) = link::read(&view(fragment));
            let link = Link {
                question: example::question(),
                view: looked_at.view,
                size: unseen(fragment),
            };
            (link, notices)
        };
        settle(&mut link.question.fleet);
        self.open.set(None);
        self.size.set(link.size);
        Opened {
            draft: Draft::new(link.question, i18n::marks()),
            view: link.view,
            notices,
        }
    }

    fn write(self, question: &Question, view: View) -> String {
        link::write(&Link {
            question: question.clone(),
            view,
            size: self.size.get(),
        })
    }

    fn fresh() -> String {
        link::write(&Link {
            question: example::question(),
            ..Link::default()
        })
    }

    fn question(self, draft: &Draft, marks: Marks, _: Frame) -> Result<Question, Vec<FieldError>> {
        draft.question(marks)
    }

    fn rewrite(self, draft: &mut Draft, old: Marks, new: Marks) {
        draft.rewrite(old, new);
        // Names that nobody has typed over are the page's, and follow its language.
        let names = example::names();
        self.named.update_value(|named| {
            for (was, now) in named.iter_mut().zip(names) {
                draft.rename(was, now);
                *was = now;
            }
        });
    }

    fn is_awaited(self) -> bool {
        self.phase.get() == Phase::Searching
    }

    fn begin(question: Arc<Question>) -> Result<Ready<()>, Vec<FieldError>> {
        catalog::resolve_fleet_on(&question, browser::today()).map(|_| Ready(()))
    }

    fn finish(Ready(()): Ready<()>) {}

    fn field(error: &FieldError) -> Field {
        error.field.clone()
    }

    fn save(state: State, format: Format, fragment: String, failed: Callback<()>) {
        let asked = untrack(|| state.asked());
        let count = asked.map(|question| format!("{}-workloads", question.workloads.len()));
        let about = std::iter::once("fleet".to_owned()).chain(count).collect();
        share::write(Document::Fleet, format, fragment, None, about, failed);
    }
}

impl State {
    /// The fragment that goes over to other pages: the calculator's question as it came;
    /// reactive.
    pub(super) fn others(self) -> String {
        let looked_at = link::write(&Link {
            question: Question::nothing(),
            view: self.frame.view(),
            size: String::new(),
        });
        let parts = [self.study.size.get(), view(&looked_at)];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("&")
    }

    /// The problem of a field; reactive.
    pub(super) fn problem_at(self, field: &Field) -> Option<error::Problem> {
        State::error_at(self, field).map(|error| error.problem)
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

    /// The open workload's place and key; reactive.
    fn opened(self) -> Option<(usize, u32)> {
        let key = self.study.open.get()?;
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
        if let Some(key) = self.study.open.get_untracked() {
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
        let key = self.study.open.get();
        self.draft.with(|draft| {
            let row = key.and_then(|key| draft.row(key));
            row.map_or((ModelChoice::Catalog(String::new()), None), |row| {
                let serving = &row.serving;
                (serving.chosen.model.clone(), serving.unknown_model.clone())
            })
        })
    }

    fn fleet(&self) -> Gpus {
        self.draft.with(|draft| draft.fleet.clone())
    }

    fn prices(&self) -> Vec<(String, String)> {
        self.draft.with(|draft| draft.prices.clone())
    }

    fn rewrite_amounts(&self, rewrite: &dyn Fn(&mut String)) {
        self.draft.update(|draft| draft.rewrite_amounts(rewrite));
    }

    fn change(&self, change: &mut dyn FnMut(Asked<'_>)) {
        let key = self.study.open.get_untracked();
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
        if let Some(key) = self.study.open.get_untracked() {
            self.choose(|draft| {
                if let Some(row) = draft.row_mut(key) {
                    row.serving.unknown_model = None;
                    row.serving.chosen.model = ModelChoice::Custom(Box::new(imported.model));
                }
            });
        }
    }

    fn imported(&self) -> RwSignal<ImportOutcome> {
        self.study.imported
    }
}
