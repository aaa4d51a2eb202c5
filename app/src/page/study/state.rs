//! The signals that everything on a task's page hangs on.

use super::answering::{Found, Then};
use super::{Study, a_frame_later};
use crate::i18n::{self, Marks};
use crate::page::frame::Frame;
use crate::page::memo::kept;
use crate::page::work::Runner;
use leptos::prelude::*;
use std::ops::Deref;
use std::sync::Arc;

/// The state of a task's page, which lives as long as the page: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct Studied<S: Study>(&'static Signals<S>);

impl<S: Study> Deref for Studied<S> {
    type Target = Signals<S>;

    fn deref(&self) -> &Signals<S> {
        self.0
    }
}

/// The signals.
pub(crate) struct Signals<S: Study> {
    /// The task, and whatever its page has beside the draft.
    pub(crate) study: S,
    /// The question as typed.
    pub(crate) draft: RwSignal<S::Draft>,
    /// The last question that can be answered; `None` only where there never was one.
    asked: Memo<Option<Arc<S::Question>>>,
    /// The last good answer; `None` only where there never was one. It follows the question
    /// some turns later.
    pub(crate) answer: RwSignal<Option<Arc<S::Answer>>>,
    /// The same for everything below the verdict: it follows a frame later, so that this is
    /// painted first.
    pub(crate) details: ReadSignal<Option<Arc<S::Answer>>>,
    /// The question's errors now; empty where it has an answer.
    pub(crate) errors: Memo<Arc<Vec<S::Error>>>,
    /// The errors that the last answer showed.
    pub(super) found: RwSignal<Found<S::Error>>,
    /// How the page is looked at.
    pub(crate) frame: Frame,
    /// Whether the page is there and may be answered.
    pub(super) begun: RwSignal<bool>,
    /// The action that shows the page, until it is.
    pub(super) show: StoredValue<Option<Then>>,
    /// Looks for answers.
    pub(super) runner: Runner,
    /// Whether it does.
    pub(super) searching: StoredValue<bool>,
}

/// One reading of the draft.
struct Reading<S: Study> {
    /// The last good question.
    asked: Option<Arc<S::Question>>,
    errors: Arc<Vec<S::Error>>,
}

impl<S: Study> Studied<S> {
    /// The state of a page that begins with `draft`, put where every component finds it.
    pub(super) fn provide(study: S, draft: S::Draft, frame: Frame) -> Self {
        let draft = RwSignal::new(draft);
        let begun = RwSignal::new(false);
        // The work on the last good question, until it begins.
        let next = StoredValue::new_local(None::<S::Work>);
        let reading = Memo::new_with_compare(
            move |last: Option<&Reading<S>>| {
                let asked = last.and_then(|last| last.asked.clone());
                let mut errors = Vec::new();
                if begun.get() {
                    match read(study, draft, frame) {
                        Ok((question, work)) => {
                            next.set_value(Some(work));
                            return Reading::new(Some(question), errors);
                        }
                        Err(wrong) => errors = wrong,
                    }
                }
                Reading::new(asked, errors)
            },
            |_, _| true,
        );
        let asked = kept(move || reading.with(|reading| reading.asked.clone()));
        let answer = RwSignal::new(None);
        let state = Self(Box::leak(Box::new(Signals {
            study,
            draft,
            asked,
            answer,
            details: a_frame_later(answer, true),
            errors: Memo::new(move |_| reading.with(|reading| Arc::clone(&reading.errors))),
            found: RwSignal::new(Found::default()),
            frame,
            begun,
            show: StoredValue::new(None),
            runner: Runner::of_page(),
            searching: StoredValue::new(false),
        })));
        Effect::new(move |_| {
            // Reads it, where it changed.
            asked.with(|_| ());
            match next.try_update_value(Option::take).flatten() {
                Some(work) => state.ask(work),
                None if begun.get() => state.open_page(),
                None => {}
            }
        });
        provide_context(state);
        state
    }

    /// The page's state.
    pub(crate) fn of_page() -> Self {
        expect_context()
    }

    /// The last question that can be answered; reactive.
    pub(crate) fn asked(self) -> Option<Arc<S::Question>> {
        self.asked.get()
    }

    /// The error of one field; reactive.
    pub(crate) fn error_at(self, field: &S::Field) -> Option<S::Error> {
        let at = |errors: &Vec<S::Error>| {
            let mut errors = errors.iter();
            errors.find(|error| S::field(error) == *field).cloned()
        };
        let (wrong, unread) = self.errors.with(|errors| (at(errors), !errors.is_empty()));
        // A refused question is the one that is typed; other errors are the answer's on screen.
        let is_told = wrong.is_none() && (S::REFUSES || !unread);
        let found = is_told.then(|| self.found.with(|found| at(&found.errors)));
        wrong.or(found.flatten())
    }

    /// Whether one of these fields cannot be read; reactive.
    pub(crate) fn is_wrong(self, fields: impl IntoIterator<Item = S::Field>) -> Signal<bool>
    where
        S::Field: Send + Sync,
    {
        let fields: Vec<S::Field> = fields.into_iter().collect();
        Signal::derive(move || {
            self.errors.with(|errors| {
                let mut errors = errors.iter();
                errors.any(|error| fields.contains(&S::field(error)))
            })
        })
    }

    /// Whether the answer on screen belongs to an earlier question; reactive.
    pub(crate) fn is_stale(self) -> bool {
        self.is_unread() || self.found.with(|found| found.stale) || self.study.is_awaited()
    }

    /// Whether the answer to a later question than that of the one on screen is on its way.
    pub(crate) fn is_searching(self) -> bool {
        self.searching.get_value()
    }

    /// Whether what is typed cannot be read, and so is no step; reactive.
    pub(crate) fn is_unread(self) -> bool {
        self.errors.with(|errors| !errors.is_empty()) || self.study.is_unread()
    }

    /// Changes the question by a choice, complete in itself.
    pub(crate) fn choose(self, change: impl FnOnce(&mut S::Draft)) {
        self.draft.update(change);
        self.frame.commit();
    }

    /// Writes typed numbers as another language does.
    pub(crate) fn rewrite(self, old: Marks, new: Marks) {
        self.draft
            .update(|draft| self.study.rewrite(draft, old, new));
    }
}

impl<S: Study> Reading<S> {
    fn new(asked: Option<Arc<S::Question>>, errors: Vec<S::Error>) -> Self {
        Self {
            asked,
            errors: Arc::new(errors),
        }
    }
}

/// A question and the work on it.
type Asked<S> = (Arc<<S as Study>::Question>, <S as Study>::Work);

/// The draft's question and the work on it.
fn read<S: Study>(
    study: S,
    draft: RwSignal<S::Draft>,
    frame: Frame,
) -> Result<Asked<S>, Vec<S::Error>> {
    let marks = i18n::language().marks();
    let question = draft.with(|draft| study.question(draft, marks, frame))?;
    let question = Arc::new(question);
    let work = S::begin(Arc::clone(&question))?;
    Ok((question, work))
}
