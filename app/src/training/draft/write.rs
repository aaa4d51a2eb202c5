//! From a question to typed text: when a link is opened, a lever applied, the language
//! changed.

use super::bounds::unit_in;
use super::{Draft, When};
use crate::i18n::{Marks, plain, rewrite};
use crate::serving::draft::typed;
use estimator::choice::ModelChoice;
use estimator::decimal::round;
use estimator::training::ability::Moved;
use estimator::training::error::Field;
use estimator::training::fields;
use estimator::training::method::{Adapter, Base, Method};
use estimator::training::question::{Deadline, Fixed, Question};
use estimator::training::target::Targets;
use std::collections::BTreeMap;

/// The first choice of adapters: every linear layer at rank 16, PEFT's and torchtune's usual.
pub(super) const ADAPTER: Adapter = Adapter {
    rank: 16,
    targets: Targets::LINEAR,
    magnitude: false,
    base: Base::Sixteen,
    half: false,
};

/// Days that a deadline begins with.
const DAYS: f64 = 3.0;

/// The numbers of a layout that can be fixed.
pub(in crate::training) fn layout() -> impl Iterator<Item = Field> {
    fields::FIXED.iter().map(|row| row.field)
}

impl Draft {
    /// A draft that reads as `question`.
    pub(in crate::training) fn new(question: Question, marks: Marks) -> Self {
        let (when, within, day) = match &question.deadline {
            Deadline::None => (When::None, None, String::new()),
            Deadline::Within(time) => (When::Within, Some(time.get()), String::new()),
            Deadline::By(day) => (When::By, None, day.clone()),
        };
        let (prices, currency) = (question.fleet.own_prices.iter(), question.fleet.currency);
        let mut draft = Self {
            adapter: question.method.adapter().unwrap_or(ADAPTER),
            when,
            day,
            unknown_model: None,
            prices: prices
                .map(|(id, price)| (id.clone(), typed(*price, marks, currency)))
                .collect(),
            texts: BTreeMap::new(),
            chosen: question,
        };
        draft.write_numbers(
            within.unwrap_or(DAYS * unit_in(Field::Deadline, None)),
            marks,
        );
        draft
    }

    /// Writes a number of the question into its field, or empties it.
    pub(in crate::training) fn set(&mut self, field: Field, value: Option<f64>, marks: Marks) {
        let currency = self.chosen.fleet.currency;
        let text = value.map_or_else(String::new, |value| {
            plain(round(value / unit_in(field, currency), 9), marks)
        });
        self.set_text(field, text);
    }

    /// Moves the question to software that can train it, where its own cannot: of
    /// the question nothing else changes.
    pub(in crate::training) fn fit(&mut self) -> Option<Moved> {
        let mut question = self.chosen.clone();
        if let Method::Adapter(adapter) = &mut question.method {
            *adapter = self.adapter;
        }
        let moved = catalog::fit_training(&mut question)?;
        self.chosen.stack = question.stack;
        self.chosen.loss = question.loss;
        Some(moved)
    }

    /// Rewrites the budget, an amount of money.
    pub(in crate::training) fn rewrite_amounts(&mut self, rewrite: &dyn Fn(&mut String)) {
        if let Some(text) = self.texts.get_mut(&Field::Budget) {
            rewrite(text);
        }
    }

    /// Leaves the layout to the search, the number of accelerators excepted.
    pub(in crate::training) fn free_layout(&mut self) {
        self.chosen.fixed = Fixed::default();
        for field in layout().filter(|field| *field != Field::Accelerators) {
            self.set_text(field, String::new());
        }
    }

    /// Makes a change that may choose another model. Where the sequence is the one that
    /// stands when nothing is typed, it becomes that of the model: none is longer than the
    /// model reads.
    pub(in crate::training) fn change_model(
        &mut self,
        marks: Marks,
        change: impl FnOnce(&mut Self),
    ) {
        let before = plain(f64::from(usual_sequence(&self.chosen.model)), marks);
        change(self);
        if self.text(Field::Sequence) == before {
            let sequence = f64::from(usual_sequence(&self.chosen.model));
            self.set(Field::Sequence, Some(sequence), marks);
        }
    }

    fn write_numbers(&mut self, within: f64, marks: Marks) {
        self.set(Field::Rank, Some(f64::from(self.adapter.rank)), marks);
        self.set(Field::Deadline, Some(within), marks);
        let question = self.chosen.clone();
        for row in fields::ALL.into_iter().flatten() {
            self.set(row.field, (row.get)(&question), marks);
        }
    }

    /// The same draft in the marks of another language. Unreadable text stays as it
    /// was typed.
    pub(in crate::training) fn rewrite(&mut self, old: Marks, new: Marks) {
        let prices = self.prices.iter_mut().map(|(_, text)| text);
        rewrite(self.texts.values_mut().chain(prices), old, new);
    }
}

/// Tokens of a sequence of a model where nobody says.
fn usual_sequence(model: &ModelChoice) -> u32 {
    let longest = match model {
        ModelChoice::Catalog(id) => catalog::entry(id).and_then(|entry| entry.max_context),
        ModelChoice::Custom(model) => model.max_context,
        ModelChoice::Plain(_) => None,
    };
    let usual = Question::default().sequence;
    longest.map_or(usual, |longest| usual.min(longest))
}
