//! The question as it is typed. Choices are made, numbers are text until they are read;
//! unreadable text is an error beside its field.

use crate::i18n::{Marks, plain, rewrite};
use crate::page::study::typed::read;
use crate::serving::draft::{own_prices, typed};
use estimator::choice::ModelChoice;
use estimator::decimal::round;
use estimator::error::{self, Problem as Shared};
use estimator::field::Row;
use estimator::vision::counted::Counted;
use estimator::vision::sizing::fields::{ALL, unit};
use estimator::vision::sizing::{Field, FieldError, Kind, Problem, Question};
use std::collections::BTreeMap;

/// The name of a file without one.
const OWN: &str = "model.onnx";
/// The most bytes of a file's name that a link carries.
const LONGEST_NAME: usize = 120;

/// A question in the making.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    /// The choices from lists. Its numbers are those of the last good reading; the typed ones
    /// replace them.
    pub(super) chosen: Question,
    /// The model as fields of all pages see it.
    pub(super) model: ModelChoice,
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
        let (prices, currency) = (question.fleet.own_prices.iter(), question.fleet.currency);
        let mut draft = Self {
            model: ModelChoice::Catalog(question.model.clone()),
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
        let unit = unit(row, self.chosen.kind);
        let value = (row.get)(&self.chosen);
        let text = value.map_or_else(String::new, |value| {
            plain(round(unit.show(value), 9), marks)
        });
        self.set_text(row.field, text);
    }

    /// Chooses a model: its own resolution, frames and steps count again. One of another kind
    /// brings the usual question of that.
    pub(super) fn choose_model(&mut self, id: &str, marks: Marks) {
        let kind = catalog::vision::kind_of(id).unwrap_or(self.chosen.kind);
        self.choose_of(kind, id, None, marks);
    }

    /// Takes a model of one's own from the file of that name, as [`Self::choose_model`] does one of
    /// the catalogue.
    pub(super) fn take_own(&mut self, name: &str, own: &Counted, marks: Marks) {
        self.unknown_model = None;
        let name = if name.is_empty() { OWN } else { name };
        let end = name.floor_char_boundary(LONGEST_NAME);
        let name = name.get(..end).unwrap_or(OWN);
        self.choose_of(own.kind(), name, Some(own), marks);
    }

    /// Leaves a model of one's own for the usual one of the kind.
    pub(super) fn leave_own(&mut self, marks: Marks) {
        let kind = self.chosen.kind;
        self.unknown_model = None;
        self.choose_of(kind, &Question::of(kind).model, None, marks);
    }

    fn choose_of(&mut self, kind: Kind, id: &str, own: Option<&Counted>, marks: Marks) {
        let mut question = if kind == self.chosen.kind {
            self.question(marks).unwrap_or_else(|_| self.chosen.clone())
        } else {
            Question {
                fleet: self.chosen.fleet.clone(),
                ..Question::of(kind)
            }
        };
        id.clone_into(&mut question.model);
        question.own = own.copied();
        if kind != Kind::Prompts {
            question.side = None;
            question.height = None;
            question.width = None;
            question.frames = None;
            question.steps = None;
            question.guidance = None;
            question.sound = None;
            question.split = 1;
        }
        let prices = std::mem::take(&mut self.prices);
        *self = Self::new(question, marks);
        self.prices = prices;
    }

    /// Changes to the usual question of a kind, the fleet kept.
    pub(super) fn choose_kind(&mut self, kind: Kind, marks: Marks) {
        let question = Question {
            fleet: self.chosen.fleet.clone(),
            ..Question::of(kind)
        };
        let prices = std::mem::take(&mut self.prices);
        *self = Self::new(question, marks);
        self.prices = prices;
    }

    /// The question, or everything that is wrong with it.
    ///
    /// # Errors
    /// One entry a field that cannot be read.
    pub(super) fn question(&self, marks: Marks) -> Result<Question, Vec<FieldError>> {
        let mut question = self.chosen.clone();
        let mut errors = Vec::new();
        let mut wrong = |field, problem| {
            errors.push(FieldError {
                field,
                problem: Problem::Shared(problem),
            });
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
        for problem in own_prices(&self.prices, &mut question.fleet, marks) {
            wrong(Field::Shared(error::Field::OwnPrice), problem);
        }
        if errors.is_empty() {
            Ok(question)
        } else {
            Err(errors)
        }
    }

    fn read(&self, row: &Row<Question, Field>, marks: Marks) -> Result<Option<f64>, Shared> {
        read(
            row,
            unit(row, self.chosen.kind),
            self.text(row.field),
            marks,
        )
    }

    /// The same draft in the marks of another language. Unreadable text stays as it was typed.
    pub(super) fn rewrite(&mut self, old: Marks, new: Marks) {
        let prices = self.prices.iter_mut().map(|(_, text)| text);
        rewrite(self.texts.values_mut().chain(prices), old, new);
    }
}

/// A problem that the catalogue found, its figures in the unit of the field.
pub(super) fn in_unit_of_field(error: FieldError, kind: Kind) -> FieldError {
    let row = estimator::vision::sizing::fields::row(error.field);
    let show = |value: f64| row.map_or(value, |row| round(unit(row, kind).show(value), 9));
    let problem = match error.problem {
        Problem::Shared(Shared::TooSmall { least }) => {
            Problem::Shared(Shared::TooSmall { least: show(least) })
        }
        Problem::Shared(Shared::TooLarge { most }) => {
            Problem::Shared(Shared::TooLarge { most: show(most) })
        }
        other => other,
    };
    FieldError { problem, ..error }
}
