//! The signals that everything on the page about costs hangs on.

use super::draft::Draft;
use super::question::Typed;
use super::solve::{Costs, solve};
use crate::browser;
use crate::i18n::{self, Language, Marks};
use crate::page::form::{self, Asked, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::memo::kept;
use crate::serving::simulated::{Simulation, simulated};
use crate::serving::solve::{Answer, is_answered};
use estimator::choice::{Fleet, ModelChoice};
use estimator::currency::Currency;
use estimator::error;
use estimator::import::Imported;
use estimator::money::error::{Field, FieldError};
use estimator::serving::question::{Growth, Question};
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handles: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The calculator's question.
    pub(super) asked: RwSignal<Question>,
    /// Growth and demand as typed; numbers that can be read stand in `asked`.
    pub(super) typed: RwSignal<Typed>,
    /// The question about money as typed.
    pub(super) draft: RwSignal<Draft>,
    /// The calculator's answer by the closed form, and the errors of its question.
    serving: Memo<Serving>,
    /// The last simulation.
    pub(super) simulation: RwSignal<Option<Simulation>>,
    /// The last good answer; `None` only where there never was one.
    pub(super) costs: Memo<Option<Arc<Costs>>>,
    /// The errors of the question about money.
    wrong: Memo<Wrong>,
    /// Whether a currency or a discount as it is typed is in no answer.
    pub(super) unread: RwSignal<[bool; 2]>,
    /// How often an address was put on the page: such a field begins anew with each.
    pub(super) readings: RwSignal<usize>,
    /// How the page is looked at; selected is the accelerator whose money is reckoned.
    pub(super) frame: Frame,
    /// Whether the page is there and may be answered.
    begun: RwSignal<bool>,
    /// Whether the money of an answer may be reckoned.
    reckoning: RwSignal<bool>,
}

/// One pass from the calculator's question to its answer.
#[derive(Clone, Default)]
struct Serving {
    answer: Option<Arc<Answer>>,
    /// Growth and demand: the answer's own may be an earlier one.
    growth: Growth,
    errors: Arc<Vec<error::FieldError>>,
}

/// One pass from there to the money.
#[derive(Clone, Default)]
struct Outcome {
    costs: Option<Arc<Costs>>,
    wrong: Wrong,
}

/// The errors of a question about money.
#[derive(Clone, Default, PartialEq)]
struct Wrong {
    /// Because of these there is no answer.
    question: Arc<Vec<FieldError>>,
    /// These concern the training run, and take nothing from the rest.
    run: Arc<Vec<FieldError>>,
}

impl State {
    /// The state of a page that begins with `asked` and `draft`, put where every component
    /// finds it.
    pub(super) fn provide(asked: Question, draft: Draft, frame: Frame) -> Self {
        let typed = RwSignal::new(Typed::new(&asked.growth, i18n::marks()));
        let asked = RwSignal::new(asked);
        let draft = RwSignal::new(draft);
        let begun = RwSignal::new(false);
        let reckoning = RwSignal::new(false);
        let simulation = RwSignal::new(None::<Simulation>);
        let serving = Memo::new_with_compare(
            move |last: Option<&Serving>| {
                if begun.get() {
                    let wrong = typed.with(|typed| typed.wrong(i18n::language().marks()));
                    served(asked.get(), wrong, last)
                } else {
                    Serving::default()
                }
            },
            |_, _| true,
        );
        let currency = Memo::new(move |_| asked.with(|asked| asked.fleet.currency));
        let answer = move || {
            let bound = serving.with(|serving| serving.answer.clone())?;
            Some(simulated(simulation, bound))
        };
        let outcome = Memo::new_with_compare(
            move |last: Option<&Outcome>| {
                let Some(answer) = reckoning.get().then(answer).flatten() else {
                    return Outcome::default();
                };
                let marks = i18n::language().marks();
                let question = draft.with(|draft| draft.question(marks, currency.get()));
                let growth = serving.with(|serving| serving.growth.clone());
                let costs = question.and_then(|question| {
                    solve(question, growth, answer, frame.selected.get().as_deref())
                });
                match costs {
                    Ok((costs, run_errors)) => Outcome {
                        costs: Some(Arc::new(costs)),
                        wrong: Wrong {
                            question: Arc::default(),
                            run: Arc::new(run_errors),
                        },
                    },
                    Err(errors) => Outcome {
                        costs: last.and_then(|last| last.costs.clone()),
                        wrong: Wrong {
                            question: Arc::new(errors),
                            run: Arc::default(),
                        },
                    },
                }
            },
            |_, _| true,
        );
        let costs = kept(move || outcome.with(|outcome| outcome.costs.clone()));
        let state = Self {
            asked,
            typed,
            draft,
            serving,
            simulation,
            costs,
            wrong: Memo::new(move |_| outcome.with(|outcome| outcome.wrong.clone())),
            unread: RwSignal::new([false; 2]),
            readings: RwSignal::new(0),
            frame,
            begun,
            reckoning,
        };
        provide_context(state);
        form::provide(state);
        state
    }

    /// The page's state.
    pub(super) fn of_page() -> Self {
        expect_context()
    }

    /// The calculator's answer by the closed form; reactive.
    pub(super) fn bound(self) -> Option<Arc<Answer>> {
        self.serving.with(|serving| serving.answer.clone())
    }

    /// The error of one field; reactive.
    pub(super) fn error_at(self, field: Field) -> Option<FieldError> {
        let at = |errors: &Arc<Vec<FieldError>>| {
            let mut errors = errors.iter();
            errors.find(|error| error.field == field).cloned()
        };
        self.wrong
            .with(|wrong| at(&wrong.question).or_else(|| at(&wrong.run)))
    }

    /// Whether the calculator's question has no answer as it stands; reactive.
    pub(super) fn is_unasked(self) -> bool {
        self.serving.with(|serving| !serving.errors.is_empty())
    }

    /// Whether the answer on screen belongs to an earlier question; reactive.
    pub(super) fn is_stale(self) -> bool {
        self.is_unasked()
            || self.unread.with(|unread| unread.contains(&true))
            || self.wrong.with(|wrong| !wrong.question.is_empty())
    }

    /// The page is there: answers from now on. The first search and its money have a turn
    /// each, and `done` has another: the browser is never busy for long.
    pub(super) fn begin(self, done: impl FnOnce() + 'static) {
        self.begun.set(true);
        self.serving.with_untracked(|_| ());
        browser::next_turn(move || {
            self.reckoning.set(true);
            browser::next_turn(done);
        });
    }

    /// The currency of amounts; `None` for dollars. Reactive.
    pub(super) fn currency(self) -> Option<Currency> {
        self.asked.with(|asked| asked.fleet.currency)
    }

    /// Changes growth and demand by a choice, complete in itself.
    pub(super) fn choose_growth(self, change: impl FnOnce(&mut Growth)) {
        self.asked.update(|asked| change(&mut asked.growth));
        self.frame.commit();
    }

    /// Changes the question about money by a choice, complete in itself.
    pub(super) fn choose(self, change: impl FnOnce(&mut Draft)) {
        self.draft.update(change);
        self.frame.commit();
    }

    /// Changes the fleet by a choice.
    pub(super) fn choose_fleet(self, change: impl FnOnce(&mut Fleet)) {
        self.asked.update(|asked| change(&mut asked.fleet));
        self.frame.commit();
    }

    /// Writes and reads amounts in another currency; typed amounts stay worth the same.
    pub(super) fn set_currency(self, currency: Option<Currency>) {
        let old = untrack(|| self.currency());
        if old != currency {
            i18n::set_currency(currency);
            let marks = i18n::marks();
            self.draft
                .update(|draft| draft.exchange(marks, old, currency));
            self.asked.update(|asked| asked.fleet.currency = currency);
        }
    }

    /// Changes the language, typed numbers included; `failed` where its texts cannot be
    /// had.
    pub(super) fn set_language(self, language: Language, failed: Callback<()>) {
        let rewrite = move |old, new| self.rewrite(old, new);
        self.frame.set_language(language, failed, rewrite);
    }

    /// Writes typed numbers as another language does.
    pub(super) fn rewrite(self, old: Marks, new: Marks) {
        let currency = untrack(|| self.currency());
        self.draft.update(|draft| draft.rewrite(old, new, currency));
        self.typed.update(|typed| typed.rewrite(old, new));
    }
}

/// Of the calculator's question, this page changes the choices of the fleet; the rest
/// is asked there.
impl Form for State {
    fn text(&self, _: error::Field) -> String {
        String::new()
    }

    fn set_text(&self, _: error::Field, _: String) {}

    fn error_at(&self, field: error::Field) -> Option<error::FieldError> {
        self.serving.with(|serving| {
            let mut errors = serving.errors.iter();
            errors.find(|error| error.field == field).cloned()
        })
    }

    fn commit(&self) {
        self.frame.commit();
    }

    fn model(&self) -> (ModelChoice, Option<String>) {
        (self.asked.with(|asked| asked.model.clone()), None)
    }

    fn fleet(&self) -> Fleet {
        self.asked.with(|asked| asked.fleet.clone())
    }

    fn prices(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn change(&self, change: &mut dyn FnMut(Asked<'_>)) {
        self.asked.update(|asked| {
            change(Asked {
                model: &mut asked.model,
                unknown_model: &mut None,
                fleet: &mut asked.fleet,
                prices: &mut Vec::new(),
            });
        });
    }

    fn take(&self, imported: Imported) {
        self.asked
            .update(|asked| asked.model = ModelChoice::Custom(Box::new(imported.model)));
    }

    fn imported(&self) -> RwSignal<ImportOutcome> {
        RwSignal::new(None)
    }
}

/// Answers the calculator's question, `wrong` being its unreadable fields. Nothing is
/// searched again where growth alone has changed.
fn served(question: Question, wrong: Vec<error::FieldError>, last: Option<&Serving>) -> Serving {
    let growth = question.growth.clone();
    let known = last.and_then(|last| last.answer.as_ref());
    let answer = if !wrong.is_empty() {
        Err(wrong)
    } else if let Some(known) = known.filter(|known| is_answered(&question, known)) {
        catalog::check_growth(&growth).map(|()| Arc::clone(known))
    } else {
        crate::serving::solve::solve(question).map(Arc::new)
    };
    match answer {
        Ok(answer) => Serving {
            answer: Some(answer),
            growth,
            errors: Arc::default(),
        },
        Err(errors) => Serving {
            answer: known.cloned(),
            growth: last.map(|last| last.growth.clone()).unwrap_or_default(),
            errors: Arc::new(errors),
        },
    }
}
