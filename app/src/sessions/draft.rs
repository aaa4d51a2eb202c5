//! The question as it is typed. Choices are made, numbers are text until they are read;
//! unreadable text is an error beside its field.

use crate::i18n::{Marks, plain, rewrite};
use crate::page::study::typed::read;
use crate::serving::draft::{own_prices, typed};
use estimator::decimal::round;
use estimator::error::{self, Problem as Shared};
use estimator::field::Row;
use estimator::session::Sessions;
use estimator::session::sizing::fields::{ALL, row};
use estimator::session::sizing::{Field, FieldError, Question};
use std::collections::BTreeMap;

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    /// The choices from lists. Its numbers are those of the last good reading; the typed ones
    /// replace them.
    pub(super) chosen: Question,
    /// A model's name that was typed and not found.
    pub(super) unknown_model: Option<String>,
    /// The user's own prices as typed, by accelerator id.
    pub(super) prices: Vec<(String, String)>,
    /// The typed numbers.
    texts: BTreeMap<Field, String>,
}

impl Draft {
    /// A draft that reads as `question`.
    pub(super) fn new(question: Question, marks: Marks) -> Self {
        let (prices, currency) = (
            question.asked.fleet.own_prices.iter(),
            question.asked.fleet.currency,
        );
        let mut draft = Self {
            unknown_model: None,
            prices: prices
                .map(|(id, price)| (id.clone(), typed(*price, marks, currency)))
                .collect(),
            texts: BTreeMap::new(),
            chosen: question,
        };
        for row in ALL.into_iter().flatten() {
            draft.write(row, marks);
        }
        draft
    }

    /// The text that was typed into a field.
    pub(super) fn text(&self, field: Field) -> &str {
        self.texts.get(&field).map_or("", String::as_str)
    }

    /// Types into a field.
    pub(super) fn set_text(&mut self, field: Field, text: String) {
        self.texts.insert(field, text);
    }

    /// Writes a number of the question into its field, or empties it.
    fn write(&mut self, row: &Row<Question, Field>, marks: Marks) {
        let unit = row.unit;
        let value = (row.get)(&self.chosen);
        let text = value.map_or_else(String::new, |value| {
            plain(round(unit.show(value), 9), marks)
        });
        self.set_text(row.field, text);
    }

    /// Fills in the numbers of a load; what is typed elsewhere stays.
    pub(super) fn fill(&mut self, load: Sessions, marks: Marks) {
        self.chosen.load = load;
        for row in ALL.into_iter().flatten() {
            if !matches!(row.field, Field::Shared(_) | Field::Host) {
                self.write(row, marks);
            }
        }
    }

    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(super) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut question = self.chosen.clone();
        let mut errors = Vec::new();
        let mut wrong = |field, problem| {
            errors.push(FieldError { field, problem });
        };
        if let Some(name) = &self.unknown_model {
            let problem = Shared::Unknown { name: name.clone() };
            wrong(Field::Shared(error::Field::Model), problem);
        }
        for row in ALL.into_iter().flatten() {
            // What is not asked keeps its last value.
            if (row.asked)(&self.chosen) {
                match self.read(row, marks) {
                    Ok(value) => (row.set)(&mut question, value),
                    Err(problem) => wrong(row.field, problem),
                }
            }
        }
        for problem in own_prices(&self.prices, &mut question.asked.fleet, marks) {
            wrong(Field::Shared(error::Field::OwnPrice), problem);
        }
        if errors.is_empty() {
            Ok(question)
        } else {
            Err(errors)
        }
    }

    fn read(&self, row: &Row<Question, Field>, marks: Marks) -> Result<Option<f64>, Shared> {
        read(row, row.unit, self.text(row.field), marks)
    }

    /// The same draft in the marks of another language. Unreadable text stays as it was typed.
    pub(super) fn rewrite(&mut self, old: Marks, new: Marks) {
        let prices = self.prices.iter_mut().map(|(_, text)| text);
        rewrite(self.texts.values_mut().chain(prices), old, new);
    }
}

/// A problem that the catalogue found, its figures in the unit of the field.
pub(super) fn in_unit_of_field(error: FieldError) -> FieldError {
    let unit = row(error.field).map(|row| row.unit);
    let show = |value: f64| unit.map_or(value, |unit| round(unit.show(value), 9));
    let problem = match error.problem {
        Shared::TooSmall { least } => Shared::TooSmall { least: show(least) },
        Shared::TooLarge { most } => Shared::TooLarge { most: show(most) },
        other => other,
    };
    FieldError { problem, ..error }
}
