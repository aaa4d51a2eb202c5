//! The signals that everything on the page hangs on.

use crate::i18n::{self, Language};
use crate::page::form::{self, Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::memo::kept;
use crate::page::paced::Pace;
use crate::page::study::once_lasting;
use crate::serving::baseline::Baseline;
use crate::serving::draft::Draft;
use crate::serving::later::Part;
use crate::serving::simulated::{self, Simulations};
use crate::serving::solve::{Answer, is_answered, solve_with};
use crate::serving::surest::Surest;
use crate::serving::weeks::Weeks;
use estimator::choice::{Fleet, ModelChoice};
use estimator::error::{Field, FieldError};
use estimator::import::Imported;
use estimator::serving::explain::DerivationId;
use estimator::serving::question::{Growth, Question};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The state of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The question as typed.
    pub(crate) draft: RwSignal<Draft>,
    /// The last good answer; `None` only where there never was one. Simulated as soon as
    /// a worker has done so.
    pub(crate) answer: Memo<Option<Arc<Answer>>>,
    /// How it is simulated.
    pub(crate) simulations: Simulations,
    /// The same for everything below the verdict and the memory: it follows a
    /// frame later, so that those are painted first, and leaves out answers
    /// overtaken by then, those about to be simulated among them.
    pub(crate) details: Signal<Option<Arc<Answer>>>,
    /// The facts beside the answer. One memo: a larger state would no longer be
    /// small enough to copy.
    beside: Memo<Beside>,
    /// The number whose derivation is open.
    pub(crate) explained: RwSignal<Option<DerivationId>>,
    /// How the page is looked at.
    pub(crate) frame: Frame,
    /// The outcome of the last model file, in words: good news or bad.
    pub(crate) imported: RwSignal<ImportOutcome>,
    /// How many of the parts that come later are due; see [`crate::serving::later`].
    pub(crate) due: RwSignal<usize>,
    /// How their smaller ones are made.
    pub(crate) pace: Pace,
}

/// One pass from a question to its answer.
#[derive(Clone, Default)]
pub(crate) struct Outcome {
    /// The last good answer; `None` only where there never was one.
    pub(crate) answer: Option<Arc<Answer>>,
    /// What is known beside it.
    pub(crate) beside: Beside,
}

/// The results of the last pass beside its answer.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Beside {
    /// The growth of the load that the answer is for. It changes no answer: nothing is
    /// searched or simulated again for it.
    pub(crate) growth: Growth,
    /// The errors of the question now; empty where the answer is its answer.
    pub(crate) errors: Arc<Vec<FieldError>>,
}

impl State {
    /// The state of a page that begins with `draft`, put where every component
    /// finds it.
    pub(crate) fn provide(draft: Draft, frame: Frame, pace: Pace) -> Self {
        let draft = RwSignal::new(draft);
        let due = RwSignal::new(0);
        // The answer has a turn of its own, before the verdict's.
        let begun = Memo::new(move |_| due.get() > Part::Answer as usize);
        let outcome = Memo::new_with_compare(
            move |last: Option<&Outcome>| {
                if begun.get() {
                    Outcome::of(read(draft), last)
                } else {
                    Outcome::default()
                }
            },
            |_, _| true,
        );
        let bound = kept(move || outcome.with(|outcome| outcome.answer.clone()));
        let simulations = Simulations::of(bound, Duration::ZERO);
        let answer = simulations.answer();
        let beside = Memo::new(move |_| outcome.with(|outcome| outcome.beside.clone()));
        let state = Self {
            draft,
            answer,
            simulations,
            details: once_lasting(answer, false, move |answer| simulations.replaces(answer)).into(),
            beside,
            explained: RwSignal::new(None),
            frame,
            imported: RwSignal::new(None),
            due,
            pace,
        };
        provide_context(state);
        Baseline::provide();
        Weeks::provide();
        Surest::provide();
        form::provide(state);
        state
    }

    /// The page's state.
    pub(crate) fn of_page() -> Self {
        expect_context()
    }

    /// The same, whose details are those of `details`.
    pub(crate) fn with_details(self, details: Signal<Option<Arc<Answer>>>) -> Self {
        Self { details, ..self }
    }

    /// The question that the page begins with; `None` where it cannot be read.
    pub(crate) fn first_question(self) -> Option<Question> {
        untrack(|| read(self.draft)).ok()
    }

    /// Whether the answer on screen belongs to an earlier question; reactive.
    pub(crate) fn is_stale(self) -> bool {
        self.beside.with(|beside| !beside.errors.is_empty())
    }

    /// The growth of the load that the answer is for; reactive.
    pub(crate) fn growth(self) -> Growth {
        self.beside.with(|beside| beside.growth.clone())
    }

    /// Changes the question by a choice, complete in itself.
    pub(crate) fn choose(self, change: impl FnOnce(&mut Draft)) {
        self.draft.update(change);
        self.frame.commit();
    }

    /// Changes the choices from lists.
    pub(crate) fn choose_in_question(self, change: impl FnOnce(&mut Question)) {
        self.choose(|draft| change(&mut draft.chosen));
    }

    /// Shows every part of the page, also those far from the view.
    pub(crate) fn show_all(self) {
        self.due.set(usize::MAX);
        self.pace.finish();
    }

    /// Changes the language, typed numbers included; `failed` where its texts
    /// cannot be had.
    pub(crate) fn set_language(self, language: Language, failed: Callback<()>) {
        let rewrite = move |old, new| self.draft.update(|draft| draft.rewrite(old, new));
        self.frame.set_language(language, failed, rewrite);
    }
}

impl Form for State {
    fn text(&self, field: Field) -> String {
        self.draft.with(|draft| draft.text(field).to_owned())
    }

    fn set_text(&self, field: Field, text: String) {
        self.draft.update(|draft| draft.set_text(field, text));
    }

    fn error_at(&self, field: Field) -> Option<FieldError> {
        self.beside.with(|beside| beside.error_at(field))
    }

    fn commit(&self) {
        self.frame.commit();
    }

    fn model(&self) -> (ModelChoice, Option<String>) {
        self.draft
            .with(|draft| (draft.chosen.model.clone(), draft.unknown_model.clone()))
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
        self.draft.update(|draft| draft.change(change));
    }

    fn take(&self, imported: Imported) {
        self.choose(|draft| {
            draft.unknown_model = None;
            if let Some(weights) = imported.weights {
                draft.chosen.weights = weights;
            }
            draft.chosen.model = ModelChoice::Custom(Box::new(imported.model));
        });
    }

    fn imported(&self) -> RwSignal<ImportOutcome> {
        self.imported
    }
}

impl Beside {
    /// The error of one field.
    pub(crate) fn error_at(&self, field: Field) -> Option<FieldError> {
        let mut errors = self.errors.iter();
        errors.find(|error| error.field == field).cloned()
    }
}

fn read(draft: RwSignal<Draft>) -> Result<Question, Vec<FieldError>> {
    draft.with(|draft| draft.question(i18n::language().marks()))
}

impl Outcome {
    /// Of a question, or the fields of it that cannot be read. The `last` answer stays where
    /// there is no other, and where nothing but growth has changed.
    pub(crate) fn of(question: Result<Question, Vec<FieldError>>, last: Option<&Self>) -> Self {
        match question.and_then(|question| answered(question, last)) {
            Ok((answer, growth)) => Self {
                answer: Some(answer),
                beside: Beside {
                    growth,
                    errors: Arc::default(),
                },
            },
            Err(errors) => {
                let mut outcome = last.cloned().unwrap_or_default();
                outcome.beside.errors = Arc::new(errors);
                outcome
            }
        }
    }
}

/// The answer to a question and the growth of its load; the last answer where nothing
/// but growth has changed.
fn answered(
    question: Question,
    last: Option<&Outcome>,
) -> Result<(Arc<Answer>, Growth), Vec<FieldError>> {
    let growth = question.growth.clone();
    if let Some(answer) = last.and_then(|last| last.answer.as_ref())
        && is_answered(&question, answer)
    {
        catalog::check_growth(&growth)?;
        return Ok((Arc::clone(answer), growth));
    }
    // The worker simulates while this searches.
    let answer = solve_with(question, simulated::ask_ahead)?;
    Ok((Arc::new(answer), growth))
}
