//! From typed text to a question.

use super::{Draft, When};
use crate::i18n::Marks;
use crate::serving::draft::price;
use estimator::error::{self, Problem as Shared};
use estimator::quantity::Seconds;
use estimator::training::error::{Field, FieldError, Problem};
use estimator::training::fields;
use estimator::training::method::Method;
use estimator::training::question::{Deadline, Question};

/// Reads fields and collects their errors.
struct Reader<'a> {
    draft: &'a Draft,
    marks: Marks,
    errors: Vec<FieldError>,
}

impl Reader<'_> {
    fn wrong(&mut self, field: Field, problem: Shared) {
        self.errors.push(FieldError {
            field,
            problem: Problem::Shared(problem),
        });
    }

    /// A number that may be left out.
    fn optional(&mut self, field: Field) -> Option<f64> {
        match self.draft.number(field, self.marks) {
            Ok(value) => value,
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    /// A number that must be there; the stand-in for a wrong one is never used.
    fn needed(&mut self, field: Field) -> f64 {
        self.optional(field).unwrap_or(1.0)
    }

    /// A count that may be left out. It was read as one of 32 bits.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn count(&mut self, field: Field) -> Option<u32> {
        self.optional(field).map(|value| value as u32)
    }
}

impl Draft {
    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(in crate::training) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut read = Reader {
            draft: self,
            marks,
            errors: Vec::new(),
        };
        let mut question = self.chosen.clone();
        if let Some(name) = &self.unknown_model {
            let problem = Shared::Unknown { name: name.clone() };
            read.wrong(Field::Shared(error::Field::Model), problem);
        }
        if let Method::Adapter(adapter) = &mut question.method {
            *adapter = self.adapter;
            adapter.rank = read.count(Field::Rank).unwrap_or(1);
        }
        for row in fields::ALL.into_iter().flatten() {
            (row.set)(&mut question, read.optional(row.field));
        }
        question.deadline = match self.when {
            When::None => Deadline::None,
            When::Within => Deadline::Within(Seconds::new(read.needed(Field::Deadline))),
            When::By if self.day.is_empty() => {
                read.wrong(Field::Deadline, Shared::Missing);
                Deadline::None
            }
            When::By => Deadline::By(self.day.clone()),
        };
        self.read_prices(&mut read, &mut question);
        if read.errors.is_empty() {
            Ok(question)
        } else {
            Err(read.errors)
        }
    }

    fn read_prices(&self, read: &mut Reader, question: &mut Question) {
        let currency = question.fleet.currency;
        let prices = &mut question.fleet.own_prices;
        prices.clear();
        for (accelerator, text) in &self.prices {
            match price(text, read.marks, currency) {
                Ok(price) => {
                    prices.insert(accelerator.clone(), price);
                }
                Err(problem) => read.wrong(Field::Shared(error::Field::OwnPrice), problem),
            }
        }
    }
}
