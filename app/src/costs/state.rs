//! The page about costs as a task: a question about money, asked of the calculator's answer.

use super::address;
use super::draft::Draft;
use super::question::Typed;
use super::solve::{Asked, Costs, solve};
use crate::browser;
use crate::i18n::{self, Marks};
use crate::page::form::{self, Form, ImportOutcome};
use crate::page::frame::Frame;
use crate::page::memo::kept;
use crate::page::share;
use crate::page::study::{Opened, Studied, Study};
use crate::page::work::Ready;
use crate::serving::answer::about;
use crate::serving::simulated::Simulations;
use crate::serving::solve::{Answer, seek};
use crate::serving::state::Outcome;
use crate::worker::message::Document;
use estimator::choice::{Fleet, ModelChoice};
use estimator::currency::Currency;
use estimator::error;
use estimator::export::Format;
use estimator::import::Imported;
use estimator::link::View;
use estimator::money::error::{Field, FieldError};
use estimator::money::link;
use estimator::serving::question::{Growth, Question};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How long the money of a recommendation waits for that of all it is held against, so that both are
/// reckoned and drawn once.
const PATIENCE: Duration = Duration::from_millis(250);

/// The state of the page. Small handle: copy it freely.
pub(super) type State = Studied<Money>;

/// The task, and the signals of its page beside the draft.
#[derive(Clone, Copy)]
pub(super) struct Money {
    /// The calculator's question.
    pub(super) asked: RwSignal<Question>,
    /// Growth and demand as typed; numbers that can be read stand in `asked`.
    pub(super) typed: RwSignal<Typed>,
    /// Whether a currency or a discount as it is typed is in no answer.
    pub(super) unread: RwSignal<[bool; 2]>,
    /// How often an address was put on the page: such a field begins anew with each.
    pub(super) readings: RwSignal<usize>,
    currency: Memo<Option<Currency>>,
    /// The calculator's answer by the closed form, and the errors of its question.
    serving: Memo<Outcome>,
    /// Its simulations.
    pub(super) simulations: Simulations,
    /// The same answer, simulated as soon as a worker has done so: the replicas of the closed
    /// form are paid for until then.
    answer: Memo<Option<Arc<Answer>>>,
    /// Whether the calculator's question may be answered.
    begun: RwSignal<bool>,
}

impl Money {
    /// A page that nobody has touched.
    pub(super) fn new() -> Self {
        let asked = RwSignal::new(Question::default());
        let typed = RwSignal::new(Typed::default());
        let begun = RwSignal::new(false);
        let serving = Memo::new_with_compare(
            move |last: Option<&Outcome>| {
                if !begun.get() {
                    return Outcome::default();
                }
                Outcome::of(read(typed, asked), last)
            },
            |_, _| true,
        );
        let bound = kept(move || serving.with(|serving| serving.answer.clone()));
        let simulations = Simulations::of(bound, PATIENCE);
        Self {
            asked,
            typed,
            unread: RwSignal::new([false; 2]),
            readings: RwSignal::new(0),
            currency: Memo::new(move |_| asked.with(|asked| asked.fleet.currency)),
            serving,
            simulations,
            answer: simulations.answer(),
            begun,
        }
    }
}

/// The calculator's question with growth and demand as typed; reactive.
fn read(
    typed: RwSignal<Typed>,
    asked: RwSignal<Question>,
) -> Result<Question, Vec<error::FieldError>> {
    let wrong = typed.with(|typed| typed.wrong(i18n::language().marks()));
    if wrong.is_empty() {
        Ok(asked.get())
    } else {
        Err(wrong)
    }
}

impl Study for Money {
    type Draft = Draft;
    type Question = Asked;
    type Answer = Costs;
    type Error = FieldError;
    type Field = Field;
    type Work = Ready<Costs>;

    const ABOUT_MONEY: bool = true;
    /// The page rests once the calculator's answer is simulated.
    const RESTS: bool = false;

    fn read(self, fragment: &str) -> Opened<Draft> {
        let (link, notices) = address::read(fragment);
        let asked = link.page.question;
        let draft = Draft::new(&link.question, i18n::marks(), asked.fleet.currency);
        self.typed.set(Typed::new(&asked.growth, i18n::marks()));
        self.asked.set(asked);
        self.readings.update(|readings| *readings += 1);
        Opened {
            draft,
            view: link.page.view,
            notices,
        }
    }

    fn write(self, asked: &Asked, view: View) -> String {
        let question = Question {
            growth: asked.growth.clone(),
            ..asked.answer.question.clone()
        };
        address::write(question, asked.money.clone(), view)
    }

    fn fresh() -> String {
        link::write(&link::Link::default())
    }

    /// The first search has turns of its own.
    fn prepare(self, then: impl FnOnce() + 'static) {
        let question = untrack(|| read(self.typed, self.asked)).ok();
        seek(self.simulations.runner, question, move || {
            self.begun.set(true);
            self.serving.with_untracked(|_| ());
            browser::next_turn(then);
        });
    }

    fn question(self, draft: &Draft, marks: Marks, frame: Frame) -> Result<Asked, Vec<FieldError>> {
        // Without the calculator's answer there is nothing to ask yet.
        let answer = self.answer.get().ok_or_else(Vec::new)?;
        Ok(Asked {
            money: draft.question(marks, self.currency.get())?,
            growth: self.serving.with(|serving| serving.beside.growth.clone()),
            answer,
            selected: frame.selected.get(),
        })
    }

    fn rewrite(self, draft: &mut Draft, old: Marks, new: Marks) {
        draft.rewrite(old, new, untrack(|| self.currency.get()));
        self.typed.update(|typed| typed.rewrite(old, new));
    }

    fn is_unread(self) -> bool {
        let is_unasked = |serving: &Outcome| !serving.beside.errors.is_empty();
        self.serving.with(is_unasked) || self.unread.with(|unread| unread.contains(&true))
    }

    fn begin(asked: Arc<Asked>) -> Result<Ready<Costs>, Vec<FieldError>> {
        solve(&asked).map(Ready)
    }

    fn finish(Ready(costs): Ready<Costs>) -> Costs {
        costs
    }

    fn found(costs: &Costs) -> Vec<FieldError> {
        costs.run_errors.clone()
    }

    fn field(error: &FieldError) -> Field {
        error.field
    }

    fn save(state: State, format: Format, fragment: String, failed: Callback<()>) {
        let about = state.about("costs");
        share::write(Document::Costs, format, fragment, None, about, failed);
    }
}

impl State {
    /// What a file is about: the calculator's question, and what of it.
    pub(super) fn about(self, what: &str) -> Vec<String> {
        let answer = self
            .study
            .serving
            .with_untracked(|serving| serving.answer.clone());
        let asked = answer.map(|answer| about(&answer.question));
        let what = [what.to_owned()];
        asked.into_iter().flatten().chain(what).collect()
    }

    /// The currency of amounts; `None` for dollars. Reactive.
    pub(super) fn currency(self) -> Option<Currency> {
        self.study.currency.get()
    }

    /// Changes growth and demand by a choice, complete in itself.
    pub(super) fn choose_growth(self, change: impl FnOnce(&mut Growth)) {
        self.study.asked.update(|asked| change(&mut asked.growth));
        self.frame.commit();
    }

    /// Changes the fleet by a choice.
    pub(super) fn choose_fleet(self, change: impl FnOnce(&mut Fleet)) {
        self.study.asked.update(|asked| change(&mut asked.fleet));
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
            self.study
                .asked
                .update(|asked| asked.fleet.currency = currency);
        }
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
        let serving = self.study.serving;
        serving.with(|serving| serving.beside.error_at(field))
    }

    fn commit(&self) {
        self.frame.commit();
    }

    fn model(&self) -> (ModelChoice, Option<String>) {
        (self.study.asked.with(|asked| asked.model.clone()), None)
    }

    fn fleet(&self) -> Fleet {
        self.study.asked.with(|asked| asked.fleet.clone())
    }

    fn prices(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn rewrite_amounts(&self, _: &dyn Fn(&mut String)) {}

    fn change(&self, change: &mut dyn FnMut(form::Asked<'_>)) {
        self.study.asked.update(|asked| {
            change(form::Asked {
                model: &mut asked.model,
                unknown_model: &mut None,
                fleet: &mut asked.fleet,
                prices: &mut Vec::new(),
            });
        });
    }

    fn take(&self, imported: Imported) {
        self.study
            .asked
            .update(|asked| asked.model = ModelChoice::Custom(Box::new(imported.model)));
    }

    fn imported(&self) -> RwSignal<ImportOutcome> {
        RwSignal::new(None)
    }
}
