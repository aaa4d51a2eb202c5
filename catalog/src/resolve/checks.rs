//! Collects errors.

use estimator::error::{Field, FieldError, Problem};
use estimator::field::Row;
use estimator::model::Model;

/// The longest part of an unknown name that a message repeats.
pub(super) const LONGEST_NAME: usize = 80;

/// Everything found wrong so far.
#[derive(Default)]
pub(super) struct Checks {
    pub(super) errors: Vec<FieldError>,
}

impl Checks {
    /// Notes a problem; the first of a field is enough.
    pub(super) fn note(&mut self, field: Field, problem: Problem) {
        if self.errors.iter().all(|error| error.field != field) {
            self.errors.push(FieldError { field, problem });
        }
    }

    /// What was found, where nothing is wrong; what is, where something is.
    pub(super) fn end<T>(self, found: Option<T>) -> Result<T, Vec<FieldError>> {
        match found {
            Some(found) if self.errors.is_empty() => Ok(found),
            _ => Err(self.errors),
        }
    }

    pub(super) fn missing(&mut self, field: Field) {
        self.note(field, Problem::Missing);
    }

    pub(super) fn unknown(&mut self, field: Field, name: &str) {
        let name = name.chars().take(LONGEST_NAME).collect();
        self.note(field, Problem::Unknown { name });
    }

    /// Whether `value` is a number within `bounds`; notes it if not.
    pub(super) fn number(&mut self, field: Field, value: f64, bounds: (f64, f64)) -> bool {
        match outside(value, bounds) {
            None => true,
            Some(problem) => {
                self.note(field, problem);
                false
            }
        }
    }

    /// The same for a number that may be left out.
    pub(super) fn maybe(&mut self, field: Field, value: Option<f64>, bounds: (f64, f64)) {
        if let Some(value) = value {
            self.number(field, value, bounds);
        }
    }

    /// Holds the numbers of a question that `matter` against the ranges of their rows.
    pub(super) fn rows<Q>(
        &mut self,
        rows: &[Row<Q>],
        question: &Q,
        matter: impl Fn(Field) -> bool,
    ) {
        for row in rows.iter().filter(|row| matter(row.field)) {
            self.maybe(row.field, (row.get)(question), row.range);
        }
    }

    /// Holds a model from a file or a link against believable bounds.
    pub(super) fn shape(&mut self, model: &Model) {
        if let Err(reason) = estimator::import::bounds::check(model) {
            self.note(Field::Model, Problem::Unreadable { reason });
        }
    }
}

/// The problem of a number that must lie within `bounds`.
pub(super) fn outside(value: f64, bounds: (f64, f64)) -> Option<Problem> {
    let (least, most) = bounds;
    if value.is_nan() {
        let text = value.to_string();
        Some(Problem::NotANumber { text })
    } else if value < least {
        Some(Problem::TooSmall { least })
    } else if value > most {
        Some(Problem::TooLarge { most })
    } else {
        None
    }
}
